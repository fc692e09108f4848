"""The rules of ids and generated names: IG22x."""

from interruptgen.diagnostics import Rule, Severity

DUPLICATE_ID = Rule(
    "IG220",
    "duplicate-id",
    Severity.ERROR,
    """\
Two interrupts, or two tools, of the project have the same id.

The id is what goes over the wire: a client that registers both could not tell them apart, and
TanStack AI refuses to start with two definitions of one id.

Wrong, in two files:

```yaml
interrupts: {confirm: {message: Shall we book?}}
```

```yaml
interrupts: {confirm: {message: Shall we pay?}}
```

Right:

```yaml
interrupts: {confirm-payment: {message: Shall we pay?}}
```
""",
)

COLLIDING_NAME = Rule(
    "IG221",
    "colliding-name",
    Severity.ERROR,
    """\
Two things of one package would get the same name in the generated code.

Ids are free text on the wire but become Python names, where `choose-seat` and `choose_seat` are
the same. Which of them should be called differently is yours to say; the id stays as it is.

Wrong:

```yaml
interrupts:
  choose-seat: {message: Which seat?}
  choose_seat: {message: "Which seat, exactly?"}
```

Right:

```yaml
interrupts:
  choose-seat: {message: Which seat?}
  choose_seat: {message: "Which seat, exactly?", x-name: ChooseExactSeat}
```
""",
)

UNNAMEABLE_ID = Rule(
    "IG222",
    "unnameable-id",
    Severity.ERROR,
    """\
No Python name can be made from an id or from the name of a shared schema: it has no letter and no
digit.

Wrong:

```yaml
interrupts: {"?": {message: Which one?}}
```

Right:

```yaml
interrupts: {"?": {message: "Which one?", x-name: AskWhich}}
```
""",
)

DUPLICATE_PACKAGE = Rule(
    "IG223",
    "duplicate-package",
    Severity.ERROR,
    """\
Two source files would be generated into the same package.

A package is named by the key `package`, or after its file.

Wrong, in `desk/bookings.yaml` beside `shop/bookings.yaml`:

```yaml
interruptgen: 1
```

Right, in one of them:

```yaml
interruptgen: 1
package: shop_bookings
```
""",
)

INVALID_PACKAGE = Rule(
    "IG224",
    "invalid-package-name",
    Severity.ERROR,
    """\
The name of a package is no Python identifier, or is a keyword, so that nothing could import it.

Wrong:

```yaml
package: travel-desk
```

Right:

```yaml
package: travel_desk
```
""",
)

RULES: tuple[Rule, ...] = (
    DUPLICATE_ID,
    COLLIDING_NAME,
    UNNAMEABLE_ID,
    DUPLICATE_PACKAGE,
    INVALID_PACKAGE,
)

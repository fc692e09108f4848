"""The rules of files and of what JSON can carry: IG10x and IG11x."""

from interruptgen.diagnostics import Rule, Severity

MAX_SIZE = 16 * 1024 * 1024
"""How many bytes a file may have, and how many its text may have with aliases written out."""

OVERSIZED_FILE = Rule(
    "IG101",
    "oversized-file",
    Severity.ERROR,
    """\
A file is larger than 16 MiB, or becomes so when its YAML aliases are written out.

Aliases of aliases grow without bound: a few lines can stand for billions of values. Every build
would choke on them.

Wrong, with some more lines of the same kind:

```yaml
x-a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
x-b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
x-c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
```

Right, with a reference to a schema that is written once:

```yaml
$defs:
  Row: {type: array, items: {type: integer}}
interrupts:
  confirm:
    payloadSchema: {type: array, items: {$ref: "#/$defs/Row"}}
```
""",
)

NOT_UTF_8 = Rule(
    "IG102",
    "encoding-other-than-utf-8",
    Severity.ERROR,
    """\
A file is not UTF-8.

Guessing an encoding would turn names and messages into others without anybody noticing. JSON that
is exchanged between systems must be UTF-8 as well (RFC 8259, section 8.1).

Wrong: a file that an editor saved as `Latin-1`, `Windows-1252` or `UTF-16`.

Right: the same file, saved as `UTF-8`.
""",
)

BYTE_ORDER_MARK = Rule(
    "IG103",
    "byte-order-mark",
    Severity.ERROR,
    """\
A file begins with the bytes EF BB BF, a byte order mark.

UTF-8 needs none, JSON forbids writing one (RFC 8259, section 8.1), and tools that read the file
differ in what they make of it.

Wrong: a file saved as `UTF-8 with BOM`.

Right: the same file, saved as `UTF-8`.
""",
)

FORBIDDEN_CHARACTER = Rule(
    "IG104",
    "forbidden-character",
    Severity.ERROR,
    """\
A file has a character that cannot be read faithfully: a control character, or in YAML an unescaped
next line (U+0085), line separator (U+2028), paragraph separator (U+2029) or byte order mark
(U+FEFF).

YAML 1.1 took the separators for line breaks and YAML 1.2 takes them for text, so readers disagree
on the value, and some replace them by spaces. None of these characters can be seen.

Wrong: a message with the separator itself in it, as it comes from copying out of a web page.

Right, with the escape sequence in a double-quoted text:

```yaml
message: "Book it?\\u2028It cannot be undone."
```
""",
)

UNKNOWN_FILE_TYPE = Rule(
    "IG105",
    "unknown-file-type",
    Severity.ERROR,
    """\
A file is neither YAML nor JSON by its name.

The name decides how a file is read: `.yaml` and `.yml` are YAML, `.json` is JSON.

Wrong:

```yaml
payloadSchema: {$ref: "price.schema#/$defs/Price"}
```

Right:

```yaml
payloadSchema: {$ref: "price.schema.json#/$defs/Price"}
```
""",
)

EMPTY_FILE = Rule(
    "IG106",
    "empty-file",
    Severity.ERROR,
    """\
A file holds nothing but white space and comments.

A definition file that lost its content would otherwise take its whole package out of the build.

Wrong: a file of only comments.

Right:

```yaml
interruptgen: 1
interrupts:
  confirm: {message: Shall we go on?}
```
""",
)

DUPLICATE_KEY = Rule(
    "IG107",
    "duplicate-key",
    Severity.ERROR,
    """\
One mapping has the same key twice.

Readers differ in which of the two they keep, so two people who review the file may agree on
different decisions.

Wrong:

```yaml
properties:
  amount: {type: integer}
  note: {type: string}
  amount: {type: string}
```

Right:

```yaml
properties:
  amount: {type: integer}
  note: {type: string}
```
""",
)

DEEP_NESTING = Rule(
    "IG108",
    "deep-nesting",
    Severity.ERROR,
    """\
Values are nested more than 200 deep, or a schema more than 123, with all that it refers to.

Nobody writes that by hand, and programs that read it run out of stack.

Wrong: `[[[[` and so on.

Right, with a part of the schema under a name of its own:

```yaml
$defs:
  Inner: {type: object}
```
""",
)

UNREPRESENTABLE_NUMBER = Rule(
    "IG109",
    "unrepresentable-number",
    Severity.ERROR,
    """\
A number is infinite, is not a number, or is larger than every double.

JSON has no way to write the first two, and JavaScript reads the third as infinity.

Wrong:

```yaml
maximum: .inf
```

Right: no `maximum` at all.
""",
)

LONE_SURROGATE = Rule(
    "IG110",
    "lone-surrogate",
    Severity.ERROR,
    """\
An escape sequence names half of a character: a surrogate, U+D800 to U+DFFF, without its partner.

Such a text cannot be written as UTF-8 and has no hash. In YAML, even a pair of surrogates is
no character; there the character itself is written, or its eight digits.

Wrong:

```json
{"message": "Book it? \\ud83d"}
```

Right:

```json
{"message": "Book it? \\ud83d\\ude00"}
```
""",
)

JSON_SYNTAX_ERROR = Rule(
    "IG111",
    "json-syntax-error",
    Severity.ERROR,
    """\
A file is not well-formed JSON by RFC 8259: no comments, no trailing commas, double quotes only, no
`NaN`.

Wrong:

```json
{"interruptgen": 1,}
```

Right:

```json
{"interruptgen": 1}
```
""",
)

RULES: tuple[Rule, ...] = (
    OVERSIZED_FILE,
    NOT_UTF_8,
    BYTE_ORDER_MARK,
    FORBIDDEN_CHARACTER,
    UNKNOWN_FILE_TYPE,
    EMPTY_FILE,
    DUPLICATE_KEY,
    DEEP_NESTING,
    UNREPRESENTABLE_NUMBER,
    LONE_SURROGATE,
    JSON_SYNTAX_ERROR,
)

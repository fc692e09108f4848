"""Keys, ids and pointers -> Python names: pure, the same for every caller and every run."""

import keyword
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import count

ANNOTATION_BUILTINS = frozenset({"bool", "dict", "float", "int", "list", "object", "str", "tuple"})
"""Builtins that annotations use: another thing of that name would hide them."""

MODEL_ATTRIBUTES = frozenset(
    "construct copy dict from_orm json model_computed_fields model_config model_construct "
    "model_copy model_dump model_dump_json model_extra model_fields model_fields_set "
    "model_json_schema model_parametrized_name model_post_init model_rebuild model_validate "
    "model_validate_json model_validate_strings mro parse_file parse_obj parse_raw register schema "
    "schema_json update_forward_refs validate".split()
)
"""Public attributes of `pydantic.BaseModel` and its metaclass, which a field may not replace."""

MODULE_NAMES = frozenset(
    "Annotated Any BaseModel ConfigDict Field JsonValue Literal MISSING RootModel TypeAlias "
    "Union annotations".split()
)
"""What a generated `models.py` may import or define for itself."""

RESERVED_VARIABLES = frozenset(keyword.kwlist) | ANNOTATION_BUILTINS
"""Names that a variable or function of a generated module cannot have."""

RESERVED_FIELDS = RESERVED_VARIABLES | MODEL_ATTRIBUTES | {"self"}
"""Names that a field of a generated class cannot have."""

RESERVED_CLASSES = frozenset(keyword.kwlist) | ANNOTATION_BUILTINS | MODULE_NAMES
"""Names that a generated class cannot have."""


def words(text: str) -> tuple[str, ...]:
    """Split `text` (after NFKC) into its words: `editedArgs`, `HTTPServer2`, `choose-itinerary`.

    A word holds only characters that may stand inside a Python identifier, a letter or digit
    among them; underscores and everything else separate. Digits stay with the word before them.
    """
    normal = unicodedata.normalize("NFKC", text)
    usable = "".join(char if _is_usable(char) else " " for char in normal)
    runs = (run for run in usable.split() if any(map(str.isalnum, run)))
    return tuple(word for run in runs for word in _split_case(run))


def pascal_case(text: str) -> str:
    """Return `text` as `PascalCase`, or `""` where no character of it is usable.

    Capitals stay where they are (`HTTPServer`), except in a text without any lower-case letter
    (`ORDER_LINE` is `OrderLine`; `EUR`, up to three letters and alone, stays). The result may
    begin with a digit: `class_name` makes an identifier of it.
    """
    parts = words(text)
    if len("".join(parts)) > 3 and not any(char.islower() for part in parts for char in part):
        parts = tuple(part.lower() for part in parts)
    return _normal("".join(part[0].upper() + part[1:] for part in parts))


def snake_case(text: str) -> str:
    """Return `text` as `snake_case`, or `""` where no character of it is usable.

    The result may begin with a digit or be a keyword: `variable_name` makes an identifier of it.
    """
    return _normal("_".join(part.lower() for part in words(text)))


def constant_case(text: str) -> str:
    """Return `text` as `CONSTANT_CASE`, or `""` where no character of it is usable.

    The result may begin with a digit.
    """
    return _normal("_".join(part.upper() for part in words(text)))


def schema_constant(class_name: str) -> str:
    """Return what `schemas.py` calls the schema of a class."""
    name = constant_case(class_name)
    return f"{name}_" if name == "TYPE_CHECKING" else name


def condition_constant(class_name: str) -> str:
    """Return what `schemas.py` calls the condition of the tool with a class name."""
    return f"{constant_case(class_name)}_NEEDS_APPROVAL"


def class_name(text: str, prefix: str = "Model") -> str:
    """Return a name that a class of a generated module may have, or `""`.

    `prefix` is put before a name that begins with something no identifier begins with; a name
    that the module needs for itself gets the suffix `Model`.
    """
    name = pascal_case(text)
    if not name:
        return ""
    name = name if name.isidentifier() else _normal(prefix + name)
    return f"{name}Model" if name in RESERVED_CLASSES else name


def variable_name(text: str, prefix: str = "value") -> str:
    """Return a name that a variable of a generated module may have, or `""`.

    `prefix` and an underscore are put before a name that begins with something no identifier
    begins with; a reserved name gets a trailing underscore.
    """
    return _identifier(text, prefix, RESERVED_VARIABLES)


def field_names(properties: Iterable[str], reserved: Set[str] = frozenset()) -> Mapping[str, str]:
    """Map each property of one object to the name of its field, in the order of `properties`.

    `reserved` adds names that no field may have to those that never may. A property that is
    spelled like its field wins that name; of several others the first one does, and the rest
    are numbered from 2.
    """
    barred = RESERVED_FIELDS | reserved
    wanted = {key: _identifier(key, "field", barred) or "field" for key in properties}
    taken = {key: name for key, name in wanted.items() if key == name}
    used = set(taken)
    for key, name in wanted.items():
        if key not in taken:
            taken[key] = next(free for free in numbered(name) if free not in used | barred)
            used.add(taken[key])
    return {key: taken[key] for key in wanted}


def numbered(name: str) -> Iterator[str]:
    """Yield `name`, `name_2`, `name_3`, without end (`Name2` for names without underscores)."""
    yield name
    stem = name.rstrip("_")
    separator = "" if stem[:1].isupper() else "_"
    yield from (f"{stem}{separator}{number}" for number in count(2))


def _identifier(text: str, prefix: str, reserved: Set[str]) -> str:
    name = snake_case(text)
    if name and not name.isidentifier():
        name = _normal(f"{prefix}_{name}")
    return f"{name}_" if name in reserved else name


def _normal(name: str) -> str:
    """Normalise again: changing case, or a prefix, can undo what `words` did."""
    return unicodedata.normalize("NFKC", name)


def _is_usable(char: str) -> bool:
    return char != "_" and f"a{char}".isidentifier()


def _split_case(run: str) -> Iterator[str]:
    start = 0
    for index in range(1, len(run)):
        if _begins_word(run, index):
            yield run[start:index]
            start = index
    yield run[start:]


def _begins_word(run: str, index: int) -> bool:
    """Tell whether the capital at `index` begins a word: `aB`, `2B` and the B of `ABc` do.

    The plural of an acronym does not: `URLs`, `userIDs`.
    """
    before, char, after = run[index - 1], run[index], run[index + 1 : index + 3]
    if not char.isupper():
        return False
    if not before.isupper():
        return True
    is_plural = after[:1] == "s" and not after[1:].islower()
    return after[:1].islower() and not is_plural

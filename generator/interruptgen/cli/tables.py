"""`Model` -> the rows of `interruptgen hashes`, and rows -> aligned text."""


from interruptgen.model import Json, Model

Row = dict[str, Json]


def hash_rows(model: Model) -> list[Json]:
    """Return one row for each hash: `source`, `kind`, `id`, `slot` and `hash`."""
    return [
        {"source": package.path, "kind": _kind(definition), "id": definition.id} | {"slot": slot, "hash": hash}
        for package in model.packages
        for definition in package.definitions()
        for slot, hash in _hashes(definition)
    ]

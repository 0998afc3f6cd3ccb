"""Lists the fields of a struct for other languages, without those that only C needs."""

from comments import text_of


def members(struct, nested):
    """Yields (name, field, kind) of the visible fields; kind is text, characters, struct or number.

    A text in an arena is one member. `nested` are the names of all structs.
    """
    own = {field["name"]: field for field in struct["fields"]}
    sized = "struct_size" in own
    for name, field in own.items():
        if name == "struct_size" or name == "flags" and sized:
            continue
        if name == "reserved" and text_of(field) in ("", "0"):
            continue
        base, _, end = name.rpartition("_")
        if end == "length" and f"{base}_offset" in own:
            continue
        if end == "offset" and f"{base}_length" in own:
            yield base, field, "text"
        elif "length" in field:
            yield name, field, "characters"
        elif field["type"] in nested:
            yield name, field, "struct"
        else:
            yield name, field, "number"


def texts(struct, nested, path=""):
    """Yields (offset, length) of the texts in an arena, including those of nested structs, as C
    expressions.
    """
    own = {field["name"]: field for field in struct["fields"]}
    for name, field in own.items():
        length = name.removesuffix("_offset") + "_length"
        if field["type"] in nested:
            yield from texts(nested[field["type"]], nested, f"{path}{name}.")
        elif name.endswith("_offset") and length in own:
            yield path + name, path + length

"""Rules that declarations of the header must follow so that every language can support them.
Violations name their location.
"""

from libclang import cindex
from problem import Problem, place_of

Kind = cindex.CursorKind
Type = cindex.TypeKind

# Numbers with the same width on all platforms.
FIXED = {"int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"}
# Other types of parameters and results; none may be a member of a struct.
PASSED = FIXED | {"void", "char", "size_t"}
# The conventions at the header's top describe these functions for all types.
MOST_PARAMETERS = 8
DESCRIBED_ENDINGS = ("_free", "_ref", "_unref", "_close")


def begins_with(cursor, name, prefix):
    if not name.startswith(prefix):
        raise Problem(place_of(cursor), f"{name or 'a declaration without a name'}: does not begin with {prefix}")


def is_flags(name):
    return name.endswith("_flags")


def is_number(cursor, kind):
    wanted = "uint32_t" if is_flags(cursor.spelling) else "int32_t"
    if kind.spelling != wanted:
        raise Problem(
            place_of(cursor), f"{cursor.spelling}: is {kind.spelling}; named numbers are int32_t, flags uint32_t"
        )


def prefix_of(enum):
    """Returns the prefix of the enum's constants: koord_pod_flags has KOORD_POD_TERMINATED."""
    return enum.removesuffix("_flags").upper() + "_"


def is_named_for_its_type(enumerator, enum):
    """Checks the prefix of a constant. koord_status is the only exception, with KOORD_OK and
    KOORD_E_*.
    """
    name = enumerator.spelling
    if enum == "koord_status":
        right = name == "KOORD_OK" or name.startswith("KOORD_E_")
    else:
        right = name.startswith(prefix_of(enum))
    if not right:
        raise Problem(place_of(enumerator), f"{name}: a number of {enum} begins with {prefix_of(enum)}")


def has_a_type(cursor, before):
    if before is None or not is_named_number(before):
        raise Problem(place_of(cursor), "an enum without a typedef before it: `typedef int32_t koord_x;`")


def states_its_value(enumerator):
    if not list(enumerator.get_children()):
        raise Problem(place_of(enumerator), f"{enumerator.spelling}: does not state its value")


def is_named_number(cursor):
    return cursor.kind == Kind.TYPEDEF_DECL and cursor.underlying_typedef_type.spelling in ("int32_t", "uint32_t")


def named_enum_has_values(cursor, followed_by):
    """The typedef of named numbers must directly precede them."""
    if is_named_number(cursor) and (followed_by is None or followed_by.kind != Kind.ENUM_DECL):
        raise Problem(place_of(cursor), f"{cursor.spelling}: no enum follows with its values")


def is_plain_field(field):
    if field.spelling in ("zero", "padding", "unused") or field.spelling.startswith("reserved") and field.spelling != "reserved":
        raise Problem(place_of(field), f"{field.semantic_parent.spelling}.{field.spelling}: what is left to grow into is reserved")
    if field.kind != Kind.FIELD_DECL or field.is_bitfield():
        raise Problem(place_of(field), f"{field.semantic_parent.spelling}.{field.spelling}: no plain field")


def field_type(field):
    """Returns the spelling of the field's type; for texts, that of their elements."""
    kind = field.type
    if kind.kind == Type.CONSTANTARRAY and kind.element_type.spelling == "char":
        return "char"
    if kind.spelling in FIXED or kind.spelling.startswith("koord_") and kind.get_canonical().kind != Type.POINTER:
        return kind.spelling
    raise Problem(
        place_of(field),
        f"{field.semantic_parent.spelling}.{field.spelling}: is {field.type.spelling}; "
        "fields are numbers of a fixed width, structs and arrays of char",
    )


def holds_numbers(cursor, field, enums):
    """KOORD_OF must name a type of named numbers, and the field must be wide enough for them."""
    if "of" not in field:
        return
    values = next((enum["values"] for enum in enums if enum["name"] == field["of"]), None)
    if values is None:
        raise Problem(place_of(cursor), f"{cursor.spelling}: {field['of']} is no type of named numbers declared before")
    large = next((one["name"] for one in values if not 0 <= one["value"] < 1 << 8 * field["size"]), None)
    if large:
        raise Problem(place_of(cursor), f"{cursor.spelling}: {large} does not fit")


def type_of(cursor, kind):
    """Returns the spelling of the type of a parameter or a result."""
    inner = kind
    while inner.kind == Type.POINTER:
        inner = inner.get_pointee()
    name = inner.spelling.removeprefix("const ")
    if name not in PASSED and not name.startswith("koord_"):
        raise Problem(place_of(cursor), f"{cursor.spelling}: the type {kind.spelling} is not known to every language")
    return kind.spelling


def has_no_padding(cursor, struct):
    """In structs that state their size every byte must belong to a field, because unknown fields
    must be zero.
    """
    if struct["fields"][0]["name"] != "struct_size":
        return
    at = 0
    for field in [*struct["fields"], {"name": "its end", "offset": struct["size"], "size": 0}]:
        if field["offset"] != at:
            raise Problem(
                place_of(cursor),
                f"{struct['name']}: {field['offset'] - at} bytes without a name before {field['name']}",
            )
        at = field["offset"] + field["size"]


def is_exported(function):
    if not any(child.kind == Kind.VISIBILITY_ATTR for child in function.get_children()):
        raise Problem(place_of(function), f"{function.spelling}: is not KOORD_API")


def names_numbers_of_its_type(function):
    """The function that formats the numbers of an enum must have the enum's name."""
    if function.spelling.endswith("_get_name") and function.result_type.get_canonical().kind == Type.POINTER:
        numbers = next(function.get_arguments()).type.spelling
        if function.spelling != f"{numbers}_get_name":
            raise Problem(place_of(function), f"{function.spelling}: what names numbers of {numbers} is {numbers}_get_name")


def has_few_parameters(function):
    parameters = list(function.get_arguments())
    if len(parameters) > MOST_PARAMETERS:
        raise Problem(
            place_of(function), f"{function.spelling}: {len(parameters)} parameters, at most {MOST_PARAMETERS}"
        )


def fails_in_one_way(function):
    """A function that can fail must return a status, with details in its last argument."""
    kinds = [one.type.spelling for one in function.get_arguments()]
    is_last = kinds[-1:] == ["koord_error *"]
    if (function.result_type.spelling == "koord_status") != is_last or "koord_error *" in kinds[:-1]:
        raise Problem(
            place_of(function), f"{function.spelling}: koord_status and a last argument koord_error * belong together"
        )


def rows_have_a_stride(function):
    """Rows grow at their end, so the caller must pass their size."""
    parameters = list(function.get_arguments())
    for one, following in zip(parameters, [*parameters[1:], None]):
        if one.spelling == "rows" and one.type.get_pointee().get_canonical().kind == Type.RECORD:
            if following is None or following.spelling != "stride":
                raise Problem(place_of(one), f"{function.spelling}: no stride follows the rows")


def shares_a_comment(function, before):
    """Returns true if one comment precedes functions on consecutive lines."""
    return (
        before is not None
        and before.kind == Kind.FUNCTION_DECL
        and before.extent.end.line + 1 == function.extent.start.line
    )


def is_described(function, before):
    if not (
        function.raw_comment or function.spelling.endswith(DESCRIBED_ENDINGS) or shares_a_comment(function, before)
    ):
        raise Problem(place_of(function), f"{function.spelling}: has no comment")


def says_what_it_is(cursor, entry):
    """Types and enums become classes, which need documentation."""
    if not entry.get("comment"):
        raise Problem(place_of(cursor), f"{entry['name']}: has no comment")


def are_all_included(umbrella, headers):
    """koord.h must include every header of its folder and of experimental/."""
    for file in sorted((umbrella.parent / umbrella.stem).rglob("*.h")):
        if file.stem not in headers:
            raise Problem(f"{umbrella.name}:1", f"does not include {file.relative_to(umbrella.parent)}")


def halves_are_folders(headers, stable):
    """Experimental headers, and only they, lie in experimental/."""
    for name, file in headers.items():
        if (file.parent.name == "experimental") != (name not in stable):
            half = "stable" if name in stable else "experimental"
            raise Problem(f"{file.name}:1", f"is {half}: experimental headers lie in experimental/, stable ones beside it")


def no_comment_is_lost(unit, files, attached):
    """Every documentation comment must belong to a declaration: after it on its line, or above it.
    """
    left = attached.copy()
    for file in files:
        of_unit = unit.get_file(str(file))
        start, end = (cindex.SourceLocation.from_offset(unit, of_unit, at) for at in (0, file.stat().st_size))
        for token in unit.get_tokens(extent=cindex.SourceRange.from_locations(start, end)):
            if token.kind == cindex.TokenKind.COMMENT and token.spelling.startswith("/**"):
                left[token.spelling] -= 1
                if left[token.spelling] < 0:
                    raise Problem(
                        place_of(token), "a comment of no declaration; what does not fit behind one stands above it"
                    )

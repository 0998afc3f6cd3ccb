"""What a declaration of the header must keep to, so that every language can have it. Each says what breaks it, and where."""

from libclang import cindex
from problem import Problem, place_of

Kind = cindex.CursorKind
Type = cindex.TypeKind

# Numbers of a width that is the same everywhere.
FIXED = {"int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"}
# What functions take and return besides: none of it may lie in a struct.
PASSED = FIXED | {"void", "char", "size_t"}
# The conventions at the header's top describe these for all types at once.
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
    """What its numbers' names begin with: koord_pod_flags has KOORD_POD_TERMINATED."""
    return enum.removesuffix("_flags").upper() + "_"


def is_named_for_its_type(enumerator, enum):
    """koord_status keeps KOORD_OK and KOORD_E_*: the one exception."""
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
    """A type of named numbers stands directly before them."""
    if is_named_number(cursor) and (followed_by is None or followed_by.kind != Kind.ENUM_DECL):
        raise Problem(place_of(cursor), f"{cursor.spelling}: no enum follows with its values")


def is_plain_field(field):
    if field.spelling in ("zero", "padding", "unused") or field.spelling.startswith("reserved") and field.spelling != "reserved":
        raise Problem(place_of(field), f"{field.semantic_parent.spelling}.{field.spelling}: what is left to grow into is reserved")
    if field.kind != Kind.FIELD_DECL or field.is_bitfield():
        raise Problem(place_of(field), f"{field.semantic_parent.spelling}.{field.spelling}: no plain field")


def field_type(field):
    """How the field's type is spelled; of texts, that of their elements."""
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
    """KOORD_OF names a type of named numbers, and all of them fit the field."""
    if "of" not in field:
        return
    values = next((enum["values"] for enum in enums if enum["name"] == field["of"]), None)
    if values is None:
        raise Problem(place_of(cursor), f"{cursor.spelling}: {field['of']} is no type of named numbers declared before")
    large = next((one["name"] for one in values if not 0 <= one["value"] < 1 << 8 * field["size"]), None)
    if large:
        raise Problem(place_of(cursor), f"{cursor.spelling}: {large} does not fit")


def type_of(cursor, kind):
    """How the type of a parameter or a result is spelled."""
    inner = kind
    while inner.kind == Type.POINTER:
        inner = inner.get_pointee()
    name = inner.spelling.removeprefix("const ")
    if name not in PASSED and not name.startswith("koord_"):
        raise Problem(place_of(cursor), f"{cursor.spelling}: the type {kind.spelling} is not known to every language")
    return kind.spelling


def has_no_padding(cursor, struct):
    """Of structs that say their size every byte has a name: what a library does not know must be zero."""
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
    """What prints the numbers of an enum is found by the enum's name."""
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
    """What can fail returns a status, and says more in its last argument."""
    kinds = [one.type.spelling for one in function.get_arguments()]
    is_last = kinds[-1:] == ["koord_error *"]
    if (function.result_type.spelling == "koord_status") != is_last or "koord_error *" in kinds[:-1]:
        raise Problem(
            place_of(function), f"{function.spelling}: koord_status and a last argument koord_error * belong together"
        )


def rows_have_a_stride(function):
    """Rows grow at their end: who calls says how large they are for it."""
    parameters = list(function.get_arguments())
    for one, following in zip(parameters, [*parameters[1:], None]):
        if one.spelling == "rows" and one.type.get_pointee().get_canonical().kind == Type.RECORD:
            if following is None or following.spelling != "stride":
                raise Problem(place_of(one), f"{function.spelling}: no stride follows the rows")


def shares_a_comment(function, before):
    """One comment may stand before functions on lines that follow each other."""
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
    """Types and sets of numbers become classes, which have documentation."""
    if not entry.get("comment"):
        raise Problem(place_of(cursor), f"{entry['name']}: has no comment")


def are_all_included(umbrella, headers):
    """A header that koord.h leaves out is nobody's."""
    for file in sorted((umbrella.parent / umbrella.stem).glob("*.h")):
        if file.stem not in headers:
            raise Problem(f"{umbrella.name}:1", f"does not include {umbrella.stem}/{file.name}")


def no_comment_is_lost(unit, files, attached):
    """Each comment for readers is that of a declaration: behind it on its line, or above it."""
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

"""Writes every set of numbers as a Java enum."""

from javadoc import block, head, java_prose, spoken
from names import is_flags
from prose import first_sentence

FOLDER = "bindings/java/src/main/java/org/koord/"
UNKNOWN = "UNRECOGNIZED"


def emit(interface, names):
    prose = java_prose(names, interface)
    functions = {function["name"]: function for function in interface["functions"]}
    made = {}
    for enum in interface["enums"]:
        name = names.enum_class("java", enum)
        if name:
            made[f"{FOLDER}{name}.java"] = head() + "\n".join(_enum(name, enum, names, prose, functions)) + "\n"
    return made


def _enum(name, enum, names, prose, functions):
    grows = not is_flags(enum)
    unknown = names.unknown(enum) or UNKNOWN
    about = prose.of(enum)
    if grows:
        about = f"{about} Numbers that only a newer library knows become {{@link #{unknown}}}."
    yield from block(about)
    yield f"public enum {name} implements Coded {{"
    members = [(names.member(enum, one["name"]), f"KoordRaw.{one['name']}", prose.of(one)) for one in enum["values"]]
    if grows and unknown == UNKNOWN:
        members.append(
            (UNKNOWN, "Integer.MIN_VALUE", "A number that this binding does not know. Calls reject it as an argument.")
        )
    for position, (member, value, said) in enumerate(members):
        yield from block(said or spoken(member), "  ")
        yield f"  {member}({value}){',' if position + 1 < len(members) else ';'}"
    yield ""
    if grows:
        yield f"  private static final {name}[] KNOWN = values();"
    yield from ("  private final int code;", "", f"  {name}(int code) {{", "    this.code = code;", "  }", "")
    yield from ("  @Override", "  public int code() {", "    return code;", "  }")
    yield from _spelling(enum, names, prose, functions)
    if grows:
        yield from ("", f"  static {name} of(int code) {{", f"    return Coded.of(KNOWN, code, {unknown});", "  }")
    yield "}"


def _spelling(enum, names, prose, functions):
    """Yields the method for the text of a number, if a function returns it: from the number alone,
    or in the terms of another enum.
    """
    found = functions.get(f"{enum['name']}_get_name")
    if not found:
        return
    _, *words = found["parameters"]
    given = [(one["name"], names.enum_class("java", names.enum_of_type(one["type"]))) for one in words]
    described = functions[found.get("described_with", found["name"])]
    yield ""
    about = [(name, f"the {spoken(name)}") for name, _ in given]
    yield from block(first_sentence(prose.of(described)), "  ", about, "its name")
    yield f"  public String spelling({', '.join(f'{owner} {name}' for name, owner in given)}) {{"
    yield f"    return KoordRaw.{found['name']}({', '.join(['code'] + [f'{name}.code()' for name, _ in given])});"
    yield "  }"

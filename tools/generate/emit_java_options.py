"""Writes input structs as immutable Java options: each setter returns a modified copy."""

from emit_java_enums import FOLDER
from fields import members
from javadoc import block, head, java_prose, spoken
from names import is_flags, lower_camel
from prose import wrapped
from shapes import Shapes

WIDTH = 100
KEYWORDS = ("static", "default", "package")
TYPES = {4: "int", 8: "long"}


def emit(interface, names):
    prose, shapes = java_prose(names, interface), Shapes(interface)
    made = {}
    for struct in interface["structs"]:
        if shapes.is_option(struct["name"]):
            writer = Options(struct, names, prose, shapes)
            made[f"{FOLDER}{writer.name}.java"] = head() + "\n".join(writer.lines()) + "\n"
    return made


def of_arrays(struct, shapes):
    """Returns fields that describe the arrays of the call, which the call sets."""
    given = {
        parameter["name"]
        for function in shapes.functions.values()
        if any(argument.kind == "struct" and argument.type == struct["name"] for argument in shapes.arguments(function))
        for parameter in function["parameters"]
    }
    found = []
    for field in struct["fields"]:
        base, _, end = field["name"].rpartition("_")
        if field["name"] in given or end in ("stride", "count") and base + "s" in given or field["name"] == "words":
            found.append(field["name"])
    return found


def folded(start, parts, end, indent):
    """Breaks a call or a list into lines that are short enough."""
    whole = indent + start + ", ".join(parts) + end
    if len(whole) <= WIDTH:
        return [whole]
    return [indent + start, *wrapped(", ".join(parts) + end, WIDTH, indent + "    ")]


class Options:
    def __init__(self, struct, names, prose, shapes):
        self.name, self._struct, self._names, self._prose = names.struct_class(struct["name"]), struct, names, prose
        self._arrays = of_arrays(struct, shapes)
        self._flags = [field for field in struct["fields"] if self._is_flags(field)]
        shown = members(struct, names.structs)
        self._shown = [field for _, field, _ in shown if field["name"] not in self._arrays and field not in self._flags]
        self._kept = [field for field in struct["fields"] if field in self._flags or field in self._shown]

    def _is_flags(self, field):
        enum = self._names.enum_of_field(field)
        return field["name"] not in self._arrays and enum is not None and is_flags(enum)

    def lines(self):
        yield from block(f"{self._prose.of(self._struct)} Immutable: each setter returns a changed copy.")
        yield f"public final class {self.name} {{"
        for field in self._kept:
            yield f"  private final {self._type(field)} {lower_camel(field['name'])};"
        yield from ("", "  /** All defaults. */", f"  public {self.name}() {{")
        yield from folded("this(", [self._default(field) for field in self._kept], ");", "    ")
        yield from ("  }", "")
        yield from folded(
            f"private {self.name}(", [f"{self._type(field)} {lower_camel(field['name'])}" for field in self._kept], ") {", "  "
        )
        yield from (f"    this.{lower_camel(field['name'])} = {lower_camel(field['name'])};" for field in self._kept)
        yield "  }"
        for field in self._flags:
            for one in self._names.enum_of_field(field)["values"]:
                yield from self._flag(field, one)
        for field in self._shown:
            yield from self._setter(field)
        yield from self._write()
        yield "}"

    def setters(self):
        """Yields (name, type, comment) of each setter."""
        for field in self._flags:
            for one in self._names.enum_of_field(field)["values"]:
                yield self._flag_name(field, one), "boolean", self._prose.of(one) or spoken(self._flag_name(field, one))
        for field in self._shown:
            yield lower_camel(field["name"]), self._type(field), self._said(field)

    def _said(self, field):
        said = self._prose.of(field) or spoken(field["name"])
        if self._has(field):
            is_enum = self._type(field) not in TYPES.values()
            said += "; null if not stated" if is_enum else "; stated once it is set"
        return said

    def _flag_name(self, field, one):
        enum = self._names.enum_of_field(field)
        member = self._names.member(enum, one["name"])
        if member.lower() in KEYWORDS:  # with the word before it
            member = f"{enum['name'].split('_')[-2]}_{member}"
        return lower_camel(member.lower())

    def _type(self, field):
        enum = self._names.enum_of_field(field)
        return self._names.enum_class("java", enum) if enum and not is_flags(enum) else TYPES[field["size"]]

    def _default(self, field):
        enum = self._names.enum_of_field(field)
        if enum is None or is_flags(enum):
            return "0"
        zero = next(one for one in enum["values"] if one["value"] == 0)
        return f"{self._names.enum_class('java', enum)}.{self._names.member(enum, zero['name'])}"

    def _copy(self, **changed):
        given = [changed.get(field["name"], lower_camel(field["name"])) for field in self._kept]
        return folded(f"return new {self.name}(", given, ");", "    ")

    def _flag(self, field, one):
        name, label = self._flag_name(field, one), lower_camel(field["name"])
        yield ""
        said = self._prose.of(one) or spoken(self._names.member(self._names.enum_of_field(field), one["name"]))
        yield from block(said, "  ", [("on", "true to set this flag, false to clear it")], "a changed copy")
        yield f"  public {self.name} {name}(boolean on) {{"
        yield from self._copy(**{field["name"]: f"Coded.with({label}, KoordRaw.{one['name']}, on)"})
        yield "  }"

    def _has(self, field):
        """Returns the flag for a stated field."""
        for flags in self._flags:
            for one in self._names.enum_of_field(flags)["values"]:
                if one["name"].endswith("_HAS_" + field["name"].upper()):
                    return flags["name"], one["name"]
        return None

    def _setter(self, field):
        label, kind, has = lower_camel(field["name"]), self._type(field), self._has(field)
        said = self._said(field)
        is_enum = kind not in TYPES.values()
        changed = {field["name"]: "value"}
        if not is_enum and field["type"].startswith("u") and "bit i" not in said:
            changed[field["name"]] = f'Frame.count("{label}", value)'
        elif is_enum and not has:
            changed[field["name"]] = f'java.util.Objects.requireNonNull(value, "{label}")'
        if has:
            changed[has[0]] = f"Coded.with({has[0]}, KoordRaw.{has[1]}, {'value != null' if is_enum else 'true'})"
            if is_enum:
                changed[field["name"]] = f"value == null ? {self._default(field)} : value"
        yield ""
        yield from block(said, "  ", [("value", "the new value")], "a changed copy")
        yield f"  public {self.name} {label}({kind} value) {{"
        yield from self._copy(**changed)
        yield "  }"

    def _write(self):
        """Yields the code that writes the struct of a call. Sizes of the call's arrays are
        parameters.
        """
        given = [f"int {lower_camel(name)}" for name in self._arrays]
        yield ""
        yield from folded("static long write(", ["Frame frame", f"{self.name} options", *given], ") {", "  ")
        yield from ("    if (options == null) {", "      return 0;", "    }")
        yield f"    Memory m = frame.struct(KoordRaw.{self._struct['name']}_size);"
        for field in self._struct["fields"][1:]:
            label = lower_camel(field["name"])
            if field["name"] in self._arrays:
                value = label
            elif field not in self._kept:
                value = "0" if field["size"] == 4 else "0L"
            else:
                is_enum = self._type(field) not in TYPES.values()
                value = f"options.{label}{'.code()' if is_enum else ''}"
            yield f"    m.put({value});"
        yield from ("    return m.address();", "  }")

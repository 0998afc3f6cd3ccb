"""Writes include/koord.hpp: C++ classes over the calls. The form of a call follows from its
parameters alone.
"""

import pathlib

from marks import CXX
from names import camel
from shapes import Shapes

WIDTH = 100
KEYWORDS = {"new", "register", "default"}

HEAD = pathlib.Path(__file__).with_name("koord.hpp.in").read_text(encoding="utf-8")
# Members of a handle written by hand, and their definitions. They use experimental calls.
BY_HAND = {"koord_cluster": pathlib.Path(__file__).with_name("cluster_files.hpp.in").read_text(encoding="utf-8").split("@@\n")}
END = """}  // namespace cpp
}  // namespace koord

#endif  // KOORD_HPP_
"""

COUNTED = """ public:
  {name}() = default;
  /// Takes ownership of a reference that another call returned.
  explicit {name}({handle} *handle) noexcept : handle_(handle) {{}}
  {name}(const {name} &other) noexcept
      : handle_(other.handle_ != nullptr ? {handle}_ref(other.handle_) : nullptr) {{}}
  {name}({name} &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {{}}
  {name} &operator=({name} other) noexcept {{
    std::swap(handle_, other.handle_);
    return *this;
  }}
  ~{name}() {{ {free}(handle_); }}
"""
OWNED = """ public:
  {name}() = default;
  /// Takes ownership of a handle that another call returned.
  explicit {name}({handle} *handle) noexcept : handle_(handle) {{}}
  {name}({name} &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {{}}
  {name} &operator=({name} other) noexcept {{
    std::swap(handle_, other.handle_);
    return *this;
  }}
  ~{name}() {{ {free}(handle_); }}
"""
ACCESS = """  explicit operator bool() const noexcept {{ return handle_ != nullptr; }}
  operator const {handle} *() const noexcept {{ return handle_; }}
  {handle} *get() noexcept {{ return handle_; }}
  const {handle} *get() const noexcept {{ return handle_; }}
"""


def emit(interface, names):
    shapes = Shapes(interface)
    handles = [one for one in interface["handles"] if one["name"] != "koord_buffer"]
    halves = {header["name"]: header.get("experimental", False) for header in interface["headers"]}
    methods = {handle["name"]: [] for handle in handles}
    free = []
    for function in interface["functions"]:
        if not shapes.is_plumbing(function):
            owner = shapes.owner(function)
            (methods[owner] if owner else free).append(function)
    writer = _Writer(shapes, halves)
    for handle in handles:
        writer.declare(handle)
    writer.line()
    for handle in handles:
        writer.define_class(handle, methods[handle["name"]])
    for function in free:
        writer.free_function(function)
    writer.finish_half()
    for handle in handles:
        for function in methods[handle["name"]]:
            writer.define_method(handle, function)
    writer.finish_half()
    for _, definitions in BY_HAND.values():
        writer.lines += ["#ifdef KOORD_EXPERIMENTAL", *definitions.splitlines(), "#endif  // KOORD_EXPERIMENTAL", ""]
    text = HEAD + "\n".join(writer.lines) + "\n" + END
    return {"include/koord.hpp": CXX + "// clang-format off\n" + "".join(_folded(line) + "\n" for line in text.splitlines())}


def _folded(line):
    """Breaks lines that are too long after commas."""
    if len(line) <= WIDTH or line.lstrip().startswith("//"):
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    out, left = "", line
    while len(left) > WIDTH:
        at = max(left.rfind(", ", len(indent), WIDTH), left.rfind("> ", len(indent), WIDTH))
        if at < 0:
            break
        out += left[: at + 1] + "\n"
        left = indent + left[at + 2 :]
    return out + left


class _Call:
    """A function in C++: its inputs, the arguments of the call, and its results."""

    def __init__(self, function, shapes):
        self.inputs, self.passed, self.before = [], [], []
        self.outs = []  # types and expressions
        self._nullable = set()  # names of inputs
        self._makes = self._refuses = False
        self.loop = None  # text or rows: the call is repeated until the result fits
        self._structs = shapes.structs
        self.throws, self.result = shapes.fails(function), function["result"]
        for argument in shapes.arguments(function):
            if argument.is_nullable:
                self._nullable.add(argument.name)
            if argument.kind != "self":
                getattr(self, "_" + argument.kind, self._as_it_is)(argument)
        self.inputs.sort(key=lambda given: given[0] == "const koord_context *")

    def _as_it_is(self, argument):
        name = argument.name
        self.inputs.append((argument.parameters[0]["type"], name))
        self.passed.append(name)

    def _struct(self, argument):
        if argument.is_nullable:
            self._as_it_is(argument)
        else:
            self.inputs.append((f"const {argument.type} &", argument.name))
            self.passed.append(f"&{argument.name}")

    def _error(self, argument):
        self.passed.append("err")

    def _text(self, argument):
        self._span("std::string_view", argument.name)

    def _text_out(self, argument):
        self.passed += ["text_", "capacity_", "needed_"]
        self.loop = ("text", None)

    def _rows(self, argument):
        kind, name = argument.type, argument.name
        self.inputs.append((f"std::span<{'const ' if argument.is_const else ''}{kind}>", name))
        self.passed += [f"{name}.data()", f"sizeof({kind})", f"{name}.size()"]

    _rows_inout = _rows_up_to = _rows

    def _rows_out(self, argument):
        self.passed += ["rows_", f"sizeof({argument.type})", "capacity_", "count_"]
        self.loop = ("rows", argument.type)

    def _numbers_out(self, argument):
        self.passed += ["rows_", "capacity_", "count_"]
        self.loop = ("rows", argument.type)

    def _words(self, argument):
        self._span(f"std::span<{'const ' if argument.is_const else ''}{argument.type}>", argument.name)

    _words_out = _words

    def _handles(self, argument):
        name = argument.name
        self.inputs.append((f"std::span<const {camel(argument.type)}>", name))
        self.before.append(f"const auto {name}_ = detail::handles_of<{argument.type}>({name});")
        self.passed += [f"{name}_.data()", f"{name}_.size()"]

    def _span(self, kind, name):
        self.inputs.append((kind, name))
        self.passed += [f"{name}.data()", f"{name}.size()"]

    def _document_out(self, argument):
        self._out(argument, f"{argument.type} *{argument.name} = nullptr;")
        self.outs.append(("std::string", f"detail::document_of({argument.name})"))

    def _handle_out(self, argument):
        self._out(argument, f"{argument.type} *{argument.name} = nullptr;")
        self._makes = True
        self.outs.append((camel(argument.type), f"{camel(argument.type)}({argument.name})"))

    def _struct_inout(self, argument):
        self.inputs.append((f"{argument.type} &", argument.name))
        self.passed.append(f"&{argument.name}")

    def _struct_out(self, argument):
        kind, name = argument.type, argument.name
        inside = [field["type"] for field in self._structs[kind]["fields"]]
        self._refuses |= "koord_refusal" in [kind, *inside] and not argument.is_nullable
        sized = self._structs[kind]["fields"][0]["name"] == "struct_size"
        self._out(argument, f"{kind} {name} = KOORD_INIT({kind});" if sized else f"{kind} {name}{{}};")
        self.outs.append((kind, name))

    def _number_out(self, argument):
        self._out(argument, f"{argument.type} {argument.name}{{}};")
        self.outs.append(("bool", f"{argument.name} != 0") if argument.is_bool else (argument.type, argument.name))

    def _out(self, argument, declared):
        self.before.append(declared)
        self.passed.append(f"&{argument.name}")

    def returned(self):
        outs = [kind for kind, _ in self._all_outs()]
        if not self.throws:
            return "std::string_view" if outs else self.result
        if not outs:
            return "void"
        return outs[0] if len(outs) == 1 else f"std::tuple<{', '.join(outs)}>"

    def look(self):
        """Returns an attribute for results that must not be ignored: a refusal, and a handle, which
        would be freed at once.
        """
        return "[[nodiscard]] " if self._refuses or self._makes else ""

    def _all_outs(self):
        looped = {"text": "std::string", "rows": None}
        first = []
        if self.loop:
            kind = looped[self.loop[0]] or f"std::vector<{self.loop[1]}>"
            first = [(kind, "looped_")]
        return first + self.outs

    def parameters(self, with_defaults):
        made, is_last = [], with_defaults
        for kind, name in reversed(self.inputs):
            is_last = is_last and name in self._nullable
            nothing = " = {}" if kind.startswith("std::") else " = nullptr"
            made.append(f"{kind}{'' if kind.endswith(('*', '&')) else ' '}{_safe(name)}{nothing if is_last else ''}")
        return ", ".join(reversed(made))

    def body(self, function, handle):
        given = ", ".join(([handle] if handle else []) + [_safe_use(one) for one in self.passed])
        call = f"{function}({given})"
        lines = list(self.before)
        if not self.throws:
            if self.outs:
                lines += [f"const char *texts_ = {call};", f"return {{texts_, {self.outs[0][1]}}};"]
                return [f"if ({handle} == nullptr) return {{}};", *lines]
            return [*lines, f"return {call};" if self.result != "void" else f"{call};"]
        if self.loop:
            if self.loop[0] == "text":
                arguments = "char *text_, std::size_t capacity_, std::size_t *needed_, koord_error *err"
                maker = "detail::text_of"
            else:
                arguments = f"{self.loop[1]} *rows_, std::size_t capacity_, std::size_t *count_, koord_error *err"
                maker = f"detail::rows_of<{self.loop[1]}>"
            start = "return " if not self.outs else "auto looped_ = "
            lines.append(f"{start}{maker}([&]({arguments}) {{")
            lines.append(f"  return {call};")
            lines.append("});")
            if not self.outs:
                return lines
        else:
            lines.append(f"detail::checked([&](koord_error *err) {{ return {call}; }});")
        outs = [text for _, text in self._all_outs()]
        if len(outs) == 1:
            lines.append(f"return {outs[0]};")
        elif outs:
            moved = [f"std::move({one})" if one == "looped_" else one for one in outs]
            lines.append(f"return {{{', '.join(moved)}}};")
        return lines


class _SetCall(_Call):
    """Like _Call, but the set that the call fills is its result."""

    def _words_out(self, argument):
        self._out(argument, f"CpuSet {argument.name};")
        self.passed[-1:] = [f"{argument.name}.data()", f"{argument.name}.size()"]
        self.outs.append(("CpuSet", argument.name))


def _calls(function, shapes):
    """Yields each overload with its comment, or None to use the function's."""
    call = _Call(function, shapes)
    fills = [one for one in shapes.arguments(function) if one.kind == "words_out"]
    if len(fills) != 1 or call.returned() != "void":
        return [(call, None)]
    return [(_SetCall(function, shapes), None), (call, f"The same, into {fills[0].name} that are there.")]


def _safe(name):
    return name + "_" if name in KEYWORDS else name


def _safe_use(text):
    return text + "_" if text in KEYWORDS else text


class _Writer:
    def __init__(self, shapes, halves):
        self.lines = []
        self._shapes, self._halves = shapes, halves
        self._is_experimental = False

    def line(self, text=""):
        self.finish_half()
        self.lines.append(text)

    def half_of(self, entry):
        wanted = self._halves[entry["header"]]
        if wanted != self._is_experimental:
            self.lines.append("#ifdef KOORD_EXPERIMENTAL" if wanted else "#endif  // KOORD_EXPERIMENTAL")
            self._is_experimental = wanted

    def finish_half(self):
        if self._is_experimental:
            self.lines.append("#endif  // KOORD_EXPERIMENTAL")
            self._is_experimental = False

    def declare(self, handle):
        self.half_of(handle)
        self.lines.append(f"class {camel(handle['name'])};")

    def _comment(self, entry, indent):
        for line in entry.get("comment", []):
            self.lines.append(f"{indent}/// {line}".rstrip())
        if "described_with" in entry:
            self.lines.append(f"{indent}/// Same as {entry['described_with']}.")

    def _method_name(self, handle, function):
        name = function["name"].removeprefix(handle["name"] + "_")
        return "create" if name == "new" else name

    def define_class(self, handle, methods):
        name = camel(handle["name"])
        self.half_of(handle)
        self._comment(handle, "")
        self.lines.append(f"class {name} {{")
        text = (COUNTED if self._shapes.is_counted(handle["name"]) else OWNED) + ACCESS
        self.lines += text.format(name=name, handle=handle["name"], free=self._shapes.end_of(handle["name"])).rstrip().split("\n")
        outer = self._is_experimental
        for function in methods:
            wanted = self._halves[function["header"]]
            if wanted and not outer:
                self.lines.append("#ifdef KOORD_EXPERIMENTAL")
            self.lines.append("")
            self._comment(function, "  ")
            before = "" if self._shapes.is_method(function) else "static "
            for call, comment in _calls(function, self._shapes):
                if comment:
                    self.lines.append(f"  /// {comment}")
                parameters = call.parameters(with_defaults=True)
                self.lines.append(
                    f"  {call.look()}{before}{call.returned()} {self._method_name(handle, function)}({parameters}){self._const(function)};"
                )
            if wanted and not outer:
                self.lines.append("#endif  // KOORD_EXPERIMENTAL")
        if handle["name"] in BY_HAND:
            self.lines += ["", "#ifdef KOORD_EXPERIMENTAL", *BY_HAND[handle["name"]][0].splitlines(), "#endif  // KOORD_EXPERIMENTAL"]
        self.lines += ["", " private:", f"  {handle['name']} *handle_ = nullptr;", "};", ""]

    def define_method(self, handle, function):
        self.half_of({"header": function["header"] if not self._halves[handle["header"]] else handle["header"]})
        name = f"{camel(handle['name'])}::{self._method_name(handle, function)}"
        self_handle = "handle_" if self._shapes.is_method(function) else None
        for call, _ in _calls(function, self._shapes):
            parameters = call.parameters(with_defaults=False)
            self.lines.append(f"inline {call.returned()} {name}({parameters}){self._const(function)} {{")
            self.lines += ["  " + line for line in call.body(function["name"], self_handle)]
            self.lines += ["}", ""]

    def _const(self, function):
        """Returns the suffix of a method that does not modify its object."""
        is_const = self._shapes.is_method(function) and function["parameters"][0]["type"].startswith("const ")
        return " const" if is_const else ""

    def free_function(self, function):
        self.half_of(function)
        name = function["name"].removeprefix("koord_")
        self._comment(function, "")
        for call, comment in _calls(function, self._shapes):
            if comment:
                self.lines.append(f"/// {comment}")
            self.lines.append(f"{call.look()}inline {call.returned()} {name}({call.parameters(with_defaults=True)}) {{")
            self.lines += ["  " + line for line in call.body(function["name"], None)]
            self.lines += ["}", ""]

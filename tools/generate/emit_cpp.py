"""include/koord.hpp: classes of C++ over the calls. What a call becomes follows from its parameters alone."""

from marks import CXX
from names import camel
from shapes import Shapes

WIDTH = 100
KEYWORDS = {"new", "register", "default"}

HEAD = """// libkoord for C++20: handles that free themselves, texts, spans and vectors in place of pointers and lengths, and
// exceptions. Header-only: it calls koord.h and nothing else. Structs, numbers and semantics are those of koord.h.
//
// - A class for each handle. Those of immutable objects are counted: a copy is one more reference. Others move.
//   An object that was moved from, or made by default, is empty: calls give KOORD_E_INVALID.
// - A function of a handle is a method named without the prefix: koord_topology_get_info is Topology::get_info.
//   What takes no such handle first is static: Topology::from_json. Other functions keep their name: koord::cpu_pick.
// - Errors are thrown as koord::Error. A request that does not fit is no error: look at the koord_refusal.
// - Rows come as a std::vector, documents and texts as std::string, what a call writes besides as a std::tuple.
// - A handle as an argument converts from its class, and nullptr is none.
// - Threads: as koord.h has it, for the handle behind each object.
#ifndef KOORD_HPP_
#define KOORD_HPP_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "koord.h"

namespace koord {

/// What a call failed with: the status, and the library's message, which names what was wrong.
class Error : public std::runtime_error {
 public:
  Error(koord_status code, const char *message)
      : std::runtime_error(*message != '\\0' ? message : koord_status_get_name(code)), code_(code) {}
  koord_status code() const noexcept { return code_; }

 private:
  koord_status code_;
};

namespace detail {

// Calls until the buffers are large enough: `call` says whether it was told that they are not.
template <typename Call>
void checked(Call &&call) {
  koord_error error{};
  const koord_status status = call(&error);
  if (status != KOORD_OK) throw Error(status, error.message);
}

// f: koord_status(char *text, size_t capacity, size_t *needed, koord_error *).
template <typename Call>
std::string text_of(Call &&call) {
  std::string text(128, '\\0');
  for (;;) {
    koord_error error{};
    std::size_t needed = 0;
    const koord_status status = call(text.data(), text.size(), &needed, &error);
    if (status == KOORD_E_NO_SPACE && needed >= text.size()) {
      text.resize(needed + 1);
      continue;
    }
    if (status != KOORD_OK) throw Error(status, error.message);
    text.resize(needed);
    return text;
  }
}

// f: koord_status(Row *rows, size_t capacity, size_t *count, koord_error *).
template <typename Row, typename Call>
std::vector<Row> rows_of(Call &&call) {
  std::vector<Row> rows(16);
  for (;;) {
    koord_error error{};
    std::size_t count = 0;
    const koord_status status = call(rows.data(), rows.size(), &count, &error);
    if (status == KOORD_E_NO_SPACE && count > rows.size()) {
      rows.resize(count);
      continue;
    }
    if (status != KOORD_OK) throw Error(status, error.message);
    rows.resize(count);
    return rows;
  }
}

// Takes the document over.
inline std::string document_of(koord_buffer *buffer) {
  if (buffer == nullptr) return {};
  struct Unref {
    koord_buffer *buffer;
    ~Unref() { koord_buffer_unref(buffer); }
  } const unref{buffer};
  return std::string(koord_buffer_get_data(buffer), koord_buffer_get_length(buffer));
}

}  // namespace detail

/// A set of CPUs, as wide as any machine that the library accepts; converts to the words that calls take.
class CpuSet {
 public:
  static constexpr std::size_t kWords = KOORD_MAX_CPUS / 64;

  CpuSet() = default;
  /// Of Linux cpu-list text: "0-3,8". Throws Error.
  explicit CpuSet(std::string_view list) {
    detail::checked([&](koord_error *err) {
      return koord_cpulist_parse(list.data(), list.size(), words_.data(), kWords, err);
    });
  }

  bool contains(std::size_t cpu) const noexcept {
    return cpu < KOORD_MAX_CPUS && (words_[cpu / 64] >> cpu % 64 & 1) != 0;
  }
  /// Throws std::out_of_range.
  void insert(std::size_t cpu) { words_.at(cpu / 64) |= std::uint64_t{1} << cpu % 64; }
  void erase(std::size_t cpu) { words_.at(cpu / 64) &= ~(std::uint64_t{1} << cpu % 64); }
  std::size_t count() const noexcept {
    std::size_t sum = 0;
    for (const std::uint64_t word : words_) sum += static_cast<std::size_t>(std::popcount(word));
    return sum;
  }
  bool empty() const noexcept { return count() == 0; }
  /// Its CPUs, ascending.
  std::vector<std::int32_t> ids() const {
    std::vector<std::int32_t> out;
    for (std::size_t word = 0; word < kWords; ++word)
      for (std::uint64_t left = words_[word]; left != 0; left &= left - 1)
        out.push_back(static_cast<std::int32_t>(64 * word) + std::countr_zero(left));
    return out;
  }
  /// "0-3,8".
  std::string to_string() const {
    return detail::text_of([&](char *text, std::size_t capacity, std::size_t *needed, koord_error *err) {
      return koord_cpulist_format(words_.data(), kWords, text, capacity, needed, err);
    });
  }

  CpuSet &operator|=(const CpuSet &other) noexcept { return merge(other, [](auto a, auto b) { return a | b; }); }
  CpuSet &operator&=(const CpuSet &other) noexcept { return merge(other, [](auto a, auto b) { return a & b; }); }
  CpuSet &operator-=(const CpuSet &other) noexcept { return merge(other, [](auto a, auto b) { return a & ~b; }); }
  friend CpuSet operator|(CpuSet a, const CpuSet &b) noexcept { return a |= b; }
  friend CpuSet operator&(CpuSet a, const CpuSet &b) noexcept { return a &= b; }
  friend CpuSet operator-(CpuSet a, const CpuSet &b) noexcept { return a -= b; }
  friend bool operator==(const CpuSet &a, const CpuSet &b) noexcept = default;

  operator std::span<std::uint64_t>() noexcept { return words_; }
  operator std::span<const std::uint64_t>() const noexcept { return words_; }
  std::uint64_t *data() noexcept { return words_.data(); }
  const std::uint64_t *data() const noexcept { return words_.data(); }
  static constexpr std::size_t size() noexcept { return kWords; }

 private:
  template <typename Merge>
  CpuSet &merge(const CpuSet &other, Merge merge) noexcept {
    for (std::size_t word = 0; word < kWords; ++word) words_[word] = merge(words_[word], other.words_[word]);
    return *this;
  }

  std::array<std::uint64_t, kWords> words_{};
};

"""

END = """}  // namespace koord

#endif  // KOORD_HPP_
"""

COUNTED = """ public:
  {name}() = default;
  /// Takes a reference over that another call gave.
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
  /// Takes over a handle that another call gave.
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
    text = HEAD + "\n".join(writer.lines) + "\n" + END
    return {"include/koord.hpp": CXX + "// clang-format off\n" + "".join(_folded(line) + "\n" for line in text.splitlines())}


def _folded(line):
    """Lines that are too long are broken behind commas."""
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
    """A function as C++ has it: what goes in, how it is passed on, and what comes out."""

    def __init__(self, function, shapes):
        self.inputs, self.passed, self.before = [], [], []
        self.outs = []  # type and expression
        self.loop = None  # text or rows: the call is made until it fits
        self._structs = shapes.structs
        self.throws, self.result = shapes.fails(function), function["result"]
        for argument in shapes.arguments(function):
            if argument.kind != "self":
                getattr(self, "_" + argument.kind, self._as_it_is)(argument)

    def _as_it_is(self, argument):
        name = argument.name
        self.inputs.append((argument.parameters[0]["type"], name))
        self.passed.append(name)

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
        self._span(f"std::span<{argument.parameters[0]['type'].removesuffix('*').strip()}>", argument.name)

    def _span(self, kind, name):
        self.inputs.append((kind, name))
        self.passed += [f"{name}.data()", f"{name}.size()"]

    def _document_out(self, argument):
        self._out(argument, f"{argument.type} *{argument.name} = nullptr;")
        self.outs.append(("std::string", f"detail::document_of({argument.name})"))

    def _handle_out(self, argument):
        self._out(argument, f"{argument.type} *{argument.name} = nullptr;")
        self.outs.append((camel(argument.type), f"{camel(argument.type)}({argument.name})"))

    def _struct_inout(self, argument):
        self.inputs.append((f"{argument.type} &", argument.name))
        self.passed.append(f"&{argument.name}")

    def _struct_out(self, argument):
        kind, name = argument.type, argument.name
        sized = self._structs[kind]["fields"][0]["name"] == "struct_size"
        self._out(argument, f"{kind} {name} = KOORD_INIT({kind});" if sized else f"{kind} {name}{{}};")
        self.outs.append((kind, name))

    def _number_out(self, argument):
        self._out(argument, f"{argument.type} {argument.name}{{}};")
        self.outs.append((argument.type, argument.name))

    def _out(self, argument, declared):
        self.before.append(declared)
        self.passed.append(f"&{argument.name}")

    def returned(self):
        outs = [kind for kind, _ in self._all_outs()]
        if not self.throws:
            return {"const char *": "const char *"}.get(self.result, self.result)
        if not outs:
            return "void"
        return outs[0] if len(outs) == 1 else f"std::tuple<{', '.join(outs)}>"

    def _all_outs(self):
        looped = {"text": "std::string", "rows": None}
        first = []
        if self.loop:
            kind = looped[self.loop[0]] or f"std::vector<{self.loop[1]}>"
            first = [(kind, "looped_")]
        return first + self.outs

    def parameters(self):
        return ", ".join(f"{kind}{'' if kind.endswith(('*', '&')) else ' '}{_safe(name)}" for kind, name in self.inputs)

    def body(self, function, handle):
        given = ", ".join(([handle] if handle else []) + [_safe_use(one) for one in self.passed])
        call = f"{function}({given})"
        lines = list(self.before)
        if not self.throws:
            lines.append(f"return {call};" if self.result != "void" else f"{call};")
            return lines
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
            self.lines.append(f"{indent}/// As {entry['described_with']}.")

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
            call = _Call(function, self._shapes)
            is_method = self._shapes.is_method(function)
            before = "" if is_method else "static "
            const = " const" if is_method and function["parameters"][0]["type"].startswith("const ") else ""
            self.lines.append(
                f"  {before}{call.returned()} {self._method_name(handle, function)}({call.parameters()}){const};"
            )
            if wanted and not outer:
                self.lines.append("#endif  // KOORD_EXPERIMENTAL")
        self.lines += ["", " private:", f"  {handle['name']} *handle_ = nullptr;", "};", ""]

    def define_method(self, handle, function):
        self.half_of({"header": function["header"] if not self._halves[handle["header"]] else handle["header"]})
        call = _Call(function, self._shapes)
        is_method = self._shapes.is_method(function)
        const = " const" if is_method and function["parameters"][0]["type"].startswith("const ") else ""
        name = camel(handle["name"])
        self.lines.append(
            f"inline {call.returned()} {name}::{self._method_name(handle, function)}({call.parameters()}){const} {{"
        )
        self.lines += ["  " + line for line in call.body(function["name"], "handle_" if is_method else None)]
        self.lines += ["}", ""]

    def free_function(self, function):
        self.half_of(function)
        call = _Call(function, self._shapes)
        self._comment(function, "")
        self.lines.append(f"inline {call.returned()} {function['name'].removeprefix('koord_')}({call.parameters()}) {{")
        self.lines += ["  " + line for line in call.body(function["name"], None)]
        self.lines += ["}", ""]

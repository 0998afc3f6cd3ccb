"""Inputs and outputs of a call, derived from its C parameters. The generators of all languages share this.

One argument of a binding corresponds to one or more C parameters:

  self         the handle whose method it is           error, context
  text         const char *, size_t ..length           text_out      char *, size_t capacity, size_t *
  rows         const S *, size_t stride, size_t        rows_out      S *, stride, capacity, size_t *count
  rows_inout   S *, stride, count                      rows_up_to    S *, stride, capacity; the count is in an output struct
  words        const uint64_t *, size_t                words_out     uint64_t *, size_t
  numbers_out  N *, size_t capacity, size_t *count     handles       const H *const *, size_t
  handle       const H * or H *                        handle_out    H **
  struct       const S *                               document_out  koord_buffer **
  struct_out   S *                                     struct_inout  S *inout..
  number       by value, enums too                     number_out    N *, enums too
  pointer      available in C only: a callback, its user data, rows whose stride is a struct member
"""

import collections
import dataclasses
import functools

NUMBERS = ("int32_t", "uint32_t", "int64_t", "uint64_t", "size_t")
PLUMBING = ("_free", "_unref", "_close", "_ref")


@dataclasses.dataclass
class Argument:
    kind: str
    name: str
    type: str  # without const and *
    parameters: list  # C parameters in order

    @property
    def is_const(self):
        return self.parameters[0]["type"].startswith("const ")

    @property
    def is_bool(self):
        return self.parameters[0].get("bool", False)

    @property
    def is_nullable(self):
        return self.parameters[0].get("nullable", False)


class Shapes:
    def __init__(self, interface):
        self.functions = {one["name"]: one for one in interface["functions"]}
        self.structs = {one["name"]: one for one in interface["structs"]}
        self.enums = {one["name"]: one for one in interface["enums"]}
        self.handles = {one["name"]: one for one in interface["handles"]}
        self._owners = {}
        self._arguments = {}

    def owner(self, function):
        """Returns the handle after which a function is named, or None."""
        name = function["name"]
        if name not in self._owners:
            self._owners[name] = max((one for one in self.handles if name.startswith(one + "_")), key=len, default=None)
        return self._owners[name]

    def is_plumbing(self, function):
        """Returns true for functions that free or reference a handle, and those of documents, which
        each language handles separately.
        """
        return function["name"].endswith(PLUMBING) or self.owner(function) == "koord_buffer"

    def end_of(self, handle):
        """Returns the function that frees a handle."""
        return next(handle + end for end in ("_unref", "_free", "_close") if handle + end in self.functions)

    def is_counted(self, handle):
        return handle + "_ref" in self.functions

    def is_sized(self, struct):
        """Returns true if the struct states its size: input and output structs, but not rows or
        results that are passed on.
        """
        return self.structs[struct]["fields"][0]["name"] == "struct_size"

    def is_option(self, struct):
        """Returns true if calls only read the struct: a set of options, which can grow."""
        if not self.is_sized(struct):
            return False
        return self._kinds[struct] == {"struct"}

    @functools.cached_property
    def _kinds(self):
        """The kinds of arguments of each type in all functions."""
        kinds = collections.defaultdict(set)
        for function in self.functions.values():
            for argument in self.arguments(function):
                kinds[argument.type].add(argument.kind)
        return kinds

    def is_error(self, struct):
        """Returns true if the struct is the error of a failed call, which is an exception in other
        languages.
        """
        return struct == "koord_error"

    def is_method(self, function):
        """Returns true if the first parameter is the handle after which the function is named."""
        owner, parameters = self.owner(function), function["parameters"]
        return bool(owner and parameters) and parameters[0]["type"] in (f"{owner} *", f"const {owner} *")

    def of_builder(self, function):
        """Returns the same function for a builder instead of a document, or None."""
        name = function["name"]
        return self.functions.get(name + "_from_builder") or self.functions.get(name + "_builder")

    def fails(self, function):
        return function["result"] == "koord_status" and function["parameters"][-1:] != [] and (
            function["parameters"][-1]["type"] == "koord_error *"
        )

    def arguments(self, function):
        """Returns the arguments of a function, in order."""
        name = function["name"]
        if self.functions.get(name) is not function:
            return self._grouped(function)
        if name not in self._arguments:
            self._arguments[name] = self._grouped(function)
        return self._arguments[name]

    def _grouped(self, function):
        """Groups the parameters of a function into arguments."""
        parameters = function["parameters"]
        fields = {
            field["name"] for one in parameters for field in self.structs.get(bare(one["type"]), {"fields": []})["fields"]
        }
        made, at = [], 0
        if self.is_method(function):
            made.append(Argument("self", parameters[0]["name"], self.owner(function), parameters[:1]))
            at = 1
        while at < len(parameters):
            kind, count = self._kind(parameters[at:], fields)
            made.append(Argument(kind, parameters[at]["name"], bare(parameters[at]["type"]), parameters[at : at + count]))
            at += count
        return made

    def _kind(self, parameters, fields):
        """Returns the kind of the first argument and its number of parameters."""
        one = parameters[0]
        name, kind, inner = one["name"], one["type"], bare(one["type"])
        names = [following["name"] for following in parameters[1:4]] + [""] * 3
        types = [following["type"] for following in parameters[1:4]] + [""] * 3
        is_const, is_pointer = kind.startswith("const "), kind.endswith("*")
        if kind == "koord_error *":
            return "error", 1
        if kind == "const koord_context *":
            return "context", 1
        if kind == "const char *" and types[0] == "size_t" and names[0].endswith("length"):
            return "text", 2
        if kind == "char *" and types[:2] == ["size_t", "size_t *"]:
            return "text_out", 3
        if names[0].endswith("stride"):
            if is_const:
                return "rows", 3
            if types[2] == "size_t *":
                return "rows_out", 4
            return ("rows_inout" if names[1].endswith("count") else "rows_up_to"), 3
        if inner in NUMBERS and is_pointer and types[0] == "size_t":
            if names[0] == "capacity" and types[1] == "size_t *":
                return "numbers_out", 3
            if names[0] in ("word_count", "words"):
                return ("words" if is_const else "words_out"), 2
        if kind.endswith("*const *"):
            return "handles", 2
        if kind.endswith("**"):
            return ("document_out" if inner == "koord_buffer" else "handle_out"), 1
        if inner in self.handles and is_pointer:
            return "handle", 1
        if is_pointer and not is_const and f"{name.removesuffix('s')}_stride" in fields:
            return "pointer", 1
        if is_pointer and inner in self.structs:
            if is_const:
                return "struct", 1
            return ("struct_inout" if name.startswith("inout") else "struct_out"), 1
        if is_pointer and not is_const and (inner in NUMBERS or inner in self.enums):
            is_array = types[0] not in ("", "koord_error *") and inner == "uint64_t" and name in ("out", "granted")
            return ("pointer" if is_array else "number_out"), 1
        return ("pointer" if is_pointer or inner not in NUMBERS and inner not in self.enums else "number"), 1


def bare(kind):
    return kind.replace("const ", "").replace("*", "").strip()

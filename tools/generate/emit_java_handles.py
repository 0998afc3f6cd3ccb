"""Writes a Java class for each handle of koord.h, with a method for each of its functions, and
Koord with the functions that have no handle.
"""

import java_by_hand
from emit_java_enums import FOLDER
from emit_java_options import folded
from emit_java_steps import Steps
from fields import members
from java_calls import Call
from java_places import is_recorded, method_name, of_struct
from java_said import javadoc, often_said, outputs
from javadoc import WIDTH, block, head, java_prose, spoken
from names import camel, is_flags, lower_camel
from problem import Problem
from prose import wrapped
from shapes import Shapes

MOST_TOLD = 4  # counts in toString()
TOO_SMALL = "NO_SPACE"  # never thrown, because the call is repeated


def emit(interface, names):
    writer = _Writer(interface, names)
    made = {}
    for handle in interface["handles"]:
        name = camel(handle["name"])
        base = java_by_hand.base_of(name)
        if handle["name"] in writer.recorded:
            made[f"{FOLDER}{base}.java"] = Steps(writer, handle).text()
        elif base and handle["name"] != "koord_buffer":
            made[f"{FOLDER}{base}.java"] = writer.handle(handle, name, base)
    made[FOLDER + "Koord.java"] = writer.library(interface)
    return made | {f"{FOLDER}{kind}.java": text for kind, text in writer.results.items()}


class _Writer:
    def __init__(self, interface, names):
        self.names, self.shapes, self.prose = names, Shapes(interface), java_prose(names, interface)
        self.recorded = {one["name"] for one in interface["handles"] if is_recorded(one["name"], self.shapes)}
        self.errors = {
            names.member(enum, one["name"]): self.prose.of(one) or spoken(names.member(enum, one["name"]))
            for enum in interface["enums"]
            for one in enum["values"]
            if enum["name"] == "koord_status" and one["value"] < 0
        }
        self.often = often_said(interface)
        self.results, self._records = {}, {}  # class and text of each result; its contents

    def methods(self, handle):
        """Returns the functions of a handle that are methods by rule."""
        spelled = {enum + "_get_name" for enum in self.shapes.enums}
        return [
            one
            for one in self.shapes.functions.values()
            if self.shapes.owner(one) == handle
            and not (self.shapes.is_plumbing(one) and not one["name"].endswith("_ref"))
            and one["name"] not in spelled | java_by_hand.CALLED
            and not of_struct(one, self.shapes)
            and not one["name"].endswith("_get_texts")
        ]

    # ---- Classes

    def handle(self, handle, name, base):
        self.name, self.seen = name, set()
        methods = self.methods(handle["name"])
        constructor = list(self._constructor(handle, name, base, methods))
        lines = [line for one in methods for line in self._function(handle["name"], one)]
        body = [*constructor, *lines, *self._told(handle, methods)]
        about = self.prose.of(handle)
        cloned = " implements Cloneable" if handle["name"] + "_clone" in self.shapes.functions else ""
        kind = ("abstract class " if base != name else "public final class ") + f"{base} extends Handle{cloned}"
        text = [*block(about), kind + " {", *body, "}"]
        imports = "import java.util.List;\n\n" if any("List<" in line for line in text) else ""
        return head() + imports + "\n".join(text) + "\n"

    def _keeps(self, handle, methods):
        """Returns true if the handle logs to the context of its creation during its lifetime."""
        makers = [one for one in methods if one["name"] == handle + "_new"]
        return any(
            argument.kind == "context" for one in makers for argument in self.shapes.arguments(one)
        ) and not self.shapes.is_counted(handle)

    def _constructor(self, handle, name, base, methods):
        free = f"KoordRaw::{self.shapes.end_of(handle['name'])}"
        changes = not self.shapes.is_counted(handle["name"]) and not handle.get("synchronized", False)
        self._is_exclusive = not self.shapes.is_counted(handle["name"])
        self._kept = self._keeps(handle["name"], methods)
        parameters = "long address" + (", Context kept" if self._kept else "")
        if self._kept:
            free = f"keeping(kept, {free})"
        yield f"  {base}({parameters}) {{"
        yield f"    super(address, {free}, {str(changes).lower()});"
        yield "  }"

    def _told(self, handle, methods):
        """Yields toString() for objects that are immutable or synchronized: texts, otherwise the
        first counts, otherwise numbers of rows.
        """
        if not self.shapes.is_counted(handle["name"]) and not handle.get("synchronized", False):
            return
        told, before = [], ()
        own = [(method_name(handle["name"], one, self.shapes), one, Call(one, self.shapes, self.names, self.recorded))
               for one in methods if self.shapes.is_method(one) and not one["name"].endswith("_ref")]
        for name, function, call in own:
            told += [(text, text + "()") for text, _ in self._by_member(function, call)]
        for name, function, _ in own if not told else ():
            kinds = [one.kind for one in self.shapes.arguments(function)]
            if name == "info" and kinds == ["self", "struct_out", "error"]:
                told = [(one, f"info.{one}()") for one in self._counts(self.shapes.arguments(function)[1].type)][:MOST_TOLD]
                before = ("    var info = info();",)
        for name, _, call in own if not told else ():
            if not call.inputs and not call.flags and [kind.split("<")[0] for kind, _, _ in call.outs] == ["List"]:
                told.append((name, f"{name}().size()"))
        if told:
            yield from ("", "  @Override", "  String told() {", *before)
            yield from folded("return told(", [part for name, value in told for part in (f'"{name}"', value)], ");", "    ")
            yield "  }"

    def _counts(self, struct):
        """Yields the numbers of a record that are not flags."""
        for name, field, kind in members(self.shapes.structs[struct], self.names.structs):
            enum = self.names.enum_of_field(field)
            if kind == "number" and not (enum and is_flags(enum)):
                yield lower_camel(name)

    def library(self, interface):
        """Returns the class for functions without a handle, and for constants."""
        self.name, self.seen = "Koord", set()
        self._is_exclusive = self._kept = False
        lines = ["  private Koord() {}"]
        for macro in interface["macros"]:
            if macro["value"].isdigit() and "VERSION" not in macro["name"]:
                member = macro["name"].removeprefix("KOORD_")
                lines += ["", *block(self.prose.of(macro) or spoken(member), "  "), f"  public static final int {member} = KoordRaw.{macro['name']};"]
        methods = [line for one in self.methods(None) for line in self._function(None, one)]
        text = [*block("The library as a whole."), "public final class Koord {", *lines, *methods, "}"]
        imports = "import java.util.List;\n\n" if any("List<" in line for line in text) else ""
        return head() + imports + "\n".join(text) + "\n"

    # ---- Methods

    def _function(self, handle, function):
        name = method_name(handle, function, self.shapes)
        if function["name"].endswith("_ref"):
            yield from self._share(function)
            return
        call = Call(function, self.shapes, self.names, self.recorded)
        if not self.shapes.fails(function):
            yield from self._plain(function, name, call)
            return
        is_method = self.shapes.is_method(function)
        texts = self._by_member(function, call)
        if texts:
            for member, said in texts:
                yield from self._bodies(function, call, member, is_method, fixed=said)
            return
        if len(call.outs) > 1:
            self._result(function, call, name)
        yield from self._bodies(function, call, name, is_method)

    def _plain(self, function, name, call):
        kind = "String" if function["result"] == "const char *" else "int"
        yield ""
        yield from javadoc(function, self._described(function), [], "it", self.prose, self.errors)
        yield f"  public static {kind} {name}() {{"
        yield f"    return KoordRaw.{function['name']}();"
        yield "  }"

    def _share(self, function):
        yield ""
        yield from block("Returns another handle of the same object, to be closed separately", "  ", result="the other handle")
        yield f"  public {self.name} share() {{"
        yield "    try (Frame f = Frame.open()) {"
        yield f"      return new {self.name}(KoordRaw.{function['name']}(f.read(this)));"
        yield from ("    }", "  }")

    def _described(self, function):
        return self.shapes.functions[function.get("described_with", function["name"])]

    def _by_member(self, function, call):
        """Returns one method for each text if a number selects the text: (name, the number with its
        comment).
        """
        which = [one for one in self.shapes.arguments(function) if one.kind == "number" and one.type.endswith("_text")]
        if len(which) != 1 or len(call.inputs) != 1:
            return []
        enum = self.shapes.enums[which[0].type]
        return [(lower_camel(self.names.member(enum, one["name"]).lower()), one) for one in enum["values"]]

    def _result(self, function, call, name):
        """Returns the record for a method with several results, shared by all methods with the same
        results.
        """
        key = frozenset((kind, what) for kind, what, _ in call.outs)
        if key not in self._records:
            kind = call.result(name)
            if kind in self.results:
                raise Problem(function["name"], f"{kind} holds something else already")
            self._records[key] = kind, [what for _, what, _ in call.outs]
            self.results[kind] = head() + "\n".join(self._record(function, call, name, kind)) + "\n"
        call.result_class, call.result_order = self._records[key]

    def _record(self, function, call, name, kind):
        fields = outputs(self._described(function), self.prose)
        said = [(what, fields.get(what) or f"the {spoken(_snake(what))}") for _, what, _ in call.outs]
        if any(type_.startswith("List<") for type_, _, _ in call.outs):
            yield from ("import java.util.List;", "")
        yield from block(f"The result of {{@link {self.name}#{name}}} and of methods with the same results", "", said)
        answers = " implements Answer" if any(what == "refusal" for _, what, _ in call.outs) else ""
        yield from folded(f"public record {kind}(", [f"{type_} {what}" for type_, what, _ in call.outs], f"){answers} {{}}", "")

    def _bodies(self, function, call, name, is_method, fixed=None):
        """Yields the complete form, for a document also that with its bytes, and the shorter forms
        that call it.
        """
        inputs = [] if fixed else call.inputs
        result = call.result(name)
        is_fluent = is_method and result == "void" and self._is_exclusive
        shown = self.name if is_fluent else result
        returned = "this object" if is_fluent else self._comes_back(call)
        start = f"public {'' if is_method else 'static '}{shown} {name}("
        documents = [one.name for one in inputs if one.is_document]
        forms = [None, documents[0]] if len(documents) == 1 else [None]
        for as_bytes in forms:
            given = self._given(inputs, call, as_bytes)
            if self._is_new(name, given):
                yield ""
                yield from self._about(function, call, name, inputs, fixed, as_bytes, returned)
                if name == "clone":
                    yield "  @Override"
                yield from folded(start, given, ") {", "  ")
                yield from self._body(call, name, is_fluent, inputs, fixed, as_bytes)
        for less in [] if fixed else call.variants():
            for as_bytes in forms:
                given = self._given(less, call, as_bytes)
                if (as_bytes is None or as_bytes in [one.name for one in less]) and self._is_new(name, given):
                    yield ""
                    yield from self._shorter(call, less, name, as_bytes, returned)
                    yield from folded(start, given, ") {", "  ")
                    yield from self._with_nulls(call, less, name, shown)

    def _about(self, function, call, name, inputs, fixed, as_bytes, returned):
        """Returns the comment of the complete form."""
        if fixed:
            return block(self.prose.of(fixed) or spoken(name), "  ", result="the text")
        parameters = self._parameters(function, inputs, call)
        if as_bytes:
            said = [(label, text) for _, label, text in parameters]
            return block(f"{self._link(call, name, None)} of a document's bytes, in UTF-8", "  ", said, returned)
        errors = {one: said for one, said in self.errors.items() if not call.loop or one != TOO_SMALL}
        return javadoc(function, self._described(function), parameters, returned, self.prose, errors, self.often)

    def _link(self, call, name, as_bytes):
        kinds = ["byte[]" if one.name == as_bytes else one.type.split("<")[0] for one in call.inputs]
        kinds += [call.flags.type] if call.flags else []
        return f"{{@link #{name}({', '.join(kinds)})}}"

    def _given(self, inputs, call, as_bytes):
        """Returns the declared parameters, with a document as bytes."""
        return [f"byte[] {one.name}" if one.name == as_bytes else one.declared for one in inputs] + self._flags(call)

    def _is_new(self, name, given):
        key = (name, *[one.split(" ")[0] for one in given])
        return key not in self.seen and not self.seen.add(key)

    def _flags(self, call):
        return [call.flags.declared] if call.flags else []

    def _parameters(self, function, inputs, call):
        keys = {lower_camel(one["name"]): one["name"] for one in function["parameters"]}
        given = inputs + ([call.flags] if call.flags else [])
        return [(keys.get(one.name, one.name), one.name, self._is(one)) for one in given]

    def _is(self, one):
        if one.kind == "context":
            return "receives diagnostics; may be null"
        if one.kind == "flags":
            return "the flags, if any"
        if one.name == "which":
            return "the value to select"
        return f"the {spoken(_snake(one.name))}" + ("; may be null" if one.is_nullable else "")

    def _comes_back(self, call):
        if not call.outs:
            return ""
        kind, name, _ = call.outs[0]
        return f"the {spoken(_snake(name))}" if len(call.outs) == 1 else "the results"

    def _body(self, call, name, is_fluent, inputs, fixed, as_bytes):
        for one in inputs:
            if one.kind == "text" and one.name == as_bytes:
                bytes_ = one.name if one.is_nullable else f'java.util.Objects.requireNonNull({one.name}, "{one.name}")'
                yield f"    byte[] {one.name}Text = {bytes_};"
            elif one.kind == "text":
                quoted = "" if one.is_nullable else f'"{one.name}", '
                yield f"    byte[] {one.name}Text = Frame.utf8({quoted}{one.name});"
        yield from (f"    {line}" for line in call.outside)
        yield "    try (Frame f = Frame.open()) {"
        make = None
        if self._kept and call.outs and call.outs[0][0] == self.name:
            make = lambda value: f"return {value.replace(f'{self.name}::new', f'made -> new {self.name}(made, context)')};"
        for line in call.statements(name, make):
            if fixed:
                code = f"int {call.inputs[0].name}Code ="
                line = f"{code} KoordRaw.{fixed['name']};" if line.startswith(code) else line
            yield from folded_statement(line, "      ")
        if is_fluent:
            yield f"      return {'this' if java_by_hand.base_of(self.name) == self.name else f'({self.name}) this'};"
        yield from ("    }", "  }")

    def _shorter(self, call, less, name, as_bytes, returned):
        """Returns the comment of a form without nullable parameters."""
        left = [one.name for one in call.inputs if one not in less]
        about = [(one.name, self._is(one)) for one in less + ([call.flags] if call.flags else [])]
        return block(f"{self._link(call, name, as_bytes)} with null for {' and '.join(left)}", "  ", about, returned)

    def _with_nulls(self, call, less, name, shown):
        passed = [one.name if one in less else f"({one.type}) null" for one in call.inputs]
        passed += [call.flags.name] if call.flags else []
        yield from folded(f"{'' if shown == 'void' else 'return '}{name}(", passed, ");", "    ")
        yield "  }"


def _snake(name):
    return "".join("_" + one.lower() if one.isupper() else one for one in name)


def folded_statement(line, indent):
    """Breaks a statement into lines that are short enough."""
    if len(indent + line) <= WIDTH:
        return [indent + line]
    return wrapped(line, WIDTH, indent, indent + "    ")

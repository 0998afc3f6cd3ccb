"""Writes handles that only describe input of another call as plain Java objects.

Their contents are recorded and replayed into the library's object when a call needs it, so that
nothing must be closed. Later methods refer to the item added last, unless they take its number.
"""

import java_by_hand
from emit_java_options import Options, folded
from java_calls import Call
from java_places import setter_name
from java_said import javadoc
from javadoc import block, head, spoken
from names import camel, lower_camel

THIS = "this object"


class Steps:
    def __init__(self, writer, handle):
        self._writer, self._handle = writer, handle["name"]
        self._name = camel(handle["name"])
        self._base = java_by_hand.base_of(self._name)
        self._about = writer.prose.of(handle)
        self._shapes, self._names = writer.shapes, writer.names
        self._methods = [one for one in writer.methods(self._handle) if self._shapes.is_method(one)]
        self._methods = [one for one in self._methods if not one["name"].endswith("_reset")]
        self._items = self._counted()
        self._specs = [one for one in self._methods if self._spec(one)]
        self._seen = set()

    def _counted(self):
        """Returns the names of the numbers of added items, as later methods take them."""
        return [
            argument.name
            for one in self._methods
            for argument in self._shapes.arguments(one)
            if argument.kind == "number_out"
        ]

    def _spec(self, function):
        """Returns the options of a method that only sets options."""
        arguments = [one for one in self._shapes.arguments(function) if one.kind not in ("self", "error")]
        return arguments[0] if [one.kind for one in arguments] == ["struct"] else None

    def text(self):
        kind = "public final class" if self._base == self._name else "abstract class"
        lines = [
            *block(
                f"{self._about} Setters return this object. Calls that take it read its current values. "
                "Not safe for use by several threads while it is being changed."
            ),
            f"{kind} {self._base} extends Steps {{",
            *self._fields(),
            *self._constructors(),
            *[line for one in self._methods for line in self._method(one)],
            *self._life(),
            "}",
        ]
        imports = "import java.util.List;\n\n" if any("List<" in line for line in lines) else ""
        return head() + imports + "\n".join(lines) + "\n"

    def _fields(self):
        for function in self._specs:
            kind = camel(self._spec(function).type)
            yield f"  private {kind} {self._verb(function)} = new {kind}();"
        for item in self._items:
            yield f"  private int {lower_camel(item)}s;"
        for one in self._new().inputs:
            yield f"  private final {one.declared};"

    def _new(self):
        return Call(self._shapes.functions[self._handle + "_new"], self._shapes, self._names, self._writer.recorded)

    def _constructors(self):
        """Yields constructors with the arguments of the library's, and with a name if there is one,
        which must not be empty.
        """
        named = [one for one in self._methods if self._verb(one) == "name"] or [
            one for one in self._methods if any(member == "name" for member, _ in self._members(one))
        ]
        inputs = self._new().inputs
        given = [one.declared for one in inputs] + ["String name"] * bool(named)
        said = [(one.name, self._writer._is(one)) for one in inputs] + [("name", "its name, which must not be empty")] * bool(named)
        yield ""
        yield from block("Creates an object with no values set" + (" except the name" if named else ""), "  ", said)
        visible = "public " if self._base == self._name else ""
        yield from folded(f"{visible}{self._base}(", given, ") {", "  ")
        for one in inputs:
            value = one.name
            if not one.is_nullable:
                value = f'java.util.Objects.requireNonNull({one.name}, "{one.name}")'
            yield f"    this.{one.name} = {value};"
        if named:
            yield "    name(name);"
        yield "  }"
        least = [one for one in inputs if not one.is_nullable]
        if least != inputs and visible:
            yield ""
            left = " and ".join(one.name for one in inputs if one not in least)
            yield from block(f"Creates an object with null for {left}", "  ", [one for one in said if one[0] not in left.split()])
            yield from folded(f"public {self._name}(", [one.declared for one in least] + ["String name"] * bool(named), ") {", "  ")
            yield f"    this({', '.join([one.name if one in least else 'null' for one in inputs] + ['name'] * bool(named))});"
            yield "  }"

    # ---- Methods

    def _verb(self, function):
        return setter_name(self._handle, function)

    def _this(self):
        return "this" if self._base == self._name else f"({self._name}) this"

    def _members(self, function):
        """Yields a method for each value of a `which`: (name, value)."""
        which = [one for one in self._shapes.arguments(function) if one.kind == "number" and one.name == "which"]
        if not which:
            return []
        enum = self._shapes.enums[which[0].type]
        return [(lower_camel(self._names.member(enum, one["name"]).lower()), one) for one in enum["values"]]

    def _method(self, function):
        if function in self._specs:
            yield from self._spec_methods(function)
            return
        members = self._members(function)
        for name, member in members or [(self._verb(function), None)]:
            call = Call(function, self._shapes, self._names, self._writer.recorded, self_at="made")
            yield from self._forms(function, call, name, member)

    def _forms(self, function, call, name, member):
        for one in call.inputs:
            one.is_nullable &= not one.is_document  # an empty document differs from none
        item = next((one for one in call.inputs if one.type == "int" and one.name in map(lower_camel, self._items)), None)
        fixed = next((one for one in call.inputs if member and one.name == "which"), None)
        inputs = [one for one in call.inputs if one is not fixed] + ([call.flags] if call.flags else [])
        documents = [one.name for one in inputs if one.is_document]
        for as_bytes in [None, *documents] if len(documents) == 1 else [None]:
            given = [f"byte[] {one.name}" if one.name == as_bytes else one.declared for one in inputs]
            yield from self._form(function, call, name, member, inputs, given, as_bytes)
        if item:
            less = [one for one in inputs if one is not item]
            yield ""
            yield from javadoc(
                function, self._writer._described(function), self._parameters(function, less), THIS, self._writer.prose, ()
            )
            yield from folded(f"public {self._name} {name}(", [one.declared for one in less], ") {", "  ")
            last = f'last("{item.name}", {item.name}s)'
            yield f"    return {name}({', '.join(last if one is item else one.name for one in inputs)});"
            yield "  }"

    def _parameters(self, function, inputs):
        keys = {lower_camel(one["name"]): one["name"] for one in function["parameters"]}
        return [(keys.get(one.name, one.name), one.name, self._writer._is(one)) for one in inputs]

    def _form(self, function, call, name, member, inputs, given, as_bytes):
        yield ""
        if as_bytes:
            kinds = ", ".join(one.type for one in inputs)
            said = [(label, text) for _, label, text in self._parameters(function, inputs)]
            yield from block(f"{{@link #{name}({kinds})}} of a document's bytes, which may be no text", "  ", said, THIS)
        elif member:
            said = [(label, text) for _, label, text in self._parameters(function, inputs)]
            about = self._writer.prose.of(member) or spoken(member["name"].removeprefix("KOORD_"))
            yield from block(about, "  ", said, THIS)
        else:
            yield from javadoc(
                function, self._writer._described(function), self._parameters(function, inputs), THIS, self._writer.prose, (),
                nulls=not any(one.is_document for one in inputs),
            )
        yield from folded(f"public {self._name} {name}(", given, ") {", "  ")
        yield from self._checked(inputs, as_bytes, name if member else None)
        yield from self._step(function, call, member)
        yield from (f"    {lower_camel(what)}s++;" for _, what, _ in call.outs)
        yield f"    return {self._this()};"
        yield "  }"

    def _step(self, function, call, member):
        """Yields the code that runs when a call needs the description."""
        # numbers of items are counted in Java
        outs = {f"{what}Out.address()": "0" for _, what, _ in call.outs}
        if member:
            outs["whichCode"] = f"KoordRaw.{member['name']}"
        passed = [outs.get(one, one) for one in call.passed]
        lines = [line for line in call.inside if not line.startswith(("int ", *(f"Memory {what}Out" for _, what, _ in call.outs)))]
        yield "    add("
        if lines:
            yield "        (f, made) -> {"
            yield from (f"          {line}" for line in lines)
            yield from folded(f"return KoordRaw.{function['name']}(", passed, ");", "          ")
            yield "        });"
        else:
            yield "        (f, made) ->"
            yield from folded(f"KoordRaw.{function['name']}(", passed, "));", "            ")

    def _checked(self, inputs, as_bytes, label):
        """Yields checks that report errors at once instead of in the later call."""
        for one in inputs:
            said = label if label and one.kind in ("text", "words") else one.name
            if one.kind == "text":
                bytes_ = f'Frame.utf8("{said}", {one.name})'
                if one.name == as_bytes:
                    bytes_ = f'java.util.Objects.requireNonNull({one.name}, "{said}")'
                elif one.is_nullable:
                    bytes_ = f"Frame.utf8({one.name})"
                yield f"    byte[] {one.name}Text = {bytes_};"
            elif one.kind == "number" and one.type not in ("int", "long"):
                yield f'    int {one.name}Code = Coded.code("{one.name}", {one.name});'
            elif one.kind == "flags":
                yield f"    int {one.name}Bits = Coded.bits({one.name});"
            elif one.kind in ("words", "handle", "struct") and not one.is_nullable:
                yield f'    java.util.Objects.requireNonNull({one.name}, "{said}");'

    def _spec_methods(self, function):
        spec = self._spec(function)
        kind, verb = camel(spec.type), self._verb(function)
        yield ""
        yield from javadoc(
            function, self._writer._described(function), [(spec.name, "value", "the new values")], THIS, self._writer.prose, ()
        )
        yield f"  public {self._name} {verb}({kind} value) {{"
        yield f'    {verb} = java.util.Objects.requireNonNull(value, "{verb}");'
        yield f"    return {self._this()};"
        yield "  }"
        options = Options(self._shapes.structs[spec.type], self._names, self._writer.prose, self._shapes)
        for name, type_, said in options.setters():
            parameter = "on" if type_ == "boolean" else "value"
            yield ""
            yield from block(said, "  ", [(parameter, "the new value")], THIS)
            yield f"  public {self._name} {name}({type_} {parameter}) {{"
            yield f"    return {verb}({verb}.{name}({parameter}));"
            yield "  }"

    def _life(self):
        new = self._new()
        yield ""
        yield "  @Override"
        yield "  final long make(Frame f) {"
        yield from (f"    {line}" for line in new.inside)
        yield f"    f.check(KoordRaw.{self._handle}_new({', '.join(new.passed)}));"
        yield f"    return {new.outs[0][1]}Out.i64();"
        yield from ("  }", "", "  @Override", "  final void free(long made) {")
        yield f"    KoordRaw.{self._shapes.end_of(self._handle)}(made);"
        yield "  }"
        if self._specs:
            yield from ("", "  @Override", "  final void finish(Frame f, long made) {")
            for one in self._specs:
                kind, verb = camel(self._spec(one).type), self._verb(one)
                yield f"    f.check(KoordRaw.{one['name']}(made, {kind}.write(f, {verb}), f.error()));"
            yield "  }"

"""Maps each function of koord.h to its Java class and method, by rule."""

import re

import java_by_hand
from names import camel, lower_camel
from shapes import Shapes


def is_recorded(handle, shapes):
    """Returns true if a handle is only used to describe input of other calls. It is then created
    during the call.
    """
    if shapes.is_counted(handle) or handle + "_clone" in shapes.functions:
        return False
    own = [one for one in shapes.functions.values() if shapes.owner(one) == handle]
    methods = [one for one in own if shapes.is_method(one) and not shapes.is_plumbing(one)]
    kinds = {argument.kind for one in methods for argument in shapes.arguments(one)}
    return not {kind for kind in kinds if kind.endswith(("_out", "pointer"))} - {"number_out"}


def of_struct(function, shapes):
    """Returns the struct that a function belongs to, by its name and first parameter, or None."""
    first = function["parameters"][:1]
    name = first[0]["type"].removeprefix("const ").removesuffix(" *") if first else ""
    return name if name in shapes.structs and function["name"].startswith(name + "_") else None


def struct_method(function, struct):
    verb = function["name"].removeprefix(struct + "_")
    return "text" if verb == "format" else lower_camel(verb)


def method_name(handle, function, shapes):
    """Returns the name of a method: the verb, without the C suffix for alternative forms of an
    argument.
    """
    if handle is None:
        return lower_camel(function["name"].removeprefix("koord_").replace("_get_", "_"))
    verb = function["name"].removeprefix(handle + "_").removeprefix("get_")
    if any(argument.kind == "handle" and argument.name == "builder" for argument in shapes.arguments(function)):
        verb = verb.removesuffix("_from_builder") if verb != "from_builder" else verb
        verb = verb.removesuffix("_builder") if verb.count("_") > 1 else verb
    return {"new": "create", "ref": "share"}.get(verb, lower_camel(verb))


def setter_name(handle, function):
    """Returns the name of a description's setter."""
    verb = function["name"].removeprefix(handle + "_")
    return lower_camel(verb.removeprefix("set_").removeprefix("add_"))


def places(interface):
    """Returns Class#method, or a class, of every function in Java."""
    shapes = Shapes(interface)
    recorded = {one for one in shapes.handles if is_recorded(one, shapes)}
    found = {name: _place(function, shapes, recorded) for name, function in shapes.functions.items()}
    return {name: place for name, place in found.items() if place}


def _place(function, shapes, recorded):
    name, struct, owner = function["name"], of_struct(function, shapes), shapes.owner(function)
    if name.removesuffix("_get_name") in shapes.enums:
        return camel(name.removesuffix("_get_name")) + "#spelling"
    if struct:
        return f"{camel(struct)}#{struct_method(function, struct)}"
    if owner == "koord_buffer":
        return None
    if name in java_by_hand.CALLED:
        return _by_hand(name, method_name(owner, function, shapes))
    if owner and name.endswith(("_free", "_unref", "_close")):
        return camel(owner) if owner in recorded else camel(owner) + "#close"
    if owner in recorded:
        members = any(argument.name == "which" for argument in shapes.arguments(function))
        is_plain = not name.endswith(("_new", "_reset")) and not members
        return f"{camel(owner)}#{setter_name(owner, function)}" if is_plain else camel(owner)
    if owner and (name.endswith("_texts") or name.endswith("_get_text") and _is_by_member(function, shapes)):
        return camel(owner)
    return f"{camel(owner) if owner else 'Koord'}#{method_name(owner, function, shapes)}"


def _is_by_member(function, shapes):
    return any(argument.type.endswith("_text") for argument in shapes.arguments(function))


def _by_hand(function, method):
    for kind, text in java_by_hand.TEXTS.items():
        if re.search(rf"KoordRaw(\.|::){function}\b", text):
            if kind.endswith("Methods"):
                kind = kind.removesuffix("Methods")
            return f"{kind}#{method}" if re.search(rf"\b{method}\(", text) else kind
    return None

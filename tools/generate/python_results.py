"""The Python result of a call with several values: a named tuple.

If the call may be refused there are two classes, and the type tells which: one is true and has no
refusal, the other is false and has one. They are not tuples, because type checkers consider every
non-empty tuple true.
"""

import dataclasses

from names import camel

BOOL = """
    def __bool__(self) -> Literal[{value}]:
        return {value}
"""


@dataclasses.dataclass
class Field:
    name: str
    hint: str
    value: str
    is_handle: bool = False
    of_refusal: str | None = None  # the expression of a refusal in a record of this field


@dataclasses.dataclass
class Result:
    name: str  # None for one value or none
    fields: list
    is_refusable: bool

    def hint(self):
        if self.name:
            return f"{self.name} | {self.refused()}" if self.is_refusable else self.name
        return self.fields[0].hint if self.fields else "None"

    def refused(self):
        return self.name + "Refused"

    def returned(self):
        if not self.name:
            return [f"return {self.fields[0].value}"] if self.fields else []
        if not self.is_refusable:
            return [f"return {self.name}({', '.join(one.value for one in self.fields)})"]
        granted = ", ".join("None" if one.name == "refusal" else one.value for one in self.fields)
        refused = ", ".join("None" if one.is_handle else "refusal" if one.name == "refusal" else one.value for one in self.fields)
        return [
            f"refusal = {next(one.value for one in self.fields if one.name == 'refusal')}",
            f"return {self.name}({granted}) if refusal is None else {self.refused()}({refused})",
        ]

    def classes(self, said):
        if not self.is_refusable:
            yield self._class(self.name, f"The result of {said}.", lambda field: field.hint)
            return
        yield self._class(self.name, f"The result of {said} if it is granted. It is true.", self._granted, "True")
        yield self._class(self.refused(), f"The result of {said} if it is refused. It is false.", self._refused, "False")

    def _granted(self, field):
        return "None" if field.name == "refusal" else field.hint

    def _refused(self, field):
        return "None" if field.is_handle else "Refusal" if field.name == "refusal" else field.hint

    def _class(self, name, doc, hint, value=None):
        head = [f"class {name}(NamedTuple):"] if value is None else ["@dataclass(frozen=True)", f"class {name}:"]
        lines = [*head, f'    """{doc}"""', ""]
        lines += [f"    {field.name}: {hint(field)}" for field in self.fields]
        return "\n".join(lines) + "\n" + (BOOL.format(value=value) if value else "")


def result_of(name, fields):
    """Returns the result for fields in C's order."""
    made = []
    for field in fields:
        if field.of_refusal and field.name != "refusal":
            made.append(Field("refusal", "Refusal | None", field.of_refusal))
        made.append(field)
    is_refusable = any(one.name == "refusal" for one in made)
    if len(made) < 2:
        return Result(None, made, False)
    return Result(name, made, is_refusable)


def name_of(owner, function):
    """Returns Judged for koord_cluster_judge, ClusterPodNode for koord_cluster_get_pod_node, and
    NumaMergeResult for koord_numa_merge.
    """
    if owner is None:
        return camel(function) + "Result"
    verb, _, rest = function.removeprefix(owner + "_").partition("_")
    if verb == "get":
        return camel(owner) + camel("koord_" + rest)
    return _participle(verb).capitalize() + camel("koord_" + rest)


def _participle(verb):
    if verb.endswith("e"):
        return verb + "d"
    short = len(verb) <= 5 and verb[-1] in "nt" and verb[-2] in "aeiou" and verb[-3] not in "aeiou"
    return verb + (verb[-1] if short else "") + "ed"

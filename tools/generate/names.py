"""Names of koord.h's declarations in each language, by rule and by the exceptions in names.toml."""

try:
    import tomllib
except ImportError:
    raise SystemExit("generate: needs Python 3.11") from None

from problem import Problem


def camel(name):
    """Returns NodePool for koord_agent_pool."""
    return "".join(part[:1].upper() + part[1:] for part in name.removeprefix("koord_").split("_"))


def lower_camel(name):
    """Returns nodePool for node_pool."""
    made = camel(name)
    return made[:1].lower() + made[1:]


def is_flags(enum):
    """Returns true if the numbers are combined; in other enums they are alternatives."""
    return enum["name"].endswith("_flags")


class Names:
    def __init__(self, path, interface):
        with open(path, "rb") as file:
            self._said = tomllib.load(file)
        self._path = path.name
        self._enums = {enum["name"]: enum for enum in interface["enums"]}
        self.enum_of = {one["name"]: enum for enum in interface["enums"] for one in enum["values"]}
        self.structs = {struct["name"]: struct for struct in interface["structs"]}
        self._check_all_are_there()

    def _check_all_are_there(self):
        """Rejects names of declarations that the header no longer contains."""
        for bases in self._said["errors"].values():
            for name in bases:
                if name not in self.enum_of:
                    raise Problem(self._path, f"[errors] {name}: koord.h has none")
        reasons = self._said["reasons"]
        for name in [*reasons["names"], *(one for of_kubelet in reasons["kubelet"].values() for one in of_kubelet)]:
            if name not in self.enum_of:
                raise Problem(self._path, f"[reasons] {name}: koord.h has none")

    def enum_class(self, language, enum):
        """Returns the class of a set of numbers."""
        name = camel(enum["name"])
        return name.removesuffix("s") if language == "java" and is_flags(enum) else name

    def member(self, enum, constant):
        if enum["name"] == "koord_status":
            return constant.removeprefix("KOORD_").removeprefix("E_")
        return constant.removeprefix(enum["name"].removesuffix("_flags").upper() + "_")

    def unknown(self, enum):
        """Returns the Java member for unknown numbers if it is not UNRECOGNIZED."""
        return "INTERNAL" if enum["name"] == "koord_status" else None

    def struct_class(self, struct):
        return camel(struct)

    def error_base(self, language, status):
        """Returns the language's own error class for a status, unless it has the same name, or
        None.
        """
        return self._said["errors"][language].get(status)

    def extended(self, language):
        """Returns classes of handles that a handwritten class extends."""
        return self._said["extended"][language]

    def enum_of_field(self, field):
        """Returns the set of numbers that a field holds, or None for any number."""
        return self._enums.get(field.get("of", field["type"]))

    def enum_of_type(self, name):
        return self._enums[name]

    def learn(self, language, places):
        """Adds the places of functions by rule. Entries of names.toml take precedence."""
        self._said["calls"][language] = {**places, **self._said["calls"].get(language, {})}

    def call(self, language, function):
        """Returns the place of a function that is not a method of its handle, or None."""
        return self._said["calls"][language].get(function)

    def reason(self, enum, one):
        """Returns the name of a reason in logs and metrics."""
        said = self._said["reasons"]
        words = self.member(enum, one["name"]).split("_")
        return said["names"].get(one["name"]) or "".join(said["words"].get(word, word.capitalize()) for word in words)

    def reason_of_kubelet(self, one):
        return next(
            (name for name, reasons in self._said["reasons"]["kubelet"].items() if one["name"] in reasons), None
        )

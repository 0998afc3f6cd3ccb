"""What the things of koord.h are called in each language: by rule, but for what names.toml says."""

try:
    import tomllib
except ImportError:
    raise SystemExit("generate: needs Python 3.11") from None

from problem import Problem

LANGUAGES = ("python", "java")


def camel(name):
    """NodePool, of koord_node_pool."""
    return "".join(part[:1].upper() + part[1:] for part in name.removeprefix("koord_").split("_"))


def lower_camel(name):
    """nodePool, of node_pool."""
    made = camel(name)
    return made[:1].lower() + made[1:]


def key_of(enum):
    """What a set of numbers is known by: its name, or its first constant."""
    return enum["name"] or enum["values"][0]["name"]


class Names:
    def __init__(self, path, interface):
        with open(path, "rb") as file:
            self._said = tomllib.load(file)
        self._path = path.name
        self._enums = {key_of(enum): enum for enum in interface["enums"]}
        self.enum_of = {one["name"]: enum for enum in interface["enums"] for one in enum["values"]}
        self.structs = {struct["name"]: struct for struct in interface["structs"]}
        self._check_all_are_there()

    def _check_all_are_there(self):
        """What the header no longer has is not named, and what it cannot name itself is."""
        there = {
            "enums": set(self._enums),
            "flags": set(self._enums),
            "structs": set(self.structs),
            "fields": {
                f"{struct['name']}.{field['name']}" for struct in self.structs.values() for field in struct["fields"]
            },
        }
        for table, known in there.items():
            for name in self._said[table]:
                if name not in known:
                    raise Problem(self._path, f"[{table}] {name}: koord.h has none")
        for language in LANGUAGES:
            for name in self._said["by_hand"][language]:
                if name not in self.structs:
                    raise Problem(self._path, f"[by_hand] {name}: koord.h has none")
        reasons = self._said["reasons"]
        for name in [*reasons["names"], *(one for of_kubelet in reasons["kubelet"].values() for one in of_kubelet)]:
            if name not in self.enum_of:
                raise Problem(self._path, f"[reasons] {name}: koord.h has none")
        for name, enum in self._enums.items():
            if enum["name"] is None and name not in self._said["flags"]:
                raise Problem(self._path, f"[flags] lacks the set of numbers that begins with {name}")

    def _of_enum(self, enum):
        return self._said["flags" if enum["name"] is None else "enums"].get(key_of(enum), {})

    def enum_class(self, language, enum):
        """The class of a set of numbers; None: the language has none."""
        default = camel(enum["name"]) if enum["name"] else None
        return self._of_enum(enum).get(language, default) or None

    def member(self, enum, constant):
        said = self._of_enum(enum)
        prefix = said.get("prefix", (enum["name"] or "KOORD").upper() + "_")
        name = said.get(constant) or constant.removeprefix(prefix)
        if constant not in said and not constant.startswith(prefix) or not name.isidentifier():
            raise Problem(self._path, f"{constant}: does not begin with {prefix}, and no name is given for it")
        return name

    def unknown(self, enum):
        return self._of_enum(enum).get("unknown")

    def struct_class(self, language, struct):
        return self._said["structs"].get(struct, {}).get(language, camel(struct))

    def is_by_hand(self, language, struct):
        return struct in self._said["by_hand"][language]

    def enum_of_field(self, struct, field):
        """The set of numbers that a field holds; None: any number."""
        said = self._said["fields"].get(f"{struct}.{field['name']}")
        return self._enums.get(said or field["type"])

    def enum_of_type(self, name):
        return self._enums[name]

    def is_truth(self, struct, field):
        return self._said["fields"].get(f"{struct}.{field['name']}") == "bool"

    def call(self, language, function):
        """Where a function is, when it is no method of its handle; else None."""
        return self._said["calls"][language].get(function)

    def reason(self, enum, one):
        """The name of a reason in logs and metrics."""
        said = self._said["reasons"]
        words = self.member(enum, one["name"]).split("_")
        return said["names"].get(one["name"]) or "".join(said["words"].get(word, word.capitalize()) for word in words)

    def reason_of_kubelet(self, one):
        return next(
            (name for name, reasons in self._said["reasons"]["kubelet"].items() if one["name"] in reasons), None
        )

"""The Helm charts agree with the tree: tables of values, schemas, versions, and the configurations that they pass on."""
import glob
import json
import os
import re
import unittest

try:
    import yaml
except ImportError:
    yaml = None

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHARTS = os.path.join(ROOT, "kubernetes", "deploy", "charts")
NAMES = ("koord-scheduler", "koord-agent", "koord-webhook")
# Fields of the webhook's configuration that the chart sets itself.
SET_BY_CHART = {"namespace", "certificates.source", "certificates.directory", "certificates.secret", "certificates.service",
                "certificates.configuration"}
ROW = re.compile(r"^\| (`[^|]*?`) \|(?: ([^|]*?) \|)?", re.M)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as opened:
        return opened.read()


def section(page, heading):
    return re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", page, flags=re.S | re.M).group(1)


def rows(text):
    """Yields the names in backquotes in the first column of tables, with the second column."""
    for names, second in ROW.findall(text):
        for name in re.findall(r"`([^`]+)`", names):
            yield name, second


def at(values, path):
    for name in path.split("."):
        values = values[name]
    return values


def leaves(values, prefix=""):
    for name, value in values.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, f"{prefix}{name}.")
        else:
            yield prefix + name


def fields(schema, definitions, prefix=""):
    """Yields the paths of a schema's fields, without those of items and of free maps."""
    for name, value in schema["properties"].items():
        value = definitions[value["$ref"].rsplit("/", 1)[1]] if "$ref" in value else value
        if "properties" in value and name != "selector":
            yield from fields(value, definitions, f"{prefix}{name}.")
        else:
            yield prefix + name


@unittest.skipIf(yaml is None, "no python3-yaml")
class Charts(unittest.TestCase):
    def each(self):
        for name in NAMES:
            with self.subTest(chart=name):
                yield name, yaml.safe_load(read(CHARTS, name, "values.yaml")), json.loads(read(CHARTS, name, "values.schema.json"))

    def test_tables_of_values(self):
        for name, values, _ in self.each():
            stated = list(rows(section(read(CHARTS, name, "README.md"), "Values")))
            paths = [path for path, _ in stated]
            self.assertEqual(len(paths), len(set(paths)))
            for path, default in stated:
                value = at(values, path)
                if default == "values.yaml":
                    self.assertTrue(value and isinstance(value, (dict, list)), path)
                    continue
                text = default.strip("`")
                self.assertEqual(value, text if isinstance(value, str) and value else json.loads(text), path)
            for leaf in leaves(values):
                self.assertTrue(any(leaf == path or leaf.startswith(path + ".") for path in paths), f"README.md lacks {leaf}")

    def test_schemas_have_the_values(self):
        for _, values, schema in self.each():
            self.assertEqual(set(schema["properties"]) - {"global"}, set(values))
            self.assertEqual(schema["additionalProperties"], False)

    def test_schemas_are_strict(self):
        """Every object in a schema has its fields, or is passed on: then it has no properties."""
        def check(schema, path):
            if isinstance(schema, dict):
                if "properties" in schema and "type" in schema:
                    self.assertEqual(schema.get("additionalProperties"), False, path)
                for name, value in schema.items():
                    check(value, f"{path}/{name}")
        for name, _, schema in self.each():
            check(schema, name)

    def test_common_definitions(self):
        common = {}
        for _, _, schema in self.each():
            for name, definition in schema["definitions"].items():
                self.assertEqual(common.setdefault(name, definition), definition, name)
        self.assertGreater(len(common), 10)

    def test_configurations(self):
        """The schemas have the fields of the guides, which tests of the programs compare with the code."""
        for name, value, missing in (("agent", "config", set()), ("webhook", "config", SET_BY_CHART), ("kube-scheduler", "koordArgs", set())):
            with self.subTest(guide=name):
                guide = section(read(ROOT, "docs", "operate", f"{name}.md"), "Configuration").partition("\n### ")[0]
                stated = {path for path, _ in rows(guide) if re.match(r"[a-z]", path) and " " not in path}
                if name == "webhook":  # RULE.mode stands for four fields
                    rules = {path for path in stated if path in ("mutation", "requests", "annotations", "bindings")}
                    of_rules = {path[5:] for path, _ in rows(guide) if path.startswith("RULE.")}
                    stated = (stated - rules) | {f"{rule}.{field}" for rule in rules for field in of_rules}
                schema = json.loads(read(CHARTS, f"koord-{name.replace('kube-', '')}", "values.schema.json"))
                found = set(fields(schema["properties"][value], schema["definitions"]))
                if name == "kube-scheduler":
                    found = {field.partition(".")[0] for field in found}
                self.assertEqual(found, stated - missing)

    def test_versions(self):
        version = re.search(r'^set\(koord_version "?([\d.]+)"?\)', read(ROOT, "cmake", "identity.cmake"), flags=re.M).group(1)
        for name in NAMES:
            chart = yaml.safe_load(read(CHARTS, name, "Chart.yaml"))
            self.assertEqual((chart["name"], chart["version"], chart["appVersion"]), (name, version, version))

    def test_definitions(self):
        """The scheduler's chart has all definitions, the agent's those of its reports, and they are links."""
        definitions = {os.path.basename(path) for path in glob.glob(os.path.join(ROOT, "kubernetes", "crds", "*.yaml"))}
        reports = {name for name in definitions if re.search(r"_(devices|noderesourcetopologies)\.yaml$", name)}
        for name, expected in (("koord-scheduler", definitions), ("koord-agent", reports), ("koord-webhook", set())):
            folder = os.path.join(CHARTS, name, "crds")
            self.assertEqual(set(os.listdir(folder)) if os.path.isdir(folder) else set(), expected)
            for file in expected:
                self.assertEqual(os.path.realpath(os.path.join(folder, file)), os.path.join(ROOT, "kubernetes", "crds", file))


if __name__ == "__main__":
    unittest.main()

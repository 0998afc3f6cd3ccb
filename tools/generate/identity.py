#!/usr/bin/env python3
"""Writes the values of cmake/identity.cmake into the files that cannot read it: identity.py [TREE]
"""

import pathlib
import re
import sys

from problem import Problem

SOURCE = "cmake/identity.cmake"
FIELDS = ("version", "address", "maintainer", "email", "go_module", "java_group")


def parse(text):
    found = {name: value.strip('"') for name, value in re.findall(r"^set\(koord_(\w+) (.+)\)$", text, re.MULTILINE)}
    if sorted(found) != sorted(FIELDS):
        raise Problem(SOURCE, f"found {', '.join(sorted(found))}, expected {', '.join(sorted(FIELDS))}")
    if not re.fullmatch(r"\d+\.\d+\.\d+", found["version"]):
        raise Problem(SOURCE, f"koord_version: found {found['version']}, expected three numbers, as in 0.1.0")
    # The go command treats a first element without a dot as its standard library.
    if "." not in found["go_module"].split("/")[0]:
        raise Problem(SOURCE, f"koord_go_module: found {found['go_module']}, expected a host with a dot first")
    return found


def places(identity, module_before):
    """Returns rows of a file or pattern of files, an expression with the parts around the value,
    and the value.
    """
    major, minor, patch = identity["version"].split(".")
    by = f"{identity['maintainer']} <{identity['email']}>"
    module = identity["go_module"]
    rows = [
        ("include/koord/base.h", r"(#define KOORD_VERSION_MAJOR )\d+()", major),
        ("include/koord/base.h", r"(#define KOORD_VERSION_MINOR )\d+()", minor),
        ("include/koord/base.h", r"(#define KOORD_VERSION_PATCH )\d+()", patch),
        ("bindings/go/go.mod", r"(^module )\S+()", module),
        ("bindings/java/pom.xml", r"(<modelVersion>.*\n  <groupId>)[^<]+()", identity["java_group"]),
        ("bindings/java/pom.xml", r"(<artifactId>koord</artifactId>\n  <version>)[^<]+()", identity["version"]),
        ("bindings/java/pom.xml", r"(^  <url>)[^<]+()", identity["address"]),
        ("bindings/java/pom.xml", r"(<scm>\n    <url>)[^<]+()", identity["address"]),
        ("bindings/java/pom.xml", r"(<connection>scm:git:)[^<]+()", identity["address"]),
        ("bindings/java/pom.xml", r"(<developer>\n      <name>)[^<]+()", identity["maintainer"]),
        ("bindings/java/pom.xml", r"(<developer>\n.*\n      <email>)[^<]+()", identity["email"]),
        ("bindings/python/src/koord/_version.py", r'(__version__ = ")[^"]+()', identity["version"]),
        ("bindings/python/pyproject.toml", r'(authors = \[\{ name = ")[^"]+()', identity["maintainer"]),
        ("bindings/python/pyproject.toml", r'(authors = .*email = ")[^"]+()', identity["email"]),
        ("bindings/python/pyproject.toml", r'(Homepage = ")[^"]+()', identity["address"]),
        ("packaging/debian/control", r"(^Maintainer: ).+()", by),
        ("packaging/debian/control", r"(^Homepage: ).+()", identity["address"]),
        ("packaging/debian/copyright", r"(^Upstream-Contact: ).+()", by),
        ("packaging/debian/copyright", r"(^Source: ).+()", identity["address"]),
        ("packaging/debian/changelog", r"(\Alibkoord \()[^-]+()", identity["version"]),
        ("packaging/debian/changelog", r"(\A(?:.*\n)+? -- ).+(  )", by),
        ("packaging/debian/watch", r"(^ )https?://\S+?(/releases/)", identity["address"]),
        ("packaging/debian/upstream/metadata", r"(^Repository: ).+()", identity["address"]),
        ("packaging/debian/upstream/metadata", r"(^(?:Bug-Submit|Security-Contact): mailto:).+()", identity["email"]),
        ("kubernetes/deploy/scheduler/manifests/kustomization.yaml", r"(^    newTag: )\S+()", identity["version"]),
        ("kubernetes/deploy/webhook/manifests/kustomization.yaml", r"(^    newTag: )\S+()", identity["version"]),
        ("kubernetes/deploy/agent/manifests/daemonset/kustomization.yaml", r"(^    newTag: )\S+()", identity["version"]),
        ("kubernetes/deploy/charts/*/Chart.yaml", r"(^(?:appV|v)ersion: )\S+()", identity["version"]),
        ("kubernetes/kubectl/program/program.go", r'(^const Version = ")[^"]+()', identity["version"]),
        ("kubernetes/deploy/scheduler/replacement/**/*.yaml", r"(image: localhost/koord-scheduler:)[\d.]+()", identity["version"]),
        ("tests/charts/values_test.go", r"(localhost/team/own:)[\d.]+()", identity["version"]),
        ("docs/operate/kubectl.md", r"(kubectl-koord-)[\d.]+(-linux)", identity["version"]),
        ("docs/operate/*.md", r"((?:registry\.example|localhost)/koord-\w+:)[\d.]+()", identity["version"]),
        ("docs/start/install.md", r"(koord-)[\d.]+(-linux-amd64)", identity["version"]),
        ("docs/embed/java.md", r"(<artifactId>koord</artifactId><version>)[\d.]+()", identity["version"]),
        ("docs/embed/versions.md", r"(^\| release .* \| )[\d.]+( \|)", identity["version"]),
        ("docs/embed/versions.md", r"(`libkoord\.so\.\d+\.)[\d.]+(`)", identity["version"]),
        ("docs/embed/go.md", r"(`v)[\d.]+(-0\.<time>)", identity["version"]),
        ("packaging/man/*", r'(^\.TH .* )[\d.]+(")', identity["version"]),
        ("docs/embed/go.md", r"(require )\S+( v0)", module),
        ("docs/embed/go.md", r"(replace )\S+( =>)", module),
        ("docs/embed/go.md", r"(^    go get )\S+()", module),
        ("docs/embed/go.md", r"(GONOSUMDB=)\S+()", module),
        ("docs/start/install.md", r"(^    require )\S+( v0)", module),
        ("docs/start/install.md", r"(^    replace )\S+( =>)", module),
        ("docs/start/packages.md", r"(require )\S+?((?:/kubernetes/objects)? v0)", module),
        ("docs/start/packages.md", r"(replace )\S+?((?:/kubernetes/objects)? =>)", module),
        ("docs/*/*.md", r"(gocode/src/)[^\s`]+()", module),
        ("docs/embed/go.md", r'(import \("fmt"; "log"; ")[^"]+()', module),
    ]
    before = re.escape(module_before)
    rows += [
        ("kubernetes/*/go.mod", rf"(^module ){before}(/kubernetes/\w+$)", module),
        ("kubernetes/*/go.mod", rf"(^(?:\t|replace )){before}((?:/kubernetes/(?:dra|objects))? (?:v0|=>))", module),
    ]
    rows.append(("docs/operate/kube-scheduler.md", rf"(`go get ){before}(/kubernetes/)", module))
    rows.append(("docs/operate/kube-scheduler.md", rf'([`"]){before}((?:/kubernetes/[\w/]+)?[`"])', module))
    go_imports = rf'(^\t(?:\w+ )?"){before}((?:/kubernetes/[^"]*)?")'
    for name in ("bindings/go/*_test.go", "bindings/go/bench/*.go", "kubernetes/*/*.go", "kubernetes/*/**/*.go"):
        rows.append((name, go_imports, module))
    rows.append(("packaging/debian/tests/*.go", go_imports, module))
    rows.append(("examples/place/*.go", go_imports, module))
    rows.append(("docs/start/go-tutorial.md", rf'(^\t"){before}(")', module))
    rows.append(("docs/start/go-tutorial.md", r"(-require )\S+(@v0)", module))
    rows.append(("docs/start/go-tutorial.md", r"(-replace )\S+(=/path)", module))
    return rows


def edits(root):
    """Returns path and new text of each file with other values."""
    changed = {}
    said = parse((root / SOURCE).read_text(encoding="utf-8"))
    module = re.search(r"^module (\S+)$", (root / "bindings/go/go.mod").read_text(encoding="utf-8"), re.MULTILINE)
    if module is None:
        raise Problem("bindings/go/go.mod", "found no line that starts with module")
    for pattern, expression, value in places(said, module[1]):
        count = 0
        for path in sorted(root.glob(pattern)):
            name = str(path.relative_to(root))
            before = changed.get(name) or path.read_text(encoding="utf-8")
            after, found = re.subn(
                expression, lambda match: match[1] + value + match[2], before, flags=re.MULTILINE
            )
            count += found
            if after != before:
                changed[name] = after
        if count == 0:
            raise Problem(pattern, f"found nothing like {expression}")
    return changed


def main(arguments):
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parents[2]
    try:
        changed = edits(root)
    except Problem as problem:
        print(f"identity: {problem}", file=sys.stderr)
        return 1
    for name, text in changed.items():
        (root / name).write_text(text, encoding="utf-8")
        print(f"identity: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

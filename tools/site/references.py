"""References of Go, Python and Java for the site, as far as the machine has their tools."""
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys

# Modules whose packages other programs import. Packages in internal and main packages are left out.
GO_MODULES = ("bindings/go", "kubernetes/objects", "kubernetes/dra", "kubernetes/scheduler")
# The folder of these references on the site.
API = "docs/reference/api"
SECTIONS = {"CONSTANTS": "Constants", "VARIABLES": "Variables", "FUNCTIONS": "Functions", "TYPES": "Types"}


class Missing(Exception):
    """A reference that this machine cannot build, with the reason."""


@dataclasses.dataclass
class Folder:
    root: pathlib.Path
    build: pathlib.Path
    out: pathlib.Path
    work: pathlib.Path


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        raise Missing(f"{' '.join(map(str, command))[:120]}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def go_packages(module):
    """Yields the folders of a module's packages that others can import, with their names."""
    for folder, folders, files in os.walk(module):
        folders[:] = sorted(name for name in folders if name not in ("internal", "testdata", "bench"))
        sources = sorted(name for name in files if name.endswith(".go") and not name.endswith("_test.go"))
        if sources and (folder == str(module) or "go.mod" not in files):
            text = pathlib.Path(folder, sources[0]).read_text(encoding="utf-8")
            name = re.search(r"^package (\w+)", text, flags=re.M).group(1)
            if name != "main":
                yield pathlib.Path(folder), name


def declaration_title(line):
    """Returns the heading of a declaration: its name, for a method with the type."""
    method = re.match(r"func \(\w* ?(\*?\w+)(?:\[.*?\])?\) (\w+)", line)
    if method:
        return f"{method.group(1).lstrip('*')}.{method.group(2)}"
    single = re.match(r"(?:func|type|const|var) (\w+)", line)
    return single.group(1) if single else None


def go_page(title, text):
    """Turns the output of go doc -all into Markdown: a heading and a block for each declaration, and its comment as text."""
    # The guides come first in a search.
    out, block = ["---", "search:", "  boost: 0.2", "---", f"# {title}", ""], []

    def end_block():
        if block:
            heading = declaration_title(block[0])
            out.extend([f"### {heading}", ""] if heading else [])
            out.extend(["```go", *block, "```", ""])
            block.clear()

    lines = text.split("\n")
    out.extend([f"    {lines[0]}", ""])
    preamble = True
    for line in lines[1:]:
        if line in SECTIONS:
            end_block()
            out.extend(["", f"## {SECTIONS[line]}", ""])
            preamble = False
        elif preamble:
            out.append(re.sub(r"^# ", "## ", escaped(line)))
        elif re.match(r"(func|type|const|var) ", line):
            end_block()
            block.append(line)
            if line.endswith(("{", "(")):
                continue
        elif block and not is_comment(block, line):
            block.append(line)
        else:
            end_block()
            out.append(escaped(line[4:] if line.startswith("    ") else line))
    end_block()
    return "\n".join(out) + "\n"


def is_comment(block, line):
    """A declaration goes on until its closing bracket in the first column."""
    opened = block[0].rstrip().endswith(("{", "("))
    return not opened or block[-1] in ("}", ")")


def escaped(line):
    """Text of comments is not Markdown, except for indented code."""
    return line if line.startswith("    ") else re.sub(r"([*_<\[\]#`])", r"\\\1", line)


def go(folder):
    program = shutil.which("go")
    if not program:
        raise Missing("no go: golang-go")
    rows, nav, pages = [], [], {}
    for module in GO_MODULES:
        for package, name in go_packages(folder.root / module):
            # The page's comments name no version of a module, so go doc needs no network.
            text = run(program, "doc", "-all", ".", cwd=package,
                       env={**os.environ, "GOPROXY": "off", "GOFLAGS": "-mod=readonly", "GOWORK": "off", "GOTOOLCHAIN": "local"})
            place = str(package.relative_to(folder.root))
            page = place.replace("/", "-") + ".md"
            pages[page] = go_page(f"Go: {name}", text)
            first = re.search(r"\n\n(.+?)(?:\n\n|\Z)", text, flags=re.S)
            summary = " ".join(first.group(1).split()).split(". ")[0] if first else ""
            rows.append(f"| [{name}](go/{page}) | `{place}` | {escaped(summary)[:160]} |")
            nav.append({f"{place.removeprefix('bindings/').removeprefix('kubernetes/')}": f"{API}/go/{page}"})
    # A page outside the navigation is an error, so there are none if one package fails.
    (folder.out / "go").mkdir(parents=True)
    for page, text in pages.items():
        (folder.out / "go" / page).write_text(text, encoding="utf-8")
    return ["| package | folder | subject |", "| --- | --- | --- |", *rows], nav


def python(folder):
    built = folder.build / "bindings" / "python"
    modules = [path.parent.parent for path in built.rglob("_koord*.so")] if built.is_dir() else []
    if not modules:
        raise Missing(f"no built module below {os.path.relpath(built, folder.root)}: cmake --build --preset release --target koord_python")
    run(sys.executable, "-m", "pdoc", "-o", folder.out / "python", "--no-show-source",
        "-t", folder.root / "tools" / "site" / "pdoc", "koord",
        env={**os.environ, "PYTHONPATH": str(modules[0]), "LD_LIBRARY_PATH": str(folder.build / "src"), "PYTHONDONTWRITEBYTECODE": "1"})
    return ["[koord](python/koord.html): classes, functions and constants, with types."], []


def java(folder):
    program = shutil.which("javadoc")
    raw = folder.build / "bindings" / "java" / "swig"
    if not program:
        raise Missing("no javadoc: openjdk-17-jdk-headless")
    if not list(raw.rglob("*.java")):
        raise Missing(f"no generated sources in {os.path.relpath(raw, folder.root)}: cmake --build --preset release --target koord-java")
    run(program, "-quiet", "-notimestamp", "-encoding", "UTF-8", "--release", "17", "-d", folder.out / "java",
        "-sourcepath", f"{folder.root / 'bindings' / 'java' / 'src' / 'main' / 'java'}:{raw}", "org.koord")
    return ["[org.koord](java/org/koord/package-summary.html): Javadoc of all public classes."], []


def write(folder):
    """Writes the references. Returns their part of the navigation, and the missing ones with the reasons."""
    text = ["# References of the languages", "", "The C calls are in [their own reference](../calls/README.md). These are made from"
            " the sources of the bindings by `make site`.", ""]
    nav, missing = [{"Overview": f"{API}/index.md"}], []
    folder.out.mkdir(parents=True)
    for name, make in (("Go", go), ("Python", python), ("Java", java)):
        try:
            lines, pages = make(folder)
        except Missing as reason:
            missing.append((f"reference of {name}", str(reason)))
            lines, pages = [f"**Missing in this build**: {escaped(str(reason))}"], []
        text += [f"## {name}", "", *lines, ""]
        nav += pages
    (folder.out / "index.md").write_text("\n".join(text), encoding="utf-8")
    return nav, missing

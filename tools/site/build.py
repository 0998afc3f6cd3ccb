#!/usr/bin/env python3
"""build.py BUILD OUT: builds the documentation site of README.md and docs/ into OUT, with the tools that BUILD has.

Licences of the packages that wrote parts of its files are in OUT/licenses.

The pages are laid out as in the tree, so that their links hold. References of Go, Python and Java are added if the
machine has their tools; the last lines name the missing ones. Fails if a link or an anchor is broken, a page is not in
the navigation, or a file of the site loads something from another host.
"""
import importlib.metadata
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import notebooks  # noqa: E402
import references  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "tools" / "site"
WORK = ROOT / "build" / "site"
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)")
LOADED = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=[\"']?((?:https?:)?//[^\"' >]+)"
                    r"|@import[^;]*?((?:https?:)?//[^\"')]+)|url\([\"']?((?:https?:)?//[^\"')]+)", re.I)


def is_outside(target):
    return re.match(r"[a-z]+:", target) is not None


def stage(pages):
    """Links the pages, and the files that they link to, into a folder laid out as the tree."""
    shutil.rmtree(pages, ignore_errors=True)
    found = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")]
    found += [path for path in (ROOT / "docs").rglob("*") if path.is_file()] + [ROOT / "examples" / "README.md"]
    for page in list(found):
        if page.suffix == ".md":
            for target in LINK.findall(re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)):
                path = page.parent / target
                if not is_outside(target) and path.is_file():
                    found.append(pathlib.Path(os.path.normpath(path)))
    for path in set(found):
        place = pages / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(path)
        if path.suffix == ".ipynb":
            notebooks.write(path, place.parent)


def loaded_from_others(text):
    """Returns the addresses on other hosts that HTML, CSS or SVG loads. Links that a reader follows are allowed."""
    return ["".join(match) for match in LOADED.findall(text)]


def loads_from_others(out):
    for path in sorted(out.rglob("*")):
        if path.suffix in (".html", ".css", ".svg"):
            for address in loaded_from_others(path.read_text(encoding="utf-8", errors="replace")):
                yield f"{path.relative_to(out)}: loads {address}"


# Distributions of which scripts, styles, icons or templates are in the site.
IN_THE_SITE = ("mkdocs", "mkdocs-material", "pdoc", "Pygments")


def write_licenses(out):
    """Copies the project's licence, and those of the packages in the site."""
    shutil.copyfile(ROOT / "LICENSE", out / "LICENSE")
    (out / "licenses").mkdir()
    for name in IN_THE_SITE:
        files = importlib.metadata.files(name) or []
        texts = [file.locate().read_text(encoding="utf-8") for file in files if re.search(r"\.dist-info/.*(?:LICEN[CS]E|COPYING)", str(file))]
        if not texts:
            raise SystemExit(f"site: the package {name} has no licence in its metadata")
        (out / "licenses" / f"{name.lower()}.txt").write_text("\n".join(texts), encoding="utf-8")


def main(build, out):
    build, out = pathlib.Path(build).resolve(), pathlib.Path(out).resolve()
    pages = WORK / "pages"
    stage(pages)
    api = references.Folder(ROOT, build, pages / references.API, WORK)
    nav, missing = references.write(api)
    import yaml  # not needed by tests

    config = yaml.unsafe_load((HERE / "mkdocs.yml").read_text(encoding="utf-8").replace(".ipynb\n", ".md\n"))
    config.update(docs_dir=str(pages), site_dir=str(out), hooks=[str(HERE / "hooks.py")])
    config["theme"]["custom_dir"] = str(HERE / "theme")
    calls = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/reference/calls").glob("[a-z]*.md"))
    reference = next(part["Reference"] for part in config["nav"] if "Reference" in part)
    reference += [{"C calls": ["docs/reference/calls/README.md", *({pathlib.Path(call).stem + ".h": call} for call in calls)]},
                  {"Languages": nav}]
    (WORK / "mkdocs.yml").write_text(yaml.dump(config, allow_unicode=True, sort_keys=False), encoding="utf-8")
    shutil.rmtree(out, ignore_errors=True)
    # With --quiet, warnings would not count as errors.
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "-f", WORK / "mkdocs.yml"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    if done.returncode:
        print(re.sub(r"^INFO .*\n", "", done.stdout, flags=re.M), file=sys.stderr)
        return 1
    write_licenses(out)
    problems = list(loads_from_others(out))
    for problem in problems:
        print(f"site: {problem}", file=sys.stderr)
    print(f"site: {sum(1 for _ in out.rglob('*.html'))} pages in {os.path.relpath(out)}: open index.html there, no server needed")
    for name, why in missing:
        print(f"site: NOT IN THE SITE: {name}: {why}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
"""tutorial.py LANGUAGE ARGUMENTS: runs the program that the blocks of a tutorial form, and compares its output with the text blocks.

    tutorial.py c COMPILER LIBRARY_DIRECTORY
    tutorial.py go GO LIBRARY_DIRECTORY PKG_CONFIG_DIRECTORY
    tutorial.py java JAVA JAR
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.path.abspath(__file__)).parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.S | re.M)


def blocks(language):
    """Returns the program and its output."""
    found = BLOCK.findall((ROOT / "docs" / "start" / f"{language}-tutorial.md").read_text(encoding="utf-8"))
    return tuple("".join(text for name, text in found if name == wanted) for wanted in (language, "text"))


def run(*command, **changes):
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **changes}, text=True, stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"tutorial.py: {command[0]} ends with {done.returncode}")
    return done.stdout


def c(folder, program, compiler, library):
    source = folder / "tutorial.c"
    source.write_text(program, encoding="utf-8")
    run(compiler, "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", source, f"-I{ROOT / 'include'}", f"-L{library}", "-lkoord",
        f"-Wl,-rpath,{library}", "-o", folder / "tutorial")
    return run(folder / "tutorial")


def go(folder, program, tool, library, pkg_config):
    package = ROOT / "bindings" / "go"
    module = re.search(r"^module (\S+)", (package / "go.mod").read_text(encoding="utf-8"), re.M).group(1)
    (folder / "go.mod").write_text(f"module tutorial\n\ngo 1.19\n\nrequire {module} v0.0.0\n\nreplace {module} => {package}\n", encoding="utf-8")
    (folder / "main.go").write_text(program, encoding="utf-8")
    environment = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local", "CGO_ENABLED": "1", "GOWORK": "off",
                   "PKG_CONFIG_PATH": pkg_config, "LD_LIBRARY_PATH": library,
                   # Go caches the folder of the library with a compiled package; it may be that of another build tree.
                   "LIBRARY_PATH": library}
    if "HOME" not in os.environ:
        environment.update(GOCACHE=str(folder / "cache"), GOPATH=str(folder / "path"))
    run(tool, "build", "-C", folder, "-o", "tutorial", ".", **environment)
    return run(folder / "tutorial", LD_LIBRARY_PATH=library)


def java(folder, program, tool, jar):
    source = folder / "Tutorial.java"
    source.write_text(program, encoding="utf-8")
    return run(tool, "-Xcheck:jni", f"-Dorg.koord.extract.dir={folder}", "-cp", jar, source)


def main(language, *arguments):
    program, expected = blocks(language)
    with tempfile.TemporaryDirectory() as folder:
        printed = {"c": c, "go": go, "java": java}[language](pathlib.Path(folder), program, *arguments)
    if printed != expected or not expected:
        sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), printed.splitlines(True), "the page", "the program"))
        sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])

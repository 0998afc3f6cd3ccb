"""Documentation in the generated bindings for Java, Python and Go, and phrases in it that
look clipped or like C. As a program it prints all findings."""

import ast
import glob
import html
import os
import re

import scratch

MARK = "DO NOT EDIT"
JAVA = "bindings/java/src/main/java/org/koord/*.java"
PYTHON = "bindings/python/src/koord/*.py"
GO = "bindings/go/z_*.go"

# Faults, and their patterns.
FAULTS = {
    "a name of C": r"\b(?:koord|KOORD)_\w+",
    "a word of C": r"\bNULL\b|\bSIZE_MAX\b|\bstrlen\b|\bsizeof\b|\bsize_t\b|\bu?int\d+_t\b|\bstruct_size\b|\bmemcpy\b|\bnullable\b",
    "a pointer": r"(?<![\w*/])\*\w|\bconst \{?\w|\w \*(?=[`.;,)}]|$)|->",
    "a parameter of C": r"\b(?:word_count|stride)\b|\bcapacity 0\b|\bcapacity rows\b|\b\w+_length\b|\bNO_SPACE\b|\bcaller owns\b|\bwith a NUL\b",
    "nothing in brackets": r"(?<!\w)\(\s*\)|\[\s*\]\.|\(\s*[,;.]|[,;]\s*\)",
    "a blank too much": r"\S  +\S| [,.;:](?:\s|$)",
    "two signs": r"[,;:]\s*[.,;:](?:\s|$)|(?<!\.)\.\.(?!\.|[\d\w])|(?<!\.\.)\.[,;:]",
    "left over before the end": r"\b(?:or|and|as|the|a|an|of|up to|with|by|if|than|which)[.;](?:\s|$)",
    "a sentence without its start": r"(?<![.\de.g])\. (?:and|or|but|of|to|in|with|by|for|it|the|is|are|may|which|that|nor)\b",
    "a start that is none": r"^(?:and|or|of|by|with|,|;|:|\.|\))",
}
FAULTS = {name: re.compile(pattern) for name, pattern in FAULTS.items()}


def faults(text):
    """Returns the faults in one piece of prose."""
    found = [f"{name}: {match.group(0)!r}" for name, pattern in FAULTS.items() if (match := pattern.search(text))]
    if re.match(r"[a-z]+(?:'s)? ", text):
        found.append("starts with a small letter")
    if not text.endswith((".", "!", "?", ":", '"', ")")):
        found.append("does not end")
    return found


def files(pattern):
    for path in sorted(glob.glob(os.path.join(scratch.ROOT, pattern))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if MARK in text[:200]:
            yield os.path.relpath(path, scratch.ROOT), text


def java():
    for path, text in files(JAVA):
        for comment in re.finditer(r"/\*\*(.*?)\*/", text, re.DOTALL):
            said = re.sub(r"\n\s*\* ?", "\n", comment.group(1)).strip()
            said = re.sub(r"</?(?:ul|li|p)>", "", said).strip()
            said = re.sub(r"\{@code\s+([^{}]*)\}", r"`\1`", html.unescape(said))
            said = re.sub(r"\{@return (.*)\}$", r"Returns \1.", re.sub(r"\{@link\s+([^{}]*)\}", r"\1", said), flags=re.DOTALL)
            about, *tags = re.split(r"\n(?=@)", said)
            yield path, " ".join(about.split()), True
            for tag in tags:
                words = " ".join(tag.split()).split(" ", 1 if tag.startswith("@return") else 2)
                yield path, words[-1], False


def python():
    for path, text in files(PYTHON):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.Module)) and (said := ast.get_docstring(node)):
                for paragraph in said.split("\n\n"):
                    yield path, " ".join(paragraph.split()), True
        for block in re.findall(r"(?:^ *#: .*\n)+", text, re.MULTILINE):
            yield path, " ".join(re.sub(r"^ *#: ", "", block, flags=re.MULTILINE).split()), False


def go():
    for path, text in files(GO):
        for block in re.findall(r"(?:^\t*// .*\n|^\t*//\n)+", text, re.MULTILINE):
            if MARK in block or "#include" in block:
                continue
            lines = [re.sub(r"^\t*// ?", "", line) for line in block.splitlines()]
            for paragraph in "\n".join(lines).split("\n\n"):
                text = " ".join(paragraph.split())
                is_exported = text[:1].isupper()  # others begin with an unexported name of the package
                if is_exported or block.startswith("\t"):
                    yield path, text, is_exported and not block.startswith("\t")


def all_faults():
    """Yields (path, fault, text). The beginning and end are checked only in whole sentences."""
    for language in (java, python, go):
        for path, text, is_sentence in language():
            for fault in faults(text):
                if is_sentence or not fault.startswith(("starts", "does not end", "a start")):
                    yield path, fault, text


if __name__ == "__main__":
    for path, fault, text in all_faults():
        print(f"{os.path.basename(path)}: {fault}\n    {text[:300]}")

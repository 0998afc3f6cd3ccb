#!/usr/bin/env python3
"""Verifies a release: verify.py FOLDER --key KEY.pub [--partial]

Checks that SHA256SUMS is signed by the key, that the files in FOLDER are those that it lists, and that the provenance is about them.
KEY.pub is the public key of the releases, in PEM, from a place that you trust: not from FOLDER. With --partial, files may be
missing, as after downloading only some. Without --key only checksums are compared, which shows damage, but no forgery.
"""

import argparse
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import checksums  # noqa: E402
import signature  # noqa: E402

STATEMENT = "provenance.json"
ENVELOPE = "provenance.intoto.jsonl"
MOST_BYTES = 64 << 20


def signature_problems(folder, key):
    path = folder / f"{checksums.NAME}.sig"
    if not path.is_file():
        yield f"{path.name}: missing, so that {checksums.NAME} is not signed"
    elif not signature.is_signed(key, (folder / checksums.NAME).read_bytes(), path.read_bytes()[:1000]):
        yield f"{path.name}: no signature of {checksums.NAME} by the key {key}"


def provenance_problems(folder, listed, key):
    """Yields files that the provenance does not name, or names otherwise."""
    if STATEMENT not in listed:
        yield f"{STATEMENT}: not listed in {checksums.NAME}"
        return
    if not (folder / STATEMENT).is_file():  # with --partial
        return
    for path in (folder / STATEMENT, folder / ENVELOPE):
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            yield f"{path.name}: found {path.stat().st_size} bytes, expected at most {MOST_BYTES}"
            return
    text = (folder / STATEMENT).read_bytes()
    try:
        stated = {row["name"]: row["digest"]["sha256"] for row in json.loads(text)["subject"]}
        if not all(isinstance(value, str) for row in stated.items() for value in row):
            raise ValueError("found a name or digest that is no text")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        yield f"{STATEMENT}: no in-toto statement: {error}"
        return
    expected = {name: value for name, value in listed.items() if name not in (STATEMENT, ENVELOPE)}
    for name in sorted(set(stated) | set(expected)):
        if stated.get(name) != expected.get(name):
            yield f"{STATEMENT}: {name}: its digest there is not that in {checksums.NAME}"
    if key and (folder / ENVELOPE).is_file():
        try:
            if signature.opened(key, (folder / ENVELOPE).read_text(encoding="utf-8", errors="replace")) != text:
                yield f"{ENVELOPE}: the statement in it is not {STATEMENT}"
        except (signature.Refused, RecursionError) as reason:
            yield f"{ENVELOPE}: {reason}"


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--key", type=pathlib.Path)
    parser.add_argument("--partial", action="store_true")
    options = parser.parse_args(arguments)
    found = []
    try:
        listed = checksums.read(options.folder)
        if options.key:
            found += signature_problems(options.folder, options.key)
        if not found:  # Files that nobody signed are not read.
            found += checksums.problems(options.folder, options.partial)
            found += provenance_problems(options.folder, listed, options.key)
    except (checksums.Malformed, signature.Refused, OSError) as reason:
        found.append(str(reason))
    for problem in found:
        print(f"verify: {problem}", file=sys.stderr)
    if found:
        print(f"verify: FAILED: {len(found)} problems; do not use {options.folder}", file=sys.stderr)
        return 1
    print(
        f"verify: {len(checksums.files(options.folder))} files are those of {checksums.NAME}"
        + (f", signed by {options.key}" if options.key else "")
    )
    if not options.key:
        print("verify: NOT CHECKED: the signature; pass --key to detect forged files", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

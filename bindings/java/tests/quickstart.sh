#!/bin/sh
# Runs the quick start of a page exactly as written, with only the jar: quickstart.sh JAVA JAR PAGE.
set -eu
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
python3 -B "$(dirname "$0")/../../../tests/quickstart/block.py" "$3" java >"$directory/Pick.java"
got=$("$1" -Xcheck:jni -Dorg.koord.extract.dir="$directory" -cp "$2" "$directory/Pick.java")
if [ "$got" != 0-7 ]; then
  echo "expected 0-7, got: $got" >&2
  exit 1
fi

#!/bin/sh
# Runs the Java program of a README as it is written there, with nothing but the jar: quickstart.sh JAVA JAR README.
set -eu
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
awk '/^```java$/ { on = 1; next } /^```$/ { on = 0 } on' "$3" >"$directory/Pick.java"
got=$("$1" -Xcheck:jni -Dorg.koord.extract.dir="$directory" -cp "$2" "$directory/Pick.java")
if [ "$got" != 0-7 ]; then
  echo "expected 0-7, got: $got" >&2
  exit 1
fi

#!/bin/sh
# c.sh SOURCE_DIRECTORY COMPILER LIBRARY_DIRECTORY: README's first program in C, compiled and run as it stands.
set -eu
source=$1 compiler=$2 library=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -B "$source/tests/quickstart/block.py" "$source/README.md" c >"$dir/first.c"
"$compiler" -std=c99 -Wall -Wextra -Werror "$dir/first.c" "-I$source/include" "-L$library" -lkoord \
  "-Wl,-rpath,$library" -o "$dir/first"
got=$("$dir/first")
[ "$got" = 0-7 ] || { echo "c.sh: expected 0-7, got $got"; exit 1; }

#!/bin/sh
# c.sh SOURCE_DIRECTORY LANGUAGE COMPILER LIBRARY_DIRECTORY: compiles and runs
# the quick start in C or C++ (c, cpp) unchanged.
set -eu
source=$1 language=$2 compiler=$3 library=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
case $language in c) standard=c99 page=README.md ;; cpp) standard=c++20 page=docs/embed/cpp.md ;; esac
python3 -B "$source/tests/quickstart/block.py" "$source/$page" "$language" >"$dir/first.$language"
"$compiler" -std=$standard -Wall -Wextra -Werror "$dir/first.$language" "-I$source/include" "-L$library" -lkoord \
  "-Wl,-rpath,$library" -o "$dir/first"
got=$("$dir/first")
[ "$got" = 0-7 ] || { echo "c.sh: expected 0-7, got $got"; exit 1; }

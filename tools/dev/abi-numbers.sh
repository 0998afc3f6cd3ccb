#!/bin/sh
# abi-numbers.sh HEADER: prints, sorted, every constant of HEADER, a koord.h, with its value, the
# offset, size and type of every field, the size of every struct, and every function with the names
# of its parameters.
set -eu
tools=$(cd "$(dirname "$0")" && pwd)
header=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$header" "$dir/koord.h"
"$tools/abi_header.py" numbers "$header" >"$dir/numbers.c"
${CC:-cc} -std=c11 "-I$dir" "$dir/numbers.c" -o "$dir/numbers"
"$dir/numbers" | LC_ALL=C sort

#!/bin/sh
# abi-dump.sh HEADER OUT: writes the types and functions of HEADER, a koord.h, in libabigail's
# format. Equal headers give equal bytes in any directory.
set -eu
tools=$(cd "$(dirname "$0")" && pwd)
header=$1 out=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/include"
cp "$header" "$dir/include/koord.h"
"$tools/abi_header.py" shape "$header" >"$dir/shape.c"
${CC:-cc} -std=c11 -g -O0 -fPIC -shared "-ffile-prefix-map=$dir=." "-I$dir/include" "$dir/shape.c" -nostdlib \
  -Wl,-soname,libkoord.so.1 "-Wl,--version-script=$tools/../../src/capi/generated/libkoord.map" -o "$dir/libkoord.so.1"
abidw --no-architecture --no-corpus-path --no-comp-dir-path --no-show-locs --no-parameter-names \
  --no-write-default-sizes --headers-dir "$dir/include" "$dir/libkoord.so.1" |
  sed "s| path='[^']*'| path='koord.h'|" >"$out"
grep -q '<function-decl ' "$out" || { echo "abi-dump: abidw saw no function in $header" >&2; exit 1; }

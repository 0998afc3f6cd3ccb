#!/bin/sh
# link.sh CC DIRECTORY HEADERS: gcc links a C program with libkoord.so and libkoord.a in DIRECTORY.
set -eu
cc=$1 directory=$2 headers=$3
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
set -- -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror "-I$headers" "$here/use.c" "-L$directory"

$cc "$@" -o "$dir/shared" -lkoord "-Wl,-rpath,$directory"
"$dir/shared"
$cc "$@" -o "$dir/static" -l:libkoord.a -lhwloc -lstdc++ -lm
"$dir/static"
if readelf -dW "$dir/static" | grep -q 'NEEDED.*libkoord'; then
  echo 'link: the static program needs libkoord.so'
  exit 1
fi

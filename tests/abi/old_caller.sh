#!/bin/sh
# old_caller.sh CC DIRECTORY ABI: the old caller in ABI, compiled with the header of the baseline there and with no other,
# runs with libkoord.so of DIRECTORY.
set -eu
cc=$1 directory=$2 abi=$3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
$cc -std=c99 -Wall -Wextra -Wpedantic -Werror -DKOORD_EXPERIMENTAL "-I$abi" "$abi"/old_*.c -o "$dir/old_caller" "-L$directory" -lkoord \
  "-Wl,-rpath,$directory"
"$dir/old_caller"

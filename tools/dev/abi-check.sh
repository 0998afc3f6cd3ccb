#!/bin/sh
# abi-check.sh LIBRARY [HEADER [BASELINE]]: checks that programs compiled against BASELINE (abi/baseline.h, the header
# of the last release) still run with LIBRARY, which was built from HEADER (the headers of this tree as one file).
# Prints each incompatible change and fails. Exits 77 if it cannot check.
#
#   symbols  LIBRARY exports all symbols of the baseline with the same versions
#   numbers  Values of constants, offsets, sizes and types of fields, and sizes of structs are unchanged, except that
#            some structs may grow at their end (abi_header.py growth). abidiff ignores anonymous enums, and changes
#            inside a struct that may grow.
#            Prototypes are textually unchanged: abidiff detects neither a const removed from a pointer's target, nor
#            two swapped parameters of the same type.
#   types    abidiff: types of functions, and the types that they point to, are unchanged
#
# The experimental half is only checked within its release. If the baseline's version node differs
# from the header's, both are compared without it.
#
# Types and functions of a C interface are defined by its header, and the compiler has checked the
# library's sources against it. The input of abidiff is therefore generated from the header alone,
# which takes a second and needs no debug information in the library.
set -eu
export LC_ALL=C
tools=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$tools/../.." && pwd)
library=$1 header=${2:-} baseline=${3:-$root/abi/baseline.h}
[ -f "$baseline" ] || { echo "abi-check: SKIPPED: no $baseline: nothing has been released"; exit 77; }
if ! command -v abidiff >/dev/null; then
  echo 'abi-check: SKIPPED: abidiff is not installed (Debian: abigail-tools)'
  exit 77
fi
if [ "$(getconf LONG_BIT)" != 64 ]; then
  echo 'abi-check: SKIPPED: the baseline is of 64-bit machines'
  exit 77
fi

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
problems=0
report() {
  echo "abi-check: $1"
  problems=$((problems + 1))
}

# Returns the version node of the experimental half, from the header's version.
node_of() { echo "KOORD_EXPERIMENTAL_$(sed -n 's/^#define KOORD_VERSION_M[A-Z]* //p' "$1" | paste -sd_)"; }
stable_half() { sed '/^#ifdef KOORD_EXPERIMENTAL$/,/^#endif \/\* KOORD_EXPERIMENTAL \*\/$/d' "$1"; }
if [ -z "$header" ]; then
  header=$dir/today.h
  "$root/tools/generate/amalgamate.py" "$header"
fi
"$tools/abi_header.py" growth "$baseline" >"$dir/growth.suppr"
if [ "$(node_of "$header")" != "$(node_of "$baseline")" ]; then
  stable_half "$baseline" >"$dir/stable_baseline.h"
  stable_half "$header" >"$dir/stable.h"
  header=$dir/stable.h baseline=$dir/stable_baseline.h
fi

mkdir "$dir/before" "$dir/after"
"$tools/abi-dump.sh" "$baseline" "$dir/before/libkoord.abi"
"$tools/abi-numbers.sh" "$baseline" >"$dir/before/numbers"
"$tools/abi-dump.sh" "$header" "$dir/after/libkoord.abi"
"$tools/abi-numbers.sh" "$header" >"$dir/after/numbers"
sed -n 's/^  name = \(.*\)/\1: /p' "$dir/growth.suppr" >"$dir/growing"
grep -v -F -f "$dir/growing" "$dir/before/numbers" >"$dir/kept"

sed -n "s/.*<elf-symbol name='\([^']*\)' version='\([^']*\)'.*/\1@@\2/p" "$dir/before/libkoord.abi" | sort >"$dir/promised"
[ -s "$dir/promised" ] || report "$baseline/libkoord.abi promises nothing"
nm -D --defined-only "$library" | awk '$2 != "A" {print $3}' | sort >"$dir/exported"
comm -23 "$dir/promised" "$dir/exported" >"$dir/gone"
if [ -s "$dir/gone" ]; then
  report 'no longer exported:'
  sed 's/^/  /' "$dir/gone"
fi

comm -23 "$dir/kept" "$dir/after/numbers" >"$dir/changed"
if [ -s "$dir/changed" ]; then
  report 'no longer so:'
  sed 's/^/  /' "$dir/changed"
fi

status=0
abidiff --no-added-syms --suppressions "$dir/growth.suppr" "$dir/before/libkoord.abi" "$dir/after/libkoord.abi" \
  >"$dir/diff" 2>&1 || status=$?
if [ "$status" -ne 0 ]; then
  report "abidiff finds changes (exit $status):"
  cat "$dir/diff"
fi

echo "abi-check: $(wc -l <"$dir/promised") functions, $(wc -l <"$dir/kept") numbers and prototypes: $problems problems"
[ "$problems" -eq 0 ]

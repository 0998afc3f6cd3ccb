#!/bin/sh
# abi-baseline.sh [HEADER [BASELINE]]: makes HEADER (include/amalgamated/koord.h) what compatibility is measured by from now on.
# For releases: before 1.0 after any change, from then on only what abi-check.sh has let pass.
set -eu
tools=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$tools/../.." && pwd)
header=${1:-$root/include/amalgamated/koord.h} baseline=${2:-$root/abi}
command -v abidw >/dev/null || { echo 'abi-baseline: abidw is not installed (Debian: abigail-tools)' >&2; exit 1; }
mkdir -p "$baseline"
"$tools/abi-dump.sh" "$header" "$baseline/libkoord.abi"
"$tools/abi-numbers.sh" "$header" >"$baseline/numbers"
"$tools/abi_header.py" growth "$header" >"$baseline/growth.suppr"
cp "$header" "$baseline/koord.h"

#!/bin/sh
# Prints the table of docs/embed/call-costs.md: the cost of koord_cluster_evaluate from each
# language whose package is built, beside that of C. Usage: call-costs.sh BUILD
set -eu
[ $# -eq 1 ] || { echo "usage: call-costs.sh BUILD" >&2; exit 2; }
build=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")/../.." && pwd)
found=$(find "$build" -name libkoord.so | head -n 1)
[ -n "$found" ] || { echo "call-costs: no libkoord.so in $build" >&2; exit 1; }
library=$(dirname "$found")
export LD_LIBRARY_PATH="$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run LANGUAGE COMMAND...: collects the lines of the command; failed measurements are reported and
# left out.
run() {
  language=$1
  shift
  echo "call-costs: $language" >&2
  if "$@" >"$work/lines" 2>"$work/log"; then
    cat "$work/lines" >>"$work/all"
  else
    echo "call-costs: $language is left out: $(tail -n 1 "$work/log")" >&2
  fi
}

c() {
  program=$build/bench/c_calls
  if [ ! -x "$program" ]; then
    program=$work/c_calls
    "${CC:-cc}" -std=c99 -O2 "$source/bench/c_calls.c" "-I$source/include" "-L$library" -lkoord -o "$program"
  fi
  "$program"
}

python() {
  [ -d "$build/bindings/python/package" ] || { echo "not built" >&2; return 1; }
  PYTHONPATH=$build/bindings/python/package python3 -B "$source/bindings/python/bench/calls.py"
}

# The bench.sh BUILD LIBRARY_DIRECTORY of a folder prints "language<TAB>rows<TAB>nanoseconds".
script() {
  [ -f "$source/bindings/$1/bench.sh" ] || { echo "no bench.sh" >&2; return 1; }
  sh "$source/bindings/$1/bench.sh" "$build" "$library"
}

: >"$work/all"
run C c
run Go script go
run Python python
run Java script java

awk -F '\t' '
  function readable(ns) { return ns >= 1e4 ? sprintf("%.1f µs", ns / 1e3) : sprintf("%d ns", ns) }
  !($1 in seen) { seen[$1] = 1; languages[++count] = $1 }
  { took[$1, $2] = $3 }
  END {
    print "| language | 1 row | 256 rows | 10,000 nodes |"
    print "| --- | --- | --- | --- |"
    for (i = 1; i <= count; ++i) {
      language = languages[i]
      printf "| %s | %s | %s | %s |\n", language, readable(took[language, 1]), readable(took[language, 256]),
             readable(took[language, 10000])
    }
  }' "$work/all"

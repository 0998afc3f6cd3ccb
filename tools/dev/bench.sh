#!/bin/sh
# Runs every benchmark program of a build. Usage: bench.sh BUILD
set -eu
build=$(cd "$1" && pwd)
found=0
for program in $(find "$build/bench" -type f -name '*_bench' 2>/dev/null | sort); do
  found=1
  printf '\n== %s\n' "$(basename "$program")"
  "$program" --benchmark_counters_tabular=true
done
if [ "$found" -eq 0 ]; then
  echo "bench: no benchmark was built in $build" >&2
  exit 1
fi

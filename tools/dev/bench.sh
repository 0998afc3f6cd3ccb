#!/bin/sh
# Runs every benchmark program of a build. Usage: bench.sh BUILD [--table]
#   --table  the tables of docs/internals/performance.md instead: the fastest of 5 runs
set -eu
[ $# -ge 1 ] || { echo "usage: bench.sh BUILD [--table]" >&2; exit 2; }
build=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")/../.." && pwd)
programs=$(find "$build/bench" -type f -name '*_bench' 2>/dev/null | sort)
if [ -z "$programs" ]; then
  echo "bench: no benchmark was built in $build" >&2
  exit 1
fi

case ${2-} in
  '')
    for program in $programs; do
      printf '\n== %s\n' "$(basename "$program")"
      "$program" --benchmark_counters_tabular=true
    done
    ;;
  --table)
    results=$(mktemp -d)
    trap 'rm -rf "$results"' EXIT
    # The programs for the tables. Results of other programs are documented with their calls.
    for program in pick_bench cold_bench topology_bench; do
      program=$build/bench/$program
      echo "bench: $(basename "$program")" >&2
      "$program" --benchmark_repetitions=5 --benchmark_enable_random_interleaving=true \
        --benchmark_out="$results/$(basename "$program").json" --benchmark_out_format=json \
        >"$results/log" 2>&1 || { cat "$results/log" >&2; exit 1; }
    done
    python3 "$source/bench/table.py" "$results"/*.json
    ;;
  *)
    echo "usage: bench.sh BUILD [--table]" >&2
    exit 2
    ;;
esac

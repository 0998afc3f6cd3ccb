#!/bin/sh
# Builds the fuzzers and runs each for a while, from the committed seeds and the results of earlier
# runs (build/fuzz/corpus). Usage: fuzz.sh [SECONDS] [TARGET...]   (docs/internals/fuzzing.md)
# Exits with 1 if an input broke an invariant, and prints the input's path. JOBS=1 builds with less
# memory.
set -eu
cd "$(dirname "$0")/../.."

seconds=60
case ${1:-} in
  '' | *[!0-9]*) ;;
  *) seconds=$1; shift ;;
esac

[ $# -gt 0 ] || set -- $(cd fuzz && ls *_fuzz.cc | sed 's/_fuzz\.cc$//')
for target; do
  if [ ! -f "fuzz/${target}_fuzz.cc" ]; then
    echo "fuzz: there is no fuzz/${target}_fuzz.cc" >&2
    exit 2
  fi
done

build=build/fuzz
mkdir -p "$build"
launcher=
command -v ccache >/dev/null 2>&1 &&
  launcher='-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache'
cmake --preset fuzz $launcher >"$build.log" 2>&1 || { cat "$build.log"; exit 1; }
cmake --build --preset fuzz -j "${JOBS:-$(nproc)}" --target fuzzers

found="$build/found"
mkdir -p "$found"
failed=
for target; do
  corpus="$build/corpus/$target"
  log="$build/$target.log"
  mkdir -p "$corpus"
  set --
  [ ! -f "fuzz/$target.dict" ] || set -- "-dict=fuzz/$target.dict"
  while read -r seeds; do set -- "$@" "$seeds"; done <"$build/fuzz/$target.seeds"
  printf '%-18s ' "$target"
  if "$build/fuzz/${target}_fuzz" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
    -malloc_limit_mb=1024 -entropic_scale_per_exec_time=1 -print_final_stats=1 \
    -artifact_prefix="$found/$target-" \
    "$corpus" "$@" >"$log" 2>&1; then
    # The last line of progress: "#N DONE cov: branches ft: features corp: inputs ... exec/s: N".
    sed -n 's/^#\([0-9]*\).*DONE *cov: \([0-9]*\) ft: \([0-9]*\) corp: \([0-9]*\).*exec\/s: \([0-9]*\).*/\1 runs, \5 per second, \2 edges, \3 features, \4 inputs/p' "$log"
  else
    echo "FOUND $(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1); log: $log"
    grep -m 3 -E 'broken promise|  with |ERROR: |runtime error' "$log" || true
    failed="$failed $target"
  fi
done
if [ -n "$failed" ]; then
  echo "fuzz: findings in$failed" >&2
  exit 1
fi

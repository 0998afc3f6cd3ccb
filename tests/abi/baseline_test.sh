#!/bin/sh
# baseline_test.sh SOURCE: tools/dev/abi-check.sh accepts permitted growth and rejects all other changes. Changes copies
# of koord.h one by one, and checks each against a baseline of the original.
set -eu
source=$1
tools=$source/tools/dev
command -v abidiff >/dev/null || { echo 'baseline_test: SKIPPED: abidiff is not installed'; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
header=$dir/baseline.h
"$source/tools/generate/amalgamate.py" "$header"
problems=0

# Builds a library with empty bodies for a header's functions, because only the exports are compared.
library() { # library HEADER OUT [OPTION...]
  from=$1 to=$2
  shift 2
  cp "$from" "$dir/include/koord.h"
  "$tools/abi_header.py" shape "$from" >"$dir/shape.c"
  ${CC:-cc} -shared -fPIC "-I$dir/include" "$dir/shape.c" -nostdlib "$@" -o "$to"
}
map=-Wl,--version-script=$source/src/capi/generated/libkoord.map
mkdir "$dir/include"

check() { # check passes|TEXT NAME: the result of abi-check.sh for changed.h and changed.so
  status=0
  "$tools/abi-check.sh" "$dir/changed.so" "$dir/changed.h" "$header" >"$dir/log" 2>&1 || status=$?
  if [ "$1" = passes ]; then
    [ "$status" -eq 0 ] && return
  else
    [ "$status" -eq 1 ] && grep -q -e "$1" "$dir/log" && return
  fi
  echo "baseline_test: $2: exit $status, expected: $1"
  cat "$dir/log"
  problems=$((problems + 1))
}
changed() { # changed passes|TEXT NAME SED-SCRIPT
  sed "$3" "$header" >"$dir/changed.h"
  if [ -n "$3" ] && cmp -s "$header" "$dir/changed.h"; then
    echo "baseline_test: $2: the header does not have what is changed here"
    problems=$((problems + 1))
    return
  fi
  library "$dir/changed.h" "$dir/changed.so" "$map"
  check "$1" "$2"
}

changed passes 'no change' ''
changed passes 'a field appended to a struct that says its size' \
  's|^} koord_cpu_request;|  uint32_t more;\n  uint32_t zero;\n&|'
changed passes 'a field appended to a row with a stride' 's|^} koord_cpu;|  int32_t more;\n&|'
changed passes 'a new constant' 's|^  KOORD_E_INTERNAL = -99|  KOORD_E_NEW = -98,\n&|'
changed koord_refusal 'a field appended to a struct of one size' 's|^} koord_refusal;|  int64_t more;\n&|'
changed koord_numa_merged 'a field appended to a struct that is final' 's|^} koord_numa_merged;|  int64_t more;\n&|'
changed koord_bound 'a field appended to a struct inside others' 's|^} koord_bound;|  int64_t more;\n&|'
changed koord_cpu_request 'a field in the middle' 's|^  koord_numa_strategy numa_strategy;|  int64_t more;\n&|'
changed koord_cpu_request 'a field before the last' 's|^  uint32_t grant_count;|  uint32_t more;\n&|'
changed koord_cpu 'a field that is narrower' 's|^  int32_t core_index;|  int16_t core_index;|'
changed koord_cpu 'a field that loses its sign' 's|^  int32_t core_index;|  uint32_t core_index;|'
changed koord_cpu 'a field that is gone' '/^  int32_t kernel_core;/d'
changed KOORD_PICK_FEWEST_L3 'another number' 's|KOORD_PICK_FEWEST_L3 = 2|KOORD_PICK_FEWEST_L3 = 4|'
changed KOORD_MAX_CPUS 'another macro' 's|KOORD_MAX_CPUS 8192|KOORD_MAX_CPUS 16384|'
changed KOORD_LOG_LEVEL_INFO 'a number that is gone' 's|KOORD_LOG_LEVEL_INFO = 1, ||'
changed koord_version 'another type of result' 's|uint32_t koord_version(void)|uint64_t koord_version(void)|'
changed koord_kubelet_judge 'a const that is gone' 's|koord_kubelet_judge(const koord_kubelet|koord_kubelet_judge(koord_kubelet|'
changed koord_verdicts_normalize 'two parameters of one type that change places' \
  '/koord_verdicts_normalize(/s|size_t stride, size_t count|size_t count, size_t stride|'
changed koord_log_fn 'a const that a callback loses' '/koord_log_fn)(/s|const char|char|'
changed passes 'another layout of the text' \
  's|^KOORD_API koord_status koord_cpu_pick(|KOORD_API koord_status\n  koord_cpu_pick(\n    |'
changed koord_buffer_get_length 'a function that is gone' '/koord_buffer_get_length(/d'

cp "$header" "$dir/changed.h"
sed 's/koord_buffer_get_length;//' "$source/src/capi/generated/libkoord.map" >"$dir/changed.map"
library "$header" "$dir/changed.so" "-Wl,--version-script=$dir/changed.map"
check koord_buffer_get_length@@KOORD_1.0 'a function that is not exported'
sed 's/KOORD_1\.0/KOORD_1.1/' "$source/src/capi/generated/libkoord.map" >"$dir/changed.map"
library "$header" "$dir/changed.so" "-Wl,--version-script=$dir/changed.map"
check koord_version@@KOORD_1.0 'another version of the symbols'
sed 's|^KOORD_API uint32_t koord_version|KOORD_API void koord_newer(void);\n&|' "$header" >"$dir/changed.h"
sed 's|koord_version;|& koord_newer;|' "$source/src/capi/generated/libkoord.map" >"$dir/changed.map"
library "$dir/changed.h" "$dir/changed.so" "-Wl,--version-script=$dir/changed.map"
check passes 'a new function'

# The experimental half may change with the next release, and not before; the stable half may not change.
next='s|^#define KOORD_VERSION_MINOR .*|#define KOORD_VERSION_MINOR 77|'
plan='s|koord_cluster_commit(koord_cluster \*cluster,|& int32_t how,|'
changed koord_cluster_commit 'an experimental function' "$plan"
major=$(sed -n 's/^#define KOORD_VERSION_MAJOR //p' "$header")
sed "s/KOORD_EXPERIMENTAL_[0-9_]*/KOORD_EXPERIMENTAL_${major}_77/" "$source/src/capi/generated/libkoord.map" >"$dir/next.map"
map=-Wl,--version-script=$dir/next.map
changed passes 'an experimental function in the next release' "$plan; $next"
changed koord_version 'a stable function in the next release' "s|uint32_t koord_version(void)|uint64_t koord_version(void)|; $next"

echo "baseline_test: $problems problems"
[ "$problems" -eq 0 ]

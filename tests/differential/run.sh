#!/bin/sh
# run.sh LIBRARY-FOLDER [SET...]: compares libkoord with the functions of other projects, on random cases. docs/internals/differential.md.
#   a  Koordinator takePreferredCPUs            b  kubelet static policy
#   c  kubelet topology manager's merge         d  Koordinator's merge
#   e  all of Koordinator NodeNUMAResource      f  all of Koordinator DeviceShare
#   g  a whole kubelet's admission              h  go-gpuallocator's best-effort policy
#   i  NodeNUMAResource and DeviceShare in one framework
#   n  kube-scheduler's filters of nodes, compared with `koordctl explain` (KOORDCTL: the program)
#   figures, figures-kubelet  compiles the programs of `make figures` (bench/figures.py), for kubelet those of one version
#   refusals  pods that our plugin binds to nodes whose kubelet is real, and the refusals of these kubelets
#   cycle  CPU time of a scheduling cycle: their plugins, our plugin (cycle/cycle.py: NODES, ROUNDS, SECONDS)
# LIBRARY-FOLDER contains libkoord.so, for h libkoord.a. SEED and COUNT select the cases.
# SHOW is the number of smallest cases printed of each kind. KOORD_RECORD names a file for a record of all calls (koordc/replay).
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
library=$(cd "$1" && pwd) || exit 2
shift
test $# -gt 0 || set -- a b c d e f g h i n
work=$root/build/differential
version=${KUBERNETES_VERSION:-v1.36.3} kubelet=kubelet-$version kubelet_path=$PATH
export SEED="${SEED:-1}" COUNT="${COUNT:-20000}" GOWORK=off GOFLAGS=-mod=mod
header=$(cat "${HEADERS:-$root/include}"/koord.h "${HEADERS:-$root/include}"/koord/*.h | sha256sum) # Go's cache does not look at headers
export CGO_CFLAGS="-O2 -I${HEADERS:-$root/include} -DKOORD_HEADER_${header%% *}" CGO_LDFLAGS="-L$library -Wl,-rpath,$library"
# Kubelet syncs every state file that it writes, which takes 15 times as long as all the rest if the files are on a disk.
if test -w /dev/shm; then export TMPDIR="${TMPDIR:-/dev/shm}"; fi
skipped= failed=

# prepared SOURCE [FOLDER]: sources are prepared again if the inputs of the preparation changed.
prepared() {
  into=${2:-$1}
  sum=$({ echo "${KOORDINATOR-}"; cat "$here"/prepare.sh "$here/$1"/* "$here"/topologymanager/* "$here"/both/* "$here"/cycle/* "$here"/refusals/zz_*; } | sha256sum | cut -c1-16)
  test "$(cat "$work/$into.stamp" 2>/dev/null)" = "$sum" && return 0
  sh "$here/prepare.sh" "$1" "$work/$into" || return $?
  echo "$sum" >"$work/$into.stamp"
}

# Kubelet is built with the Go of its go.mod.
prepared_kubelet() {
  wanted=$(cd "$work" && GOTOOLCHAIN=local go mod download -json "k8s.io/kubernetes@$version" | sed -n 's/^\t"GoMod": "\(.*\)",$/\1/p')
  test -f "$wanted" || { echo "kubelet: no module k8s.io/kubernetes $version" >&2; return 77; }
  go=$("$root/tools/dev/go-toolchain.sh" "$(sed -n 's/^go //p' "$wanted")") || return 77
  kubelet_path=$(dirname "$go"):$PATH
  (PATH=$kubelet_path GOTOOLCHAIN=local KUBERNETES_VERSION=$version prepared kubelet "$kubelet")
}

driver() {
  (case $1 in kubelet-*) PATH=$kubelet_path ;; esac
    cd "$work/$1" && go test -v -count=1 -timeout 120m -run "^$3\$" "$2" 2>"$work/$set.errors" >"$work/$set.all")
  rc=$?
  grep -v '^[EIW][0-9]' "$work/$set.all"
  if [ $rc -ne 0 ]; then
    tail -n 20 "$work/$set.errors" >&2
    failed="$failed $set"
  elif grep -q '^DIFF' "$work/$set.all"; then
    failed="$failed $set"
  fi
}

# compiled FOLDER PROGRAM PACKAGE: compiles a package's test program.
compiled() {
  (case $1 in kubelet-*) PATH=$kubelet_path ;; esac
    cd "$work/$1" && go test -vet=off -c -o "$work/$2" "$3") || failed="$failed $set"
}

# write_pc writes the koord.pc that cgo reads.
write_pc() {
  printf 'Name: koord\nDescription: the library to compare\nVersion: 0\nLibs: -lkoord\n' >"$work/koord.pc"
}

# Our plugin's module, overlaid with the files of cycle/.
plugin_test() {
  module=$root/kubernetes/scheduler
  cat >"$work/overlay.json" <<EOF
{"Replace": {"$module/zzcycle/cycle_test.go": "$here/cycle/cycle_test.go", "$module/zzcycle/ours_test.go": "$here/cycle/ours_test.go"}}
EOF
  write_pc
  (cd "$module" && PKG_CONFIG_PATH=$work GOFLAGS=-mod=readonly go test -vet=off -overlay "$work/overlay.json" -c -o "$1" ./zzcycle)
}

# Our plugin and kubelet's managers in one program: the tests of the plugin's module with the copy of kubelet's sources.
refusals() {
  module=$root/kubernetes/scheduler minor=${version#v1.} minor=${minor%%.*} tags=
  mod=$(KUBERNETES=1.$minor sh "$root/kubernetes/versions/modfile.sh" "$module") || return 1
  test "$mod" = "$module/go.mod" || tags=kube1_$minor
  cp "$mod" "$work/refusals.mod" && cp "${mod%.mod}.sum" "$work/refusals.sum" || return 1
  go mod edit -replace=k8s.io/kubernetes="$work/$kubelet" "$work/refusals.mod" || return 1
  printf '{"Replace": {"%s": "%s", "%s": "%s"}}\n' "$module/zz_refusals_test.go" "$here/refusals/refusals_test.go" \
    "$module/zz_draw_test.go" "$here/refusals/draw_test.go" >"$work/overlay.json"
  write_pc
  (cd "$module" && PATH=$kubelet_path PKG_CONFIG_PATH=$work go test -vet=off -tags "$tags" -modfile "$work/refusals.mod" \
    -overlay "$work/overlay.json" -c -o "$work/refusals.test" .) || return 1
  for MODE in ${MODES:-koord ungated nrt fit}; do
    MODE=$MODE "$work/refusals.test" -test.timeout 120m -test.run "^TestZZRefusals$" >"$work/$set.all" 2>"$work/$set.errors" || { cat "$work/$set.all"; return 1; }
    grep -v '^[EIW][0-9]\|^PASS' "$work/$set.all"
    ! grep -q '^DIFF' "$work/$set.all" || differs=yes
  done
  test -z "${differs-}"
}

# Needs only the module k8s.io/kubernetes, and koordctl as a program.
filters() {
  module=$root/kubernetes/scheduler
  echo "{\"Replace\": {\"$module/zzfilters/filters_test.go\": \"$here/filters/filters_test.go\"}}" >"$work/overlay.json"
  (cd "$module" && GOFLAGS=-mod=readonly go test -vet=off -overlay "$work/overlay.json" -c -o "$work/filters.test" ./zzfilters) &&
    (cd "$work" && KOORDCTL="${KOORDCTL:-$library/../tools/koordctl/koordctl}" ./filters.test -test.v -test.run '^TestZZFilters$')
}

cycle_programs() {
  compiled koordinator cycle.upstream ./pkg/scheduler/plugins/zzcycle
  plugin_test "$work/cycle.ours" || failed="$failed $set"
}

# koord.h has no call for the best split alone, so it is linked from the archive.
gpuallocator() {
  g++ -std=c++20 -O2 -I"$root/src" -I"${HEADERS:-$root/include}" -c "$here/gpuallocator/koordgpu.cc" -o "$work/gpuallocator/koordgpu.o" || return 1
  rm -f "$work/gpuallocator/libkoordgpu.a"
  ar rcs "$work/gpuallocator/libkoordgpu.a" "$work/gpuallocator/koordgpu.o"
  (cd "$work/gpuallocator" && GOFLAGS=-mod=vendor CGO_LDFLAGS="$PWD/libkoordgpu.a $library/libkoord.a -lhwloc -lstdc++ -lm" \
    go test -v -count=1 -timeout 120m -run '^TestZZGPU$' ./gpuallocator)
}

mkdir -p "$work"
nodenumaresource=./pkg/scheduler/plugins/nodenumaresource
for set; do
  case $set in
  a | d | e | f | i | cycle | figures) prepared koordinator ;;
  h) prepared gpuallocator ;;
  n) true ;;
  b | c | g | refusals | figures-kubelet) prepared_kubelet ;;
  *) echo "run.sh: no set $set" >&2; exit 2 ;;
  esac
  case $? in
  0) ;;
  77) skipped="$skipped $set"; continue ;;
  *) failed="$failed $set"; continue ;;
  esac
  case $set in
  a) driver koordinator $nodenumaresource TestZZTake ;;
  b) driver "$kubelet" ./pkg/kubelet/cm/cpumanager TestZZPick ;;
  c) driver "$kubelet" ./pkg/kubelet/cm/topologymanager TestZZMerge ;;
  d) driver koordinator ./pkg/scheduler/frameworkext/topologymanager TestZZMerge ;;
  e) driver koordinator $nodenumaresource TestZZPlugin ;;
  f) driver koordinator ./pkg/scheduler/plugins/deviceshare TestZZDevice ;;
  g) driver "$kubelet" ./pkg/kubelet/cm/zzadmit TestZZAdmit ;;
  h) gpuallocator || failed="$failed $set" ;;
  i) driver koordinator ./pkg/scheduler/plugins/zzboth TestZZBoth ;;
  n) filters || failed="$failed $set" ;;
  refusals) refusals || failed="$failed $set" ;;
  cycle)
    cycle_programs
    test -n "$failed" || python3 "$here/cycle/cycle.py" "$work/cycle.upstream" "$work/cycle.ours" || failed="$failed $set"
    ;;
  figures)
    compiled koordinator koordinator.plugin $nodenumaresource
    compiled koordinator koordinator.merge ./pkg/scheduler/frameworkext/topologymanager
    cycle_programs
    ;;
  figures-kubelet)
    compiled "$kubelet" "$kubelet.picker" ./pkg/kubelet/cm/cpumanager
    compiled "$kubelet" "$kubelet.merge" ./pkg/kubelet/cm/topologymanager
    ;;
  esac
done
test -z "$failed" || echo "differ or failed:$failed"
test -z "$skipped" || echo "SKIPPED:$skipped: their sources are absent"
test -z "$failed" || exit 1
test -z "$skipped" || exit 77

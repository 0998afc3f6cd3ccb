#!/usr/bin/env bash
# build.sh OUT [BUILD]: builds the programs of the end-to-end tests, from Go modules alone.
#   etcd, kube-apiserver, kubectl   of the versions in control-plane/go.mod
#   checker, load, proxy            of this folder
#   koord-scheduler, koord-webhook  kubernetes/scheduler and kubernetes/webhook, with the library of BUILD (build/release)
# KUBERNETES, such as 1.36, builds the control plane and our programs for another version of Kubernetes (kubernetes/versions).
# KOORD_E2E_CONTROL_PLANE names a folder with etcd, kube-apiserver and kubectl, which are used in place of those of the modules.
# Unchanged programs are not rebuilt, and packages that the tests of the Go modules compile are reused. JOBS (2) limits the
# compilers, KOORD_E2E_BUILD_SECONDS (none) the time. If modules are unavailable or time runs out, it exits with 77 and prints
# SKIPPED and the reason as the last line. Packages compiled until then stay in Go's cache. While it builds, it prints a line every
# KOORD_E2E_PROGRESS_SECONDS (30).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ $# -ge 1 ] && [ $# -le 2 ] || { sed -n '2,11s/^# \?//p' "$0" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
build=$(cd "${2:-$root/build/release}" && pwd)
jobs=${JOBS:-2} limit=${KOORD_E2E_BUILD_SECONDS:-0} pause=${KOORD_E2E_PROGRESS_SECONDS:-30}
# Compilers run for seconds, so they need no garbage collection while memory suffices.
export GOFLAGS="-buildvcs=false -mod=readonly -p=$jobs" GOMAXPROCS=$jobs GOTOOLCHAIN=local CGO_ENABLED=1 GOGC=off GOMEMLIMIT=1500MiB

skip() { echo "SKIPPED: $*"; exit 77; }
# go_of GO.MOD: sets go to a command that is new enough for a module.
go_of() {
  go=$("$root/tools/dev/go-toolchain.sh" "$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$1")" 2>"$out/build.log") ||
    skip "$(tail -n 1 "$out/build.log")"
}
# version_of FOLDER: sets go, and in selected the flags that select the version of Kubernetes of the module in FOLDER.
version_of() {
  local modfile
  modfile=$("$root/kubernetes/versions/modfile.sh" "$1") || exit 2
  go_of "$modfile"
  selected=()
  [ "$modfile" = "$(cd "$1" && pwd)/go.mod" ] || selected=("-modfile=$modfile" "-tags=kube${KUBERNETES/./_}")
}

# progress WHAT: prints at intervals that the build is still running, until it or this script has ended.
progress() {
  local begun=$SECONDS
  while sleep "$pause" >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do echo "$1: still building after $((SECONDS - begun)) s"; done
}

# bounded WHAT FOLDER ARGUMENT...: runs go with the arguments in a folder, within the remaining time.
bounded() {
  local what=$1 folder=$2 begun=$SECONDS status=0 within=()
  shift 2
  if [ "$limit" -gt 0 ]; then
    [ "$SECONDS" -lt "$limit" ] || skip "$what could not be built in $limit s"
    within=(timeout --kill-after=5 $((limit - SECONDS)))
  fi
  progress "$what" &
  (cd "$folder" && nice -n 10 "${within[@]}" "$go" "$@") >"$out/build.log" 2>&1 || status=$?
  kill $! 2>/dev/null || true
  [ $status -ne 124 ] && [ $status -ne 137 ] || skip "$what could not be built in $limit s"
  [ $status -eq 0 ] || return $status
  [ $((SECONDS - begun)) -lt 2 ] || echo "$what: $((SECONDS - begun)) s"
}
# Modules are available only from a proxy or a complete cache.
modules() { # FOLDER
  bounded "modules of $1" "$here/$1" mod download "${selected[@]:0:1}" || skip "modules of $1: $(tail -n 1 "$out/build.log")"
}
compile() { # WHAT FOLDER ARGUMENT...
  local what=$1 folder=$2
  shift 2
  bounded "$what" "$folder" build "${selected[@]}" "$@" || { cat "$out/build.log"; exit 1; }
}

control_plane() {
  local modfile version minor names=k8s.io/component-base/version kubernetes=k8s.io/kubernetes/cmd
  if [ -n "${KUBERNETES-}" ] && [ -d "$root/kubernetes/versions/$KUBERNETES" ] &&
    [ ! -e "$root/kubernetes/versions/$KUBERNETES/control-plane.mod" ]; then
    skip "the module proxy has not all modules of kube-apiserver $KUBERNETES: set KOORD_E2E_CONTROL_PLANE to a folder with one"
  fi
  version_of "$here/control-plane"
  modfile=$here/control-plane/go.mod
  [ ${#selected[@]} -eq 0 ] || modfile=${selected[0]#-modfile=}
  # Third-party programs change only with their versions.
  stamp=$( ("$go" version; cat "$modfile" "${modfile%.mod}.sum") | sha256sum | cut -c1-16)
  [ "$(cat "$out/.control-plane.stamp" 2>/dev/null)" != "$stamp" ] || return 0
  modules control-plane
  version=$(sed -n 's|^.*[[:space:]]k8s\.io/kubernetes \(v[0-9][^ ]*\).*|\1|p' "$modfile")
  minor=${version#v1.}
  mkdir -p "$out/new"
  # All programs are built in one command, so that no processor waits. Without these flags kube-apiserver reports v0.0.0, which
  # clients refuse.
  compile kube-apiserver "$here/control-plane" -o "$out/new/" \
    -ldflags "-s -w -X $names.gitVersion=$version -X $names.gitMajor=1 -X $names.gitMinor=${minor%%.*}" \
    go.etcd.io/etcd/server/v3 $kubernetes/kube-apiserver $kubernetes/kubectl
  mv "$out/new/server" "$out/etcd"
  mv "$out/new/kube-apiserver" "$out/new/kubectl" "$out/"
  echo "$stamp" >"$out/.control-plane.stamp"
}

if [ -n "${KOORD_E2E_CONTROL_PLANE-}" ]; then
  rm -f "$out/.control-plane.stamp"
  for program in etcd kube-apiserver kubectl; do
    [ -x "$KOORD_E2E_CONTROL_PLANE/$program" ] || { echo "build.sh: KOORD_E2E_CONTROL_PLANE: no program $KOORD_E2E_CONTROL_PLANE/$program" >&2; exit 2; }
    cp -f "$KOORD_E2E_CONTROL_PLANE/$program" "$out/"
  done
else
  control_plane
fi

# For our own programs the go command determines what has changed, quickly if nothing has.
go_of "$here/go.mod"
selected=()
modules .
compile 'checker, load, proxy' "$here" -o "$out/" ./checker ./load ./proxy

library=$(sed -n 's/^Libs: -L\([^ ]*\).*/\1/p' "$build/bindings/go/pkgconfig/koord.pc")
# The library's path is passed to the linker only: as a cgo flag it would recompile all packages.
for program in scheduler webhook; do
  version_of "$root/kubernetes/$program"
  modules ../../kubernetes/$program
  # Go caches the folder of the library with a compiled package; it may be that of another build tree.
  LIBRARY_PATH=$library PKG_CONFIG_PATH=$build/bindings/go/pkgconfig compile koord-$program "$root/kubernetes/$program" -o "$out/" \
    -ldflags "-extldflags '-Wl,-rpath,$library'" ./cmd/koord-$program
done

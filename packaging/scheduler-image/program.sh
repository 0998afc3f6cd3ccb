#!/bin/sh
# program.sh FILE: builds koord-scheduler, with this tree's library inside it, as FILE. The experimental half of the library is
# bound to its exact version: so the program has it statically, and only Debian's libraries are left to be loaded.
# What is compiled stays in WORK (build/scheduler-image); JOBS (2) bounds the compilers.
set -eu
[ $# -eq 1 ] || { sed -n '2,4s/^# \?//p' "$0" >&2; exit 2; }
file=$(realpath -m "$1")
cd "$(dirname "$0")/../.."
work=${WORK:-$PWD/build/scheduler-image}
jobs=${JOBS:-2}
mkdir -p "$work" "$(dirname "$file")"

go=$(tools/dev/go-toolchain.sh "$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' bindings/go/scheduler/go.mod)")
if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi
{
  cmake --preset dist -B "$work/library" -DKOORD_TOOLS=OFF -DCMAKE_INSTALL_PREFIX="$work/prefix" -DCMAKE_INSTALL_LIBDIR=lib
  cmake --build "$work/library" -j "$jobs"
  cmake --install "$work/library"
} >"$work/library.log" 2>&1 || { tail -n 20 "$work/library.log" >&2; exit 1; }

version=$(sed -n 's|^.*k8s\.io/kubernetes \(v[0-9.]*\)$|\1|p' bindings/go/scheduler/go.mod)
[ -n "$version" ] || { echo 'program.sh: bindings/go/scheduler/go.mod names no version of k8s.io/kubernetes' >&2; exit 1; }
minor=${version#v1.}
names=k8s.io/component-base/version
# Go's cache does not look at the archive: one that has changed shows by its hash among the flags.
hash=$(sha256sum "$work/prefix/lib/libkoord.a" | cut -d' ' -f1)
cd bindings/go/scheduler
PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig CGO_ENABLED=1 CGO_CFLAGS="-O2 -g -DKOORD_ARCHIVE_$hash" GOTOOLCHAIN=local \
  GOFLAGS="-buildvcs=false -mod=readonly -p=$jobs" "$go" build -tags koord_static -trimpath -o "$file" \
  -ldflags "-s -w -X $names.gitVersion=$version -X $names.gitMajor=1 -X $names.gitMinor=${minor%%.*}" ./cmd/koord-scheduler

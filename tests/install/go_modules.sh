#!/bin/sh
# go_modules.sh BUILD: programs of the documentation, built outside the tree with modules from the files of a module proxy, as their
# readers do. Without Go or modules it exits with 77.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
work=$(mktemp -d)
# A version of its own, because Go never reads a version again that it has.
version=v0.0.0-test.$$
cache=
forget() {
  rm -rf "$work"
  for folder in "$cache/libkoord.invalid" "$cache/cache/download/libkoord.invalid"; do
    [ ! -d "$folder" ] || find "$folder" -depth -name "*$version*" -exec rm -rf {} +
  done
}
trap forget EXIT
go=$("$root/tools/dev/go-toolchain.sh" 1.26) || exit 77
export GOTOOLCHAIN=local GOWORK=off GOFLAGS=-modcacherw
(cd "$root/kubernetes/scheduler" && "$go" mod download k8s.io/kubernetes) || { echo 'SKIPPED: no modules of Kubernetes here'; exit 77; }
cache=$("$go" env GOMODCACHE)
"$root/packaging/go/proxy.sh" "$work/proxy" "$version"

GOPROXY=file://$work/proxy,$("$go" env GOPROXY)
export GOPROXY GONOSUMDB=libkoord.invalid PKG_CONFIG_PATH="$build/bindings/go/pkgconfig" LD_LIBRARY_PATH="$build/src" CGO_ENABLED=1
# Go caches the folder of the library with a compiled package; it may be that of another build tree.
export LIBRARY_PATH="$build/src"

# program NAME PAGE HEADING: makes a module of the first block of Go below a heading.
program() {
  mkdir "$work/$1"
  cd "$work/$1"
  awk -v heading="$3" '$0 == heading { below = 1 } below && /^```go$/ { inside = 1; next } inside && /^```$/ { exit } inside' "$root/docs/$2" >main.go
  "$go" mod init "example.com/$1" 2>/dev/null
}
program start embed/go.md '## Quick start'
"$go" get "libkoord.invalid/koord@$version"
said=$("$go" run .)
[ "$said" = 0-7 ] || { echo "the quick start printed $said" >&2; exit 1; }

program embedded operate/kube-scheduler.md '## Embedding the plugin'
"$go" get "libkoord.invalid/koord/kubernetes/scheduler/app@$version"
! grep -n replace go.mod || { echo 'a program with the plugin needs replacements' >&2; exit 1; }
"$go" mod tidy
"$go" build -o scheduler .
./scheduler --version | grep '^koord-scheduler with libkoord '

# Programs are installed without a module of one's own, which Go refuses for modules with replacements.
GOBIN=$work/bin "$go" install "libkoord.invalid/koord/kubernetes/kubectl/cmd/kubectl-koord@$version"
"$work/bin/kubectl-koord" --help >/dev/null

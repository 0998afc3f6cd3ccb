#!/bin/sh
# go.sh DIRECTORY HEADERS: cgo accepts the header unchanged, and a Go program picks CPUs on a machine built from rows.
set -eu
directory=$1 headers=$2
if ! command -v go >/dev/null 2>&1; then
  echo 'go.sh: SKIPPED: go is not installed'
  exit 77
fi
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
header=$(cat "$headers"/koord.h "$headers"/koord/*.h "$headers"/koord/experimental/*.h | sha256sum) # Go's cache does not look at headers
export CGO_ENABLED=1 CGO_CFLAGS="-I$headers -DKOORD_HEADER_${header%% *}" CGO_LDFLAGS="-L$directory -lkoord -Wl,-rpath,$directory"
export GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local GOWORK=off
[ -n "${HOME:-}" ] || export GOCACHE="$dir/cache"

cd "$here/go"
test -z "$(gofmt -l .)" || { echo 'go.sh: not formatted as gofmt has it'; exit 1; }
go vet .
go build -o "$dir/use" .
"$dir/use"

#!/bin/sh
# bench.sh BUILD LIBRARY_DIRECTORY: measures the cost of a call in Go, for tools/dev/call-costs.sh.
set -eu
library=$2
source=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'Name: koord\nDescription: libkoord\nVersion: 0\nCflags: -I%s/../../include\nLibs: -L%s -lkoord\n' "$source" "$library" \
  >"$work/koord.pc"
cd "$source"
# Go caches the folder of the library with a compiled package; it may be that of another build tree.
LIBRARY_PATH=$library PKG_CONFIG_PATH=$work GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local go build -o "$work/bench" ./bench
"$work/bench"

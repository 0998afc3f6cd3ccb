#!/bin/sh
# test.sh SOURCE BUILD LIBRARY_DIRECTORY: tests the module of Kubernetes' types with the library of a build tree. Go (see
# tools/dev/go-toolchain.sh) and the modules that it needs are fetched where they are missing; where that cannot be done, the
# last line says so and the status is 77.
set -eu
source=$1 build=$2 library=$3
skip() {
  echo "skipped: $*"
  exit 77
}
said=$(mktemp)
trap 'rm -f "$said"' EXIT
wanted=$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$source/go.mod")
go=$("$source/../../../tools/dev/go-toolchain.sh" "$wanted" 2>"$said") || skip "no Go $wanted: $(tail -n 1 "$said")"
export PKG_CONFIG_PATH="$build/pkgconfig" LD_LIBRARY_PATH="$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export GOFLAGS=-mod=readonly GOTOOLCHAIN=local CGO_ENABLED=1
cd "$source"
"$go" mod download >"$said" 2>&1 || skip "no Go modules of Kubernetes here: $(tail -n 1 "$said")"
"$go" vet ./...
# Without -v, go test says "ok" of what it skips.
"$go" test -count=1 -v ./... >"$said" 2>&1 || {
  cat "$said"
  exit 1
}
grep -E '^ok|--- SKIP' "$said"

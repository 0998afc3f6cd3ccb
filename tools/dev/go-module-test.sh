#!/bin/sh
# go-module-test.sh MODULE [PKGCONFIG LIBRARY]: gofmt, go vet and go test of a Go module of this tree that depends on others,
# with the library of a build tree: its folder of koord.pc and its own. Go (go-toolchain.sh) and modules are fetched where
# they are missing; where that cannot be done, the last line says so and the status is 77.
set -eu
module=$1
here=$(cd "$(dirname "$0")" && pwd)
skip() {
  echo "skipped: $*"
  exit 77
}
said=$(mktemp)
trap 'rm -f "$said"' EXIT
wanted=$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$module/go.mod")
go=$("$here/go-toolchain.sh" "$wanted" 2>"$said") || skip "no Go $wanted: $(tail -n 1 "$said")"
if [ $# -gt 1 ]; then
  export PKG_CONFIG_PATH="$2" LD_LIBRARY_PATH="$3${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" CGO_ENABLED=1
fi
export GOFLAGS=-mod=readonly GOTOOLCHAIN=local
cd "$module"
"$go" mod download >"$said" 2>&1 || skip "no Go modules of Kubernetes here: $(tail -n 1 "$said")"
unformatted=$("$(dirname "$(readlink -f "$go")")/gofmt" -l .)
[ -z "$unformatted" ] || {
  echo "gofmt would change: $unformatted"
  exit 1
}
"$go" vet ./...
# Without -v, go test says "ok" of what it skips; with it, the reason stands somewhere below the name.
"$go" test -count=1 -v ./... >"$said" 2>&1 || {
  cat "$said"
  exit 1
}
awk '
  /^=== (RUN|NAME|CONT) / { test = $3 }
  /^ +[a-z0-9_]+\.go:[0-9]+: / { line = $0; sub(/^[^:]*:[0-9]+: /, "", line); reason[test] = line }
  /^ *--- SKIP: / { print "--- SKIP: " $3 " (0s): " reason[$3] }
  /^ok|^\?/ { print }' "$said"

#!/bin/sh
# test.sh PART SOURCE BUILD LIBRARY_DIRECTORY GO [WHY_NOT]: tests the Go package with the library of a build tree.
#   package     gofmt, go vet, go test
#   race        go test under the race detector
#   cgocheck    go test with every check that cgo knows of pointers
#   quickstart  the first program of README.md, run as it stands there
# Nothing is fetched. Exit status 77: skipped.
set -eu
part=$1 source=$2 build=$3 library=$4 go=$5 why=${6-}
if [ -n "$why" ]; then
  echo "bindings.go.$part: skipped: $why"
  exit 77
fi
export PKG_CONFIG_PATH="$build/pkgconfig" LD_LIBRARY_PATH="$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local CGO_ENABLED=1
# A cache that no other build shares: what stands in koord.h is not among what Go's own cache looks at.
export GOCACHE="$build/cache"
[ -n "${HOME-}" ] || export GOPATH="$build/path"
cd "$source"

case $part in
  package)
    unformatted=$("$(dirname "$(readlink -f "$go")")/gofmt" -l .)
    if [ -n "$unformatted" ]; then
      echo "gofmt would change: $unformatted"
      exit 1
    fi
    "$go" vet ./...
    "$go" test -count=1 ./...
    "$go" test -count=1 -tags koord_debug -run 'Close|Collector|Example' .
    ;;
  race)
    "$go" test -count=1 -race .
    ;;
  cgocheck)
    # A setting of the build since 1.21, of the run before.
    case $("$go" env GOVERSION) in
      go1.19* | go1.20*) GODEBUG=cgocheck=2 "$go" test -count=1 . ;;
      *) GOEXPERIMENT=cgocheck2 "$go" test -count=1 . ;;
    esac
    ;;
  quickstart)
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
    python3 -B "$source/../../tests/quickstart/block.py" "$source/../../README.md" go >"$dir/main.go"
    printf 'module first\n\ngo 1.19\n\nrequire koord v0.0.0\n\nreplace koord => %s\n' "$source" >"$dir/go.mod"
    cd "$dir"
    "$go" vet .
    got=$("$go" run .)
    [ "$got" = 0-7 ] || { echo "expected 0-7, got $got"; exit 1; }
    ;;
  *)
    echo "test.sh: no part $part" >&2
    exit 2
    ;;
esac

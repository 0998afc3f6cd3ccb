#!/bin/sh
# test.sh PART SOURCE BUILD LIBRARY_DIRECTORY GO: tests the Go package with the library of a build tree.
#   package     gofmt, go vet, go test
#   pointers    go test with the race detector, all cgo pointer checks, and a garbage collection before every use
#   quickstart  the quick start of docs/embed/go.md, unchanged
# Downloads nothing.
set -eu
part=$1 source=$2 build=$3 library=$4 go=$5
export PKG_CONFIG_PATH="$build/pkgconfig" LD_LIBRARY_PATH="$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
# Go caches the folder of the library with a compiled package; it may be that of another build tree.
export LIBRARY_PATH="$library"
export GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local CGO_ENABLED=1
[ -n "${HOME-}" ] || export GOCACHE="$build/cache" GOPATH="$build/path"
cd "$source"

# Without -v, go test prints "ok" for skipped tests. With it, the reason is printed somewhere below
# the name.
run_tests() {
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  "$go" test -count=1 -v "$@" >"$log" 2>&1 || { cat "$log"; exit 1; }
  awk '
    /^=== (RUN|NAME|CONT) / { test = $3 }
    /^ +[a-z0-9_]+\.go:[0-9]+: / { line = $0; sub(/^[^:]*:[0-9]+: /, "", line); said[test] = line }
    /^ *--- SKIP: / { print "--- SKIP: " $3 " (0s): " said[$3] }
    /^ok|^\?/ { print }' "$log"
}

case $part in
  package)
    unformatted=$("$(dirname "$(readlink -f "$go")")/gofmt" -l .)
    if [ -n "$unformatted" ]; then
      echo "gofmt would change: $unformatted"
      exit 1
    fi
    "$go" vet ./...
    run_tests ./...
    ;;
  pointers)
    # The checks are enabled at build time since 1.21, and at run time before.
    case $("$go" env GOVERSION) in
      go1.19* | go1.20*) export GODEBUG=cgocheck=2 ;;
      *) export GOEXPERIMENT=cgocheck2 ;;
    esac
    run_tests -race -tags koord_debug .
    ;;
  quickstart)
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
    python3 -B "$source/../../tests/quickstart/block.py" "$source/../../docs/embed/go.md" go >"$dir/main.go"
    module=$(sed -n 's/^module //p' "$source/go.mod")
    printf 'module first\n\ngo 1.19\n\nrequire %s v0.0.0\n\nreplace %s => %s\n' "$module" "$module" "$source" >"$dir/go.mod"
    cd "$dir"
    got=$("$go" run .)
    [ "$got" = 0-7 ] || { echo "expected 0-7, got $got"; exit 1; }
    ;;
  *)
    echo "test.sh: no part $part" >&2
    exit 2
    ;;
esac

#!/bin/sh
# go-module-test.sh build MODULE FOLDER [PKGCONFIG LIBRARY]: runs gofmt and go vet on a Go module of
# this tree with dependencies, and builds its test programs into FOLDER with the library of a build
# tree, given by its folder of koord.pc and its own folder. Go (go-toolchain.sh) and modules are
# downloaded if missing. If that fails, FOLDER/skipped contains the reason and the status is 0.
# go-module-test.sh run FOLDER [LIBRARY]: runs the programs. If there are none, the status is 77 and
# the last line is the reason. Nothing is compiled, and a test program is only stopped if it has
# printed nothing for 15 minutes.
set -eu
mode=$1
shift
here=$(cd "$(dirname "$0")" && pwd)

build() {
  module=$1 folder=$2
  rm -rf "$folder"
  mkdir -p "$folder"
  said=$folder/said
  skip() {
    echo "$*" >"$folder/skipped"
    exit 0
  }
  wanted=$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$module/go.mod")
  go=$("$here/go-toolchain.sh" "$wanted" 2>"$said") || skip "no Go $wanted: $(tail -n 1 "$said")"
  if [ $# -gt 2 ]; then
    export PKG_CONFIG_PATH="$3" LD_LIBRARY_PATH="$4${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" CGO_ENABLED=1
    # Go caches the library's folder with a compiled package; it may be that of another build tree.
    export LIBRARY_PATH="$4"
  fi
  # Compilers run for seconds, so they need no garbage collection while memory suffices.
  export GOFLAGS=-mod=readonly GOTOOLCHAIN=local GOGC=off GOMEMLIMIT=1500MiB
  cd "$module"
  "$go" mod download >"$said" 2>&1 || skip "no Go modules of Kubernetes here: $(tail -n 1 "$said")"
  unformatted=$("$(dirname "$(readlink -f "$go")")/gofmt" -l .)
  [ -z "$unformatted" ] || {
    echo "gofmt would change: $unformatted"
    exit 1
  }
  "$go" vet ./...
  "$go" list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}' ./... >"$folder/packages"
  # In one start of Go, because each reads all packages. Programs are named after their folders.
  # Without debugging information, linking takes half the time.
  xargs -d '\n' "$go" test -c -ldflags='-s -w' -o "$folder/" <"$folder/packages"
  rm -f "$said"
  : >"$folder/built"
}

run() {
  folder=$1
  [ ! -e "$folder/skipped" ] || {
    echo "skipped: $(cat "$folder/skipped")"
    exit 77
  }
  [ -e "$folder/built" ] || {
    echo "$folder: no test programs; build the tree first"
    exit 1
  }
  [ $# -lt 2 ] || export LD_LIBRARY_PATH="$2${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  said=$(mktemp)
  trap 'rm -f "$said"' EXIT
  while read -r package; do
    (cd "$package" && "$here/while-it-moves.sh" 900 "$said" "$folder/$(basename "$package").test" -test.v) || {
      cat "$said"
      exit 1
    }
    # Without -v a program prints PASS for skipped tests. With it, the reason is printed somewhere
    # below the name.
    awk '
      /^=== (RUN|NAME|CONT) / { test = $3 }
      /^ +[a-z0-9_]+\.go:[0-9]+: / { line = $0; sub(/^[^:]*:[0-9]+: /, "", line); reason[test] = line }
      /^ *--- SKIP: / { print "--- SKIP: " $3 " (0s): " reason[$3] }' "$said"
    echo "ok $package"
  done <"$folder/packages"
}

case $mode in
  build | run) "$mode" "$@" ;;
  *)
    echo "go-module-test.sh: no mode $mode" >&2
    exit 2
    ;;
esac

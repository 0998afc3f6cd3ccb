#!/bin/sh
# examples.sh LANGUAGE SOURCE BUILD TOOL [JAR]: compiles and runs the installed
# example of a language according to its first lines.
#   c CC, cpp CXX and go GO with the staged library; python PYTHON with PYTHONPATH; java JAVA and the jar.
set -eu
language=$1 source=$2 build=$3 tool=$4 jar=${5-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "examples: $language: $1"
  exit 1
}
cmake --install "$build" --prefix "$dir/prefix" >"$dir/log" || { cat "$dir/log"; exit 1; }
place=$dir/prefix/share/doc/koord/examples/place
libdir=$(dirname "$(dirname "$(find "$dir/prefix" -name koord.pc)")")
export PKG_CONFIG_PATH="$libdir/pkgconfig" LD_LIBRARY_PATH="$libdir"

case $language in
  c)
    # shellcheck disable=SC2046  # the flags are words
    "$tool" -std=c99 -Wall -Wextra -Werror -pedantic "$place/place.c" $(pkg-config --cflags --libs koord) -o "$dir/place"
    set -- "$dir/place"
    ;;
  cpp)
    # shellcheck disable=SC2046
    "$tool" -std=c++20 -Wall -Wextra -Werror -pedantic "$place/place.cc" $(pkg-config --cflags --libs koord) -o "$dir/place"
    set -- "$dir/place"
    ;;
  go)
    export GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local CGO_ENABLED=1
    # Go caches the folder of the library with a compiled package; it may be that of another build tree.
    export LIBRARY_PATH="$libdir"
    [ -n "${HOME-}" ] || export GOCACHE="$dir/cache" GOPATH="$dir/path"
    package=$(cd "$source/bindings/go" && pwd)
    module=$(sed -n 's/^module //p' "$package/go.mod")
    mkdir "$dir/program"
    cp "$place/place.go" "$dir/program"
    printf 'module place\n\ngo 1.19\n\nrequire %s v0.0.0\n\nreplace %s => %s\n' "$module" "$module" "$package" \
      >"$dir/program/go.mod"
    (cd "$dir/program" && "$tool" vet . && "$tool" build -o "$dir/place" .)
    set -- "$dir/place"
    ;;
  python) set -- "$tool" -B "$place/place.py" ;;
  java) set -- "$tool" -Xcheck:jni -Dorg.koord.extract.dir="$dir" -cp "$jar" "$place/Place.java" ;;
  *) fail 'no such language' ;;
esac
"$@" "$place/node.json" "$place/nrt.json" >"$dir/placed" || fail "ends with $?"
# The library's sentence is not part of the example.
sed 's/\(refuses it:\) ..*/\1/' "$dir/placed" | diff "$source/tests/install/placed.txt" - || fail 'places pods otherwise'
# An unreadable file is an error, not a cluster without nodes.
if "$@" "$dir/none.json" >"$dir/placed" 2>&1; then fail 'takes a file that is not there'; fi
echo "examples: $language: ok"

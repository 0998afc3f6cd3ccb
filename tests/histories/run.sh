#!/bin/sh
# run.sh BUILD FLAG...: compiles the program of docs/internals/histories.md with the library of a build tree, and runs it with
# these flags. With SANITIZE=thread the library must be that of a build with the thread sanitizer.
set -eu
source=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
shift
folder=$build/histories
mkdir -p "$folder"
cat >"$folder/koord.pc" <<END
Name: koord
Description: libkoord of a build tree
Version: 0
Cflags: -I$source/../../include
Libs: -L$build/src -lkoord
END
go=$("$source/../../tools/dev/go-toolchain.sh" 1.19)
export PKG_CONFIG_PATH="$folder" LD_LIBRARY_PATH="$build/src${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
# Go caches the folder of the library with a compiled package; it may be that of another build tree.
export LIBRARY_PATH="$build/src"
export CGO_ENABLED=1 GOFLAGS=-mod=readonly GOTOOLCHAIN=local GOWORK=off
if [ -n "${SANITIZE-}" ]; then
  # Go's calls of C are then announced to the sanitizer.
  export CGO_CFLAGS="-g -O1 -fsanitize=$SANITIZE" CGO_LDFLAGS="-fsanitize=$SANITIZE"
  export TSAN_OPTIONS="halt_on_error=1${TSAN_OPTIONS:+ $TSAN_OPTIONS}"
fi
(cd "$source" && "$go" build -o "$folder/histories" .)
exec "$folder/histories" "$@"

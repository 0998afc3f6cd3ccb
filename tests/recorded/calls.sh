#!/bin/sh
# calls.sh LIBRARY-FOLDER GO: the recorded calls (tests/recorded/calls) give
# their recorded results, except for renamed words.
set -eu
library=$(cd "$1" && pwd) go=$2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
# Go's cache does not track headers; a hash of them in a flag invalidates it.
header=$(cat "$root"/include/koord.h "$root"/include/koord/*.h | sha256sum)
export CGO_CFLAGS="-I$root/include -DKOORD_HEADER_${header%% *}" CGO_LDFLAGS="-L$library -Wl,-rpath,$library" CGO_ENABLED=1 GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
[ -n "${HOME-}" ] || export GOCACHE="$build/cache" GOPATH="$build/path"
cd "$root/tests/differential/koordc"
"$go" build -o "$build/replay" ./replay
"$build/replay" -renames "$here/words.json" "$here"/calls/*.jsonl.gz

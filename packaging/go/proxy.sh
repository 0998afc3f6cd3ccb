#!/usr/bin/env bash
# proxy.sh FOLDER [VERSION]: writes the Go modules of this tree as the files of a module proxy into FOLDER, which is emptied first. If Go
# or the module of the program is unavailable, it exits with 77 and prints SKIPPED and the reason as the last line.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,3s/^# \?//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
version=${2:-v$(sed -n 's/^set(koord_version \(.*\))$/\1/p' "$root/cmake/identity.cmake")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skip() { echo "SKIPPED: $*"; exit 77; }

export GOFLAGS="-buildvcs=false -mod=readonly" GOTOOLCHAIN=local GOWORK=off CGO_ENABLED=0
go=$("$root/tools/dev/go-toolchain.sh" "$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$here/go.mod")" 2>"$work/said") ||
  skip "$(tail -n 1 "$work/said")"
(cd "$here" && "$go" mod download) >"$work/said" 2>&1 || skip "modules of packaging/go: $(tail -n 1 "$work/said")"
(cd "$here" && "$go" build -o "$work/proxy" .)
changed=$(sed -n '/^ -- /{s/^ -- .*>  //p;q}' "$root/packaging/debian/changelog")
rm -rf "$1"
"$work/proxy" "$root" "$1" "$version" "$(date -u -d "@${SOURCE_DATE_EPOCH:-$(date -d "$changed" +%s)}" +%Y-%m-%dT%H:%M:%SZ)"
folder=$(cd "$1" && pwd)
echo "$(find "$folder" -name '*.zip' | wc -l) modules $version: GOPROXY=file://$folder,$("$go" env GOPROXY) GONOSUMDB=libkoord.invalid go get libkoord.invalid/koord"

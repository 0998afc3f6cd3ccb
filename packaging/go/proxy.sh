#!/usr/bin/env bash
# proxy.sh FOLDER [VERSION]: writes the Go modules of this tree as the files of a module proxy into FOLDER, which is emptied first. The
# version is that of the release, or of the commit if it is not tagged: Go never reads a version again. If Go or the module of the program
# is unavailable, it exits with 77 and prints SKIPPED and the reason as the last line.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,4s/^# \?//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
value() { sed -n "s/^set(koord_$1 \(.*\))$/\1/p" "$root/cmake/identity.cmake"; }
release=v$(value version) module=$(value go_module)
changed=$(date -d "$(sed -n '/^ -- /{s/^ -- .*>  //p;q}' "$root/packaging/debian/changelog")" +%s)
version=$release
if commit=$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null) && ! git -C "$root" tag --points-at HEAD | grep -qx "$release"; then
  changed=$(git -C "$root" show -s --format=%ct HEAD)
  version=$release-0.$(date -u -d "@$changed" +%Y%m%d%H%M%S)-$commit
  [ -z "$(git -C "$root" status --porcelain)" ] || echo "proxy.sh: warning: $version has changes that are not committed" >&2
fi
version=${2:-$version}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skip() { echo "SKIPPED: $*"; exit 77; }

export GOFLAGS="-buildvcs=false -mod=readonly" GOTOOLCHAIN=local GOWORK=off CGO_ENABLED=0
go=$("$root/tools/dev/go-toolchain.sh" "$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$here/go.mod")" 2>"$work/said") ||
  skip "$(tail -n 1 "$work/said")"
(cd "$here" && "$go" mod download) >"$work/said" 2>&1 || skip "modules of packaging/go: $(tail -n 1 "$work/said")"
(cd "$here" && "$go" build -o "$work/proxy" .)
rm -rf "$1"
"$work/proxy" "$root" "$1" "$version" "$(date -u -d "@${SOURCE_DATE_EPOCH:-$changed}" +%Y-%m-%dT%H:%M:%SZ)"
folder=$(cd "$1" && pwd)
echo "$(find "$folder" -name '*.zip' | wc -l) modules $version: GOPROXY=file://$folder,$("$go" env GOPROXY) GONOSUMDB=$module go get $module"

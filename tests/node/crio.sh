#!/usr/bin/env bash
# crio.sh [BUILD]: a real CRI-O without NRI, with koord-runtime of BUILD (build/release) in front of runc
# and koordctl of BUILD: a pod with exclusive CPUs and a GPU, and pods that are refused. CRI-O is built
# from its module, in the version below, into build/node/bin, which contains the scenario of
# tests/node/run.sh. Debian has conmon, skopeo, runc and a C compiler. Needs root. JOBS as there. Status: 0
# success, 77 skipped (the last line is SKIPPED and the reason), else failure.
set -euo pipefail
version=v1.34.0
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "${1:-$root/build/release}" && pwd)
out=${KOORD_NODE_BIN:-$root/build/node/bin}
skip() { echo "SKIPPED: $*"; exit 77; }
[ "$(id -u)" -eq 0 ] || skip 'only root may start containers'
for program in runc conmon skopeo cc; do command -v $program >/dev/null || skip "no $program: apt-get install runc conmon skopeo gcc"; done
[ -x "$out/scenario" ] || skip 'no scenario: make node-test'

if [ ! -x "$out/crio" ]; then
  go=$("$root/tools/dev/go-toolchain.sh" "$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$here/go.mod")" 2>"$out/crio.log") ||
    skip "$(tail -n 1 "$out/crio.log")"
  export GOTOOLCHAIN=local
  # CRI-O is built as the main module: its go.sum verifies all dependencies.
  folder=$(cd / && GOFLAGS=-mod=mod GOWORK=off "$go" mod download -json "github.com/cri-o/cri-o@$version" 2>"$out/crio.log" |
    sed -n 's/^.*"Dir": "\(.*\)".*$/\1/p')
  [ -d "$folder" ] || skip "CRI-O $version cannot be fetched: $(tail -n 1 "$out/crio.log")"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  cp -r "$folder/." "$work"
  chmod -R u+w "$work"
  tags='containers_image_openpgp exclude_graphdriver_btrfs btrfs_noversion'
  (cd "$work" && GOFLAGS="-buildvcs=false -mod=readonly -p=${JOBS:-2}" nice -n 10 "$go" build -trimpath -tags "$tags" -o "$out/crio.new" \
    ./cmd/crio && cc -O2 -DVERSION='"koord"' pinns/src/*.c -o "$out/pinns") >"$out/crio.log" 2>&1 ||
    skip "CRI-O $version cannot be built: $(tail -n 1 "$out/crio.log")"
  mv "$out/crio.new" "$out/crio"
fi
exec "$out/scenario" -bin "$out" -tools "$build/tools" -crio

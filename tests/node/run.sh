#!/usr/bin/env bash
# run.sh [BUILD]: koord-agent with the library of BUILD (build/release) on a real containerd with NRI and real runc;
# docs/operate/agent.md. Then koord-runtime of BUILD in front of runc, with koordctl of BUILD, under a containerd
# without NRI; docs/operate/hooks.md. containerd, its shim and ctr are built from their module, in the versions of
# go.mod, into build/node/bin. Debian has runc and busybox-static. Needs root, two CPUs, and no kubelet on this machine.
# KOORD_NODE_BUILD_SECONDS (none) limits the time for modules and compilation; results so far stay in Go's caches.
# KOORD_NODE_KILLS (20) is the number of times that the agent is killed, KOORD_NODE_SEED selects the moments.
# KOORD_NODE_RESIZES (200) is the number of resizes in place; resizes.sh makes more of them. JOBS (2) limits the compilers.
# Status: 0 success, 77 skipped (the last line is SKIPPED and the reason), else failure.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "${1:-$root/build/release}" && pwd)
out=${KOORD_NODE_BIN:-$root/build/node/bin}
skip() { echo "SKIPPED: $*"; exit 77; }
[ "$(id -u)" -eq 0 ] || skip 'only root may start containers'
for program in runc busybox; do command -v $program >/dev/null || skip "no $program: apt-get install runc busybox-static"; done
mkdir -p "$out"
go=$("$root/tools/dev/go-toolchain.sh" "$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$here/go.mod")" 2>"$out/build.log") ||
  skip "$(tail -n 1 "$out/build.log")"
export GOFLAGS="-buildvcs=false -mod=readonly -p=${JOBS:-2}" GOTOOLCHAIN=local GOGC=off GOMEMLIMIT=1500MiB
limit=${KOORD_NODE_BUILD_SECONDS:-0}
# bounded COMMAND...: runs within the remaining time.
bounded() {
  local status=0 within=()
  [ "$limit" -eq 0 ] || within=(timeout --kill-after=5 $((limit > SECONDS ? limit - SECONDS : 1)))
  "${within[@]}" "$@" >"$out/build.log" 2>&1 || status=$?
  [ $status -ne 124 ] && [ $status -ne 137 ] || skip "containerd and koord-agent could not be built in $limit s"
  return $status
}
compile() { # FOLDER ARGUMENT...
  local folder=$1
  shift
  bounded nice -n 10 "$go" -C "$folder" build -o "$out/" "$@" || { cat "$out/build.log"; exit 1; }
}
bounded "$go" -C "$here" mod download || skip "modules: $(tail -n 1 "$out/build.log")"
containerd=github.com/containerd/containerd/v2/cmd
CGO_ENABLED=0 compile "$here" -trimpath -tags 'no_btrfs no_zfs no_devmapper' -ldflags '-s -w' ./scenario $containerd/containerd \
  $containerd/containerd-shim-runc-v2 $containerd/ctr
library=$(sed -n 's/^Libs: -L\([^ ]*\).*/\1/p' "$build/bindings/go/pkgconfig/koord.pc")
# Go caches the folder of the library with a compiled package; it may be that of another build tree.
LIBRARY_PATH=$library PKG_CONFIG_PATH=$build/bindings/go/pkgconfig CGO_ENABLED=1 compile "$root/kubernetes/agent" -tags nri_no_wasm \
  -ldflags "-extldflags '-Wl,-rpath,$library'" ./cmd/koord-agent
"$out/scenario" -bin "$out" -nvml "$build/tests/libkoord_fake_nvml.so" -kills "${KOORD_NODE_KILLS:-20}" \
  -resizes "${KOORD_NODE_RESIZES:-200}" -planner "$build/tools/koordctl/koordctl" ${KOORD_NODE_SEED:+-seed "$KOORD_NODE_SEED"}
exec "$out/scenario" -bin "$out" -tools "$build/tools"

#!/usr/bin/env bash
# run.sh NAME IMAGE.tar [BUILD [BIN]]: starts the image of koord-scheduler (docs/operate/kube-scheduler.md) or koord-agent
# (docs/operate/agent.md) in its own containerd; NAME.sh has the checks. The scheduler also runs in a control plane, with the
# programs of the end-to-end tests in BIN (build/e2e/bin) and koordctl of BUILD (build/release).
# Status: 0 success, 77 skipped (the last line has the reason), else a check failed. Needs root, containerd, ctr and runc.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
case $# in 2 | 3 | 4) ;; *) sed -n '2,5s/^# \?//p' "$0" >&2; exit 2 ;; esac
program_name=$1 image=$2 build=${3:-$root/build/release} bin=${4:-$root/build/e2e/bin}
manifests=$root/kubernetes/deploy/${program_name#koord-}/manifests
say() { echo "image: $*"; }
skip() { say "SKIPPED: $*"; exit 77; }
fail() { say "FAILED: $*" >&2; exit 1; }

[ "$(id -u)" -eq 0 ] || skip 'only root may start containers'
for program in containerd containerd-shim-runc-v2 ctr runc; do
  command -v "$program" >/dev/null || skip "no $program: apt-get install containerd runc"
done
unshare --mount true 2>/dev/null || skip 'may not mount anything here'
[ -f "$image" ] || fail "there is no $image: make ${program_name#koord-}-image"

work=$(mktemp -d "${TMPDIR:-/tmp}/koord-image-XXXXXX")
state=$work/control-plane
control() { "$root/tests/e2e/control_plane.sh" "$@"; }
containers() { ctr -a "$work/containerd.sock" -n koord-image "$@"; }
# The kernel's overlay file system is not needed: each container gets a copy.
export CONTAINERD_SNAPSHOTTER=native
containerd_pid=
finish() {
  local status=$?
  trap '' INT TERM
  containers tasks rm -f "$program_name" >/dev/null 2>&1 || true
  [ ! -f "$state/port" ] || control stop "$state" || true
  [ -z "$containerd_pid" ] || { kill "$containerd_pid"; wait "$containerd_pid"; } 2>/dev/null || true
  find /sys/fs/cgroup -depth -path '*/koord-image*' -type d -exec rmdir {} + 2>/dev/null || true
  if [ $status -eq 0 ] || [ $status -eq 77 ]; then rm -rf --one-file-system "$work"; else say "logs are in $work"; fi
  exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM

# within SECONDS COMMAND...: waits until the command succeeds.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}

cat >"$work/containerd.toml" <<END
version = 2
root = "$work/root"
state = "$work/state"
disabled_plugins = ["io.containerd.grpc.v1.cri"]
[grpc]
  address = "$work/containerd.sock"
END
containerd --config "$work/containerd.toml" >"$work/containerd.log" 2>&1 &
containerd_pid=$!
within 60 containers version || skip "containerd does not start: $(tail -n 1 "$work/containerd.log")"
# Newer versions let the daemon unpack, which knows only its own snapshotter.
local=()
containers images import --help | grep -q -- --local && local=(--local)
containers images import "${local[@]}" --base-name "localhost/$program_name" "$image" >"$work/import.log" 2>&1 ||
  fail "$(cat "$work/import.log")"
name=$(containers images ls -q)
say "imported $name"

# run OPTION... -- NAME COMMAND...: runs read-only, without privilege escalation, and with filtered system calls.
run() {
  local options=()
  while [ "$1" != -- ]; do options+=("$1") && shift; done
  shift
  containers run --read-only --seccomp "${options[@]}" "$name" "$@"
}
# hello FILE ARGUMENT...: runs a first container that ends at once; its output is in FILE, that of ctr in FILE.log.
hello() {
  local file=$1
  shift
  run --rm -- hello "$@" >"$file" 2>"$file.log" || {
    # If even this program gets no control group, no container can be started.
    grep -q 'runc create failed.*cgroup' "$file.log" && skip "no container starts: $(tail -n 1 "$file.log")"
    fail "$*: $(cat "$file" "$file.log")"
  }
}
. "$here/$program_name.sh"
say 'all held'

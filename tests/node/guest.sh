#!/usr/bin/env bash
# guest.sh [BUILD]: koord-agent with containerd and runc in an emulated guest with version 2 control groups, which this
# machine may lack, and with two NUMA nodes: resizes in place, pods, a restart of the agent, quotas, memory, devices. Needs
# the programs that run.sh has built in build/, qemu-system-x86 and cpio; the kernel is cached with that of the tests in
# BUILD (build/release). The status is that of run.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "${1:-$root/build/release}" && pwd)
out=${KOORD_NODE_BIN:-$root/build/node/bin}
[ -f "$build/tests/libkoord_fake_nvml.so" ] || { echo 'SKIPPED: no libkoord_fake_nvml.so: make node-test'; exit 77; }
for program in scenario containerd koord-agent; do [ -x "$out/$program" ] || { echo "SKIPPED: no $program: make node-test"; exit 77; }; done
[ -x "$build/tools/koordctl/koordctl" ] || { echo "SKIPPED: no koordctl: make node-test"; exit 77; }
programs=(--program "$build/tools/koordctl/koordctl")
for program in "$out"/{scenario,containerd,containerd-shim-runc-v2,ctr,koord-agent} "$(command -v runc)"; do programs+=(--program "$program"); done
# Everything takes ten times as long as on a real machine, and runs on one processor.
exec python3 -B "$root/tests/guest/guest.py" --cache "$build/guest-kernel" --cgroups 2 --sockets 1 --nodes 2 --cores 2 --threads 1 \
  --memory 1024 --silence 600 --cap 1500 "${programs[@]}" \
  --file "$build/tests/libkoord_fake_nvml.so:/lib/nvml.so" \
  'ip link set lo up; mkdir -p /dev/pts && mount -t devpts devpts /dev/pts; touch /etc/hosts /etc/resolv.conf /etc/passwd /etc/group; scenario -bin /bin -resizes 6 -planner /bin/koordctl -nvml /lib/nvml.so -emulated'

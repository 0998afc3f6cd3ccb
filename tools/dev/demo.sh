#!/bin/sh
# Demonstrates the main tasks: shows this machine's topology, then runs a placement session on a
# 2-socket server. Usage: demo.sh BUILD
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
koordctl=$build/tools/koordctl/koordctl
server=examples/two-socket-server.xml
picture=$build/placement.svg

show() {
  printf '\n$ koordctl %s\n\n' "$*"
  "$koordctl" "$@" || demo_status=$?
}
demo_status=0

show topology
[ "$demo_status" -eq 0 ] || exit "$demo_status"

echo
echo "Three pods on a server of 2 sockets where CPUs 0-3 and their siblings are taken:"
show allocate --from "$server" --allocated 0-3,32-35:system \
  --pod web=4 --pod db=8,bind=FullPCPUs,exclusive=PCPULevel --pod batch=12,numa=LeastAllocated \
  --svg "$picture"
[ "$demo_status" -eq 0 ] || exit "$demo_status"
echo
echo "The same as a picture for a browser: $picture"

echo
echo "What kubelet's static policy would do with 6 CPUs, and why it refuses 5 under full-pcpus-only:"
show allocate --from "$server" --profile kubelet --reserved 0,32 --cpus 6
show allocate --from "$server" --profile kubelet --reserved 0,32 \
  --kubelet-option full-pcpus-only=true --cpus 5
[ "$demo_status" -eq 1 ] || { echo "demo: expected a refusal, exit 1" >&2; exit 1; }

#!/bin/sh
# conformance.sh PROGRAM: replays the shared conformance vectors with this koord-conformance. Exits
# with 77 if there are none.
set -eu
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
shared=${KOORD_SHARED:-$root/../shared}

if [ ! -d "$shared/vectors" ]; then
  echo 'SKIPPED: shared data not found: set KOORD_SHARED or put it in ../shared'
  exit 77
fi

cd "$shared/vectors"
exec "$program" \
  koordinator-cpu-random.json koordinator-cpu-edge.json koordinator-cpu-defects.json \
  koordinator-cpu-tables.json kubelet-cpu-tables.json kubelet-cpu-random.jsonl \
  kubelet-topology-manager.jsonl koordinator-numa-merge.json \
  kubelet-static-policy.jsonl seed-kubelet-cases.json \
  quantity-tables.json kubelet-checkpoints.jsonl kubelet-device-checkpoint.json \
  nrt-match-tables.json gpuallocator-tables.json gpuallocator-random.jsonl \
  koordinator-device-tables.json koordinator-device-random.jsonl

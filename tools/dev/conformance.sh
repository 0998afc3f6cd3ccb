#!/bin/sh
# Replays the shared conformance vectors, where they are, with the koord-conformance of a build.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
shared=${KOORD_SHARED:-$root/../shared}
program=$(find "$build/tools" -type f -name koord-conformance 2>/dev/null | head -n 1)

if [ -z "$program" ]; then
  echo "conformance: koord-conformance was not built"
  exit 1
fi
if [ ! -d "$shared/vectors" ]; then
  echo "conformance: no shared vectors here; set KOORD_SHARED to replay them"
  exit 0
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

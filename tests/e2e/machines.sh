#!/bin/sh
# machines.sh KOORDCTL FOLDER: writes NodeResourceTopology objects for load: of the recorded real machines in the tree,
# and of a large one with four NUMA nodes.
set -eu
koordctl=$1 folder=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$folder"
for file in "$root"/examples/two-socket-server.xml "$root"/tests/data/machines/*.xml; do
  "$koordctl" topology --from "$file" -o nrt --node-name template >"$folder/$(basename "$file" .xml).json"
done
"$koordctl" topology --from-synthetic 'pack:2 numa:2(memory=68719476736) core:12 pu:2' -o nrt --node-name template \
  >"$folder/four-numa-nodes.json"

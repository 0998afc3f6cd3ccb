#!/usr/bin/env bash
# cluster.sh [BUILD]: from kubectl apply to the CPUs that a process inside a container sees. Runs koord-scheduler and
# koord-agent in a real control plane, with the rights of the agent's manifests, on a real containerd. Needs the
# programs that tests/e2e/run.sh and tests/node/run.sh have built in build/. The status is that of run.sh.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
build=$(cd "${1:-$root/build/release}" && pwd)
start_control_plane

amounts="{\"cpu\": \"$(nproc)\", \"memory\": \"4Gi\", \"pods\": \"110\"}"
kubectl patch node node-a --subresource=status --type=merge -p "{\"status\": {\"capacity\": $amounts, \"allocatable\": $amounts,
  \"conditions\": [{\"type\": \"Ready\", \"status\": \"True\"}]}}" >/dev/null
start_scheduler
"$node/scenario" -bin "$node" -nvml "$build/tests/libkoord_fake_nvml.so" -kubectl "$bin/kubectl" -admin "$admin" -account "$state/agent.kubeconfig"

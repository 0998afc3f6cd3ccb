#!/usr/bin/env bash
# cluster.sh: from kubectl apply to the CPUs that a process inside a container sees. koord-scheduler and koord-agent in a
# real control plane, with the rights that the agent's manifests give it, over a real containerd. Needs what tests/e2e/run.sh and
# tests/node/run.sh have built in build/. Status as of run.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
e2e=$root/tests/e2e
bin=${KOORD_E2E_BIN:-$root/build/e2e/bin} node=${KOORD_NODE_BIN:-$root/build/node/bin}
skip() { echo "SKIPPED: $*"; exit 77; }
[ "$(id -u)" -eq 0 ] || skip 'only root may start containers'
for program in kube-apiserver etcd kubectl koord-scheduler; do [ -x "$bin/$program" ] || skip "no $program: make e2e"; done
for program in scenario containerd koord-agent; do [ -x "$node/$program" ] || skip "no $program: make node-test"; done

state=$(mktemp -d "${TMPDIR:-/tmp}/koord-cluster-XXXXXX")
finish() {
  local status=$?
  "$e2e/control_plane.sh" stop "$state" || true
  if [ $status -eq 0 ] || [ $status -eq 77 ]; then rm -rf "$state"; else echo "logs are in $state"; fi
  exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM
"$e2e/control_plane.sh" start "$bin" "$state" >/dev/null
admin=$state/admin.kubeconfig
kubectl() { "$bin/kubectl" --kubeconfig "$admin" "$@"; }

kubectl apply --validate=strict -k "$root/bindings/go/agent/manifests" >/dev/null
kubectl create -f - >/dev/null <<'END'
{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "node-a"}}
END
amounts="{\"cpu\": \"$(nproc)\", \"memory\": \"4Gi\", \"pods\": \"110\"}"
kubectl patch node node-a --subresource=status --type=merge -p "{\"status\": {\"capacity\": $amounts, \"allocatable\": $amounts,
  \"conditions\": [{\"type\": \"Ready\", \"status\": \"True\"}]}}" >/dev/null
token=$(kubectl create token koord-agent -n kube-system)
kubectl config view --raw --minify -o json |
  sed 's/"user": {$/"user": { "token": "'"$token"'"},"unused": {/' >"$state/agent.kubeconfig"
who=$("$bin/kubectl" --kubeconfig "$state/agent.kubeconfig" auth whoami -o 'jsonpath={.status.userInfo.username}')
[ "$who" = system:serviceaccount:kube-system:koord-agent ] || { echo "FAILED: the agent would be $who"; exit 1; }
"$e2e/control_plane.sh" scheduler "$bin" "$state" koord koord-scheduler "$root/bindings/go/scheduler/manifests/config.yaml"
"$node/scenario" -bin "$node" -kubectl "$bin/kubectl" -admin "$admin" -account "$state/agent.kubeconfig"

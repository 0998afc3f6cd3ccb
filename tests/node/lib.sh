# Common part of cluster.sh, kubelet.sh and guide.sh: a control plane with koord-scheduler and the rights of the agent's manifests.
# Sets: bin and node, folders of programs; state, a new folder; admin, a kubeconfig; kubectl.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
e2e=$root/tests/e2e
bin=${KOORD_E2E_BIN:-$root/build/e2e/bin} node=${KOORD_NODE_BIN:-$root/build/node/bin}
skip() { echo "SKIPPED: $*"; exit 77; }
[ "$(id -u)" -eq 0 ] || skip 'only root may start containers'
for program in kube-apiserver etcd kubectl koord-scheduler; do [ -x "$bin/$program" ] || skip "no $program: make e2e"; done
for program in scenario containerd koord-agent; do [ -x "$node/$program" ] || skip "no $program: make node-test"; done

finish() { # [STATUS]
  local status=${1:-$?}
  "$e2e/control_plane.sh" stop "$state" || true
  if [ $status -eq 0 ] || [ $status -eq 77 ]; then rm -rf "$state"; else echo "logs are in $state"; fi
  exit $status
}

kubectl() { "$bin/kubectl" --kubeconfig "$admin" "$@"; }

start_bare_control_plane() {
  state=$(mktemp -d "${TMPDIR:-/tmp}/koord-cluster-XXXXXX")
  trap finish EXIT
  trap 'exit 130' INT TERM
  "$e2e/control_plane.sh" start "$bin" "$state" >/dev/null
  admin=$state/admin.kubeconfig
}

# start_control_plane: also applies the manifests and creates node-a; $state/agent.kubeconfig
# has a token of the agent's service account for this Node.
start_control_plane() {
  local token who
  start_bare_control_plane
  kubectl apply --validate=strict -k "$root/kubernetes/deploy/agent/manifests" >/dev/null
  kubectl apply --validate=strict -f "$root/kubernetes/deploy/agent/manifests/condition.yaml" >/dev/null
  kubectl create -f - >/dev/null <<<'{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "node-a"}}'
  token=$(kubectl create token koord-agent -n kube-system --bound-object-kind Node --bound-object-name node-a)
  kubectl config view --raw --minify -o json |
    sed 's/"user": {$/"user": { "token": "'"$token"'"},"unused": {/' >"$state/agent.kubeconfig"
  who=$("$bin/kubectl" --kubeconfig "$state/agent.kubeconfig" auth whoami -o 'jsonpath={.status.userInfo.username}')
  [ "$who" = system:serviceaccount:kube-system:koord-agent ] || { echo "FAILED: the agent would be $who"; exit 1; }
}

start_scheduler() {
  "$e2e/control_plane.sh" scheduler "$bin" "$state" koord koord-scheduler "$root/kubernetes/deploy/scheduler/manifests/config.yaml"
}

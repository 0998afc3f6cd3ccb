#!/usr/bin/env bash
# agent.sh KUBECTL: checks that an agent writes about its own node only, with the rights and policies of kubernetes/deploy/agent/manifests,
# by the token of a pod, by a token bound to the Node, and as kubelet. At the end it deletes the objects that it created and these
# manifests, even if they existed before. KUBECONFIG names the API server, one of control_plane.sh.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
[ $# -eq 1 ] || { sed -n '2,4s/^# \?//p' "$0" >&2; exit 2; }
kubectl=$1
fail() { echo "agent.sh: FAILED: $*" >&2; exit 1; }
work=$(mktemp -d)
manifests=$root/kubernetes/deploy/agent/manifests
more=(-f "$manifests/node.yaml" -f "$manifests/condition.yaml" -f "$manifests/kubelet.yaml")
clean() {
  "$kubectl" delete --ignore-not-found --wait=false -k "$manifests"
  "$kubectl" delete --ignore-not-found --wait=false "${more[@]}"
  "$kubectl" delete --ignore-not-found nodes,noderesourcetopologies,devices e2e-a e2e-b
  "$kubectl" delete --ignore-not-found --force pod agent-of-a -n kube-system
  "$kubectl" delete events -n default --field-selector reason=E2e
}
trap 'clean >"$work/clean" 2>&1 || cat "$work/clean"; rm -rf "$work"' EXIT

"$kubectl" apply -k "$manifests" >/dev/null
"$kubectl" apply "${more[@]}" >/dev/null
"$kubectl" create -f - >/dev/null <<'OBJECTS'
apiVersion: v1
kind: Node
metadata: {name: e2e-a}
---
apiVersion: v1
kind: Node
metadata: {name: e2e-b}
---
apiVersion: v1
kind: Pod
metadata: {name: agent-of-a, namespace: kube-system}
spec:
  nodeName: e2e-a
  serviceAccountName: koord-agent
  containers: [{name: koord-agent, image: koord-agent}]
OBJECTS

# user NAME [OPTION...]: creates a kubeconfig with a token of the agent's service account.
user() {
  local name=$1
  shift
  "$kubectl" config view --raw --flatten --minify >"$work/$name"
  "$kubectl" --kubeconfig "$work/$name" config unset users >/dev/null
  "$kubectl" --kubeconfig "$work/$name" config set-credentials agent --token "$("$kubectl" create token koord-agent -n kube-system "$@")" >/dev/null
  "$kubectl" --kubeconfig "$work/$name" config set-context --current --user agent >/dev/null
}
user pod --bound-object-kind Pod --bound-object-name agent-of-a
user node --bound-object-kind Node --bound-object-name e2e-a
user other --bound-object-kind Node --bound-object-name e2e-b
user nobody
# as WHO ARGUMENT...: runs kubectl as one of these users, as kubelet of the first node, or as a stranger with the rights of kubelets.
as() {
  local who=$1
  shift
  case $who in
    kubelet) "$kubectl" --as system:node:e2e-a --as-group system:nodes --as-group system:authenticated "$@" ;;
    stranger) "$kubectl" --as stranger --as-group system:nodes --as-group system:authenticated "$@" ;;
    *) "$kubectl" --kubeconfig "$work/$who" "$@" ;;
  esac
}

object() { # KIND NODE
  case $1 in
    Device) printf '{apiVersion: scheduling.koordinator.sh/v1alpha1, kind: Device, metadata: {name: %s}, spec: {devices: []}}\n' "$2" ;;
    labels) printf '{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {e2e: e2e}}}\n' "$2" ;;
    status) printf '{apiVersion: v1, kind: Node, metadata: {name: %s}, status: {capacity: {example.com/e2e: 1}}}\n' "$2" ;;
    NodeResourceTopology) printf '{apiVersion: topology.node.k8s.io/v1alpha1, kind: NodeResourceTopology, metadata: {name: %s}, topologyPolicies: [None], zones: []}\n' "$2" ;;
  esac
}
event() { # SOURCE ABOUT
  printf '{apiVersion: v1, kind: Event, metadata: {generateName: e2e., namespace: default}, reason: E2e, message: e2e, type: Warning,
    source: {component: koord-agent, host: %s}, involvedObject: {kind: Node, name: %s}}\n' "$1" "$2"
}
# write WHO WHAT NODE: writes one of the agent's objects.
write() {
  local who=$1 what=$2 node=$3 more=()
  [ "$what" != event ] || { event "$node" "$node" | as "$who" create -f -; return; }
  [ "$what" != status ] || more=(--subresource status)
  object "$what" "$node" | as "$who" apply --server-side --force-conflicts --field-manager "e2e-$what" "${more[@]}" -f -
}
accepted() { write "$@" >"$work/said" 2>&1 || fail "refused: $*: $(cat "$work/said")"; }
refused() { # WORD WHO WHAT NODE
  local word=$1
  shift
  if write "$@" >"$work/said" 2>&1; then fail "accepted: $*"; fi
  grep -q "$word" "$work/said" || fail "$*: refused for another reason: $(cat "$work/said")"
}

# Each policy takes effect shortly after its creation. Until then, writes succeed or are refused for lack of rights.
for what in Device event; do
  for _ in $(seq 150); do
    if ! write nobody $what e2e-a >"$work/said" 2>&1 && grep -q 'name no node' "$work/said"; then continue 2; fi
    sleep 0.2
  done
  fail "no policy is in force for $what: $(cat "$work/said")"
done
for what in Device NodeResourceTopology labels status event; do
  refused 'the credentials name no node' nobody $what e2e-a
  for who in pod node; do
    accepted $who $what e2e-a
    refused 'e2e-a' $who $what e2e-b
  done
  accepted other $what e2e-b
done
for what in Device NodeResourceTopology labels status; do
  accepted kubelet $what e2e-a
  refused 'e2e-a.* may not write .* e2e-b\|is not allowed to modify node' kubelet $what e2e-b
done
accepted kubelet event e2e-a
# kubelet.yaml permits the reports to everybody in the group of kubelets.
for what in Device NodeResourceTopology; do refused 'the credentials name no node' stranger $what e2e-a; done
# An event must be both from the agent's node and about it.
for one in 'e2e-a e2e-b involvedObject.name' 'e2e-b e2e-a source.host'; do
  read -r from about field <<<"$one"
  if event "$from" "$about" | as node create -f - >"$work/said" 2>&1; then fail "accepted: an event from $from about $about"; fi
  grep -q "$field: expected e2e-a, the node of this agent" "$work/said" ||
    fail "an event from $from about $about: refused for another reason: $(cat "$work/said")"
done
# Rights do not exceed those that the policy checks.
for verb in 'delete device e2e-a' 'label pod agent-of-a -n kube-system a=b' 'get secrets -A'; do
  # shellcheck disable=SC2086
  if as pod $verb >"$work/said" 2>&1; then fail "an agent may $verb"; fi
  grep -q 'cannot' "$work/said" || fail "$verb: $(cat "$work/said")"
done
# A token becomes invalid with the Node to which it is bound; the API server caches tokens for ten seconds.
"$kubectl" delete node e2e-b >/dev/null
for _ in $(seq 60); do
  as other auth whoami >"$work/said" 2>&1 || break
  sleep 0.5
done
grep -qi 'logged in\|unauthorized' "$work/said" || fail "a token outlives its Node: $(cat "$work/said")"
echo 'an agent writes about its own node only: by the token of a pod, by one bound to a Node, and as kubelet'

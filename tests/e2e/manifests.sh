#!/usr/bin/env bash
# manifests.sh KUBECTL: checks that an API server accepts the objects in kubernetes/crds and the kustomizations of kubernetes/deploy,
# without unknown fields and without warnings. Removes everything that it creates. KUBECONFIG names the API server, one of
# control_plane.sh.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
[ $# -eq 1 ] || { sed -n '2,4s/^# \?//p' "$0" >&2; exit 2; }
kubectl=$1
fail() { echo "manifests.sh: FAILED: $*" >&2; exit 1; }
work=$(mktemp -d)
manifests=$root/kubernetes/deploy/scheduler/manifests

# Also warns about settings with which the scheduler's pods could do harm.
label() { "$kubectl" label --overwrite namespace kube-system "pod-security.kubernetes.io/warn$1" >/dev/null; }
label '=restricted'
trap 'label -; rm -rf "$work"' EXIT
accepted() { "$kubectl" apply --dry-run=server --validate=strict --warnings-as-errors "$@"; }
objects() { cat "$@" | grep -c '^kind: '; }

"$kubectl" kustomize "$manifests" >"$work/rendered.yaml"
# All objects in the files are rendered, and the ConfigMap that holds the configuration.
stated=$(($(objects "$manifests/rbac.yaml" "$manifests/deployment.yaml") + 1))
rendered=$(objects "$work/rendered.yaml")
[ "$rendered" -eq $stated ] || fail "$rendered objects are rendered, $stated are stated"
accepted -f "$work/rendered.yaml" -f "$root/kubernetes/crds" >"$work/accepted" || fail 'an object is refused'
total=$((stated + $(objects "$root"/kubernetes/crds/*.yaml)))
[ "$(grep -c '(server dry run)$' "$work/accepted")" -eq $total ] ||
  fail "not all $total objects are accepted: $(cat "$work/accepted")"
# kustomize renames names that it takes for those of a ConfigMap. Rights must not change by
# that: control_plane.sh has applied them as stated in the file.
if grep -E '^[^ ]*(rbac|serviceaccount)' "$work/accepted" | grep -v ' unchanged '; then
  fail 'these are rendered as rbac.yaml does not state them'
fi

# Checks of the checks: errors are found.
refused() { # EXPRESSION WORD: expects that the changed objects are refused, with this word in the reason
  sed "$1" "$work/rendered.yaml" >"$work/wrong.yaml"
  if accepted -f "$work/wrong.yaml" >"$work/wrong" 2>&1; then fail "this is accepted: $1"; fi
  grep -q "$2" "$work/wrong" || fail "$1: refused for another reason: $(cat "$work/wrong")"
}
refused 's/readOnlyRootFilesystem:/readOnlyRootFileSystem:/' 'unknown field.*readOnlyRootFileSystem'
refused 's/allowPrivilegeEscalation: false/allowPrivilegeEscalation: true/' PodSecurity

# Definitions refuse what the scheduler could not read, and name the field.
object() { # KIND SPEC WORD: expects a refusal whose reason has the word, or acceptance without a word
  printf '{apiVersion: scheduling.koordinator.sh/v1alpha1, kind: %s, metadata: {name: e2e}, spec: %s}\n' "$1" "$2" >"$work/object.yaml"
  if accepted -f "$work/object.yaml" >"$work/wrong" 2>&1; then
    [ -z "${3-}" ] || fail "this $1 is accepted: $2"
  else
    { [ -n "${3-}" ] && grep -q "$3" "$work/wrong"; } || fail "$1 $2: $(cat "$work/wrong")"
  fi
}
object Device '{devices: [{type: gpu, minor: 0, resources: {koordinator.sh/gpu-core: 100}}, {type: rdma, minor: 0}, {deviceType: gpu, minor: 1}]}'
object Device '{devices: [{minor: 0}]}' 'type is required'
object Device '{devices: [{type: gpu, minor: -1}]}' 'spec.devices\[0\].minor'
object Device '{devices: [{type: gpu, minor: 1}, {deviceType: gpu, minor: 1}]}' 'minor must be unique'
object Device '{devices: [{type: gpu, resources: {koordinator.sh/gpu-memory: 16Gx}}]}' 'spec.devices\[0\].resources.koordinator.sh/gpu-memory'
object Reservation '{ttl: 1h30m, owners: [{}], template: {spec: {containers: [{name: a, resources: {requests: {cpu: 0.5}}}]}}}'
object Reservation '{ttl: 1d, owners: [{}], template: {}}' 'spec.ttl'
replacement=$("$kubectl" kustomize "$manifests/../replacement") || fail 'the replacement of kube-scheduler is not rendered'
accepted -f - <<<"$replacement" >"$work/replacement" || fail 'the replacement of kube-scheduler is refused'
# The webhook. The API server compiles the conditions of its configurations. It does not know cert-manager's kinds.
webhook=$root/kubernetes/deploy/webhook
own=$(objects "$webhook"/manifests/{rbac,deployment,webhooks}.yaml)
deleted=$(grep -c '^\$patch: delete' "$webhook/cert-manager/rights.yaml")
for variant in "manifests $((own + 1))" "cert-manager $((own + 1 - deleted))"; do
  read -r folder stated <<<"$variant"
  "$kubectl" kustomize "$webhook/$folder" >"$work/webhook.yaml" || fail "the webhook's $folder is not rendered"
  awk 'BEGIN { RS = "---\n"; ORS = "---\n" } !/^apiVersion: cert-manager.io/' "$work/webhook.yaml" >"$work/known.yaml"
  accepted -f "$work/known.yaml" >"$work/accepted" || fail "the webhook's $folder is refused"
  [ "$(grep -c '(server dry run)$' "$work/accepted")" -eq "$stated" ] || fail "the webhook's $folder is not $stated objects: $(cat "$work/accepted")"
done
accepted -f "$webhook/network/policy.yaml" >/dev/null || fail "the webhook's NetworkPolicy is refused"
sed 's/request.userInfo.?username/request.?username/' "$work/known.yaml" >"$work/wrong.yaml"
if accepted -f "$work/wrong.yaml" >"$work/wrong" 2>&1; then fail "a condition with an unknown field is accepted"; fi
grep -q 'undefined field' "$work/wrong" || fail "a condition with an unknown field is refused for another reason: $(cat "$work/wrong")"
# The agent, which needs folders of the host, and its variants with a second DaemonSet for
# nodes with GPUs, which reads the common configuration.
label -
agent=$root/kubernetes/deploy/agent
for folder in manifests gpu/runtime-class gpu/host-mounts; do
  "$kubectl" kustomize "$agent/$folder" >"$work/agent.yaml" || fail "the agent's $folder is not rendered"
  accepted -f "$work/agent.yaml" >"$work/accepted" || fail "the agent's $folder is refused"
  daemons=1
  [ $folder = manifests ] || daemons=2
  stated=$(($(objects "$agent"/manifests/{rbac,own-node}.yaml) + 1 + daemons))
  [ "$(grep -c '(server dry run)$' "$work/accepted")" -eq $stated ] || fail "the agent's $folder is not $stated objects: $(cat "$work/accepted")"
  config=$(sed -n 's/^  name: \(koord-agent-config-.*\)/\1/p' "$work/agent.yaml")
  [ "$(grep -c "name: $config\$" "$work/agent.yaml")" -eq $((1 + daemons)) ] || fail "a DaemonSet of $folder lacks the configuration $config"
done
echo "the API server accepts the $total objects that are shipped, the webhook's and the agent's; pods of Deployments meet the restricted standard"

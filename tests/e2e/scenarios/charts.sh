#!/usr/bin/env bash
# The packages of the Helm charts in a control plane of their own: install, upgrade with a changed value, rollback, uninstall; a wrong
# value; certificates of the webhook that an upgrade keeps; objects that kubectl applied before. No controllers run, so that there are
# no pods; the programs are started with the configurations of the releases.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

root=$(cd "$e2e/../.." && pwd) own=$state/charts
mkdir -p "$own"
(cd "$own" && "$root/tools/dev/charts.sh" packages >"$own/built") || { cat "$own/built"; exit 1; }
finish() { control stop "$own/plane" || true; }
trap finish EXIT
control start "$bin" "$own/plane" >/dev/null
export KUBECONFIG=$own/plane/admin.kubeconfig HELM_CACHE_HOME=$own/cache HELM_CONFIG_HOME=$own/config HELM_DATA_HOME=$own/data
helm() { "$root/build/charts/helm" -n kube-system "$@" 2>"$own/said" || { cat "$own/said" >&2; return 1; }; }
get() { kubectl -n kube-system get "$@"; }
package() { echo "$own/packages/$1-"*.tgz; }
# field OBJECT PATH EXPECTED
field() { [ "$(get "$1" -o "jsonpath={$2}")" = "$3" ] || fail "charts: $1 $2: found $(get "$1" -o "jsonpath={$2}"), expected $3"; }
config() { get deployment "$1" -o 'jsonpath={.spec.template.spec.volumes[0].configMap.name}'; }
text() { get configmap "$(config "$1")" -o 'jsonpath={.data.config\.yaml}'; }

# control_plane.sh applies what the scheduler needs; a new cluster has none of it.
scheduler=$root/kubernetes/deploy/scheduler
kubectl delete -f "$root/kubernetes/crds" -f "$scheduler/manifests/rbac.yaml" -f "$scheduler/replacement/rbac-static-pod.yaml" >/dev/null
# Warns about settings that the standard forbids: only the agent has some.
kubectl label namespace kube-system pod-security.kubernetes.io/warn=restricted >/dev/null
[ "$(kubectl get crd -o name | wc -l)" -eq 0 ] || fail 'charts: the cluster has definitions already'

for chart in koord-scheduler koord-agent koord-webhook; do
  helm install $chart "$(package $chart)" >"$own/notes"
  grep -q "kubectl -n kube-system rollout status" "$own/notes" || fail "charts: $chart has no notes"
  case $chart in
    koord-agent) grep -q 'restricted volume types' "$own/said" || fail 'charts: the standard restricted forbids nothing of the agent' ;;
    *) [ ! -s "$own/said" ] || fail "charts: $chart: $(cat "$own/said")" ;;
  esac
done
[ "$(kubectl get crd -o name | wc -l)" -eq 5 ] || fail 'charts: not all definitions are installed'
say 'charts: the three are installed'

# A wrong value changes nothing, and the message has its name.
! helm upgrade koord-scheduler "$(package koord-scheduler)" --set koordArgs.namedNode=5 >/dev/null 2>"$own/refused" ||
  fail 'charts: an unknown argument is accepted'
grep -q "'/koordArgs': additional properties 'namedNode' not allowed" "$own/refused" || fail "charts: $(cat "$own/refused")"
field deployment/koord-scheduler .spec.replicas 2

# The scheduler runs with the configuration of each release.
before=$(config koord-scheduler)
helm upgrade koord-scheduler "$(package koord-scheduler)" --reset-then-reuse-values --set koordArgs.gpuPolicy=FGD,replicas=3 >/dev/null
field deployment/koord-scheduler .spec.replicas 3
[ "$(config koord-scheduler)" != "$before" ] || fail 'charts: a changed configuration does not restart the pods'
text koord-scheduler >"$own/scheduler.yaml"
grep -q 'gpuPolicy: FGD' "$own/scheduler.yaml" || fail 'charts: the upgraded configuration lacks the argument'
control scheduler "$bin" "$own/plane" chart koord-scheduler "$own/scheduler.yaml"
for _ in $(seq 150); do
  ! get lease koord-scheduler >/dev/null 2>&1 || break
  sleep 0.2
done
[ -n "$(get lease koord-scheduler -o 'jsonpath={.spec.holderIdentity}')" ] || fail 'charts: the scheduler does not lead'
control kill "$own/plane" chart
helm rollback koord-scheduler >/dev/null
field deployment/koord-scheduler .spec.replicas 2
[ "$(config koord-scheduler)" = "$before" ] || fail 'charts: the rollback does not bring the configuration back'
get configmap "$before" >/dev/null || fail 'charts: the ConfigMap of the rollback is not there'
say 'charts: the scheduler leads with the upgraded configuration, and the rollback brings the old one back'

# A second DaemonSet for nodes with GPUs, and back.
helm upgrade koord-agent "$(package koord-agent)" --reset-then-reuse-values --set gpu.access=runtimeClass >/dev/null
field daemonset/koord-agent-gpu .spec.template.spec.runtimeClassName nvidia
helm rollback koord-agent >/dev/null
! get daemonset koord-agent-gpu >/dev/null 2>&1 || fail 'charts: the rollback keeps the second DaemonSet'

# The program accepts the configuration. It writes certificates and authorities; upgrades and rollbacks keep them.
text koord-webhook >"$own/webhook.yaml"
koord-webhook -check -config "$own/webhook.yaml" >/dev/null || fail 'charts: the webhook refuses its configuration'
authority=$(printf authority | base64)
for kind in mutating validating; do
  kubectl patch ${kind}webhookconfiguration koord-webhook --type=json \
    -p '[{"op": "add", "path": "/webhooks/0/clientConfig/caBundle", "value": "'"$(base64 -w0 "$own/plane/pki/ca.crt")"'"}]' >/dev/null
done
kubectl -n kube-system patch secret koord-webhook-certificates -p '{"data": {"current.crt": "'"$authority"'"}}' >/dev/null
kept() {
  for kind in mutating validating; do
    field ${kind}webhookconfiguration/koord-webhook '.webhooks[0].clientConfig.caBundle' "$(base64 -w0 "$own/plane/pki/ca.crt")"
  done
  field secret/koord-webhook-certificates '.data.current\.crt' "$authority"
}
helm upgrade koord-webhook "$(package koord-webhook)" --reset-then-reuse-values --set webhooks.failurePolicy.bindings=Ignore \
  --set 'config.exemptNamespaces={cilium},config.resources={nvidia.com/mig-*}' >/dev/null
field validatingwebhookconfiguration/koord-webhook '.webhooks[3].failurePolicy' Ignore
field mutatingwebhookconfiguration/koord-webhook '.webhooks[0].namespaceSelector.matchExpressions[0].values' '["cilium","kube-system"]'
kept
helm rollback koord-webhook >/dev/null
field validatingwebhookconfiguration/koord-webhook '.webhooks[3].failurePolicy' Fail
kept
configurations=validatingwebhookconfigurations,mutatingwebhookconfigurations
kubectl delete $configurations koord-webhook >/dev/null
helm upgrade koord-webhook "$(package koord-webhook)" >/dev/null
[ "$(kubectl get $configurations -o name | wc -l)" -eq 2 ] || fail 'charts: an upgrade does not bring deleted configurations back'
say 'charts: the webhook keeps certificate and authorities'

kubectl delete $configurations koord-webhook >/dev/null
for chart in koord-webhook koord-agent koord-scheduler; do
  helm uninstall $chart >/dev/null
  left=$({
    kubectl get clusterroles,clusterrolebindings,validatingadmissionpolicies,$configurations -o name
    get deployments,daemonsets,configmaps,secrets,services,serviceaccounts,roles,rolebindings,poddisruptionbudgets -o name
  } | grep "$chart" || true)
  [ -z "$left" ] || fail "charts: $chart is uninstalled, and this is left: $left"
done
[ "$(kubectl get crd -o name | wc -l)" -eq 5 ] || fail 'charts: definitions are uninstalled'

kubectl delete crd --all >/dev/null
helm install koord-agent "$(package koord-agent)" --skip-crds >/dev/null
[ "$(kubectl get crd -o name | wc -l)" -eq 0 ] || fail 'charts: definitions are installed that were to be left out'
helm uninstall koord-agent >/dev/null

# Objects of the manifests become those of a release.
kubectl apply -k "$root/kubernetes/deploy/webhook/manifests" >/dev/null
! helm install koord-webhook "$(package koord-webhook)" >/dev/null 2>&1 || fail "charts: objects of others are taken over without being asked"
helm install koord-webhook "$(package koord-webhook)" --take-ownership -f "$root/kubernetes/deploy/charts/koord-webhook/dry-run.yaml" >/dev/null
text koord-webhook >"$own/webhook.yaml"
koord-webhook -check -config "$own/webhook.yaml" | grep -c 'mode: dryRun' | grep -qx 4 || fail 'charts: not all rules are in dry run'
helm uninstall koord-webhook >/dev/null
! get deployment koord-webhook >/dev/null 2>&1 || fail 'charts: the release does not own the objects that it took over'
say 'charts: uninstalled; definitions stay, and a release takes over objects of the manifests'

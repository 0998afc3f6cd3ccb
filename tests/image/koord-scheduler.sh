# shellcheck shell=bash disable=SC2154  # sourced by run.sh
# koord-scheduler.sh: prints its version and its options, then runs as in the Deployment of its manifests, with a real API server,
# until it leads and has bound a pod.
hello "$work/version" koord-scheduler --version
expected="Kubernetes $(sed -n 's|^.*k8s\.io/kubernetes \(v[0-9.]*\)$|\1|p' "$root/kubernetes/scheduler/go.mod")"
grep -q '^koord-scheduler with libkoord [0-9]' "$work/version" || fail "--version does not name libkoord: '$(cat "$work/version")'"
[ "$(tail -n 1 "$work/version")" = "$expected" ] || fail "--version says '$(cat "$work/version")', not '$expected'"
run --rm -- help koord-scheduler --help >"$work/help" || fail "--help: $(tail -n 5 "$work/help")"
grep -q -- '--config string' "$work/help" || fail "--help does not tell of --config: $(head -n 5 "$work/help")"
say "--version says '$expected', --help what options there are"

for program in "$bin/etcd" "$bin/kube-apiserver" "$bin/kubectl" "$build/tools/koordctl/koordctl"; do
  [ -x "$program" ] || skip "the scheduler in a control plane: no $program (make e2e)"
done
KUBECONFIG=$(control start "$bin" "$state")
export KUBECONFIG
kubectl() { "$bin/kubectl" "$@"; }
system() { kubectl -n kube-system "$@"; }
deployed() { system get deployment koord-scheduler -o "jsonpath=$1"; }

# Imitates kubelet with a pod of the Deployment.
kubectl apply -k "$manifests" >"$work/apply.log"
container='{.spec.template.spec.containers[0]'
[ "$(deployed "$container.image}")" = "$name" ] || fail "the Deployment wants $(deployed "$container.image}")"
mapfile -t command < <(deployed "{range ${container#\{}.command[*]}{@}{\"\\n\"}{end}")
config=$work/config account=$work/account port=$(($(cat "$state/port") + 7))
mkdir "$config" "$account"
map=$(deployed '{.spec.template.spec.volumes[0].configMap.name}')
system get configmap "$map" -o 'jsonpath={.data.config\.yaml}' >"$config/config.yaml"
system create token "$(deployed '{.spec.template.spec.serviceAccountName}')" >"$account/token"
cp "$state/pki/ca.crt" "$account/ca.crt"
chmod -R a+rX "$config" "$account"
at=$(deployed "$container.volumeMounts[0].mountPath}")
run --detach --net-host --log-uri "file://$work/scheduler.log" \
  --env KUBERNETES_SERVICE_HOST=127.0.0.1 --env "KUBERNETES_SERVICE_PORT=$(cat "$state/port")" \
  --mount "type=bind,src=$config,dst=$at,options=rbind:ro" \
  --mount "type=bind,src=$account,dst=/var/run/secrets/kubernetes.io/serviceaccount,options=rbind:ro" \
  -- koord-scheduler "${command[@]}" "--secure-port=$port"
ask() { curl -sfk --cert "$state/pki/admin.crt" --key "$state/pki/admin.key" "https://127.0.0.1:$port/$1"; }
scheduler_said() { fail "$1: $(tail -n 5 "$work/scheduler.log")"; }
within 60 ask readyz || scheduler_said 'it is not ready'
pid=$(containers tasks ls | awk '$1 == "koord-scheduler" { print $2 }')
held() { awk -v name="$1:" '$1 == name { print $2 }' "/proc/$pid/status"; }
user=$(deployed "$container.securityContext.runAsUser}")
[ "$(held Uid)" = "$user" ] || fail "it runs as user $(held Uid), not $user"
[ "$(held CapEff) $(held NoNewPrivs) $(held Seccomp)" = '0000000000000000 1 2' ] || fail "it has rights: $(cat "/proc/$pid/status")"
leads() { [ -n "$(system get lease koord-scheduler -o 'jsonpath={.spec.holderIdentity}')" ]; }
within 60 leads || scheduler_said 'it holds no lease'
say 'it runs as the Deployment states it, and holds its lease'

machine='pack:1 numa:2(memory=34359738368) core:4 pu:2'
"$build/tools/koordctl/koordctl" topology --from-synthetic "$machine" -o nrt --node-name server | kubectl create -f - >/dev/null
kubectl create -f - >/dev/null <<END
{apiVersion: v1, kind: Node, metadata: {name: server},
 status: {allocatable: {cpu: 16, memory: 64Gi, pods: 110}, capacity: {cpu: 16, memory: 64Gi, pods: 110}}}
---
{apiVersion: v1, kind: Pod, metadata: {name: db, labels: {koordinator.sh/qosClass: LSR},
  annotations: {scheduling.koordinator.sh/resource-spec: '{"requiredCPUBindPolicy":"FullPCPUs"}'}},
 spec: {schedulerName: koord-scheduler, containers: [{name: db, image: busybox, resources: {requests: {cpu: 4, memory: 1Gi}, limits: {cpu: 4, memory: 1Gi}}}]}}
END
kubectl wait --for='jsonpath={.spec.nodeName}' pod/db --timeout=60s >"$work/wait.log" 2>&1 || scheduler_said 'the pod is not bound'
given=$(kubectl get pod db -o 'jsonpath={.metadata.annotations.scheduling\.koordinator\.sh/resource-status}')
[[ $given =~ \"cpuset\":\"[0-9] ]] || fail "the pod is bound without CPUs: '$given'"
ask metrics >"$work/metrics" || fail 'an administrator gets no metrics'
grep -q '^koord_' "$work/metrics" || fail 'there are no metrics of the plugin'
say "it bound a pod on node $(kubectl get pod db -o 'jsonpath={.spec.nodeName}') with $given"

containers tasks kill koord-scheduler
gone() { containers tasks ls | grep -q '^koord-scheduler .*STOPPED'; }
within 30 gone || scheduler_said 'it does not end'

#!/usr/bin/env bash
# run.sh IMAGE.tar [BUILD [BIN]]: starts koord-scheduler from its image, in a containerd of its own (docs/kube-scheduler.md).
# With the programs of the end-to-end tests in BIN (build/e2e/bin), and koordctl of BUILD (build/release), also as the Deployment
# of bindings/go/scheduler/manifests states it, against a real API server, until it leads and has bound a pod.
# Status: 0 all held, 77 skipped (the last line says why), else something did not hold. Needs root, containerd, ctr and runc.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
case $# in 1 | 2 | 3) ;; *) sed -n '2,5s/^# \?//p' "$0" >&2; exit 2 ;; esac
image=$1 build=${2:-$root/build/release} bin=${3:-$root/build/e2e/bin}
say() { echo "image: $*"; }
skip() { say "SKIPPED: $*"; exit 77; }
fail() { say "FAILED: $*" >&2; exit 1; }

[ "$(id -u)" -eq 0 ] || skip 'only root may start containers'
for program in containerd containerd-shim-runc-v2 ctr runc; do
  command -v "$program" >/dev/null || skip "no $program: apt-get install containerd runc"
done
unshare --mount true 2>/dev/null || skip 'may not mount anything here'
[ -f "$image" ] || fail "there is no $image: make scheduler-image"

work=$(mktemp -d "${TMPDIR:-/tmp}/koord-image-XXXXXX")
state=$work/control-plane
control() { "$root/tests/e2e/control_plane.sh" "$@"; }
containers() { ctr -a "$work/containerd.sock" -n koord-image "$@"; }
# A file system of the kernel's is not needed: each container gets a copy.
export CONTAINERD_SNAPSHOTTER=native
containerd_pid=
finish() {
  local status=$?
  trap '' INT TERM
  containers tasks rm -f koord-scheduler >/dev/null 2>&1 || true
  [ ! -f "$state/port" ] || control stop "$state" || true
  [ -z "$containerd_pid" ] || { kill "$containerd_pid"; wait "$containerd_pid"; } 2>/dev/null || true
  find /sys/fs/cgroup -depth -path '*/koord-image*' -type d -exec rmdir {} + 2>/dev/null || true
  if [ $status -eq 0 ] || [ $status -eq 77 ]; then rm -rf --one-file-system "$work"; else say "logs are in $work"; fi
  exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM

# within SECONDS COMMAND...: waits until the command is content.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}

cat >"$work/containerd.toml" <<END
version = 2
root = "$work/root"
state = "$work/state"
disabled_plugins = ["io.containerd.grpc.v1.cri"]
[grpc]
  address = "$work/containerd.sock"
END
containerd --config "$work/containerd.toml" >"$work/containerd.log" 2>&1 &
containerd_pid=$!
within 60 containers version || skip "containerd does not start: $(tail -n 1 "$work/containerd.log")"
containers images import --base-name localhost/koord-scheduler "$image" >"$work/import.log" 2>&1 ||
  fail "$(cat "$work/import.log")"
name=$(containers images ls -q)
say "imported $name"

# run OPTION... -- NAME COMMAND...: nothing can be written, no rights are gained, system calls are filtered.
run() {
  local options=()
  while [ "$1" != -- ]; do options+=("$1") && shift; done
  shift
  containers run --read-only --seccomp "${options[@]}" "$name" "$@"
}
run --rm -- hello koord-scheduler --version >"$work/version" 2>&1 || {
  # Where even a program that ends at once gets no control group of its own, no container can be started.
  grep -q 'runc create failed.*cgroup' "$work/version" && skip "no container starts: $(tail -n 1 "$work/version")"
  fail "--version: $(cat "$work/version")"
}
expected="Kubernetes $(sed -n 's|^.*k8s\.io/kubernetes \(v[0-9.]*\)$|\1|p' "$root/bindings/go/scheduler/go.mod")"
[ "$(cat "$work/version")" = "$expected" ] || fail "--version says '$(cat "$work/version")', not '$expected'"
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

# What a kubelet would do with a pod of the Deployment.
kubectl apply -k "$root/bindings/go/scheduler/manifests" >"$work/apply.log"
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
 spec: {containers: [{name: db, image: busybox, resources: {requests: {cpu: 4, memory: 1Gi}, limits: {cpu: 4, memory: 1Gi}}}]}}
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
say 'all held'

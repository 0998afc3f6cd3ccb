# lib.sh: helpers of the scenarios, which begin with an empty cluster and a scheduler; run.sh cleans up.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# server NAME [SYNTHETIC]: creates a node of 16 CPUs, 8 on each of two NUMA nodes, with its topology.
server() {
  "$build/tools/koordctl/koordctl" topology --from-synthetic "${2:-pack:1 numa:2(memory=34359738368) core:4 pu:2}" -o nrt \
    --node-name "$1" | kubectl create -f - >/dev/null
  kubectl create -f - >/dev/null <<END
{apiVersion: v1, kind: Node, metadata: {name: $1, labels: {kubernetes.io/hostname: $1}},
 status: {allocatable: {cpu: 16, memory: 64Gi, pods: 110}, capacity: {cpu: 16, memory: 64Gi, pods: 110}}}
END
}

# priorities: low, middle, high, and patient, which is as high and evicts no pod.
priorities() {
  kubectl apply -f - >/dev/null <<END
{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: low}, value: 10}
---
{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: middle}, value: 100}
---
{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 1000}
---
{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: patient}, value: 1000, preemptionPolicy: Never}
END
}

# lsr NAME CPUS [ANNOTATIONS [LABELS]]: creates a pod with exclusive CPUs. $profile is its schedulerName, $priority
# names its class, $grace is its termination grace period.
lsr() {
  kubectl create -f - >/dev/null <<END
apiVersion: v1
kind: Pod
metadata:
  name: $1
  labels: {koordinator.sh/qosClass: LSR${4:+, $4}}
  annotations: {${3-}}
spec:
  schedulerName: ${profile}
  priorityClassName: ${priority-}
  terminationGracePeriodSeconds: ${grace:-0}
  containers:
    - name: main
      image: busybox
      resources: {requests: {cpu: $2, memory: 1Gi}, limits: {cpu: $2, memory: 1Gi}}
END
}

bound() { # POD SECONDS
  kubectl wait --for='jsonpath={.spec.nodeName}' "pod/$1" --timeout="$2s" >/dev/null 2>&1 || {
    kubectl get events --field-selector "involvedObject.name=$1" || true
    fail "$1 is not bound within $2 s"
  }
}
refused() { # POD: waits until the scheduler has reported that it does not fit
  kubectl wait --for='jsonpath={.status.conditions[?(@.type=="PodScheduled")].reason}=Unschedulable' "pod/$1" --timeout=20s \
    >/dev/null || fail "$1 is not refused: $(kubectl get pod "$1" -o 'jsonpath={.spec.nodeName}')"
}
pending() { # POD
  [ -z "$(kubectl get pod "$1" -o 'jsonpath={.spec.nodeName}')" ] || fail "$1 is bound"
}
there() { kubectl get pod "$1" >/dev/null 2>&1; }
annotation() { # POD NAME
  kubectl get pod "$1" -o "jsonpath={.metadata.annotations.scheduling\.koordinator\.sh/$2}"
}
cpus() { annotation "$1" resource-status | sed -n 's/.*"cpuset":"\([^"]*\)".*/\1/p'; }
# end POD...: ends pods, as kubelet does when the containers have ended.
end() { kubectl delete pod "$@" --grace-period=0 --force >/dev/null 2>&1; }

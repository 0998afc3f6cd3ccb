#!/usr/bin/env bash
# The event and the condition of a waiting pod contain the library's sentence beside the reasons of
# other plugins, for any number of nodes that PreFilter may name. A request that is invalid on
# every node is reported alone. Each refused claim has one event.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

message() { kubectl get pod "$1" -o 'jsonpath={.status.conditions[?(@.type=="PodScheduled")].message}'; }
event() { kubectl get events --field-selector "reason=FailedScheduling,involvedObject.name=$1" -o 'jsonpath={.items[*].message}'; }
says() { # POD TEXT...: both contain all texts
  local pod=$1 text
  refused "$pod"
  for _ in $(seq 50); do
    [ -z "$(event "$pod")" ] || break
    sleep 0.2
  done
  shift
  for text in "$@"; do
    case $(message "$pod") in *"$text"*) ;; *) fail "$pod: \"$text\" is not in the condition: $(message "$pod")" ;; esac
    case $(event "$pod") in *"$text"*) ;; *) fail "$pod: \"$text\" is not in the event: $(event "$pod")" ;; esac
  done
}
silent() { # POD TEXT: neither contains the text
  case $(message "$1")$(event "$1") in *"$2"*) fail "$1: \"$2\" is in $(message "$1") or $(event "$1")" ;; esac
}
claims() { kubectl get events --field-selector "reason=KoordClaimRefused,involvedObject.name=$1" -o name | grep -c . || true; }
# waiting NAME CPUS OPTIONS RESOURCES: creates a pod with further fields of a spec, and other resources.
waiting() {
  kubectl create -f - >/dev/null <<END
apiVersion: v1
kind: Pod
metadata: {name: $1, labels: {koordinator.sh/qosClass: LSR}}
spec:
  schedulerName: $profile
  $3
  containers:
    - name: main
      image: busybox
      resources: {limits: {cpu: $2, memory: 1Gi${4:+, $4}}}
END
}

server full
server open
kubectl taint node open closed=yes:NoSchedule >/dev/null
lsr holder 14
bound holder 20
explained() { # SUFFIX
  waiting "selecting$1" 8 'nodeSelector: {kubernetes.io/hostname: full}' ''
  says "selecting$1" 'needs 8 CPUs'
  waiting "tainted$1" 8 'enableServiceLinks: false' ''
  says "tainted$1" 'needs 8 CPUs' 'untolerated taint'
  waiting "wrong$1" 64 'nodeSelector: {kubernetes.io/hostname: full}' 'koordinator.sh/gpu: 150'
  says "wrong$1" 'the request is wrong on every node: requests 150 of koordinator.sh/gpu'
  silent "wrong$1" '64 CPUs'
  silent "wrong$1" 'reempt'
}
explained ''

# A claim written by somebody else causes one event, whichever replica leads or restarts.
kubectl create -f - >/dev/null <<END
apiVersion: v1
kind: Pod
metadata:
  name: claims
  labels: {koordinator.sh/qosClass: LSR}
  annotations: {scheduling.koordinator.sh/resource-status: '{"cpuset":"400-401"}'}
spec:
  schedulerName: another-scheduler
  nodeName: full
  containers:
    - name: main
      image: busybox
      resources: {requests: {cpu: 2, memory: 1Gi}, limits: {cpu: 2, memory: 1Gi}}
END
for _ in $(seq 100); do
  [ "$(claims claims)" = 0 ] || break
  sleep 0.2
done
for name in "${schedulers[@]}"; do control kill "$state" "$name"; done
sed 's/^          gangTimeout: .*/&\n          namedNodes: -1/' "$e2e/../../kubernetes/deploy/scheduler/manifests/config.yaml" >"$state/unnamed.config"
grep -q 'namedNodes: -1' "$state/unnamed.config" || fail 'the manifests have no gangTimeout'
scheduler unnamed "$state/unnamed.config"
leader 30 unnamed >/dev/null
explained -unnamed
sleep 2
[ "$(claims claims)" = 1 ] || fail "the refused claim has $(claims claims) events, expected 1"
control kill "$state" unnamed
for name in "${schedulers[@]}"; do control again "$state" "$name"; done
leader 30 "${schedulers[@]}" >/dev/null
check explained -ignore cpu-unknown

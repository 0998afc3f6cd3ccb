#!/usr/bin/env bash
# A leader is stopped for longer than its lease, with unsent Bindings. The other scheduler gives the CPUs to other pods.
# When the first one continues, it must send nothing, and end.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

pods() { # NAME FIRST LAST PRIORITY
  for number in $(seq "$2" "$3"); do
    cat <<END
---
apiVersion: v1
kind: Pod
metadata:
  name: $1-$number
  labels: {koordinator.sh/qosClass: LSR, wave: $1}
spec:
  schedulerName: $profile
  priorityClassName: $4
  containers:
    - name: main
      image: busybox
      resources: {requests: {cpu: 2, memory: 1Gi}, limits: {cpu: 2, memory: 1Gi}}
END
  done | kubectl create -f - >/dev/null
}
# Counts the bound pods of a wave.
bound_of() { kubectl get pods -l "wave=$1" -o 'jsonpath={range .items[*]}{.spec.nodeName}{"\n"}{end}' | grep -c . || true; }

for name in "${schedulers[@]}"; do control kill "$state" "$name"; done
# One Binding per second, after an initial burst.
sed 's/qps: .*/qps: 1/; s/burst: .*/burst: 40/' "$e2e/../../kubernetes/deploy/scheduler/manifests/config.yaml" >"$state/frozen.config"
scheduler frozen "$state/frozen.config"
leader 30 frozen >/dev/null
control again "$state" other

for node in a b c d e f g h; do server $node; done
priorities
pods early 1 64 low
sleep 2
control signal "$state" frozen STOP
early=$(bound_of early)
[ "$early" -gt 0 ] && [ "$early" -lt 60 ] || fail "$early of 64 pods are bound, expected some that wait for their Bindings"
late=$((64 - early))
pods late 1 $late patient
leader 60 other >/dev/null
for _ in $(seq 100); do
  [ "$(bound_of late)" -lt $late ] || break
  sleep 0.2
done
[ "$(bound_of late)" = $late ] || fail "the other scheduler has bound $(bound_of late) of $late pods"

control signal "$state" frozen CONT
ended frozen 30 || fail 'the old leader goes on without a lease'
[ "$(bound_of early)" = "$early" ] || fail "the old leader has bound $(($(bound_of early) - early)) pods after its lease"
check "frozen-leader: $early pods were bound before, $late by the other one"
control again "$state" koord

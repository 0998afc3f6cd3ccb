#!/usr/bin/env bash
# Two gangs of three pods compete for room for four: one gets all that it needs
# and the other nothing, until there is room for it.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

gang() { # NAME
  kubectl create -f - >/dev/null <<END
apiVersion: scheduling.sigs.k8s.io/v1alpha1
kind: PodGroup
metadata: {name: $1}
spec: {minMember: 3, scheduleTimeoutSeconds: 30}
END
}
member() { lsr "$1-$2" 8 "" "pod-group.scheduling.sigs.k8s.io: $1"; } # GANG NUMBER
count() { kubectl get pods -l "pod-group.scheduling.sigs.k8s.io=$1" -o 'jsonpath={range .items[*]}{.spec.nodeName}{"\n"}{end}' | grep -c . || true; }

# phase GANG PHASE: waits until its PodGroup has this phase.
phase() {
  kubectl wait --for="jsonpath={.status.phase}=$2" "podgroup/$1" --timeout=20s >/dev/null ||
    fail "PodGroup $1: found $(kubectl get podgroup "$1" -o 'jsonpath={.status}'), expected phase $2"
}

server a
server b
gang red
gang blue
# Pods of both gangs alternate, so each gang could have two.
for number in 1 2 3; do
  member red $number
  member blue $number
done
for _ in $(seq 60); do
  red=$(count red) blue=$(count blue)
  [ $((red + blue)) -lt 3 ] || break
  sleep 0.5
done
[ "$red $blue" = '3 0' ] || [ "$red $blue" = '0 3' ] || fail "of gang red $red pods are bound, of gang blue $blue"
winner=red loser=blue
[ "$red" = 3 ] || winner=blue loser=red
sleep 2
[ "$(count $loser)" = 0 ] || fail "$(count $loser) pods of gang $loser are bound"
check gangs -gangs
phase $winner Scheduling
phase $loser Pending
[ "$(kubectl get podgroup $winner -o 'jsonpath={.status.scheduled}/{.status.running}')" = 3/0 ] ||
  fail "PodGroup $winner: $(kubectl get podgroup $winner -o 'jsonpath={.status}')"
# Events of pods that change no number do not cause another write.
version=$(kubectl get podgroup $winner -o 'jsonpath={.metadata.resourceVersion}')
kubectl annotate pod $winner-1 seen=twice >/dev/null
sleep 3
[ "$(kubectl get podgroup $winner -o 'jsonpath={.metadata.resourceVersion}')" = "$version" ] || fail "PodGroup $winner was written again"
for number in 1 2 3; do
  kubectl patch pod $winner-$number --subresource status --type merge -p '{"status":{"phase":"Running"}}' >/dev/null
done
phase $winner Running

kubectl delete pod "$winner-1" --wait=false >/dev/null
sleep 2
[ "$(count $loser)" = 0 ] || fail "$(count $loser) pods of gang $loser are bound, and there is room for two"
kubectl delete pod "$winner-2" --wait=false >/dev/null
for number in 1 2 3; do bound "$loser-$number" 20; done
phase $loser Scheduling
phase $winner Unknown
# One pod of the other gang is left: it lost the others later, and was not bound without them.
check gangs

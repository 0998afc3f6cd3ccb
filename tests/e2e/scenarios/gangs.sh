#!/usr/bin/env bash
# Two gangs of three pods want the room of four: one gets all that it needs, the other one nothing, until there is room for it.
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

server a
server b
gang red
gang blue
# Their pods come in turn: each gang could have two.
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

kubectl delete pod "$winner-1" --wait=false >/dev/null
sleep 2
[ "$(count $loser)" = 0 ] || fail "$(count $loser) pods of gang $loser are bound, and there is room for two"
kubectl delete pod "$winner-2" --wait=false >/dev/null
for number in 1 2 3; do bound "$loser-$number" 20; done
# Of the other gang one pod is left: it lost the others, it was not bound without them.
check gangs

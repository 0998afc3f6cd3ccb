#!/usr/bin/env bash
# A pod on two NUMA nodes gets CPUs of one when a RebindResource asks for it.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

rebind() { # NAME
  kubectl create -f - >/dev/null <<END
apiVersion: scheduling.koordinator.sh/v1alpha1
kind: RebindResource
metadata: {name: $1}
spec: {nodeName: a, rebindAction: RebindCPU, deadlineInSeconds: 60}
END
}
succeeded() { # NAME
  kubectl wait --for='jsonpath={.status.phase}=Succeed' "rebindresource/$1" --timeout=20s >/dev/null ||
    fail "rebindresource $1: $(kubectl get rebindresource "$1" -o 'jsonpath={.status}')"
}

server a
# Pods of 6 CPUs each leave 2 on each NUMA node, which the last pod gets.
for name in left right between; do
  size=6
  [ $name != between ] || size=4
  lsr $name $size
  bound $name 20
done
before=$(cpus between)
case $before in
  *-*,*-*) ;;
  *) fail "between has CPUs $before, expected two of each NUMA node" ;;
esac
kubectl delete pod right >/dev/null

rebind better
succeeded better
after=$(cpus between)
[ "$after" != "$before" ] || fail "between still has CPUs $after"
check rebind

# No better assignment exists: nothing moves.
rebind again
succeeded again
[ "$(cpus between)" = "$after" ] || fail "between has CPUs $(cpus between), and $after before"
check rebind

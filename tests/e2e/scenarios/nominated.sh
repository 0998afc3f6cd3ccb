#!/usr/bin/env bash
# A pod that evicted another one waits while that one ends, and no other pod takes the CPUs meanwhile.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

pod() { priority=$2 grace=300 lsr "$1" "$3"; } # NAME PRIORITY CPUS

server a
priorities
pod first low 6
pod second low 6
bound first 20
bound second 20

pod urgent high 8
kubectl wait --for='jsonpath={.status.nominatedNodeName}=a' pod/urgent --timeout=20s >/dev/null || fail 'urgent has no nominated node'
kubectl get pods -o 'jsonpath={range .items[?(@.metadata.deletionTimestamp)]}{.metadata.name}{"\n"}{end}' >"$state/leaving"
[ "$(wc -l <"$state/leaving")" = 1 ] || fail "expected one pod to leave, found: $(xargs <"$state/leaving")"
victim=$(cat "$state/leaving")

# 4 CPUs are free, and 10 once the victim has ended: 8 for urgent, and 2.
pod robber low 4
pod patient low 2
refused robber
refused patient
pending urgent
[ "$(kubectl get pods -o 'jsonpath={.items[?(@.metadata.deletionTimestamp)].metadata.name}')" = "$victim" ] ||
  fail 'a second pod was evicted'

end "$victim"
bound urgent 10
bound patient 10
sleep 1
pending robber
check nominated

#!/usr/bin/env bash
# A pod of high priority takes 8 whole CPUs of one NUMA node from the least
# important pod that has them, and from no other.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

pod() { # NAME PRIORITY CPUS
  priority=$2 lsr "$1" "$3" "scheduling.koordinator.sh/numa-topology-spec: '{\"numaTopologyPolicy\":\"SingleNUMANode\"}'"
}

server a
priorities
pod dear middle 8
bound dear 20
pod cheap low 6
bound cheap 20

# 2 CPUs are free, and 8 of one NUMA node without either of the two pods.
pod urgent high 8
bound urgent 20
there dear || fail 'the pod of middle priority was evicted'
! there cheap || fail 'the pod of low priority is still there'
[ "$(cpus urgent)" = 8-15 ] || [ "$(cpus urgent)" = 0-7 ] || fail "urgent has CPUs $(cpus urgent), expected those of a NUMA node"
kubectl get events --field-selector reason=Preempted,involvedObject.name=cheap -o name | grep . >/dev/null ||
  fail 'no event says that cheap was preempted'
check preemption

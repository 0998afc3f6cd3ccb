#!/usr/bin/env bash
# CPUs of a deleted pod go to the pod that waits for them, woken by its queueing
# hint. The timer that retries all pods takes minutes.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

pod() { # NAME CPUS
  lsr "$1" "$2" "scheduling.koordinator.sh/resource-spec: '{\"requiredCPUBindPolicy\":\"FullPCPUs\"}'"
}
attempts() { # the number of evaluations by the plugin
  control metrics "$state" "$scheduler" | awk '/^koord_decisions_total{extension_point="PreFilter"/ { sum += $NF } END { print sum + 0 }'
}

scheduler=$(leader 30 "${schedulers[@]}")
server a
pod large 12
pod small 4
bound large 20
bound small 20
pod waits 8
refused waits
sleep 2 # its backoff is over
before=$(attempts)

# 4 CPUs are not enough, so the pod is not even tried.
kubectl delete pod small >/dev/null
sleep 3
pending waits
[ "$(attempts)" = "$before" ] || fail "waits was tried for nothing: $before attempts, now $(attempts)"

had=$(cpus large)
kubectl delete pod large >/dev/null
bound waits 3
check "woken: large had CPUs $had, waits has CPUs $(cpus waits)"

#!/usr/bin/env bash
# Beside kube-scheduler, each of the two binds only pods of its own profile. If kube-scheduler binds a pod that requests
# exclusive CPUs, one event reports it, independent of the number of replicas and restarts.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

elsewhere() { # POD: the number of its events
  kubectl get events --field-selector "reason=KoordBoundElsewhere,involvedObject.name=$1" -o name | grep -c . || true
}
binders() { # PROFILE: the schedulers that bound pods of it
  local name
  for name in "${schedulers[@]}" stock; do
    ! control metrics "$state" "$name" | grep "^scheduler_schedule_attempts_total{profile=\"$1\",result=\"scheduled\"}" >/dev/null || echo "$name"
  done
}

server a
scheduler stock "$e2e/stock-scheduler.yaml"
for number in 1 2 3; do
  lsr own-$number 2
  profile=default-scheduler lsr stray-$number 2
done
for number in 1 2 3; do
  bound own-$number 20
  bound stray-$number 20
  [ -n "$(cpus own-$number)" ] || fail "own-$number has no CPUs"
  [ -z "$(cpus stray-$number)" ] || fail "stray-$number has CPUs $(cpus stray-$number): kube-scheduler gives none"
done
for _ in $(seq 50); do
  [ "$(elsewhere stray-1)$(elsewhere stray-2)$(elsewhere stray-3)" != 111 ] || break
  sleep 0.2
done
note=$(kubectl get events --field-selector reason=KoordBoundElsewhere,involvedObject.name=stray-1 -o 'jsonpath={.items[*].message}')
case $note in
  *'scheduler default-scheduler bound the pod'*"set spec.schedulerName to $profile"*) ;;
  *) fail "stray-1: found event \"$note\"" ;;
esac
first=$(leader 30 "${schedulers[@]}")
[ "$(binders "$profile")" = "$first" ] || fail "$(binders "$profile") bound pods of $profile, expected $first alone"
[ "$(binders default-scheduler)" = stock ] || fail "$(binders default-scheduler) bound pods of default-scheduler, expected stock alone"
control kill "$state" "$first" KILL
leader 60 "${schedulers[@]}" >/dev/null
control again "$state" "$first"
sleep 5
for number in 1 2 3; do
  [ "$(elsewhere stray-$number)" = 1 ] || fail "stray-$number has $(elsewhere stray-$number) events after another leader and a start"
  [ "$(elsewhere own-$number)" = 0 ] || fail "own-$number, which has CPUs, has an event"
done
control kill "$state" stock
check beside

#!/usr/bin/env bash
# rounds.sh PODS ROUNDS DISTURBANCES: binds pods. Then, in rounds, deletes some, creates others, disturbs objects and
# ends programs, all concurrently. run.sh starts it, with nodes and schedulers.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
pods=$1 rounds=$2 disturbances=$3 seed=${KOORD_E2E_SEED:-1} quiet=5s

settles() { # WHAT [OPTION...]
  local what=$1
  shift
  load wait -quiet $quiet -messages 3 "$@" || fail "$what: not all pods were bound or refused"
}

# fits WHAT SINCE: one minute after the last disturbance no pod waits that certainly fits.
fits() {
  until checker -scheduler "$profile" -pending >"$state/checker.out"; do
    [ $(($(date +%s) - $2)) -lt 60 ] || {
      head -n 40 "$state/checker.out"
      fail "$1: after a minute"
    }
    sleep 2
  done
}

say "$(load pods -count "$pods" -seed "$seed")"
settles 'all pods' -count "$pods" -timeout 10m
check 'all pods' -gangs

# A scheduler that loses its lease ends, as intended; a cluster would restart it.
revive() {
  for name in "${schedulers[@]}"; do
    control alive "$state" "$name" || control again "$state" "$name"
  done
}
# upset ROUND: one program is ended and restarted, or stopped for a while, or loses its connections.
upset() {
  local first name
  first=$(leader 60 "${schedulers[@]}")
  case $(($1 % 7)) in
    1)
      control kill "$state" "$first" KILL
      say "$first, which was the leader, was killed, $(leader 60 "${schedulers[@]}") took over"
      ;;
    2) control kill "$state" apiserver KILL && control again "$state" apiserver && say 'the API server was killed and started again' ;;
    3)
      control kill "$state" "$first"
      say "$first, which was the leader, was ended, $(leader 60 "${schedulers[@]}") took over"
      ;;
    4) control kill "$state" etcd KILL && control again "$state" etcd && say 'etcd was killed and started again' ;;
    5)
      for _ in $(seq 20); do
        control signal "$state" proxy USR1
        sleep 0.$((RANDOM % 5))
      done
      say "connections were cut 20 times: $(tail -n 20 "$state/proxy.log" | awk '{ sum += $3 } END { print sum / 2 }') of them"
      ;;
    6)
      control signal "$state" "$first" STOP
      say "$first, which was the leader, stood still, $(leader 60 "${schedulers[@]}") took over"
      control signal "$state" "$first" CONT
      ended "$first" 30 || fail "$first goes on without a lease"
      ;;
    0)
      for name in "${schedulers[@]}"; do control kill "$state" "$name" KILL; done
      say 'all schedulers were killed'
      ;;
  esac
  revive
}

for round in $(seq "$rounds"); do
  say "round $round: $(load delete -percent 20 -seed "$round$seed")"
  more() { load pods -count $((pods / 5)) -prefix "round$round" -seed "$((1000 * seed + round))"; }
  more >"$state/more.out" 2>&1 &
  loading=$!
  load disturb -count "$disturbances" -seed "$((1000 * seed + round))" >"$state/disturb.out" 2>&1 &
  disturbing=$!
  sleep 0.$((RANDOM % 10))
  upset "$round"
  # Requests fail while the API server is away; missing objects are created now.
  wait $loading || more >"$state/more.out"
  # Nodes and devices that are missing or unhealthy will return.
  check "round $round, while pods are being bound" -ignore lost-node -ignore cpu-unknown -ignore numa-unknown -ignore device-unknown \
    -ignore device-unhealthy
  wait $disturbing || fail "round $round: $(tail -n 1 "$state/disturb.out")"
  since=$(date +%s)
  say "round $round: $(tail -n 1 "$state/disturb.out")"
  settles "round $round" -timeout 2m
  check "round $round"
  fits "round $round" "$since"
done

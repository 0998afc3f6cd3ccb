#!/usr/bin/env bash
# run.sh [BUILD]: the scheduler in a real control plane, with the library of BUILD (build/release); docs/e2e.md.
# KOORD_E2E=short takes a tenth of the objects. KOORD_E2E_ROUNDS is how often programs are killed while objects are disturbed.
# KOORD_E2E_SEED (1) draws other pods and disturbances. KOORD_E2E_KEEP=1 leaves the control plane running and says where.
# The programs stay in build/e2e/bin. Status: 0 all held, 77 skipped (the last line says why), else something did not hold.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${1:-$root/build/release}
bin=$root/build/e2e/bin
case ${KOORD_E2E:-full} in
  short) nodes=100 pods=600 rounds=4 disturbances=18 ;;
  full) nodes=1000 pods=5000 rounds=12 disturbances=90 ;;
  *) echo "run.sh: KOORD_E2E is short or full, not ${KOORD_E2E}" >&2; exit 2 ;;
esac
rounds=${KOORD_E2E_ROUNDS:-$rounds} seed=${KOORD_E2E_SEED:-1} quiet=5s

begun=$SECONDS
say() { printf '== %3d s: %s\n' $((SECONDS - begun)) "$*"; }
fail() {
  say "FAILED: $*"
  exit 1
}

mkdir -p "$bin"
# Where they cannot be built, build.sh has said why.
"$here/build.sh" "$bin" "$build"
[ -x "$build/tools/koordctl/koordctl" ] || { echo "SKIPPED: no koordctl in $build: make build"; exit 77; }

state=$(mktemp -d "${TMPDIR:-/tmp}/koord-e2e-XXXXXX")
finish() {
  local status=$?
  "$here/control_plane.sh" usage "$state" 2>/dev/null || true
  if [ -n "${KOORD_E2E_KEEP-}" ]; then
    say "it runs on: export KUBECONFIG=$state/admin.kubeconfig; stop it: tests/e2e/control_plane.sh stop $state"
  else
    "$here/control_plane.sh" stop "$state" || true
    if [ $status -eq 0 ] || [ $status -eq 77 ]; then rm -rf "$state"; else say "logs are in $state"; fi
  fi
  exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM

KUBECONFIG=$("$here/control_plane.sh" start "$bin" "$state")
export KUBECONFIG
"$here/machines.sh" "$build/tools/koordctl/koordctl" "$state/machines"
load() { "$bin/load" "$@"; }
control() { "$here/control_plane.sh" "$@"; }
# What must hold at any time. Pods of other schedulers claim what they like.
check() { # WHAT [OPTION...]
  local what=$1
  shift
  "$bin/checker" -scheduler default-scheduler "$@" >"$state/checker.out" || {
    head -n 40 "$state/checker.out"
    fail "$what: violations"
  }
  say "$what: $(tail -n 1 "$state/checker.out")"
}
settles() { # WHAT [OPTION...]
  local what=$1
  shift
  load wait -quiet $quiet -messages 3 "$@" || fail "$what: not all pods were bound or refused"
}

say "control plane is ready, $(load nodes -count $nodes -machines "$state/machines")"

# The equipment first: a scheduler that knows nothing of all this must be found out.
control scheduler "$bin" "$state" stock koord-scheduler "$here/stock-scheduler.yaml"
load pods -count 100 -prefix stock >"$state/load.out"
load wait -count 100 -quiet $quiet -messages 0
if "$bin/checker" >"$state/checker.out"; then fail 'the checker finds nothing wrong with the stock scheduler'; fi
say "the checker sees that the stock scheduler gives nobody CPUs: $(tail -n 1 "$state/checker.out")"
control kill "$state" stock
load clean
load nodes -count $nodes -machines "$state/machines"

manifests=$root/bindings/go/scheduler/manifests
[ -d "$manifests" ] || { say 'SKIPPED: there is no bindings/go/scheduler'; exit 77; }
control scheduler "$bin" "$state" koord koord-scheduler "$manifests/config.yaml"
say "the scheduler is ready; $(load pods -count $pods -seed "$seed")"
settles 'all pods' -count $pods -timeout 10m
check 'all pods' -gangs

# A program ends in the middle of things and comes back.
upset() { # ROUND
  case $(($1 % 4)) in
    1) control kill "$state" koord KILL && control again "$state" koord && say 'the scheduler was killed and started again' ;;
    2) control kill "$state" apiserver KILL && control again "$state" apiserver && say 'the API server was killed and started again' ;;
    3) control kill "$state" koord && control again "$state" koord && say 'the scheduler was ended and started again' ;;
    0) control kill "$state" etcd KILL && control again "$state" etcd && say 'etcd was killed and started again' ;;
  esac
}

for round in $(seq "$rounds"); do
  say "round $round: $(load delete -percent 20 -seed "$round$seed")"
  more() { load pods -count $((pods / 5)) -prefix "round$round" -seed "$((1000 * seed + round))"; }
  more >"$state/more.out" 2>&1 &
  loading=$!
  load disturb -count $disturbances -seed "$((1000 * seed + round))" >"$state/disturb.out" 2>&1 &
  disturbing=$!
  sleep 0.$((RANDOM % 10))
  upset "$round"
  # Requests fail while the API server is away; what was not made then is made now.
  wait $loading || more >"$state/more.out"
  # Nodes and devices that are away, or ill, are so for now.
  check "round $round, while pods are being bound" -ignore lost-node -ignore cpu-unknown -ignore numa-unknown -ignore device-unknown \
    -ignore device-unhealthy
  wait $disturbing || fail "round $round: $(tail -n 1 "$state/disturb.out")"
  say "round $round: $(tail -n 1 "$state/disturb.out")"
  settles "round $round" -timeout 2m
  check "round $round"
done
say 'all held'

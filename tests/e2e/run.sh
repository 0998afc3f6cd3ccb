#!/usr/bin/env bash
# run.sh [BUILD]: the scheduler in a real control plane, with the library of BUILD (build/release); docs/e2e.md.
# KOORD_E2E=short takes a tenth of the objects. KOORD_E2E_KEEP=1 leaves the control plane running and says where.
# The programs stay in build/e2e/bin. Status: 0 all held, 77 skipped (the last line says why), else something did not hold.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${1:-$root/build/release}
bin=$root/build/e2e/bin
case ${KOORD_E2E:-full} in
  short) nodes=100 pods=600 rounds=2 ;;
  full) nodes=1000 pods=5000 rounds=5 ;;
  *) echo "run.sh: KOORD_E2E is short or full, not ${KOORD_E2E}" >&2; exit 2 ;;
esac
quiet=5s

begun=$SECONDS
say() { printf '== %3d s: %s\n' $((SECONDS - begun)) "$*"; }
fail() {
  say "FAILED: $*"
  exit 1
}

mkdir -p "$bin"
"$here/build.sh" "$bin" "$build" || {
  status=$?
  [ $status -ne 77 ] || say 'SKIPPED: end-to-end tests: the programs cannot be built here'
  exit $status
}
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
# What must hold whenever nothing changes any more.
holds() { # WHAT
  load wait -count "${expected:-0}" -quiet $quiet -timeout 10m || fail "$1: not all pods were bound or refused"
  "$bin/checker" -gangs >"$state/checker.out" || { head -n 40 "$state/checker.out"; fail "$1: violations"; }
  say "$1: $(tail -n 1 "$state/checker.out")"
}

say "control plane is ready, $(load nodes -count $nodes -machines "$state/machines")"

# The equipment first: a scheduler that knows nothing of all this must be found out.
control scheduler "$bin" "$state" stock kube-scheduler "$here/stock-scheduler.yaml"
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
say "the scheduler is ready; $(load pods -count $pods)"
expected=$pods
holds 'all pods'

for round in $(seq $rounds); do
  say "round $round: $(load delete -percent 20 -seed "$round")"
  load pods -count $((pods / 5)) -prefix "round$round" -seed $((100 + round)) &
  loading=$!
  sleep 0.$((RANDOM % 10))
  case $((round % 2)) in
    1) control kill "$state" koord KILL && control again "$state" koord && say 'the scheduler was killed and started again' ;;
    0) control kill "$state" apiserver KILL && control again "$state" apiserver && say 'the API server was killed and started again' ;;
  esac
  # Requests fail while the API server is away; what was not made then is made now.
  wait $loading || load pods -count $((pods / 5)) -prefix "round$round" -seed $((100 + round))
  expected=0
  "$bin/checker" >"$state/checker.out" || { head -n 40 "$state/checker.out"; fail "round $round: violations while pods are being bound"; }
  load wait -quiet $quiet -timeout 10m -messages 0 || fail "round $round: not all pods were bound or refused"
  "$bin/checker" >"$state/checker.out" || { head -n 40 "$state/checker.out"; fail "round $round: violations"; }
  say "round $round: $(tail -n 1 "$state/checker.out")"
done
say 'all held'

#!/usr/bin/env bash
# run.sh [BUILD]: runs the scheduler in a real control plane, with the library of BUILD (build/release); docs/internals/e2e.md.
# KOORD_E2E=short uses a tenth of the objects; scenarios runs only the scenarios; soak creates and deletes 100,000 pods
# (KOORD_E2E_PODS); cost measures the cost of 2,000 pods (KOORD_E2E_PODS) with and without the plugin, KOORD_E2E_PAIRS (5) times.
# KOORD_E2E_ROUNDS is the number of times that programs are killed while objects are disturbed, KOORD_E2E_SCENARIOS selects scenarios.
# KOORD_E2E_SEED (1) selects the random pods and disturbances. KOORD_E2E_KEEP=1 keeps the control plane running and prints its place.
# KUBERNETES, such as 1.36, selects the version of control plane, scheduler and webhook, KOORD_E2E_CONTROL_PLANE a folder with another
# control plane (build.sh). The programs stay in build/e2e/bin. Status: 0 success, 77 skipped (the last line has the reason), else a check failed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
form=${KOORD_E2E:-full} rounds=0 nodes=100
case $form in
  short)
    pods=600 rounds=5 disturbances=18
    export KOORD_E2E_MOVE_NODES=${KOORD_E2E_MOVE_NODES:-20} KOORD_E2E_MOVE_PODS=${KOORD_E2E_MOVE_PODS:-100}
    export KOORD_E2E_FOREIGN=${KOORD_E2E_FOREIGN:-200}
    ;;
  full) nodes=1000 pods=5000 rounds=14 disturbances=90 ;;
  scenarios) ;;
  soak) nodes=300 ;;
  cost) nodes=1000 ;;
  *) echo "run.sh: KOORD_E2E is short, full, scenarios, soak or cost, not $form" >&2; exit 2 ;;
esac
rounds=${KOORD_E2E_ROUNDS:-$rounds}
KOORD_E2E_BUILD=${1:-$root/build/release} KOORD_E2E_BIN=$root/build/e2e/bin${KUBERNETES:+-$KUBERNETES} KOORD_E2E_BEGUN=$(date +%s)
mkdir -p "$KOORD_E2E_BIN"
# If the programs cannot be built, build.sh has printed the reason.
"$here/build.sh" "$KOORD_E2E_BIN" "$KOORD_E2E_BUILD"
koordctl=$KOORD_E2E_BUILD/tools/koordctl/koordctl
[ -x "$koordctl" ] || { echo "SKIPPED: no koordctl in $KOORD_E2E_BUILD: make build"; exit 77; }

KOORD_E2E_STATE=$(mktemp -d "${TMPDIR:-/tmp}/koord-e2e-XXXXXX")
KUBECONFIG=$KOORD_E2E_STATE/admin.kubeconfig
export KOORD_E2E_BUILD KOORD_E2E_BIN KOORD_E2E_BEGUN KOORD_E2E_STATE KUBECONFIG
. "$here/lib.sh"
finish() {
  local status=$?
  control usage "$state" 2>/dev/null || true
  if [ -n "${KOORD_E2E_KEEP-}" ]; then
    say "it runs on: export KUBECONFIG=$KUBECONFIG; stop it: tests/e2e/control_plane.sh stop $state"
  else
    control stop "$state" || true
    if [ $status -eq 0 ] || [ $status -eq 77 ]; then rm -rf "$state"; else say "logs are in $state"; fi
  fi
  exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM

control start "$bin" "$state" >/dev/null
"$here/machines.sh" "$koordctl" "$state/machines"
say 'the control plane is ready'
"$here/manifests.sh" "$bin/kubectl" || fail 'the manifests'
"$here/agent.sh" "$bin/kubectl" || fail 'the rights of the agent'
fill() { load nodes -count $nodes -machines "$state/machines" "$@"; }

if [ $form = cost ]; then
  fill -bare
  "$here/cost.sh" "${KOORD_E2E_PAIRS:-5}"
  exit
fi

# Checks the checks first: a scheduler without the plugin must be detected.
if [ $form != soak ]; then
  fill >/dev/null
  scheduler stock "$here/stock-scheduler.yaml"
  load pods -count 100 -prefix stock -scheduler default-scheduler >/dev/null
  load wait -count 100 -quiet 5s -messages 0 >/dev/null
  if checker >"$state/checker.out"; then fail 'the checker finds nothing wrong with the stock scheduler'; fi
  say "the checker sees that the stock scheduler gives nobody CPUs: $(tail -n 1 "$state/checker.out")"
  control kill "$state" stock
  load clean
fi

for name in "${schedulers[@]}"; do scheduler "$name"; done
leader 60 "${schedulers[@]}" >/dev/null
case $form in
  soak) fill && "$here/soak.sh" "${KOORD_E2E_PODS:-100000}" ;;
  *)
    for scenario in "$here"/scenarios/*.sh; do
      name=$(basename "$scenario" .sh)
      [ "$name" != lib ] || continue
      case $form/$name in short/charts | short/kubectl) continue ;; esac  # they compile Helm and krew
      case " ${KOORD_E2E_SCENARIOS-$name} " in *" $name "*) ;; *) continue ;; esac
      "$scenario" || fail "scenario $name"
      load clean
      kubectl delete rebindresources,reservations --all >/dev/null
    done
    [ "$rounds" -eq 0 ] || { fill && "$here/rounds.sh" "$pods" "$rounds" "$disturbances"; }
    ;;
esac
say 'all held'

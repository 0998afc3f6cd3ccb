# lib.sh: functions of run.sh and the scenarios, which source it. run.sh exports the variables:
#   KOORD_E2E_BIN    the output of build.sh          KOORD_E2E_STATE  STATE of control_plane.sh
#   KOORD_E2E_BUILD  the build with koordctl         KUBECONFIG       of an administrator
# shellcheck shell=bash
e2e=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bin=${KOORD_E2E_BIN:?tests/e2e/run.sh runs this} state=${KOORD_E2E_STATE:?} build=${KOORD_E2E_BUILD:?}
export PATH=$bin:$PATH
profile=koord-scheduler  # of the manifests
schedulers=(koord other) # two processes of one configuration: one leads, the other one waits

say() { printf '== %3d s: %s\n' $(($(date +%s) - KOORD_E2E_BEGUN)) "$*"; }
fail() {
  say "FAILED: $*" >&2
  exit 1
}
control() { "$e2e/control_plane.sh" "$@"; }

# check WHAT [OPTION...]: checks the invariants. Pods of other schedulers may claim anything.
check() {
  local what=$1
  shift
  checker -scheduler "$profile" "$@" >"$state/checker.out" || {
    head -n 40 "$state/checker.out"
    fail "$what: violations"
  }
  say "$what: $(tail -n 1 "$state/checker.out")"
}

# scheduler NAME [CONFIG]: starts another scheduler.
scheduler() { control scheduler "$bin" "$state" "$1" koord-scheduler "${2:-$e2e/../../kubernetes/deploy/scheduler/manifests/config.yaml}"; }

leads() { control metrics "$state" "$1" 2>/dev/null | grep '^leader_election_master_status{.*} 1$' >/dev/null; }
# leader SECONDS NAME...: prints the leading scheduler, as soon as there is one.
leader() {
  local until=$((SECONDS + $1)) name
  shift
  while :; do
    for name in "$@"; do
      ! leads "$name" || { echo "$name"; return; }
    done
    [ $SECONDS -lt $until ] || fail "none of $* became the leader"
    sleep 0.2
  done
}

# ended NAME SECONDS: waits until a program has ended by itself.
ended() {
  local until=$((SECONDS + $2))
  while control alive "$state" "$1"; do
    [ $SECONDS -lt $until ] || return 1
    sleep 0.1
  done
}

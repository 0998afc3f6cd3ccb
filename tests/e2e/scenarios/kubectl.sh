#!/usr/bin/env bash
# kubectl koord, installed by krew from the archive and the manifest of packaging/krew: it says why a pod is pending in the scheduler's
# and in koordctl's words, draws the node, and prints what koordctl prints from its snapshot. A user without rights learns which is
# missing.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

root=$(cd "$e2e/../.." && pwd) own=$state/kubectl koordctl=$build/tools/koordctl/koordctl
mkdir -p "$own"
"$root/packaging/krew/archive.sh" "$own/dist" "$build" >"$own/built" || { cat "$own/built"; exit 1; }
(cd "$root/tests/krew" && CGO_ENABLED=0 GOTOOLCHAIN=local GOFLAGS='-mod=readonly -buildvcs=false' nice -n 10 \
  "$("$root/tools/dev/go-toolchain.sh")" build -o "$own/krew" sigs.k8s.io/krew/cmd/krew) || fail 'kubectl: krew cannot be built'
export KREW_ROOT=$own/root KREW_NO_UPGRADE_CHECK=1
"$own/krew" install --manifest="$own/dist/koord.yaml" --archive="$(echo "$own"/dist/*.tar.gz)" >"$own/said" 2>&1 ||
  { cat "$own/said"; fail 'kubectl: krew does not install the plugin'; }
export PATH=$KREW_ROOT/bin:$PATH
[ "$(kubectl plugin list 2>/dev/null | grep -c kubectl-koord)" -eq 1 ] || fail 'kubectl: kubectl does not find the plugin'
say 'kubectl: krew installed the plugin'

server alone
lsr first 12
bound first 20
lsr second 8
refused second
answers() { # CODE FILE ARGUMENT...
  local code=$1 file=$2 status=0
  shift 2
  kubectl koord "$@" >"$own/$file" 2>"$own/$file.errors" || status=$?
  [ $status -eq "$code" ] || fail "kubectl: koord $*: status $status: $(cat "$own/$file.errors")"
}
has() { grep -qF "$2" "$own/$1" || fail "kubectl: $1: \"$2\" is not in $(cat "$own/$1" "$own/$1.errors")"; }

answers 1 why why pod/second
has why 'default/second: pending; scheduler koord-scheduler'
has why 'Condition PodScheduled: Unschedulable'
has why '0/1 nodes are available: '
has why 'default/second: fits on none of 1 node'
answers 0 draw draw alone
has draw 'A  first'
answers 0 svg draw alone -o svg
has svg '</svg>'
answers 0 topology topology alone
has topology 'NUMA nodes:       2'

# koordctl prints the same bytes for the file of the snapshot.
answers 0 snapshot snapshot
cp "$own/snapshot" "$own/cluster.json"
for command in 'explain second' 'explain second -o json' 'simulate -o wide' 'capacity first' 'preempt second'; do
  status=0
  # shellcheck disable=SC2086  # the words of a command
  "$koordctl" ${command%% *} -f "$own/cluster.json" ${command#* } >"$own/expected" 2>/dev/null || status=$?
  # shellcheck disable=SC2086
  answers $status found $command
  cmp "$own/expected" "$own/found" || fail "kubectl: koord $command differs from koordctl"
done
answers 0 anonymous snapshot --anonymize
! grep -qE 'first|second|alone|busybox' "$own/anonymous" || fail "kubectl: the snapshot contains names: $(grep -oE 'first|second|alone|busybox' "$own/anonymous" | head -n 1)"
answers 0 completed __complete draw al
has completed alone

answers 3 refused explain second --as nobody
has refused.errors 'missing right: list nodes, '
answers 2 unknown explain secnd
has unknown.errors 'did you mean default/second?'
say 'kubectl: the plugin prints what koordctl prints'

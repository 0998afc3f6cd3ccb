#!/usr/bin/env bash
# soak.sh PODS: so many pods come, are bound, and go; the scheduler's goroutines and memory stay as they are, and it waits for
# no pod that is gone. run.sh starts it.
# It compares the median of the first third, without the first tenth, with that of the last third.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
pods=$1 batch=1500

scheduler=$(leader 60 "${schedulers[@]}")
sample() { # PODS: goroutines and MiB, when all pods are gone
  control metrics "$state" "$scheduler" | awk -v pods="$1" '$1 == "go_goroutines" { goroutines = $2 }
    $1 == "process_resident_memory_bytes" { memory = $2 / 1048576 } $1 == "koord_pending_pods" { pending = $2 }
    END { printf "%d %d %.0f %d\n", pods, goroutines, memory, pending }'
}

for ((count = 0; count < pods; count += batch)); do
  load pods -count $batch -prefix "soak$count" -seed "$count" >/dev/null
  load wait -count $batch -quiet 2s -messages 1 >"$state/wait.out"
  [ $((count / batch % 10)) != 0 ] || check "$(head -n 1 "$state/wait.out")"
  load clean -pods
  sleep 1
  sample $((count + batch)) >>"$state/soak"
  say "$(tail -n 1 "$state/soak" | awk '{ printf "%d pods: %d goroutines, %d MiB, %d pods wait", $1, $2, $3, $4 }')"
done

awk -v whole="$pods" '
  function median(list, n,    i, j, t) {
    for (i = 2; i <= n; i++) for (j = i; j > 1 && list[j] < list[j - 1]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
    return list[int((n + 1) / 2)]
  }
  $4 > 0 { print $4 " pods that are gone still wait"; bad = 1 }
  $1 > whole / 10 && $1 <= whole / 3 { early[++n] = $2; small[n] = $3 }
  $1 > whole * 2 / 3 { late[++m] = $2; large[m] = $3 }
  END {
    if (bad) exit 1
    if (n < 2 || m < 2) { print "too few samples"; exit 1 }
    goroutines = median(early, n); after = median(late, m); memory = median(small, n); then = median(large, m)
    printf "goroutines %d, then %d; memory %d MiB, then %d MiB\n", goroutines, after, memory, then
    exit after > goroutines + 20 || then > memory * 1.1 + 16
  }' "$state/soak" >"$state/soak.out" || fail "something grows: $(cat "$state/soak.out")"
say "nothing grows: $(cat "$state/soak.out")"

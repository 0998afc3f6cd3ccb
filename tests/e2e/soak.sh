#!/usr/bin/env bash
# soak.sh PODS: so many pods are created, bound and deleted; the scheduler's goroutines and memory do not grow, and it
# waits for no deleted pod. run.sh starts it. It compares the median of the first third, without the first tenth, with
# that of the last third: of goroutines, of Go's heap, and of all other memory, including the library's. Events are
# excluded, because client-go caches those of the last minutes.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
pods=$1 batch=1500

scheduler=$(leader 60 "${schedulers[@]}")
go=$("$e2e/../../tools/dev/go-toolchain.sh")
sample() { # PODS: goroutines, MiB of Go's heap, other MiB, waiting pods
  local heap
  control metrics "$state" "$scheduler" '/debug/pprof/heap?gc=1' >"$state/heap"
  heap=$("$go" tool pprof -top -unit=kB -ignore='client-go/tools/events|api/events/v1' "$state/heap" 2>/dev/null |
    sed -n 's/^Showing nodes accounting for \([0-9.]*\)kB.*/\1/p')
  control metrics "$state" "$scheduler" | awk -v pods="$1" -v heap="$heap" '$1 == "go_goroutines" { goroutines = $2 }
    $1 == "process_resident_memory_bytes" { other += $2 } $1 == "go_memstats_heap_released_bytes" { other += $2 }
    $1 == "go_memstats_sys_bytes" { other -= $2 } $1 == "koord_pending_pods" { waits = $2 }
    END { printf "%d %d %.1f %.1f %d\n", pods, goroutines, heap / 1024, other / 1048576, waits }'
}

for ((count = 0; count < pods; count += batch)); do
  load pods -count $batch -prefix "soak$count" -seed "$count" >/dev/null
  load wait -count $batch -quiet 2s -messages 1 >"$state/wait.out"
  [ $((count / batch % 10)) != 0 ] || check "$(head -n 1 "$state/wait.out")"
  load clean -pods
  sleep 1
  sample $((count + batch)) >>"$state/soak"
  say "$(awk 'END { printf "%d pods: %d goroutines, heap %s MiB, other memory %s MiB, %d pods wait", $1, $2, $3, $4, $5 }' "$state/soak")"
done

awk -v whole="$pods" '
  function median(list, n,    i, j, t) {
    for (i = 2; i <= n; i++) for (j = i; j > 1 && list[j] < list[j - 1]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
    return list[int((n + 1) / 2)]
  }
  function flat(what, before, after, margin) {
    printf "%s%s %s, then %s", comma, what, before, after
    comma = "; "
    grown = grown || after > before + margin
  }
  $5 > 0 { grown = 1; print $5 " pods that are gone still wait" }
  $1 > whole / 10 && $1 <= whole / 3 { goroutines[++n] = $2; heap[n] = $3; other[n] = $4 }
  $1 > whole * 2 / 3 { late_goroutines[++m] = $2; late_heap[m] = $3; late_other[m] = $4 }
  END {
    if (n < 3 || m < 3) { print "too few samples"; exit 1 }
    flat("goroutines", median(goroutines, n), median(late_goroutines, m), 20)
    flat("MiB of heap", median(heap, n), median(late_heap, m), 8)
    flat("MiB of other memory", median(other, n), median(late_other, m), 8)
    print ""
    exit grown
  }' "$state/soak" >"$state/soak.out" || fail "something grows: $(cat "$state/soak.out")"
say "nothing grows: $(cat "$state/soak.out")"

#!/usr/bin/env bash
# cost.sh PAIRS: the processor time that a pod costs kube-scheduler without and with the plugin. run.sh starts it, with
# nodes. Both schedule equal pods, alternately: plain pods, and LSR pods with four CPUs. Each scheduler is new, has
# bound 200 such pods before its time counts, and has the API server for itself. Both batch equal pods; kube-scheduler's
# own default, which spreads all pods over hosts and zones, would disable that.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
pairs=$1 pods=${KOORD_E2E_PODS:-2000}
declare -A configs=([stock]=$e2e/stock-scheduler.yaml [koord]=$e2e/../../kubernetes/deploy/scheduler/manifests/config.yaml)
for name in "${!configs[@]}"; do
  awk '/^    pluginConfig:/ { print; batches(); next } { print } END { if (!done) { print "profiles:\n  - schedulerName: default-scheduler\n    pluginConfig:"; batches() } }
    function batches() { print "      - {name: PodTopologySpread, args: {defaultingType: List}}"; done = 1 }' "${configs[$name]}" >"$state/cost-$name.yaml"
  configs[$name]=$state/cost-$name.yaml
done

spent() { control usage "$state" | awk -v name="$1" '$1 == name { sub(/.*, /, ""); print $1 }'; } # seconds of CPU
bind() { # PREFIX SHAPE COUNT TOTAL: waits until so many are bound
  load pods -count "$3" -prefix "$1" -shape "$2" -scheduler "$serves" >/dev/null
  load wait -count "$4" -bound "$4" -messages 1 >"$state/wait.out" || fail "$1: $(cat "$state/wait.out")"
}
turn() { # SCHEDULER SHAPE: prints a line of cost
  local name=$1 shape=$2 mine apiserver begun serves=$profile
  [ "$name" != stock ] || serves=default-scheduler
  control kill "$state" "$name"
  scheduler "$name" "${configs[$name]}"
  [ "$name" = stock ] || leader 60 "$name" >/dev/null
  bind warm "$shape" 200 200
  mine=$(spent "$name") apiserver=$(spent apiserver) begun=$EPOCHREALTIME
  bind paid "$shape" "$pods" $((pods + 200))
  printf '%s %s %s %s %s %s %s %s\n' "$shape" "$name" "$mine" "$(spent "$name")" "$apiserver" "$(spent apiserver)" "$begun" "$EPOCHREALTIME" |
    awk -v pods="$pods" '{ printf "%s %s %.3f %.3f %.0f\n", $1, $2, ($4 - $3) * 1000 / pods, ($6 - $5) * 1000 / pods, pods / ($8 - $7) }'
  control kill "$state" "$name"
  load clean -pods
}

: >"$state/cost"
for pair in $(seq "$pairs"); do
  for shape in plain whole; do
    order=(stock koord)
    [ $((pair % 2)) -eq 1 ] || order=(koord stock)
    for name in "${order[@]}"; do turn "$name" "$shape" >>"$state/cost"; done
    say "pair $pair, $shape: $(tail -n 2 "$state/cost" | awk '{ printf "%s%s %.2f ms a pod, API server %.2f ms, %d pods/s", comma, $2, $3, $4, $5; comma = "; " }')"
  done
done
# Prints the geometric mean of the ratios of pairs, and its 95 % confidence interval.
awk '
  { cost[$1, $2, ++seen[$1, $2]] = $3 }
  END {
    split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262", student)
    for (i = split("plain whole", shapes); i; i--) {
      shape = shapes[i]; n = seen[shape, "stock"]; sum = squares = 0
      for (k = 1; k <= n; k++) { ratio = log(cost[shape, "koord", k] / cost[shape, "stock", k]); sum += ratio; squares += ratio * ratio }
      mean = sum / n
      printf "%s: %.2f times the processor time of stock", shape, exp(mean)
      if (n > 1) {
        t = n - 1 in student ? student[n - 1] : 2
        half = t * sqrt((squares - n * mean * mean) / (n - 1) / n)
        printf ", 95 %% interval %.2f to %.2f, %d pairs", exp(mean - half), exp(mean + half), n
      }
      print ""
    }
  }' "$state/cost" | while read -r line; do say "$line"; done

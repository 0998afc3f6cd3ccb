#!/usr/bin/env bash
# control_plane.sh: a Kubernetes control plane on loopback, without kubelets and controllers, for the end-to-end tests.
#   start BIN STATE                         starts etcd and kube-apiserver with the project's definitions; prints a kubeconfig
#   scheduler BIN STATE NAME PROGRAM CONFIG starts PROGRAM of BIN with a KubeSchedulerConfiguration, as NAME
#   static BIN STATE NAME MANIFEST CONFIG   runs the command of a static pod, with CONFIG as /etc/kubernetes/koord-scheduler.yaml
#   program BIN STATE NAME URL COMMAND...   starts a program of BIN as NAME and waits until its URL answers
#   again STATE NAME                        restarts an ended or killed program with the same command: etcd, apiserver, NAME
#   kill STATE NAME [SIGNAL]                ends one program with SIGNAL (TERM); KILL prevents cleanup
#   signal STATE NAME SIGNAL                sends a signal: STOP and CONT suspend and resume, USR1 lets the proxy cut connections
#   alive STATE NAME                        status 0 if the program runs
#   metrics STATE NAME [PATH]               prints /metrics, or another path, of a scheduler
#   usage STATE                             prints memory and processor time of each program
#   stop STATE                              ends all programs
# BIN is the output of build.sh. STATE receives data, certificates, logs and pids; its ports are free ones of the loopback address.
# A scheduler whose configuration names a kubeconfig runs as that user, system:kube-scheduler; without one it runs as a Deployment's
# service account koord-scheduler. It has only the rights that it has in a cluster, and reaches the API server through a proxy.
# Services have loopback addresses, so that a program on this machine can serve one.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
usage() {
  sed -n '2,17s/^# \?//p' "$0" >&2
  exit 2
}
fail() {
  echo "control_plane.sh: $*" >&2
  exit 1
}

# A pid may be reused by another process; together with the start time it is unique.
began() { awk '{ sub(/.*\) /, ""); print $20 }' "/proc/$1/stat" 2>/dev/null; }
alive() { # NAME
  local pid start
  [ -f "$state/$1.pid" ] || return 1
  read -r pid start <"$state/$1.pid"
  [ "$(began "$pid")" = "$start" ]
}
pid_of() { cut -d' ' -f1 "$state/$1.pid"; }

# launch NAME COMMAND...: starts a program and records it for "again".
launch() {
  local name=$1 pid
  shift
  ! alive "$name" || fail "$name runs already"
  printf '%q ' "$@" >"$state/$name.command"
  setsid "$@" >>"$state/$name.log" 2>&1 </dev/null &
  pid=$!
  echo "$pid $(began "$pid")" >"$state/$name.pid"
}

# await NAME SECONDS COMMAND...: waits until the command succeeds.
await() {
  local name=$1 tries=$(($2 * 5))
  shift 2
  until "$@" >/dev/null 2>&1; do
    alive "$name" || fail "$name has ended: $(tail -n 5 "$state/$name.log")"
    tries=$((tries - 1))
    [ $tries -gt 0 ] || fail "$name is not ready: $(tail -n 5 "$state/$name.log")"
    sleep 0.2
  done
  # Another process may have answered.
  alive "$name" || fail "$name has ended: $(tail -n 5 "$state/$name.log")"
}

halt() { # NAME [SIGNAL]
  alive "$1" || return 0
  local pid tries=100
  pid=$(pid_of "$1")
  kill -"${2:-TERM}" "$pid" 2>/dev/null || true
  while alive "$1" && [ $tries -gt 0 ]; do
    sleep 0.1
    tries=$((tries - 1))
  done
  ! alive "$1" || kill -KILL "$pid" 2>/dev/null || true
}

free_ports() { # COUNT: the first of so many consecutive free ports
  local first port
  for _ in $(seq 50); do
    first=$((20000 + RANDOM % 10000))
    for port in $(seq $first $((first + $1 - 1))); do
      ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || continue 2
    done
    echo $first
    return
  done
  fail 'no free ports'
}

certificate() { # NAME SUBJECT EXTENSIONS
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "$2" -keyout "$pki/$1.key" -out "$pki/$1.request"
  printf 'extendedKeyUsage=serverAuth,clientAuth\n%s\n' "${3-}" >"$pki/$1.extensions"
  openssl x509 -req -days 7 -in "$pki/$1.request" -CA "$pki/ca.crt" -CAkey "$pki/ca.key" -CAcreateserial \
    -extfile "$pki/$1.extensions" -out "$pki/$1.crt"
}

kubeconfig() { # NAME PORT
  cat >"$state/$1.kubeconfig" <<END
apiVersion: v1
kind: Config
current-context: e2e
contexts: [{name: e2e, context: {cluster: e2e, user: $1}}]
clusters: [{name: e2e, cluster: {server: "https://127.0.0.1:$2", certificate-authority: "$pki/ca.crt"}}]
users: [{name: $1, user: {client-certificate: "$pki/$1.crt", client-key: "$pki/$1.key"}}]
END
}

secrets() {
  mkdir -p "$pki"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 7 -subj /CN=e2e -keyout "$pki/ca.key" -out "$pki/ca.crt"
  certificate apiserver /CN=kube-apiserver 'subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:kubernetes'
  certificate admin /O=system:masters/CN=admin
  certificate scheduler /CN=system:kube-scheduler
  certificate koord-scheduler "/O=system:serviceaccounts/O=system:serviceaccounts:kube-system/CN=system:serviceaccount:kube-system:koord-scheduler"
  certificate kubelet /O=system:nodes/CN=system:node:node-a
  openssl genrsa -out "$pki/accounts.key" 2048
}

start_etcd() {
  local client=http://127.0.0.1:$((port + 1)) peer=http://127.0.0.1:$((port + 2))
  # Data need not survive a crash of the machine.
  launch etcd "$bin/etcd" --name e2e --data-dir "$state/etcd" --unsafe-no-fsync --log-level error \
    --listen-client-urls "$client" --advertise-client-urls "$client" \
    --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" --initial-cluster "e2e=$peer"
}
await_etcd() { await etcd 60 curl -sf "http://127.0.0.1:$((port + 1))/health"; }

start_apiserver() {
  local features=()
  [ -z "${KOORD_E2E_GATES-}" ] || features=(--feature-gates "$KOORD_E2E_GATES")
  [ -z "${KOORD_E2E_APIS-}" ] || features+=(--runtime-config "$KOORD_E2E_APIS")
  # Priority and fairness stays on, so that a scheduler's burst waits and does not time out. No controller creates
  # service accounts here or removes the taint not-ready.
  launch apiserver "$bin/kube-apiserver" --etcd-servers "http://127.0.0.1:$((port + 1))" \
    --bind-address 127.0.0.1 --advertise-address 127.0.0.1 --secure-port "$port" --endpoint-reconciler-type none \
    --client-ca-file "$pki/ca.crt" --tls-cert-file "$pki/apiserver.crt" --tls-private-key-file "$pki/apiserver.key" \
    --service-account-issuer https://kubernetes.default.svc --service-account-signing-key-file "$pki/accounts.key" \
    --service-account-key-file "$pki/accounts.key" --service-cluster-ip-range 127.96.0.0/24 \
    --kubelet-client-certificate "$pki/admin.crt" --kubelet-client-key "$pki/admin.key" --kubelet-preferred-address-types InternalIP \
    --allow-privileged --authorization-mode Node,RBAC --enable-admission-plugins NodeRestriction \
    --disable-admission-plugins ServiceAccount,TaintNodesByCondition \
    --requestheader-client-ca-file "$pki/ca.crt" --requestheader-allowed-names front --requestheader-username-headers X-Remote-User \
    --requestheader-group-headers X-Remote-Group --requestheader-extra-headers-prefix X-Remote-Extra- \
    --cert-dir "$pki" "${features[@]}"
}
await_apiserver() { await apiserver 180 "$bin/kubectl" --kubeconfig "$state/admin.kubeconfig" get --raw /readyz; }

definitions() {
  local kubectl=("$bin/kubectl" --kubeconfig "$state/admin.kubeconfig") rights=$root/kubernetes/deploy/scheduler/manifests/rbac.yaml
  [ -f "$rights" ] || rights=$here/rbac.yaml
  "${kubectl[@]}" apply --validate=false -f "$root/kubernetes/crds" -f "$rights" >"$state/definitions.log"
  local static=$root/kubernetes/deploy/scheduler/replacement/rbac-static-pod.yaml  # here a scheduler has that user, too
  [ ! -f "$static" ] || "${kubectl[@]}" apply --validate=false -f "$static" >>"$state/definitions.log"
  "${kubectl[@]}" wait --for=condition=Established --timeout=60s crd --all >>"$state/definitions.log"
}

port_of() { # NAME: the port of a scheduler, or the next free one
  local at
  if [ -f "$state/$1.port" ]; then
    at=$(cat "$state/$1.port")
  else
    at=$({ cat "$state"/*.port 2>/dev/null || true; } | sort -n | tail -n 1)
    at=$((${at:-$((port + 3))} + 1))
  fi
  echo $at >"$state/$1.port"
  echo $at
}

start_scheduler() { # NAME PROGRAM CONFIG
  local at user=koord-scheduler
  at=$(port_of "$1")
  ! grep -q '^ *kubeconfig:' "$3" || user=scheduler
  "$root/kubernetes/versions/config.sh" "$3" |
    awk -v file="$state/$user.kubeconfig" '/^ *kubeconfig:/ { next } { print } /^clientConnection:/ { print "  kubeconfig: " file }' \
      >"$state/$1.yaml"
  launch "$1" "$bin/$2" --config "$state/$1.yaml" --bind-address 127.0.0.1 --secure-port $at --cert-dir "$pki" \
    --authentication-kubeconfig "$state/admin.kubeconfig" --authorization-kubeconfig "$state/admin.kubeconfig"
  await "$1" 120 curl -sfk "https://127.0.0.1:$at/livez"
}

# A static pod's files of /etc/kubernetes are in STATE; the rest of its command is unchanged.
start_static() { # NAME MANIFEST CONFIG
  local at word words=() read=("$bin/kubectl" patch --local -f "$2" -p '{}')
  at=$(port_of "$1")
  for word in scheduler.conf koord-scheduler.yaml; do
    "${read[@]}" -o 'jsonpath={.spec.containers[0].volumeMounts[*].mountPath} {.spec.volumes[*].hostPath.path}' | tr ' ' '\n' |
      grep -c "^/etc/kubernetes/$word$" | grep -qx 2 || fail "$2 does not mount /etc/kubernetes/$word"
  done
  "$root/kubernetes/versions/config.sh" "$3" | sed "s#/etc/kubernetes/scheduler.conf#$state/scheduler.kubeconfig#" >"$state/$1.yaml"
  while read -r word; do
    word=${word/\/etc\/kubernetes\/scheduler.conf/$state/scheduler.kubeconfig}
    words+=("${word/\/etc\/kubernetes\/koord-scheduler.yaml/$state/$1.yaml}")
  done < <("${read[@]}" -o 'jsonpath={range .spec.containers[0].command[*]}{@}{"\n"}{end}')
  launch "$1" "$bin/${words[0]}" "${words[@]:1}" --secure-port $at --cert-dir "$pki"
  await "$1" 120 curl -sfk "https://127.0.0.1:$at/livez"
}

names() { for file in "$state"/*.pid; do [ ! -f "$file" ] || basename "$file" .pid; done; }

command=${1-}
shift || usage
case $command in
  start | scheduler | static | program)
    [ $# -ge 2 ] || usage
    mkdir -p "$2"
    bin=$(cd "$1" && pwd) state=$(cd "$2" && pwd)
    shift 2
    ;;
  again | kill | signal | alive | metrics | usage | stop)
    [ $# -ge 1 ] || usage
    state=$(cd "$1" && pwd)
    [ ! -f "$state/bin" ] || bin=$(cat "$state/bin")
    shift
    ;;
  *) usage ;;
esac
pki=$state/pki
[ ! -f "$state/port" ] || port=$(cat "$state/port")

case $command in
  start)
    [ ! -f "$state/port" ] || fail "there is a control plane in $state already"
    port=$(free_ports 12)
    echo "$bin" >"$state/bin"
    echo "$port" >"$state/port"
    secrets >"$state/secrets.log" 2>&1 || fail "certificates: $(tail -n 3 "$state/secrets.log")"
    kubeconfig admin "$port"
    kubeconfig scheduler $((port + 3))
    kubeconfig koord-scheduler $((port + 3))
    trap 'code=$?; [ $code -eq 0 ] || { halt proxy; halt apiserver; halt etcd; }; exit $code' EXIT
    start_etcd
    await_etcd
    start_apiserver
    await_apiserver
    definitions
    launch proxy "$bin/proxy" -listen "127.0.0.1:$((port + 3))" -to "127.0.0.1:$port"
    echo "$state/admin.kubeconfig"
    ;;
  scheduler)
    [ $# -eq 3 ] || usage
    start_scheduler "$@"
    ;;
  static)
    [ $# -eq 3 ] || usage
    start_static "$@"
    ;;
  program)
    [ $# -ge 3 ] || usage
    echo "$2" >"$state/$1.url"
    launch "$1" "$bin/$3" "${@:4}"
    await "$1" 120 curl -sfk "$2"
    ;;
  again)
    [ $# -eq 1 ] && [ -f "$state/$1.command" ] || usage
    eval "set -- $1 $(cat "$state/$1.command")"
    launch "$@"
    case $1 in
      etcd) await_etcd ;;
      apiserver) await_apiserver ;;
      *) await "$1" 120 curl -sfk "$(cat "$state/$1.url" 2>/dev/null || echo "https://127.0.0.1:$(cat "$state/$1.port")/livez")" ;;
    esac
    ;;
  kill)
    [ $# -ge 1 ] || usage
    halt "$@"
    ;;
  signal)
    [ $# -eq 2 ] || usage
    alive "$1" && kill -"$2" "$(pid_of "$1")"
    ;;
  alive)
    [ $# -eq 1 ] || usage
    alive "$1"
    ;;
  metrics)
    [ $# -ge 1 ] && [ -f "$state/$1.port" ] || usage
    curl -sfk --max-time 10 --cert "$pki/admin.crt" --key "$pki/admin.key" "https://127.0.0.1:$(cat "$state/$1.port")${2:-/metrics}"
    ;;
  usage)
    for name in $(names); do
      alive "$name" || continue
      pid=$(pid_of "$name")
      awk -v name="$name" '/^VmHWM/ { peak = $2 } /^VmRSS/ { now = $2 }
        END { printf "%-12s %5d MiB, peak %5d MiB", name, now / 1024, peak / 1024 }' "/proc/$pid/status"
      awk -v hz="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); printf ", %.2f s of CPU\n", ($12 + $13) / hz }' "/proc/$pid/stat"
    done
    ;;
  stop)
    for name in $(names); do
      case $name in etcd | apiserver | proxy) ;; *) halt "$name" ;; esac
    done
    halt proxy
    halt apiserver
    halt etcd
    ;;
esac

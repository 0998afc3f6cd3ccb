#!/usr/bin/env bash
# clean-root.sh [--worktree] [COMMAND...]: runs the first commands of README.md in a clean Debian 12,
# in a fresh clone of the committed tree, one by one and with their times. Manual preparations of this
# machine thus cannot hide a package that install-deps.sh lacks.
#   --worktree   the working tree, including uncommitted changes
#   COMMAND...   these instead of README's commands, e.g. 'make demo JOBS=1'
#   KEEP=1       keeps the root in build/clean-root/root, although it contains this machine's settings
# The root has Debian's minimal system, git, make, certificates, and this machine's settings for clients
# of registries (see "settings"), nothing else. Shared data is mounted beside the clone like beside this
# tree (or from KOORD_SHARED). Without root or the needed programs it reports that, does nothing and
# exits with 77.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$PWD/build/clean-root
root=$folder/root
log=$PWD/build/clean-root.log
shared=${KOORD_SHARED:-$PWD/../shared}
tree=/src/koord

program=clean-root
. tools/dev/debian-root.sh

what=commit
if [ "${1-}" = --worktree ]; then
  what=worktree
  shift
fi
case ${1-} in -*) sed -n '2,/^set /s/^# \{0,1\}//p' tools/dev/clean-root.sh >&2; exit 2 ;; esac
debian_root_needs git

# Mounts are private and end with the process below, so that a later removal only affects the root.
if [ "${KOORD_ROOT_INSIDE:-}" != yes ]; then
  rm -rf --one-file-system "$folder"
  mkdir -p "$folder"
  chmod 700 "$folder"  # settings may be secret
  clean() { [ -n "${KEEP:-}" ] || rm -rf --one-file-system "$folder"; }
  trap clean EXIT
  [ "$what" = commit ] || set -- --worktree "$@"
  status=0
  KOORD_ROOT_INSIDE=yes unshare --mount --propagation private bash tools/dev/clean-root.sh "$@" || status=$?
  exit "$status"
fi

# Prints the commands in README's first block, one per line, without their comments.
readme_commands() {
  awk '/^    [^ ]/ { seen = 1; sub(/^    /, ""); sub(/ *#.*/, ""); if ($0 != "") print; next } seen { exit }' README.md
}
if [ $# -eq 0 ]; then
  mapfile -t commands < <(readme_commands)
  [ "${#commands[@]}" -gt 0 ] || fail 'README.md begins with no command'
  # Run separately to measure its time; the other commands would start with it.
  commands=('make deps' "${commands[@]}")
else
  commands=("$@")
fi

debian_root_make bookworm "$root"
mount --bind "$root" "$root"
debian_root_mount "$root"
home_inside=$(awk -F: '$1 == "root" { print $6 }' "$root/etc/passwd")

# in_root COMMAND...: runs with the settings and nothing else of this environment. Uses pivot_root
# instead of a chroot, in which neither user namespaces nor containers can be created. (The
# machine's own root is briefly mounted above it.)
environment=()
in_root() {
  unshare --mount --propagation private sh -c 'cd "$0" && pivot_root . . && umount -l . && cd / && exec "$@"' "$root" \
    /usr/bin/env -i HOME="$home_inside" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${environment[@]}" "$@"
}

# Copies the file or folder PATH of this machine into the root.
take() {
  local path=$1
  [ -r "$path" ] || return 0
  mkdir -p "$root$(dirname "$path")"
  cp -a "$path" "$root$path"
}

# take_home FILE: copies a file of our home, which may differ from root's.
take_home() {
  local home=${HOME:-~}
  [ -r "$home/$1" ] || return 0
  mkdir -p "$root$home_inside/$(dirname "$1")"
  cp "$home/$1" "$root$home_inside/$1"
}

# take_variable NAME VALUE: if the value is a path of this machine, it is copied into the root.
take_variable() {
  local name=$1 value=$2
  environment+=("$name=$value")
  case $value in /*) ;; *) return 0 ;; esac
  [ -e "$value" ] && [ ! -e "$root$value" ] || return 0
  if [ -d "$value" ]; then
    mkdir -p "$root$value"
  else
    mkdir -p "$root$(dirname "$value")"
    : >"$root$value"
  fi
  mount_read_only "$value" "$root$value"
}

mount_read_only() {
  mount --bind "$1" "$2"
  mount -o remount,bind,ro "$2"
}

settings() {
  local name value
  # Certificates that this machine trusts and a new Debian does not.
  mkdir -p "$folder/extra"
  if [ -r /etc/ssl/certs/ca-certificates.crt ]; then
    awk -v folder="$folder/extra" '
      /BEGIN CERTIFICATE/ { text = body = ""; inside = 1 }
      inside { text = text $0 "\n"; body = body $0 }
      /END CERTIFICATE/ {
        inside = 0
        if (NR == FNR) known[body] = 1
        else if (!(body in known)) printf "%s", text >(folder "/machine-" ++count ".crt")
      }' "$root/etc/ssl/certs/ca-certificates.crt" /etc/ssl/certs/ca-certificates.crt
  fi
  if compgen -G "$folder/extra/*.crt" >/dev/null; then
    cp "$folder"/extra/*.crt "$root/usr/local/share/ca-certificates/"
    in_root update-ca-certificates >"$folder/certificates.log" 2>&1 || { cat "$folder/certificates.log"; exit 1; }
  fi
  # apt: debian_root_make copied sources and connection settings; this copies credentials.
  take /etc/apt/auth.conf
  for name in /etc/apt/auth.conf.d/*; do take "$name"; done
  # Files that this machine has changed are kept when their package is installed.
  echo force-confold >"$root/etc/dpkg/dpkg.cfg.d/machine"
  take /etc/pip.conf
  take /etc/maven/settings.xml
  take /etc/npmrc
  take_home .config/pip/pip.conf
  take_home .pip/pip.conf
  take_home .m2/settings.xml
  take_home .npmrc
  while IFS= read -r name; do
    take_variable "$name" "${!name}"
  done < <(compgen -e | grep -E '^(PIP_.*|(npm_config|NPM_CONFIG)_.*|MAVEN_(OPTS|ARGS)|(http|https|ftp|all|no)_proxy|(HTTP|HTTPS|FTP|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE|GIT_SSL_CAINFO)$')
  for name in GOPROXY GONOPROXY GOSUMDB GONOSUMDB GONOSUMCHECK GOPRIVATE GOINSECURE GOFLAGS; do
    value=${!name-}
    if [ -z "$value" ] && command -v go >/dev/null; then
      value=$(cd / && GOTOOLCHAIN=local go env "$name")
    fi
    [ -z "$value" ] || take_variable "$name" "$value"
  done
  say "of this machine: $(ls "$folder/extra" | wc -l) certificates, variables$(printf ' %s' "${environment[@]%%=*}")"
}
settings

in_root apt-get update -qq
in_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends git make \
  >"$folder/prerequisites.log" 2>&1 </dev/null || { cat "$folder/prerequisites.log"; exit 1; }

mkdir -p "$root$(dirname "$tree")"
git clone --quiet --no-hardlinks . "$root$tree"
if [ "$what" = worktree ]; then
  find "$root$tree" -mindepth 1 -maxdepth 1 -not -name .git -exec rm -rf {} +
  git ls-files -z --cached --others --exclude-standard |
    while IFS= read -r -d '' file; do [ ! -e "$file" ] && [ ! -L "$file" ] || printf '%s\0' "$file"; done |
    tar -c --null --no-recursion -T - | tar -x --no-same-owner -C "$root$tree"
fi
say "$(git -C "$root$tree" log -1 --format='%h %s')$([ "$what" = commit ] || echo ', with what is not committed')"
if [ -d "$shared" ]; then
  mkdir -p "$root$(dirname "$tree")/shared"
  mount_read_only "$shared" "$root$(dirname "$tree")/shared"
else
  say 'no shared data: what needs it is skipped'
fi

: >"$log"
times=()
for command in "${commands[@]}"; do
  say "$ $command"
  status=0
  TIMEFORMAT='%R %U %S'
  { time in_root sh -c "cd $tree && exec sh -c \"\$1\"" sh "$command" </dev/null 2>&1 | tee -a "$log" >&3; } \
    3>&1 2>"$folder/time" || status=$?
  read -r wall user system _ < <(tail -n 1 "$folder/time")
  took=$(awk -v wall="$wall" -v user="$user" -v kernel="$system" \
    'BEGIN { printf "%.0f s, %.0f s of CPU", wall, user + kernel }')
  say "$command: $took$([ "$status" -eq 0 ] || echo ", exit $status")"
  times+=("$command: $took")
  [ "$status" -eq 0 ] || fail "'$command' ends with $status in a clean root: $log"
done

say "all of it in a clean root:"
printf '  %s\n' "${times[@]}"
skipped=$(grep -E 'NOT BUILT|[Ss]kipped|SKIPPED' "$log" | tail -n 1 || true)
say "last word of what was skipped: ${skipped:-nothing was}"

#!/bin/sh
# config.sh [FILE]: prints a configuration of koord-scheduler (kubernetes/deploy/scheduler; default: standard input) for Kubernetes
# $KUBERNETES (such as 1.36). Before 1.37 plugins cannot evict pods for pod groups, so the sections of pod groups are left out.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
"$here/modfile.sh" "$here/../scheduler" >/dev/null # refuses unknown versions
case ${KUBERNETES-} in
  1.36) sed '/^ *# Pod groups, /,/^    pluginConfig:/{/^    pluginConfig:/!d}' "$@" ;;
  *) cat "$@" ;;
esac

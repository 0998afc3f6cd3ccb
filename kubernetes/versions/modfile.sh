#!/bin/sh
# modfile.sh FOLDER: prints the path of the go.mod with which the Go module in FOLDER is built for Kubernetes $KUBERNETES (such as
# 1.36): the module's own one if the variable is empty or states the default version, otherwise one of this folder.
set -eu
[ $# -eq 1 ] || { sed -n '2,3s/^# \?//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$1" && pwd)
version=${KUBERNETES-}
default=$(sed -n 's|^.*k8s\.io/kubernetes v\(1\.[0-9]*\)\..*$|\1|p' "$here/../scheduler/go.mod")
if [ -z "$version" ] || [ "$version" = "$default" ]; then
  echo "$folder/go.mod"
  exit 0
fi
file=$here/$version/$(basename "$folder").mod
[ -f "$file" ] || {
  echo "modfile.sh: found KUBERNETES=$version, expected $default or one of: $(cd "$here" && echo [0-9]*)" >&2
  exit 1
}
echo "$file"

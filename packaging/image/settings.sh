# shellcheck shell=sh disable=SC2034  # for who reads it
# settings.sh: what the images differ in; sourced with "name" set, by scripts that stand in the root of the tree or know it.
# module: the folder of the program's Go module; user: the number that it runs as; account: its name.
case $name in
  koord-scheduler) module=kubernetes/scheduler user=65532 account=koord-scheduler ;;
  # Sockets and control groups of a node belong to root.
  koord-agent) module=kubernetes/agent user=0 account=root ;;
  *) echo "$(basename "$0"): found '$name', expected koord-scheduler or koord-agent" >&2; exit 2 ;;
esac

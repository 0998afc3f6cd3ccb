# shellcheck shell=sh disable=SC2034  # variables of the caller
# settings.sh: the differences between the images; sourced with "name" set, by scripts in the root of the tree.
# module: the folder of the program's Go module; user: the user id that it runs as; account: the user's name.
case $name in
  koord-scheduler) module=kubernetes/scheduler user=65532 account=koord-scheduler ;;
  koord-webhook) module=kubernetes/webhook user=65532 account=koord-webhook ;;
  # Sockets and control groups of a node belong to root.
  koord-agent) module=kubernetes/agent user=0 account=root ;;
  *) echo "$(basename "$0"): found '$name', expected koord-scheduler, koord-agent or koord-webhook" >&2; exit 2 ;;
esac

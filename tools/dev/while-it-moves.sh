#!/bin/sh
# while-it-moves.sh SECONDS FILE COMMAND...: runs a command and writes its output to FILE, or to
# standard output after it has ended if FILE is -. Stops the command with status 124 if it prints
# nothing for SECONDS, so that a busy machine does not cause a timeout as long as the command makes
# progress.
set -eu
patience=$1 file=$2
shift 2
shown=
if [ "$file" = - ]; then
  file=$(mktemp)
  shown=$file
fi
child=
leave() {
  [ -z "$child" ] || kill -s TERM -- "-$child" 2>/dev/null || :
  [ -z "$shown" ] || {
    cat "$shown"
    rm -f "$shown"
  }
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
: >"$file"
setsid "$@" >"$file" 2>&1 </dev/null & # a separate process group, so that no child remains
child=$!
size=-1 quiet=0
while kill -0 "$child" 2>/dev/null; do
  sleep 1
  now=$(wc -c <"$file")
  quiet=$((quiet + 1))
  [ "$now" = "$size" ] || size=$now quiet=0
  if [ "$quiet" -ge "$patience" ]; then
    # Go and Java print their stacks on SIGQUIT.
    kill -s QUIT -- "-$child"
    sleep 2
    kill -s KILL -- "-$child" 2>/dev/null || :
    wait "$child" 2>/dev/null || :
    child=
    echo "ended: it printed nothing for $patience s" >>"$file"
    exit 124
  fi
done
status=0
wait "$child" || status=$?
child=
exit "$status"

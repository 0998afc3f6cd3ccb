#!/bin/sh
# while-it-moves.sh SECONDS FILE COMMAND...: runs a command with what it prints in a file. Ends it, with status 124, when it has
# printed nothing for so many seconds: a limit that a busy machine does not reach as long as there is progress.
set -eu
patience=$1 file=$2
shift 2
: >"$file"
"$@" >"$file" 2>&1 </dev/null &
child=$!
trap 'kill "$child" 2>/dev/null || :' EXIT INT TERM
size=-1 quiet=0
while kill -0 "$child" 2>/dev/null; do
  sleep 1
  now=$(wc -c <"$file")
  quiet=$((quiet + 1))
  [ "$now" = "$size" ] || size=$now quiet=0
  if [ "$quiet" -ge "$patience" ]; then
    # Go's programs say then where they are.
    kill -QUIT "$child"
    sleep 2
    kill -KILL "$child" 2>/dev/null || :
    echo "ended: it printed nothing for $patience s" >>"$file"
    wait "$child" 2>/dev/null || :
    trap - EXIT
    exit 124
  fi
done
trap - EXIT
status=0
wait "$child" || status=$?
exit "$status"

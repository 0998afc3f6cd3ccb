#!/bin/sh
# Javadoc must be free of faults: javadoc.sh JAVADOC SOURCES RAW-SOURCES. Every public class and method has a text; a sentence that
# says what comes back, or what a setter gets, needs no tag that says it again.
set -eu
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
"$1" -Xdoclint:all -Xmaxwarns 5000 -quiet -encoding UTF-8 --release 17 -d "$directory" -sourcepath "$2:$3" org.koord \
  >"$directory/log" 2>&1 || { cat "$directory/log"; exit 1; }
if grep -E ': (warning|error): ' "$directory/log" | grep -Ev 'warning: no @(return|param)'; then
  exit 1
fi
[ -f "$directory/org/koord/Cluster.html" ]

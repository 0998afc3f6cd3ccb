#!/bin/sh
# Javadoc must be free of faults: javadoc.sh JAVADOC SOURCES RAW-SOURCES. Every public class and
# method, every parameter and every result has a description.
set -eu
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
"$1" -Xdoclint:all -Xmaxwarns 5000 -quiet -encoding UTF-8 --release 17 -d "$directory" -sourcepath "$2:$3" org.koord \
  >"$directory/log" 2>&1 || { cat "$directory/log"; exit 1; }
if grep -E ': (warning|error): ' "$directory/log"; then
  exit 1
fi
[ -f "$directory/org/koord/Cluster.html" ]

#!/bin/sh
# bench.sh BUILD LIBRARY_DIRECTORY: measures the cost of a call in Java, for
# tools/dev/call-costs.sh.
set -eu
java=$1/bindings/java
[ -f "$java/koord.jar" ] || { echo "not built" >&2; exit 1; }
LD_LIBRARY_PATH=$2${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
  "$(cat "$java/jdk")/bin/java" -Dorg.koord.library.path="$java/libkoord-jni.so" -cp "$java/koord.jar" "$(dirname "$0")/bench/Calls.java"

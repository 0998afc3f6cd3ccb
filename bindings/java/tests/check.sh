#!/bin/sh
# Runs the JUnit tests under -Xcheck:jni, which must find nothing: check.sh JAVA CLASSPATH JNI-LIBRARY LIBRARY SOURCE.
set -eu
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
LD_LIBRARY_PATH=$(dirname "$4")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
  "$1" -Xcheck:jni --enable-native-access=ALL-UNNAMED -Dorg.koord.library.path="$3" -Dkoord.source="$5" -Dkoord.classpath="$2" -cp "$2" \
  org.junit.platform.console.ConsoleLauncher --scan-classpath "$(echo "$2" | cut -d: -f2)" \
  --disable-banner --disable-ansi-colors --details=tree --fail-if-no-tests >"$log" 2>&1 || status=$?
cat "$log"
if grep -E '^(WARNING|FATAL ERROR)' "$log"; then
  echo "-Xcheck:jni found what stands above" >&2
  exit 1
fi
exit $status

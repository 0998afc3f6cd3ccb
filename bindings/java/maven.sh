#!/bin/sh
# Lets Maven compile the binding and run its tests: maven.sh BUILD LIBRARY SOURCE, where BUILD is bindings/java of the build
# tree. Leaves with 77 where there is no Maven, or no way to what it needs that is not here yet.
set -eu
command -v mvn >/dev/null || { echo "skipped: no mvn"; exit 77; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
LD_LIBRARY_PATH=$(dirname "$2")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
  timeout 540 mvn -q -B -Daether.connector.connectTimeout=10000 -Daether.connector.requestTimeout=60000 \
  -Dmaven.wagon.http.retryHandler.count=0 -f "$3/bindings/java/pom.xml" -Dkoord.build="$1" test \
  >"$log" 2>&1 </dev/null || status=$?
cat "$log"
if [ $status -ne 0 ] && grep -Eq 'could not be resolved|[Cc]ould not transfer artifact|Unknown host' "$log"; then
  echo "skipped: Maven cannot get what it needs"
  exit 77
fi
[ $status -ne 0 ] || ls "$1"/maven/surefire-reports/TEST-*ClusterTest.xml
exit $status

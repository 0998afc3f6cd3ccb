#!/bin/sh
# Lets Maven compile the binding and run its tests: maven.sh MVN JDK BUILD LIBRARY SOURCE, where JDK
# is the folder of the JDK that built BUILD, the bindings/java folder of the build tree. Exits with
# 77 if Maven needs artifacts that cannot be downloaded.
set -eu
mvn=$1 jdk=$2 build=$3 library=$4 source=$5
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
JAVA_HOME=$jdk LD_LIBRARY_PATH=$(dirname "$library")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
  timeout 540 "$mvn" -q -B -Daether.connector.connectTimeout=10000 -Daether.connector.requestTimeout=60000 \
  -Dmaven.wagon.http.retryHandler.count=0 -f "$source/bindings/java/pom.xml" -Dkoord.build="$build" test \
  >"$log" 2>&1 </dev/null || status=$?
cat "$log"
if [ $status -ne 0 ] && grep -Eq 'could not be resolved|[Cc]ould not transfer artifact|Unknown host' "$log"; then
  echo "skipped: Maven cannot get what it needs"
  exit 77
fi
[ $status -ne 0 ] || ls "$build"/maven/surefire-reports/TEST-*ClusterTest.xml
exit $status

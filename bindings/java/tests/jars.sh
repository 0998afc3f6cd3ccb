#!/bin/sh
# Checks the contents of the jars for programs, debuggers and Maven: jars.sh BUILD JAR NATIVE, where
# NATIVE is the folder of the native libraries in koord.jar, or "".
set -eu
build=$1 jar=$2 native=$3
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
"$jar" --extract --file "$build/koord.jar"
[ "$(sed -n 's/^artifactId=//p' META-INF/maven/*/*/pom.properties)" = koord ]
[ -f META-INF/maven/*/koord/pom.xml ]
if [ -n "$native" ]; then
  for library in libkoord-jni.so libkoord.so.1; do
    if readelf -SW "$native/$library" | grep -E ' \.(symtab|debug_)'; then
      echo "$native/$library is not stripped" >&2
      exit 1
    fi
  done
fi
# Every class has a source file and a documentation page.
"$jar" --list --file "$build/koord-sources.jar" >sources
"$jar" --list --file "$build/koord-javadoc.jar" >pages
count=0
for class in org/koord/*.class; do
  name=$(basename "$class" .class)
  case $name in *\$*) continue ;; esac
  grep -qx "org/koord/$name.java" sources || { echo "no source of $name" >&2; exit 1; }
  grep -q "^public.* $name\b" "$(dirname "$0")/../src/main/java/org/koord/$name.java" 2>/dev/null || continue
  count=$((count + 1))
  grep -qx "org/koord/$name.html" pages || { echo "no page of $name" >&2; exit 1; }
done
[ "$count" -gt 100 ]

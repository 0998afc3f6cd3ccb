#!/bin/sh
# Installs a build and then builds the binding against it: installed.sh SOURCE BUILD JAVA PAGE.
set -eu
source=$1 build=$2 java=$3 page=$4
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
said() {
  "$@" >"$directory/log" 2>&1 || { cat "$directory/log"; exit 1; }
}
said cmake --install "$build" --prefix "$directory/prefix"
said cmake -S "$source" -B "$directory/build" -DCMAKE_PREFIX_PATH="$directory/prefix" -DKOORD_JAVA_INSTALL_DIR="$directory/maven"
said cmake --build "$directory/build"
said cmake --install "$directory/build"
cd "$directory/maven"/*/*/koord/*
name=koord-${PWD##*/}
ls "$name.pom" "$name-sources.jar" "$name-javadoc.jar"
sh "$source/tests/quickstart.sh" "$java" "$PWD/$name.jar" "$page"

#!/bin/sh
# configure.sh SOURCE: a first `cmake -S . -B build` builds what gets installed and looks for nothing that only tests
# need. All missing dependencies are reported at once, with the packages that contain them.
set -eu
source=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "configure: $1"
  cat "$dir/log"
  exit 1
}
# Makes CMake treat these packages as missing.
without() {
  for package in "$@"; do printf ' -DCMAKE_DISABLE_FIND_PACKAGE_%s=ON' "$package"; done
}
configure() {
  tree=$1
  shift
  cmake -S "$source" -B "$dir/$tree" "$@" >"$dir/log" 2>&1
}
says() { tr -s ' \n' ' ' <"$dir/log" | grep -qF -- "$1" || fail "it does not say '$1'"; }
says_not() { ! grep -qF -- "$1" "$dir/log" || fail "it says '$1'"; }

# shellcheck disable=SC2046  # the flags are words
configure plain $(without GTest rapidcheck benchmark pybind11 Java JNI) || fail 'a plain configure needs more than what gets installed'
for setting in TOOLS:BOOL=ON INSTALL:BOOL=ON TESTS:BOOL=OFF BINDINGS:BOOL=OFF BENCH:BOOL=OFF WERROR:BOOL=OFF; do
  grep -qx "KOORD_$setting" "$dir/plain/CMakeCache.txt" || fail "no KOORD_$setting by default"
done

# pkg-config finds nothing either.
# shellcheck disable=SC2046
PKG_CONFIG_LIBDIR=$dir PKG_CONFIG_PATH='' configure nothing $(without nlohmann_json CLI11 yaml-cpp) && fail 'it goes on without anything'
says 'hwloc 2.9: libhwloc-dev (Debian), hwloc-devel (Fedora), hwloc (Arch)'
says 'nlohmann/json 3.11: nlohmann-json3-dev (Debian), json-devel (Fedora), nlohmann-json (Arch)'
says 'CLI11 2.1: libcli11-dev (Debian), cli11-devel (Fedora), cli11 (Arch)'
says 'yaml-cpp 0.7: libyaml-cpp-dev (Debian), yaml-cpp-devel (Fedora), yaml-cpp (Arch)'

# shellcheck disable=SC2046
configure tools $(without CLI11) && fail 'it goes on without CLI11'
says 'CLI11 2.1: libcli11-dev (Debian), cli11-devel (Fedora), cli11 (Arch)'
says '-DKOORD_TOOLS=OFF builds the library alone'
says_not yaml-cpp
says_not hwloc
# shellcheck disable=SC2046
configure library -DKOORD_TOOLS=OFF $(without CLI11 yaml-cpp) || fail 'the library alone needs what koordctl needs'

# shellcheck disable=SC2046
configure screen $(without Curses) || fail 'the tools need ncurses'
says 'NOT BUILT: screen of koordctl top (no ncurses with wide characters: libncurses-dev)'

# Within another project the library is built, and nothing is installed.
mkdir "$dir/parent"
cat >"$dir/parent/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.21)
project(parent LANGUAGES C CXX)
add_subdirectory($source koord)
file(WRITE \${CMAKE_BINARY_DIR}/program.c "int main(void) { return 0; }")
add_executable(program \${CMAKE_BINARY_DIR}/program.c)
target_link_libraries(program PRIVATE koord::koord)
END
# shellcheck disable=SC2046
cmake -S "$dir/parent" -B "$dir/part" $(without CLI11 yaml-cpp GTest) >"$dir/log" 2>&1 || fail 'it is no part of another project'
for setting in TOOLS INSTALL TESTS HARDEN; do
  grep -qx "KOORD_$setting:BOOL=OFF" "$dir/part/CMakeCache.txt" || fail "KOORD_$setting is on in another project"
done

# make install uses the preset dist, does not call apt, and installs to the given directory.
MAKEFLAGS='' make -s -n -C "$source" install PREFIX=/opt/koord DESTDIR=/stage >"$dir/log" || fail 'make -n install'
says '--preset dist'
says 'DESTDIR="/stage" cmake --install build/dist --prefix "/opt/koord"'
says_not install-deps
says_not ctest

# make uninstall removes exactly the installed files. CMake ends its list without a newline.
mkdir -p "$dir/made/build/dist" "$dir/stage/opt"
cp "$source/Makefile" "$dir/made"
touch "$dir/stage/opt/first file" "$dir/stage/opt/last" "$dir/stage/opt/other"
printf '/opt/first file\n/opt/last' >"$dir/made/build/dist/install_manifest.txt"
MAKEFLAGS='' make -s -C "$dir/made" uninstall DESTDIR="$dir/stage" >"$dir/log" || fail 'make uninstall'
[ "$(ls "$dir/stage/opt")" = other ] || fail 'make uninstall removes other files than those that were installed'
echo 'configure: ok'

#!/bin/sh
# install-deps.sh [packages]: installs the Debian packages that building and testing libkoord needs, with "packages"
# also what its own packages are built and tested with: those that are missing, nothing else. Needs no network and
# changes nothing when all are there. docs/dependencies.md says what each is for.
set -eu

packages='
  abigail-tools binutils busybox-static bzip2 ca-certificates ccache clang clang-format clang-tidy cmake
  cpio crun g++ gcc git junit5 libbenchmark-dev libclang-rt-14-dev libcli11-dev libgmock-dev libgoogle-gson-java libgtest-dev
  libhwloc-dev librapidcheck-dev librsvg2-bin libyaml-cpp-dev make ninja-build nlohmann-json3-dev
  pkg-config pybind11-dev python3 python3-dev python3-pip python3-venv qemu-system-x86 runc swig
'
[ "${1-}" != packages ] || packages="$packages autopkgtest chrpath debhelper debootstrap default-jdk-headless dh-python dpkg-dev lintian"
# Languages that bindings are for: command, package that brings it. Who has another one keeps it.
languages='go=golang-go javac=openjdk-17-jdk-headless mvn=maven'

if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "install-deps: no Debian system; install what these packages hold:" $packages ${languages} >&2
  exit 0
fi

missing=
for package in $packages; do
  state=$(dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | head -n 1 || true)
  [ "$state" = installed ] || missing="$missing $package"
done
for language in $languages; do
  command -v "${language%=*}" >/dev/null 2>&1 || missing="$missing ${language#*=}"
done
if [ -z "$missing" ]; then
  echo "install-deps: every package is there"
  exit 0
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "install-deps: not root and no sudo; as root, run: apt-get install$missing" >&2
    exit 1
  fi
  as_root='sudo'
fi
echo "install-deps: installing$missing"
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends $missing </dev/null

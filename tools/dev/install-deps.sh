#!/bin/sh
# install-deps.sh [packages] [kubernetes]: installs the Debian packages that building and testing
# libkoord needs. With "packages" it also installs those for building and testing its own packages,
# and debootstrap for "make clean-root-test". With "kubernetes" it also installs the Go that modules
# of Kubernetes need. Only missing packages are installed. If there are none, it needs no network
# and changes nothing. docs/internals/dependencies.md gives the purpose of each.
set -eu

packages='
  abigail-tools binutils busybox-static bzip2 ca-certificates ccache clang clang-format clang-tidy cmake
  cpio crun curl fish g++ gcc git junit5 libbenchmark-dev libclang-rt-14-dev libcli11-dev libgmock-dev libgoogle-gson-java libgtest-dev
  libhwloc-dev libncurses-dev librapidcheck-dev librsvg2-bin libyaml-cpp-dev make ninja-build nlohmann-json3-dev openssl
  pkg-config pybind11-dev python3 python3-clang-14 python3-dev python3-pip python3-venv python3-yaml qemu-system-x86 runc swig
  systemd umoci zsh
'
kubernetes=
for argument; do
  case $argument in
    packages) packages="$packages autopkgtest chrpath debhelper debootstrap default-jdk-headless dh-python dpkg-dev lintian rpm" ;;
    kubernetes) kubernetes=1.26 ;;
    *) echo "install-deps: there is no '$argument'; usage: install-deps.sh [packages] [kubernetes]" >&2; exit 2 ;;
  esac
done
# Languages of the bindings: command, and the package that contains it. An existing command from
# elsewhere is kept.
languages='go=golang-go javac=openjdk-17-jdk-headless mvn=maven'

# Debian's Go is too old for modules of Kubernetes.
newer_go() {
  [ -n "$kubernetes" ] || return 0
  go=$("$(dirname "$0")/go-toolchain.sh" "$kubernetes")
  echo "install-deps: $("$go" version): $go"
}

if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "install-deps: no Debian system; install what these packages hold:" $packages ${languages} >&2
  newer_go
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
  newer_go
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
newer_go

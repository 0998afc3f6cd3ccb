// The --kubelet-version option: the kubelet whose behaviour and files are expected.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "koord.hpp"

namespace koordctl {

// `value` receives the chosen version, such as "1.36".
CLI::Option *add_kubelet_version(CLI::App &command, std::string &value);
koord_kubelet_version kubelet_version_of(const std::string &value);

}  // namespace koordctl

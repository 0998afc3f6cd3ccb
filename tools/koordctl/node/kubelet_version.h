// --kubelet-version: which kubelet's answers and files are meant.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "koord.hpp"

namespace koordctl {

// `value` receives the spelling of a choice, "1.36".
CLI::Option *add_kubelet_version(CLI::App &command, std::string &value);
koord_kubelet_version kubelet_version_of(const std::string &value);

}  // namespace koordctl

// Shell completion scripts, written from the parser's definition.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace koordctl {

std::string bash_completion(const CLI::App &app);
std::string zsh_completion(const CLI::App &app);
std::string fish_completion(const CLI::App &app);

}  // namespace koordctl

// Shell completion scripts, written from the parser's definition.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace koordctl {

// `app` is a program: its name is the one that is completed.
std::string bash_completion(const CLI::App &app);
std::string zsh_completion(const CLI::App &app);
std::string fish_completion(const CLI::App &app);

}  // namespace koordctl

// The layout of --help: names left, wrapped descriptions right, examples as they are.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace koordctl {

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App *app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

}  // namespace koordctl

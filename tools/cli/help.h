// The layout of --help: names on the left, wrapped descriptions on the right, examples unchanged.
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

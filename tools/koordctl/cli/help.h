// The layout of --help: names left, wrapped descriptions right, examples as they are.
#ifndef KOORDCTL_HELP_H_
#define KOORDCTL_HELP_H_

#include <CLI/CLI.hpp>
#include <string>

namespace koordctl {

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App *app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

}  // namespace koordctl

#endif  // KOORDCTL_HELP_H_

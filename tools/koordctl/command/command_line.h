// The parser with every command in it. Help, completion scripts and the manual page are all written
// from this one definition.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "command/commands.h"

namespace koordctl {

// A command and where it stands: "topology", or "node pools" below the group "node", which is
// listed before its members. What adds a group returns no Run.
struct Command {
  const char *path;
  Run (*add)(CLI::App &parent);
};

class CommandLine {
 public:
  CommandLine();
  explicit CommandLine(std::span<const Command> commands);

  const CLI::App &app() const { return app_; }
  // Parses and runs; throws CLI::ParseError (help included) and Failure.
  int run(int argc, const char *const *argv);
  // The command that was being parsed, for "see ... --help"; "koordctl" or "koordctl node pools".
  std::string command_name() const;
  // What to say about the first argument that no option or command takes.
  std::string unexpected_argument() const;

 private:
  const CLI::App &current() const;

  CLI::App app_;
  std::vector<std::pair<CLI::App *, Run>> runs_;
};

// The options of a command as help shows them, hidden ones left out.
struct OptionText {
  const CLI::Option *option;
  std::vector<std::string> names;    // "-o", "--output"
  std::vector<std::string> choices;  // values it accepts, if they are a closed set
  std::string value;                 // "FILE", "a|b|c", or "" for a flag
  bool takes_file = false;
};
std::vector<OptionText> options_of(const CLI::App &command);
// Groups in the order of their first option.
std::vector<std::string> groups_of(const std::vector<OptionText> &options);
std::vector<const CLI::App *> commands_of(const CLI::App &app);
// "koordctl node pools".
std::string full_name(const CLI::App &command);
// Every command below `app` that holds no others, in the order of help.
std::vector<const CLI::App *> leaves_of(const CLI::App &app);

}  // namespace koordctl

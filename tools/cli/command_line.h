// The parser with all commands of a program. Help, completion scripts and the manual page are
// generated from this definition.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/program.h"

namespace koordctl {

// Returns the commands that are needed to parse and run this command line: the one that its first
// words name, after the groups that contain it. These are all of `commands` if the words name none
// or only a group, or if the named one reads the others. Adding the options of all commands takes
// longer than most commands do.
std::vector<Command> commands_for(std::span<const Command> commands, int argc,
                                  const char *const *argv);

class CommandLine {
 public:
  // Adds these commands; groups come before their members.
  explicit CommandLine(std::span<const Command> commands = kProgram.commands);

  const CLI::App &app() const { return app_; }
  // Parses and runs the command line. Throws CLI::ParseError (also for help) and Failure.
  int run(int argc, const char *const *argv);
  // Returns the command that was being parsed, for "see ... --help": "koordctl" or "koordctl node
  // pools".
  std::string command_name() const;
  // Returns the message about the first argument that no option or command accepts.
  std::string unexpected_argument() const;

 private:
  const CLI::App &current() const;

  CLI::App app_;
  std::vector<std::pair<CLI::App *, Run>> runs_;
};

// The options of a command as shown by help, without hidden ones.
struct OptionText {
  const CLI::Option *option;
  std::vector<std::string> names;    // "-o", "--output"
  std::vector<std::string> choices;  // accepted values, if there are fixed choices
  std::string value;                 // "FILE", "a|b|c", or "" for a flag
  bool takes_file = false;
};
std::vector<OptionText> options_of(const CLI::App &command);
// Returns groups in the order of their first option.
std::vector<std::string> groups_of(const std::vector<OptionText> &options);
// Returns the commands as shown by help, without hidden ones.
std::vector<const CLI::App *> commands_of(const CLI::App &app);
// Returns "koordctl node pools".
std::string full_name(const CLI::App &command);
// Returns all commands below `app` without subcommands, in the order of help.
std::vector<const CLI::App *> leaves_of(const CLI::App &app);

}  // namespace koordctl

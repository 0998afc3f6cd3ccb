#include <memory>

#include "cli/command_line.h"
#include "cli/failure.h"
#include "cli/file.h"
#include "cli/help.h"
#include "cli/options.h"
#include "command/commands.h"

namespace koordctl {
namespace {

constexpr const char *kHelpExamples = R"(Examples:
  koordctl help
  koordctl help allocate
  koordctl help kubelet state repair)";

const CLI::App &find_command(const CLI::App &app, const std::vector<std::string> &path) {
  const CLI::App *found = &app;
  for (const std::string &name : path) {
    const std::vector<const CLI::App *> commands = commands_of(*found);
    const CLI::App *next = nullptr;
    std::vector<std::string> names;
    for (const CLI::App *command : commands) {
      if (command->get_name() == name) next = command;
      names.push_back(command->get_name());
    }
    if (next == nullptr) {
      const std::string nearest = nearest_word(name, names);
      throw Failure(kUsage, "COMMAND: " + full_name(*found) + " has no command " + quote(name) +
                                (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
    }
    found = next;
  }
  return *found;
}

}  // namespace

Run add_help_command(CLI::App &app) {
  auto path = std::make_shared<std::vector<std::string>>();
  CLI::App &command = *app.add_subcommand("help", "Print the help of a command");
  command.footer(kHelpExamples);
  command
      .add_option("COMMAND", *path, "The command, with all of its words; default: koordctl itself")
      ->type_name("[COMMAND...]");
  return [&app, path] {
    // App::help() would print the help of the parsed command, which is this one.
    print(HelpFormatter().make_help(&find_command(app, *path), "", CLI::AppFormatMode::Normal));
    return kOk;
  };
}

}  // namespace koordctl

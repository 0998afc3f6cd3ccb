#include "cli/command_line.h"

#include <algorithm>

#include "cli/failure.h"
#include "cli/help.h"
#include "cli/options.h"
#include "koord.h"

namespace koordctl {
namespace {

std::vector<std::string> names_of(const std::vector<const CLI::App *> &commands) {
  std::vector<std::string> names;
  for (const CLI::App *command : commands) names.push_back(command->get_name());
  return names;
}

// Returns the command line in the order that CLI11 expects: the last argument first.
std::vector<std::string> arguments_of(const CLI::App &app, int argc, const char *const *argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const CLI::App *command = &app;
  for (const std::string &word : arguments) {
    const auto below =
        command->get_subcommands([&](const CLI::App *known) { return known->check_name(word); });
    if (below.empty()) break;
    command = below.front();
  }
  const auto mark = std::ranges::find(arguments, "--");
  if (has_program_argument(*command) && mark != arguments.end())
    std::transform(mark + 1, arguments.end(), mark + 1, hide);
  std::ranges::reverse(arguments);
  return arguments;
}

// Returns true if `path` is "a b" and the words begin with "a" and "b".
bool begins_with(std::span<const char *const> words, const char *path) {
  const std::vector<std::string> names = split(path, ' ');
  return names.size() <= words.size() && std::equal(names.begin(), names.end(), words.begin());
}

bool is_group(std::span<const Command> commands, const Command &group) {
  const std::string prefix = std::string(group.path) + " ";
  return std::ranges::any_of(commands, [&](const Command &command) {
    return std::string_view(command.path).starts_with(prefix);
  });
}

}  // namespace

std::vector<Command> commands_for(std::span<const Command> commands, int argc,
                                  const char *const *argv) {
  const std::span words(argv + std::min(argc, 1), argv + argc);
  std::vector<Command> named;
  for (const Command &command : commands)
    if (begins_with(words, command.path)) named.push_back(command);
  if (named.empty() || named.back().reads_others || is_group(commands, named.back()))
    return {commands.begin(), commands.end()};
  return named;
}

CommandLine::CommandLine(std::span<const Command> commands)
    : app_(kProgram.description, kProgram.name) {
  app_.formatter(std::make_shared<HelpFormatter>());
  app_.footer(kProgram.footer);
  app_.require_subcommand(0, 1);
  app_.set_help_flag("-h,--help", "Print help and exit");
  app_.set_version_flag("-V,--version", std::string(kProgram.name) + " " + koord_version_string(),
                        "Print the version and exit");
  for (const Command &command : commands) {
    const std::vector<std::string> path = split(command.path, ' ');
    CLI::App *parent = &app_;
    for (size_t i = 0; i + 1 < path.size(); ++i) parent = parent->get_subcommand(path[i]);
    Run run = command.add(*parent);
    if (!run) continue;
    runs_.emplace_back(path.empty() ? parent : parent->get_subcommand(path.back()), std::move(run));
  }
}

int CommandLine::run(int argc, const char *const *argv) {
  app_.parse(arguments_of(app_, argc, argv));
  const CLI::App &command = current();
  for (const auto &[known, run] : runs_)
    if (known == &command) return run();
  if (&command == &app_) throw CLI::CallForHelp();
  throw Failure(kUsage, full_name(command) + ": found no command, expected one of " +
                            join(names_of(commands_of(command)), ", "));
}

const CLI::App &CommandLine::current() const {
  const CLI::App *deepest = &app_;
  for (;;) {
    const std::vector<CLI::App *> parsed = deepest->get_subcommands();
    if (parsed.empty()) return *deepest;
    deepest = parsed.front();
  }
}

namespace {

// Returns "; files are given by --state FILE or --config FILE" for a command whose files are values
// of options, or "" if it reads none.
std::string file_options(const CLI::App &command) {
  std::vector<std::string> options;
  for (const OptionText &text : options_of(command))
    if (text.takes_file) options.push_back(text.names.back() + " FILE");
  if (options.empty()) return "";
  const std::string last = options.back();
  options.pop_back();
  return "; files are given by " + join(options, ", ") + (options.empty() ? "" : " or ") + last;
}

}  // namespace

std::string CommandLine::command_name() const { return full_name(current()); }

std::string CommandLine::unexpected_argument() const {
  const std::vector<std::string> left = app_.remaining(true);
  // The parser stores the value of an unknown option before its name.
  const auto option = std::find_if(left.begin(), left.end(),
                                   [](const std::string &text) { return text.starts_with('-'); });
  const std::string text = option != left.end() ? *option : left.empty() ? "" : left.front();
  const auto sentence = [&](const std::string &what, const std::vector<std::string> &known,
                            const std::string &otherwise) {
    const std::string nearest = nearest_word(text.substr(0, text.find('=')), known);
    return what + " " + quote(text) +
           (nearest.empty() ? otherwise : "; did you mean " + nearest + "?");
  };
  if (text.starts_with('-')) {
    std::vector<std::string> known;
    for (const OptionText &known_option : options_of(current()))
      known.insert(known.end(), known_option.names.begin(), known_option.names.end());
    return sentence("unknown option", known, "");
  }
  const std::vector<std::string> known = names_of(commands_of(current()));
  if (known.empty()) return sentence("unexpected argument", {}, file_options(current()));
  return sentence("unknown command", known, ", expected one of " + join(known, ", "));
}

std::vector<OptionText> options_of(const CLI::App &command) {
  std::vector<OptionText> texts;
  for (const CLI::Option *option : command.get_options()) {
    if (option->get_group().empty() || !option->nonpositional()) continue;
    OptionText text{option, {}, {}, {}};
    for (const std::string &name : option->get_snames()) text.names.push_back("-" + name);
    for (const std::string &name : option->get_lnames()) text.names.push_back("--" + name);
    if (option->get_items_expected_max() > 0) text.value = option->get_type_name();
    if (text.value.find('|') != std::string::npos) text.choices = split(text.value, '|');
    text.takes_file = text.value == "FILE";
    texts.push_back(std::move(text));
  }
  return texts;
}

std::vector<std::string> groups_of(const std::vector<OptionText> &options) {
  std::vector<std::string> groups;
  for (const OptionText &text : options) {
    const std::string &group = text.option->get_group();
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  return groups;
}

std::vector<const CLI::App *> commands_of(const CLI::App &app) {
  return app.get_subcommands([](const CLI::App *command) { return !command->get_group().empty(); });
}

std::string full_name(const CLI::App &command) {
  const CLI::App *parent = command.get_parent();
  return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

std::vector<const CLI::App *> leaves_of(const CLI::App &app) {
  std::vector<const CLI::App *> leaves;
  for (const CLI::App *command : commands_of(app)) {
    const std::vector<const CLI::App *> below = leaves_of(*command);
    leaves.insert(leaves.end(), below.begin(), below.end());
    if (below.empty()) leaves.push_back(command);
  }
  return leaves;
}

}  // namespace koordctl

#include "command_line.h"

#include <algorithm>

#include "help.h"
#include "koord.h"
#include "options.h"

namespace koordctl {
namespace {

constexpr const char *kFooter = R"(Exit codes:
  0  done
  1  a request was refused: it does not fit under its policy
  2  the command line makes no sense
  3  a file or the machine cannot be read, or holds nonsense
  4  internal error

Examples:
  koordctl topology
  koordctl allocate --cpus 1
  koordctl allocate --help

Enable completion in bash: source <(koordctl completion bash))";

}  // namespace

CommandLine::CommandLine()
    : app_("Which CPUs, NUMA memory and devices a pod gets on a Kubernetes node", "koordctl") {
  app_.formatter(std::make_shared<HelpFormatter>());
  app_.footer(kFooter);
  app_.require_subcommand(0, 1);
  app_.set_help_flag("-h,--help", "Print help and exit");
  app_.set_version_flag("--version", std::string("koordctl ") + koord_version_string(),
                        "Print the version and exit");
  const std::pair<const char *, Run (*)(CLI::App &)> commands[] = {
      {"topology", add_topology_command},     {"devices", add_devices_command},
      {"allocate", add_allocate_command},     {"simulate", add_simulate_command},
      {"explain", add_explain_command},       {"gang", add_gang_command},
      {"rebind", add_rebind_command},         {"replay", add_replay_command},
      {"completion", add_completion_command}, {"version", add_version_command}};
  for (const auto &[name, add] : commands) {
    Run run = add(app_);
    runs_.emplace_back(app_.get_subcommand(name), std::move(run));
  }
}

int CommandLine::run(int argc, const char *const *argv) {
  app_.parse(argc, argv);
  for (const auto &[command, run] : runs_) {
    if (command->parsed()) return run();
  }
  throw CLI::CallForHelp();
}

const CLI::App &CommandLine::current() const {
  for (const auto &[command, run] : runs_) {
    if (command->parsed()) return *command;
  }
  return app_;
}

std::string CommandLine::command_name() const {
  const CLI::App &command = current();
  return &command == &app_ ? "koordctl" : "koordctl " + command.get_name();
}

std::string CommandLine::unexpected_argument() const {
  const std::vector<std::string> left = app_.remaining(true);
  // The parser keeps the value of an unknown option in front of its name.
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
    for (const OptionText &known_option : options_of(current())) {
      known.insert(known.end(), known_option.names.begin(), known_option.names.end());
    }
    return sentence("unknown option", known, "");
  }
  if (&current() != &app_) return sentence("unexpected argument", {}, "");
  std::vector<std::string> known;
  for (const CLI::App *command : commands_of(app_)) known.push_back(command->get_name());
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

std::vector<const CLI::App *> commands_of(const CLI::App &app) { return app.get_subcommands({}); }

}  // namespace koordctl

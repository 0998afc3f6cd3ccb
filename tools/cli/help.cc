#include "cli/help.h"

#include <vector>

#include "cli/command_line.h"
#include "cli/options.h"

namespace koordctl {
namespace {

constexpr size_t kColumn = 30;
constexpr size_t kHelpWidth = 100;

// Returns `left`, followed by `text` wrapped between kColumn and kHelpWidth.
std::string entry(std::string left, const std::string &text) {
  std::string out = "  " + std::move(left);
  size_t column = out.size();
  if (column + 2 > kColumn) {
    out += '\n';
    column = 0;
  }
  out.append(kColumn - column, ' ');
  column = kColumn;
  for (const std::string &word : split(text, ' ')) {
    if (column > kColumn && column + 1 + word.size() > kHelpWidth) {
      out += '\n' + std::string(kColumn, ' ');
      column = kColumn;
    }
    if (column > kColumn) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out + "\n";
}

std::string option_entry(const OptionText &text) {
  std::string left = join(text.names, ", ");
  if (!text.names[0].starts_with("--"))
    return entry(left + (text.value.empty() ? "" : " ") + text.value,
                 text.option->get_description());
  return entry("    " + left + (text.value.empty() ? "" : " ") + text.value,
               text.option->get_description());
}

}  // namespace

std::string HelpFormatter::make_help(const CLI::App *app, std::string, CLI::AppFormatMode) const {
  const std::vector<const CLI::App *> commands = commands_of(*app);
  std::string arguments = commands.empty() ? "" : " COMMAND";
  std::string last;  // after the options
  std::string positionals;
  for (const CLI::Option *option : app->get_options()) {
    if (!option->get_positional()) continue;
    (has_program_argument(*app) ? last : arguments) += " " + option->get_type_name();
    positionals += entry(option->get_type_name(), option->get_description());
  }
  std::string text = app->get_description() + "\n\nUsage: " + full_name(*app) + arguments +
                     " [OPTIONS]" + last + "\n";
  if (!positionals.empty()) text += "\nArguments:\n" + positionals;
  if (!commands.empty()) text += "\nCommands:\n";
  for (const CLI::App *command : commands)
    text += entry(command->get_name(), command->get_description());
  const std::vector<OptionText> options = options_of(*app);
  for (const std::string &group : groups_of(options)) {
    text += "\n" + group + ":\n";
    for (const OptionText &option : options)
      if (option.option->get_group() == group) text += option_entry(option);
  }
  return text + "\n" + app->get_footer() + "\n";
}

}  // namespace koordctl

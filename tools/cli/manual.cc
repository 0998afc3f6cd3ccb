// Writes the manual page of a program, or one of its completion scripts, from the parser's
// definition: koordctl_manual [bash|zsh|fish]
#include "cli/manual.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>

#include "cli/command_line.h"
#include "cli/completion.h"
#include "cli/options.h"
#include "koord.h"

namespace {

using namespace koordctl;

std::string escaped(const std::string &text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else {
      if (c == '-' || ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')))
        out += c == '-' ? "\\" : "\\&";
      out += c;
    }
  }
  return out;
}

void write_options(const CLI::App &command) {
  const std::vector<OptionText> options = options_of(command);
  for (const std::string &group : groups_of(options)) {
    std::printf(".PP\n%s:\n", escaped(group).c_str());
    for (const OptionText &text : options) {
      if (text.option->get_group() != group) continue;
      std::string value;
      if (!text.value.empty()) value = " \\fI" + escaped(text.value) + "\\fR";
      std::printf(".TP\n\\fB%s\\fR%s\n%s.\n", escaped(join(text.names, ", ")).c_str(),
                  value.c_str(), escaped(text.option->get_description()).c_str());
    }
  }
}

// Returns the part of a help footer between "Examples:" and the next blank line.
std::string examples_of(const CLI::App &command) {
  const std::string footer = command.get_footer();
  size_t start = footer.find("Examples:\n");
  if (start == std::string::npos) return "";
  start += std::string("Examples:\n").size();
  const size_t end = footer.find("\n\n", start);
  return footer.substr(start, end == std::string::npos ? end : end - start);
}

// Returns " POD [OPTIONS]" or " [OPTIONS] -- COMMAND [ARGUMENT...]", in the order of help.
std::string usage_of(const CLI::App &command, const std::string &options) {
  std::string text, last;
  for (const CLI::Option *option : command.get_options()) {
    if (!option->get_positional()) continue;
    (has_program_argument(command) ? last : text) += " " + option->get_type_name();
  }
  return escaped(text) + options + escaped(last);
}

void write_section(const char *title, const char *text) {
  if (*text != '\0') std::printf(".SH %s\n%s", title, text);
}

void write_heading(const CLI::App &app) {
  std::string name = app.get_name(), upper = name;
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
  std::printf(".\\\" Generated from the command's own definition; do not edit.\n");
  std::printf(".TH %s 1 \"\" \"%s %s\" \"User Commands\"\n", escaped(upper).c_str(),
              escaped(name).c_str(), koord_version_string());
  std::printf(".SH NAME\n%s \\- %s\n", escaped(name).c_str(),
              escaped(app.get_description()).c_str());
}

void write_synopsis(const std::vector<const CLI::App *> &commands) {
  std::printf(".SH SYNOPSIS\n");
  const char *separator = "";
  for (const CLI::App *command : commands) {
    std::printf("%s.B %s\n%s\n", separator, escaped(full_name(*command)).c_str(),
                usage_of(*command, " [\\fIOPTIONS\\fR]").substr(1).c_str());
    separator = ".br\n";
  }
}

void write_command(const CLI::App &command) {
  std::printf(".SH \"%s%s\"\n%s.\n", escaped(full_name(command)).c_str(),
              usage_of(command, "").c_str(), escaped(command.get_description()).c_str());
  write_options(command);
  std::printf(".PP\nExamples:\n.PP\n.nf\n%s\n.fi\n", escaped(examples_of(command)).c_str());
}

void write_page(const CLI::App &app) {
  const std::vector<const CLI::App *> commands = leaves_of(app);
  write_heading(app);
  write_synopsis(commands.empty() ? std::vector{&app} : commands);
  write_section("DESCRIPTION", kManual.description);
  write_options(app);
  for (const CLI::App *command : commands) write_command(*command);
  if (commands.empty())
    std::printf(".SH EXAMPLES\n.nf\n%s\n.fi\n", escaped(examples_of(app)).c_str());
  write_section("\"EXIT STATUS\"", kManual.exit_status);
  write_section("FILES", kManual.files);
  write_section("ENVIRONMENT", kManual.environment);
  write_section("\"SEE ALSO\"", kManual.see_also);
}

}  // namespace

int main(int argc, char **argv) {
  const CommandLine line;
  const std::string shell = argc > 1 ? argv[1] : "";
  if (shell == "bash") {
    std::fputs(bash_completion(line.app()).c_str(), stdout);
  } else if (shell == "zsh") {
    std::fputs(zsh_completion(line.app()).c_str(), stdout);
  } else if (shell == "fish") {
    std::fputs(fish_completion(line.app()).c_str(), stdout);
  } else if (shell.empty()) {
    write_page(line.app());
  } else {
    std::fprintf(stderr, "expected bash, zsh, fish or nothing\n");
    return 2;
  }
  return 0;
}

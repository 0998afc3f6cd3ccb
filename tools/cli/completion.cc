#include "cli/completion.h"

#include <vector>

#include "cli/command_line.h"
#include "cli/options.h"

namespace koordctl {
namespace {

// Returns the values of a command's only positional argument, such as the shells of "completion"
// and the commands of "help". Returns none if any value is allowed.
std::vector<std::string> argument_choices(const CLI::App &command) {
  for (const CLI::Option *option : command.get_options()) {
    if (!option->get_positional()) continue;
    if (option->get_type_name() == "[COMMAND...]") {
      std::vector<std::string> names;
      for (const CLI::App *sibling : commands_of(*command.get_parent()))
        names.push_back(sibling->get_name());
      return names;
    }
    const std::vector<std::string> choices = split(option->get_type_name(), '|');
    if (choices.size() > 1) return choices;
  }
  return {};
}

// Quotes for a POSIX shell or fish.
std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string all_names(const std::vector<OptionText> &options) {
  std::vector<std::string> names;
  for (const OptionText &option : options) {
    for (const std::string &name : option.names)
      if (name.starts_with("--")) names.push_back(name);
  }
  return join(names, " ");
}

// Returns one "case" of bash: the values that may follow an option.
std::string bash_values(const std::vector<OptionText> &options) {
  std::string text;
  for (const OptionText &option : options) {
    if (option.value.empty()) continue;
    text += "        " + join(option.names, "|") + ")\n          ";
    if (option.takes_file) {
      text += "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$cur\"))";
    } else if (!option.choices.empty()) {
      text +=
          "COMPREPLY=($(compgen -W " + shell_quoted(join(option.choices, " ")) + " -- \"$cur\"))";
    } else {
      text += "COMPREPLY=()";
    }
    text += "\n          return ;;\n";
  }
  return text;
}

// Returns "--name[description]:value:action" for zsh's _arguments.
std::string zsh_option(const OptionText &option) {
  std::string description;
  for (const char c : option.option->get_description()) {
    if (c == '[' || c == ']' || c == ':') description += '\\';
    description += c;
  }
  std::string after_name = "[" + description + "]";
  if (!option.value.empty()) {
    after_name += ":value:";
    if (option.takes_file) after_name += "_files";
    if (!option.choices.empty()) after_name += "(" + join(option.choices, " ") + ")";
  }
  std::string text;
  for (const std::string &name : option.names) {
    text += " \\\n        ";
    text += shell_quoted(std::string("*").append(name).append(after_name));
  }
  return text;
}

// Returns the line for an option. `start` is that of fish_line().
std::string fish_option(const OptionText &option, const std::string &start) {
  std::string text = start;
  for (const std::string &name : option.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.empty()) text += option.takes_file ? " -rF" : " -x";
  if (!option.choices.empty()) text += " -a " + shell_quoted(join(option.choices, " "));
  return text + " -d " + shell_quoted(option.option->get_description()) + "\n";
}

// Collects a command and all its subcommands, parents first.
void collect(const CLI::App &app, std::vector<const CLI::App *> &out) {
  out.push_back(&app);
  for (const CLI::App *command : commands_of(app)) collect(*command, out);
}

std::vector<const CLI::App *> all_commands(const CLI::App &app) {
  std::vector<const CLI::App *> out;
  collect(app, out);
  return out;
}

// Returns "node pools", or "" for the program itself.
std::string path_of(const CLI::App &command) {
  const std::string name = full_name(command);
  const size_t blank = name.find(' ');
  return blank == std::string::npos ? "" : name.substr(blank + 1);
}

// Returns the commands that have subcommands, without the program itself.
std::vector<std::string> group_paths(const CLI::App &app) {
  std::vector<std::string> paths;
  for (const CLI::App *command : all_commands(app))
    if (command != &app && !commands_of(*command).empty()) paths.push_back(path_of(*command));
  return paths;
}

std::string zsh_name(const CLI::App &command) {
  return "_" + join(split(full_name(command), ' '), "_");
}

// Returns the function of a program or a command with subcommands, after those of its subcommands.
std::string zsh_function(const CLI::App &app) {
  std::string before, names, cases, options;
  for (const OptionText &option : options_of(app)) options += zsh_option(option);
  if (commands_of(app).empty()) return zsh_name(app) + "() {\n  _arguments" + options + "\n}\n";
  for (const CLI::App *command : commands_of(app)) {
    names += "    " + shell_quoted(command->get_name() + ":" + command->get_description()) + "\n";
    cases += "        " + command->get_name() + ") ";
    if (!commands_of(*command).empty()) {
      before += zsh_function(*command);
      cases += zsh_name(*command) + " ;;\n";
      continue;
    }
    cases += "_arguments";
    for (const OptionText &option : options_of(*command)) cases += zsh_option(option);
    if (const auto choices = argument_choices(*command); !choices.empty())
      cases += " \\\n        " + shell_quoted("1:value:(" + join(choices, " ") + ")");
    cases += " ;;\n";
  }
  return before + zsh_name(app) + R"(() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands=(
)" + names +
         R"(  )
  _arguments -C)" +
         options + R"( \
        '1:command:->command' '*::argument:->arguments'
  case $state in
    command) _describe command commands ;;
    arguments)
      case $words[1] in
)" + cases +
         R"(      esac ;;
  esac
}
)";
}

// Returns the loop that finds the command on the line, or nothing for a program without commands.
std::string bash_command_loop(const CLI::App &app) {
  if (commands_of(app).empty()) return "";
  std::string groups;
  for (const std::string &group : group_paths(app))
    groups += (groups.empty() ? "" : "|") + shell_quoted(group);
  return R"(  # The first words name the command, more than one below a group
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == -* ]]; then continue; fi
    command=${command:+$command }${COMP_WORDS[i]}
)" +
         (groups.empty() ? "    break\n"
                         : "    case $command in " + groups + ") ;; *) break ;; esac\n") +
         "  done\n";
}

// Returns the function that tells whether the words before the cursor name a command.
std::string fish_condition(const CLI::App &app) {
  if (commands_of(app).empty()) return "";
  std::string groups;
  for (const std::string &group : group_paths(app)) groups += " " + shell_quoted(group);
  return R"(# Reports whether the words before the cursor name this command.
function __)" +
         app.get_name() + R"(_at
  set -l found
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    set -a found $word
    contains -- "$found")" +
         groups + R"(; or break
  end
  test "$found" = "$argv"
end
)";
}

// Returns the start of each line about `command` of the program `app`.
std::string fish_line(const CLI::App &app, const CLI::App &command) {
  const std::string path = path_of(command), start = "complete -c " + app.get_name();
  if (commands_of(app).empty()) return start;
  return start + " -n " +
         shell_quoted("__" + app.get_name() + "_at" + (path.empty() ? "" : " " + path));
}

}  // namespace

std::string bash_completion(const CLI::App &app) {
  std::string cases;
  for (const CLI::App *command : all_commands(app)) {
    const std::vector<OptionText> options = options_of(*command);
    std::vector<std::string> words = argument_choices(*command);
    for (const CLI::App *member : commands_of(*command)) words.push_back(member->get_name());
    words.push_back(all_names(options));
    cases += "    " + shell_quoted(path_of(*command)) + ")\n      case \"$prev\" in\n" +
             bash_values(options) + "      esac\n      words=" + shell_quoted(join(words, " ")) +
             " ;;\n";
  }
  const std::string name = app.get_name();
  return "# bash completion for " + name + "\n_" + name + R"(() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= words i
  COMPREPLY=()
  # "--bind=Full" arrives as three words
  if [[ $cur == '=' ]]; then cur=; elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
)" + bash_command_loop(app) +
         R"(  case "$command" in
)" + cases +
         R"(  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _)" +
         name + " " + name + "\n";
}

std::string zsh_completion(const CLI::App &app) {
  const std::string name = app.get_name();
  return "#compdef " + name + "\n# zsh completion for " + name +
         "; put it into a directory of $fpath as _" + name + "\n" + zsh_function(app) +
         "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _" + name +
         " \"$@\"; else compdef _" + name + " " + name + "; fi\n";
}

std::string fish_completion(const CLI::App &app) {
  std::string text = "# fish completion for " + app.get_name() + "\n" + fish_condition(app) +
                     "complete -c " + app.get_name() + " -f\n";
  for (const CLI::App *command : all_commands(app)) {
    const std::string start = fish_line(app, *command);
    for (const OptionText &option : options_of(*command)) text += fish_option(option, start);
    for (const CLI::App *member : commands_of(*command)) {
      text += start + " -a " + member->get_name() + " -d " +
              shell_quoted(member->get_description()) + "\n";
    }
    if (const auto choices = argument_choices(*command); !choices.empty())
      text += start + " -a " + shell_quoted(join(choices, " ")) + "\n";
  }
  return text;
}

}  // namespace koordctl

#include <memory>

#include "cli/completion.h"
#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "command/commands.h"

namespace koordctl {
namespace {

constexpr const char *kCompletionExamples = R"(Examples:
  # In this shell; put the line into ~/.bashrc to keep it
  source <(koordctl completion bash)
  # For every user of zsh
  koordctl completion zsh > _koordctl
  # For fish: koordctl completion fish > ~/.config/fish/completions/koordctl.fish
  koordctl completion fish)";

}  // namespace

Run add_completion_command(CLI::App &app) {
  auto shell = std::make_shared<std::string>();
  CLI::App &command = *app.add_subcommand("completion", "Print a completion script for a shell");
  command.footer(kCompletionExamples);
  CLI::Option *option = command.add_option("shell", *shell, "The shell")->required();
  set_choices(option, {"bash", "zsh", "fish"});
  return [shell, &app] {
    print(*shell == "bash"  ? bash_completion(app)
          : *shell == "zsh" ? zsh_completion(app)
                            : fish_completion(app));
    return int{kOk};
  };
}

}  // namespace koordctl

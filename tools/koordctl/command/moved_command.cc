// Commands that other programs have taken over.
#include "cli/failure.h"
#include "cli/printable.h"
#include "command/commands.h"

namespace koordctl {
namespace {

// Hidden: help, completions and suggestions do not name it. Accepts any arguments, also --help, and
// answers with `sentence`.
Run add_moved_command(CLI::App &parent, const char *name, const char *sentence) {
  CLI::App &command = *parent.add_subcommand(name)->group("");
  command.set_help_flag();
  command.prefix_command();
  return [sentence] {
    print_message(sentence);
    return int{kUsage};
  };
}

}  // namespace

Run add_moved_replay(CLI::App &app) {
  return add_moved_command(
      app, "replay", "the command replay is now the program koord-replay, with the same options");
}

Run add_moved_node_watch(CLI::App &app) {
  return add_moved_command(
      app, "watch",
      "koord-agent does this: with nri.use: never it writes control groups and node-state.json "
      "only, and with apiServer.files it reads pods from files; see koord-agent(8)");
}

}  // namespace koordctl

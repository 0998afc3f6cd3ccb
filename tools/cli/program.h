// The program that is linked with this folder's code: its name, its texts and its commands.
#pragma once

#include <functional>
#include <span>

namespace CLI {
class App;
}

namespace koordctl {

// Runs a command. Returns an exit code or throws a Failure.
using Run = std::function<int()>;

// A command and its path: "topology", or "node pools" below the group "node", which is listed
// before its members. Groups return no Run. The path of a program without commands is "": `add`
// adds its options to the program itself. A command that `reads_others` prints the help or the
// names of other commands.
struct Command {
  const char *path;
  Run (*add)(CLI::App &parent);
  bool reads_others = false;
};

struct Program {
  const char *name;
  const char *description;
  const char *footer;  // of --help: exit codes and examples
  std::span<const Command> commands;
};

// Each program defines this constant. It is initialized before any code runs, because messages may
// be printed before main().
extern const Program kProgram;

}  // namespace koordctl

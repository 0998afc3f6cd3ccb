#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include "cli/failure.h"
#include "cli/options.h"
#include "cli/printable.h"
#include "command/commands.h"
#include "command/pick_options.h"
#include "machine/affinity.h"
#include "machine/source.h"
#include "output/topology_table.h"
#include "session/placement.h"

namespace koordctl {
namespace {

// Exit codes of env(1), nohup(1) and shells for a command that cannot be started.
constexpr int kCannotExecute = 126, kNotFound = 127;

struct RunOptions {
  PickOptions pick;
  std::string cpus;
  std::vector<std::string> command;
  std::string proc = "/proc";
  bool share = false, bind_memory = false, verbose = false;
};

constexpr const char *kRunExamples = R"(Examples:
  # On one CPU of this machine; --share because all CPUs may have processes bound to them
  koordctl run --cpus 1 --share -- nproc

The command replaces koordctl and inherits the CPUs, and so do its children.
Exit codes: those of the command; 1 refused, 2 usage, 3 the machine cannot be read, 4 internal error, 126 the command cannot be executed, 127 it was not found.)";

// Chooses CPUs on this machine. Throws a Failure with kRefused if there are too few.
Placement choose(const RunOptions &options) {
  PodRequest request = pick_request(options.pick);
  request.cpus = parse_cpus("--cpus", options.cpus);
  SourceOptions source;
  source.only_allowed = true;
  source.verbose = options.verbose;
  const koord::Topology topology = open_topology(source);
  PlacementOptions state;
  state.available = own_affinity();
  if (!options.share) *state.available -= bound_cpus(options.proc, *state.available);
  Placement placement = Placer(topology, std::move(state)).place(request);
  if (!placement.granted()) {
    throw Failure(kRefused,
                  "refused: " + placement.sentence +
                      (options.share ? ""
                                     : "; --share also uses CPUs to which other processes "
                                       "are bound"));
  }
  return placement;
}

[[noreturn]] void execute(const std::vector<std::string> &command) {
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  const int error = errno;
  say(quote(command[0]) + ": " + std::strerror(error));
  _exit(error == ENOENT ? kNotFound : kCannotExecute);
}

int run(const RunOptions &options) {
  const ChoiceLock lock;
  if (!lock.is_held() && !options.share)
    say("warning: another koordctl run is choosing CPUs; both may choose the same ones");
  const Placement placement = choose(options);
  bind_to_cpus(placement.cpus);
  if (options.bind_memory) bind_memory(placement.footprint.nodes);
  if (options.verbose) {
    say("note: CPUs " + placement.cpus.to_string() + ", NUMA nodes " +
        number_ranges(placement.footprint.nodes));
  }
  execute(options.command);
}

}  // namespace

Run add_run_command(CLI::App &app) {
  auto options = std::make_shared<RunOptions>();
  CLI::App &command =
      *app.add_subcommand("run", "Run a program on CPUs of its own on this machine");
  command.footer(kRunExamples);
  command.add_option("COMMAND", options->command, "The program and its arguments")
      ->required()
      ->type_name("-- COMMAND [ARGUMENT...]");
  command.add_option("-c,--cpus", options->cpus, "Number of CPUs")->required()->type_name("N");
  command.add_flag("--membind", options->bind_memory,
                   "Allocate memory only on the NUMA nodes of the CPUs; default: preferably there, "
                   "as Linux does");
  command.add_flag("--share", options->share,
                   "Also use CPUs to which other processes are bound; default: only others");
  command
      .add_option("--proc", options->proc,
                  "Where proc is mounted, to find these processes; default: /proc")
      ->type_name("DIRECTORY")
      ->each([](const std::string &given) { refuse_empty("--proc", given, "a directory"); });
  command.add_flag("-v,--verbose", options->verbose,
                   "Print the CPUs, and all diagnostics about the machine");
  add_pick_options(command, options->pick, "Policy");
  return [options] { return run(*options); };
}

}  // namespace koordctl

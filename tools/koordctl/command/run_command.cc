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

// Exit codes of shells for a program that cannot be started.
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

// Chooses CPUs on this machine.
Placement choose(const RunOptions &options) {
  PodRequest request = pick_request(options.pick);
  request.cpus = parse_cpus("--cpus", options.cpus);
  SourceOptions source;
  source.only_allowed = true;
  source.verbose = options.verbose;
  const koord::Topology topology = open_topology(source);
  const koord::CpuSet own = own_affinity();
  const auto place_on = [&](const koord::CpuSet &available) {
    PlacementOptions state;
    state.available = available;
    return Placer(topology, std::move(state)).place(request);
  };
  if (options.share) return place_on(own);
  Placement placement = place_on(own - bound_cpus(options.proc, own));
  if (!placement.granted() && place_on(own).granted()) {
    placement.sentence +=
        "; other processes are bound to the rest: --share chooses from their CPUs, too";
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

// Warns if the chosen CPUs may be those of another process.
void warn_of_sharing(const RunOptions &options, const ChoiceLock &lock) {
  if (lock.error() == EWOULDBLOCK)
    say("warning: another koordctl run has not chosen its CPUs for 10 seconds; both may choose the "
        "same ones");
  else if (lock.error() != 0)
    say("warning: " + std::string(std::strerror(lock.error())) +
        ": another koordctl run at the same time may choose the same CPUs");
  if (!sees_all_processes(options.proc))
    say("warning: " + options.proc +
        " does not show the processes of other users; they may be bound to the chosen CPUs");
}

int run(const RunOptions &options) {
  std::optional<ChoiceLock> lock;
  if (!options.share) lock.emplace();
  const Placement placement = choose(options);
  if (lock) warn_of_sharing(options, *lock);
  if (!placement.granted()) {
    say("refused: " + placement.sentence);
    return kRefused;
  }
  bind_to_cpus(placement.cpus);
  const std::vector<int32_t> &nodes = placement.footprint.nodes;
  if (options.bind_memory) {
    if (nodes.empty())
      throw Failure(kEnvironment, "--membind: the CPUs " + placement.cpus.to_string() +
                                      " belong to no NUMA node that this process may use");
    bind_memory(nodes);
  }
  if (options.verbose)
    say("note: CPUs " + placement.cpus.to_string() + ", NUMA nodes " + number_ranges(nodes));
  execute(options.command);
}

}  // namespace

Run add_run_command(CLI::App &app) {
  auto options = std::make_shared<RunOptions>();
  CLI::App &command =
      *app.add_subcommand("run", "Run a program on CPUs of its own on this machine");
  command.footer(kRunExamples);
  add_program_argument(command, options->command);
  command.add_option("-c,--cpus", options->cpus, "Number of CPUs")->required()->type_name("N");
  command.add_flag("--membind", options->bind_memory,
                   "Allocate memory only on the NUMA nodes of the CPUs; default: preferably there, "
                   "as Linux does");
  command.add_flag(
      "--share", options->share,
      "Also choose CPUs to which other processes are bound; default: only CPUs to which none is");
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

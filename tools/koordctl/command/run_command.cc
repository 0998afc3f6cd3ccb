#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include "cli/errors.h"
#include "cli/failure.h"
#include "cli/options.h"
#include "cli/printable.h"
#include "command/commands.h"
#include "command/pick_options.h"
#include "machine/affinity.h"
#include "machine/gpus.h"
#include "machine/source.h"
#include "output/topology_table.h"
#include "session/placement.h"

namespace koordctl {
namespace {

// Exit codes of shells for a program that cannot be started.
constexpr int kCannotExecute = 126, kNotFound = 127;
constexpr uint32_t kMostGpus = 64;  // of a Device object

struct RunOptions {
  PickOptions pick;
  std::string cpus;
  GpuOptions gpus;
  std::vector<std::string> command;
  std::string proc = "/proc";
  bool share = false, bind_memory = false, verbose = false;
};

constexpr const char *kRunExamples = R"(Examples:
  # On one CPU of this machine; --share because all CPUs may have processes bound to them
  koordctl run --cpus 1 --share -- nproc
  # On two GPUs of a report of this machine, and the CPUs near them; default: GPUs of the driver
  koordctl run --gpus 2 --devices gpus.json --share -- printenv CUDA_VISIBLE_DEVICES

The command replaces koordctl and inherits the CPUs, and so do its children.
Exit codes: those of the command; 1 refused, 2 usage, 3 the machine cannot be read, 4 internal error, 126 the command cannot be executed, 127 it was not found.)";

// The CPUs and GPUs of the program.
struct Choice {
  Placement placement;
  GpuChoice gpus;
};

// The CPUs of this process, and those of them to which no other process is bound.
struct OwnCpus {
  koord::CpuSet all, unbound;
};

// Chooses CPUs on this machine, only on NUMA nodes of `near` unless it is empty.
Placement choose_cpus(const RunOptions &options, const koord::Topology &topology,
                      const OwnCpus &own, const std::vector<int32_t> &near) {
  PodRequest request = pick_request(options.pick);
  request.cpus = parse_cpus("--cpus", options.cpus);
  if (!near.empty()) {
    request.numa_nodes = near;
    request.numa_nodes_from = "--gpus";
  }
  const auto place_on = [&](const koord::CpuSet &available) {
    PlacementOptions state;
    state.available = available;
    return Placer(topology, std::move(state)).place(request);
  };
  if (options.share) return place_on(own.all);
  Placement placement = place_on(own.unbound);
  if (!placement.granted() && place_on(own.all).granted()) {
    placement.sentence +=
        "; other processes are bound to the rest: --share chooses from their CPUs, too";
  }
  return placement;
}

// Returns the CPUs of these NUMA nodes on which this process may run.
koord::CpuSet cpus_near(const koord::Topology &topology, const koord::CpuSet &own,
                        const std::vector<int32_t> &nodes) {
  koord::CpuSet cpus;
  for (const int32_t node : nodes) {
    try {
      cpus |= topology.get_cpuset(KOORD_CPUSET_KIND_NUMA_NODE, node);
    } catch (const koord::Error &) {  // the report is of another machine
      return {};
    }
  }
  return cpus & own;
}

std::string gpu_nodes(const Choice &choice) {
  return "NUMA nodes " + number_ranges(choice.gpus.nodes) + " of the GPUs";
}

// Chooses GPUs of one NUMA node that also has enough CPUs. If there is none, chooses GPUs and CPUs
// of any nodes and warns.
Choice choose_with_gpus(const RunOptions &options, const koord::Topology &topology,
                        const OwnCpus &own) {
  const uint32_t count = parse_number("--gpus", *options.gpus.count, 1, kMostGpus);
  const GpuSupply supply(topology, options.gpus, options.proc, options.share, options.verbose);
  Choice choice;
  choice.gpus.refusal = supply.shortage(count);
  if (!choice.gpus.refusal.empty()) return choice;
  for (const int32_t node : supply.numa_candidates(count)) {
    choice.gpus = with_subject("--gpus", [&] { return supply.choose(count, node); });
    if (!choice.gpus.refusal.empty()) continue;
    const koord::CpuSet near = cpus_near(topology, own.all, choice.gpus.nodes);
    choice.placement = Placement();
    if (near.empty()) continue;
    if (options.cpus.empty()) {
      choice.placement.cpus = near;
      choice.placement.footprint.nodes = choice.gpus.nodes;
      return choice;
    }
    choice.placement = choose_cpus(options, topology, own, choice.gpus.nodes);
    if (choice.placement.granted()) return choice;
  }
  if (!choice.gpus.refusal.empty()) return choice;
  if (options.cpus.empty()) {
    if (!choice.gpus.nodes.empty() && !options.bind_memory)
      print_message("warning: this process may not run on " + gpu_nodes(choice) +
                    "; the program keeps the CPUs of this process");
    return choice;
  }
  choice.placement = choose_cpus(options, topology, own, {});
  if (choice.placement.granted() && !choice.gpus.nodes.empty())
    print_message("warning: " + gpu_nodes(choice) + " have fewer than " + options.cpus +
                  " free CPUs; CPUs " + choice.placement.cpus.to_string() + " are chosen");
  return choice;
}

Choice choose(const RunOptions &options) {
  SourceOptions source;
  source.only_allowed = true;
  source.verbose = options.verbose;
  const koord::Topology topology = open_topology(source);
  OwnCpus own;
  own.all = own_affinity();
  if (!options.share && !options.cpus.empty())
    own.unbound = own.all - bound_cpus(options.proc, own.all);
  if (options.gpus.count) return choose_with_gpus(options, topology, own);
  return {choose_cpus(options, topology, own, {}), {}};
}

// Rejects missing options and options that need another one.
void check_options(const RunOptions &options) {
  if (options.gpus.count) refuse_empty("--gpus", *options.gpus.count, "a number");
  if (options.cpus.empty() && !options.gpus.count)
    throw Failure(kUsage, "--cpus or --gpus is required");
  const PickOptions &pick = options.pick;
  if (options.cpus.empty() && (!pick.bind.empty() || !pick.numa.empty() || pick.numa_nodes ||
                               pick.required || pick.fewest_l3))
    throw Failure(kUsage, "--bind, --required, --numa, --numa-nodes and --fewest-l3 need --cpus");
  if (!options.gpus.count && (options.gpus.nvml || options.gpus.report))
    throw Failure(kUsage, "--nvml and --devices need --gpus");
  if (options.gpus.count && pick.numa_nodes)
    throw Failure(kUsage,
                  "--numa-nodes cannot be used with --gpus: CPUs are chosen on the NUMA nodes of "
                  "the GPUs");
  if (options.gpus.nvml) refuse_empty("--nvml", *options.gpus.nvml, "a library");
  if (options.gpus.report) refuse_empty("--devices", *options.gpus.report, "a file");
}

[[noreturn]] void execute(const std::vector<std::string> &command) {
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  const int error = errno;
  print_message(quote(command[0]) + ": " + std::strerror(error));
  _exit(error == ENOENT ? kNotFound : kCannotExecute);
}

// Warns if the chosen CPUs or GPUs may be those of another process.
void warn_of_sharing(const RunOptions &options, const ChoiceLock &lock) {
  if (lock.error() == EWOULDBLOCK)
    print_message(
        "warning: another koordctl run has not chosen its CPUs or GPUs for 10 seconds; both may "
        "choose the same ones");
  else if (lock.error() != 0)
    print_message("warning: " + std::string(std::strerror(lock.error())) +
                  ": another koordctl run at the same time may choose the same CPUs or GPUs");
  if (!sees_all_processes(options.proc))
    print_message(
        "warning: " + options.proc +
        " does not show the processes of other users; they may be bound to the chosen CPUs or use "
        "the "
        "chosen GPUs");
}

// Binds this process, and with --membind its memory.
void bind_to(const Choice &choice, bool with_memory) {
  const Placement &placement = choice.placement;
  if (!placement.cpus.empty()) bind_to_cpus(placement.cpus);
  const std::vector<int32_t> &nodes = placement.footprint.nodes;
  if (!with_memory) return;
  if (!nodes.empty()) return bind_memory(nodes);
  if (placement.cpus.empty() && choice.gpus.nodes.empty())
    throw Failure(kEnvironment, "--membind: the NUMA nodes of the GPUs are not known");
  if (placement.cpus.empty())
    throw Failure(kEnvironment, "--membind: this process may not run on " + gpu_nodes(choice));
  throw Failure(kEnvironment, "--membind: the CPUs " + placement.cpus.to_string() +
                                  " belong to no NUMA node that this process may use");
}

int run(const RunOptions &options) {
  check_options(options);
  std::optional<ChoiceLock> lock;
  if (!options.share) lock.emplace();
  const Choice choice = choose(options);
  if (lock) warn_of_sharing(options, *lock);
  if (!choice.gpus.refusal.empty() || !choice.placement.granted()) {
    print_message("refused: " +
                  (choice.gpus.refusal.empty() ? choice.placement.sentence : choice.gpus.refusal));
    return kRefused;
  }
  bind_to(choice, options.bind_memory);
  if (!choice.gpus.names.empty()) set_visible_gpus(choice.gpus.names);
  if (options.verbose) {
    const Placement &placement = choice.placement;
    std::string note = "note: all CPUs";
    if (!placement.cpus.empty())
      note = "note: CPUs " + placement.cpus.to_string() + ", NUMA nodes " +
             number_ranges(placement.footprint.nodes);
    if (!choice.gpus.names.empty()) note += ", GPUs " + join(choice.gpus.names, ", ");
    print_message(note);
  }
  execute(options.command);
}

}  // namespace

Run add_run_command(CLI::App &app) {
  auto options = std::make_shared<RunOptions>();
  CLI::App &command =
      *app.add_subcommand("run", "Run a program on CPUs and GPUs of its own on this machine");
  command.footer(kRunExamples);
  add_program_argument(command, options->command);
  command
      .add_option("-c,--cpus", options->cpus,
                  "Number of CPUs; with --gpus default: all CPUs of the GPUs' NUMA nodes, shared")
      ->type_name("N")
      ->each([](const std::string &given) { refuse_empty("--cpus", given, "a number"); });
  command
      .add_option("-g,--gpus", options->gpus.count,
                  "Number of NVIDIA GPUs; CUDA and the container runtime get their UUIDs in "
                  "CUDA_VISIBLE_DEVICES and NVIDIA_VISIBLE_DEVICES")
      ->type_name("N");
  command
      .add_option("--nvml", options->gpus.nvml,
                  "Query this library for GPUs; default: libnvidia-ml.so.1")
      ->type_name("LIBRARY");
  command
      .add_option("--devices", options->gpus.report,
                  "Read the GPUs from a Device object, the output of devices -o json, instead of "
                  "querying the driver")
      ->type_name("FILE");
  command.add_flag("--membind", options->bind_memory,
                   "Allocate memory only on the NUMA nodes of the CPUs; default: preferably there, "
                   "as Linux does");
  command.add_flag(
      "--share", options->share,
      "Also choose CPUs to which other processes are bound, and GPUs that they use; default: only "
      "CPUs and GPUs without such processes");
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

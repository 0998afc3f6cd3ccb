#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/printable.h"
#include "command/commands.h"
#include "command/pick_options.h"
#include "machine/source.h"
#include "node/kubelet_version.h"
#include "output/picture.h"
#include "output/placement_output.h"
#include "output/yaml.h"
#include "session/placement.h"

namespace koordctl {
namespace {

struct AllocateOptions {
  SourceOptions source;
  PictureOptions picture;
  PickOptions pick;
  std::string exclusive;
  std::vector<std::string> pods, allocated, kubelet_options;
  // An empty value differs from a missing option.
  std::optional<std::string> cpus, max_ref_count, available, reserved, preferred, svg;
  std::string profile = "spec", kubelet_version;
  std::string output = "table";
  bool draw = true;
  bool no_headers = false;
};

const std::vector<std::string> kPickerProfiles = {"spec", "upstream", "kubelet"};

constexpr const char *kAllocateExamples = R"(Examples:
  # One CPU of this machine, printed as a CPU list for scripts
  koordctl allocate --cpus 1 -o name
  # Whole cores or nothing, beside CPUs that another pod already holds
  koordctl allocate --from server.xml --cpus 8 --bind FullPCPUs --required --allocated 0-3:web
  # A session: three pods one after another, in one picture
  koordctl allocate --from server.xml --pod web=4 --pod db=8,bind=FullPCPUs,exclusive=PCPULevel --pod batch=12,numa=LeastAllocated
  # By kubelet's static policy
  koordctl allocate --from server.xml --cpus 6 --profile kubelet --reserved 0,32 --kubelet-option full-pcpus-only=true
  # Only on NUMA node 1, as JSON and as a picture for a browser
  koordctl allocate --from server.xml --cpus 4 --numa-nodes 1 -o json --svg placement.svg

Exit codes: 0 all placed, 1 a pod was refused, 2 usage, 3 unreadable input or machine, 4 internal error.)";

// Rejects options that do not apply to the profile.
void check_combination(const AllocateOptions &options) {
  const bool is_kubelet = options.profile == "kubelet";
  if (options.cpus.has_value() != options.pods.empty())
    throw Failure(kUsage, "give either --cpus N for one pod or --pod NAME=N for each of several");
  if (!is_kubelet && !options.kubelet_options.empty())
    throw Failure(kUsage, "--kubelet-option: only with --profile kubelet");
  if (!is_kubelet && !options.kubelet_version.empty())
    throw Failure(kUsage, "--kubelet-version: only with --profile kubelet");
  const std::pair<bool, const char *> koordinator_only[] = {
      {!options.pick.bind.empty(), "--bind"},
      {!options.exclusive.empty(), "--exclusive"},
      {!options.pick.numa.empty(), "--numa"},
      {options.max_ref_count.has_value(), "--max-ref-count"},
      {options.pick.required, "--required"},
      {options.pick.fewest_l3, "--fewest-l3"}};
  for (const auto &[given, name] : koordinator_only) {
    if (given && is_kubelet) {
      throw Failure(kUsage, std::string(name) + ": not available with --profile kubelet; use " +
                                "--kubelet-option");
    }
  }
}

std::vector<PodRequest> requests(const AllocateOptions &options) {
  PodRequest defaults = pick_request(options.pick);
  defaults.exclusive =
      KOORD_EXCLUSIVE_POLICY_NONE + index_of(exclusive_policies(), options.exclusive);
  std::vector<PodRequest> pods;
  if (options.cpus) {
    pods.push_back(defaults);
    pods.back().cpus = parse_cpus("--cpus", *options.cpus);
  }
  for (const std::string &text : options.pods) {
    PodRequest pod = parse_pod(text, defaults);
    const bool has_policies = pod.bind != defaults.bind || pod.exclusive != defaults.exclusive ||
                              pod.numa != defaults.numa || pod.flags != defaults.flags;
    if (has_policies && options.profile == "kubelet") {
      throw Failure(kUsage, "--pod " + clip(text, 64) +
                                ": with --profile kubelet only numa-nodes= can be set");
    }
    const auto same_name = [&](const PodRequest &other) { return other.name == pod.name; };
    if (std::any_of(pods.begin(), pods.end(), same_name)) {
      throw Failure(kUsage, "--pod " + clip(text, 64) + ": found the name " + pod.name +
                                " twice, expected a different name for every pod");
    }
    pods.push_back(std::move(pod));
  }
  return pods;
}

PlacementOptions machine_state(const AllocateOptions &options) {
  PlacementOptions state;
  state.profile = index_of(kPickerProfiles, options.profile);
  if (options.available) state.available = parse_cpu_list(*options.available, "--available");
  if (options.reserved) state.reserved = parse_cpu_list(*options.reserved, "--reserved");
  if (options.preferred) state.preferred = parse_cpu_list(*options.preferred, "--preferred");
  for (const std::string &text : options.allocated)
    state.holders.push_back(parse_holder(text, "held" + std::to_string(state.holders.size() + 1)));
  if (options.max_ref_count)
    state.max_ref_count = parse_number("--max-ref-count", *options.max_ref_count, 1, 1000);
  state.kubelet_version = kubelet_version_of(options.kubelet_version);
  for (const std::string &text : options.kubelet_options)
    state.kubelet_options = parse_kubelet_options(text, state.kubelet_options);
  return state;
}

void print_names(const std::vector<Placement> &placements) {
  std::string text;
  for (const Placement &placement : placements) {
    if (!placement.granted()) return;  // all or nothing: a script must not use part of a session
    text += placement.cpus.to_string() + "\n";
  }
  print(text);
}

int run(const AllocateOptions &options) {
  check_combination(options);
  if (options.svg) refuse_empty("--svg", *options.svg, "a file");
  const std::vector<PodRequest> pods = requests(options);
  PlacementOptions state = machine_state(options);
  const koord::Topology topology = open_topology(options.source);
  Placer placer(topology, std::move(state));
  std::vector<Placement> placements;
  int exit_code = kOk;
  for (const PodRequest &pod : pods) {
    placements.push_back(placer.place(pod));
    if (!placements.back().granted()) exit_code = kRefused;
  }

  const std::vector<NamedSet> sets = picture_sets(placer, placements);
  const std::string title = picture_title(placements);
  if (options.svg) write_file(*options.svg, svg_picture(topology, options.picture, sets, title));
  if (options.output == "json") {
    print(placement_json(placer, placements));
  } else if (options.output == "yaml") {
    print(json_to_yaml(placement_json(placer, placements)));
  } else if (options.output == "svg") {
    print(svg_picture(topology, options.picture, sets, title));
  } else if (options.output == "name") {
    print_names(placements);
  } else {
    std::string text = placement_table(placements, !options.no_headers);
    if (options.draw) text += "\n" + text_picture(topology, options.picture, sets, title);
    print(text);
  }
  for (const Placement &placement : placements) {
    if (placement.granted()) continue;
    const std::string pod = options.pods.empty() ? "" : placement.request.name + ": ";
    print_message("refused: " + pod + placement.sentence);
  }
  return exit_code;
}

void add_pod_options(CLI::App &command, AllocateOptions &options) {
  const std::string group = "Pods";
  command.add_option("-c,--cpus", options.cpus, "Number of CPUs for a single pod")
      ->type_name("N")
      ->group(group);
  command
      .add_option("--pod", options.pods,
                  "Place a pod called NAME; repeat for more pods, which are placed in this order. "
                  "Settings: bind=, exclusive=, numa=, numa-nodes=0+1, required, fewest-l3; "
                  "default: the options below")
      ->type_name("NAME=N[,SETTING...]")
      ->allow_extra_args(false)
      ->group(group);
  add_pick_options(command, options.pick, group);
  set_choices(command
                  .add_option("--exclusive", options.exclusive,
                              "Avoid cores or NUMA nodes held under the same policy")
                  ->group(group),
              exclusive_policies());
}

void add_state_options(CLI::App &command, AllocateOptions &options) {
  const std::string group = "State of the machine";
  command
      .add_option(
          "-a,--allocated", options.allocated,
          "CPUs that a pod already holds, its name and its exclusive policy; repeat for more pods")
      ->type_name("LIST[:NAME][:EXCLUSIVE]")
      ->allow_extra_args(false)
      ->group(group);
  command.add_option("--available", options.available, "CPUs that may be used; default: all")
      ->type_name("LIST")
      ->group(group);
  command.add_option("--reserved", options.reserved, "CPUs kept for the system")
      ->type_name("LIST")
      ->group(group);
  command
      .add_option(
          "--preferred", options.preferred,
          "CPUs to use first, such as a reservation's (kubelet: a finished init container's)")
      ->type_name("LIST")
      ->group(group);
  command
      .add_option("--max-ref-count", options.max_ref_count,
                  "Pods that may share one CPU; default: 1")
      ->type_name("N")
      ->group(group);
}

}  // namespace

Run add_allocate_command(CLI::App &app) {
  auto options = std::make_shared<AllocateOptions>();
  CLI::App &command = *app.add_subcommand(
      "allocate", "Pick CPUs for pods as Koordinator or kubelet would, and show them");
  command.footer(kAllocateExamples);
  set_choices(command.add_option(
                  "-o,--output", options->output,
                  "Output format; name prints only CPU lists, one line per pod; default: table"),
              {"table", "json", "yaml", "name", "svg"});
  command.add_option("--svg", options->svg, "Also write the picture to this file")
      ->type_name("FILE");
  command.add_flag("--picture,!--no-picture", options->draw,
                   "Draw below the table which pod holds which CPUs; default: yes");
  command.add_flag("--no-headers", options->no_headers, "Print the table without column names");
  add_picture_options(command, options->picture);
  add_pod_options(command, *options);
  set_choices(
      command
          .add_option("--profile", options->profile,
                      "Rules to follow: the Koordinator proposals (spec), Koordinator itself, CPU "
                      "for CPU (upstream), or kubelet's static policy (kubelet); default: spec")
          ->group("Policy"),
      kPickerProfiles);
  command
      .add_option("--kubelet-option", options->kubelet_options,
                  "Option of kubelet's static policy, as in cpuManagerPolicyOptions; repeat for "
                  "more, or separate them by commas")
      ->type_name("NAME[=BOOL]")
      ->allow_extra_args(false)
      ->group("Policy");
  add_kubelet_version(command, options->kubelet_version)->group("Policy");
  add_state_options(command, *options);
  add_former_name(command, "-f", "--from");
  add_source_options(command, options->source);
  return [options] { return run(*options); };
}

}  // namespace koordctl

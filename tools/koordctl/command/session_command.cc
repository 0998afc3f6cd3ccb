#include "command/session_command.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/printable.h"
#include "output/node_devices.h"
#include "output/simulation_output.h"
#include "output/yaml.h"
#include "session/session.h"
#include "session/unknown_keys.h"

namespace koordctl {
namespace {

// Warns about claims of a bound pod that are invalid or conflict with others.
void warn_of_conflicts(const PodResult &pod) {
  const koord_pod_conflicts &conflicts = pod.conflicts;
  struct Claim {
    uint32_t count;
    const char *noun, *fault;
  };
  // An unreadable claim counts as many CPUs as the pod requests, but claims none of them.
  const bool is_read = conflicts.cpus.reason != KOORD_REASON_CLAIM_UNREADABLE;
  const Claim claims[] = {
      {conflicts.cpus_held, "CPU", "that another pod holds"},
      {conflicts.cpus_reserved, "CPU", "reserved or of system QoS"},
      {is_read ? conflicts.cpus_unknown : 0, "CPU", "that its node does not report"},
      {conflicts.amounts_unknown, "amount", "that its node does not report"},
      {conflicts.devices_unknown, "device",
       "that its node does not report or reports as unhealthy"},
      {conflicts.devices_overcommitted, "device", "of which too little is left"}};
  std::vector<std::string> parts;
  for (const auto &[count, noun, fault] : claims) {
    if (count == 0) continue;
    parts.push_back(std::to_string(count) + " " + noun + (count == 1 ? " " : "s ") + fault);
  }
  const std::string subject = pod.short_name() + " on " + pod.node;
  if (!parts.empty()) diagnose("warning", subject + " claims " + join(parts, ", "));
  for (const std::string &sentence : pod.refused_claims)
    diagnose("warning", subject + ": " + sentence);
}

// Warns that pods were placed although nothing here decides their claims.
void diagnose_claims(const SessionResult &result) {
  constexpr size_t kShown = 3;
  size_t count = 0;
  std::string names;
  for (const PodResult &pod : result.pods) {
    if (pod.claims.empty() || ++count > kShown) continue;
    names.append(names.empty() ? "" : ", ").append(pod.short_name() + " (" + pod.claims + ")");
  }
  if (count == 0) return;
  if (count > kShown) names += " and " + std::to_string(count - kShown) + " more";
  diagnose(
      "warning",
      "koordctl does not decide the ResourceClaims of pods, since it evaluates no DeviceClass: " +
          names + "; nodes may lack the devices");
}

// Suggests a remedy if the files lack objects on which a pod depends.
void diagnose_absent_kinds(const SessionInput &input, const SessionResult &result) {
  if (result.profile == KOORD_PROFILE_NRT_MATCH) return;
  const bool knows_cpus = std::any_of(result.nodes.begin(), result.nodes.end(),
                                      [](const NodeResult &node) { return bool(node.topology); });
  if (input.wants_cpus && input.topologies.empty() && !knows_cpus) {
    diagnose("note",
             "the files have no NodeResourceTopology, so no node takes pods with exclusive CPUs: "
             "add noderesourcetopologies to kubectl get, or --machine NODE=FILE; in a cluster "
             "without that kind, make them with koordctl topology -o nrt");
  }
  if (!input.devices.empty() || !(input.wants_devices || input.wants_gpus)) return;
  const bool waits = result.profile == KOORD_PROFILE_SPEC;
  const char *effect =
      waits && input.wants_devices ? "no node takes pods with devices of koordinator.sh"
      : waits && input.lists_devices()
          ? "no node whose allocatable has devices of koordinator.sh takes pods with GPUs"
          : "devices are counted by the nodes' allocatable, and none are chosen";
  diagnose("note", std::string("the files have no Device, so ") + effect +
                       ": add devices to kubectl get; in a cluster without that kind, make them "
                       "with koordctl devices -o yaml");
}

}  // namespace

void add_session_options(CLI::App &command, SessionOptions &options, const std::string &pods,
                         const std::vector<std::string> &profiles) {
  command.add_flag("-v,--verbose", options.verbose, "Print all diagnostics about odd input");
  const std::string group = "Cluster";
  command
      .add_option("-f,--filename", options.files,
                  std::string("YAML or JSON file with Node, NodeResourceTopology, Device and Pod "
                              "objects or Lists of them, or - for standard input; repeat for more. "
                              "Pods with spec.nodeName count as bound") +
                      pods)
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--machine", options.machines,
                  "Add a node with the machine in FILE, in any format of topology --from, or N "
                  "such nodes, NODE-1 to NODE-N; repeat for more. If the files have a Node of that "
                  "name, it gets this machine; otherwise the whole machine is allocatable")
      ->type_name("NODE=FILE[,copies=N]")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--machine-synthetic", options.synthetic_machines,
                  "As --machine, with an hwloc synthetic description")
      ->type_name("NODE=TEXT[,copies=N]")
      ->allow_extra_args(false)
      ->group(group);
  add_profile_option(command, options.profile, group, profiles);
  command
      .add_flag("--ignore-kubelet", options.ignore_kubelet,
                "Ignore the CPUs that kubelet assigned or reserves: the first stage of taking over "
                "its CPU management")
      ->group(group);
  command
      .add_flag("--strict", options.strict,
                "Stop if an object, or a part of a pod, cannot be read or has a misspelt key; by "
                "default it is ignored with a warning")
      ->group(group);
}

void check_session(const SessionOptions &options) {
  if (!options.this_machine && options.files.empty() && options.machines.empty() &&
      options.synthetic_machines.empty())
    throw Failure(kUsage, "give files with nodes and pods: -f FILE");
  for (const std::string &file : options.files) refuse_empty("--filename", file, "a file or -");
  const auto is_stdin = [](const std::string &text) {
    return text == "-" || text.ends_with("=-") || text.find("=-,copies=") != std::string::npos;
  };
  if (std::count_if(options.files.begin(), options.files.end(), is_stdin) +
          std::count_if(options.machines.begin(), options.machines.end(), is_stdin) >
      1)
    throw Failure(kUsage, "standard input (-) can be only one of the files");
}

void check_picture(bool draw, bool is_below, const std::string &form, const std::string &output) {
  if (draw && !is_below)
    throw Failure(kUsage, "--picture: only below " + form + ", not with -o " + output);
}

Scenario read_scenario(const SessionOptions &options) {
  return read_scenario(options, SessionInput(options.files));
}

Scenario read_scenario(const SessionOptions &options, SessionInput input) {
  if (options.strict && !input.doubts.empty()) throw Failure(kEnvironment, input.doubts.front());
  diagnose_doubts(input, options.verbose);
  std::vector<Machine> machines;
  for (const std::string &text : options.machines)
    machines.push_back(open_machine(text, false, options.verbose));
  for (const std::string &text : options.synthetic_machines)
    machines.push_back(open_machine(text, true, options.verbose));
  if (options.this_machine && options.files.empty() && machines.empty())
    machines.push_back(open_this_machine(options.verbose));
  if (input.nodes.empty() && machines.empty() && !input.ignored.empty())
    throw Failure(kEnvironment, input.ignored.front());
  if (input.nodes.empty() && machines.empty())
    throw Failure(kUsage, "no Node in the files: add one, or give --machine NODE=FILE");
  constexpr koord_profile kNumbers[] = {KOORD_PROFILE_SPEC, KOORD_PROFILE_UPSTREAM,
                                        KOORD_PROFILE_NRT_MATCH};
  const size_t profile = find_choice("--profile", kSimulatedProfiles, options.profile);
  return {Diagnostics(options.verbose), kNumbers[profile], options.ignore_kubelet, std::move(input),
          std::move(machines),          options.strict};
}

std::string text_pictures(const SessionResult &result, const std::vector<const NodeResult *> &nodes,
                          const PictureOptions &options) {
  std::string text;
  for (const NodeResult *node : nodes) {
    text += "\n" +
            text_picture(node->topology, options, node_sets(result, *node), node_title(*node)) +
            devices_block(node_devices(result, *node, node_holders(result, *node)));
  }
  return text;
}

std::string before_and_after(const SessionResult &before, const SessionResult &after,
                             const std::string &node, const PictureOptions &options) {
  std::string text;
  for (const SessionResult *session : {&before, &after}) {
    for (const NodeResult &each : session->nodes) {
      if (each.name != node || !each.topology) continue;
      text += session == &before ? "\nBefore:\n" : "\nAfter:\n";
      text += text_pictures(*session, {&each}, options);
    }
  }
  return text;
}

void print_document(const std::string &output, const std::string &json) {
  print(output == "json" ? json : json_to_yaml(json));
}

CLI::Option *add_pods_option(CLI::App &command, const std::string &name,
                             std::vector<std::string> &pods, const std::string &description) {
  return command.add_option(name, pods, description)
      ->type_name("[NAMESPACE/]POD")
      ->allow_extra_args(false)
      ->each([name](const std::string &given) { refuse_empty(name, given, "a pod's name"); });
}

size_t PodArgument::find_in(const SessionInput &input) const {
  return find_pod(input, name, name_space);
}

void add_namespace_option(CLI::App &command, std::string &name_space) {
  command.add_option("-n,--namespace", name_space, "Namespace of POD; default: default")
      ->type_name("NAMESPACE")
      ->each([](const std::string &given) { refuse_empty("--namespace", given, "a namespace"); });
}

CLI::Option *add_pod_argument(CLI::App &command, PodArgument &pod, const std::string &description) {
  add_namespace_option(command, pod.name_space);
  return command.add_option("POD", pod.name, description + ": NAME, pod/NAME or NAMESPACE/NAME")
      ->required()
      ->type_name("POD")
      ->each([](const std::string &given) {
        refuse_empty("POD", given, "a pod's name or NAMESPACE/NAME");
      });
}

void diagnose(const char *kind, const std::string &text) {
  print_message(std::string(kind) + ": " + text);
}

void diagnose_doubts(const SessionInput &input, bool verbose) {
  constexpr size_t kShown = 20;
  const size_t shown = verbose ? input.doubts.size() : std::min(kShown, input.doubts.size());
  for (size_t i = 0; i < shown; ++i) diagnose("warning", input.doubts[i]);
  const size_t more = input.doubts.size() - shown + input.doubts_left_out;
  std::string text = "and ";
  if (input.doubts_incomplete) text += "at least ";
  text += std::to_string(more) + " more warnings about keys and values of objects";
  if (shown < input.doubts.size())
    text += input.doubts_left_out == 0
                ? "; --verbose prints them"
                : "; --verbose prints the first " + std::to_string(input.doubts.size());
  if (input.doubts_incomplete)
    text += "; at most " + std::to_string(kMaxObjectDoubts) + " of one object are reported";
  if (more > 0 || input.doubts_incomplete) diagnose("warning", text);
}

void diagnose_input(const SessionInput &input, const SessionResult &result) {
  const std::string skipped = input.skipped_text();
  if (!skipped.empty()) diagnose("note", "skipped " + skipped);
  for (const std::string &note : input.notes) diagnose("note", note);
  constexpr size_t kMostIgnored = 1000;
  const size_t shown = std::min(kMostIgnored, result.ignored.size());
  for (size_t i = 0; i < shown; ++i)
    diagnose("warning", result.ignored[i] + "; the object is ignored");
  if (shown < result.ignored.size())
    diagnose("warning",
             "and " + std::to_string(result.ignored.size() - shown) + " more objects are ignored");
  diagnose_absent_kinds(input, result);
  for (const NodeResult &node : result.nodes)
    if (!node.described) diagnose("warning", "node " + node.name + ": no Node object describes it");
  for (const PodResult &pod : result.pods) {
    for (const std::string &fault : pod.faults) diagnose("warning", fault + "; it is ignored");
    if (!pod.unreadable.empty()) diagnose("warning", pod.unreadable + "; the pod is not placed");
    warn_of_conflicts(pod);
  }
  diagnose_claims(result);
}

}  // namespace koordctl

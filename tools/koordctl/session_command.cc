#include "session_command.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "failure.h"
#include "file.h"
#include "manifest.h"
#include "options.h"
#include "printable.h"
#include "simulation_output.h"
#include "yaml.h"

namespace koordctl {
namespace {

// What a bound pod says it holds and does not have, or not alone.
void warn_of_conflicts(const PodResult &pod) {
  const koord_pod_conflicts &conflicts = pod.conflicts;
  const std::pair<std::uint32_t, const char *> counts[] = {
      {conflicts.cpus_held, "CPUs that another pod has"},
      {conflicts.cpus_reserved, "CPUs that are reserved or kubelet's"},
      {conflicts.cpus_unknown, "CPUs that its node is not known to have"},
      {conflicts.grants_unknown, "amounts that its node does not report"},
      {conflicts.devices_unknown, "devices that its node does not have or that are not healthy"},
      {conflicts.devices_short, "devices of which others have too much"}};
  std::vector<std::string> parts;
  for (const auto &[count, what] : counts) {
    if (count != 0) parts.push_back(std::to_string(count) + " " + what);
  }
  const std::string subject = pod.short_name() + " on " + pod.node;
  if (!parts.empty()) remark("warning", subject + " claims " + join(parts, ", "));
  for (const std::string &sentence : pod.refused_claims) {
    remark("warning", subject + ": " + sentence);
  }
}

}  // namespace

void add_session_options(CLI::App &command, SessionOptions &options, const std::string &pods) {
  command.add_flag("-v,--verbose", options.verbose, "Print remarks about odd input too");
  const std::string group = "Cluster";
  command
      .add_option(
          "-f,--filename", options.files,
          std::string(
              "YAML or JSON with Node, NodeResourceTopology, Device and Pod objects, Lists too, or "
              "standard input (-); again for more. Pods with spec.nodeName are there from the "
              "start, ") +
              pods)
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--machine", options.machines,
                  "A node with the machine that FILE describes, as topology --from reads it, or N "
                  "of them, NODE-1 to NODE-N; again for more. A Node of that name in the files "
                  "gets the machine, otherwise all of it is allocatable")
      ->type_name("NODE=FILE[,copies=N]")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--machine-synthetic", options.synthetic_machines,
                  "The same with an hwloc synthetic description")
      ->type_name("NODE=TEXT[,copies=N]")
      ->allow_extra_args(false)
      ->group(group);
  set_choices(command
                  .add_option("--profile", options.profile,
                              "Whose answer: the proposals' (spec) or Koordinator's (upstream); "
                              "default: spec")
                  ->group(group),
              kProfiles);
  command
      .add_flag("--ignore-kubelet", options.ignore_kubelet,
                "CPUs that kubelet gave away or reserves count for nothing: the first stage of "
                "taking over its CPU management")
      ->group(group);
  command
      .add_flag("--strict", options.strict,
                "End where something of a pod cannot be read, which is left aside otherwise: what "
                "it claims to hold, or all of the pod")
      ->group(group);
}

void check_session(const SessionOptions &options) {
  if (options.files.empty() && options.machines.empty() && options.synthetic_machines.empty()) {
    throw Failure(kUsage, "give files with nodes and pods: -f FILE");
  }
  for (const std::string &file : options.files) {
    refuse_empty("--filename", file, "a file or -");
  }
  const auto is_stdin = [](const std::string &text) {
    return text == "-" || text.ends_with("=-") || text.find("=-,copies=") != std::string::npos;
  };
  if (std::count_if(options.files.begin(), options.files.end(), is_stdin) +
          std::count_if(options.machines.begin(), options.machines.end(), is_stdin) >
      1) {
    throw Failure(kUsage, "standard input (-) can be only one of the files");
  }
}

void check_picture(bool draw, bool is_below, const std::string &form, const std::string &output) {
  if (draw && !is_below) {
    throw Failure(kUsage, "--picture: only below " + form + ", not with -o " + output);
  }
}

Scenario read_scenario(const SessionOptions &options, bool names_for_uids) {
  std::vector<Manifest> manifests;
  for (const std::string &file : options.files) read_manifests(file, manifests);
  SessionInput input(std::move(manifests), names_for_uids);
  std::vector<Machine> machines;
  for (const std::string &text : options.machines) {
    machines.push_back(open_machine(text, false, options.verbose));
  }
  for (const std::string &text : options.synthetic_machines) {
    machines.push_back(open_machine(text, true, options.verbose));
  }
  if (input.nodes.empty() && machines.empty()) {
    throw Failure(kUsage, "no Node in the files: add one, or give --machine NODE=FILE");
  }
  const bool spec = find_choice("--profile", kProfiles, options.profile) == 0;
  return {Remarks(options.verbose), spec ? KOORD_PROFILE_SPEC : KOORD_PROFILE_UPSTREAM,
          options.ignore_kubelet,   std::move(input),
          std::move(machines),      options.strict};
}

std::string text_pictures(const SessionResult &result, const std::vector<const NodeResult *> &nodes,
                          const PictureOptions &options) {
  std::string text;
  for (const NodeResult *node : nodes) {
    text +=
        "\n" + text_picture(node->topology, options, node_sets(result, *node), node_title(*node));
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

void add_pod_argument(CLI::App &command, std::string &pod, const std::string &description) {
  command
      .add_option("POD", pod, description + ": NAME in the namespace default, or NAMESPACE/NAME")
      ->required()
      ->type_name("POD")
      ->each([](const std::string &given) {
        refuse_empty("POD", given, "a pod's name or NAMESPACE/NAME");
      });
}

void remark(const char *kind, const std::string &text) { say(std::string(kind) + ": " + text); }

void remark_on_input(const SessionInput &input, const SessionResult &result) {
  const std::string skipped = input.skipped_text();
  if (!skipped.empty()) remark("note", "skipped " + skipped);
  for (const NodeResult &node : result.nodes) {
    if (!node.described) remark("warning", "node " + node.name + ": no Node describes it");
  }
  for (const PodResult &pod : result.pods) {
    for (const std::string &fault : pod.faults) remark("warning", fault + "; it is left aside");
    if (!pod.unreadable.empty()) remark("warning", pod.unreadable + "; the pod is left aside");
    warn_of_conflicts(pod);
  }
}

}  // namespace koordctl

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>

#include "commands.h"
#include "file.h"
#include "manifest.h"
#include "options.h"
#include "picture.h"
#include "session_input.h"
#include "session_machine.h"
#include "simulation.h"
#include "simulation_output.h"
#include "yaml.h"

namespace koordctl {
namespace {

struct SimulateOptions {
  std::vector<std::string> files, machines, synthetic_machines;
  std::string profile = "spec";
  std::string output = "table";
  std::string node;
  PictureOptions picture;
  bool draw = false;
  bool no_headers = false;
  bool verbose = false;
};

constexpr const char *kExamples = R"(Examples:
  # Nodes and pods as the API server has them: kubectl get nodes,noderesourcetopologies,pods -A -o yaml > cluster.yaml
  koordctl simulate -f cluster.yaml
  # Where new pods would go, what each would get, and what is left
  koordctl simulate -f cluster.yaml -f pods.yaml -o wide
  # Who holds which CPUs afterwards
  koordctl simulate -f cluster.yaml -f pods.yaml --picture --node node-a
  # Without a cluster: three nodes like this server
  koordctl simulate --machine server=server.xml,copies=3 -f pods.yaml
  # As Koordinator would today, for a script
  koordctl simulate --machine-synthetic "small=pack:1 numa:2(memory=16GiB) core:8 pu:2" -f pods.yaml --profile upstream -o json

Exit codes: 0 all placed, 1 a pod was refused, 2 usage, 3 unreadable input, 4 internal error.)";

const std::vector<std::string> kProfiles = {"spec", "upstream"};

void check_combination(const SimulateOptions &options) {
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
  if (!options.node.empty() && !options.draw && options.output != "svg") {
    throw Failure(kUsage, "--node: only for --picture and -o svg");
  }
  const bool is_table = options.output == "table" || options.output == "wide";
  if (options.draw && !is_table) {
    throw Failure(kUsage, "--picture: only below a table, not with -o " + options.output);
  }
}

// The nodes to draw: the one that was named, or all whose machine is known.
std::vector<const NodeResult *> drawn_nodes(const SessionResult &result,
                                            const SimulateOptions &options) {
  std::vector<const NodeResult *> nodes;
  std::vector<std::string> names;
  for (const NodeResult &node : result.nodes) {
    names.push_back(node.name);
    if (options.node.empty() ? node.topology.has_value() : node.name == options.node) {
      nodes.push_back(&node);
    }
  }
  if (options.node.empty()) return nodes;
  if (nodes.empty()) {
    const std::string nearest = nearest_word(options.node, names);
    throw Failure(kUsage, "--node: there is no node " + quote(options.node) +
                              (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
  }
  if (!nodes[0]->topology) {
    throw Failure(kUsage, "--node: the machine of " + options.node +
                              " is not known: no NodeResourceTopology, no --machine");
  }
  return nodes;
}

std::string pictures(const SessionResult &result, const SimulateOptions &options) {
  std::string text;
  for (const NodeResult *node : drawn_nodes(result, options)) {
    text += "\n" + text_picture(*node->topology, options.picture, node_sets(result, *node),
                                node_title(*node));
  }
  return text;
}

std::string svg(const SessionResult &result, const SimulateOptions &options) {
  const std::vector<const NodeResult *> nodes = drawn_nodes(result, options);
  if (nodes.size() != 1) {
    throw Failure(kUsage, "-o svg: draws one node, and there are " + std::to_string(nodes.size()) +
                              " with a known machine: choose with --node");
  }
  return svg_picture(*nodes[0]->topology, options.picture, node_sets(result, *nodes[0]),
                     node_title(*nodes[0]));
}

void print_result(const SessionResult &result, const SimulateOptions &options) {
  if (options.output == "json") return print(session_json(result));
  if (options.output == "yaml") return print(json_to_yaml(session_json(result)));
  if (options.output == "svg") return print(svg(result, options));
  const std::string below = options.draw ? pictures(result, options) : "";
  print(session_table(result, options.output == "wide", !options.no_headers) + below);
}

void remark(const char *kind, const std::string &text) {
  std::fprintf(stderr, "koordctl: %s: %s\n", kind, text.c_str());
}

// What a bound pod says it holds and cannot have alone.
void warn_of_conflicts(const PodResult &pod) {
  const std::pair<std::uint32_t, const char *> counts[] = {
      {pod.conflicts.cpus_held, "CPUs that another pod holds as well"},
      {pod.conflicts.cpus_withheld, "CPUs that are reserved or kubelet's"},
      {pod.conflicts.cpus_unknown, "CPUs that its node is not known to have"},
      {pod.conflicts.grants_unknown, "amounts that its node does not report"}};
  std::vector<std::string> parts;
  for (const auto &[count, what] : counts) {
    if (count != 0) parts.push_back(std::to_string(count) + " " + what);
  }
  if (!parts.empty()) {
    remark("warning", pod.short_name() + " on " + pod.node + " holds " + join(parts, ", "));
  }
}

int run(const SimulateOptions &options) {
  check_combination(options);
  std::vector<Manifest> manifests;
  for (const std::string &file : options.files) read_manifests(file, manifests);
  const SessionInput input(std::move(manifests));
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
  const Remarks remarks(options.verbose);
  const SessionResult result =
      simulate(remarks,
               find_choice("--profile", kProfiles, options.profile) == 0 ? KOORD_PROFILE_SPEC
                                                                         : KOORD_PROFILE_UPSTREAM,
               input, machines);
  print_result(result, options);
  const std::string skipped = input.skipped_text();
  if (!skipped.empty()) remark("note", "skipped " + skipped);
  for (const NodeResult &node : result.nodes) {
    if (!node.described) remark("warning", "node " + node.name + ": no Node describes it");
  }
  for (const PodResult &pod : result.pods) warn_of_conflicts(pod);
  for (const PodResult &pod : result.pods) {
    if (pod.state == PodState::kRefused) {
      remark("refused", pod.short_name() + ": " + pod.rejection.sentence());
    }
  }
  return result.all_placed() ? kOk : kRefused;
}

}  // namespace

Run add_simulate_command(CLI::App &app) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App &command = *app.add_subcommand(
      "simulate",
      "Schedule pods on the nodes of a cluster, one after another, and show the result");
  command.footer(kExamples);
  set_choices(command.add_option("-o,--output", options->output,
                                 "How to print; wide adds policies, amounts and the nodes; "
                                 "default: table"),
              {"table", "wide", "json", "yaml", "svg"});
  command.add_flag("--picture", options->draw, "Draw who holds what on the nodes below the table");
  command
      .add_option("--node", options->node,
                  "Draw this node only; default: every node whose machine is known")
      ->type_name("NODE")
      ->each([](const std::string &given) { refuse_empty("--node", given, "a node's name"); });
  command.add_flag("--no-headers", options->no_headers, "Print tables without column names");
  add_picture_options(command, options->picture);
  command.add_flag("-v,--verbose", options->verbose, "Print remarks about odd input too");
  const std::string group = "Cluster";
  command
      .add_option("-f,--filename", options->files,
                  "YAML or JSON with Node, NodeResourceTopology and Pod objects, Lists too, or "
                  "standard input (-); again for more. Pods with spec.nodeName are there from the "
                  "start, the others are placed in the order of the files")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--machine", options->machines,
                  "A node with the machine that FILE describes, as topology --from reads it, or N "
                  "of them, NODE-1 to NODE-N; again for more. A Node of that name in the files "
                  "gets the machine, otherwise all of it is allocatable")
      ->type_name("NODE=FILE[,copies=N]")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--machine-synthetic", options->synthetic_machines,
                  "The same with an hwloc synthetic description")
      ->type_name("NODE=TEXT[,copies=N]")
      ->allow_extra_args(false)
      ->group(group);
  set_choices(command
                  .add_option("--profile", options->profile,
                              "Whose answer: the proposals' (spec) or Koordinator's (upstream); "
                              "default: spec")
                  ->group(group),
              kProfiles);
  return [options] { return run(*options); };
}

}  // namespace koordctl

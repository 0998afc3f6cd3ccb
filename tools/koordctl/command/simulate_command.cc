#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "command/commands.h"
#include "command/session_command.h"
#include "output/page.h"
#include "output/picture.h"
#include "output/simulation_output.h"
#include "output/yaml.h"
#include "session/nrt_simulation.h"
#include "session/simulation.h"

namespace koordctl {
namespace {

struct SimulateOptions {
  SessionOptions session;
  std::string output = "table";
  std::string node;
  PictureOptions picture;
  bool draw = false;
  bool no_headers = false;
};

constexpr const char *kSimulateExamples = R"(Examples:
  # The nodes and pods of a cluster: kubectl get nodes,noderesourcetopologies,devices,pods -A -o yaml > cluster.yaml
  koordctl simulate -f cluster.yaml
  # Show where new pods go, what each gets, and what is left
  koordctl simulate -f cluster.yaml -f pods.yaml -o wide
  # Which pod holds which CPUs afterwards
  koordctl simulate -f cluster.yaml -f pods.yaml --picture --node node-a
  # Without a cluster: three nodes like this server
  koordctl simulate --machine server=server.xml,copies=3 -f pods.yaml
  # By Koordinator's rules, for a script
  koordctl simulate --machine-synthetic "small=pack:1 numa:2(memory=16GiB) core:8 pu:2" -f pods.yaml --profile upstream -o json
  # NUMA zones of NFD or of the resource topology exporter, as scheduler-plugins' NodeResourceTopologyMatch reads them
  koordctl simulate -f cluster.yaml -f pods.yaml --profile nrt-match

Each pod goes to the node with the highest score. The default scoring is MostAllocated, which fills few nodes first.
NodeNUMAResourceArgs in the files (scoringStrategy.type: LeastAllocated or BalancedAllocation) change it.

Exit codes: 0 all placed, 1 a pod was refused, 2 usage, 3 unreadable input, 4 internal error.)";

void check_combination(const SimulateOptions &options) {
  check_session(options.session);
  if (!options.node.empty() && !options.draw && options.output != "svg" && options.output != "html")
    throw Failure(kUsage, "--node: only for --picture, -o svg and -o html");
  check_picture(options.draw, options.output == "table" || options.output == "wide", "a table",
                options.output);
}

// Returns the nodes to draw: the named one, or all nodes with a known machine.
std::vector<const NodeResult *> drawn_nodes(const SessionResult &result,
                                            const SimulateOptions &options) {
  std::vector<const NodeResult *> nodes;
  std::vector<std::string> names;
  for (const NodeResult &node : result.nodes) {
    names.push_back(node.name);
    if (options.node.empty() ? bool(node.topology) : node.name == options.node)
      nodes.push_back(&node);
  }
  if (options.node.empty()) return nodes;
  if (nodes.empty()) {
    const std::string nearest = nearest_word(options.node, names);
    throw Failure(kUsage, "--node: there is no node " + quote(options.node) +
                              (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
  }
  if (!nodes[0]->topology) {
    throw Failure(kUsage, "--node: the machine of " + options.node +
                              " is unknown: it has neither a NodeResourceTopology nor --machine");
  }
  return nodes;
}

std::string svg(const SessionResult &result, const SimulateOptions &options) {
  const std::vector<const NodeResult *> nodes = drawn_nodes(result, options);
  if (nodes.size() != 1) {
    throw Failure(kUsage, "-o svg: draws one node, found " + std::to_string(nodes.size()) +
                              " with a known machine; choose one with --node");
  }
  return node_svg(result, *nodes[0], options.picture);
}

std::string html(const SessionResult &result, const SimulateOptions &options) {
  if (options.node.empty()) return cluster_page(result);
  return node_page(result, *drawn_nodes(result, options)[0], options.picture);
}

void print_result(const SessionResult &result, const SimulateOptions &options) {
  if (options.output == "json") return print(session_json(result));
  if (options.output == "yaml") return print(json_to_yaml(session_json(result)));
  if (options.output == "svg") return print(svg(result, options));
  if (options.output == "html") return print(html(result, options));
  const std::string below =
      options.draw ? text_pictures(result, drawn_nodes(result, options), options.picture) : "";
  print(session_table(result, options.output == "wide", !options.no_headers) + below);
}

int run(const SimulateOptions &options) {
  check_combination(options);
  const Scenario scenario = read_scenario(options.session);
  const SessionResult result = scenario.profile == KOORD_PROFILE_NRT_MATCH
                                   ? simulate_nrt_match(scenario)
                                   : simulate(scenario);
  print_result(result, options);
  diagnose_input(scenario.input, result);
  for (const PodResult &pod : result.pods)
    if (pod.state == PodState::kRefused && pod.unreadable.empty())
      diagnose("refused", pod.short_name() + ": " + pod.rejection.sentence());
  return result.all_placed() ? kOk : kRefused;
}

}  // namespace

Run add_simulate_command(CLI::App &app) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App &command = *app.add_subcommand(
      "simulate",
      "Schedule pods on the nodes of a cluster, one after another, and show the result");
  command.footer(kSimulateExamples);
  set_choices(command.add_option(
                  "-o,--output", options->output,
                  "Output format; wide adds policies, amounts and the nodes; default: table"),
              {"table", "wide", "json", "yaml", "svg", "html"});
  command.add_flag("--picture", options->draw,
                   "Draw below the table which pod holds which CPUs of the nodes");
  command
      .add_option("--node", options->node,
                  "Draw this node only; default: every node whose machine is known")
      ->type_name("NODE")
      ->each([](const std::string &given) { refuse_empty("--node", given, "a node's name"); });
  command.add_flag("--no-headers", options->no_headers, "Print tables without column names");
  add_picture_options(command, options->picture);
  add_session_options(command, options->session,
                      "; other pods are placed in the order of the files", kSimulatedProfiles);
  return [options] { return run(*options); };
}

}  // namespace koordctl

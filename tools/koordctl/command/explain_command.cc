#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/printable.h"
#include "command/commands.h"
#include "command/session_command.h"
#include "output/yaml.h"
#include "session/session.h"

namespace koordctl {
namespace {

struct ExplainOptions {
  SessionOptions session;
  PodArgument pod;
  std::string output = "text";
  uint32_t nearest = 3;
  PictureOptions picture;
  bool draw = false;
  bool after = false;
};

constexpr const char *kExplainExamples = R"(Examples:
  # Explain why a pod is pending: kubectl get nodes,noderesourcetopologies,devices,pods -A -o yaml > cluster.yaml
  koordctl explain -f cluster.yaml train-0
  # Explain why a pod that is not in the cluster yet would be refused
  koordctl explain -f cluster.yaml -f pods.yaml -n default web
  # After placing the pods before it in the files, with a picture of the node
  koordctl explain -f cluster.yaml -f pods.yaml web --after --picture
  # List the other nodes where a bound pod could run, for a script
  koordctl explain -f cluster.yaml cache -o json

Exit codes: 0 the pod fits on some node, 1 it fits on none, 2 usage, 3 unreadable input, 4 internal error.)";

void check_combination(const ExplainOptions &options) {
  check_session(options.session);
  check_picture(options.draw, options.output == "text", "text", options.output);
}

std::string picture_of(const SessionResult &session, const std::string &name,
                       const PictureOptions &options) {
  std::vector<const NodeResult *> nodes;
  for (const NodeResult &node : session.nodes)
    if (node.name == name && node.topology) nodes.push_back(&node);
  return text_pictures(session, nodes, options);
}

// Draws the explained node: without the pod, and also with it if it fits.
std::string picture(const PodExplanation &explanation, const PictureOptions &options) {
  if (!explanation.after) return picture_of(explanation.session, explanation.node, options);
  return before_and_after(explanation.session, *explanation.after, explanation.node, options);
}

// Returns the nodes that filters of kube-scheduler refuse, by message, and the requirements that no
// filter here checks. `counted` is false if there are no other nodes.
std::string filters_text(const FilteredNodes &filtered, bool counted) {
  constexpr size_t kShown = 3;
  std::map<std::string, std::vector<std::string>> nodes;
  for (const auto &[id, refusal] : filtered.refusals)
    nodes[refusal.reason + ": " + refusal.sentence].push_back(filtered.names.at(id));
  std::string text;
  if (!nodes.empty()) {
    text += "Nodes that kube-scheduler's filters refuse";
    text += counted ? ", not counted above:\n" : ":\n";
  }
  for (auto &[sentence, names] : nodes) {
    const size_t more = names.size() - std::min(names.size(), kShown);
    names.resize(names.size() - more);
    const std::string others = more == 0 ? "" : " and " + std::to_string(more) + " more";
    text += "  " + printable(join(names, ", ") + others + ": " + sentence) + "\n";
  }
  if (!filtered.unchecked.empty()) text += "Not checked: " + join(filtered.unchecked, ", ") + ".\n";
  return text;
}

// Returns the answer in words. The library's text does not count nodes that filters of
// kube-scheduler refuse.
std::string answer_text(const PodExplanation &explanation) {
  const size_t filtered = explanation.filtered.refusals.size();
  const bool counted = filtered == 0 || explanation.nodes > 0;
  std::string text = explanation.text;
  if (!counted)
    text = printable(explanation.pod) + ": fits on none of " + std::to_string(filtered) +
           (filtered == 1 ? " node, which" : " nodes, all of which") +
           " kube-scheduler's filters refuse\n";
  return text + filters_text(explanation.filtered, counted) +
         (explanation.gang.empty() ? "" : explanation.gang + "\n");
}

int run(const ExplainOptions &options) {
  check_combination(options);
  const Scenario scenario = read_scenario(options.session);
  ExplainRequest request;
  request.pod = options.pod.find_in(scenario.input);
  request.after_others = options.after;
  request.nearest = options.nearest;
  const PodExplanation explanation = explain(scenario, request);
  std::string json;
  if (options.output != "text") {
    nlohmann::ordered_json object = nlohmann::ordered_json::parse(explanation.json);
    if (!explanation.gang.empty()) object["gang"] = explanation.gang;
    object["filtered"] = nlohmann::ordered_json::array();
    for (const auto &[id, refusal] : explanation.filtered.refusals)
      object["filtered"].push_back({{"node", explanation.filtered.names.at(id)},
                                    {"reason", refusal.reason},
                                    {"message", refusal.sentence}});
    object["notChecked"] = explanation.filtered.unchecked;
    json = object.dump(2) + "\n";
  }
  if (options.output == "json")
    print(json);
  else if (options.output == "yaml")
    print(json_to_yaml(json));
  else
    print(answer_text(explanation) + (options.draw ? picture(explanation, options.picture) : ""));
  diagnose_input(scenario.input, explanation.session);
  return explanation.fits ? kOk : kRefused;
}

}  // namespace

Run add_explain_command(CLI::App &app) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App &command = *app.add_subcommand(
      "explain", "Show why the nodes of a cluster refuse a pod, and what would make it fit");
  command.footer(kExplainExamples);
  add_pod_argument(command, options->pod, "The pod");
  set_choices(command.add_option("-o,--output", options->output, "Output format; default: text"),
              {"text", "json", "yaml"});
  command
      .add_option_function<std::string>(
          "--nearest",
          [options](const std::string &text) {
            options->nearest = parse_number("--nearest", text, 1, 64);
          },
          "Number of refusing nodes for which remedies are searched, 1 to 64; default: 3")
      ->type_name("N");
  command.add_flag("--after", options->after,
                   "First place the pods before it in the files, as simulate does");
  command.add_flag(
      "--picture", options->draw,
      "Draw the node where the pod fits best, or the nearest one; then the same node with the pod, "
      "if it fits there now or after other pods have moved to other CPUs");
  add_picture_options(command, options->picture);
  add_session_options(command, options->session,
                      ", except POD itself; other pods are ignored unless --after is given");
  return [options] { return run(*options); };
}

}  // namespace koordctl

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "commands.h"
#include "failure.h"
#include "file.h"
#include "options.h"
#include "session.h"
#include "session_command.h"
#include "yaml.h"

namespace koordctl {
namespace {

struct ExplainOptions {
  SessionOptions session;
  std::string pod;
  std::string output = "text";
  std::uint32_t nearest = 3;
  PictureOptions picture;
  bool draw = false;
  bool after = false;
};

constexpr const char *kExplainExamples = R"(Examples:
  # Why a pod is pending: kubectl get nodes,noderesourcetopologies,pods -A -o yaml > cluster.yaml
  koordctl explain -f cluster.yaml -f pods.yaml web
  # Once the pods that stand before it in the files are placed, with a picture of the node it is about
  koordctl explain -f cluster.yaml -f pods.yaml web --after --picture
  # Where else a pod could run, for a script
  koordctl explain -f cluster.yaml cache -o json

Exit codes: 0 the pod fits on some node, 1 it fits on none, 2 usage, 3 unreadable input, 4 internal error.)";

void check_combination(const ExplainOptions &options) {
  check_session(options.session);
  check_picture(options.draw, options.output == "text", "text", options.output);
}

std::string picture_of(const SessionResult &session, const std::string &name,
                       const PictureOptions &options) {
  std::vector<const NodeResult *> nodes;
  for (const NodeResult &node : session.nodes) {
    if (node.name == name && node.topology) nodes.push_back(&node);
  }
  return text_pictures(session, nodes, options);
}

// The node that the explanation is about: without the pod, and with it where that can be.
std::string picture(const PodExplanation &explanation, const PictureOptions &options) {
  if (!explanation.after) return picture_of(explanation.session, explanation.node, options);
  return before_and_after(explanation.session, *explanation.after, explanation.node, options);
}

int run(const ExplainOptions &options) {
  check_combination(options);
  const Scenario scenario = read_scenario(options.session, true);
  ExplainRequest request;
  request.pod = find_pod(scenario.input, options.pod);
  request.after_others = options.after;
  request.nearest = options.nearest;
  const PodExplanation explanation = explain(scenario, request);
  const std::string json = options.output == "text"
                               ? ""
                               : nlohmann::ordered_json::parse(explanation.json).dump(2) + "\n";
  if (options.output == "json") {
    print(json);
  } else if (options.output == "yaml") {
    print(json_to_yaml(json));
  } else {
    print(explanation.text + (options.draw ? picture(explanation, options.picture) : ""));
  }
  remark_on_input(scenario.input, explanation.session);
  return explanation.fits ? kOk : kRefused;
}

}  // namespace

Run add_explain_command(CLI::App &app) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App &command = *app.add_subcommand(
      "explain", "Why the nodes of a cluster refuse a pod, and what would make it fit");
  command.footer(kExplainExamples);
  add_pod_argument(command, options->pod, "The pod");
  set_choices(command.add_option("-o,--output", options->output, "How to print; default: text"),
              {"text", "json", "yaml"});
  command
      .add_option_function<std::string>(
          "--nearest",
          [options](const std::string &text) {
            options->nearest = parse_number("--nearest", text, 1, 64);
          },
          "How many of the nodes that refuse are looked at closely, 1 to 64; default: 3")
      ->type_name("N");
  command.add_flag("--after", options->after,
                   "Place the pods that stand before it in the files first, as simulate does");
  command.add_flag(
      "--picture", options->draw,
      "Draw who holds what on the node where the pod fits best, or else on the nearest; and with "
      "the pod on it, where it fits there, if need be once others have moved");
  add_picture_options(command, options->picture);
  add_session_options(
      command, options->session,
      "but for the one to explain; others do not matter, unless --after places them");
  return [options] { return run(*options); };
}

}  // namespace koordctl

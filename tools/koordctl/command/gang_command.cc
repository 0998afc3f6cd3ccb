#include <algorithm>
#include <memory>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "command/commands.h"
#include "command/session_command.h"
#include "output/simulation_output.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

struct GangOptions {
  SessionOptions session;
  GangRequest request;
  std::string output = "table";
  PictureOptions picture;
  bool draw = false;
  bool no_headers = false;
};

constexpr const char *kGangExamples = R"(Examples:
  # Check that all pods of a job fit at once: kubectl get nodes,noderesourcetopologies,devices,pods -A -o yaml > cluster.yaml
  koordctl gang -f cluster.yaml -f job.yaml
  # On two nodes at most, with pictures of them before and after
  koordctl gang -f cluster.yaml -f job.yaml --max-nodes 2 --picture
  # For a script
  koordctl gang -f cluster.yaml -f job.yaml -o json

Exit codes: 0 every gang has the members that it needs, 1 one has not, 2 usage, 3 unreadable input, 4 internal error.)";

// Returns the nodes with pods of the gang.
std::vector<const NodeResult *> used_nodes(const SessionResult &session,
                                           const SessionResult &after) {
  std::vector<const NodeResult *> nodes;
  for (const NodeResult &node : session.nodes) {
    const auto is_here = [&](const PodResult &pod) {
      return pod.state == PodState::kPlaced && pod.node == node.name;
    };
    if (node.topology && std::any_of(after.pods.begin(), after.pods.end(), is_here))
      nodes.push_back(&node);
  }
  return nodes;
}

std::string pictures(const GangResult &result, const PictureOptions &options) {
  return "\nBefore:\n" +
         text_pictures(result.before, used_nodes(result.before, result.after), options) +
         "\nAfter:\n" +
         text_pictures(result.after, used_nodes(result.after, result.after), options);
}

int run(const GangOptions &options) {
  check_session(options.session);
  check_picture(options.draw, options.output == "table" || options.output == "wide", "a table",
                options.output);
  const Scenario scenario = read_scenario(options.session);
  const GangResult result = place_gangs(scenario, options.request);
  if (options.output == "json") {
    print(session_json(result.after));
  } else if (options.output == "yaml") {
    print(json_to_yaml(session_json(result.after)));
  } else {
    const bool draw = options.draw && result.refused.empty();
    print(session_table(result.after, options.output == "wide", !options.no_headers) +
          (draw ? pictures(result, options.picture) : ""));
  }
  diagnose_input(scenario.input, result.after);
  for (const std::string &sentence : result.refused) diagnose("refused", sentence);
  const bool all_read = std::all_of(result.after.pods.begin(), result.after.pods.end(),
                                    [](const PodResult &pod) { return pod.unreadable.empty(); });
  return result.refused.empty() && all_read ? kOk : kRefused;
}

}  // namespace

Run add_gang_command(CLI::App &app) {
  auto options = std::make_shared<GangOptions>();
  CLI::App &command =
      *app.add_subcommand("gang", "Place the pods of gangs on a cluster at once, or none of them");
  command.footer(kGangExamples);
  set_choices(command.add_option(
                  "-o,--output", options->output,
                  "Output format; wide adds policies, amounts and the nodes; default: table"),
              {"table", "wide", "json", "yaml"});
  command
      .add_option_function<std::string>(
          "--max-nodes",
          [options](const std::string &text) {
            options->request.max_nodes = parse_number("--max-nodes", text, 1, UINT32_MAX);
          },
          "Use at most this many nodes; default: any number")
      ->type_name("N");
  command
      .add_option_function<std::string>(
          "--budget",
          [options](const std::string &text) {
            options->request.budget = parse_number("--budget", text, 1, 100000000);
          },
          "Try a pod on a node at most this many times in all; default: 5000")
      ->type_name("N");
  command.add_flag("--picture", options->draw,
                   "Draw the nodes used, before and after, below the table");
  command.add_flag("--no-headers", options->no_headers, "Print tables without column names");
  add_picture_options(command, options->picture);
  add_session_options(command, options->session, "; other pods that name no gang are one together");
  return [options] { return run(*options); };
}

}  // namespace koordctl

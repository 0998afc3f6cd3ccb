#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/printable.h"
#include "cli/table.h"
#include "command/commands.h"
#include "command/session_command.h"
#include "output/simulation_output.h"
#include "session/json_member.h"
#include "session/session.h"
#include "session/session_plans.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct PreemptOptions {
  SessionOptions session;
  PreemptRequest request;
  PodArgument pod;
  std::string output = "table";
  PictureOptions picture;
  bool draw = false;
  bool no_headers = false;
};

constexpr const char *kPreemptExamples = R"(Examples:
  # Which pods each node would have to evict: kubectl get nodes,noderesourcetopologies,devices,pods -A -o yaml > cluster.yaml
  koordctl preempt -f cluster.yaml -f pods.yaml web
  # Less important victims rather than fewer, and one pod only if there is no other way
  koordctl preempt -f cluster.yaml -f pods.yaml web --least-important --avoid cache
  # The best node before and after
  koordctl preempt -f cluster.yaml -f pods.yaml web --picture

Exit codes: 0 the pod fits on some node after evictions, 1 evictions help on no node, 2 usage, 3 unreadable input, 4 internal error.)";

const PodResult *placed(const PreemptResult &result) {
  return result.after ? &result.after->pods.back() : nullptr;
}

OrderedJson to_json(const PreemptResult &result) {
  OrderedJson json = {{"apiVersion", "koord.sh/v1"},
                      {"kind", "Preemption"},
                      {"profile", profile_name(result.before.profile)},
                      {"pod", pod_reference(result.pod)},
                      {"fits", result.after.has_value()}};
  if (!result.request.empty()) json["request"] = OrderedJson::parse(result.request);
  json["nominated"] = OrderedJson::array();
  for (const auto &[pod, node] : result.nominated) {
    OrderedJson entry = pod_reference(pod);
    entry["node"] = node;
    json["nominated"].push_back(std::move(entry));
  }
  json["nodes"] = OrderedJson::array();
  for (const PreemptResult::Node &node : result.nodes) {
    OrderedJson entry = {{"node", node.name}, {"helps", node.helps()}};
    if (!node.helps()) {
      entry["reason"] = node.reason(result.before.profile);
      entry["resolvable"] = !node.is_unresolvable();
      if (!node.resource.empty()) entry["resource"] = node.resource;
      if (node.filter) entry["message"] = node.filter->sentence;
      json["nodes"].push_back(std::move(entry));
      continue;
    }
    entry["score"] = node.row.score;
    entry["proven"] = (node.row.flags & KOORD_PREEMPTION_UNPROVEN) == 0;
    entry["victims"] = OrderedJson::array();
    for (const PreemptResult::Victim &victim : node.victims) {
      OrderedJson pod = pod_reference(victim.name);
      pod["uid"] = victim.uid;
      pod["priority"] = victim.priority;
      pod["avoid"] = victim.avoided;
      entry["victims"].push_back(std::move(pod));
    }
    json["nodes"].push_back(std::move(entry));
  }
  if (const PodResult *pod = placed(result)) {
    json["plan"] = {{"node", pod->node},
                    {"cpuset", pod->cpus.to_string()},
                    {"patch", OrderedJson::parse(pod->patch)}};
    if (const OrderedJson devices = devices_of(*pod); !devices.empty())
      json["plan"]["devices"] = devices;
  }
  if (!result.refusal.empty()) json["refusal"] = result.refusal;
  return json;
}

// Returns "batch (5000), logs (5500)".
std::string victims_text(const PreemptResult::Node &node) {
  std::vector<std::string> names;
  for (const PreemptResult::Victim &victim : node.victims)
    names.push_back(short_pod_name(victim.name) + " (" + std::to_string(victim.priority) + ")");
  return join(names, ", ");
}

// Returns "InsufficientResource (nvidia.com/gpu)".
std::string reason_text(const PreemptResult::Node &node, koord_profile profile) {
  return node.reason(profile) + (node.resource.empty() ? "" : " (" + node.resource + ")");
}

// Returns the reason for a refusal, or a remark on the result.
std::string note_on(const PreemptResult::Node &node, koord_profile profile) {
  if (!node.helps()) {
    return reason_text(node, profile) + (node.is_unresolvable() ? ", no eviction helps" : "");
  }
  if (node.victims.empty()) return "fits without evictions";
  return (node.row.flags & KOORD_PREEMPTION_UNPROVEN) != 0 ? "possibly not the fewest" : "";
}

// Returns "CPUs 0-3 and gpu 0-1".
std::string share_of(const PodResult &pod) {
  const std::string devices = devices_text(pod);
  std::string text = pod.cpus.empty() ? "no exclusive CPUs" : "CPUs " + pod.cpus.to_string();
  if (!devices.empty()) text += " and " + devices;
  return text;
}

std::string to_table(const PreemptResult &result, const PreemptOptions &options) {
  Table table({"NODE", "EVICT", "PODS", "SCORE", "NOTE"});
  for (const PreemptResult::Node &node : result.nodes) {
    table.add({node.name, node.helps() ? std::to_string(node.victims.size()) : "",
               victims_text(node), node.helps() ? std::to_string(node.row.score) : "",
               note_on(node, result.before.profile)});
  }
  std::string text = table.to_string(!options.no_headers);
  for (const auto &[pod, node] : result.nominated)
    text += "\n" + printable(short_pod_name(pod) + " is nominated to " + node +
                             " and has precedence there.");
  if (!result.nominated.empty()) text += "\n";
  if (const PodResult *pod = placed(result)) {
    text +=
        "\n" +
        printable("On " + pod->node + " " + pod->short_name() + " gets " + share_of(*pod) + ".") +
        "\n";
    if (options.draw)
      text += before_and_after(result.before, *result.after, pod->node, options.picture);
  }
  return text;
}

// Returns "2 InsufficientResource, 1 NodeUnschedulable": the reasons that remain on the nodes after
// all possible evictions.
std::string reasons_text(const PreemptResult &result) {
  std::map<std::string, size_t> counts;
  for (const PreemptResult::Node &node : result.nodes)
    ++counts[reason_text(node, result.before.profile)];
  std::vector<std::string> parts;
  for (const auto &[reason, count] : counts) parts.push_back(std::to_string(count) + " " + reason);
  return join(parts, ", ");
}

void diagnose_policy(const SessionInput::Object &pod, const std::string &name) {
  const auto object = nlohmann::json::parse(pod.json);
  if (member(member(object, "spec"), "preemptionPolicy") == "Never")
    diagnose("note", short_pod_name(name) +
                         " has preemptionPolicy Never: kube-scheduler evicts no pods for it");
}

int run(const PreemptOptions &options) {
  check_session(options.session);
  check_picture(options.draw, options.output == "table", "a table", options.output);
  const Scenario scenario = read_scenario(options.session);
  PreemptRequest request = options.request;
  request.pod = options.pod.find_in(scenario.input);
  const PreemptResult result = preempt(scenario, request);
  if (options.output == "table")
    print(to_table(result, options));
  else
    print_document(options.output, to_json(result).dump(2));
  diagnose_input(scenario.input, result.before);
  diagnose_policy(scenario.input.pods[request.pod], result.pod);
  if (result.after) return kOk;
  const std::string nodes =
      "evictions help on 0/" + std::to_string(result.nodes.size()) +
      " nodes: " + (result.refusal.empty() ? reasons_text(result) : result.refusal);
  diagnose("refused", short_pod_name(result.pod) + ": " +
                          (result.request.empty() ? nodes : request_sentence(result.request)));
  return kRefused;
}

}  // namespace

Run add_preempt_command(CLI::App &app) {
  auto options = std::make_shared<PreemptOptions>();
  CLI::App &command = *app.add_subcommand(
      "preempt", "Show which pods the nodes of a cluster would have to evict so that a pod fits");
  command.footer(kPreemptExamples);
  add_pod_argument(command, options->pod, "The pod");
  set_choices(command.add_option("-o,--output", options->output, "Output format; default: table"),
              {"table", "json", "yaml"});
  command.add_flag("--picture", options->draw,
                   "Draw the best node below the table, before and after");
  command.add_flag("--no-headers", options->no_headers, "Print tables without column names");
  add_picture_options(command, options->picture);
  const std::string group = "Victims";
  command
      .add_flag("--least-important", options->request.least_important,
                "Prefer the set of victims whose highest priority is lower, as kube-scheduler "
                "does; default: the smaller set")
      ->group(group);
  add_pods_option(command, "--avoid", options->request.avoid,
                  "Evict this pod only if there is no other way; repeat for more")
      ->group(group);
  add_pods_option(command, "--keep", options->request.keep, "Never evict this pod; repeat for more")
      ->group(group);
  command
      .add_option_function<std::string>(
          "--budget",
          [options](const std::string &text) {
            options->request.budget = parse_number("--budget", text, 1, UINT32_MAX);
          },
          "Maximum number of search steps; trying a set of victims costs 16; default: 1048576")
      ->type_name("N")
      ->group(group);
  add_session_options(command, options->session,
                      ", except POD itself. Other pending pods count on the node of their "
                      "status.nominatedNodeName, unless their priority is lower");
  return [options] { return run(*options); };
}

}  // namespace koordctl

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/table.h"
#include "command/commands.h"
#include "command/session_command.h"
#include "output/amounts_text.h"
#include "output/simulation_output.h"
#include "session/session.h"
#include "session/session_plans.h"
#include "session/stated_pod.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct CapacityOptions {
  SessionOptions session;
  CapacityRequest request;
  PodArgument pod;
  StatedPod stated;
  std::optional<uint32_t> count;
  std::string output = "table";
  bool no_headers = false;
};

constexpr const char *kCapacityExamples = R"(Examples:
  # Count the pods like one in the files that still fit: kubectl get nodes,noderesourcetopologies,devices,pods -A -o yaml > cluster.yaml
  koordctl capacity -f cluster.yaml -f pods.yaml web
  # After one node is drained and another restarts without SMT
  koordctl capacity -f cluster.yaml -f pods.yaml web --drain node-b --smt-off node-a
  # On a server like this one
  koordctl capacity --machine server=server.xml -f pods.yaml web -o json
  # Without a file of pods: check that 3 pods fit on two such servers
  koordctl capacity --machine server=server.xml,copies=2 --cpu 2 --memory 4Gi --count 3

Exit codes: 0 at least one pod fits, or --count pods, 1 fewer fit, or a displaced pod fits on no other node, 2 usage, 3 unreadable input, 4 internal error.)";

// Returns the reason for which no more pods fit. Both a full node and one that never accepts such a
// pod have 0 pods.
std::string reason_text(const CapacityResult::Node &node) {
  std::string text = node.reason;
  if (!node.resource.empty()) text += " (" + node.resource + ")";
  if (!node.message.empty()) return text + ": " + node.message;
  return node.pods == 0 && !node.resolvable ? text + ", no eviction helps" : text;
}

// Returns "like web" or "with cpu=2, memory=4Gi".
std::string pod_text(const CapacityOptions &options, const CapacityResult &result) {
  return options.stated.is_given() ? "with " + options.stated.description()
                                   : "like " + short_pod_name(result.pod);
}

// Returns "no pod like web fits on any node; evictions may help on 2 of 3 nodes".
std::string none_fits(const CapacityOptions &options, const CapacityResult &result) {
  const auto nodes = std::ranges::count_if(result.nodes, &CapacityResult::Node::resolvable);
  const std::string none = "no pod " + pod_text(options, result) + " fits on any node; ";
  if (!result.request.empty()) return none + request_sentence(result.request);
  if (nodes == 0) return none + "no eviction helps";
  return none + "evictions may help on " + std::to_string(nodes) + " of " +
         std::to_string(result.nodes.size()) + " nodes";
}

OrderedJson stated_json(const StatedPod &pod) {
  OrderedJson json;
  json["amounts"] = pod.amounts();
  if (!pod.qos.empty()) json["qos"] = pod.qos;
  if (!pod.bind.empty()) json["bind"] = pod.bind;
  return json;
}

OrderedJson to_json(const CapacityOptions &options, const CapacityResult &result) {
  const koord_profile profile = result.session.profile;
  const auto add_rest = [&](OrderedJson &entry, const auto &row) {
    entry["pods"] = row.pods;
    if (!row.reason.empty()) entry["reason"] = row.reason;
    entry["left"] = {{"cpu", cpu_text(row.left_milli)}, {"memory", bytes_text(row.left_memory)}};
  };
  OrderedJson json = {
      {"apiVersion", "koord.sh/v1"},
      {"kind", "Capacity"},
      {"profile", profile_name(profile)},
      {options.stated.is_given() ? "stated" : "pod",
       options.stated.is_given() ? stated_json(options.stated) : pod_reference(result.pod)},
      {"pods", result.pods},
      {"displaced", result.info.displaced},
      {"unplaced", result.info.unplaced},
      {"nodes", OrderedJson::array()},
      {"reasons", OrderedJson::array()},
      {"notChecked", result.unchecked}};
  if (!result.request.empty()) json["request"] = OrderedJson::parse(result.request);
  for (const CapacityResult::Node &node : result.nodes) {
    OrderedJson entry = {{"node", node.name}};
    add_rest(entry, node);
    if (!node.resource.empty()) entry["resource"] = node.resource;
    if (!node.message.empty()) entry["message"] = node.message;
    if (!node.reason.empty()) entry["resolvable"] = node.resolvable;
    json["nodes"].push_back(std::move(entry));
  }
  for (const CapacityResult::Group &group : result.reasons()) {
    OrderedJson entry = {{"nodes", group.nodes}};
    add_rest(entry, group);
    json["reasons"].push_back(std::move(entry));
  }
  return json;
}

std::string pods_text(uint64_t n) { return std::to_string(n) + (n == 1 ? " pod" : " pods"); }

std::string to_table(const CapacityOptions &options, const CapacityResult &result) {
  const bool with_headers = !options.no_headers;
  Table nodes({"NODE", "PODS", "CPU LEFT", "MEMORY LEFT", "REASON"});
  for (const CapacityResult::Node &node : result.nodes) {
    nodes.add({node.name, std::to_string(node.pods), cpu_text(node.left_milli),
               bytes_text(node.left_memory), reason_text(node)});
  }
  Table reasons({"REASON", "NODES", "PODS", "CPU LEFT", "MEMORY LEFT"});
  for (const CapacityResult::Group &group : result.reasons()) {
    reasons.add({group.reason, std::to_string(group.nodes), std::to_string(group.pods),
                 cpu_text(group.left_milli), bytes_text(group.left_memory)});
  }
  std::string text = nodes.to_string(with_headers) + "\n" + reasons.to_string(with_headers) + "\n";
  text += pods_text(result.pods) + " " + pod_text(options, result) + " fit";
  text += result.pods == 1 ? "s.\n" : ".\n";
  if (!result.unchecked.empty()) text += "Not checked: " + join(result.unchecked, ", ") + ".\n";
  if (result.info.displaced != 0) {
    text += pods_text(result.info.displaced) + " displaced by drains or restarts; " +
            std::to_string(result.info.unplaced) + " of them fit on no other node.\n";
  }
  return text;
}

int run(const CapacityOptions &options) {
  if (options.pod.name.empty() != options.stated.is_given()) {
    throw Failure(kUsage, "give either POD or the amounts of a pod: --cpu, --memory or --resource");
  }
  if (!options.stated.is_given() && !(options.stated.qos + options.stated.bind).empty())
    throw Failure(kUsage, "--qos and --bind: only with --cpu, --memory or --resource");
  SessionOptions session = options.session;
  session.this_machine = options.stated.is_given();
  check_session(session);
  Scenario scenario = read_scenario(session);
  CapacityRequest request = options.request;
  request.pod = options.stated.is_given()
                    ? options.stated.add_to(scenario.input, scenario.diagnostics)
                    : options.pod.find_in(scenario.input);
  const CapacityResult result = count_capacity(scenario, request);
  if (options.output == "table")
    print(to_table(options, result));
  else
    print_document(options.output, to_json(options, result).dump(2));
  diagnose_input(scenario.input, result.session);
  if (result.info.unplaced != 0) {
    diagnose("refused", std::to_string(result.info.unplaced) + " of " +
                            pods_text(result.info.displaced) +
                            " displaced by drains or restarts fit on no other node");
  }
  if (result.pods == 0) {
    diagnose("refused", none_fits(options, result));
  } else if (result.pods < options.count) {
    diagnose("refused", "--count: " + pods_text(result.pods) + " of " +
                            std::to_string(*options.count) + (result.pods == 1 ? " fits" : " fit"));
  }
  const bool is_enough = result.pods != 0 && result.pods >= options.count.value_or(1);
  return is_enough && result.info.unplaced == 0 ? kOk : kRefused;
}

}  // namespace

Run add_capacity_command(CLI::App &app) {
  auto options = std::make_shared<CapacityOptions>();
  CLI::App &command = *app.add_subcommand(
      "capacity",
      "Show how many more pods fit on the nodes of a cluster, also after drains and restarts");
  command.footer(kCapacityExamples);
  add_pod_argument(command, options->pod, "The pod to count, unless amounts are stated")
      ->required(false)
      ->type_name("[POD]");
  add_stated_pod_options(command, options->stated);
  set_choices(command.add_option("-o,--output", options->output, "Output format; default: table"),
              {"table", "json", "yaml"});
  command.add_flag("--no-headers", options->no_headers, "Print tables without column names");
  command
      .add_option_function<std::string>(
          "--max-pods",
          [options](const std::string &text) {
            options->request.max_pods = parse_number("--max-pods", text, 1, 65536);
          },
          "Count at most this many pods on a node, up to 65536; default: 4096")
      ->type_name("N");
  command
      .add_option_function<std::string>(
          "--count",
          [options](const std::string &text) {
            options->count = parse_number("--count", text, 1, 1'000'000'000);
          },
          "Succeed only if at least this many pods fit")
      ->type_name("N");
  const std::string group = "What if";
  const auto add_nodes = [&](const char *name, std::vector<std::string> &nodes, const char *text) {
    command.add_option(name, nodes, text)
        ->type_name("NODE")
        ->allow_extra_args(false)
        ->group(group)
        ->each([name](const std::string &given) { refuse_empty(name, given, "a node's name"); });
  };
  add_nodes("--drain", options->request.drain,
            "This node accepts no pods, and its pods move to other nodes; repeat for more");
  add_nodes("--smt-off", options->request.smt_off,
            "This node restarts with one thread of each core; pods that no longer fit move to "
            "other nodes; repeat for more");
  command
      .add_option_function<std::vector<std::string>>(
          "--isolate",
          [options](const std::vector<std::string> &given) {
            for (const std::string &text : given) {
              const size_t equals = text.find('=');
              if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
                throw Failure(kUsage, "--isolate: found " + quote(text) +
                                          ", expected NODE=LIST, as in node-a=0-3");
              }
              options->request.isolate.emplace_back(text.substr(0, equals),
                                                    text.substr(equals + 1));
            }
          },
          "This node restarts with CPUs that no pod may use; repeat for more")
      ->type_name("NODE=LIST")
      ->allow_extra_args(false)
      ->group(group);
  add_pods_option(command, "--keep", options->request.keep,
                  "Do not move this pod to another node; repeat for more")
      ->group(group);
  add_session_options(command, options->session, "; other pending pods are ignored");
  return [options] { return run(*options); };
}

}  // namespace koordctl

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "amounts_text.h"
#include "commands.h"
#include "failure.h"
#include "file.h"
#include "options.h"
#include "session_command.h"
#include "session_plans.h"
#include "simulation_output.h"
#include "table.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct CapacityOptions {
  SessionOptions session;
  CapacityRequest request;
  std::string output = "table";
  bool no_headers = false;
};

constexpr const char *kCapacityExamples = R"(Examples:
  # How many more pods like one of the files fit: kubectl get nodes,noderesourcetopologies,pods -A -o yaml > cluster.yaml
  koordctl capacity -f cluster.yaml -f pods.yaml web
  # Once a node is drained, and another comes back without SMT
  koordctl capacity -f cluster.yaml -f pods.yaml web --drain node-b --smt-off node-a
  # On a server like this one
  koordctl capacity --machine server=server.xml -f pods.yaml web -o json

Exit codes: 0 one fits at least, 1 none does, or a pod that restarts displace finds no room, 2 usage, 3 unreadable input, 4 internal error.)";

// Why no more.
std::string reason_text(koord_reason reason, koord_profile profile) {
  return reason == KOORD_REASON_NONE ? "" : koord_reason_get_name(reason, profile);
}

OrderedJson to_json(const CapacityResult &result) {
  const koord_profile profile = result.session.profile;
  const auto add_rest = [&](OrderedJson &entry, koord_reason reason, const auto &row) {
    entry["pods"] = row.pods;
    if (reason != KOORD_REASON_NONE) entry["reason"] = koord_reason_get_name(reason, profile);
    entry["left"] = {{"cpu", cpu_text(row.left_milli)}, {"memory", bytes_text(row.left_memory)}};
  };
  OrderedJson json = {{"apiVersion", "koord.sh/v1"},      {"kind", "Capacity"},
                      {"profile", profile_name(profile)}, {"pod", pod_reference(result.pod)},
                      {"pods", result.info.pods},         {"displaced", result.info.displaced},
                      {"unplaced", result.info.unplaced}, {"nodes", OrderedJson::array()},
                      {"reasons", OrderedJson::array()}};
  for (const auto &[name, row] : result.nodes) {
    OrderedJson entry = {{"node", name}};
    add_rest(entry, row.reason, row);
    if (row.reason != KOORD_REASON_NONE)
      entry["resolvable"] = (row.flags & KOORD_CAPACITY_UNRESOLVABLE) == 0;
    json["nodes"].push_back(std::move(entry));
  }
  for (const koord_capacity_reason &row : result.reasons) {
    OrderedJson entry = {{"nodes", row.nodes}};
    add_rest(entry, row.reason, row);
    json["reasons"].push_back(std::move(entry));
  }
  return json;
}

std::string pods_text(std::uint64_t n) { return std::to_string(n) + (n == 1 ? " pod" : " pods"); }

std::string to_table(const CapacityResult &result, bool with_headers) {
  const koord_profile profile = result.session.profile;
  Table nodes({"NODE", "PODS", "CPU LEFT", "MEMORY LEFT", "REASON"});
  for (const auto &[name, row] : result.nodes) {
    nodes.add({name, std::to_string(row.pods), cpu_text(row.left_milli),
               bytes_text(row.left_memory), reason_text(row.reason, profile)});
  }
  Table reasons({"REASON", "NODES", "PODS", "CPU LEFT", "MEMORY LEFT"});
  for (const koord_capacity_reason &row : result.reasons) {
    reasons.add({reason_text(row.reason, profile), std::to_string(row.nodes),
                 std::to_string(row.pods), cpu_text(row.left_milli), bytes_text(row.left_memory)});
  }
  std::string text = nodes.to_string(with_headers) + "\n" + reasons.to_string(with_headers) + "\n";
  text += pods_text(result.info.pods) + " like " + short_pod_name(result.pod) + " fit";
  text += result.info.pods == 1 ? "s.\n" : ".\n";
  if (result.info.displaced != 0) {
    text += pods_text(result.info.displaced) + " had to go elsewhere, " +
            std::to_string(result.info.unplaced) + " without finding room.\n";
  }
  return text;
}

int run(const CapacityOptions &options) {
  check_session(options.session);
  const Scenario scenario = read_scenario(options.session);
  const CapacityResult result = count_capacity(scenario, options.request);
  if (options.output == "table") {
    print(to_table(result, !options.no_headers));
  } else {
    print_document(options.output, to_json(result).dump(2));
  }
  remark_on_input(scenario.input, result.session);
  const std::string pod = short_pod_name(result.pod);
  if (result.info.unplaced != 0) {
    remark("refused", std::to_string(result.info.unplaced) + " of " +
                          pods_text(result.info.displaced) +
                          " that would have to go elsewhere find no room");
  }
  if (result.info.pods == 0) remark("refused", "no pod like " + pod + " fits on any node");
  return result.info.pods == 0 || result.info.unplaced != 0 ? kRefused : kOk;
}

}  // namespace

Run add_capacity_command(CLI::App &app) {
  auto options = std::make_shared<CapacityOptions>();
  CLI::App &command = *app.add_subcommand(
      "capacity",
      "How many more pods fit on the nodes of a cluster, after drains and restarts too");
  command.footer(kCapacityExamples);
  add_pod_argument(command, options->request.pod, "Pods like this one are counted");
  set_choices(command.add_option("-o,--output", options->output, "How to print; default: table"),
              {"table", "json", "yaml"});
  command.add_flag("--no-headers", options->no_headers, "Print tables without column names");
  command
      .add_option_function<std::string>(
          "--max-pods",
          [options](const std::string &text) {
            options->request.max_pods = parse_number("--max-pods", text, 1, 65536);
          },
          "Count so many on a node at most, up to 65536; default: 4096")
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
            "This node takes nobody, and its pods go elsewhere; again for more");
  add_nodes("--smt-off", options->request.smt_off,
            "This node restarts with one thread of each core; pods that fit no more go elsewhere; "
            "again for more");
  command
      .add_option_function<std::vector<std::string>>(
          "--isolate",
          [options](const std::vector<std::string> &given) {
            for (const std::string &text : given) {
              const std::size_t equals = text.find('=');
              if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
                throw Failure(kUsage, "--isolate: found " + quote(text) +
                                          ", expected NODE=LIST, as in node-a=0-3");
              }
              options->request.isolate.emplace_back(text.substr(0, equals),
                                                    text.substr(equals + 1));
            }
          },
          "This node restarts with CPUs that are nobody's; again for more")
      ->type_name("NODE=LIST")
      ->allow_extra_args(false)
      ->group(group);
  add_pods_option(command, "--keep", options->request.keep,
                  "A pod that does not move to another node; again for more")
      ->group(group);
  add_session_options(command, options->session, "others do not matter");
  return [options] { return run(*options); };
}

}  // namespace koordctl

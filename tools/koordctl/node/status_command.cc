// Shows the placement in force, and the reasons for it, from node-state.json, whichever program
// wrote it.
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/table.h"
#include "command/commands.h"
#include "koord.hpp"
#include "node/status.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct StatusOptions {
  StateOptions state;
  std::string output = "table";
  bool no_headers = false;
};

constexpr const char *kStatusExamples = R"(Examples:
  koordctl node status
  koordctl node status --state /run/koord/node-state.json -o yaml

Exit codes: 0 ok, 2 usage, 3 no such file or it is not usable, 4 internal error.)";

std::string count_of(const std::string &list) {
  return list.empty() ? "0" : std::to_string(koord::cpulist_parse(list).count());
}

std::string status_table(const OrderedJson &status, bool headers) {
  Table node({"NODE", "GENERATION", "PROFILE", "MANAGED", "BOOT"});
  node.add({status["node"], std::to_string(status["generation"].get<uint64_t>()), status["profile"],
            status["managed"].get<bool>() ? "yes" : "no",
            status["ofThisBoot"].get<bool>() ? "this" : "another"});
  Table pools({"POOL", "CPUS", "CPUSET"});
  for (const auto &[name, field] : {std::pair("shared", "shared"), std::pair("BE", "bestEffort"),
                                    std::pair("exclusive", "exclusive")}) {
    const std::string list = status["pools"].value(field, "");
    pools.add({name, count_of(list), list});
  }
  Table pods({"POD", "CONTAINER", "QOS", "PLACE", "CPUS", "CPUSET", "MEMORY", "DEVICES", "WHY"});
  for (const OrderedJson &pod : status["pods"]) {
    const std::string name = pod.value("namespace", "") + "/" + pod.value("name", "");
    const std::string qos = pod.value("qos", ""), cpus = pod.value("cpus", "");
    std::string reason = pod["why"];
    if (pod.contains("refused")) {
      reason = "refused: " + pod["refused"].value("message", pod["refused"].value("reason", "")) +
               "; " + reason;
    }
    pods.add({name, "", qos, pod["place"], count_of(cpus), cpus, status_nodes(pod),
              status_devices(pod), reason});
    for (const OrderedJson &one : pod.value("containers", OrderedJson::array())) {
      const std::string own = one.value("cpus", "");
      pods.add({name, one["name"], qos, one["place"], count_of(own), own, "", "", one["why"]});
    }
  }
  std::string text = node.to_string(headers) + "\n" + pools.to_string(headers);
  if (!status["pods"].empty()) text += "\n" + pods.to_string(headers);
  return text;
}

int run(const StatusOptions &options) {
  const OrderedJson status = read_status(options.state);
  if (options.output == "table") {
    print(status_table(status, !options.no_headers));
    return kOk;
  }
  print(options.output == "json" ? status.dump(2) : json_to_yaml(status.dump()));
  return kOk;
}

}  // namespace

Run add_node_status_command(CLI::App &app) {
  auto options = std::make_shared<StatusOptions>();
  CLI::App &command = *app.add_subcommand(
      "status", "Show where the pods of this node run by the decision in force, and why");
  command.footer(kStatusExamples);
  set_choices(command.add_option("-o,--output", options->output,
                                 "Output format; json and yaml are node-state.json, with reasons; "
                                 "default: table"),
              {"table", "json", "yaml"});
  command.add_flag("--no-headers", options->no_headers, "Print only the rows of tables");
  add_state_options(command, options->state);
  return [options] { return run(*options); };
}

}  // namespace koordctl

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "command/commands.h"
#include "machine/device_object.h"
#include "node/input.h"
#include "node/node.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct ReportOptions {
  NodeOptions node;
  DeviceOptions devices;
  std::string output = "json", kind = "all";
  bool hash = false;
};

constexpr const char *kReportExamples = R"(Examples:
  # For: kubectl apply -f -
  koordctl node report --from server.xml --node-name node-a -f node-pods.yaml --kubelet-config kubelet.yaml -o yaml
  # A hash that changes when the NodeResourceTopology does
  koordctl node report --from server.xml --node-name node-a -f node-pods.yaml --hash

Exit codes: 0 ok, 2 usage, 3 unreadable input or machine, 4 internal error.)";

std::string pods_json(const NodeInput &input) {
  std::string out = "[";
  for (const NodePod &pod : input.pods) out.append(out.size() > 1 ? "," : "").append(pod.json);
  return out + "]";
}

int run(const ReportOptions &options) {
  check_node_options(options.node);
  const NodeInput input = read_node_input(options.node);
  NodeAgent node(options.node, open_topology(options.node.source));
  node.set_input(input);
  if (options.hash) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx",
                  static_cast<unsigned long long>(node.agent().get_hash()));
    print(text);
    return kOk;
  }
  OrderedJson items = OrderedJson::array();
  if (options.kind != "device") items.push_back(OrderedJson::parse(node.nrt()));
  if (options.kind != "nrt") {
    items.push_back(OrderedJson::parse(
        device_object(node.topology(), options.node.source, options.devices,
                      {input.name, options.node.node_name.has_value()}, pods_json(input))));
  }
  const OrderedJson list = {{"apiVersion", "v1"}, {"kind", "List"}, {"items", std::move(items)}};
  print(options.output == "json" ? list.dump(2) : json_to_yaml(list.dump()));
  return kOk;
}

}  // namespace

Run add_node_report_command(CLI::App &app) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App &command = *app.add_subcommand(
      "report", "Print the NodeResourceTopology and the Device object of a node");
  command.footer(kReportExamples);
  set_choices(command.add_option("-o,--output", options->output, "Output format; default: json"),
              {"json", "yaml"});
  set_choices(command.add_option("--kind", options->kind, "Objects to print; default: all"),
              {"all", "nrt", "device"});
  command.add_flag("--hash", options->hash,
                   "Print 16 hexadecimal digits that change when the NodeResourceTopology does");
  add_node_options(command, options->node);
  add_device_options(command, options->devices);
  return [options] { return run(*options); };
}

}  // namespace koordctl

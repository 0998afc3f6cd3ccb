#include <memory>
#include <optional>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "command/commands.h"
#include "node/input.h"
#include "node/node.h"
#include "node/outputs.h"
#include "node/usage.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

struct PoolsOptions {
  NodeOptions node;
  std::string output = "table";
  bool no_headers = false;
  std::optional<std::string> used, threshold, minimum, be_now;
};

constexpr const char *kPoolsExamples = R"(Examples:
  # kubectl get pods -A --field-selector spec.nodeName=node-a -o yaml > node-pods.yaml
  koordctl node pools --from server.xml --node-name node-a -f node-pods.yaml
  # With the CPUs that kubelet assigned and reserves
  koordctl node pools --from server.xml --node-name node-a -f node-pods.yaml --kubelet-config kubelet.yaml --cpu-state cpu_manager_state
  # Suppression of BE pods at this measured use
  koordctl node pools --from server.xml --node-name node-a -f node-pods.yaml --used node=50,pods=45,non-be-pods=30

Exit codes: 0 ok, 2 usage, 3 unreadable input or machine, 4 internal error.)";

std::optional<Suppressed> suppressed(const PoolsOptions &options, const NodeAgent &node) {
  check_percents_with("--used", options.used.has_value(), options.threshold, options.minimum);
  if (!options.used) {
    if (options.be_now) throw Failure(kUsage, "--be-now: only with --used");
    return std::nullopt;
  }
  koord_suppress_usage usage = KOORD_INIT(koord_suppress_usage);
  parse_usage(*options.used, usage);
  parse_percents(options.threshold, options.minimum, usage);
  koord::CpuSet now;
  if (options.be_now) now = parse_cpu_list(*options.be_now, "--be-now");
  Suppressed out{};
  out.numbers = node.suppress(usage, options.be_now ? &now : nullptr, out.cpus);
  return out;
}

int run(const PoolsOptions &options) {
  check_node_options(options.node);
  const NodeInput input = read_node_input(options.node);
  NodeAgent node(options.node, open_topology(options.node.source));
  node.set_input(input);
  const std::optional<Suppressed> narrowed = suppressed(options, node);
  if (options.output == "table") {
    print(pools_table(node, narrowed, !options.no_headers));
    return kOk;
  }
  const std::string json = pools_json(node, narrowed).dump(2);
  print(options.output == "json" ? json : json_to_yaml(json));
  return kOk;
}

}  // namespace

Run add_node_group(CLI::App &app) {
  app.add_subcommand(
         "node",
         "Decide which CPUs the pods of a node run on, show it, and write it to control groups")
      ->footer(R"(Examples:
  koordctl node pools --from server.xml --node-name node-a -f node-pods.yaml

Exit codes: 0 done, 1 refused, or a fault was found, 2 usage, 3 unreadable input, 4 internal error.)");
  return nullptr;
}

Run add_node_pools_command(CLI::App &app) {
  auto options = std::make_shared<PoolsOptions>();
  CLI::App &command =
      *app.add_subcommand("pools", "Show the pools of a node's CPUs and where each pod runs");
  command.footer(kPoolsExamples);
  set_choices(command.add_option("-o,--output", options->output,
                                 "Output format; json and yaml include the annotations of the "
                                 "NodeResourceTopology; default: table"),
              {"table", "json", "yaml"});
  command.add_flag("--no-headers", options->no_headers, "Print only the rows of tables");
  add_node_options(command, options->node);
  const std::string group = "Suppression of BE pods";
  command
      .add_option("--used", options->used,
                  "Measured use in CPUs: node, pods, host-apps, non-be-pods, non-be-host-apps; "
                  "also reserved and capacity if they differ from the node's")
      ->type_name("NAME=CPUS[,...]")
      ->group(group);
  add_percent_options(command, options->threshold, options->minimum, group);
  command.add_option("--be-now", options->be_now, "CPUs that BE pods have now")
      ->type_name("LIST")
      ->group(group);
  return [options] { return run(*options); };
}

}  // namespace koordctl

#include <memory>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "command/commands.h"
#include "node/groups.h"
#include "node/input.h"
#include "node/node.h"
#include "node/outputs.h"
#include "node/round.h"
#include "node/state_file.h"

namespace koordctl {
namespace {

struct ApplyOptions {
  NodeOptions node;
  GroupOptions groups;
  StateOptions state;
  std::string output = "table";
  bool no_headers = false, dry_run = false;
};

constexpr const char *kPlanExamples = R"(Examples:
  # On the node: what apply would write
  koordctl node plan --from server.xml --node-name node-a -f node-pods.yaml --cgroup-root cgroup

Exit codes: 0 ok, 1 no safe order exists, 2 usage, 3 unreadable input or control groups, 4 internal error.)";

constexpr const char *kApplyExamples = R"(Examples:
  # On the node, as root; here with a copy of its control groups
  koordctl node apply --from server.xml --node-name node-a -f node-pods.yaml --cgroup-root cgroup --state run/node-state.json

Exit codes: 0 done, 1 no safe order exists, 2 usage, 3 unreadable input, or a control group rejected its
value and all writes were rolled back, or out of memory (the message says what was written), 4 internal error.)";

int run_plan(const ApplyOptions &options) {
  check_node_options(options.node);
  const NodeInput input = read_node_input(options.node);
  NodeAgent node(options.node, open_topology(options.node.source));
  node.set_state(state_before(options.state));
  node.set_input(input);
  const std::string json =
      Groups(options.groups, input).plan(node.agent().snapshot(), input.pods).to_json();
  const auto plan = nlohmann::ordered_json::parse(json);
  print(options.output == "json" ? plan.dump(2) : plan_table(node, plan, !options.no_headers));
  return kOk;
}

int run_apply(const ApplyOptions &options) {
  if (options.dry_run) return run_plan(options);
  check_node_options(options.node);
  const NodeInput input = read_node_input(options.node);
  NodeAgent node(options.node, open_topology(options.node.source));
  StateFile file(options.state);
  node.set_state(state_before(options.state));
  node.set_input(input);
  const Round round = run_round(node, options.groups, file);
  try {
    print(options.output == "json"
              ? round_json(round, options.state.path).dump(2)
              : round_table(node, round, options.state.path, !options.no_headers));
  } catch (const std::bad_alloc &) {
    throw OutOfMemory(round);
  }
  return kOk;
}

void add_output(CLI::App &command, ApplyOptions &options) {
  set_choices(command.add_option("-o,--output", options.output, "Output format; default: table"),
              {"table", "json"});
  command.add_flag("--no-headers", options.no_headers, "Print only the rows of tables");
  add_node_options(command, options.node);
  add_group_options(command, options.groups);
}

}  // namespace

Run add_node_plan_command(CLI::App &app) {
  auto options = std::make_shared<ApplyOptions>();
  CLI::App &command =
      *app.add_subcommand("plan", "Show what apply would write to the control groups of pods");
  command.footer(kPlanExamples);
  add_output(command, *options);
  add_state_options(command, options->state);
  return [options] { return run_plan(*options); };
}

Run add_node_apply_command(CLI::App &app) {
  auto options = std::make_shared<ApplyOptions>();
  CLI::App &command = *app.add_subcommand(
      "apply", "Write the CPUs of a node's pods to their control groups, all of them or none");
  command.footer(kApplyExamples);
  add_output(command, *options);
  command.add_flag("--dry-run", options->dry_run, "Write nothing, like plan");
  add_state_options(command, options->state);
  return [options] { return run_apply(*options); };
}

}  // namespace koordctl

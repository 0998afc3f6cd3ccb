#include "command/pick_options.h"

#include "cli/options.h"

namespace koordctl {

void add_pick_options(CLI::App &command, PickOptions &options, const std::string &group) {
  set_choices(command.add_option("--bind", options.bind, "CPU bind policy")->group(group),
              bind_policies());
  command
      .add_flag("--required", options.required, "Refuse unless the bind policy holds for every CPU")
      ->group(group);
  set_choices(
      command
          .add_option(
              "--numa", options.numa,
              "NUMA nodes to use first: the fullest that fits, the emptiest, or all of them evenly")
          ->group(group),
      numa_strategies());
  command
      .add_option("--numa-nodes", options.numa_nodes,
                  "Use only these NUMA nodes, as a topology manager's hint says")
      ->type_name("LIST")
      ->group(group);
  command
      .add_flag("--fewest-l3", options.fewest_l3,
                "Use the fewest L3 groups, then split the fewest cores; never use more NUMA nodes "
                "than without this option")
      ->group(group);
}

PodRequest pick_request(const PickOptions &options) {
  PodRequest request;
  request.bind = index_of(bind_policies(), options.bind);
  request.numa = KOORD_NUMA_STRATEGY_MOST_ALLOCATED + index_of(numa_strategies(), options.numa);
  if (options.required) request.flags |= KOORD_PICK_REQUIRED;
  if (options.fewest_l3) request.flags |= KOORD_PICK_FEWEST_L3;
  if (options.numa_nodes) {
    request.numa_nodes = parse_nodes("--numa-nodes", *options.numa_nodes);
    request.numa_nodes_from = "--numa-nodes";
  }
  return request;
}

int32_t index_of(const std::vector<std::string> &choices, const std::string &text) {
  return text.empty() ? 0 : static_cast<int32_t>(find_choice("", choices, text));
}

}  // namespace koordctl

#include "command/commands.h"

#include "cli/printable.h"
#include "cli/program.h"

namespace koordctl {
namespace {

constexpr const char *kFooter = R"(Exit codes:
  0  done
  1  a request was refused: it does not fit under its policy
  2  usage error
  3  a file or the machine cannot be read, or is invalid
  4  internal error

Examples:
  koordctl topology
  koordctl allocate --cpus 1
  koordctl allocate --help

Enable completion in bash: source <(koordctl completion bash))";

// The commands of "kubelet state" under their former name.
template <Run (*add)(CLI::App &)>
Run add_former(CLI::App &group) {
  return [run = add(group)] {
    print_message("hint: koordctl node kubelet-state is now koordctl kubelet state");
    return run();
  };
}

Run add_former_kubelet_state_group(CLI::App &app) {
  app.add_subcommand("kubelet-state", "Check and repair kubelet's files")->group("");
  return nullptr;
}

constexpr Command kCommands[] = {
    {"topology", add_topology_command},
    {"devices", add_devices_command},
    {"allocate", add_allocate_command},
    {"simulate", add_simulate_command},
    {"explain", add_explain_command},
    {"gang", add_gang_command},
    {"rebind", add_rebind_command},
    {"preempt", add_preempt_command},
    {"capacity", add_capacity_command},
    {"resize", add_resize_command},
    {"top", add_top_command},
    {"run", add_run_command},
    {"replay", add_moved_replay},
    {"kubelet", add_kubelet_group},
    {"kubelet admit", add_kubelet_admit_command},
    {"kubelet state", add_kubelet_state_group},
    {"kubelet state check", add_kubelet_state_check_command},
    {"kubelet state repair", add_kubelet_state_repair_command},
    {"kubelet state migrate", add_kubelet_state_migrate_command},
    {"kubelet state replace", add_kubelet_state_replace_command},
    {"node", add_node_group},
    {"node pools", add_node_pools_command},
    {"node plan", add_node_plan_command},
    {"node apply", add_node_apply_command},
    {"node watch", add_moved_node_watch},
    {"node report", add_node_report_command},
    {"node status", add_node_status_command},
    {"node kubelet-state", add_former_kubelet_state_group},
    {"node kubelet-state check", add_former<add_kubelet_state_check_command>},
    {"node kubelet-state repair", add_former<add_kubelet_state_repair_command>},
    {"node kubelet-state migrate", add_former<add_kubelet_state_migrate_command>},
    {"node kubelet-state replace", add_former<add_kubelet_state_replace_command>},
    {"completion", add_completion_command, true},
    {"help", add_help_command, true},
    {"version", add_version_command}};

}  // namespace

constinit const Program kProgram = {
    "koordctl", "Which CPUs, NUMA memory and devices a pod gets on a Kubernetes node", kFooter,
    kCommands};

}  // namespace koordctl

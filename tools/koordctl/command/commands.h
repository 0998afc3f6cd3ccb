// The commands of koordctl. Each adds itself to the parser and returns a function that runs it,
// which returns an exit code or throws a Failure. A group returns no function; its members follow
// it.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/program.h"

namespace koordctl {

Run add_topology_command(CLI::App &app);
Run add_devices_command(CLI::App &app);
Run add_allocate_command(CLI::App &app);
Run add_simulate_command(CLI::App &app);
Run add_explain_command(CLI::App &app);
Run add_gang_command(CLI::App &app);
Run add_rebind_command(CLI::App &app);
Run add_preempt_command(CLI::App &app);
Run add_capacity_command(CLI::App &app);
Run add_resize_command(CLI::App &app);
Run add_top_command(CLI::App &app);
Run add_run_command(CLI::App &app);
Run add_moved_replay(CLI::App &app);
Run add_moved_node_watch(CLI::App &app);
Run add_node_group(CLI::App &app);
Run add_node_pools_command(CLI::App &app);
Run add_node_plan_command(CLI::App &app);
Run add_node_apply_command(CLI::App &app);
Run add_node_report_command(CLI::App &app);
Run add_node_status_command(CLI::App &app);
Run add_kubelet_state_group(CLI::App &app);
Run add_kubelet_state_check_command(CLI::App &app);
Run add_kubelet_state_repair_command(CLI::App &app);
Run add_kubelet_state_migrate_command(CLI::App &app);
Run add_kubelet_state_replace_command(CLI::App &app);
Run add_kubelet_group(CLI::App &app);
Run add_kubelet_admit_command(CLI::App &app);
Run add_completion_command(CLI::App &app);
Run add_help_command(CLI::App &app);
Run add_version_command(CLI::App &app);

}  // namespace koordctl

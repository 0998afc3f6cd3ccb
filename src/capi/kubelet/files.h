// Checks and repairs of a whole file cpu_manager_state. The wire module reads its format, the
// kubelet module checks its sets.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kubelet/checkup.h"
#include "kubelet/repair.h"
#include "kubelet/setup.h"
#include "wire/kubelet/checkpoint.h"

namespace koord::capi {

// The pods and containers on the node.
struct NodePods {
  const kubelet::PodSet *pods;  // nullptr if unknown
  // By id; needed for files of version 1.
  const std::map<std::string, wire::ContainerRef> &containers;
};

kubelet::Checkup check_cpu_file(const kubelet::NodeSetup &setup, std::string_view file,
                                const NodePods &node_pods);
// Adds the findings about memory_manager_state.
void check_memory_file(const kubelet::NodeSetup &setup, std::string_view file,
                       const NodePods &node_pods, kubelet::Checkup &out);

struct FileRepair {
  std::string text;  // the original file if nothing changed
  std::vector<kubelet::Change> changes;
};
struct FileRepairOptions {
  bool migrate = false;     // converts a file of another policy
  bool start_over = false;  // replaces an unreadable file by that of a new kubelet
  bool keep_shrunk = false;
  bool downgrade = false;  // drops what this version of kubelet cannot store
};
// Throws kConflict if the policy differs and `migrate` is not set, or if contents would be lost and
// `downgrade` is not set; kInvalid with kubelet's message if the file cannot be read.
FileRepair repair_cpu_file(const kubelet::NodeSetup &setup, std::string_view file,
                           const NodePods &node_pods, const FileRepairOptions &options);

// Repairs memory_manager_state by the same rules. keep_shrunk has no effect.
FileRepair repair_memory_file(const kubelet::NodeSetup &setup, std::string_view file,
                              const NodePods &node_pods, const FileRepairOptions &options);
// Returns kubelet's error when it reads memory_manager_state, or an empty string on success.
std::string memory_file_error(const kubelet::NodeSetup &setup, std::string_view file);

// Returns the file as kubelet writes it.
std::string cpu_file_of(const kubelet::NodeSetup &setup, const kubelet::CpuState &state);

// Return JSON for people and scripts (docs/operate/kubelet-files.md).
std::string check_report(const kubelet::Checkup &checkup);
std::string change_report(const std::vector<kubelet::Change> &changes);

}  // namespace koord::capi

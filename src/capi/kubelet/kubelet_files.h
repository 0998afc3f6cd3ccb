// The file cpu_manager_state as a whole, checked and mended: its format as wire knows it, its sets
// as kubelet does.
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

// Who runs on the node.
struct Present {
  const kubelet::PodSet *pods;  // nullptr: not known
  const std::map<std::string, wire::ContainerRef>
      &containers;  // by id: files of version 1 need them
};

kubelet::Checkup check_cpu_file(const kubelet::NodeSetup &setup, std::string_view file,
                                const Present &present);
// Adds what is wrong with memory_manager_state.
void check_memory_file(const kubelet::NodeSetup &setup, std::string_view file,
                       const Present &present, kubelet::Checkup &out);

struct FileRepair {
  std::string text;  // the file as it was where nothing changed
  std::vector<kubelet::Change> changes;
};
struct FileRepairOptions {
  bool migrate = false;     // another policy is taken over
  bool start_over = false;  // a file that cannot be read becomes that of a new kubelet
  bool keep_shrunk = false;
  bool downgrade = false;  // what this version of kubelet cannot hold is dropped
};
// Throws kConflict where the policy differs and is not to be migrated, and where a downgrade would
// lose something that is not to be dropped; kInvalid, in kubelet's words, where the file cannot be
// read.
FileRepair repair_cpu_file(const kubelet::NodeSetup &setup, std::string_view file,
                           const Present &present, const FileRepairOptions &options);

// The same of memory_manager_state; keep_shrunk has no meaning.
FileRepair repair_memory_file(const kubelet::NodeSetup &setup, std::string_view file,
                              const Present &present, const FileRepairOptions &options);
// What kubelet says when it cannot read memory_manager_state; "": it can.
std::string memory_file_error(const kubelet::NodeSetup &setup, std::string_view file);

// As kubelet writes it.
std::string cpu_file_of(const kubelet::NodeSetup &setup, const kubelet::CpuState &state);

// JSON for people and scripts (docs/operate/kubelet-files.md).
std::string check_report(const kubelet::Checkup &checkup);
std::string change_report(const std::vector<kubelet::Change> &changes);

}  // namespace koord::capi

// Common parts of kubelet's three checkpoint files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/kubelet_version.h"

namespace koord::wire {

inline constexpr std::string_view kCorruptCheckpoint = "checkpoint is corrupted";

inline constexpr std::string_view kCpuFile = "cpu_manager_state";
inline constexpr std::string_view kMemoryFile = "memory_manager_state";

struct ContainerRef {
  std::string pod;  // uid
  std::string container;
};

// The kubelet that reads a file when it starts.
struct KubeletReader {
  KubeletVersion version = kDefaultKubeletVersion;
  // The policy configured for the manager of the file, "static".
  std::string policy;
  bool pod_level_resource_managers = false;  // feature gate PodLevelResourceManagers
  std::string directory = "/var/lib/kubelet";
  std::map<std::string, ContainerRef> containers;  // running containers by id, for CPU files of v1
};

// Returns the checksum that kubelet 1.37 stores for the text `data`.
uint32_t data_checksum_of(std::string_view data);
// Completes a file: the members "{..." that are not closed yet, their checksum and, for kubelet
// 1.37, the text of all members as `data`.
std::string closed_file(std::string members, uint32_t checksum,
                        const std::optional<std::string> &data);

// Makes a message of Go fit for one line: control
// bytes, which it may quote from the file, become \xNN.
std::string one_line(std::string_view message);
// Returns "<directory>/<file>", quoted as in kubelet's messages.
std::string quoted_path(std::string_view directory, std::string_view file);

}  // namespace koord::wire

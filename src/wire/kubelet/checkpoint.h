// What kubelet's three checkpoint files have in common.
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

// The kubelet that reads a file at its start.
struct KubeletReader {
  KubeletVersion version = kDefaultKubeletVersion;
  std::string policy;                        // configured policy of that manager, "static"
  bool pod_level_resource_managers = false;  // feature gate PodLevelResourceManagers
  std::string directory = "/var/lib/kubelet";
  std::map<std::string, ContainerRef> containers;  // those that run, by id: for CPU files of v1
};

// The checksum that kubelet 1.37 keeps of the text `data`.
uint32_t data_checksum_of(std::string_view data);
// A file: members that are not closed yet, "{...", their checksum, and for kubelet 1.37 the text of
// all members as `data`.
std::string closed_file(std::string members, uint32_t checksum,
                        const std::optional<std::string> &data);

// A message of Go's made fit for one line: control bytes, which it may quote from the file, as
// \xNN.
std::string one_line(std::string_view message);
// "<directory>/<file>" quoted as kubelet's messages quote it.
std::string quoted_path(std::string_view directory, std::string_view file);

}  // namespace koord::wire

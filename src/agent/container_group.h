// Finds the control group of a process from the kernel's description.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agent/cgroup_path.h"

namespace koord::agent {

struct ContainerGroup {
  CgroupLayout layout;
  object::KubeQos qos = object::KubeQos::kGuaranteed;
  std::string pod;  // UID
  ContainerDirectory container;
};

// Returns the path from the text of /proc/PID/cgroup: that of the cpuset controller (version 1), or
// of "0::" (version 2). Throws kCorrupt if the text has no such line.
std::string path_of_process(std::string_view file, CgroupVersion version);

// Parses such a path ("/kubepods/burstable/pod.../..."). Returns the group of a pod's container,
// also for a group below it. Returns nullopt if the owner is unknown.
std::optional<ContainerGroup> container_group(CgroupVersion version, std::string_view path);

}  // namespace koord::agent

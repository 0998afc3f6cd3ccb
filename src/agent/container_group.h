// Whose control group a process is in, as the kernel says.
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

// `file` is the text of /proc/PID/cgroup: the line of the cpuset controller (version 1), else "0::"
// (version 2). Throws kCorrupt where it has neither.
std::string path_of_process(std::string_view file, CgroupVersion version);

// By a path as it stands there ("/kubepods/burstable/pod.../..."): the group of a container of a
// pod, or one below it; none: nobody's that we know.
std::optional<ContainerGroup> container_group(CgroupVersion version, std::string_view path);

}  // namespace koord::agent

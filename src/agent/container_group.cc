#include "agent/container_group.h"

#include <algorithm>

#include "base/error.h"

namespace koord::agent {
namespace {

using object::KubeQos;

// Returns true if the list, separated by commas, contains `word`.
bool lists(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const size_t comma = words.find(',');
    if (words.substr(0, comma) == word) return true;
    words = comma == std::string_view::npos ? std::string_view() : words.substr(comma + 1);
  }
  return false;
}

std::string_view next_part(std::string_view &text, char end) {
  const size_t at = text.find(end);
  const std::string_view part = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
  return part;
}

// Returns the part of `path` below `above`, or nullopt if it is not below.
std::optional<std::string_view> below(std::string_view path, std::string_view above) {
  if (!path.starts_with(above) || path.size() <= above.size() || path[above.size()] != '/')
    return std::nullopt;
  return path.substr(above.size() + 1);
}

std::optional<ContainerGroup> group_below(const CgroupLayout &layout, std::string_view path) {
  for (const KubeQos qos : {KubeQos::kBurstable, KubeQos::kBestEffort, KubeQos::kGuaranteed}) {
    auto rest = below(path, qos_path(layout, qos));
    if (!rest) continue;
    const auto pod = pod_of_directory(layout, qos, next_part(*rest, '/'));
    if (!pod) continue;
    const auto container = container_of_directory(layout, next_part(*rest, '/'));
    if (!container) return std::nullopt;
    return ContainerGroup{layout, qos, *pod, *container};
  }
  return std::nullopt;
}

}  // namespace

std::string path_of_process(std::string_view file, CgroupVersion version) {
  while (!file.empty()) {
    std::string_view path = next_part(file, '\n');
    const std::string_view number = next_part(path, ':');
    const std::string_view controllers = next_part(path, ':');
    const bool found = version == CgroupVersion::kV2 ? number == "0" && controllers.empty()
                                                     : lists(controllers, "cpuset");
    if (found) return std::string(path);
  }
  throw Error(Status::kCorrupt,
              version == CgroupVersion::kV2
                  ? "cgroups of the process: found no line \"0::\""
                  : "cgroups of the process: found no line of the cpuset controller");
}

std::optional<ContainerGroup> container_group(CgroupVersion version, std::string_view path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  // kubelet's cgroupRoot is the part of the path before "kubepods".
  size_t at = 0;
  std::string root;
  while (at < path.size()) {
    const size_t slash = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, slash - at);
    for (const CgroupDriver driver : {CgroupDriver::kCgroupfs, CgroupDriver::kSystemd}) {
      const CgroupLayout layout{driver, version, root};
      if (!is_cgroup_root(root)) return std::nullopt;
      const std::string kubepods = kubepods_path(layout);
      if (kubepods.size() == slash && path.starts_with(kubepods)) return group_below(layout, path);
    }
    std::string_view name = part;
    if (name.ends_with(".slice")) {
      // A slice is named after all slices above it; cgroupRoot contains only the last part of each.
      name.remove_suffix(6);
      if (const size_t dash = name.rfind('-'); dash != std::string_view::npos)
        name.remove_prefix(dash + 1);
    }
    root.append(root.empty() ? "" : "/").append(name);
    at = slash + 1;
  }
  return std::nullopt;
}

}  // namespace koord::agent

#include "agent/cgroup_path.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/error.h"

namespace koord::agent {
namespace {

using object::KubeQos;

constexpr size_t kMaxUid = 64;
constexpr size_t kMaxId = 128;
constexpr size_t kMaxPart = 64;
constexpr size_t kMaxParts = 4;
constexpr std::string_view kSlice = ".slice";
constexpr std::string_view kScope = ".scope";

struct RuntimeName {
  ContainerRuntime runtime;
  std::string_view prefix;  // prefix of its scopes
};
constexpr std::array<RuntimeName, 4> kRuntimes = {
    {{ContainerRuntime::kContainerd, "cri-containerd-"},
     {ContainerRuntime::kDocker, "docker-"},
     {ContainerRuntime::kCrio, "crio-"},
     {ContainerRuntime::kPouch, "pouch-"}}};

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Returns the parts of kubelet's cgroupRoot, or nullopt if one is not accepted.
std::optional<std::vector<std::string>> parts_of(std::string_view root) {
  std::vector<std::string> parts;
  while (!root.empty()) {
    const size_t slash = root.find('/');
    const std::string_view part = root.substr(0, slash);
    root = slash == std::string_view::npos ? std::string_view() : root.substr(slash + 1);
    if (part.empty()) continue;  // kubelet drops empty parts
    const bool plain = std::all_of(part.begin(), part.end(), [](char c) {
      return is_lower(c) || is_digit(c) || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
             c == '-';
    });
    if (!plain || part.size() > kMaxPart || part == "." || part == ".." ||
        parts.size() == kMaxParts)
      return std::nullopt;
    parts.emplace_back(part);
  }
  return parts;
}

// Replaces dashes, which systemd takes for levels of the tree.
std::string without_dashes(std::string_view text) {
  std::string out(text);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

// Returns the name of the slice of kubepods without ".slice". systemd puts the names of all slices
// above in front.
std::string slice_stem(const CgroupLayout &layout) {
  std::string stem;
  const auto parts = parts_of(layout.root);
  if (!parts) return "kubepods";
  for (const std::string &part : *parts) stem += without_dashes(part) + '-';
  return stem + "kubepods";
}

std::string_view qos_name(KubeQos qos) {
  return qos == KubeQos::kBurstable ? "burstable" : "besteffort";
}

void check_root(const CgroupLayout &layout) {
  if (!is_cgroup_root(layout.root))
    throw Error(Status::kInvalid, "cgroup root: found " + in_quotes(layout.root) +
                                      ", expected up to 4 names of letters, digits, '_', '.' and "
                                      "'-'");
}

// Returns the part of a pod's directory name before the UID.
std::string pod_prefix(const CgroupLayout &layout, KubeQos qos) {
  if (layout.driver == CgroupDriver::kCgroupfs) return "pod";
  std::string prefix = slice_stem(layout) + '-';
  if (qos != KubeQos::kGuaranteed) prefix.append(qos_name(qos)) += '-';
  return prefix + "pod";
}

bool take_prefix(std::string_view &text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_suffix(std::string_view &text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

}  // namespace

bool is_pod_uid(std::string_view uid) {
  return !uid.empty() && uid.size() <= kMaxUid && std::all_of(uid.begin(), uid.end(), [](char c) {
    return is_lower(c) || is_digit(c) || c == '-';
  });
}

bool is_container_id(std::string_view id) {
  return !id.empty() && id.size() <= kMaxId && std::all_of(id.begin(), id.end(), [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f');
  });
}

bool is_cgroup_root(std::string_view root) { return parts_of(root).has_value(); }

std::string kubepods_path(const CgroupLayout &layout) {
  check_root(layout);
  std::string path;
  std::string stem;
  const std::vector<std::string> parts = *parts_of(layout.root);
  for (const std::string &part : parts) {
    if (layout.driver == CgroupDriver::kCgroupfs) {
      path += part + '/';
    } else {
      stem += (stem.empty() ? "" : "-") + without_dashes(part);
      path += stem + std::string(kSlice) + '/';
    }
  }
  if (layout.driver == CgroupDriver::kCgroupfs) return path + "kubepods";
  return path + slice_stem(layout) + std::string(kSlice);
}

std::string qos_path(const CgroupLayout &layout, KubeQos qos) {
  std::string path = kubepods_path(layout);
  if (qos == KubeQos::kGuaranteed) return path;
  path += '/';
  if (layout.driver == CgroupDriver::kCgroupfs) return path.append(qos_name(qos));
  return path.append(slice_stem(layout)).append("-").append(qos_name(qos)).append(kSlice);
}

std::string pod_path(const CgroupLayout &layout, KubeQos qos, std::string_view uid) {
  if (!is_pod_uid(uid))
    throw Error(Status::kInvalid,
                "pod uid: found " + in_quotes(uid) + ", expected 1 to 64 of a-z, 0-9 and '-'");
  std::string path = qos_path(layout, qos) + '/' + pod_prefix(layout, qos);
  if (layout.driver == CgroupDriver::kCgroupfs) return path.append(uid);
  return path.append(without_dashes(uid)).append(kSlice);
}

std::string container_path(const CgroupLayout &layout, KubeQos qos, std::string_view uid,
                           ContainerRuntime runtime, std::string_view id) {
  if (!is_container_id(id))
    throw Error(Status::kInvalid,
                "container id: found " + in_quotes(id) + ", expected 1 to 128 of 0-9 and a-f");
  const auto known =
      std::find_if(kRuntimes.begin(), kRuntimes.end(),
                   [&](const RuntimeName &entry) { return entry.runtime == runtime; });
  if (known == kRuntimes.end())
    throw Error(Status::kInvalid, "container runtime: found " +
                                      std::to_string(static_cast<int>(runtime)) +
                                      ", expected a koord_cgroup_runtime");
  std::string path = pod_path(layout, qos, uid) + '/';
  if (layout.driver == CgroupDriver::kSystemd)
    return path.append(known->prefix).append(id).append(kScope);
  // Only CRI-O adds its prefix with both drivers.
  if (runtime == ContainerRuntime::kCrio) path.append(known->prefix);
  return path.append(id);
}

std::string with_controller(CgroupVersion version, CgroupController controller,
                            std::string_view path) {
  std::string out;
  if (version == CgroupVersion::kV1) {
    out = controller == CgroupController::kCpuset ? "cpuset" : "cpu";
    if (!path.empty()) out += '/';
  }
  return out.append(path);
}

std::optional<std::string> pod_of_directory(const CgroupLayout &layout, KubeQos qos,
                                            std::string_view name) {
  if (name.size() > 1024 || !take_prefix(name, pod_prefix(layout, qos))) return std::nullopt;
  if (layout.driver == CgroupDriver::kCgroupfs)
    return is_pod_uid(name) ? std::optional(std::string(name)) : std::nullopt;
  if (!take_suffix(name, kSlice) || name.find('-') != std::string_view::npos) return std::nullopt;
  std::string uid(name);
  std::replace(uid.begin(), uid.end(), '_', '-');
  return is_pod_uid(uid) ? std::optional(std::move(uid)) : std::nullopt;
}

std::optional<ContainerDirectory> container_of_directory(const CgroupLayout &layout,
                                                         std::string_view name) {
  ContainerDirectory found;
  if (layout.driver == CgroupDriver::kSystemd) {
    if (!take_suffix(name, kScope)) return std::nullopt;
    for (const RuntimeName &entry : kRuntimes)
      if (take_prefix(name, entry.prefix)) {
        found.runtime = entry.runtime;
        break;
      }
    if (found.runtime == ContainerRuntime::kUnknown) return std::nullopt;
  } else if (take_prefix(name, "crio-")) {
    found.runtime = ContainerRuntime::kCrio;
  }
  if (!is_container_id(name)) return std::nullopt;
  found.id = name;
  return found;
}

}  // namespace koord::agent

// Paths of the control groups of pods, as kubelet and the runtimes create them, and the way back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "object/objects.h"

namespace koord::agent {

// Values equal those of koord_cgroup_driver, koord_cgroup_version and koord_cgroup_runtime.
enum class CgroupDriver : int32_t { kCgroupfs = 1, kSystemd = 2 };
enum class CgroupVersion : int32_t { kV1 = 1, kV2 = 2 };
enum class ContainerRuntime : int32_t {
  kUnknown = 0,
  kContainerd = 1,
  kDocker = 2,
  kCrio = 3,
  kPouch = 4
};

// In version 1 each controller has a tree of its own.
enum class CgroupController : uint8_t { kCpuset, kCpu };

struct CgroupLayout {
  CgroupDriver driver = CgroupDriver::kSystemd;
  CgroupVersion version = CgroupVersion::kV2;
  std::string root;  // kubelet's cgroupRoot; "" and "/" if there is none
};

// Check the parts of a path. All of them are untrusted, and none may lead elsewhere.
bool is_pod_uid(std::string_view uid);       // [a-z0-9-], at most 64
bool is_container_id(std::string_view id);   // [0-9a-f], at most 128
bool is_cgroup_root(std::string_view root);  // up to 4 parts of [A-Za-z0-9_.-], at most 64 each

// Return paths below the root of a controller (version 1) or of all (version 2), without a leading
// '/'. A Guaranteed pod lies in the root itself. Throw kInvalid with the part that is not accepted.
std::string kubepods_path(const CgroupLayout &layout);
std::string qos_path(const CgroupLayout &layout, object::KubeQos qos);
std::string pod_path(const CgroupLayout &layout, object::KubeQos qos, std::string_view uid);
std::string container_path(const CgroupLayout &layout, object::KubeQos qos, std::string_view uid,
                           ContainerRuntime runtime, std::string_view id);

// Returns the path below the mount. Version 1 has a directory per controller.
std::string with_controller(CgroupVersion version, CgroupController controller,
                            std::string_view path);

// Returns the UID of the pod with this directory in that of the QoS class, or nullopt if
// it is no pod's.
std::optional<std::string> pod_of_directory(const CgroupLayout &layout, object::KubeQos qos,
                                            std::string_view name);
struct ContainerDirectory {
  ContainerRuntime runtime = ContainerRuntime::kUnknown;  // if the name shows it
  std::string id;
};
std::optional<ContainerDirectory> container_of_directory(const CgroupLayout &layout,
                                                         std::string_view name);

}  // namespace koord::agent

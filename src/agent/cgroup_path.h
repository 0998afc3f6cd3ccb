// Where kubelet and the runtimes keep the control groups of pods, and whose a directory is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "object/objects.h"

namespace koord::agent {

// Numbers are those of koord_cgroup_driver, koord_cgroup_version and koord_cgroup_runtime.
enum class CgroupDriver : int32_t { kCgroupfs = 1, kSystemd = 2 };
enum class CgroupVersion : int32_t { kV1 = 1, kV2 = 2 };
enum class ContainerRuntime : int32_t {
  kUnknown = 0,
  kContainerd = 1,
  kDocker = 2,
  kCrio = 3,
  kPouch = 4
};

// Controllers have trees of their own in version 1.
enum class CgroupController : uint8_t { kCpuset, kCpu };

struct CgroupLayout {
  CgroupDriver driver = CgroupDriver::kSystemd;
  CgroupVersion version = CgroupVersion::kV2;
  std::string root;  // kubelet's cgroupRoot, "" and "/": none
};

// What is accepted as a part of a path. All come from outside; none may lead elsewhere.
bool is_pod_uid(std::string_view uid);       // [a-z0-9-], at most 64
bool is_container_id(std::string_view id);   // [0-9a-f], at most 128
bool is_cgroup_root(std::string_view root);  // up to 4 parts of [A-Za-z0-9_.-], at most 64 each

// Paths below the root of a controller (version 1) or of all (version 2), without a leading '/'. A
// Guaranteed pod lies in the root itself. Throw kInvalid, naming what is not accepted.
std::string kubepods_path(const CgroupLayout &layout);
std::string qos_path(const CgroupLayout &layout, object::KubeQos qos);
std::string pod_path(const CgroupLayout &layout, object::KubeQos qos, std::string_view uid);
std::string container_path(const CgroupLayout &layout, object::KubeQos qos, std::string_view uid,
                           ContainerRuntime runtime, std::string_view id);

// The path below the mount: version 1 has a directory per controller.
std::string with_controller(CgroupVersion version, CgroupController controller,
                            std::string_view path);

// The other way: whose directory has this name, in the directory of the QoS class; none: nobody's.
std::optional<std::string> pod_of_directory(const CgroupLayout &layout, object::KubeQos qos,
                                            std::string_view name);
struct ContainerDirectory {
  ContainerRuntime runtime = ContainerRuntime::kUnknown;  // as far as the name tells
  std::string id;
};
std::optional<ContainerDirectory> container_of_directory(const CgroupLayout &layout,
                                                         std::string_view name);

}  // namespace koord::agent

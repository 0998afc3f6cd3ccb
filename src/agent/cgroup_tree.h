// Reads the present control groups of a node's pods.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agent/cgroup_files.h"
#include "agent/cgroup_path.h"
#include "base/cpu_set.h"

namespace koord::agent {

// Values equal those of koord_cgroup_kind.
enum class CgroupKind : int32_t {
  kRoot = 1,  // kubepods
  kQos = 2,   // burstable, besteffort
  kPod = 3,
  kContainer = 4,  // every directory of a pod
  // Below a container; read for version 1 only, where it limits how far the container can shrink.
  kNested = 5,
  kOther = 6  // at the level of pods, but of no pod
};

// CPUs or NUMA nodes of a group.
struct GroupSet {
  bool present = false;  // the kernel has the file
  CpuSet written;        // empty on version 2 if the parent's set applies
  CpuSet effective;      // equals `written` on version 1
};

// The limit of a group's CPU time.
struct GroupQuota {
  bool present = false;
  bool limited = false;
  std::string text;  // as read, without the line end
};

struct ObservedGroup {
  std::string path;  // below the controller's root
  int32_t parent = -1;
  CgroupKind kind = CgroupKind::kOther;
  object::KubeQos qos = object::KubeQos::kGuaranteed;
  std::string pod;        // UID, of pods and containers
  std::string container;  // id; "" if the name contains none
  GroupSet cpus;
  GroupSet mems;
  GroupQuota quota;  // of pods and containers
};

struct CgroupTree {
  CgroupLayout layout;
  bool whole = true;  // contains all pods; otherwise one pod, and groups above it only grow
  std::vector<ObservedGroup> groups;  // parents before children; the first is the root
};

inline constexpr size_t kMaxGroups = 16384;
inline constexpr int kMaxGroupDepth = 8;  // kubepods has depth 0

// Reads all groups. Groups that vanish meanwhile are skipped. Throws kNotFound (no kubepods),
// kLimit, kPermission, kIo, kCorrupt (a file that is not in the kernel's format).
CgroupTree observe_cgroups(CgroupFiles &files, const CgroupLayout &layout);
// Reads the groups of one pod and those above them. Throws kNotFound if there is none.
CgroupTree observe_pod(CgroupFiles &files, const CgroupLayout &layout, object::KubeQos qos,
                       const std::string &uid);

// The values of a group, their files and their contents.
enum class CgroupFile : int32_t { kCpus = 1, kMems = 2, kQuota = 3 };
std::string_view cgroup_file_name(CgroupVersion version, CgroupFile file);
std::string cgroup_file_path(CgroupVersion version, const std::string &group, CgroupFile file);
// Returns the file in which version 2 shows the value in force; not for quotas.
std::string effective_file_path(const std::string &group, CgroupFile file);
// Parses a set; the line end is ignored. Throws kCorrupt with `path`.
CpuSet read_group_set(std::string_view text, const std::string &path);
bool is_limited(CgroupVersion version, std::string_view text);
std::string_view without_line_end(std::string_view text);

}  // namespace koord::agent

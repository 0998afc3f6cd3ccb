// The control groups of a node's pods as they are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agent/cgroup_files.h"
#include "agent/cgroup_path.h"
#include "base/cpu_set.h"

namespace koord::agent {

// Numbers are those of koord_cgroup_kind.
enum class CgroupKind : int32_t {
  kRoot = 1,       // kubepods
  kQos = 2,        // burstable, besteffort
  kPod = 3,        //
  kContainer = 4,  // every directory of a pod
  kNested =
      5,  // below a container: version 1 alone, where they bound what the container may shrink to
  kOther = 6  // in place of a pod, but nobody's
};

// CPUs or NUMA nodes of a group.
struct GroupSet {
  bool present = false;  // the kernel has the file
  CpuSet written;        // "": version 2 takes the parent's
  CpuSet effective;      // version 1: the same as written
};

// The CPU time that a group may have.
struct GroupQuota {
  bool present = false;
  bool limited = false;
  std::string text;  // as it is read, without the end of the line
};

struct ObservedGroup {
  std::string path;  // below the controller's root
  int32_t parent = -1;
  CgroupKind kind = CgroupKind::kOther;
  object::KubeQos qos = object::KubeQos::kGuaranteed;
  std::string pod;        // UID, of pods and containers
  std::string container;  // id, "" where the name tells none
  GroupSet cpus;
  GroupSet mems;
  GroupQuota quota;  // of pods and containers
};

struct CgroupTree {
  CgroupLayout layout;
  bool whole = true;  // every pod is there; else one, and what is above it only grows
  std::vector<ObservedGroup> groups;  // parents before children; the first is the root
};

inline constexpr size_t kMaxGroups = 16384;
inline constexpr int kMaxGroupDepth = 8;  // kubepods is 0

// Groups that vanish meanwhile are left out. Throws kNotFound (no kubepods), kLimit, kPermission,
// kIo, kCorrupt (a file that is not as the kernel writes it).
CgroupTree observe_cgroups(CgroupFiles &files, const CgroupLayout &layout);
// The groups of one pod, and those above them. Throws kNotFound where there is none.
CgroupTree observe_pod(CgroupFiles &files, const CgroupLayout &layout, object::KubeQos qos,
                       const std::string &uid);

// The file of a value of a group, and what it says.
enum class CgroupFile : int32_t { kCpus = 1, kMems = 2, kQuota = 3 };
std::string_view cgroup_file_name(CgroupVersion version, CgroupFile file);
std::string cgroup_file_path(CgroupVersion version, const std::string &group, CgroupFile file);
// Where version 2 says what is in force; not for quotas.
std::string effective_file_path(const std::string &group, CgroupFile file);
// Without what ends the line. Throws kCorrupt, naming `path`.
CpuSet read_group_set(std::string_view text, const std::string &path);
bool is_limited(CgroupVersion version, std::string_view text);
std::string_view without_line_end(std::string_view text);

}  // namespace koord::agent

// Which control groups a machine has: version, driver, and the files to work on.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "agent/cgroup_files.h"

namespace koord::agent {

struct CgroupOptions {
  std::string mount = "/sys/fs/cgroup";
  std::string root;                      // kubelet's cgroupRoot
  std::optional<CgroupVersion> version;  // none: found out
  std::optional<CgroupDriver> driver;    // none: found out
};

struct Cgroups {
  CgroupLayout layout;
  bool hybrid = false;  // version 1, with a tree of version 2 beside it
  std::unique_ptr<RootedFiles> files;
};

// Version 2 is what is mounted as such and has the cpuset controller; a tree of version 2 below
// controllers of version 1 has none of ours. The driver is told by who has made kubepods. Throws
// kInvalid (options), kNotFound (no control groups, no kubepods), kUnsupported (version 2 without
// cpuset), kIo, kPermission.
Cgroups open_cgroups(const CgroupOptions &options);

}  // namespace koord::agent

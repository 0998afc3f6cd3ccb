// Finds the control groups of a machine: version, driver, and the files to work on.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "agent/cgroup_files.h"

namespace koord::agent {

struct CgroupOptions {
  std::string mount = "/sys/fs/cgroup";
  std::string root;                      // kubelet's cgroupRoot
  std::optional<CgroupVersion> version;  // detected if absent
  std::optional<CgroupDriver> driver;    // detected if absent
};

struct Cgroups {
  CgroupLayout layout;
  bool hybrid = false;  // version 1, with a tree of version 2 beside it
  std::unique_ptr<RootedFiles> files;
};

// Opens the control groups. Version 2 is a mount of that type with the cpuset controller; a tree of
// version 2 below controllers of version 1 has no controller of ours. The driver is detected by the
// directory of kubepods. Throws kInvalid (options), kNotFound (no control groups, no kubepods),
// kUnsupported (version 2 without cpuset), kIo, kPermission.
Cgroups open_cgroups(const CgroupOptions &options);

}  // namespace koord::agent

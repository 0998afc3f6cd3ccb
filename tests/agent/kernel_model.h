// In-memory model of the kernel's control groups: the writes that it accepts, the errno of those
// that it refuses, and the values in force. Version 1 is modelled on Linux 6.18, version 2 on 6.1.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "agent/cgroup_files.h"
#include "base/cpu_set.h"

namespace koord::agent::testing {

class KernelModel : public CgroupFiles {
 public:
  struct Group {
    CpuSet cpus;
    CpuSet mems;
    int64_t quota = -1;
    bool has_tasks = false;
    bool has_cpuset = true;  // version 2: the controller is enabled above
  };

  KernelModel(CgroupVersion version, int cpus, int nodes);

  // Parents must be added first. "" is the root, which has all CPUs and memory nodes.
  void add(const std::string &path, const Group &group) { groups_[path] = group; }
  void remove(const std::string &path);
  Group &at(const std::string &path) { return groups_.at(path); }
  const std::map<std::string, Group> &groups() const { return groups_; }

  // CPUs on which the group's tasks run.
  CpuSet cpus_in_force(const std::string &path) const { return in_force(path, &Group::cpus); }
  CpuSet mems_in_force(const std::string &path) const { return in_force(path, &Group::mems); }

  int read(const std::string &path, std::string &text) override;
  int write(const std::string &path, std::string_view value) override;
  int list(const std::string &path, std::vector<std::string> &names) override;

  // Called before each write. A nonzero result is returned in place of the write.
  std::function<int(const std::string &path, std::string_view value)> before_write;
  std::function<void()> after_write;
  int writes = 0;
  int reads = 0;

 private:
  struct Place {
    std::string group;
    std::string file;
  };
  bool find(const std::string &path, Place &place) const;
  CpuSet in_force(const std::string &path, CpuSet Group::*set) const;
  int write_set(const std::string &path, CpuSet Group::*set, std::string_view value);
  int write_quota(const std::string &path, std::string_view value);
  bool quotas_fit() const;

  bool v2_;
  CpuSet possible_cpus_;
  CpuSet possible_mems_;
  std::map<std::string, Group> groups_;
};

}  // namespace koord::agent::testing

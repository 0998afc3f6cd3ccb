// Control groups as the kernel keeps them, in memory: what it accepts, what it refuses and with
// which errno, and what is in force. Version 1 as measured on 6.18, version 2 as on 6.1.
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

  // Parents first; "" is the root, with all CPUs and nodes.
  void add(const std::string &path, const Group &group) { groups_[path] = group; }
  void remove(const std::string &path);
  Group &at(const std::string &path) { return groups_.at(path); }
  const std::map<std::string, Group> &groups() const { return groups_; }

  // What tasks of the group run on.
  CpuSet cpus_in_force(const std::string &path) const { return in_force(path, &Group::cpus); }
  CpuSet mems_in_force(const std::string &path) const { return in_force(path, &Group::mems); }

  int read(const std::string &path, std::string &text) override;
  int write(const std::string &path, std::string_view value) override;
  int list(const std::string &path, std::vector<std::string> &names) override;

  // Called in place of a write that is to go wrong: what it returns; 0: it goes on.
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

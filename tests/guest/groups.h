// Effects of kubelet and a runtime on control groups: directories, sleeping processes, quotas, and
// the cpusets that they believe to be right.
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "koord.h"
#include "model.h"

namespace koord::guest {

struct GroupSettings {
  std::string mount = "/sys/fs/cgroup";
  std::string root;  // kubelet's cgroupRoot: a directory of the test
  koord_cgroup_driver driver = KOORD_CGROUP_DRIVER_CGROUPFS;
  int version = 1;
};

// Returns the cgroup version of the mount, or 0 if it has no usable
// cpuset controller; `why` has the reason.
int usable_version(const std::string &mount, std::string &why);

class Groups {
 public:
  // Creates kubepods and the directories of the QoS classes.
  Groups(GroupSettings settings, const Machine &machine);
  ~Groups();
  Groups(const Groups &) = delete;
  Groups &operator=(const Groups &) = delete;

  void add(const Node &node, Pod &pod);
  void remove(const Pod &pod);
  // Ends the container and starts it under another id.
  void restart(const Node &node, Pod &pod, size_t container);
  // Writes kubelet's own cpusets, as kubelet's static policy does periodically. Returns the number
  // of groups that accepted them.
  size_t reconcile(const Node &node);

  // Returns the thread ids in a container from the kernel's list.
  std::vector<pid_t> tasks(const Pod &pod, const Container &container) const;
  // The quota in force and the quota set by kubelet, in µs per 100 ms; -1
  // if there is none. `container` may be null.
  struct Quota {
    std::optional<long> is;
    long by_kubelet;
  };
  Quota quota(const Pod &pod, const Container *container) const;
  const GroupSettings &settings() const { return settings_; }

 private:
  std::string path(const Pod *pod, koord_kube_qos qos, const Container *container) const;
  std::string path(const Pod &pod, const Container *container) const;
  std::string cpuset(const std::string &below) const;
  std::string cpu(const std::string &below) const;
  void make(const std::string &below, bool has_children);
  void drop(const std::string &below);
  void set_quota(const std::string &below, long quota);
  void start(const Node &node, const Pod &pod, Container &container);
  std::string kubelets_cpus(const Node &node, const Pod &pod, const Container &container) const;

  GroupSettings settings_;
  Cpus all_;
  bool has_quota_ = false;
  std::vector<std::string> made_;  // in the order of creation
  std::map<std::string, long> quotas_;
  unsigned next_id_ = 0;
};

koord_kube_qos kube_qos(const Pod &pod);

}  // namespace koord::guest

// The gangs of the files: members are placed together or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "session/manifest.h"

namespace koordctl {

struct Gang {
  std::string name;               // "namespace/name"
  std::optional<int32_t> needed;  // members that must find room at once; none: no PodGroup says it
  bool all_first = false;         // a group of Kubernetes' own: all members are tried first
  std::vector<size_t> pods;       // the members, indices of SessionInput::pods

  std::string short_name() const;  // without the namespace "default"
};

// Reads them as the scheduler plugin does: a pod names its gang by spec.schedulingGroup (a PodGroup
// of scheduling.k8s.io), by the label pod-group.scheduling.sigs.k8s.io (a PodGroup of
// scheduling.sigs.k8s.io), or by Koordinator's annotations gang.scheduling.koordinator.sh/name and
// min-available.
class GangReader {
 public:
  static bool is_group(const Manifest &manifest);
  // `name` is "namespace/name". Throws BadInput if its number of members cannot be read.
  void add_group(const Manifest &manifest, const std::string &name);
  // Pod number `index` of the input, which may have been another one before.
  void set_pod(size_t index, const nlohmann::json &pod, const std::string &name_space);
  // In the order of their first members.
  std::vector<Gang> take();

 private:
  enum class Kind { kKubernetes, kPodGroup, kAnnotated };
  using Key = std::pair<Kind, std::string>;

  std::map<Key, int32_t> groups_;  // how many members they need
  std::map<Key, size_t> known_;    // index of gangs_
  std::vector<Gang> gangs_;
  std::map<size_t, size_t> gang_of_;  // by index of the pod
};

}  // namespace koordctl

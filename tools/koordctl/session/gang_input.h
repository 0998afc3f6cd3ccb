// Gangs in the files: their members are placed together or not at all.
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

// Reads the annotation gang.scheduling.koordinator.sh/min-available as the scheduler plugin does.
// Returns nullopt if it is not a string with a number of pods in 0..2147483647; such a gang needs
// one pod.
std::optional<int32_t> parse_min_available(const nlohmann::json &annotation);

struct Gang {
  std::string name;  // "namespace/name"
  // members that must be placed at once; unset if there is no PodGroup
  std::optional<int32_t> needed;
  bool all_first = false;    // native Kubernetes group: all members are tried first
  std::vector<size_t> pods;  // members, as indices of SessionInput::pods

  std::string short_name() const;  // without the namespace "default"
};

// Reads gangs by the rules of the scheduler plugin. A pod names its gang by spec.schedulingGroup (a
// PodGroup of scheduling.k8s.io), by the label pod-group.scheduling.sigs.k8s.io (a PodGroup of
// scheduling.sigs.k8s.io), or by Koordinator's annotations gang.scheduling.koordinator.sh/name and
// min-available.
class GangReader {
 public:
  static bool is_group(const Manifest &manifest);
  // `name` is "namespace/name". Throws BadInput if the number of members cannot be read.
  void add_group(const Manifest &manifest, const std::string &name);
  // Sets pod number `index` of the input, which may replace an earlier pod.
  void set_pod(size_t index, const nlohmann::json &pod, const std::string &name_space);
  // Returns true if an object names gangs that have to be placed together, which is not supported.
  bool has_gang_groups() const { return has_gang_groups_; }
  // Returns the gangs in the order of their first members.
  std::vector<Gang> take();

 private:
  enum class Kind { kKubernetes, kPodGroup, kAnnotated };
  using Key = std::pair<Kind, std::string>;

  std::map<Key, int32_t> groups_;  // numbers of members they need
  std::map<Key, size_t> known_;    // indices of gangs_
  std::vector<Gang> gangs_;
  std::map<size_t, size_t> gang_of_;  // by index of the pod
  bool has_gang_groups_ = false;
};

}  // namespace koordctl

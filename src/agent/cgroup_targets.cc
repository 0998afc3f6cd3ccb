#include "agent/cgroup_targets.h"

#include <algorithm>

#include "base/error.h"

namespace koord::agent {
namespace {

Sharing sharing_of(Place place, object::Qos qos) {
  switch (place) {
    case Place::kOwn:
      return qos == object::Qos::kLse ? Sharing::kAlone : Sharing::kWithBestEffort;
    case Place::kKubelet:
      return Sharing::kAlone;
    case Place::kBestEffort:
      return Sharing::kBestEffort;
    case Place::kNamedPools:  // in the BE pool or in the shared one
      return qos == object::Qos::kBe ? Sharing::kBestEffort : Sharing::kShared;
    case Place::kSystem:
      return Sharing::kAnyone;
    default:
      return Sharing::kShared;
  }
}

CpuSet set_of(const std::vector<int> &nodes) {
  CpuSet set;
  for (const int node : nodes)
    if (node >= 0 && node < CpuSet::kCapacity) set.add(node);
  return set;
}

class Decider {
 public:
  Decider(const NodeState &state, const CgroupTree &tree, const std::vector<ContainerName> &names)
      : state_(state), tree_(tree), names_(names), known_nodes_(set_of(state.memory_nodes)) {
    // With kubelet's static policy, runtimes write kubelet's set into new containers. Version 1
    // would refuse a set that a narrower parent does not contain.
    bounds_parents_ = tree.layout.version == CgroupVersion::kV2 || !state.kubelet_static;
  }

  std::vector<GroupTarget> decide() {
    if (state_.cpus.empty())
      throw Error(Status::kInvalid, "node state: found no online CPUs, expected at least one");
    targets_.resize(tree_.groups.size());
    if (state_.leaves_cpusets) {
      leave_all();
      return std::move(targets_);
    }
    for (size_t i = 0; i < tree_.groups.size(); ++i) {
      const ObservedGroup &group = tree_.groups[i];
      if (tree_.whole && group.kind == CgroupKind::kQos &&
          group.qos == object::KubeQos::kBestEffort)
        bound(i, state_.pools.best_effort);
      if (group.kind == CgroupKind::kOther) targets_[i].left = LeftAlone::kUnknownPod;
      if (group.kind == CgroupKind::kPod) decide_pod(i);
      if (group.kind == CgroupKind::kContainer) decide_container(i);
    }
    return std::move(targets_);
  }

 private:
  void leave_all() {
    for (size_t i = 0; i < tree_.groups.size(); ++i) {
      const ObservedGroup &group = tree_.groups[i];
      if (group.kind == CgroupKind::kOther) targets_[i].left = LeftAlone::kUnknownPod;
      if (group.kind == CgroupKind::kPod) pod_ = find_pod(state_, group.pod);
      if (group.kind == CgroupKind::kPod || group.kind == CgroupKind::kContainer)
        targets_[i].left = pod_ == nullptr ? LeftAlone::kUnknownPod : LeftAlone::kUntouched;
    }
  }

  void bound(size_t i, const CpuSet &cpus) {
    GroupTarget &target = targets_[i];
    target.cpus = cpus & state_.cpus;
    target.bounds = bounds_parents_ && !target.cpus.empty();
    if (target.bounds) require_file(i, tree_.groups[i].cpus, CgroupFile::kCpus);
  }

  void require_file(size_t i, const GroupSet &set, CgroupFile file) const {
    if (set.present) return;
    throw Error(Status::kUnsupported,
                cgroup_file_path(tree_.layout.version, tree_.groups[i].path, file) +
                    ": does not exist; is the cpuset controller enabled in the parent group?");
  }

  CpuSet nodes_of(const PodState &pod) const {
    const CpuSet nodes = set_of(pod.memory_nodes);
    return state_.memory_nodes.empty() ? nodes : nodes & known_nodes_;
  }

  void decide_pod(size_t i) {
    GroupTarget &target = targets_[i];
    pod_ = find_pod(state_, tree_.groups[i].pod);
    if (pod_ == nullptr) {
      target.left = LeftAlone::kUnknownPod;
      return;
    }
    target.unlimited = pod_->unlimited;
    kubelet_cpus_ = pod_->place == Place::kKubelet ? pod_->cpus : CpuSet();
    CpuSet all = pod_->cpus;
    for (const ContainerState &entry : pod_->containers) {
      all |= entry.cpus;
      if (entry.place == Place::kKubelet) kubelet_cpus_ |= entry.cpus;
    }
    target.left = left_alone(pod_->place, pod_->cpus);
    if (target.left != LeftAlone::kNo) return;
    bound(i, all);
    target.mems = nodes_of(*pod_);
    target.bounds_mems = bounds_parents_ && !target.mems.empty();
    if (target.bounds_mems) require_file(i, tree_.groups[i].mems, CgroupFile::kMems);
  }

  LeftAlone left_alone(Place place, const CpuSet &cpus) const {
    if (place == Place::kUntouched) return LeftAlone::kUntouched;
    if (place == Place::kKubelet) return LeftAlone::kKubelet;
    return cpus.intersects(state_.cpus) ? LeftAlone::kNo : LeftAlone::kNoCpus;
  }

  // Returns the container's name, or nullptr if it is unknown.
  const std::string *name_of(const std::string &id) const {
    if (id.empty()) return nullptr;
    const auto at = std::lower_bound(
        names_.begin(), names_.end(), id,
        [](const ContainerName &entry, const std::string &wanted) { return entry.id < wanted; });
    return at != names_.end() && at->id == id ? &at->name : nullptr;
  }

  // Containers follow their pod in the tree.
  void decide_container(size_t i) {
    GroupTarget &target = targets_[i];
    const ObservedGroup &group = tree_.groups[i];
    if (pod_ == nullptr) {
      target.left = LeftAlone::kUnknownPod;
      return;
    }
    const ContainerState *own = nullptr;
    if (!pod_->containers.empty()) {
      const std::string *name = name_of(group.container);
      if (name == nullptr) {
        leave(i, LeftAlone::kUnnamed);
        return;
      }
      const auto at = std::lower_bound(pod_->containers.begin(), pod_->containers.end(), *name,
                                       [](const ContainerState &entry, const std::string &wanted) {
                                         return entry.name < wanted;
                                       });
      if (at != pod_->containers.end() && at->name == *name) own = &*at;
    }
    const Place place = own != nullptr ? own->place : pod_->place;
    const CpuSet &cpus = own != nullptr ? own->cpus : pod_->cpus;
    if (const LeftAlone left = left_alone(place, cpus); left != LeftAlone::kNo) {
      leave(i, left);
      return;
    }
    target.sharing = sharing_of(place, pod_->qos);
    target.cpus = cpus & state_.cpus;
    target.moves = true;
    require_file(i, group.cpus, CgroupFile::kCpus);
    target.mems = nodes_of(*pod_);
    target.moves_mems = !target.mems.empty();
    if (target.moves_mems) require_file(i, group.mems, CgroupFile::kMems);
    target.unlimited = pod_->unlimited;
  }

  // CPUs that kubelet assigned are taken as soon as the group contains them.
  void leave(size_t i, LeftAlone left) {
    GroupTarget &target = targets_[i];
    target.left = left;
    if (left != LeftAlone::kKubelet && left != LeftAlone::kUnnamed) return;
    const GroupSet &cpus = tree_.groups[i].cpus;
    target.taken = (cpus.written.empty() ? cpus.effective : cpus.written) & kubelet_cpus_;
    target.sharing = Sharing::kAlone;
  }

  const NodeState &state_;
  const CgroupTree &tree_;
  const std::vector<ContainerName> &names_;
  const CpuSet known_nodes_;
  bool bounds_parents_ = false;
  std::vector<GroupTarget> targets_;
  const PodState *pod_ = nullptr;  // the pod of the groups being decided
  CpuSet kubelet_cpus_;            // the pod's CPUs from kubelet's static policy
};

}  // namespace

std::vector<GroupTarget> targets_of(const NodeState &state, const CgroupTree &tree,
                                    const std::vector<ContainerName> &names) {
  return Decider(state, tree, names).decide();
}

}  // namespace koord::agent

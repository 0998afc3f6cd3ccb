// Pods that a kubelet of the static policy pins when they arrive: what its CPU and topology manager
// will refuse is known before. It is reckoned from what NodeResourceTopology tells of kubelet; of a
// memory manager it tells nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/cpu_set.h"
#include "base/refusal.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"
#include "object/objects.h"

namespace koord::sched {

// What of a pod kubelet pins, whatever the pod's labels say.
struct Pinned {
  // Where a pod has more such containers only their sum is looked at.
  static constexpr size_t kMaxContainers = 64;

  kubelet::PodRequest request;  // of CPUs alone, and without containers that share
  std::vector<int32_t> places;  // of these containers in the pod
  int64_t divisor = 0;          // the greatest that all their CPU counts have
};

// nullptr: kubelet pins nothing of it.
std::shared_ptr<const Pinned> pinned_of(const object::PodObject &pod, object::KubeQos qos);

// The kubelet of one report, which stays as it is: nodes share it with their copies.
class KubeletGate {
 public:
  // nullptr where kubelet pins nobody, or the report cannot be true.
  static std::shared_ptr<const KubeletGate> make(const object::NodeTopology &topology);
  // The same kubelet of this version, itself where it is.
  static std::shared_ptr<const KubeletGate> of_version(
      std::shared_ptr<const KubeletGate> gate, const std::shared_ptr<const Topology> &machine,
      KubeletVersion version);
  // The same kubelet, started anew on what is left of its machine: nobody has arrived yet.
  static std::shared_ptr<const KubeletGate> restarted(const KubeletGate &before,
                                                      std::shared_ptr<const Topology> machine);

  KubeletGate(std::shared_ptr<const Topology> machine, const kubelet::RunningKubelet &kubelet,
              const CpuSet &given);

  // CPUs that a pod could have, and those of them that count where only whole cores are given.
  struct Room {
    int available = 0;
    int physical = 0;
    bool operator==(const Room &) const = default;
  };
  Room room() const { return room_; }   // beside what the report says that pods have
  int given() const { return given_; }  // how many CPUs that is
  bool aligns_strictly() const;
  bool is_single_node() const { return setup_.numa_policy() == object::NumaPolicy::kSingleNode; }
  bool pod_scope() const { return setup_.pod_scope(); }
  bool full_pcpus_only() const;
  int largest_node() const { return largest_node_; }    // CPUs of the largest NUMA node
  int roomiest_node() const { return roomiest_node_; }  // the most that one of them has available

  // By kubelet's own managers, container by container.
  Refusal judge(const Pinned &pinned) const;

 private:
  kubelet::RunningKubelet kubelet_;
  kubelet::NodeSetup setup_;
  CpuSet shared_;  // the default set
  Room room_;
  int given_ = 0;
  int largest_node_ = 0;
  int roomiest_node_ = 0;
};

}  // namespace koord::sched

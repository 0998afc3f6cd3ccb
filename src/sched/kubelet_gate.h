// Predicts the admission of pods whose CPUs a kubelet with the static policy pins: refusals by its
// CPU and topology manager are known in advance. Based on kubelet's settings in the
// NodeResourceTopology. If it reports the memory of a memory manager, MemoryGate decides instead.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cpu_set.h"
#include "base/refusal.h"
#include "kubelet/attempt.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"
#include "object/objects.h"
#include "sched/misalignment.h"

namespace koord::sched {

// The part of a pod's CPUs that kubelet pins, whatever the pod's labels say.
struct Pinned {
  // If a pod has more such containers, only their sum is evaluated.
  static constexpr size_t kMaxContainers = 64;

  // CPUs only, without containers that share. Pods with pod-level resources have all containers,
  // and are pinned only by kubelets with the gate PodLevelResourceManagers.
  kubelet::PodRequest request;
  std::vector<int32_t> places;  // positions of these containers in the pod
  int64_t divisor = 0;          // greatest common divisor of their CPU counts
  int64_t of_containers = 0;    // CPUs of the containers, request.cpus without pod-level resources
};

// Returns nullptr if no kubelet pins any of the pod's CPUs.
std::shared_ptr<const Pinned> pinned_of(const object::PodObject &pod, object::KubeQos qos);

// Returns the settings of kubelet that a report states.
kubelet::RunningKubelet kubelet_of(const object::NodeTopology &topology);

// The kubelet of one report. Immutable: nodes share it with their copies.
class KubeletGate {
 public:
  // Returns nullptr if kubelet pins no CPUs or the report cannot be true. `fault` says why, or is
  // empty.
  static std::shared_ptr<const KubeletGate> make(const object::NodeTopology &topology,
                                                 std::string &fault);
  // Returns the same kubelet in this version, `gate` itself if it has that version.
  static std::shared_ptr<const KubeletGate> of_version(
      std::shared_ptr<const KubeletGate> gate, const std::shared_ptr<const Topology> &machine,
      KubeletVersion version);
  // Returns the same kubelet restarted on the remaining machine, without any pods.
  static std::shared_ptr<const KubeletGate> restarted(const KubeletGate &before,
                                                      std::shared_ptr<const Topology> machine);

  KubeletGate(std::shared_ptr<const Topology> machine, const kubelet::RunningKubelet &kubelet,
              const CpuSet &given);

  // CPUs that a pod can get, and those of them that count if only whole cores are allocated.
  struct Room {
    int available = 0;
    int physical = 0;
    bool operator==(const Room &) const = default;
  };
  Room room() const { return room_; }   // without the CPUs that pods have by the report
  int given() const { return given_; }  // number of CPUs that pods have by the report
  bool aligns_strictly() const;
  bool is_single_node() const { return setup_.numa_policy() == object::NumaPolicy::kSingleNode; }
  bool pod_scope() const { return setup_.pod_scope(); }
  bool full_pcpus_only() const;
  bool aligns_by_socket() const;
  // Returns the number of CPUs that it pins of the pod.
  int64_t pinned_cpus(const Pinned &pinned) const;
  int largest_node() const { return largest_node_; }  // CPUs of the largest NUMA node
  // Most CPUs that one NUMA node has available.
  int roomiest_node() const { return roomiest_node_; }

  // Runs kubelet's own managers, container by container.
  Refusal judge(const Pinned &pinned) const;

  // See find_misalignment(). By the report.
  std::optional<Misalignment> misalignment(const Pinned &pinned) const;

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

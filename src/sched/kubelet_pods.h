// State of a kubelet whose memory is reported, brought up to date with the pods of its node: pods
// that the report does not name yet are admitted, pods that left since then are released.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sched/memory_gate.h"

namespace koord::sched {

// The state follows from the report and the arrivals and departures since then, in their order: a
// pod that leaves and returns restores the former state.
class KubeletPods {
 public:
  // Most admissions that one settle() tries again. Kubelet itself marks pods that it refuses as
  // failed, so that more of them are waiting only if it does not run, or if users bind pods to a
  // full node.
  static constexpr size_t kMostRetries = 64;

  // before: the pods by an earlier report, nullptr if there is none. Pods that this report does not
  // name either keep what they were given.
  KubeletPods(std::shared_ptr<const MemoryGate> gate, const KubeletPods *before);

  const std::shared_ptr<const MemoryGate> &gate() const { return gate_; }
  // settle() must have been called since the last change.
  const MemoryGate::State &state() const { return state_; }

  // key: key_of_uid(), 0 if the pod has no uid yet. managed: nullptr if kubelet's managers ignore
  // the pod.
  void add(uint64_t key, const std::shared_ptr<const Managed> &managed);
  // The pod must have been added.
  void remove(uint64_t key, const Managed *managed) noexcept;
  // Removes all pods that were added. They can return.
  void clear() noexcept;
  // Computes the state.
  void settle();

 private:
  // Pods that left are remembered up to this number. More than a node has.
  static constexpr size_t kMostAbsent = 256;

  // A pod that the report does not name.
  struct Unreported {
    uint64_t key;
    std::shared_ptr<const Managed> managed;
    std::optional<MemoryGate::Gains> gains;  // nullopt if kubelet refused the pod on arrival
    uint32_t arrived_at;
    uint32_t left_at = 0;     // 0 if the pod is on the node
    bool is_awaited = false;  // left by clear()
    bool is_held() const { return left_at == 0; }
    // Returns true if nothing has happened between its arrival and its departure.
    bool never_counted() const { return left_at == arrived_at + 1; }
  };
  struct Change {
    uint32_t at;
    const MemoryGate::Gains *gains;
    const Unreported *arrival;  // nullptr if a pod leaves
  };

  void admit(uint64_t key, const std::shared_ptr<const Managed> &managed);
  void make_room();
  std::vector<Change> changes() const;
  // Admits pods that were refused before, or whose resources others have, in order of arrival: at
  // most kMostRetries attempts. A pod equal to one that kubelet refuses in the same state is
  // refused without an attempt. The others remain without resources.
  void retry(const std::vector<const Unreported *> &pods, MemoryGate::State &state) const;

  std::shared_ptr<const MemoryGate> gate_;
  uint32_t clock_ = 0;  // counts arrivals and departures
  // Reported pods that are on the node, and those that are or were. Others count as the report
  // states them: they may not be known yet.
  std::vector<bool> is_held_;
  std::vector<bool> was_seen_;
  std::vector<uint32_t> left_at_;       // of reported pods; 0 if they count
  std::vector<Unreported> unreported_;  // in order of arrival
  size_t absent_ = 0;                   // pods of these that have left
  MemoryGate::State state_;
  bool is_stale_ = false;
  // A pod on the node has other resources than on its arrival, or none: kubelet refused it then.
  bool has_pending_ = false;
};

}  // namespace koord::sched

// State of a kubelet that is reported, brought up to date with the pods of its node: pods that the
// report does not name yet are admitted, pods that left since then are released.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "sched/kubelet_futures.h"
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
  // Returns true if pods are in flight: kubelet is expected to admit them, or has done so since the
  // report.
  bool has_in_flight() const { return has_in_flight_; }
  // Returns true if kubelet's answers depend on the order in which it learns of pods in flight.
  bool depends_on_order() const { return depends_on_order_; }
  // Returns kubelet's refusal of a new pod in the order of the cluster, or in another order of pods
  // in flight; see KubeletFutures.
  Refusal judge(const Managed &pod) const;

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
  static constexpr uint64_t kBeforeReport = 1;

  // A pod that the report does not name.
  struct Unreported {
    uint64_t key;
    std::shared_ptr<const Managed> managed;
    std::optional<MemoryGate::Gains> gains;  // nullopt if kubelet refused the pod on arrival
    uint64_t arrived_at;
    uint64_t left_at = 0;     // 0 if the pod is on the node
    bool is_awaited = false;  // left by clear()
    bool is_held() const { return left_at == 0; }
    // Returns true if nothing has happened between its arrival and its departure.
    bool never_counted() const { return left_at == arrived_at + 1; }
  };
  struct Change {
    uint64_t at;
    const MemoryGate::Gains *gains;
    const Unreported *arrival;  // nullptr if a pod leaves
  };
  // The state after the admission of the pods that kubelet was admitting while its files were read.
  struct Completion {
    MemoryGate::State state;                    // with pods that left later
    std::map<size_t, MemoryGate::Gains> gains;  // of these pods, by number
    // Kubelet had released reported pods that left by then.
    uint64_t released_until = kBeforeReport;
    size_t attempts = 0;
  };

  void carry_over(const KubeletPods *before);
  // Returns the resources of reported pod i.
  const MemoryGate::Gains &gains_of(size_t i) const;
  // Returns true if reported pod i has left since the report.
  bool has_left(size_t i) const {
    return left_at_[i] > (completion_ ? completion_->released_until : kBeforeReport) ||
           (partial_[i] != nullptr && left_at_[i] > kBeforeReport);
  }
  // Returns the state of the report, with all pods that left since then.
  MemoryGate::State start() const;
  Completion complete() const;
  // departed: reported pods that left, in order.
  void complete(size_t i, const std::vector<size_t> &departed, Completion &out) const;
  void admit(uint64_t key, const std::shared_ptr<const Managed> &managed);
  void make_room();
  void settle_state();
  void note_in_flight();
  bool has_every_room_for(const Managed &asked) const;
  Uncertainty uncertainty() const;
  std::vector<Change> changes() const;
  // Admits pods that were refused before, or whose resources others have, in order of arrival: at
  // most kMostRetries attempts. A pod equal to one that kubelet refuses in the same state is
  // refused without an attempt. The others remain without resources.
  void retry(const std::vector<const Unreported *> &pods, MemoryGate::State &state) const;

  std::shared_ptr<const MemoryGate> gate_;
  uint64_t clock_ = kBeforeReport;  // counts arrivals and departures, also across reports
  // Reported pods that are on the node. Others count as the report states them: they may not be
  // known yet. Pods that have ended by the report count if they are on the node.
  std::vector<bool> is_held_;
  // Reported pods that are or were on the node, of which the report names only a part, because it
  // was read while kubelet admitted them. nullptr for others.
  std::vector<std::shared_ptr<const Managed>> partial_;
  bool has_partial_ = false;
  std::optional<Completion> completion_;  // nullopt if there are none
  std::vector<uint64_t> left_at_;         // of reported pods; 0 if they count
  std::vector<Unreported> unreported_;    // in order of arrival
  size_t absent_ = 0;                     // pods of these that have left
  MemoryGate::State state_;
  bool is_stale_ = false;
  bool has_in_flight_ = false;
  bool depends_on_order_ = false;
  // A pod on the node has other resources than on its arrival, or none: kubelet refused it then.
  bool has_pending_ = false;
};

}  // namespace koord::sched

// Searches the ways in which a kubelet may go on from its last report for one in which it refuses a
// pod.
//
// A report is late. Kubelet admits the pods that it does not name later, in the order in which it
// sees their bindings, or after a restart in the order of their creation; pods leave in between.
// Under strict alignment the order decides which NUMA nodes remain, and the memory manager groups
// NUMA nodes by the order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_set>
#include <vector>

#include "base/refusal.h"
#include "sched/memory_gate.h"

namespace koord::sched {

// A pod that the report does not name, or names only in part.
struct PodInFlight {
  const Managed *managed = nullptr;
  uint64_t arrived_at = 0;
  uint64_t left_at = 0;      // 0 if the pod is on the node
  bool is_expected = false;  // kubelet is expected to admit the pod, so that its refusal counts
};

// A pod that has left since the report, which names it.
struct ReportedDeparture {
  const MemoryGate::Gains *gains = nullptr;
  uint64_t left_at = 0;
};

// The pods of a node whose order in kubelet is not known. Times are those at which the cluster
// learned of an event: kubelet admits a pod later, and has released a pod earlier.
struct Uncertainty {
  MemoryGate::State start;  // the report, with all pods that have left, without pods in flight
  std::vector<PodInFlight> in_flight;
  std::vector<ReportedDeparture> departures;
  std::vector<const MemoryGate::Gains *> running;  // reported pods on the node; they may end
};

class KubeletFutures {
 public:
  // Most pods that end, or are deleted before kubelet sees them.
  static constexpr size_t kMostDeviations = 2;
  // Most admissions and states that one judge() tries, those with fewer deviations first. If the
  // orders without deviations need more, the pod is refused.
  static constexpr size_t kMostAdmissions = 256;
  static constexpr size_t kMostMoments = 1024;
  // Most pods in flight. Of more, the first are admitted in the order of the cluster.
  static constexpr size_t kMostInFlight = 24;

  KubeletFutures(const MemoryGate &gate, Uncertainty uncertainty);

  // Refuses the new pod if kubelet refuses it, or one that is expected, in one of the futures. Does
  // so if the orders are too many to try, too.
  Refusal judge(const Managed &asked);

 private:
  struct Departure {
    uint64_t at = 0;
    const MemoryGate::Gains *gains = nullptr;
    size_t pod = 0;  // its position if gains is nullptr: a pod in flight
  };
  struct Given {
    MemoryGate::Gains gains;
    uint64_t hash = 0;
  };
  // A state of kubelet.
  struct Moment {
    MemoryGate::State state;
    std::vector<const Given *> given;  // by position of the pod in flight; nullptr: nothing
    uint64_t done = 0;                 // pods in flight that kubelet does not see any more
    uint64_t ended = 0;                // running pods that have ended
    size_t departed = 0;               // departures that have happened
  };
  enum class Event : uint8_t {
    kAdmission,  // of a pod in flight
    kDeletion,   // of a pod in flight
    kEnd,        // of a running pod
    kDeparture,  // the next one
  };
  // A moment that is not computed yet.
  struct Step {
    uint32_t from = 0;  // position in moments_
    Event event = Event::kAdmission;
    uint8_t pod = 0;
    uint16_t way = 0;   // in which kubelet chooses devices
    uint16_t ways = 1;  // at least this many are known
  };

  void shorten();
  void thin_running();
  void list_departures();
  const Given *keep(MemoryGate::Gains gains);
  bool is_done(const Moment &moment, size_t pod) const { return (moment.done >> pod & 1) != 0; }
  bool has_equal_before(const Moment &moment, size_t pod) const;
  bool is_awaited(const Moment &moment) const;
  bool is_certain(const Moment &moment);
  bool is_new(const Moment &moment);
  // Lists the steps that can follow.
  void visit(const Moment &moment, size_t deviations);
  void list_ends(const Moment &moment, std::vector<Step> &steps) const;
  // Returns the refusal of an expected pod. Lists the other ways to choose its devices.
  Refusal take(const Step &step, Moment &moment);
  Refusal admit(const Step &step, Moment &moment);
  // Returns true if the devices that kubelet chooses for the pod can decide about another refusal.
  bool is_followed_by_devices(size_t pod, const Moment &moment) const;
  Refusal refusal() const;
  void remove(size_t pod, Moment &moment) const;

  const MemoryGate &gate_;
  Uncertainty uncertainty_;
  std::vector<PodInFlight> pods_;              // in order of arrival; the last one is the new pod
  std::vector<Departure> departures_;          // in their order
  std::vector<size_t> required_;               // by pod: departures that are before its arrival
  std::vector<std::vector<uint64_t>> shapes_;  // of running pods
  std::deque<Given> given_;
  std::deque<Moment> moments_;  // whose steps are listed
  std::vector<Step> steps_[kMostDeviations + 1];
  size_t deviations_ = 0;  // of the present step
  std::unordered_set<uint64_t> seen_;
  std::vector<MemoryGate::Room> rooms_;
  std::vector<const Managed *> remaining_;
  int64_t in_flight_ = 0;  // pods on the node
  size_t admissions_ = 0;
  size_t tried_ = 0;  // moments
};

}  // namespace koord::sched

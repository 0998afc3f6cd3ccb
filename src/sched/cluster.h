// Nodes and the pods on them: judged, reserved and restored, by any thread.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/refusal.h"
#include "object/device_settings.h"
#include "sched/changes.h"
#include "sched/claim.h"
#include "sched/judge.h"
#include "sched/node.h"
#include "sched/recorded_pods.h"
#include "sched/reservation.h"
#include "sched/verdicts.h"
#include "sched/waiting.h"

namespace koord::sched {

class Twins;

// What is asked about nodes.
struct Question {
  ShapePtr shape;
  bool skip_fit = false;  // see Conditions
  Conditions conditions() const { return {skip_fit, 0}; }
};

// What plans may do with a pod. Numbers are those of koord_protection.
enum class Protection : int32_t {
  kNone = 0,
  kAvoid = 1,  // evicted only where there is no other way
  kKeep = 2    // neither evicted nor moved
};

// Pods to think away and pods to think there, for one question; and how far plans may go with others.
struct WhatIf {
  struct There {
    ShapePtr shape;
    uint32_t node;
  };
  struct Guarded {
    std::string_view uid;
    Protection protection;
  };
  std::vector<std::string_view> away;  // uids
  std::vector<There> there;
  std::vector<Guarded> guarded;
  std::vector<std::string_view>
      from;  // reservations that the pod may take from; of a node the first counts
  bool empty() const { return away.empty() && there.empty() && from.empty(); }
};

// What a pod got; the source of its annotations.
struct Allocation {
  uint32_t node = 0;
  object::ResourceStatus status;
  // The bind policy that was in force though the pod does not state it: the node's, or the configuration's.
  object::PodBind node_bind = object::PodBind::kDefault;
  object::PodBind default_bind = object::PodBind::kDefault;
  bool fills_default = false;  // that is also told where the pod prefers Default by that word
  std::vector<object::AllocatedDevice> devices;
};

enum class Outcome { kDone, kUnknownNode, kUnknownPod, kStale, kElsewhere };

class Cluster {
 public:
  explicit Cluster(const Options &options);
  ~Cluster();
  const Options &options() const { return options_; }
  // Numbers for the options' resources, before the cluster is used.
  void set_weights(const std::vector<std::pair<std::string, int32_t>> &weights);

  void set_device_settings(const object::DeviceSettings &settings);

  // Nodes. Ids are never reused. A node is there from its first object on, and gets the pods that wait for it.
  uint32_t set_node(const object::NodeObject &object);
  uint32_t set_topology(const object::NodeTopology &topology);
  uint32_t set_devices(const object::DeviceObject &devices);
  Outcome remove_node(std::string_view name);
  Outcome remove_topology(std::string_view name);
  Outcome remove_devices(std::string_view name);
  Outcome find_node(std::string_view name, uint32_t &id) const;
  // Scores and GPUs by a policy from here on, made for the workload and the nodes that are there now; kNone: as
  // configured. Throws what the policy throws; nothing changed then.
  void place_gpus(device::GpuPlacing placing, device::GpuWorkload workload);

  struct Counts {
    uint32_t ids;
    uint32_t nodes;
    uint64_t pods;
    uint64_t generation;
  };
  Counts counts() const;
  // The name behind an id, also of a node that is gone.
  Outcome node_name(uint32_t id, std::string &out) const;
  struct NodeName {
    uint32_t id;
    std::string name;
  };
  // Of all nodes that are there, by id.
  std::vector<NodeName> node_names() const;
  // The resource behind Refusal::detail of kInsufficientResource; false where there is none of that number.
  bool resource_name(int32_t id, std::string &out) const {
    return resources_.names().find(id, out);
  }
  // The type of devices behind it, where the reason is about them.
  bool device_type_name(int32_t id, std::string &out) const {
    return resources_.types().find(id, out);
  }
  // -1: there is no such type.
  int32_t device_type(std::string_view name) const {
    return static_cast<int32_t>(resources_.types().find(name));
  }
  // Calls look(const Node &) under the lock.
  template <typename Look>
  Outcome look_at(uint32_t id, Look &&look) const {
    const std::shared_lock lock(mutex_);
    if (!is_there(id)) return Outcome::kUnknownNode;
    look(*nodes_[id].node);
    return Outcome::kDone;
  }
  Outcome pods_of(uint32_t id, std::vector<std::string> &uids) const;

  // The shape of a pod here; pods of one shape share it. `totals`: totals_of(pod). Throws kLimit.
  ShapePtr shape_of(const object::PodObject &pod, const object::PodTotals &totals,
                    Purpose purpose = Purpose::kToAsk) const;
  ShapePtr shape_of(const object::PodObject &pod, Purpose purpose = Purpose::kToAsk) const {
    return shape_of(pod, object::totals_of(pod), purpose);
  }
  // Another one when nodes have other resources: the shape of a pod that asks may follow them.
  uint64_t names_version() const { return resources_.names().version(); }

  // Rows of the nodes [first, first + count), ascending; removed nodes have none. When there are more than
  // `out` has room for, only their number is written. Returns the generation the verdicts belong to.
  uint64_t evaluate(const Question &question, const WhatIf &what_if, uint32_t first, size_t count,
                    RowSpace &out) const;
  // The best nodes, as many as `out` has room for.
  uint64_t best(const Question &question, RowSpace &out) const;
  // Rows that changed after `since`.
  uint64_t changes(const Question &question, uint64_t since, RowSpace &out) const;
  // What one node says, and how well it suits where it says yes.
  Outcome judge_one(const Question &question, const WhatIf &what_if, uint32_t node,
                    Refusal &refusal, int32_t &score) const;

  // What a node's resources say to a topology manager under a NUMA policy, by name.
  struct NodeHints {
    std::vector<int32_t> nodes;
    std::vector<numa::NodeUse> use;
    std::vector<std::pair<std::string, std::vector<numa::Hint>>> lists;
  };
  Outcome hints(const Question &question, uint32_t node, object::NumaPolicy policy,
                NodeHints &out) const;

  // Already reserved on this node: the same answer again. `cpus` (may be empty) receives the CPUs the pod
  // owns; throws kNoSpace where the machine's do not fit, kInvalid for an affinity beyond its NUMA nodes.
  struct Terms {
    uint64_t generation = 0;  // of the verdict relied on; 0: whatever it is by now
    numa::Mask affinity = 0;  // see Conditions
    int32_t priority = 0;     // of the pod
  };
  Outcome reserve(const Question &question, std::string_view uid, uint32_t node, const Terms &terms,
                  Refusal &refusal, std::span<uint64_t> cpus = {});
  Outcome remove_pod(std::string_view uid);
  // A pod as the API server shows it: bound to a node, with or without a claim of what it holds there. What was
  // reserved for it on this node it keeps, whatever it claims. Terminated: it is let go. Its node is not there: it waits
  // for it and holds nothing.
  Outcome set_pod(const object::PodObject &pod, Conflicts &conflicts);
  // What of its claim is not believed by now.
  Outcome conflicts(std::string_view uid, Conflicts &out) const;
  Outcome allocation(std::string_view uid, Allocation &out) const;
  // The same for what a plan gives a pod on a node.
  Outcome describe(uint32_t node, const Holding &holding, Allocation &out) const;
  // Whether the pod owns CPUs, and on which node it is.
  Outcome pod_cpus(std::string_view uid, uint32_t &node, CpuSet &cpus) const;
  // Of its devices of a type, ascending, each once; none where there is no such type.
  Outcome pod_minors(std::string_view uid, int32_t type, std::vector<int32_t> &minors) const;

  // Makes all of these changes or none. kStale: a node changed since they were decided; kUnknownPod,
  // kElsewhere: a pod is not where they expect it, or it is a reservation or takes from one.
  Outcome commit(const Changes &changes);

  // A pod becomes a reservation: others may take of what it holds. Known as one: it gets the policy.
  // kElsewhere: it takes from a reservation itself.
  Outcome set_reservation(std::string_view uid, ReservationPolicy policy);
  // As reserve(), for a pod that takes from a reservation and is placed on its node. terms.affinity is 0.
  Outcome reserve_from(const Question &question, std::string_view uid, std::string_view reservation,
                       const Terms &terms, Refusal &refusal, std::span<uint64_t> cpus = {});
  // A pod that is here has what it holds from a reservation of its node.
  Outcome adopt(std::string_view uid, std::string_view reservation);

  // The same nodes with the same accounts, for tests.
  bool same_state(const Cluster &other) const;

 private:
  friend class Scene;

  static constexpr uint32_t kNowhere = UINT32_MAX;
  struct Pod {
    uint32_t node = kNowhere;
    int32_t priority = 0;
    Holding holding;
    // What it said when it came bound. nullptr: what it holds was reserved here, whatever it says.
    std::shared_ptr<const Claim> claim = nullptr;
    bool cpus_are_ours = false;  // a plan has chosen its CPUs and amounts since
    std::shared_ptr<const Conflicts> conflicts = nullptr;  // nullptr: none
    bool bound = false;                                    // its object names the node
    bool may_heal() const { return conflicts != nullptr && conflicts->may_heal(); }
  };
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using Reservations = std::map<std::string, Reservation, std::less<>>;
  template <typename Value>
  using ByName = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;
  struct Slot {
    std::unique_ptr<Node> node;
    std::vector<ByName<Pod>::value_type *> pods;  // in pods_
    uint32_t healing = 0;  // pods that may hold something else once others come or go
    uint64_t generation = 0;
    bool removed = false;
  };
  // A node and what its pods hold, with all that they claim weighed anew; nothing of it is done yet.
  struct Settled {
    struct Outcome {
      Pod *pod;
      Holding holding;
      std::shared_ptr<const Conflicts> conflicts;
    };
    // Of the devices of a reservation.
    struct Shares {
      std::string_view reservation;
      DeviceGrants whole;
      std::vector<std::pair<std::string_view, DeviceGrants>> taken;  // by owner
    };
    uint32_t id = 0;
    std::unique_ptr<Node> node;
    std::vector<Outcome> pods;
    std::vector<Shares> shares;
  };
  // Pods that come to a node, or come back to it as others.
  struct Guest {
    std::string_view uid;
    Pod *pod = nullptr;
    bool arrives = false;  // it is bound, and was not here
  };
  using Guests = std::vector<Guest>;
  using Uids = std::vector<std::string_view>;
  // Verdicts of one question.
  struct Cached {
    explicit Cached(Question asked) : question(std::move(asked)) {}
    const Question question;
    std::mutex mutex;
    Verdicts verdicts;
    uint64_t last_used = 0;
  };
  class Mention;

  // Throws kNoSpace where CPUs are wanted that need more words.
  static void check_words(const Node &node, size_t needed, std::span<const uint64_t> cpus);
  bool is_there(uint32_t id) const { return id < nodes_.size() && !nodes_[id].removed; }
  // Every change makes room first and cannot fail from its first step on: what fails has changed nothing.
  void make_room_for_node();
  void make_room_to_touch(const Node &node, size_t touches = 4);
  void pack_numa_summaries();
  void touch(uint32_t node);
  void replace(uint32_t id, std::unique_ptr<Node> node);
  void hold_all(uint32_t node);
  // Devices that kubelet gave to pods that nobody knows, and that have not left.
  void count_kubelet(Node &node) const;
  bool is_nowhere(std::string_view uid) const {
    return !pods_.contains(uid) && !waiting_.contains(uid) && !recorded_.has_left(uid);
  }
  // All on the node, as `node` says that it is, but pods that are `without`, and with guests, which get what they hold
  // and their conflicts; `first` before all others.
  Settled settle(uint32_t id, std::unique_ptr<Node> node, const Guests &guests = {},
                 const Uids &without = {}, std::string_view first = {}) const;
  Settled settle(uint32_t id, const Guests &guests, const Uids &without = {},
                 std::string_view first = {}) const {
    return settle(id, std::make_unique<Node>(*nodes_[id].node), guests, without, first);
  }
  // Nodes other than `id` whose kubelets' records count for the pod: they do no longer, once it is known where it is.
  std::vector<Settled> settle_elsewhere(std::string_view uid, uint32_t id = kNowhere);
  // The node's objects are others now, and who has waited for it comes.
  void change(Mention &mention, std::unique_ptr<Node> node, bool zones_are_new = false);
  void explain_bound(Settled &settled) const;
  void apply(Settled settled) noexcept;
  void apply(std::vector<Settled> settled) noexcept;
  void count_healing(uint32_t id) noexcept;
  // Which of the claimants are reservations, and which their owners.
  void link(std::vector<Claimant> &claimants, std::string_view first) const;
  static std::vector<Settled::Shares> shares_of(const std::vector<Claimant> &claimants);
  // A pod that comes by itself, beside all others on the node but these: what it holds and its conflicts.
  void weigh_alone(uint32_t id, std::string_view uid, const Uids &without, Pod &pod) const;
  // The pod is off its node, and still in pods_.
  void take_off(ByName<Pod>::iterator pod);
  void put_on(ByName<Pod>::iterator pod);
  void make_room_for(uint32_t node, const Holding &holding);
  Outcome set_ended(const object::PodObject &pod);
  Outcome set_given(const object::PodObject &pod, const ShapePtr &shape);
  Outcome set_waiting(const object::PodObject &pod, const ShapePtr &shape, Conflicts &conflicts);
  Outcome set_foreign(const object::PodObject &pod, const ShapePtr &shape, uint32_t id,
                      Conflicts &conflicts);
  Outcome set_linked(const object::PodObject &pod, Pod next, Conflicts &conflicts);
  void bring(std::string_view uid, Pod pod, Settled settled);
  // With the lock held. `settles`: what pods claim is weighed anew on the nodes concerned.
  Outcome make(const Changes &changes, bool settles = false);
  bool is_linked(std::string_view uid) const;
  Reservations::iterator reservation_of(std::string_view owner);
  // The step in which a reservation comes to hold what is left of it.
  Change holds_now(const std::string &uid, Holding rest) const;
  Outcome release_linked(std::string_view uid);
  Outcome replace_linked(const object::PodObject &pod, Pod next);

  Allocation description(uint32_t node, const Holding &holding) const;
  object::AllocatedDevice allocated_device(const Node &node, const device::Grant &grant) const;
  // As things are now: kubelet's record may come after what was given here.
  Conflicts conflicts_of(const ByName<Pod>::value_type &pod) const;
  // Of a pod whose node is not there: nothing that it says is known.
  Conflicts conflicts_of(const std::string &node, std::string_view uid, const BoundPod &pod) const;
  // Pods that have waited for a node, and have room there.
  ByName<Pod> arrivals_on(uint32_t id, const Node &node) const;

  View view_of(uint32_t id) const {
    return {summaries_[id], capacities_[id], gpu_briefs_[id], numa_summaries_};
  }
  // Judged like one of `twins`, if it is: nullptr where there are none.
  Verdict judge_row(const View &node, uint32_t id, const Question &question, Twins *twins) const;
  Verdict row_of(uint32_t id, const Question &question, Twins *twins) const;
  std::shared_ptr<Cached> cached(const Question &question, uint32_t nodes) const;
  void refresh(Cached &cache) const;

  Options options_;
  Resources resources_;

  mutable std::mutex shape_mutex_;
  mutable ByName<std::weak_ptr<const Shape>> shapes_;
  mutable size_t shapes_swept_ = 0;  // as many there were after the last sweep

  mutable std::shared_mutex mutex_;
  ByName<uint32_t> ids_;
  std::deque<Slot> nodes_;
  std::vector<Summary> summaries_;  // of each node
  std::vector<Capacity> capacities_;
  std::vector<device::GpuBrief> gpu_briefs_;
  std::vector<NumaSummary> numa_summaries_;
  size_t numa_packed_at_ = 4096;  // when it grows beyond this, gaps are looked for
  uint32_t removed_ = 0;
  ByName<Pod> pods_;
  const std::shared_ptr<const Claim> no_claim_ = std::make_shared<const Claim>();
  WaitingPods waiting_;
  RecordedPods recorded_;
  Reservations reservations_;
  std::map<std::string, std::string, std::less<>> owners_;  // and their reservations
  uint64_t generation_ = 1;
  std::vector<uint32_t> log_;  // nodes touched; the last entry is of generation_

  mutable std::mutex cache_mutex_;
  mutable std::map<std::pair<const Shape *, bool>, std::shared_ptr<Cached>> caches_;
  mutable uint64_t uses_ = 0;
};

}  // namespace koord::sched

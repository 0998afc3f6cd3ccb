// A cluster: nodes and their pods. Evaluation, reservation and restoration are thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/refusal.h"
#include "object/device_settings.h"
#include "sched/cluster/allocation.h"
#include "sched/cluster/changes.h"
#include "sched/cluster/gone_devices.h"
#include "sched/cluster/query.h"
#include "sched/cluster/shape_table.h"
#include "sched/cluster/state.h"
#include "sched/cluster/verdict_cache.h"

namespace koord::sched {

// Takes the lock and calls the functions of this folder. Their headers document the calls.
class Cluster {
 public:
  explicit Cluster(const Options &options)
      : options_(options),
        state_(options_, resources_),
        shapes_(options_, resources_),
        verdicts_(options_) {}
  Cluster(const Cluster &) = delete;
  Cluster &operator=(const Cluster &) = delete;

  const Options &options() const { return options_; }
  // Assign numbers to the resources of the options. To be called before the cluster is used.
  void set_weights(const std::vector<std::pair<std::string, int32_t>> &weights);
  void set_device_settings(const object::DeviceSettings &settings);
  // Scores nodes and chooses GPUs by a policy from now on, computed for
  // the workload and the present nodes. kNone restores the
  // configuration. Throws the policy's errors; nothing has changed then.
  void place_gpus(device::GpuPlacing placing, device::GpuWorkload workload);

  // node_objects.h
  uint32_t set_node(const object::NodeObject &object);
  uint32_t set_topology(const object::NodeTopology &topology,
                        std::vector<std::string> *new_faults = nullptr);
  uint32_t set_devices(const object::DeviceObject &devices);
  Outcome remove_node(std::string_view name);
  Outcome remove_topology(std::string_view name);
  Outcome remove_devices(std::string_view name);

  struct Counts {
    uint32_t ids;
    uint32_t nodes;
    uint64_t pods;
    uint64_t generation;
    uint64_t rejected;  // changes that would have overcommitted a node
  };
  Counts counts() const;
  Outcome find_node(std::string_view name, uint32_t &id) const;
  // Returns the name of an id, also of a removed node.
  Outcome node_name(uint32_t id, std::string &out) const;
  struct NodeName {
    uint32_t id;
    std::string name;
  };
  // Returns all nodes that are not removed, by id.
  std::vector<NodeName> node_names() const;
  // Calls look(const Node &) under the lock.
  template <typename Look>
  Outcome look_at(uint32_t id, Look &&look) const {
    const ReadLock lock(mutex_);
    if (!state_.nodes.is_there(id)) return Outcome::kUnknownNode;
    look(state_.nodes[id]);
    return Outcome::kDone;
  }
  Outcome pods_of(uint32_t id, std::vector<std::string> &uids) const;

  // gone_devices.h
  std::vector<GoneDevice> gone_devices_on(std::string_view node) const;
  std::vector<GoneDevice> gone_devices_of(std::string_view uid) const;

  // Finds the resource of Refusal::detail of
  // kInsufficientResource. Returns false if the number is unknown.
  bool resource_name(int32_t id, std::string &out) const {
    return resources_.names().find(id, out);
  }
  // Finds the device type of Refusal::detail if the reason is about devices.
  bool device_type_name(int32_t id, std::string &out) const {
    return resources_.types().find(id, out);
  }
  // Returns -1 if there is no such type.
  int32_t device_type(std::string_view name) const {
    return static_cast<int32_t>(resources_.types().find(name));
  }

  // Returns the shape of a pod, which pods with equal requirements
  // share. `totals` must be totals_of(pod). Throws kLimit.
  ShapePtr shape_of(const object::PodObject &pod, const object::PodTotals &totals,
                    Purpose purpose = Purpose::kToRequest) const {
    return shapes_.shape_of(pod, totals, purpose);
  }
  ShapePtr shape_of(const object::PodObject &pod, Purpose purpose = Purpose::kToRequest) const {
    return shapes_.shape_of(pod, object::totals_of(pod), purpose);
  }
  // Changes when nodes get other resources, on which the shape of a requesting pod may depend.
  uint64_t names_version() const { return resources_.names().version(); }

  // Writes the rows of the nodes [first, first + count), ascending and without removed nodes. If
  // `out` is too small, only their number is written. Returns the generation of the verdicts.
  uint64_t evaluate(const Query &query, const WhatIf &what_if, uint32_t first, size_t count,
                    RowSpace &out) const;
  // Writes as many of the best nodes as fit into `out`.
  uint64_t best(const Query &query, RowSpace &out) const;
  // Writes the rows that changed after `since`.
  uint64_t changes(const Query &query, uint64_t since, RowSpace &out) const;
  // Judges one node. Writes its refusal, or its score if it accepts the pod.
  Outcome judge_one(const Query &query, const WhatIf &what_if, uint32_t node, Refusal &refusal,
                    int32_t &score) const;

  // Topology hints of a node's resources under a NUMA policy, by name.
  struct NodeHints {
    std::vector<int32_t> nodes;
    std::vector<numa::NodeUse> use;
    std::vector<std::pair<std::string, std::vector<numa::Hint>>> lists;
  };
  Outcome hints(const Query &query, uint32_t node, object::NumaPolicy policy, NodeHints &out) const;

  // reserved_pods.h
  Outcome reserve(const Query &query, std::string_view uid, uint32_t node,
                  const ReserveConditions &conditions, Refusal &refusal,
                  std::span<uint64_t> cpus = {});
  Outcome remove_pod(std::string_view uid);
  // bound_pods.h
  Outcome set_pod(const object::PodObject &pod, Conflicts &conflicts);
  // Writes the present conflicts of the pod's claim.
  Outcome conflicts(std::string_view uid, Conflicts &out) const;

  Outcome allocation(std::string_view uid, Allocation &out) const;
  // Describes the holding that a plan gives a pod on a node.
  Outcome describe(uint32_t node, const Holding &holding, Allocation &out) const;
  // Writes the pod's node and the CPUs that it owns.
  Outcome pod_cpus(std::string_view uid, uint32_t &node, CpuSet &cpus) const;
  // Writes the minors of the pod's devices of a type, ascending
  // and unique. They are empty if the type is unknown.
  Outcome pod_minors(std::string_view uid, int32_t type, std::vector<int32_t> &minors) const;

  // See commit.h; with checks. Returns kElsewhere also if a pod is a reservation or takes from one.
  Outcome commit(const Changes &changes);

  // reservations.h
  Outcome set_reservation(std::string_view uid, ReservationPolicy policy);
  // Sets a bound pod and turns it into a reservation. Changes nothing unless it returns kDone.
  Outcome set_reservation(const object::PodObject &pod, ReservationPolicy policy);
  Outcome reserve_from(const Query &query, std::string_view uid, std::string_view reservation,
                       const ReserveConditions &conditions, Refusal &refusal,
                       std::span<uint64_t> cpus = {});
  Outcome adopt(std::string_view uid, std::string_view reservation);

  // Compares nodes and accounts, for tests.
  bool same_state(const Cluster &other) const;

 private:
  friend class ClusterSnapshot;

  // Constant once the cluster is in use, except gpu_policy, which changes
  // under the exclusive lock. Only judging and reserving read it.
  Options options_;
  Resources resources_;
  mutable SharedMutex mutex_;
  ClusterState state_ KOORD_GUARDED_BY(mutex_);
  // These have locks of their own. The locks of verdicts are taken while mutex_ is shared.
  const ShapeTable shapes_;
  const VerdictCache verdicts_;
};

}  // namespace koord::sched

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
#include "sched/node.h"
#include "sched/verdicts.h"

namespace koord::sched {

// What a pod got; the source of its annotations.
struct Allocation {
  std::string node;
  object::ResourceStatus status;
  bool binds = false;
};

// What restoring a pod found odd. The pod is accounted in every case.
struct Conflicts {
  int cpus_held_already = 0;  // CPUs that another pod holds as well
  int cpus_withheld = 0;      // CPUs that are reserved or kubelet's
  int cpus_unknown = 0;       // CPUs that the machine lacks, or its topology is not known yet
  int grants_unknown = 0;     // amounts of NUMA nodes or resources that are not there
  bool any() const { return cpus_held_already + cpus_withheld + cpus_unknown + grants_unknown > 0; }
};

// Pods to think away and pods to think there, for one evaluation.
struct WhatIf {
  struct There {
    const object::PodObject *pod;
    uint32_t node;
  };
  std::vector<std::string_view> away;  // uids
  std::vector<There> there;
};

enum class Outcome { kDone, kUnknownNode, kUnknownPod, kStale, kElsewhere };

class Cluster {
 public:
  explicit Cluster(Options options);
  ~Cluster();

  // Nodes. Ids are never reused. A name is known from its first mention on.
  uint32_t set_node(object::NodeObject node);
  uint32_t set_topology(object::NodeTopology topology);
  Outcome remove_node(std::string_view name);
  Outcome remove_topology(std::string_view name);
  Outcome find_node(std::string_view name, uint32_t &id) const;
  uint32_t node_count() const;
  std::string node_name(uint32_t id) const;
  uint64_t generation() const;

  // Every node from `first` on, at most `count`: one row each, ascending by id; removed nodes have none.
  // Returns the generation the verdicts belong to.
  uint64_t evaluate(const object::PodObject &pod, const WhatIf &what_if, bool skip_fit,
                    uint32_t first, uint32_t count, std::vector<Verdict> &out);
  // Why one node says no; refusal.refused() is false where it says yes.
  Outcome explain(const object::PodObject &pod, uint32_t node, bool skip_fit,
                  Refusal &refusal) const;
  uint64_t best(const object::PodObject &pod, bool skip_fit, std::span<Verdict> out, size_t &found);
  uint64_t changes(const object::PodObject &pod, bool skip_fit, uint64_t since,
                   std::vector<Verdict> &out);

  // generation 0: whatever it is by now. Already reserved on this node: the same answer again.
  Outcome reserve(const object::PodObject &pod, uint32_t node, uint64_t generation, bool skip_fit,
                  Refusal &refusal, Allocation &out);
  Outcome unreserve(std::string_view uid);
  Outcome allocation(std::string_view uid, Allocation &out) const;
  // A pod as the API server shows it: bound to a node, with or without a resource-status. Known already:
  // what it holds is replaced. Not bound, or terminated: it is let go.
  Outcome restore(const object::PodObject &pod, Conflicts &conflicts);

  // The same nodes with the same accounts, for tests.
  bool same_state(const Cluster &other) const;

 private:
  struct Pod {
    uint32_t node;
    Holding holding;
  };
  struct Slot {
    std::unique_ptr<Node> node;
    std::vector<std::string> pods;  // uids
    uint64_t generation = 0;
    bool removed = false;
  };
  struct Cached {
    std::mutex mutex;
    std::shared_ptr<const Shape> shape;
    Verdicts verdicts;
    uint64_t last_used = 0;
  };

  uint32_t intern(std::string_view name);
  void touch(uint32_t node);
  void hold_all(uint32_t node);
  void let_go(const std::string &uid);
  void add(const std::string &uid, uint32_t node, Holding holding);
  std::shared_ptr<const Shape> shape_of(const object::PodObject &pod);
  Verdict judge_row(const Node &node, uint32_t id, const Shape &shape, bool skip_fit) const;
  Verdict row_of(uint32_t id, const Shape &shape, bool skip_fit) const;
  std::shared_ptr<Cached> cached(const object::PodObject &pod, bool skip_fit);
  uint64_t refresh(Cached &cache, bool skip_fit) const;
  Allocation describe(const Pod &pod) const;

  mutable std::shared_mutex mutex_;
  Options options_;
  Resources resources_;
  std::map<std::string, uint32_t, std::less<>> ids_;
  std::deque<Slot> nodes_;
  std::map<std::string, Pod, std::less<>> pods_;
  uint64_t generation_ = 1;
  std::vector<uint32_t> log_;  // nodes touched; the last entry is of generation_
  mutable std::mutex cache_mutex_;
  std::unordered_map<std::string, std::shared_ptr<Cached>> caches_;
  uint64_t uses_ = 0;
};

// The proposal's normalisation over the rows a host has left: 100 * score / largest; all 0 stay 0.
void normalize(std::span<Verdict> rows);

}  // namespace koord::sched

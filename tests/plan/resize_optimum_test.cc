// Compares resizing with all sets of CPUs or NUMA nodes that keep those of the pod: if one is
// allowed, the pod is not moved.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <random>

#include "plan/resize.h"
#include "sched/clusters.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

using Bits = unsigned;  // of up to 12 CPUs, or of NUMA nodes

constexpr Machine kTiny[] = {{1, 1, 3}, {1, 2, 1}, {2, 1, 2}, {1, 2, 2},
                             {2, 2, 1}, {1, 3, 2}, {1, 4, 1}};

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  int operator()(int below) { return static_cast<int>(engine_() % static_cast<unsigned>(below)); }
  bool one_in(int n) { return (*this)(n) == 0; }

 private:
  std::mt19937 engine_;
};

// The free resources of the node without the pod, and the requirements of its policies.
struct Freed {
  explicit Freed(const sched::Node &node) {
    const Topology &machine = node.machine();
    node.free().for_each([&](int cpu) { free |= 1u << cpu; });
    for (const Topology::Core &core : machine.cores()) {
      cores.push_back(0);
      for (const int32_t cpu : machine.threads(core)) cores.back() |= 1u << cpu;
    }
    for (size_t i = 0; i < node.numa().size(); ++i) {
      numa.push_back(0);
      if (node.numa()[i].single_pods > 0) single |= 1u << i;
      if (node.numa()[i].spanning_pods > 0) spanning |= 1u << i;
      node.numa()[i].place->cpus.for_each([&](int cpu) { numa.back() |= 1u << cpu; });
      milli.push_back(node.numa_free(i, 0));
      memory.push_back(node.numa_free(i, 1));
      all_milli.push_back(node.numa_account(i, 0).capacity);
      all_memory.push_back(node.numa_account(i, 1).capacity);
    }
  }

  Bits free = 0;
  Bits single = 0;    // NUMA nodes of pods on a single node
  Bits spanning = 0;  // NUMA nodes of pods on several nodes
  std::vector<Bits> cores;
  std::vector<Bits> numa;
  std::vector<int64_t> milli, memory, all_milli, all_memory;
};

int64_t sum(const std::vector<int64_t> &of, Bits nodes) {
  int64_t out = 0;
  for (size_t i = 0; i < of.size(); ++i) out += (nodes >> i & 1) != 0 ? of[i] : 0;
  return out;
}

// The new request.
struct Wish {
  int64_t milli;
  int64_t memory;
  bool binds;
  bool whole;
  bool spread;
  bool apart;  // exclusive NUMA nodes are required
  NumaPolicy policy;
};

// Returns the fewest NUMA nodes of the empty machine with this
// amount, or 0 if nothing is requested.
int fewest(const std::vector<int64_t> &all, int64_t amount) {
  int width = amount > 0 ? 64 : 0;
  for (Bits nodes = 1; amount > 0 && nodes < 1u << all.size(); ++nodes)
    if (sum(all, nodes) >= amount) width = std::min(width, std::popcount(nodes));
  return width;
}

// Returns the largest number of NUMA nodes that a policy allows: 0 for any number, -1 if the
// resources prefer different numbers.
int widest(const Freed &node, const Wish &wish) {
  if (wish.policy == NumaPolicy::kSingleNode) return 1;
  if (wish.policy != NumaPolicy::kRestricted) return 0;
  const int by_cpu = fewest(node.all_milli, wish.milli);
  const int by_memory = fewest(node.all_memory, wish.memory);
  if (by_cpu == 0 || by_memory == 0 || by_cpu == by_memory) return std::max(by_cpu, by_memory);
  return -1;
}

// Returns true if a policy with requirements allows these NUMA nodes.
bool takes(const Freed &node, const Wish &wish, Bits nodes) {
  const Bits others = std::popcount(nodes) > 1 ? node.single : node.spanning;
  return std::popcount(nodes) <= widest(node, wish) && sum(node.memory, nodes) >= wish.memory &&
         (!wish.apart || (others & nodes) == 0);
}

// Returns true if the pod may own these CPUs.
bool allowed(const Freed &node, const Wish &wish, Bits cpus) {
  for (const Bits core : node.cores) {
    const int own = std::popcount(core & cpus);
    if (wish.whole && own != 0 && own != std::popcount(core)) return false;
    if (wish.spread && own > 1) return false;
  }
  if (widest(node, wish) == 0) return true;
  for (size_t i = 0; i < node.numa.size(); ++i)
    if (1000 * std::popcount(cpus & node.numa[i]) > node.milli[i]) return false;
  for (Bits nodes = 1; nodes < 1u << node.numa.size(); ++nodes) {
    Bits theirs = 0;
    for (size_t i = 0; i < node.numa.size(); ++i)
      theirs |= (nodes >> i & 1) != 0 ? node.numa[i] : 0;
    if ((cpus & ~theirs) == 0 && takes(node, wish, nodes)) return true;
  }
  return false;
}

// Returns true if the pod can keep all of its CPUs, or a part of them if it shrinks.
bool could_stay(const Freed &node, const Wish &wish, Bits owned) {
  const int wanted = static_cast<int>(wish.milli / 1000);
  const Bits can = node.free;
  for (Bits cpus = can; cpus != 0; cpus = (cpus - 1) & can) {
    if (std::popcount(cpus) != wanted) continue;
    if (((cpus & owned) == owned || (cpus & owned) == cpus) && allowed(node, wish, cpus))
      return true;
  }
  return false;
}

// Returns true if a pod with shared CPUs can keep all or a part of its NUMA nodes.
bool could_stay_on(const Freed &node, const Wish &wish, Bits places) {
  for (Bits nodes = 1; nodes < 1u << node.numa.size(); ++nodes)
    if (((nodes & places) == places || (nodes & places) == nodes) && takes(node, wish, nodes) &&
        sum(node.milli, nodes) >= wish.milli)
      return true;
  return false;
}

constexpr PodBind kBinds[] = {PodBind::kFullPcpus, PodBind::kSpreadByPcpus};

PodObject resident(Dice &dice, const std::string &uid, Qos qos, int most) {
  const bool owns = qos == Qos::kLsr;
  PodObject pod = pod_of(uid, qos, owns ? 1000 * (1 + dice(most)) : 500 * (1 + dice(2 * most)),
                         (1 + dice(dice.one_in(3) ? 90 : 20)) * kGi);
  pod.preferred_bind = kBinds[dice(2)];
  if (dice.one_in(5)) pod.required_bind = pod.preferred_bind;
  if (dice.one_in(3)) pod.exclusive = static_cast<ExclusivePolicy>(2 + dice(2));
  if (dice.one_in(3)) pod.numa_policy = static_cast<NumaPolicy>(2 + dice(3));
  return pod;
}

// A node that filled up and from which some pods were removed.
struct BusyNode {
  Cluster cluster{sched::Options{}};
  std::vector<PodObject> pods;

  BusyNode(Dice &dice, bool mostly_own) {
    const Machine shape = kTiny[dice(7)];
    NodeObject node = node_of("node", shape);
    node.numa_policy = static_cast<NumaPolicy>(dice(5));
    node.strategy = static_cast<NodeStrategy>(dice(4));
    if (dice.one_in(4)) node.bind = static_cast<NodeBind>(1 + dice(3));
    NodeTopology topology = topology_of("node", shape);
    topology.kubelet_static = dice.one_in(3);
    topology.kubelet_distribute_numa = topology.kubelet_static && dice.one_in(2);
    if (topology.kubelet_static && dice.one_in(2)) topology.kubelet_reserved = CpuSet{1};
    if (dice.one_in(8)) node.cpu_amplification = 1.5;
    cluster.set_node(node);
    cluster.set_topology(topology);
    for (int i = 0; i < 7; ++i) {
      const Qos qos = dice.one_in(mostly_own ? 4 : 2) ? Qos::kLs : Qos::kLsr;
      const PodObject pod = resident(dice, "pod-" + std::to_string(i), qos, 4);
      if (!reserve(cluster, pod, 0).refusal.refused()) pods.push_back(pod);
    }
    while (pods.size() > 4 || (pods.size() > 1 && dice.one_in(2))) {
      const auto gone = pods.begin() + dice(static_cast<int>(pods.size()));
      cluster.remove_pod(gone->uid);
      pods.erase(gone);
    }
  }
};

std::vector<int32_t> numa_of(const sched::Holding &holding) {
  std::vector<int32_t> out(holding.pools().begin(), holding.pools().end());
  for (const sched::NumaGrant &grant : holding.grants()) out.push_back(grant.node);
  return out;
}

std::string describe(const Wish &wish, const Freed &node) {
  std::string out = std::to_string(wish.milli) + " milli, " + std::to_string(wish.memory / kGi) +
                    " GiB, NUMA policy " + std::to_string(static_cast<int>(wish.policy)) +
                    (wish.whole    ? ", whole cores"
                     : wish.spread ? ", spread"
                                   : "") +
                    "; free " + CpuSet::from_words(std::array<uint64_t, 1>{node.free}).to_string() +
                    ", by NUMA node";
  for (size_t i = 0; i < node.numa.size(); ++i)
    out += " " + std::to_string(node.milli[i]) + "/" + std::to_string(node.memory[i] / kGi);
  return out;
}

TEST(ResizeOptimum, APodKeepsItsCpusWherePossible) {
  Dice dice(26);
  int stayed = 0;
  int moved = 0;
  int on_places = 0;
  for (int run = 0; run < 12000; ++run) {
    BusyNode busy(dice, true);
    if (busy.pods.empty()) continue;
    PodObject pod = busy.pods[static_cast<size_t>(dice(static_cast<int>(busy.pods.size())))];
    const bool owns = pod.qos == Qos::kLsr;
    const PodObject other = resident(dice, pod.uid, pod.qos, 9);
    pod.containers = other.containers;
    if (dice.one_in(4)) pod.required_bind = other.required_bind;
    if (dice.one_in(4)) pod.numa_policy = other.numa_policy;
    const sched::ClusterSnapshot snapshot(busy.cluster, {});
    uint32_t id = 0;
    sched::Holder holder;
    ASSERT_TRUE(snapshot.find(pod.uid, id, holder));
    const sched::ShapePtr shape = busy.cluster.shape_of(pod);
    const auto answer = plan::resize(snapshot, id, holder, shape, {false, false});
    if (answer.refusal.refused() && answer.refusal.reason != Reason::kWouldMove) continue;
    if (!answer.refusal.refused()) {
      ++stayed;
      continue;
    }
    sched::Draft draft = snapshot.draft(id);
    draft.take_off(*holder.holding);
    const Freed node(draft.node());
    const sched::Placement placement =
        sched::prepare(draft.view(), *shape, snapshot.options(), sched::Fit::kNone).placement;
    const Wish wish{shape->cpu_milli,
                    pod.containers[0].requests[1].value,
                    placement.binds,
                    placement.required && placement.bind == cpu::BindPolicy::kFullPcpus,
                    placement.required && placement.bind == cpu::BindPolicy::kSpreadByPcpus,
                    shape->numa_exclusive,
                    placement.numa};
    if (owns) {
      Bits owned = 0;
      holder.holding->cpu_set().for_each([&](int cpu) { owned |= 1u << cpu; });
      ASSERT_FALSE(could_stay(node, wish, owned))
          << "run " << run << ": " << holder.holding->cpu_set().to_string() << " to "
          << describe(wish, node) << "; " << to_sentence(answer.refusal);
      ++moved;
    } else {
      Bits places = 0;
      for (const int32_t place : numa_of(*holder.holding)) places |= 1u << place;
      ASSERT_FALSE(could_stay_on(node, wish, places))
          << "run " << run << ": NUMA nodes " << places << " to " << describe(wish, node) << "; "
          << to_sentence(answer.refusal);
      ++on_places;
    }
  }
  std::printf("%d stay; %d pods that own CPUs and %d that share could not\n", stayed, moved,
              on_places);
  EXPECT_GT(stayed, 3000);
  EXPECT_GT(moved, 30);
  EXPECT_GT(on_places, 10);
}

}  // namespace
}  // namespace koord::testing

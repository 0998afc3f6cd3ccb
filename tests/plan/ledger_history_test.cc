// No sequence of decisions overcommits a node: random histories of clusters with every planning
// call, in which nodes, devices and pods change between a plan and its commit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "plan/gang.h"
#include "plan/preempt.h"
#include "plan/rebind.h"
#include "plan/resize.h"
#include "sched/clusters.h"

namespace koord::testing {
namespace {

// Amounts that pods hold beyond the node's size, by account.
using Excess = std::map<std::string, int64_t>;
constexpr const char *kTotal = " total ";

void add_excess(Excess &out, const std::string &account, int64_t used, int64_t capacity) {
  if (used > std::max<int64_t>(0, capacity)) out[account] = used - std::max<int64_t>(0, capacity);
}

void add_devices(const device::Ledger &devices, Profile profile, const std::string &prefix,
                 Excess &out) {
  for (size_t p = 0; p < devices.inventory().pools.size(); ++p) {
    const device::Pool &pool = devices.inventory().pools[p];
    for (size_t d = 0; d < pool.devices.size(); ++d)
      for (size_t c = 0; c < pool.columns.size(); ++c) {
        // Upstream rounds percentages down when it derives them from bytes.
        if (profile == Profile::kUpstream && pool.columns[c] == kResourceGpuMemory) continue;
        add_excess(out,
                   prefix + " device " + std::to_string(pool.type) + "/" +
                       std::to_string(pool.devices[d].minor) + "." + std::to_string(c),
                   devices.used(p, d)[c], pool.total(d)[c]);
      }
  }
}

Excess excess_of(const Cluster &cluster) {
  Excess out;
  for (uint32_t id = 0; id < cluster.counts().ids; ++id) {
    const std::string name = "node " + std::to_string(id);
    std::vector<std::string> uids;
    if (cluster.pods_of(id, uids) != Outcome::kDone) continue;
    std::map<int, int64_t> owners;
    for (const std::string &uid : uids) {
      uint32_t node = 0;
      CpuSet cpus;
      EXPECT_EQ(cluster.pod_cpus(uid, node, cpus), Outcome::kDone);
      cpus.for_each([&](int cpu) { ++owners[cpu]; });
    }
    cluster.look_at(id, [&](const sched::Node &node) {
      CpuSet usable;
      if (node.has_machine()) usable = node.machine().all_cpus() - node.withheld();
      for (const auto &[cpu, count] : owners)
        add_excess(out, name + " CPU " + std::to_string(cpu), count, usable.contains(cpu) ? 1 : 0);
      for (size_t i = 0; i < node.numa().size(); ++i)
        for (size_t slot = 0; slot < node.numa_resources().size(); ++slot) {
          // If the node's policy does not align all pods, exclusive pods are limited by CPUs alone.
          const bool aligns = node.policies().numa >= NumaPolicy::kRestricted;
          const int64_t own = slot == 0 && !aligns ? 1000 * node.numa()[i].bound : 0;
          add_excess(out,
                     name + " NUMA node " + std::to_string(node.numa()[i].id) + " " +
                         node.resource_name(node.numa_resources()[slot]),
                     node.numa_account(i, slot).used - own, node.numa_account(i, slot).capacity);
        }
      for (const sched::ResourceId resource :
           {sched::Resources::kCpu, sched::Resources::kMemory, sched::Resources::kPods})
        add_excess(out, name + kTotal + node.resource_name(resource), node.total(resource).used,
                   node.total(resource).capacity);
      if (node.devices() != nullptr)
        add_devices(*node.devices(), node.options().profile, name, out);
    });
  }
  return out;
}

struct Counts {
  int plans = 0;
  int committed = 0;
  int stale = 0;
  int moved = 0;
};

class LedgerLife {
 public:
  explicit LedgerLife(uint32_t seed) : random_(seed), cluster_(draw_options()) {
    for (size_t i = 0; i < kNodes; ++i) {
      machines_.push_back(kDrawn[pick(4)]);
      set_node(i);
      set_topology(i);
      set_devices(i);
    }
  }

  void step() {
    switch (pick(18)) {
      case 0:
        return remove_one();
      case 1:
        return change_node();
      case 2:
        return set_claim();
      case 3:
      case 4:
        return plan_gang();
      case 5:
      case 6:
        return plan_preemption();
      case 7:
      case 8:
        return plan_resize();
      case 9:
      case 10:
        return plan_rebind();
      case 11:
      case 12:
      case 13:
        return plan_rebind_for();
      case 14:
        return use_reservation();
      default:
        return reserve_one();
    }
  }
  const Counts &counts() const { return counts_; }

 private:
  static constexpr size_t kNodes = 3;
  static constexpr Machine kDrawn[] = {{2, 1, 4}, {1, 2, 4}, {2, 2, 2}, {1, 1, 6}};

  int pick(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  bool one_in(int n) { return pick(n) == 0; }
  static std::string name_of(size_t node) { return "node-" + std::to_string(node); }

  sched::Options draw_options() {
    sched::Options options;
    options.profile = one_in(3) ? Profile::kUpstream : Profile::kSpec;
    options.default_bind = one_in(3) ? PodBind::kSpreadByPcpus : PodBind::kFullPcpus;
    options.default_numa = one_in(3) ? NumaPolicy::kNone : NumaPolicy::kBestEffort;
    options.scoring = static_cast<sched::Strategy>(pick(3));
    options.devices_ignore_numa = one_in(4);
    options.ignore_kubelet = one_in(6);
    options.gpu_mode = one_in(4) ? device::PickMode::kPartition : device::PickMode::kSet;
    return options;
  }

  void set_node(size_t i) {
    NodeObject node = node_of(name_of(i), machines_[i]);
    const NumaPolicy policies[] = {NumaPolicy::kAbsent, NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                   NumaPolicy::kRestricted, NumaPolicy::kSingleNode};
    node.numa_policy = policies[pick(5)];
    if (one_in(5)) node.bind = static_cast<NodeBind>(pick(4));
    if (one_in(3)) node.strategy = static_cast<NodeStrategy>(pick(4));
    if (one_in(5)) node.cpu_amplification = 1.5;
    if (one_in(5)) node.reserved_cpus = CpuSet{0, 1};
    if (one_in(3))
      for (const char *resource : {"koordinator.sh/gpu-core", "koordinator.sh/gpu-memory-ratio"})
        node.allocatable.push_back({resource, 400});
    cluster_.set_node(node);
  }

  void set_topology(size_t i) {
    NodeTopology topology = topology_of(name_of(i), machines_[i]);
    if (one_in(4)) {
      topology.kubelet_static = true;
      topology.kubelet_reserved = CpuSet{2};
    }
    if (one_in(6)) topology.allocatable.clear();
    if (one_in(6))
      for (NumaAmounts &zone : topology.allocatable) zone.amounts[0].value -= 1000;
    cluster_.set_topology(topology);
  }

  void set_devices(size_t i) {
    DeviceObject devices;
    devices.node = name_of(i);
    const int numa = machines_[i].sockets * machines_[i].nodes;
    const int gpus = 1 + pick(4);
    for (int minor = 0; minor < gpus; ++minor)
      add_device(devices, "gpu", minor, numa,
                 {{"koordinator.sh/gpu-core", 100},
                  {"koordinator.sh/gpu-memory", 80 * kGi},
                  {"koordinator.sh/gpu-memory-ratio", 100}});
    for (int minor = 0; minor < pick(3); ++minor)
      add_device(devices, "rdma", minor, numa, {{"koordinator.sh/rdma", 100}});
    cluster_.set_devices(devices);
  }

  void add_device(DeviceObject &out, const char *type, int minor, int numa, Amounts resources) {
    DeviceInfo info;
    info.type = type;
    info.id = type + std::to_string(minor);
    info.minor = minor;
    info.healthy = !one_in(6);
    info.placed = !one_in(3);
    info.place.node = minor % numa;
    info.place.pcie = std::to_string(minor % numa);
    info.resources = std::move(resources);
    out.devices.push_back(std::move(info));
  }

  // Uses few shapes, so that pods can exchange CPUs.
  PodObject new_pod() {
    const Qos kinds[] = {Qos::kLse, Qos::kLsr, Qos::kLsr, Qos::kLsr, Qos::kLs, Qos::kBe};
    const Qos qos = kinds[pick(6)];
    const bool binds = qos == Qos::kLse || qos == Qos::kLsr;
    PodObject pod = pod_of("uid-" + std::to_string(next_++), qos,
                           binds ? 1000 * (1 + pick(6)) : 500 * (1 + pick(8)), kGi << pick(6));
    pod.priority = 100 * pick(4);
    if (one_in(5)) pod.required_bind = static_cast<PodBind>(1 + pick(2));
    if (one_in(4)) pod.exclusive = static_cast<ExclusivePolicy>(pick(4));
    if (one_in(8)) pod.numa_policy = static_cast<NumaPolicy>(2 + pick(3));
    const int shares[] = {30, 50, 100, 100, 200};
    Amounts &requests = pod.containers[0].requests;
    if (one_in(2))
      requests.push_back({"koordinator.sh/gpu", shares[pick(5)]});
    else if (one_in(4))
      requests.insert(requests.end(), {{"koordinator.sh/gpu-core", 10 * (1 + pick(9))},
                                       {"koordinator.sh/gpu-memory", kGi * (1 + pick(79)) + 1}});
    if (one_in(5)) requests.push_back({"koordinator.sh/rdma", 50 * (1 + pick(2))});
    pod.containers[0].limits = requests;
    return pod;
  }

  // Makes a decision and expects that it overcommits nothing. With `skip_fit`, the caller is
  // responsible for amounts of the whole node.
  template <typename Decide>
  void decide(const char *what, Decide &&decide, bool skip_fit = false) {
    const Excess before = excess_of(cluster_);
    const std::set<std::string> disputed = disputed_nodes();
    decide();
    for (const auto &[account, excess] : excess_of(cluster_)) {
      // On nodes with disputed claims, running pods may gain more.
      if (disputed.contains(account.substr(0, account.find(' ', 5)))) continue;
      if (skip_fit && account.find(kTotal) != std::string::npos) continue;
      const auto known = before.find(account);
      EXPECT_LE(excess, known == before.end() ? 0 : known->second) << what << ": " << account;
    }
  }

  std::set<std::string> disputed_nodes() const {
    std::set<std::string> out;
    for (const auto &[uid, pod] : pods_) {
      uint32_t node = 0;
      CpuSet cpus;
      if (cluster_.pod_cpus(uid, node, cpus) == Outcome::kDone && conflicts_of(cluster_, uid).any())
        out.insert("node " + std::to_string(node));
    }
    return out;
  }

  void commit(const char *what, const sched::Changes &changes, bool skip_fit = false) {
    ++counts_.plans;
    const bool disturbed = one_in(5);
    if (disturbed) one_in(2) ? change_node() : remove_one();
    decide(
        what,
        [&] {
          const Outcome outcome = cluster_.commit(changes);
          EXPECT_TRUE(outcome == Outcome::kDone || outcome == Outcome::kStale) << what;
          EXPECT_TRUE(disturbed || outcome == Outcome::kDone) << what;
          if (outcome == Outcome::kDone) {
            ++counts_.committed;
            counts_.moved += static_cast<int>(changes.steps.size());
          } else {
            ++counts_.stale;
          }
        },
        skip_fit);
    learn(changes);
  }

  void learn(const sched::Changes &changes) {
    for (const sched::Change &step : changes.steps) {
      uint32_t node = 0;
      CpuSet cpus;
      const bool is_there = cluster_.pod_cpus(step.uid, node, cpus) == Outcome::kDone;
      if (!is_there)
        pods_.erase(step.uid);
      else if (const auto planned = planned_.find(step.uid); planned != planned_.end())
        pods_.insert_or_assign(step.uid, planned->second);
    }
    planned_.clear();
  }

  void reserve_one() {
    const PodObject pod = new_pod();
    decide("reserve", [&] {
      const Answer answer = reserve(cluster_, pod, static_cast<uint32_t>(pick(kNodes)));
      EXPECT_EQ(answer.outcome, Outcome::kDone);
      if (!answer.refusal.refused()) pods_.emplace(pod.uid, pod);
    });
  }

  const PodObject *any_pod() {
    if (pods_.empty()) return nullptr;
    auto at = pods_.begin();
    std::advance(at, pick(static_cast<int>(pods_.size())));
    return &at->second;
  }

  void remove_one() {
    const PodObject *pod = any_pod();
    if (pod == nullptr) return;
    const std::string uid = pod->uid;
    EXPECT_EQ(cluster_.remove_pod(uid), Outcome::kDone);
    pods_.erase(uid);
  }

  void change_node() {
    const auto i = static_cast<size_t>(pick(kNodes));
    switch (pick(3)) {
      case 0:
        return set_node(i);
      case 1:
        return set_topology(i);
      default:
        return set_devices(i);
    }
  }

  // Sets a running pod with a claim that another pod may hold.
  void set_claim() {
    PodObject pod = new_pod();
    pod.node = name_of(static_cast<size_t>(pick(kNodes)));
    const int64_t cpus = amount_of(pod.containers[0].requests, "cpu") / 1000;
    if (pod.qos == Qos::kLse || pod.qos == Qos::kLsr) {
      CpuSet set;
      while (set.count() < cpus) set.add(pick(16));
      pod.status.emplace().cpus = set;
    }
    if (amount_of(pod.containers[0].requests, "koordinator.sh/gpu") > 0)
      pod.devices.allocated.push_back({"gpu", pick(4), "", {}, {}, {}});
    set(cluster_, pod);
    pods_.emplace(pod.uid, pod);
  }

  void plan_gang() {
    std::vector<PodObject> pods(static_cast<size_t>(1 + pick(3)), new_pod());
    if (one_in(2)) pods.push_back(new_pod());
    for (size_t i = 0; i < pods.size(); ++i) pods[i].uid = "gang-" + std::to_string(next_++);
    plan::GangAnswer answer;
    {
      const sched::ClusterSnapshot snapshot(cluster_);
      std::vector<plan::GangPod> gang;
      for (const PodObject &pod : pods)
        gang.push_back({snapshot.shape_of(pod), pod.uid, pod.priority});
      plan::GangConditions conditions;
      conditions.max_nodes = static_cast<uint32_t>(pick(3));
      answer = plan::place_gang(snapshot, gang, conditions);
    }
    if (answer.refusal.refused()) return;
    for (const PodObject &pod : pods) planned_.emplace(pod.uid, pod);
    commit("gang", answer.changes);
  }

  void plan_preemption() {
    PodObject pod = new_pod();
    pod.priority = 1000;
    sched::Changes changes;
    {
      const sched::ClusterSnapshot snapshot(cluster_);
      const plan::Preemptor preemptor{ask(cluster_, pod), pod.priority, pod.uid};
      const plan::Preemptions found = plan::preempt(snapshot, preemptor, {});
      if (found.rows.empty() || found.rows[0].reason != Reason::kNone) return;
      const plan::Preemption &row = found.rows[0];
      const std::span victims(found.victims);
      if (plan::carry_out(snapshot, preemptor, row.node, victims.subspan(row.first, row.count),
                          changes)
              .refused())
        return;
    }
    planned_.emplace(pod.uid, pod);
    commit("preemption", changes);
  }

  void plan_resize() {
    const PodObject *pod = any_pod();
    if (pod == nullptr) return;
    PodObject resized = *pod;
    for (Amounts *amounts : {&resized.containers[0].requests, &resized.containers[0].limits})
      (*amounts)[0].value = std::max<int64_t>(1000, (*amounts)[0].value + 1000 * (pick(7) - 3));
    plan::ResizeAnswer answer;
    {
      const sched::ClusterSnapshot snapshot(cluster_);
      uint32_t node = 0;
      sched::Holder holder;
      if (!snapshot.find(resized.uid, node, holder) || holder.linked) return;
      answer =
          plan::resize(snapshot, node, holder, snapshot.shape_of(resized), {.may_move = one_in(2)});
    }
    if (answer.refusal.refused()) return;
    planned_.emplace(resized.uid, resized);
    commit("resize", answer.changes);
  }

  plan::RebindOptions draw_rebind() {
    return {.no_new_crossing = one_in(4),
            .most_moved = static_cast<uint32_t>(pick(4)),
            .work = one_in(3) ? 1000U : 100U};
  }

  void plan_rebind() {
    plan::Rebind found;
    {
      const sched::ClusterSnapshot snapshot(cluster_);
      found = plan::rebind(snapshot, static_cast<uint32_t>(pick(kNodes)), draw_rebind());
    }
    if (!found.refusal.refused()) commit("rebind", found.changes);
  }

  void plan_rebind_for() {
    const PodObject pod = new_pod();
    const bool skip_fit = one_in(3);
    plan::Rebind found;
    {
      const sched::ClusterSnapshot snapshot(cluster_);
      found = plan::rebind_for(snapshot, static_cast<uint32_t>(pick(kNodes)),
                               snapshot.shape_of(pod), skip_fit, draw_rebind());
    }
    if (found.refusal.refused()) return;
    found.changes.steps.back().uid = pod.uid;
    planned_.emplace(pod.uid, pod);
    commit("rebind for", found.changes, skip_fit);
  }

  void use_reservation() {
    const PodObject *pod = any_pod();
    if (pod == nullptr) return;
    const std::string reservation = pod->uid;
    if (cluster_.set_reservation(reservation, static_cast<sched::ReservationPolicy>(pick(3))) !=
        Outcome::kDone)
      return;
    PodObject owner = one_in(2) ? *pod : new_pod();
    owner.uid = "uid-" + std::to_string(next_++);
    decide("reserve from", [&] {
      Refusal refusal;
      EXPECT_EQ(cluster_.reserve_from(ask(cluster_, owner), owner.uid, reservation, {}, refusal),
                Outcome::kDone);
      if (!refusal.refused()) pods_.emplace(owner.uid, owner);
    });
  }

  std::mt19937 random_;
  Cluster cluster_;
  std::vector<Machine> machines_;
  std::map<std::string, PodObject> pods_;
  std::map<std::string, PodObject> planned_;
  int next_ = 0;
  Counts counts_;
};

// KOORD_LIVES sets the number of histories, with seeds of their own, in place of a few.
TEST(LedgerHistory, NothingIsGrantedBeyondTheCapacity) {
  const char *lives = std::getenv("KOORD_LIVES");
  const auto last = static_cast<uint32_t>(lives == nullptr ? 64 : std::atoi(lives));
  Counts all;
  for (uint32_t seed = 1; seed <= last; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    LedgerLife life(seed);
    for (int step = 0; step < 120; ++step) {
      life.step();
      if (::testing::Test::HasFailure()) FAIL() << "step " << step;
    }
    all.plans += life.counts().plans;
    all.committed += life.counts().committed;
    all.stale += life.counts().stale;
    all.moved += life.counts().moved;
  }
  EXPECT_GT(all.committed, static_cast<int>(last) * 10);
  EXPECT_GT(all.stale, 0);
  EXPECT_GT(all.moved, all.committed / 2);
}

}  // namespace
}  // namespace koord::testing

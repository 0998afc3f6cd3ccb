// A pod is accepted if kubelet admits it, and all that are in flight, in every order of events.
#include "sched/kubelet_futures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sched/kubelet_pods.h"
#include "sched/played_machines.h"
#include "sched/reported_memory.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

using sched::KubeletFutures;
using sched::KubeletPods;
using sched::Managed;
using sched::MemoryGate;
using sched::PodInFlight;
using sched::Uncertainty;

// A node of two NUMA nodes with 12 and 10 available CPUs. Kubelet aligns pods to a single one.
class TwoNodes : public ::testing::Test {
 protected:
  TwoNodes() {
    topology_.kubelet_static = true;
    topology_.numa_policy = NumaPolicy::kSingleNode;
    topology_.kubelet_reserved = CpuSet{0, 1, 2, 3};  // CPUs 0-7 and 16-23 are on node 0
    topology_.held.push_back(by_kubelet("running", CpuSet::parse("8-13")));
    report();
  }

  // Takes the node's report of now, with the pods that the cluster has.
  void report() {
    MemoryGate::Faults faults;
    auto gate = MemoryGate::make(MemoryGate::report_of(topology_), kDefaultKubeletVersion, faults);
    ASSERT_TRUE(gate) << faults.memory;
    pods_ = std::make_unique<KubeletPods>(std::move(gate), pods_.get());
    for (const auto &[uid, managed] : bound_) pods_->add(sched::key_of_uid(uid), managed);
    pods_->settle();
  }
  static std::shared_ptr<const Managed> request(int64_t cpus) {
    return sched::managed_of(pod_of("x", Qos::kNone, 1000 * cpus, kGi), KubeQos::kGuaranteed);
  }
  void bind(const std::string &uid, int64_t cpus) {
    bound_.emplace_back(uid, request(cpus));
    pods_->add(sched::key_of_uid(uid), bound_.back().second);
    pods_->settle();
  }
  void remove(size_t i) {
    pods_->remove(sched::key_of_uid(bound_[i].first), bound_[i].second.get());
    bound_.erase(bound_.begin() + static_cast<ptrdiff_t>(i));
    pods_->settle();
  }
  bool admits(int64_t cpus) const { return !pods_->judge(*request(cpus)).refused(); }

  NodeTopology topology_ = topology_of("n", {2, 1, 8});
  std::unique_ptr<KubeletPods> pods_;
  std::vector<std::pair<std::string, std::shared_ptr<const Managed>>> bound_;
};

// In the order of the cluster, NUMA node 0 has both and node 1 has the new pod. If kubelet sees the
// new pod first, it is on node 0, and no node has enough for both.
TEST_F(TwoNodes, PodsInFlightCanBeOvertaken) {
  bind("a", 4);
  bind("b", 8);
  EXPECT_FALSE(admits(10));
  EXPECT_TRUE(admits(2)) << "in any order";
  topology_.held.push_back(by_kubelet("a", CpuSet::parse("4-7")));
  topology_.held.push_back(by_kubelet("b", CpuSet::parse("16-23")));
  report();
  EXPECT_TRUE(admits(10)) << "no pods are in flight";
}

TEST_F(TwoNodes, RefusalsForOtherOrdersCountThePodsInFlight) {
  bind("a", 4);
  bind("b", 8);
  const Refusal refusal = pods_->judge(*request(10));
  EXPECT_EQ(refusal.reason, Reason::kPodsInFlight);
  EXPECT_EQ(refusal.needed, 2);
  EXPECT_NE(to_sentence(refusal).find("2 pods"), std::string::npos) << to_sentence(refusal);
  EXPECT_EQ(pods_->judge(*request(14)).reason, Reason::kNumaUnaligned) << "in every order";
}

// The report says that a pod has ended which its author does not know yet. Kubelet may have had it
// until it left. Beside it, NUMA node 0 has 4 CPUs: if "b" is first, "a" is on node 1.
TEST_F(TwoNodes, PodsThatTheReportDoesNotKnowMayHaveLeftAfterIt) {
  topology_.held = {by_kubelet("x", CpuSet::parse("4-7,16")),
                    by_kubelet("y", CpuSet{8, 9, 10, 11})};
  pods_.reset();
  report();
  bind("unknown", 3);
  bind("a", 4);
  bind("b", 3);
  remove(0);
  EXPECT_FALSE(admits(9));
  KubeletMemory memory;
  memory.pods.push_back({"unknown", true, {}, StoredCpus(CpuSet{17, 18, 19})});
  topology_.kubelet_memory = std::make_shared<const KubeletMemory>(memory);
  report();
  EXPECT_FALSE(admits(9));
  report();
  EXPECT_FALSE(admits(9));
  topology_.kubelet_memory = nullptr;
  report();
  EXPECT_TRUE(admits(9)) << "it left before the pods in flight are admitted";
}

// Kubelet may have admitted pod "a" beside the pod that left, or after it.
TEST_F(TwoNodes, PodsMayLeaveBeforeAnotherIsAdmitted) {
  topology_.held.push_back(by_kubelet("left", CpuSet::parse("4-7,16-23")));
  report();
  bind("left", 12);
  bind("a", 4);
  remove(0);
  EXPECT_FALSE(admits(12));
  EXPECT_TRUE(admits(6));
  // A report that is as old as the former one changes nothing.
  report();
  EXPECT_FALSE(admits(12));
  topology_.held.pop_back();
  topology_.held.push_back(by_kubelet("a", CpuSet::parse("14-15,24-25")));
  report();
  EXPECT_TRUE(admits(12)) << "no pods are in flight";
}

// Kubelet may have admitted pod "a" beside the pod that no report ever had.
TEST_F(TwoNodes, PodsThatWereNeverReportedMayHaveBeenAdmitted) {
  bind("gone", 12);
  bind("a", 4);
  remove(0);
  EXPECT_FALSE(admits(12));
  report();
  EXPECT_FALSE(admits(12));
  EXPECT_TRUE(admits(6));
}

// An older agent reports Koordinator's CPUs alone, so that kubelet's are never known.
TEST_F(TwoNodes, PodsThatAReportHasOtherwiseAreNotInFlight) {
  bind("a", 4);
  bind("b", 8);
  for (const char *uid : {"a", "b"}) {
    topology_.held.push_back(by_kubelet(uid, CpuSet{uid[0] - 'a' + 4}));
    topology_.held.back().managed_by_kubelet = false;
  }
  report();
  EXPECT_TRUE(admits(10));
  EXPECT_FALSE(admits(11)) << "they count all the same";
}

// A Deployment replaces its pods by equal ones, which share one request. Kubelet refuses pod "gone"
// if it admits "a" first, which matters to nobody.
TEST_F(TwoNodes, RefusalsOfEqualPodsThatHaveLeftDoNotCount) {
  bind("running", 6);
  const std::shared_ptr<const Managed> shared = request(12);
  bound_.emplace_back("gone", shared);
  pods_->add(sched::key_of_uid("gone"), shared);
  pods_->settle();
  bind("a", 4);
  remove(1);
  remove(0);
  EXPECT_FALSE(pods_->judge(*shared).refused());
  EXPECT_TRUE(admits(12));
}

// Pod "reported" leaves before "first" arrives, which is on NUMA node 0 then, however many follow.
TEST_F(TwoNodes, PodsBeyondTheMostArriveAfterEarlierDepartures) {
  topology_.machine = topology_of("n", {2, 1, 32}).machine;
  topology_.kubelet_reserved = CpuSet{0};  // CPUs 0-31 and 64-95 are on node 0
  topology_.held = {by_kubelet("reported", CpuSet::parse("1-31,64-72"))};
  pods_.reset();
  report();
  bind("reported", 40);
  remove(0);
  bind("first", 38);
  const std::shared_ptr<const Managed> small = request(1);  // equal pods have few orders
  for (size_t i = 0; i < KubeletFutures::kMostInFlight; ++i) {
    EXPECT_TRUE(admits(64)) << i;
    bound_.emplace_back("small-" + std::to_string(i), small);
    pods_->add(sched::key_of_uid(bound_.back().first), small);
    pods_->settle();
  }
  EXPECT_TRUE(admits(64)) << "more pods than are reordered";
}

// The pods fit in every order, which are too many to try.
TEST_F(TwoNodes, PodsWithTooManyOrdersAreRefused) {
  topology_.machine = topology_of("n", {2, 1, 32}).machine;
  topology_.kubelet_reserved = CpuSet{0};
  topology_.held.clear();
  pods_.reset();
  report();
  for (int64_t cpus = 1; cpus <= 10; ++cpus) {
    EXPECT_TRUE(cpus > 5 || admits(64)) << cpus;
    bind("pod-" + std::to_string(cpus), cpus);
  }
  EXPECT_EQ(pods_->judge(*request(64)).reason, Reason::kPodsInFlight);
  EXPECT_TRUE(admits(2)) << "certain in any order";
}

// Random events, and random futures of them.
class Played {
 public:
  explicit Played(uint32_t seed) : dice_(seed) {
    NodeTopology topology;
    topology.node = "n";
    topology.machine = machine_of(dice_);
    topology.kubelet_static = true;
    topology.kubelet_reserved = CpuSet{0};
    topology.numa_policy = dice_.one_in(2) ? NumaPolicy::kSingleNode : NumaPolicy::kRestricted;
    topology.pod_scope = dice_.one_in(2);
    if (dice_.one_in(2)) report_memory(topology, 9);
    MemoryGate::Faults faults;
    gate_ = MemoryGate::make(MemoryGate::report_of(topology), kDefaultKubeletVersion, faults);
    EXPECT_TRUE(gate_) << faults.memory;
    events_.start = gate_->reported();
    for (int i = dice_.upto(5); i > 0; --i) add_reported();
    for (int i = 1 + dice_.upto(1); i > 0; --i)
      events_.in_flight.push_back({draw(), time(), 0, true});
    if (dice_.one_in(2)) {
      const uint64_t arrived = time();
      events_.in_flight.push_back({draw(), arrived, arrived + 1 + time(), false});
    }
    asked_ = draw();
  }

  bool judge() { return !KubeletFutures(*gate_, events_).judge(*asked_).refused(); }

  // Plays one future and returns true if kubelet admits all pods.
  bool play() {
    MemoryGate::State state = events_.start;
    std::vector<PodInFlight> pods = events_.in_flight;
    std::ranges::stable_sort(pods, {}, &PodInFlight::arrived_at);
    pods.push_back({asked_, UINT64_MAX, 0, true});
    std::vector<std::optional<MemoryGate::Gains>> given(pods.size());
    std::vector<bool> done(pods.size());
    auto departures = events_.departures;
    std::ranges::stable_sort(departures, {}, &sched::ReportedDeparture::left_at);
    auto running = events_.running;
    int deviations = static_cast<int>(KubeletFutures::kMostDeviations);
    size_t departed = 0;
    uint64_t now = 0;
    const auto leave = [&](size_t i) {
      if (given[i]) gate_->give(*given[i], state);
      given[i].reset();
      done[i] = true;
    };
    // Departures before this time.
    const auto pass = [&](uint64_t to) {
      for (; departed < departures.size() && departures[departed].left_at < to; ++departed)
        gate_->give(*departures[departed].gains, state);
      for (size_t i = 0; i < pods.size(); ++i)
        if (pods[i].left_at != 0 && pods[i].left_at < to && !done[i]) leave(i);
      now = std::max(now, to);
    };
    while (!std::ranges::all_of(done, std::identity())) {
      if (dice_.one_in(3)) pass(now + 5);
      if (deviations > 0 && !running.empty() && dice_.one_in(8)) {
        gate_->give(*running.back(), state);
        running.pop_back();
        --deviations;
      }
      const auto i = static_cast<size_t>(dice_.upto(static_cast<int>(pods.size()) - 1));
      if (done[i] || given[i]) continue;
      pass(pods[i].arrived_at);
      if (done[i]) continue;
      given[i] = gate_->admit(*pods[i].managed, state);
      if (!given[i] && pods[i].is_expected) return false;
      done[i] = pods[i].left_at == 0 || !given[i];
    }
    return true;
  }

 private:
  uint64_t time() { return 2 + static_cast<uint64_t>(dice_.upto(40)); }

  const Managed *draw() {
    if (!kept_.empty() && dice_.one_in(4))
      return kept_[static_cast<size_t>(dice_.upto(static_cast<int>(kept_.size()) - 1))].get();
    PodObject pod = pod_of("x", Qos::kNone, 1000 * (1 + dice_.upto(5)), (1 + dice_.upto(5)) * kGi);
    if (dice_.one_in(3)) {
      pod.containers.push_back(pod.containers[0]);
      pod.containers.back().name = "second";
    }
    kept_.push_back(sched::managed_of(pod, KubeQos::kGuaranteed));
    return kept_.back().get();
  }

  void add_reported() {
    auto gains = gate_->admit(*draw(), events_.start);
    if (!gains) return;
    gains_.push_back(*gains);
    if (dice_.one_in(2) && events_.departures.size() < 2)
      events_.departures.push_back({&gains_.back(), time()});
    else if (events_.running.size() < 2)
      events_.running.push_back(&gains_.back());
  }

  Dice dice_;
  std::shared_ptr<const MemoryGate> gate_;
  std::deque<std::shared_ptr<const Managed>> kept_;
  std::deque<MemoryGate::Gains> gains_;
  Uncertainty events_;
  const Managed *asked_ = nullptr;
};

TEST(KubeletFutures, KubeletAdmitsAcceptedPodsInEveryFuture) {
  int accepted = 0;
  int refused = 0;
  int unexplained = 0;
  for (uint32_t seed = 1; seed <= 600; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Played played(seed);
    const bool accepts = played.judge();
    bool admits = true;
    for (int i = 0; admits && i < (accepts ? 60 : 600); ++i) admits = played.play();
    (accepts ? accepted : refused) += 1;
    unexplained += !accepts && admits;
    ASSERT_TRUE(!accepts || admits);
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 100);
  EXPECT_LT(unexplained, refused / 10) << "refusals need a future in which kubelet refuses a pod";
}

}  // namespace
}  // namespace koord::testing

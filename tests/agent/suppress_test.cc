// Suppression of best-effort pods: given examples, and properties of any node.
#include "agent/suppress.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "node_support.h"
#include "support/expect_error.h"

namespace koord::agent::testing {
namespace {

std::string list(const LocalNode &node, int64_t allowance, const CpuSet &current = {}) {
  return suppressed_cpus(node, allowance, current).to_string();
}

CpuUse busy() {
  CpuUse use;
  use.capacity = 16000;
  use.node = 9000;
  use.pods = 7000;
  use.host_apps = 500;
  use.other_pods = 4000;
  use.other_host_apps = 300;
  return use;
}

TEST(Suppress, TheAllowanceIsTheThresholdLessOtherUse) {
  // 65 % of 16000, minus 4000 for pods, 300 for applications and 9000 - 7000 - 500 for the system.
  EXPECT_EQ(best_effort_allowance(busy()), 10400 - 4000 - 300 - 1500);
  CpuUse use = busy();
  use.reserved = 2000;  // more than the system uses
  EXPECT_EQ(best_effort_allowance(use), 10400 - 4000 - 300 - 2000);
  use.threshold_percent = 30;
  EXPECT_EQ(best_effort_allowance(use), 4800 - 4000 - 300 - 2000);
  use.minimum_percent = 10;
  EXPECT_EQ(best_effort_allowance(use), 1600);
}

TEST(Suppress, AmountsThatCannotBeAreRefused) {
  CpuUse use = busy();
  use.pods = -1;
  EXPECT_ERROR(best_effort_allowance(use), Status::kInvalid, "pods_used: found -1");
  use = busy();
  use.node = CpuUse::kMost + 1;
  EXPECT_ERROR(best_effort_allowance(use), Status::kInvalid, "node_used");
  use = busy();
  use.threshold_percent = 1001;
  EXPECT_ERROR(best_effort_allowance(use), Status::kInvalid, "threshold_percent");
}

// The socket, NUMA node and core of a CPU.
struct Seat {
  int socket;
  int node;
  int core;
};
std::shared_ptr<const Topology> machine_of(int cpus, Seat (*seat)(int cpu)) {
  TopologySpec spec;
  CpuSet nodes;
  for (int cpu = 0; cpu < cpus; ++cpu) {
    const Seat at = seat(cpu);
    spec.cpus.push_back({cpu, at.socket, at.node, at.core});
    nodes.add(at.node);
  }
  nodes.for_each([&](int node) { spec.nodes.push_back({node, uint64_t{64} << 30, {}, CpuSet{}}); });
  return Topology::build(std::move(spec));
}

// Two sockets of four cores: CPUs 0-3 and 8-11 are on the first, siblings 8 apart.
std::shared_ptr<const Topology> siblings_apart() {
  return machine_of(16, [](int cpu) {
    const int core = cpu % 8;
    return Seat{core / 4, core / 4, core};
  });
}
// Two cores on the first socket (CPUs 0-3), four on the second (4-11), siblings side by side.
std::shared_ptr<const Topology> uneven_sockets() {
  return machine_of(12, [](int cpu) { return Seat{cpu / 4 > 0, cpu / 4 > 0, cpu / 2}; });
}

// Returns the CPUs to which both profiles narrow BE pods if BE pods may use all CPUs.
std::string both(const std::shared_ptr<const Topology> &machine, int wanted,
                 const std::vector<PodObject> &pods = {}) {
  LocalNode node(machine, {});
  LocalNode upstream(machine, {.profile = Profile::kUpstream});
  for (LocalNode *one : {&node, &upstream})
    for (const PodObject &pod : pods) one->set_pod(pod);
  const int64_t allowance = int64_t{1000} * wanted - 500;
  const std::string found = list(node, allowance, machine->all_cpus());
  EXPECT_EQ(list(upstream, allowance, machine->all_cpus()), found);
  return found;
}

TEST(SuppressOrder, SiblingsApart) {
  EXPECT_EQ(both(siblings_apart(), 2), "0,8");
  EXPECT_EQ(both(siblings_apart(), 3), "0,4,8") << "the single CPU is the next socket's";
  EXPECT_EQ(both(siblings_apart(), 4), "0,4,8,12");
  EXPECT_EQ(both(siblings_apart(), 6), "0-1,4,8-9,12");
  EXPECT_EQ(both(siblings_apart(), 7), "0-1,4-5,8-9,12");
  EXPECT_EQ(both(siblings_apart(), 16), "0-15");
}

TEST(SuppressOrder, TheLargerSocketComesFirst) {
  EXPECT_EQ(both(uneven_sockets(), 2), "4-5");
  EXPECT_EQ(both(uneven_sockets(), 3), "0,4-5");
  EXPECT_EQ(both(uneven_sockets(), 5), "0-1,4-6");
  EXPECT_EQ(both(uneven_sockets(), 10), "0-9") << "in turn until the smaller has none";
  EXPECT_EQ(both(uneven_sockets(), 11), "0-10");
}

TEST(SuppressOrder, TheLargerSocketHasMoreCandidateCpus) {
  // LSE leaves CPUs 0-3 and 10-11.
  EXPECT_EQ(both(uneven_sockets(), 2, {lse("e", "4-9")}), "0-1");
  EXPECT_EQ(both(uneven_sockets(), 5, {lse("e", "4-9")}), "0-2,10-11");
}

TEST(SuppressOrder, CoresOfOneThreadAreSingleCpus) {
  const auto machine = machine_of(8, [](int cpu) { return Seat{cpu / 4, cpu / 4, cpu}; });
  EXPECT_EQ(both(machine, 2), "0,4");
  EXPECT_EQ(both(machine, 3), "0-1,4");
}

TEST(SuppressOrder, CoresOfFourThreadsAreTwoPairs) {
  const auto machine = machine_of(16, [](int cpu) { return Seat{cpu / 8, cpu / 8, cpu / 4}; });
  EXPECT_EQ(both(machine, 6), "0-3,8-9");
  EXPECT_EQ(both(machine, 7), "0-3,8-10");
  // LSE leaves three threads of the first core: a pair and a single one.
  EXPECT_EQ(both(machine, 6, {lse("e", "3")}), "0-1,8-11") << "the second socket has more";
  EXPECT_EQ(both(machine, 8, {lse("e", "3")}), "0-1,4-5,8-11");
}

TEST(SuppressOrder, SocketsOfOneNumaNodeAreSeparate) {
  const auto machine = machine_of(16, [](int cpu) { return Seat{cpu / 4, cpu / 8, cpu / 2}; });
  EXPECT_EQ(both(machine, 6), "0-1,4-5,8-9");
  EXPECT_EQ(both(machine, 7), "0-1,4-5,8-9,12");
}

TEST(SuppressOrder, NumaNodesOfOneSocketAreSeparate) {
  const auto machine = machine_of(12, [](int cpu) { return Seat{0, cpu / 4, cpu / 2}; });
  EXPECT_EQ(both(machine, 5), "0-1,4-5,8");
}

// Siblings side by side. LSE leaves one pair and single CPUs: 0-2, 4, 6 on the first socket, 8, 10,
// 12, 14 on the second.
TEST(SuppressOrder, WherePairsHaveRunOutTheFirstBeginsAgain) {
  const std::vector<PodObject> pods = {lse("e", "3,5,7,9,11,13,15")};
  EXPECT_EQ(both(machine(), 3, pods), "0-1,8") << "one is left to take: the next socket's";
  EXPECT_EQ(both(machine(), 4, pods), "0-2,8");
  EXPECT_EQ(both(machine(), 5, pods), "0-2,4,8");
  EXPECT_EQ(both(machine(), 6, pods), "0-2,4,8,10");
}

TEST(SuppressOrder, SharesAreRoundedDownForLsr) {
  // LSR pods have 4 of 16 candidates: 0-1 and their siblings.
  // The second socket has most of the rest.
  const std::vector<PodObject> pods = {lsr("r", "0-1,8-9")};
  EXPECT_EQ(both(siblings_apart(), 3, pods), "2,4,12") << "3 * 4 / 16 = 0 are LSR's";
  EXPECT_EQ(both(siblings_apart(), 7, pods), "0,2,4-5,10,12-13") << "7 * 4 / 16 = 1";
  EXPECT_EQ(both(siblings_apart(), 8, pods), "0,2,4-5,8,10,12-13") << "8 * 4 / 16 = 2";
}

TEST(SuppressOrder, PodsWithoutLsrLabelCountAsTheRest) {
  LocalNode upstream(machine(), {.profile = Profile::kUpstream});
  upstream.set_pod(PodMaker("n").guaranteed(4000).has("0-3"));
  EXPECT_EQ(list(upstream, 4000, cpus("0-15")), "0-1,8-9");
  upstream.set_pod(PodMaker("n").guaranteed(4000).qos(Qos::kLs).has("0-3"));
  EXPECT_EQ(list(upstream, 4000, cpus("0-15")), "0-1,8-9");
  upstream.set_pod(lsr("n", "0-3"));  // 4 * 4 / 16 = 1 of its own CPUs, then 8-9 and 4 of the rest
  EXPECT_EQ(list(upstream, 4000, cpus("0-15")), "0,4,8-9");
}

TEST(Suppress, TheTenthIsRoundedUpAndGoesBeforeTheLeast) {
  // A tenth of 12 CPUs, rounded up, is 2.
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    LocalNode node(uneven_sockets(), {.profile = profile});
    EXPECT_EQ(list(node, 11000, cpus("4-5")), "0-1,4-5");
    EXPECT_EQ(list(node, 11000, cpus("4")), "0,4-5");
    EXPECT_EQ(list(node, 2000, cpus("0-11")), "4-5");
  }
  LocalNode upstream(uneven_sockets(), {.profile = Profile::kUpstream});
  EXPECT_EQ(list(upstream, 11000), "4-5") << "as if BE had none";
  LocalNode small(machine(1, 2), {.profile = Profile::kUpstream});
  EXPECT_EQ(list(small, 4000), "0") << "of 4 CPUs 1, though 2 is the least";
}

TEST(Suppress, MoreThanTheMachineHas) {
  EXPECT_EQ(both(machine(), 16), "0-15");
  LocalNode node(machine(), {});
  EXPECT_EQ(list(node, 17000, cpus("0-15")), "0-15");
  EXPECT_EQ(list(node, INT64_MAX), "0-15");
  LocalNode upstream(machine(), {.profile = Profile::kUpstream});
  EXPECT_EQ(list(upstream, 17000, cpus("0-15")), "");
  EXPECT_EQ(list(upstream, INT64_MAX, cpus("0-15")), "");
}

// Two NUMA nodes of 8 CPUs, siblings side by side.
TEST(Suppress, PairsOfSiblingsComeFromEveryNumaNodeInTurn) {
  LocalNode node(machine(), {});
  EXPECT_EQ(list(node, 3500), "0-1,8-9");
  EXPECT_EQ(list(node, 5000), "0-2,8-9");
}

TEST(Suppress, AtLeastTwoCpus) {
  LocalNode node(machine(), {});
  EXPECT_EQ(list(node, -5000), "0-1");
  EXPECT_EQ(list(node, 0), "0-1");
  EXPECT_EQ(list(node, 1), "0-1");
}

TEST(Suppress, GrowsByATenthOfTheMachineAtMost) {
  LocalNode node(machine(), {});
  EXPECT_EQ(list(node, 16000, cpus("0-1")), "0-1,8-9");
  EXPECT_EQ(list(node, 16000), "0-15") << "how many there were is not known";
  EXPECT_EQ(list(node, 2000, cpus("0-15")), "0-1") << "shrinking has no limit";
}

TEST(Suppress, LsrPodsAndOthersBearTheirShare) {
  LocalNode node(machine(), {});
  node.set_pod(lse("e", "0-1"));
  node.set_pod(lsr("r", "8-11"));
  // 14 candidates, 4 of them LSR's: 7 * 4 / 14 = 2 of those, 5 of the rest.
  EXPECT_EQ(list(node, 7000), "2-4,8-9,12-13");
}

TEST(Suppress, CpusThatKubeletReservesComeFirst) {
  LocalNode node(machine(), {});
  node.set_kubelet(static_kubelet("6-7"));
  EXPECT_EQ(list(node, 2000), "6-7");
  EXPECT_EQ(list(node, 4000), "6-9");
  LocalNode upstream(machine(), {.profile = Profile::kUpstream});
  upstream.set_kubelet(static_kubelet("6-7"));
  EXPECT_EQ(list(upstream, 2000, cpus("0-7")), "0-1");
}

TEST(Suppress, CpusAssignedByKubeletAreNotForBestEffort) {
  const KubeletState kubelet = static_kubelet("", {{"k", {{"app", "0-3"}}}});
  LocalNode node(machine(), {});
  node.set_kubelet(kubelet);
  EXPECT_EQ(list(node, 2000), "8-9");
  LocalNode upstream(machine(), {.profile = Profile::kUpstream});
  upstream.set_kubelet(kubelet);
  EXPECT_EQ(list(upstream, 2000, cpus("0-7")), "0-1");
}

TEST(Suppress, ANodeThatLsePodsOwnHasNothing) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    LocalNode node(machine(), {.profile = profile});
    node.set_pod(lse("e", "0-15"));
    EXPECT_EQ(list(node, 4000, cpus("0-3")), "");
  }
}

TEST(Suppress, UpstreamTakesNothingFromAPartThatIsTooSmall) {
  LocalNode node(machine(), {});
  LocalNode upstream(machine(), {.profile = Profile::kUpstream});
  for (LocalNode *one : {&node, &upstream}) one->set_pod(lse("e", "0-13"));
  EXPECT_EQ(list(node, 3000, cpus("12-15")), "14-15");
  EXPECT_EQ(list(upstream, 3000, cpus("12-15")), "");
}

// Holds for any usage: only candidates are taken, and under the proposals as many as allowed.
RC_GTEST_PROP(SuppressProperties, TakesCandidatesOnlyAndAsManyAsItMay, ()) {
  const bool spec = *rc::gen::inRange(0, 2) == 0;
  LocalNode node(machine(*rc::gen::inRange(1, 5), *rc::gen::inRange(1, 5)),
                 {.profile = spec ? Profile::kSpec : Profile::kUpstream});
  const int all = node.machine().all_cpus().count();
  const auto drawn = [&] {
    CpuSet out;
    const int count = *rc::gen::inRange(0, all + 1);
    for (int i = 0; i < count; ++i) out.add(*rc::gen::inRange(0, all));
    return out;
  };
  KubeletState kubelet;
  kubelet.static_policy = true;
  kubelet.reserved = drawn();
  kubelet.containers["k"]["app"] = drawn();
  node.set_kubelet(kubelet);
  node.set_pod(lse("e", drawn().to_string()));
  node.set_pod(lsr("r", drawn().to_string()));
  const int64_t allowance = *rc::gen::inRange<int64_t>(-1000, all * 1500 + 1);
  const CpuSet current = drawn();
  const CpuSet got = suppressed_cpus(node, allowance, current);
  RC_ASSERT(!got.intersects(node.lse()));
  if (!spec) return;
  const CpuSet &candidates = node.pools().best_effort;
  RC_ASSERT(got.is_subset_of(candidates));
  int wanted = std::max<int>(
      2, std::min<int>(static_cast<int>((std::max<int64_t>(allowance, 0) + 999) / 1000), all));
  if (!current.empty()) wanted = std::min(wanted, current.count() + (all + 9) / 10);
  RC_ASSERT(got.count() == std::min(wanted, candidates.count()));
  const CpuSet first = candidates & node.kubelet_reserved() & node.pools().shared;
  RC_ASSERT(first.is_subset_of(got) || got.is_subset_of(first));
}

TEST(SuppressQuota, IsTheAllowanceInAPeriod) {
  EXPECT_EQ(suppressed_quota(16000, 4500, -1).quota_us, 450000);
  EXPECT_EQ(suppressed_quota(16000, -4500, -1).quota_us, 2000);
  EXPECT_FALSE(suppressed_quota(16000, -4500, -1).keep);
}

TEST(SuppressQuota, GrowsByATenthOfTheNodeOnceItIsSet) {
  EXPECT_EQ(suppressed_quota(16000, 9000, 100000).quota_us, 260000);
  EXPECT_EQ(suppressed_quota(16000, 1000, 900000).quota_us, 100000);
}

TEST(SuppressQuota, SmallChangesAreNotWorthIt) {
  const QuotaStep near = suppressed_quota(16000, 4600, 450000);
  EXPECT_TRUE(near.keep);
  EXPECT_EQ(near.quota_us, 450000);
  EXPECT_FALSE(suppressed_quota(16000, 4660, 450000).keep);
  EXPECT_TRUE(suppressed_quota(16000, 4340, 449999).keep) << "15999 less, of 1600000";
  EXPECT_FALSE(suppressed_quota(16000, 4340, 450000).keep);
}

TEST(SuppressQuota, TheLeastIsNotPutOff) {
  const QuotaStep least = suppressed_quota(16000, 1, 10000);
  EXPECT_FALSE(least.keep);
  EXPECT_EQ(least.quota_us, 2000);
  EXPECT_TRUE(suppressed_quota(16000, 1, 2000).keep) << "it is there already";
}

TEST(SuppressQuota, TheNodeHasWholeCpus) {
  // 15.5 CPUs count as 16: a change of 15,600 us is too small, and growth is limited to 160,000 us.
  EXPECT_TRUE(suppressed_quota(15500, 4656, 450000).keep);
  EXPECT_EQ(suppressed_quota(15500, 9000, 100000).quota_us, 260000);
}

// Upstream counts a missing quota as -1 us, and sets none for BE if the new quota is small.
TEST(SuppressQuota, ASmallQuotaIsSetWhereThereIsNone) {
  const QuotaStep first = suppressed_quota(16000, 100, -1);
  EXPECT_FALSE(first.keep);
  EXPECT_EQ(first.quota_us, 10000);
}

}  // namespace
}  // namespace koord::agent::testing

// How far best-effort pods are narrowed, by hand and for any node.
#include "agent/suppress.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "node_support.h"
#include "support/expect_error.h"

namespace koord::agent::testing {
namespace {

std::string list(const Node &node, int64_t allowance, const CpuSet &current = {}) {
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

TEST(Suppress, TheAllowanceIsWhatOthersLeaveOfTheThreshold) {
  // 65 % of 16000, less 4000 of pods, 300 of applications and the system's 9000 - 7000 - 500.
  EXPECT_EQ(best_effort_allowance(busy()), 10400 - 4000 - 300 - 1500);
  CpuUse use = busy();
  use.reserved = 2000;  // is more than the system uses
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

// Two NUMA nodes of 8 CPUs, siblings side by side.
TEST(Suppress, PairsOfSiblingsComeFromEveryNumaNodeInTurn) {
  Node node(machine(), {});
  EXPECT_EQ(list(node, 3500), "0-1,8-9");
  EXPECT_EQ(list(node, 5000), "0-2,8-9");
}

TEST(Suppress, AtLeastTwoCpus) {
  Node node(machine(), {});
  EXPECT_EQ(list(node, -5000), "0-1");
  EXPECT_EQ(list(node, 0), "0-1");
  EXPECT_EQ(list(node, 1), "0-1");
}

TEST(Suppress, GrowsByATenthOfTheMachineAtMost) {
  Node node(machine(), {});
  EXPECT_EQ(list(node, 16000, cpus("0-1")), "0-1,8-9");
  EXPECT_EQ(list(node, 16000), "0-15") << "how many there were is not known";
  EXPECT_EQ(list(node, 2000, cpus("0-15")), "0-1") << "shrinking has no limit";
}

TEST(Suppress, LsrPodsAndOthersBearTheirShare) {
  Node node(machine(), {});
  node.set_pod(lse("e", "0-1"));
  node.set_pod(lsr("r", "8-11"));
  // 14 candidates, 4 of them LSR's: 7 * 4 / 14 = 2 of those, 5 of the rest.
  EXPECT_EQ(list(node, 7000), "2-4,8-9,12-13");
}

TEST(Suppress, CpusThatKubeletReservesComeFirst) {
  Node node(machine(), {});
  node.set_kubelet(static_kubelet("6-7"));
  EXPECT_EQ(list(node, 2000), "6-7");
  EXPECT_EQ(list(node, 4000), "6-9");
  Node upstream(machine(), {.profile = Profile::kUpstream});
  upstream.set_kubelet(static_kubelet("6-7"));
  EXPECT_EQ(list(upstream, 2000, cpus("0-7")), "0-1");
}

TEST(Suppress, WhatKubeletGaveAwayIsNotForBestEffort) {
  const KubeletState kubelet = static_kubelet("", {{"k", {{"app", "0-3"}}}});
  Node node(machine(), {});
  node.set_kubelet(kubelet);
  EXPECT_EQ(list(node, 2000), "8-9");
  Node upstream(machine(), {.profile = Profile::kUpstream});
  upstream.set_kubelet(kubelet);
  EXPECT_EQ(list(upstream, 2000, cpus("0-7")), "0-1");
}

TEST(Suppress, ANodeThatLsePodsOwnHasNothing) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    Node node(machine(), {.profile = profile});
    node.set_pod(lse("e", "0-15"));
    EXPECT_EQ(list(node, 4000, cpus("0-3")), "");
  }
}

TEST(Suppress, UpstreamTakesNothingFromAPartThatIsTooSmall) {
  Node node(machine(), {});
  Node upstream(machine(), {.profile = Profile::kUpstream});
  for (Node *one : {&node, &upstream}) one->set_pod(lse("e", "0-13"));
  EXPECT_EQ(list(node, 3000, cpus("12-15")), "14-15");
  EXPECT_EQ(list(upstream, 3000, cpus("12-15")), "");
}

// Whatever is measured: only candidates, and under the proposals as many as there can be.
RC_GTEST_PROP(SuppressProperties, TakesCandidatesOnlyAndAsManyAsItMay, ()) {
  const bool spec = *rc::gen::inRange(0, 2) == 0;
  Node node(machine(*rc::gen::inRange(1, 5), *rc::gen::inRange(1, 5)),
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
}

}  // namespace
}  // namespace koord::agent::testing

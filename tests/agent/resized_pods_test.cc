// Claims of pods whose request was changed in place before the scheduler has written the next one.
#include <gtest/gtest.h>

#include "node_support.h"

namespace koord::agent::testing {
namespace {

// A resize lowers the request first. The scheduler then writes the claim, or refuses to.
TEST(ResizedPods, AShrinkingPodKeepsItsClaimUntilTheSchedulerWritesTheNextOne) {
  LocalNode node(machine(), {});
  node.set_pod(lsr("a", "0-3"));
  node.set_pod(lsr("a", "0-3").guaranteed(2000));
  EXPECT_EQ(where(node, "a"), "own 0-3 unlimited");
  EXPECT_FALSE(state_of(node, "a").refused.refused());
  node.set_pod(lsr("b", "3-4"));
  EXPECT_EQ(state_of(node, "b").refused.reason, Reason::kCpuTaken);

  // The next agent knows from the state that the claim was granted.
  LocalNode next(machine(), {});
  next.set_state(decide(node));
  next.set_pod(lsr("a", "0-3").guaranteed(2000));
  EXPECT_EQ(where(next, "a"), "own 0-3 unlimited");
  LocalNode of_another_boot(machine(), {});
  of_another_boot.set_pod(lsr("a", "0-3").guaranteed(2000));
  EXPECT_EQ(state_of(of_another_boot, "a").refused.reason, Reason::kMoreCpusThanAsked);

  node.set_pod(lsr("a", "1-2"));
  EXPECT_EQ(where(node, "a"), "own 1-2 unlimited");
  EXPECT_EQ(where(node, "b"), "own 3-4 unlimited");
}

// The request may change again while the scheduler writes the claim of an earlier one.
TEST(ResizedPods, APodKeepsItsCpusOfAClaimAboveItsRequest) {
  for (const bool knows_state : {false, true}) {
    LocalNode node(machine(), {});
    const auto has = [&](const PodMaker &pod, const std::string &expected, bool refused) {
      node.set_pod(pod);
      EXPECT_EQ(where(node, "a"), expected);
      EXPECT_EQ(state_of(node, "a").refused.reason,
                refused ? Reason::kMoreCpusThanAsked : Reason::kNone);
      if (knows_state) node.set_state(decide(node));
    };
    has(lsr("a", "0-3"), "own 0-3 unlimited", false);
    has(lsr("a", "0-5").guaranteed(4000), "own 0-3 unlimited", true);
    has(lsr("a", "0-5").guaranteed(5000), "own 0-3 unlimited", true);  // judged anew, and again
    has(lsr("a", "0-5").guaranteed(6000), "own 0-5 unlimited", false);
    has(lsr("a", "0-5").guaranteed(1000), "own 0-5 unlimited", false);
    has(lsr("a", "0-2").guaranteed(1000), "own 0-2 unlimited", false);
    has(lsr("a", "2-7").guaranteed(1000), "own 2 unlimited", true);
    has(lsr("a", "8-9").guaranteed(1000), "shared 0-15", true);
    has(lsr("a", "2-7").guaranteed(1000), "shared 0-15", true);
  }
}

TEST(ResizedPods, AGrantedClaimOfAnotherQosClassIsJudgedAnew) {
  LocalNode node(machine(), {});
  node.set_pod(lsr("a", "8-11"));
  node.set_state(decide(node));
  node.set_pod(lsr("a", "8-11").guaranteed(2000).qos(Qos::kLs));
  EXPECT_EQ(state_of(node, "a").refused.reason, Reason::kClaimNotAllowed);
  EXPECT_EQ(where(node, "a"), "shared 0-15");
}

// CPUs that a pod gave up are granted to others, and it does not get them back by a claim that its
// request does not justify.
TEST(ResizedPods, AClaimAboveTheRequestTakesNoCpuOfAnotherPod) {
  LocalNode node(machine(), {});
  node.set_pod(lsr("a", "0-3"));
  node.set_pod(lsr("a", "0-1"));
  node.set_pod(lsr("b", "2-3"));
  node.set_state(decide(node));
  node.set_pod(lsr("a", "0-3").guaranteed(1000));
  EXPECT_EQ(where(node, "a"), "own 0-1 unlimited");
  EXPECT_EQ(where(node, "b"), "own 2-3 unlimited");
}

}  // namespace
}  // namespace koord::agent::testing

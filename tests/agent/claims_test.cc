// When CPUs that a pod states are its own, and why not.
#include <gtest/gtest.h>

#include "node_support.h"
#include "support/expect_error.h"

namespace koord::agent::testing {
namespace {

Node spec_node() { return Node(machine(), {}); }
Node upstream_node() { return Node(machine(), {.profile = Profile::kUpstream}); }

Refusal refusal_of(const Node &node, const std::string &uid) { return state_of(node, uid).refused; }

TEST(Claims, LseAndLsrPodsHaveWhatTheyState) {
  Node node = spec_node();
  node.set_pod(lse("a", "0-1"));
  node.set_pod(lsr("b", "2-3"));
  EXPECT_EQ(where(node, "a"), "own 0-1 unlimited");
  EXPECT_EQ(where(node, "b"), "own 2-3 unlimited");
  EXPECT_EQ(state_of(node, "a").qos, Qos::kLse);
  EXPECT_EQ(state_of(node, "b").qos, Qos::kLsr);
  EXPECT_FALSE(refusal_of(node, "a").refused());
}

TEST(Claims, ACpuThatTheMachineLacksIsNobodys) {
  Node node = spec_node();
  node.set_pod(lsr("a", "16-17"));
  const Refusal no = refusal_of(node, "a");
  EXPECT_EQ(no.reason, Reason::kCpuNotOnMachine);
  EXPECT_EQ(no.where, 16);
  EXPECT_EQ(to_sentence(no), "states CPU 16 as its own, which the machine does not have");
  EXPECT_EQ(where(node, "a"), "shared 0-15");
  EXPECT_EQ(state_of(node, "a").qos, Qos::kLs);

  node.set_pod(lsr("b", "14-16"));
  EXPECT_EQ(where(node, "b"), "own 14-15 unlimited");
  EXPECT_EQ(to_sentence(refusal_of(node, "b")),
            "states CPU 16 as its own, which the machine does not have; it keeps 2 of 3");
}

TEST(Claims, WhoCameFirstHasTheCpu) {
  Node node = spec_node();
  node.set_pod(lsr("b", "0-3"));
  node.set_pod(lse("a", "3-4"));
  EXPECT_EQ(refusal_of(node, "a").reason, Reason::kCpuTaken);
  EXPECT_EQ(refusal_of(node, "a").where, 3);
  EXPECT_EQ(where(node, "a"), "shared 4-15");
  EXPECT_EQ(where(node, "b"), "own 0-3 unlimited");
}

TEST(Claims, WhoWaitedLongestComesNext) {
  Node node = spec_node();
  node.set_pod(lsr("c", "0-3"));
  node.set_pod(lsr("b", "2-5"));
  node.set_pod(lsr("a", "3-6"));
  node.set_pod(lsr("d", "1"));
  EXPECT_TRUE(node.remove_pod("c"));
  EXPECT_EQ(where(node, "b"), "own 2-5 unlimited");
  EXPECT_EQ(where(node, "a"), "shared 0,6-15");
  EXPECT_EQ(where(node, "d"), "own 1 unlimited");
}

TEST(Claims, WhoWaitsIsToldOfTheFirstCpuThatIsTaken) {
  Node node = spec_node();
  node.set_pod(lsr("a", "5"));
  node.set_pod(lsr("b", "4-5"));
  EXPECT_EQ(refusal_of(node, "b").where, 5);
  node.set_pod(lsr("c", "4"));
  EXPECT_EQ(refusal_of(node, "b").where, 4);
}

TEST(Claims, OnlyLseAndLsrAreDueUnderTheProposals) {
  for (const Qos qos : {Qos::kNone, Qos::kLs, Qos::kSystem}) {
    Node node = spec_node();
    node.set_pod(lsr("a", "0-1").qos(qos));
    EXPECT_EQ(refusal_of(node, "a").reason, Reason::kClaimNotDue);
    EXPECT_EQ(where(node, "a"), "shared 0-15");
  }
  Node node = spec_node();
  node.set_pod(lsr("a", "0-1").qos(Qos::kBe));
  EXPECT_EQ(where(node, "a"), "be 0-15");
}

TEST(Claims, UpstreamBelievesEveryPod) {
  for (const Qos qos : {Qos::kNone, Qos::kLs, Qos::kSystem, Qos::kBe, Qos::kLsr}) {
    Node node = upstream_node();
    node.set_pod(lsr("a", "0-1").qos(qos));
    EXPECT_EQ(where(node, "a"), "own 0-1 unlimited");
    EXPECT_EQ(state_of(node, "a").qos, Qos::kLsr);
    EXPECT_EQ(node.pools().best_effort, cpus("0-15"));
  }
}

TEST(Claims, CpusThatKubeletReservesAreNotGivenWhateverItsPolicy) {
  for (const bool static_policy : {true, false}) {
    Node node = spec_node();
    KubeletState kubelet = static_kubelet("0,4");
    kubelet.static_policy = static_policy;
    node.set_kubelet(kubelet);
    node.set_pod(lsr("a", "0-1"));
    EXPECT_EQ(where(node, "a"), "own 1 unlimited");
    EXPECT_EQ(refusal_of(node, "a").reason, Reason::kCpuReserved);
    EXPECT_EQ(refusal_of(node, "a").where, 0);
    EXPECT_EQ(to_sentence(refusal_of(node, "a")),
              "states CPU 0 as its own, which kubelet keeps for the system; it keeps 1 of 2");
    EXPECT_EQ(node.pools().shared, cpus("0,2-15"));
    node.set_pod(lse("b", "4"));
    EXPECT_EQ(where(node, "b"), "shared 0,2-15");
    EXPECT_EQ(refusal_of(node, "b").reason, Reason::kCpuReserved);
  }
  Node ignores(machine(), {.ignore_kubelet = true});
  ignores.set_kubelet(static_kubelet("0"));
  ignores.set_pod(lsr("a", "0-1"));
  EXPECT_EQ(ignores.find_pod("a")->own, cpus("0-1"));

  Node upstream = upstream_node();
  upstream.set_kubelet(static_kubelet("0"));
  upstream.set_pod(lsr("a", "0-1"));
  EXPECT_EQ(where(upstream, "a"), "own 0-1 unlimited");
}

TEST(Claims, NotMoreCpusThanThePodAsksFor) {
  Node node = spec_node();
  node.set_pod(lsr("a", "0-3").guaranteed(2500));
  const Refusal no = refusal_of(node, "a");
  EXPECT_EQ(no.reason, Reason::kMoreCpusThanAsked);
  EXPECT_EQ(to_sentence(no), "states 4 CPUs as its own and asks for 3");
  node.set_pod(lsr("b", "0-2").guaranteed(2500));
  EXPECT_EQ(where(node, "b"), "own 0-2 unlimited");

  Node upstream = upstream_node();
  upstream.set_pod(lsr("a", "0-3").guaranteed(2500));
  EXPECT_EQ(where(upstream, "a"), "own 0-3 unlimited");
}

TEST(Claims, CpusThatKubeletGaveAreTaken) {
  Node node = spec_node();
  node.set_kubelet(static_kubelet("0", {{"k", {{"app", "2-3"}}}}));
  node.set_pod(PodMaker("k").guaranteed(2000));
  node.set_pod(lsr("a", "3-4"));
  EXPECT_EQ(refusal_of(node, "a").reason, Reason::kCpuTaken);
  EXPECT_EQ(where(node, "k", "app"), "kubelet 2-3");
}

TEST(Claims, APodKeepsWhatItWasGrantedWhateverKubeletGives) {
  Node node = spec_node();
  node.set_pod(lsr("a", "0-3"));
  node.set_kubelet(static_kubelet("8-9", {{"k", {{"app", "2-4"}}}}));
  node.set_pod(PodMaker("k").guaranteed(3000));
  EXPECT_EQ(where(node, "a"), "own 0-3 unlimited");
  EXPECT_EQ(where(node, "k", "app"), "kubelet 4");  // no CPU is two pods'
  EXPECT_EQ(refusal_of(node, "k").reason, Reason::kCpuTaken);
  EXPECT_EQ(refusal_of(node, "k").where, 2);
}

TEST(Claims, ACpuThatKubeletReservesNowIsLostAndNoOther) {
  for (const bool static_policy : {true, false}) {
    Node node = spec_node();
    node.set_pod(lse("a", "0-3"));
    KubeletState kubelet = static_kubelet("0-1");
    kubelet.static_policy = static_policy;
    node.set_kubelet(kubelet);
    EXPECT_EQ(where(node, "a"), "own 2-3 unlimited");
    EXPECT_EQ(refusal_of(node, "a").reason, Reason::kCpuReserved);
    EXPECT_EQ(node.pools().shared, cpus("0-1,4-15"));
    EXPECT_EQ(node.pools().best_effort, cpus("0-1,4-15"));
    node.set_kubelet({});
    EXPECT_EQ(where(node, "a"), "own 0-3 unlimited");
    EXPECT_FALSE(refusal_of(node, "a").refused());
    EXPECT_EQ(node.pools().best_effort, cpus("4-15"));
  }
}

TEST(Claims, ACpuThatIsGoneIsLostAndNoOther) {
  Node node = spec_node();
  node.set_pod(lsr("a", "0-3"));
  node.set_pod(lsr("b", "7-9"));
  node.set_pod(lsr("c", "10-11"));
  node.set_machine(machine(1));
  EXPECT_EQ(where(node, "a"), "own 0-3 unlimited");
  EXPECT_EQ(where(node, "b"), "own 7 unlimited");
  EXPECT_EQ(refusal_of(node, "b").reason, Reason::kCpuNotOnMachine);
  EXPECT_EQ(refusal_of(node, "b").where, 8);
  EXPECT_EQ(where(node, "c"), "shared 4-6");
  node.set_machine(machine(2));
  EXPECT_EQ(where(node, "b"), "own 7-9 unlimited");
  EXPECT_EQ(where(node, "c"), "own 10-11 unlimited");
}

// Of two that state a CPU which was gone the first that came has it; the other keeps what it has.
TEST(Claims, ACpuThatComesBackIsItsFirstOwners) {
  Node node(machine(1), {});
  node.set_pod(lsr("b", "6-8"));
  node.set_pod(lsr("a", "5,8"));
  EXPECT_EQ(where(node, "a"), "own 5 unlimited");
  node.set_machine(machine(2));
  EXPECT_EQ(where(node, "b"), "own 6-8 unlimited");
  EXPECT_EQ(where(node, "a"), "own 5 unlimited");
  EXPECT_EQ(to_sentence(refusal_of(node, "a")),
            "states CPU 8 as its own, which is another pod's; it keeps 1 of 2");
  EXPECT_TRUE(node.remove_pod("b"));
  EXPECT_EQ(where(node, "a"), "own 5,8 unlimited");
}

TEST(Claims, APodThatMovesGivesBackWhatItHad) {
  Node node = spec_node();
  node.set_pod(lsr("a", "0-3"));
  node.set_pod(lsr("b", "2-5"));
  node.set_pod(lsr("a", "8-11"));
  EXPECT_EQ(where(node, "a"), "own 8-11 unlimited");
  EXPECT_EQ(where(node, "b"), "own 2-5 unlimited");
  EXPECT_EQ(node.pools().shared, cpus("0-1,6-7,12-15"));
}

TEST(Claims, APodThatIsNoLongerDueLosesItsCpus) {
  Node node = spec_node();
  node.set_pod(lse("a", "0-3"));
  EXPECT_EQ(node.pools().best_effort, cpus("4-15"));
  node.set_pod(lsr("a", "0-3"));
  EXPECT_EQ(node.pools().best_effort, cpus("0-15"));
  node.set_pod(lsr("a", "0-3").qos(Qos::kLs));
  EXPECT_EQ(where(node, "a"), "shared 0-15");
  EXPECT_EQ(refusal_of(node, "a").reason, Reason::kClaimNotDue);
}

TEST(Claims, APodThatHasEndedHasNothing) {
  Node node = spec_node();
  node.set_pod(lse("a", "0-3"));
  PodMaker ended = lse("a", "0-3");
  ended.pod.terminated = true;
  node.set_pod(ended);
  EXPECT_EQ(node.find_pod("a"), nullptr);
  EXPECT_EQ(node.pools().shared, cpus("0-15"));
  node.set_pod(ended);
  EXPECT_FALSE(node.remove_pod("a"));
}

TEST(Claims, WhatCannotBeAPodIsRefusedAndChangesNothing) {
  Node node = spec_node();
  node.set_pod(lse("a", "0-3"));
  const uint64_t generation = node.generation();
  EXPECT_ERROR(node.set_pod(PodMaker("")), Status::kInvalid, "has no uid");
  PodMaker huge("b");
  huge.pod.containers[0].requests = {{"cpu", INT64_MAX}};
  huge.pod.containers.push_back(huge.pod.containers[0]);
  EXPECT_ERROR(node.set_pod(huge), Status::kLimit, "cpu");
  EXPECT_EQ(node.generation(), generation);
  EXPECT_ERROR(Node(machine(), {.profile = Profile::kKubelet}), Status::kInvalid, "profile");
}

TEST(Claims, WhatIsSaidAgainChangesNothing) {
  Node node = spec_node();
  node.set_pod(lse("a", "0-3"));
  node.set_kubelet(static_kubelet("0"));
  object::NodeObject object;
  object.name = "node-1";
  node.set_node(object);
  const uint64_t generation = node.generation();
  node.set_pod(lse("a", "0-3"));
  node.set_kubelet(static_kubelet("0"));
  node.set_node(object);
  EXPECT_EQ(node.generation(), generation);
}

}  // namespace
}  // namespace koord::agent::testing

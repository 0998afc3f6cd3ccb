// Claims of pods to CPUs and devices: acceptance, and the reasons for refusal.
#include <gtest/gtest.h>

#include "node_support.h"
#include "support/expect_error.h"
#include "wording/sentence.h"

namespace koord::agent::testing {
namespace {

LocalNode spec_node() { return LocalNode(machine(), {}); }
LocalNode upstream_node() { return LocalNode(machine(), {.profile = Profile::kUpstream}); }

Refusal refusal_of(const LocalNode &node, const std::string &uid) {
  return state_of(node, uid).refused;
}

TEST(Claims, LseAndLsrPodsGetTheClaimedCpus) {
  LocalNode node = spec_node();
  node.set_pod(lse("a", "0-1"));
  node.set_pod(lsr("b", "2-3"));
  EXPECT_EQ(where(node, "a"), "own 0-1 unlimited");
  EXPECT_EQ(where(node, "b"), "own 2-3 unlimited");
  EXPECT_EQ(state_of(node, "a").qos, Qos::kLse);
  EXPECT_EQ(state_of(node, "b").qos, Qos::kLsr);
  EXPECT_FALSE(refusal_of(node, "a").refused());
}

TEST(Claims, CpusThatTheMachineLacksAreNotAssigned) {
  LocalNode node = spec_node();
  node.set_pod(lsr("a", "16-17"));
  const Refusal no = refusal_of(node, "a");
  EXPECT_EQ(no.reason, Reason::kCpuNotOnMachine);
  EXPECT_EQ(no.where, 16);
  EXPECT_EQ(to_sentence(no), "claims CPU 16, which the machine does not have");
  EXPECT_EQ(where(node, "a"), "shared 0-15");
  EXPECT_EQ(state_of(node, "a").qos, Qos::kLs);

  node.set_pod(lsr("b", "14-16"));
  EXPECT_EQ(where(node, "b"), "own 14-15 unlimited");
  EXPECT_EQ(to_sentence(refusal_of(node, "b")),
            "claims CPU 16, which the machine does not have; it keeps 2 of 3");
}

// Expects that `first` gets the CPUs, whichever pod is set first.
void expect_first(const PodMaker &first, const PodMaker &second,
                  const NodeState *before = nullptr) {
  for (const bool turned : {false, true}) {
    LocalNode node = spec_node();
    if (before != nullptr) node.set_state(*before);
    node.set_pod(turned ? second : first);
    node.set_pod(turned ? first : second);
    EXPECT_EQ(where(node, first.pod.uid), "own 0-3 unlimited") << turned;
    EXPECT_EQ(refusal_of(node, second.pod.uid).reason, Reason::kCpuTaken);
    EXPECT_EQ(refusal_of(node, second.pod.uid).where, 3);
    EXPECT_EQ(where(node, second.pod.uid), "shared 4-15");
  }
}

TEST(Claims, TheCpuBelongsToThePodScheduledFirst) {
  expect_first(lsr("b", "0-3").since(10), lse("a", "3-4").since(11));
  // the other's scheduling time is unknown
  expect_first(lsr("b", "0-3").since(10), lse("a", "3-4"));
}

TEST(Claims, OfPodsThatWereScheduledTogetherTheFirstByUidHasTheCpu) {
  expect_first(lsr("a", "0-3"), lse("b", "3-4"));
  expect_first(lsr("a", "0-3").since(10), lse("b", "3-4").since(10));
}

TEST(Claims, TheOwnerInTheOldStateKeepsTheCpu) {
  LocalNode earlier = spec_node();
  earlier.set_pod(lsr("b", "0-3").since(11));
  const NodeState state = decide(earlier);
  expect_first(lsr("b", "0-3").since(11), lse("a", "3-4").since(10), &state);
  // A claim to other CPUs than before is a new claim.
  LocalNode node = spec_node();
  node.set_state(state);
  node.set_pod(lsr("b", "4-7").since(11));
  node.set_pod(lse("a", "3-4").since(10));
  EXPECT_EQ(where(node, "a"), "own 3-4 unlimited");
  EXPECT_EQ(refusal_of(node, "b").reason, Reason::kCpuTaken);
  node.set_state({});
  const uint64_t generation = node.generation();
  node.set_state({});
  EXPECT_EQ(node.generation(), generation);
}

TEST(Claims, RestoringTheCurrentStateChangesNothing) {
  LocalNode node = spec_node();
  node.set_pod(lsr("a", "3-4").since(10));
  node.set_pod(lsr("b", "0-2").since(11));
  node.set_pod(lsr("c", "2-3").since(12));
  const uint64_t generation = node.generation();
  node.set_state(decide(node));
  EXPECT_EQ(node.generation(), generation);
  EXPECT_TRUE(node.remove_pod("a"));
  node.set_pod(lsr("a", "2-4").since(9));
  EXPECT_EQ(where(node, "b"), "own 0-2 unlimited") << "it is vouched for";
  const uint64_t before = node.generation();
  node.set_state({});
  EXPECT_GT(node.generation(), before);
  EXPECT_EQ(where(node, "a"), "own 2-4 unlimited");
}

TEST(Claims, WaitingPodsGetCpusOnceTheyAreFree) {
  LocalNode node = spec_node();
  node.set_pod(lsr("c", "0-3").since(1));
  node.set_pod(lsr("b", "2-5").since(2));
  node.set_pod(lsr("a", "3-6").since(3));
  node.set_pod(lsr("d", "1").since(4));
  EXPECT_TRUE(node.remove_pod("c"));
  EXPECT_EQ(where(node, "b"), "own 2-5 unlimited");
  EXPECT_EQ(where(node, "a"), "shared 0,6-15");
  EXPECT_EQ(where(node, "d"), "own 1 unlimited");
}

TEST(Claims, ARefusalNamesTheLowestTakenCpu) {
  LocalNode node = spec_node();
  node.set_pod(lsr("a", "5").since(1));
  node.set_pod(lsr("b", "4-5").since(3));
  EXPECT_EQ(refusal_of(node, "b").where, 5);
  node.set_pod(lsr("c", "4").since(2));
  EXPECT_EQ(refusal_of(node, "b").where, 4);
}

TEST(Claims, DevicesAreForPodsThatAskForThem) {
  LocalNode node = spec_node();
  PodMaker pod("a");
  pod.burstable(500);
  pod.pod.devices.allocated = {{"gpu", 0, "GPU-0", {{"koordinator.sh/gpu-core", 100}}, {}, {}}};
  node.set_pod(pod);
  EXPECT_TRUE(state_of(node, "a").devices.empty());
  EXPECT_EQ(to_sentence(refusal_of(node, "a")), "claims GPUs but requests none");
  node.set_pod(pod.asks("nvidia.com/gpu", 2));
  EXPECT_EQ(to_sentence(refusal_of(node, "a")), "claims 1 GPU but requests 2");
  pod.pod.devices.allocated.push_back(
      {"gpu", 1, "GPU-1", {{"koordinator.sh/gpu-core", 101}}, {}, {}});
  node.set_pod(pod);
  EXPECT_EQ(to_sentence(refusal_of(node, "a")),
            "claims more of the GPU with minor 1 than it requests");
  pod.pod.devices.allocated[1].resources[0].value = 100;
  node.set_pod(pod);
  EXPECT_FALSE(refusal_of(node, "a").refused());
  EXPECT_EQ(state_of(node, "a").devices.size(), 2u);
}

// For amounts that the scheduler translated or that no rule interprets, the pod runs and its
// containers see the devices that its annotation names.
TEST(Claims, DevicesOfTranslatedAndUnclearRequestsAreThePods) {
  using Requests = std::vector<std::pair<const char *, int64_t>>;
  const int64_t memory = int64_t{80} << 30;
  const Requests translated = {{"koordinator.sh/gpu-core", 100},
                               {"koordinator.sh/gpu-memory-ratio", 100},
                               {"koordinator.sh/gpu-memory", memory}};
  Requests beside = translated;
  beside.emplace_back("nvidia.com/gpu", 1);
  for (const Requests &requests :
       {translated, beside, Requests{{"koordinator.sh/gpu-core", 100}},
        Requests{{"koordinator.sh/gpu", 150}}, Requests{{"koordinator.sh/rdma", 150}}}) {
    LocalNode node = spec_node();
    const bool is_gpu = std::string_view(requests[0].first) != "koordinator.sh/rdma";
    for (const char *uid : {"a", "b"}) {
      PodMaker pod(uid);
      pod.burstable(500).since(uid[0]);
      for (const auto &[name, amount] : requests) pod.asks(name, amount);
      pod.pod.devices.allocated = {{is_gpu ? "gpu" : "rdma", 0, "id-0", {}, {}, {}}};
      if (is_gpu)
        pod.pod.devices.allocated[0].resources = {{"koordinator.sh/gpu-core", 100},
                                                  {"koordinator.sh/gpu-memory", memory},
                                                  {"koordinator.sh/gpu-memory-ratio", 100}};
      node.set_pod(pod);
    }
    EXPECT_FALSE(refusal_of(node, "a").refused()) << requests[0].first;
    EXPECT_EQ(state_of(node, "a").devices.size(), 1u);
    EXPECT_EQ(refusal_of(node, "b").reason, Reason::kDeviceTaken) << requests[0].first;
  }
}

TEST(Claims, OfTwoPodsThatClaimADeviceOneHasIt) {
  const auto pod_of = [](const char *uid, int64_t since, bool says_how_much) {
    PodMaker pod(uid);
    pod.burstable(500).asks("nvidia.com/gpu", 1).since(since);
    pod.pod.devices.allocated = {{"gpu", 0, "GPU-0", {}, {}, {}}};
    if (says_how_much) pod.pod.devices.allocated[0].resources = {{"koordinator.sh/gpu-core", 100}};
    return pod;
  };
  for (const int order : {0, 1, 2, 3}) {
    const bool turned = (order & 1) != 0;
    const bool says_how_much = (order & 2) != 0;
    LocalNode node = spec_node();
    for (const bool first : {!turned, turned})
      node.set_pod(first ? pod_of("b", 1, says_how_much) : pod_of("a", 2, says_how_much));
    EXPECT_EQ(state_of(node, "b").devices.size(), 1u);
    EXPECT_TRUE(state_of(node, "a").devices.empty());
    EXPECT_EQ(to_sentence(refusal_of(node, "a")),
              "claims the GPU with minor 0, but other pods leave too little of it");
    EXPECT_TRUE(node.remove_pod("b"));
    EXPECT_EQ(state_of(node, "a").devices.size(), 1u);
  }
}

TEST(Claims, AMigInstanceIsOnePods) {
  const auto pod_of = [](const char *uid, std::vector<int32_t> minors) {
    PodMaker pod(uid);
    pod.burstable(500).asks("nvidia.com/mig-1g.10gb", 2).since(uid[0]);
    for (const int32_t minor : minors)
      pod.pod.devices.allocated.push_back(
          {"mig-1g.10gb", minor, "", {{"nvidia.com/mig-1g.10gb", 1}}, {}, {}});
    return pod;
  };
  LocalNode node = spec_node();
  object::DeviceObject devices;
  devices.devices.emplace_back().type = "gpu";
  devices.mig = {{0, 7, {{"MIG-a", "1g.10gb", 7}, {"MIG-b", "1g.10gb", 8}}}};
  node.set_devices(devices);
  node.set_pod(pod_of("a", {56, 64}));
  node.set_pod(pod_of("b", {64, 72}));
  node.set_pod(pod_of("c", {72, 80, 88}));
  ASSERT_EQ(state_of(node, "a").devices.size(), 2u);
  EXPECT_EQ(state_of(node, "a").devices[0].id, "MIG-a");
  EXPECT_EQ(state_of(node, "a").devices[1].id, "MIG-b");
  EXPECT_EQ(refusal_of(node, "b").reason, Reason::kDeviceTaken);
  EXPECT_TRUE(state_of(node, "b").devices.empty());
  EXPECT_EQ(refusal_of(node, "c").reason, Reason::kDeviceCount);
  EXPECT_TRUE(state_of(node, "c").devices.empty());
}

// A claim cannot make an instance look free to others, and one without amounts is complete.
TEST(Claims, AMigInstanceIsTakenWhateverAmountsAreClaimed) {
  const auto pod_of = [](const char *uid, object::Amounts amounts) {
    PodMaker pod(uid);
    pod.burstable(500).asks("nvidia.com/mig-1g.10gb", 1).asks("nvidia.com/mig-3g.40gb", 1);
    pod.since(uid[0]);
    pod.pod.devices.allocated = {{"mig-1g.10gb", 56, "", std::move(amounts), {}, {}},
                                 {"mig-3g.40gb", 8, "", {}, {}, {}}};
    return pod;
  };
  LocalNode node = spec_node();
  object::DeviceObject devices;
  devices.devices.emplace_back().type = "gpu";
  devices.mig = {{0, 7, {{"MIG-a", "1g.10gb", 7}, {"MIG-b", "3g.40gb", 1}}}};
  node.set_devices(devices);
  const object::Amounts odd[] = {{{"nvidia.com/mig-1g.10gb", 0}},
                                 {{"nvidia.com/mig-3g.40gb", 1}},
                                 {{"nvidia.com/mig-1g.10gb", 1}, {"x", 1}}};
  for (const object::Amounts &amounts : odd) {
    node.set_pod(pod_of("a", amounts));
    EXPECT_EQ(refusal_of(node, "a").reason, Reason::kDeviceAmount);
    EXPECT_TRUE(state_of(node, "a").devices.empty());
  }
  node.set_pod(pod_of("b", {}));
  EXPECT_EQ(state_of(node, "b").devices.size(), 2u);
  node.set_pod(pod_of("c", {{"nvidia.com/mig-1g.10gb", 1}}));
  EXPECT_EQ(refusal_of(node, "c").reason, Reason::kDeviceTaken);
}

// A pod that states nothing or 0 of each device has equal shares of its request.
TEST(Claims, DevicesThatAreNamedAloneAreSharedOutEqually) {
  const auto pod_of = [](const char *uid, int64_t asked, std::vector<int32_t> minors,
                         object::Amounts stated = {}) {
    PodMaker pod(uid);
    pod.burstable(500).asks("koordinator.sh/rdma", asked);
    for (const int32_t minor : minors)
      pod.pod.devices.allocated.push_back({"rdma", minor, "", stated, {}, {}});
    return pod;
  };
  LocalNode node = spec_node();
  node.set_pod(pod_of("a", 100, {0, 1}, {{"koordinator.sh/rdma", 0}}));
  node.set_pod(pod_of("b", 50, {0}));
  node.set_pod(pod_of("c", 60, {1}));
  EXPECT_EQ(state_of(node, "a").devices.size(), 2u);
  EXPECT_EQ(state_of(node, "b").devices.size(), 1u);
  EXPECT_TRUE(state_of(node, "c").devices.empty());
  EXPECT_EQ(refusal_of(node, "c").reason, Reason::kDeviceTaken);
}

// A pod keeps the CPUs that kubelet assigned, whatever it claims.
TEST(Claims, APodWithAnInvalidClaimKeepsTheCpusFromKubelet) {
  LocalNode node = spec_node();
  node.set_kubelet(static_kubelet("0", {{"k", {{"app", "2-3"}}}}));
  node.set_pod(PodMaker("k").guaranteed(2000).has("4-5"));
  EXPECT_EQ(where(node, "k", "app"), "kubelet 2-3");
  EXPECT_EQ(node.pools().shared, cpus("0-1,4-15"));
}

TEST(Claims, OnlyLseAndLsrAreDueUnderTheProposals) {
  for (const Qos qos : {Qos::kNone, Qos::kLs, Qos::kSystem}) {
    LocalNode node = spec_node();
    node.set_pod(lsr("a", "0-1").qos(qos));
    EXPECT_EQ(refusal_of(node, "a").reason, Reason::kClaimNotAllowed);
    EXPECT_EQ(where(node, "a"), "shared 0-15");
  }
  LocalNode node = spec_node();
  node.set_pod(lsr("a", "0-1").qos(Qos::kBe));
  EXPECT_EQ(where(node, "a"), "be 0-15");
}

TEST(Claims, UpstreamAcceptsEveryClaim) {
  for (const Qos qos : {Qos::kNone, Qos::kLs, Qos::kSystem, Qos::kBe, Qos::kLsr}) {
    LocalNode node = upstream_node();
    node.set_pod(lsr("a", "0-1").qos(qos));
    EXPECT_EQ(where(node, "a"), "own 0-1 unlimited");
    EXPECT_EQ(state_of(node, "a").qos, Qos::kLsr);
    EXPECT_EQ(node.pools().best_effort, cpus("0-15"));
  }
}

TEST(Claims, CpusThatKubeletReservesAreNotGivenWhateverItsPolicy) {
  for (const bool static_policy : {true, false}) {
    LocalNode node = spec_node();
    KubeletState kubelet = static_kubelet("0,4");
    kubelet.static_policy = static_policy;
    node.set_kubelet(kubelet);
    node.set_pod(lsr("a", "0-1"));
    EXPECT_EQ(where(node, "a"), "own 1 unlimited");
    EXPECT_EQ(refusal_of(node, "a").reason, Reason::kCpuReserved);
    EXPECT_EQ(refusal_of(node, "a").where, 0);
    EXPECT_EQ(to_sentence(refusal_of(node, "a")),
              "claims CPU 0, which kubelet reserves for the system; it keeps 1 of 2");
    EXPECT_EQ(node.pools().shared, cpus("0,2-15"));
    node.set_pod(lse("b", "4"));
    EXPECT_EQ(where(node, "b"), "shared 0,2-15");
    EXPECT_EQ(refusal_of(node, "b").reason, Reason::kCpuReserved);
  }
  LocalNode ignores(machine(), {.ignore_kubelet = true});
  ignores.set_kubelet(static_kubelet("0"));
  ignores.set_pod(lsr("a", "0-1"));
  EXPECT_EQ(ignores.find_pod("a")->own, cpus("0-1"));

  LocalNode upstream = upstream_node();
  upstream.set_kubelet(static_kubelet("0"));
  upstream.set_pod(lsr("a", "0-1"));
  EXPECT_EQ(where(upstream, "a"), "own 0-1 unlimited");
}

TEST(Claims, NotMoreCpusThanThePodAsksFor) {
  LocalNode node = spec_node();
  node.set_pod(lsr("a", "0-3").guaranteed(2500));
  const Refusal no = refusal_of(node, "a");
  EXPECT_EQ(no.reason, Reason::kMoreCpusThanAsked);
  EXPECT_EQ(to_sentence(no), "claims 4 CPUs but requests 2");
  // A fraction of a CPU entitles a pod to no CPU.
  node.set_pod(lsr("b", "0-2").guaranteed(2500));
  EXPECT_EQ(refusal_of(node, "b").reason, Reason::kMoreCpusThanAsked);
  node.set_pod(lsr("c", "0").guaranteed(100));
  EXPECT_EQ(refusal_of(node, "c").reason, Reason::kMoreCpusThanAsked);
  node.set_pod(lsr("b", "0-1").guaranteed(2500));
  EXPECT_EQ(where(node, "b"), "own 0-1 unlimited");

  LocalNode upstream = upstream_node();
  upstream.set_pod(lsr("a", "0-3").guaranteed(2500));
  EXPECT_EQ(where(upstream, "a"), "own 0-3 unlimited");
}

TEST(Claims, CpusThatKubeletGaveAreTaken) {
  LocalNode node = spec_node();
  node.set_kubelet(static_kubelet("0", {{"k", {{"app", "2-3"}}}}));
  node.set_pod(PodMaker("k").guaranteed(2000));
  node.set_pod(lsr("a", "3-4"));
  EXPECT_EQ(refusal_of(node, "a").reason, Reason::kCpuTaken);
  EXPECT_EQ(where(node, "k", "app"), "kubelet 2-3");
}

TEST(Claims, AGrantedCpuIsNotLostToKubelet) {
  LocalNode node = spec_node();
  node.set_pod(lsr("a", "0-3"));
  node.set_kubelet(static_kubelet("8-9", {{"k", {{"app", "2-4"}}}}));
  node.set_pod(PodMaker("k").guaranteed(3000));
  EXPECT_EQ(where(node, "a"), "own 0-3 unlimited");
  EXPECT_EQ(where(node, "k", "app"), "kubelet 4");  // no CPU belongs to two pods
  EXPECT_EQ(refusal_of(node, "k").reason, Reason::kCpuTaken);
  EXPECT_EQ(refusal_of(node, "k").where, 2);
}

TEST(Claims, ACpuThatKubeletReservesNowIsLostAndNoOther) {
  for (const bool static_policy : {true, false}) {
    LocalNode node = spec_node();
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

TEST(Claims, S19_ACpuThatIsGoneIsLostAndNoOther) {
  LocalNode node = spec_node();
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

// Holds in either order of arrival, and if the CPU was offline meanwhile.
TEST(Claims, ACpuThatComesBackIsItsFirstOwners) {
  const PodMaker first = lsr("b", "6-8").since(1);
  const PodMaker second = lsr("a", "5,8").since(2);
  for (const bool turned : {false, true}) {
    LocalNode node(machine(1), {});
    node.set_pod(turned ? second : first);
    node.set_pod(turned ? first : second);
    EXPECT_EQ(where(node, "b"), "own 6-7 unlimited");
    EXPECT_EQ(where(node, "a"), "own 5 unlimited");
    node.set_machine(machine(2));
    EXPECT_EQ(where(node, "b"), "own 6-8 unlimited");
    EXPECT_EQ(where(node, "a"), "shared 0-5,9-15");
    EXPECT_EQ(to_sentence(refusal_of(node, "a")), "claims CPU 8, which is assigned to another pod");
    node.set_machine(machine(1));
    EXPECT_EQ(where(node, "a"), "own 5 unlimited");
    node.set_machine(machine(2));
    EXPECT_TRUE(node.remove_pod("b"));
    EXPECT_EQ(where(node, "a"), "own 5,8 unlimited");
  }
}

TEST(Claims, APodThatMovesReleasesItsOldCpus) {
  LocalNode node = spec_node();
  node.set_pod(lsr("a", "0-3"));
  node.set_pod(lsr("b", "2-5"));
  node.set_pod(lsr("a", "8-11"));
  EXPECT_EQ(where(node, "a"), "own 8-11 unlimited");
  EXPECT_EQ(where(node, "b"), "own 2-5 unlimited");
  EXPECT_EQ(node.pools().shared, cpus("0-1,6-7,12-15"));
}

TEST(Claims, APodThatIsNoLongerDueLosesItsCpus) {
  LocalNode node = spec_node();
  node.set_pod(lse("a", "0-3"));
  EXPECT_EQ(node.pools().best_effort, cpus("4-15"));
  node.set_pod(lsr("a", "0-3"));
  EXPECT_EQ(node.pools().best_effort, cpus("0-15"));
  node.set_pod(lsr("a", "0-3").qos(Qos::kLs));
  EXPECT_EQ(where(node, "a"), "shared 0-15");
  EXPECT_EQ(refusal_of(node, "a").reason, Reason::kClaimNotAllowed);
}

TEST(Claims, APodThatHasEndedHasNothing) {
  LocalNode node = spec_node();
  node.set_pod(lse("a", "0-3"));
  PodMaker ended = lse("a", "0-3");
  ended.pod.terminated = true;
  node.set_pod(ended);
  EXPECT_EQ(node.find_pod("a"), nullptr);
  EXPECT_EQ(node.pools().shared, cpus("0-15"));
  node.set_pod(ended);
  EXPECT_FALSE(node.remove_pod("a"));
}

TEST(Claims, InvalidPodsAreRefusedAndChangeNothing) {
  LocalNode node = spec_node();
  node.set_pod(lse("a", "0-3"));
  const uint64_t generation = node.generation();
  EXPECT_ERROR(node.set_pod(PodMaker("")), Status::kInvalid, "metadata.uid: is empty");
  PodMaker huge("b");
  huge.pod.containers[0].requests = {{"cpu", INT64_MAX}};
  huge.pod.containers.push_back(huge.pod.containers[0]);
  EXPECT_ERROR(node.set_pod(huge), Status::kLimit, "cpu");
  EXPECT_EQ(node.generation(), generation);
  EXPECT_ERROR(LocalNode(machine(), {.profile = Profile::kKubelet}), Status::kInvalid, "profile");
}

TEST(Claims, RepeatedObjectsChangeNothing) {
  LocalNode node = spec_node();
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

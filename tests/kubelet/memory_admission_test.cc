// Admission by the memory manager. Every NUMA node has 16 GiB for pods.
#include "kubelet/nodes.h"

namespace koord::kubelet {
namespace {

using namespace testing;

constexpr const char *kExtend =
    "UnexpectedAdmissionError: Allocate failed due to [memorymanager] failed to find NUMA nodes to "
    "extend the current topology hint, which is unexpected";
constexpr const char *kNoMemory =
    "UnexpectedAdmissionError: Allocate failed due to [memorymanager] failed to get the default "
    "NUMA "
    "affinity, no NUMA nodes with enough memory is available, which is unexpected";

object::PodObject asking(const std::string &uid, uint64_t gib, uint64_t huge_1gi = 0) {
  return pod(uid, {container("c", 500, gib * kGi, huge_1gi)});
}

TEST(KubeletMemoryAdmission, FillsNodesInAscendingOrder) {
  Kubelet one = node_of({}, NumaPolicy::kNone);
  admit(one, asking("p", 20));
  EXPECT_EQ(memory_of(one, "p", "c"), "memory 20@01");
  EXPECT_EQ(free_of(one), "0 12");
  EXPECT_EQ(one.memory_state().machine.at(0).cells, (std::vector<int>{0, 1}));
  EXPECT_EQ(one.memory_state().machine.at(1).assignments, 1);
}

TEST(KubeletMemoryAdmission, TakesTheNarrowestThenTheLowest) {
  Kubelet one = node_of({}, NumaPolicy::kNone);
  admit(one, asking("a", 10));
  admit(one, asking("b", 10));
  EXPECT_EQ(memory_of(one, "a", "c"), "memory 10@0");
  EXPECT_EQ(memory_of(one, "b", "c"), "memory 10@1");
}

// A NUMA node that is used alone joins no group, and a group is not used in part.
TEST(KubeletMemoryAdmission, GroupsDoNotOverlap) {
  Kubelet one = node_of({}, NumaPolicy::kNone);
  admit(one, asking("a", 1));
  const Answer answer = admit(one, asking("b", 20));
  EXPECT_EQ(outcome(answer), kNoMemory);
  EXPECT_EQ(answer.admission.refusal.needed, static_cast<int64_t>(20 * kGi));
  EXPECT_EQ(answer.admission.refusal.best, static_cast<int64_t>(16 * kGi));
  EXPECT_EQ(answer.admission.refusal.object, Object::kBytes);

  Kubelet other = node_of({}, NumaPolicy::kNone);
  admit(other, asking("a", 20));
  admit(other, asking("b", 1));
  EXPECT_EQ(memory_of(other, "b", "c"), "memory 1@01");
  EXPECT_EQ(outcome(admit(other, asking("c", 12))), kNoMemory);
}

TEST(KubeletMemoryAdmission, AGroupDissolvesWithItsLastAssignment) {
  Kubelet one = node_of({}, NumaPolicy::kNone);
  const std::string before = state_of(one);
  admit(one, asking("a", 20));
  admit(one, asking("b", 1));
  EXPECT_TRUE(one.remove("a"));
  EXPECT_EQ(one.memory_state().machine.at(0).cells.size(), 2u);
  EXPECT_TRUE(one.remove("b"));
  EXPECT_EQ(state_of(one), before);
  EXPECT_FALSE(one.remove("b"));
}

// Released memory is subtracted from the lowest nodes first, whichever pod used it.
TEST(KubeletMemoryAdmission, MemoryIsGivenBackInAscendingOrder) {
  Kubelet one = node_of({}, NumaPolicy::kNone);
  admit(one, asking("a", 17));
  admit(one, asking("b", 3));
  EXPECT_EQ(free_of(one), "0 12");
  one.remove("b");
  EXPECT_EQ(free_of(one), "3 12");
  admit(one, asking("c", 8));
  EXPECT_EQ(free_of(one), "0 7");
}

TEST(KubeletMemoryAdmission, PreferredIsTheWidthOnAnEmptyMachine) {
  Kubelet one = node_of({}, NumaPolicy::kRestricted);
  admit(one, asking("a", 9));
  EXPECT_EQ(outcome(admit(one, asking("b", 9))), "");
  EXPECT_EQ(
      outcome(admit(one, asking("c", 9))),
      "UnexpectedAdmissionError: Allocate failed due to [memorymanager] preferred hint violates "
      "NUMA node allocation, which is unexpected")
      << "no hint is no preference: all nodes";
  Kubelet wide = node_of({}, NumaPolicy::kRestricted);
  EXPECT_EQ(outcome(admit(wide, asking("a", 20))), "") << "no single node could ever hold it";
}

TEST(KubeletMemoryAdmission, SingleNodeTakesNoMemoryOfTwo) {
  Kubelet one = node_of({}, NumaPolicy::kSingleNode);
  EXPECT_EQ(outcome(admit(one, asking("a", 20))),
            "TopologyAffinityError: Resources cannot be allocated with Topology locality");
}

TEST(KubeletMemoryAdmission, TheResourceThatNeedsMostNodesDecides) {
  Kubelet one = node_of({}, NumaPolicy::kBestEffort);
  const Answer answer = admit(one, pod("p", {container("c", 2000, 20 * kGi)}));
  EXPECT_EQ(outcome(answer), "");
  EXPECT_EQ(answer.admission.affinities[0].nodes, 3u);
  EXPECT_FALSE(answer.admission.affinities[0].preferred) << "one node would do for CPUs";
  EXPECT_EQ(memory_of(one, "p", "c"), "memory 20@01");
}

// Reusable memory counts when hints are generated, but not when a hint is
// checked. The hint is then extended, to itself.
TEST(KubeletMemoryAdmission, AHintForReusableMemoryIsExtendedToItself) {
  Kubelet one = node_of({}, NumaPolicy::kRestricted, true);
  EXPECT_EQ(
      outcome(admit(one, pod("p", {init(container("i", 500, 10 * kGi)),
                                   container("a", 500, 8 * kGi), container("b", 500, 6 * kGi)}))),
      "");
  EXPECT_EQ(memory_of(one, "p", "i"), "memory 0@0");
  EXPECT_EQ(memory_of(one, "p", "a"), "memory 8@0");
  EXPECT_EQ(memory_of(one, "p", "b"), "memory 6@0");
  EXPECT_EQ(free_of(one), "2 16");
}

TEST(KubeletMemoryAdmission, WithoutAHintMemoryCannotBeExtended) {
  Kubelet one = node_of({}, NumaPolicy::kBestEffort);
  EXPECT_EQ(outcome(admit(one, asking("a", 33))), kExtend);
  const Answer answer = one.judge(request_of(asking("a", 33)));
  EXPECT_EQ(answer.admission.refusal.best, static_cast<int64_t>(32 * kGi));
}

TEST(KubeletMemoryAdmission, HugePagesAreAKindOfTheirOwn) {
  Kubelet one = node_of({2, 1, 6, 0, 1, true, 4}, NumaPolicy::kSingleNode);
  EXPECT_EQ(outcome(admit(one, asking("a", 2, 3))), "");
  EXPECT_EQ(memory_of(one, "a", "c"), "hugepages-1Gi 3@0, memory 2@0");
  EXPECT_EQ(free_of(one, "hugepages-1Gi"), "1 4");
  EXPECT_EQ(outcome(admit(one, asking("b", 2, 2))), "");
  EXPECT_EQ(memory_of(one, "b", "c"), "hugepages-1Gi 2@1, memory 2@1");
  EXPECT_NE(outcome(admit(one, asking("c", 2, 3))), "");
  EXPECT_EQ(one.memory_state().machine.at(0).assignments, 2) << "one for each kind";
}

// Kubelet crashes on a page size that the machine does not have.
TEST(KubeletMemoryAdmission, AnUnknownPageSizeIsRefused) {
  Kubelet one = node_of({}, NumaPolicy::kNone);
  const std::string before = state_of(one);
  const Answer answer = admit(one, asking("a", 2, 1));
  EXPECT_EQ(outcome(answer), kNoMemory);
  EXPECT_EQ(answer.admission.refusal.best, 0);
  EXPECT_EQ(state_of(one), before);
  object::PodObject none_of_it = asking("b", 2, 1);
  none_of_it.containers[0].requests[1].value = none_of_it.containers[0].limits[1].value = 0;
  EXPECT_EQ(outcome(admit(one, none_of_it)), "");
  EXPECT_EQ(memory_of(one, "b", "c"), "memory 2@0");
}

TEST(KubeletMemoryAdmission, APageSizeOfSomeNodesOnly) {
  TopologySpec spec = machine_spec({});
  spec.nodes[1].huge_pages.push_back({kGi, 2});
  const auto topology = Topology::build(std::move(spec));
  Kubelet one = node_of(topology, static_config(*topology, NumaPolicy::kSingleNode));
  EXPECT_EQ(outcome(admit(one, asking("a", 2, 2))), "");
  EXPECT_EQ(memory_of(one, "a", "c"), "hugepages-1Gi 2@1, memory 2@1");
  EXPECT_EQ(free_of(one, "hugepages-1Gi"), "- 0");
  EXPECT_EQ(one.memory_state().machine.at(0).memory.size(), 1u);
}

TEST(KubeletMemoryAdmission, LaterContainersReuseMemoryOfInitContainers) {
  Kubelet one = node_of({}, NumaPolicy::kNone);
  admit(one, pod("p", {init(container("i", 500, 6 * kGi)), container("c", 500, 4 * kGi)}));
  EXPECT_EQ(free_of(one), "10 16");
  EXPECT_EQ(memory_of(one, "p", "i"), "memory 2@0") << "blocks add up to what is booked";
  EXPECT_EQ(memory_of(one, "p", "c"), "memory 4@0");
}

TEST(KubeletMemoryAdmission, OnlyTheLargestInitContainerIsReusable) {
  Kubelet one = node_of({}, NumaPolicy::kNone);
  admit(one, pod("p", {init(container("i0", 500, 4 * kGi)), init(container("i1", 500, 6 * kGi)),
                       container("c", 500, 10 * kGi)}));
  EXPECT_EQ(free_of(one), "6 16") << "4, 2 more, 4 more";
  EXPECT_EQ(memory_of(one, "p", "i0"), "memory 0@0");
  EXPECT_EQ(memory_of(one, "p", "i1"), "memory 0@0");
}

TEST(KubeletMemoryAdmission, SidecarsKeepTheirMemory) {
  Kubelet one = node_of({}, NumaPolicy::kNone);
  admit(one, pod("p", {sidecar(container("s", 500, 6 * kGi)), container("c", 500, 4 * kGi)}));
  EXPECT_EQ(free_of(one), "6 16");
  EXPECT_EQ(memory_of(one, "p", "s"), "memory 6@0");
}

TEST(KubeletMemoryAdmission, BlocksAddUpToTheReservedMemory) {
  Kubelet one = node_of({}, NumaPolicy::kRestricted);
  const std::string before = state_of(one);
  admit(one, pod("p", {init(container("i0", 1000, 9 * kGi)), sidecar(container("s", 1000, 3 * kGi)),
                       init(container("i1", 1000, 12 * kGi)), container("a", 1000, 5 * kGi),
                       container("b", 1000, 2 * kGi)}));
  ASSERT_FALSE(one.pods().empty());
  one.remove("p");
  EXPECT_EQ(state_of(one), before);
}

// The memory manager does not propose a single node of a group, but allocates from one that the CPU
// manager selected. Afterwards, as in kubelet, the nodes of the group disagree about its members.
TEST(KubeletMemoryAdmission, ASingleNodeOfAGroupIsAllocatedFrom) {
  Kubelet one = node_of({}, NumaPolicy::kBestEffort);
  admit(one, asking("a", 20));
  const Answer answer = admit(one, pod("p", {container("c", 4000, 40 * kGi)}));
  EXPECT_EQ(outcome(answer), kExtend);
  Kubelet by_pod = node_of({}, NumaPolicy::kBestEffort, true);
  admit(by_pod, asking("a", 20));
  EXPECT_EQ(
      outcome(admit(by_pod,
                    pod("p", {container("small", 500, 2 * kGi), container("c", 12000, 31 * kGi)}),
                    Refused::kLeft)),
      kExtend);
  EXPECT_EQ(memory_of(by_pod, "p", "small"), "memory 2@1");
  EXPECT_EQ(by_pod.memory_state().machine.at(0).cells, (std::vector<int>{0, 1}));
  EXPECT_EQ(by_pod.memory_state().machine.at(1).cells, std::vector<int>{1});
}

TEST(KubeletMemoryAdmission, AGroupThatOthersUseIsViolated) {
  Kubelet one = node_of({1, 4, 4}, NumaPolicy::kBestEffort);
  admit(one, asking("a", 20));  // on nodes 0 and 1
  // Nodes 0 and 1 have only 14 CPUs for pods, so a pod with 16 gets nodes 1 and 2.
  const Answer answer = admit(one, pod("p", {container("c", 16000, 50 * kGi)}));
  EXPECT_NE(outcome(answer), "");
}

TEST(KubeletMemoryAdmission, MoreThanAllMemoryIsRefusedWithoutOverflow) {
  Kubelet one = node_of({}, NumaPolicy::kNone);
  object::PodObject most = asking("p", 1);
  most.containers[0].requests[1].value = most.containers[0].limits[1].value = INT64_MAX;
  const Answer answer = admit(one, most);
  EXPECT_EQ(outcome(answer), kNoMemory);
  EXPECT_EQ(answer.admission.refusal.needed, INT64_MAX);
}

TEST(KubeletMemoryAdmission, OnlyGuaranteedPodsGetMemory) {
  Kubelet one = node_of({}, NumaPolicy::kRestricted);
  object::PodObject burstable = asking("p", 40);
  burstable.containers[0].limits[0].value = 600;
  EXPECT_EQ(outcome(admit(one, burstable)), "");
  EXPECT_EQ(memory_of(one, "p", "c"), "none");
}

// Starts a kubelet on the state of another, under another policy of the topology manager.
Kubelet restarted(const Kubelet &before, NumaPolicy policy, bool pod_scope,
                  KubeletVersion version = kDefaultKubeletVersion) {
  const auto topology = machine({2, 1, 2});
  Config config = static_config(*topology, policy, pod_scope);
  config.version = version;
  return Kubelet(std::make_shared<const NodeSetup>(topology, config), before.cpu_state(),
                 before.memory_state());
}

// Kubelet takes the blocks of the first container that has some for the whole pod's. It has no
// preference if their memory differs from the pod's.
TEST(KubeletMemoryAdmission, HintsUseTheFirstContainerWithBlocks) {
  const object::PodObject asked =
      pod("p", {init(container("i", 1000, 1 * kGi)), container("c", 1000, 2 * kGi)});
  Kubelet first = node_of({2, 1, 2}, NumaPolicy::kNone);
  admit(first, pod("other", {container("c", 500, 15 * kGi)}));
  admit(first, asked);
  EXPECT_EQ(memory_of(first, "p", "i"), "memory 1@0");
  EXPECT_EQ(memory_of(first, "p", "c"), "memory 2@1");
  Kubelet again = restarted(first, NumaPolicy::kSingleNode, true);
  EXPECT_EQ(outcome(admit(again, asked)), "") << "no opinion, rather than node 1 alone";
}

// The pod is Guaranteed by its status alone. Before 1.37 kubelet
// nevertheless looks for NUMA nodes and finds none.
TEST(KubeletMemoryAdmission, PodsWithoutMemoryRequestHaveNoHintsFrom137On) {
  object::PodObject asked = pod("p", {container("c", 1000, kGi)});
  std::erase_if(asked.containers[0].requests, [](const auto &a) { return a.resource == "memory"; });
  asked.kube_qos = object::KubeQos::kGuaranteed;
  Kubelet empty = node_of({2, 1, 2}, NumaPolicy::kNone);
  Kubelet before = restarted(empty, NumaPolicy::kNone, false, KubeletVersion::k136);
  EXPECT_EQ(outcome(admit(before, asked)), kNoMemory);
  // If the CPU manager has selected a node, the container gets an entry without blocks.
  Kubelet aligned = restarted(empty, NumaPolicy::kRestricted, false, KubeletVersion::k136);
  EXPECT_EQ(outcome(admit(aligned, asked)), "");
  EXPECT_EQ(memory_of(aligned, "p", "c"), "");
  EXPECT_EQ(aligned.memory_state().entries.at("p").at("c").size(), 0u);
  Kubelet again = restarted(aligned, NumaPolicy::kRestricted, true, KubeletVersion::k136);
  EXPECT_EQ(outcome(admit(again, asked)), "");
  EXPECT_EQ(memory_of(again, "p", "c"), "");
  EXPECT_TRUE(again.remove("p"));
  EXPECT_TRUE(again.memory_state().entries.empty());
  for (const NumaPolicy policy : {NumaPolicy::kNone, NumaPolicy::kRestricted}) {
    Kubelet after = restarted(empty, policy, false, KubeletVersion::k137);
    EXPECT_EQ(outcome(admit(after, asked)), "");
    EXPECT_EQ(memory_of(after, "p", "c"), "none");
  }
}

constexpr const char *kNotInt64 =
    "UnexpectedAdmissionError: Allocate failed due to [memorymanager] failed to represent quantity "
    "as int64, which is unexpected";

// A container that requests 1.1Gi of this kind, which is not a whole number of bytes.
object::Container fraction(const std::string &name, const std::string &kind = "memory") {
  object::Container out = container(name, 500, kGi);
  out.requests.at(1) = {"memory", static_cast<int64_t>(kGi), {}};
  object::Amount amount{kind, 1181116007, {600, false}};
  if (kind == "memory")
    out.requests.at(1) = amount;
  else
    out.requests.insert(out.requests.begin() + 1, amount);
  out.limits = out.requests;
  return out;
}

// The CPU and memory managers run container by container: those
// before the fraction have been served.
TEST(KubeletMemoryAdmission, FractionsOfAByteAreRefused) {
  for (const NumaPolicy policy : {NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                  NumaPolicy::kRestricted, NumaPolicy::kSingleNode})
    for (const bool pod_scope : {false, true})
      for (const char *kind : {"memory", "hugepages-1Gi"}) {
        Kubelet one = node_of({}, policy, pod_scope);
        const std::string before = state_of(one);
        const Answer answer =
            admit(one, pod("p", {container("whole", 1000, kGi), fraction("half", kind)}));
        EXPECT_EQ(outcome(answer), kNotInt64);
        EXPECT_EQ(answer.admission.refusal.where, 1);
        EXPECT_EQ(answer.admission.refusal.needed, 1181116007);
        EXPECT_EQ(state_of(one), before);
        EXPECT_EQ(outcome(admit(one, pod("init", {init(fraction("i")), container("c", 500, kGi)}))),
                  kNotInt64);
      }
}

TEST(KubeletMemoryAdmission, FractionsMatterToAStaticManagerOfGuaranteedPodsAlone) {
  const auto topology = machine();
  Config config = static_config(*topology);
  config.static_memory = false;
  config.reserved_memory.clear();
  Kubelet none = node_of(topology, config);
  EXPECT_EQ(outcome(admit(none, pod("p", {fraction("c")}))), "");

  Kubelet one = node_of({}, NumaPolicy::kNone);
  object::PodObject burstable = pod("b", {fraction("c")});
  burstable.containers[0].limits.clear();
  EXPECT_EQ(outcome(admit(one, burstable)), "");
  object::PodObject pod_level = pod("l", {fraction("c")});
  pod_level.pod_level = true;
  pod_level.pod_requests = pod_level.pod_limits = pod_level.containers[0].requests;
  EXPECT_EQ(outcome(admit(one, pod_level)), "");
}

// Kubelet 1.37 reads the request before it looks for blocks; older
// versions read it only if there are none.
TEST(KubeletMemoryAdmission, APodThatHasItsMemoryIsReadFrom137On) {
  for (const KubeletVersion version :
       {KubeletVersion::k136, KubeletVersion::k137, KubeletVersion::k138}) {
    const auto topology = machine();
    Config config = static_config(*topology);
    config.version = version;
    Kubelet one = node_of(topology, config);
    admit(one, asking("p", 1));
    const object::PodObject again = pod("p", {fraction("c")});
    EXPECT_EQ(outcome(admit(one, again)), version >= KubeletVersion::k137 ? kNotInt64 : "");
  }
}

}  // namespace
}  // namespace koord::kubelet

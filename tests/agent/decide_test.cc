// Placement of pods and containers: the table of node-agent.md, row by row, under both profiles.
#include <gtest/gtest.h>

#include "agent/suppress.h"
#include "node_support.h"
#include "state_changes.h"
#include "support/expect_error.h"
#include "wording/sentence.h"

namespace koord::agent::testing {
namespace {

object::NodeObject with(std::string_view reserved, std::string_view system = "",
                        bool exclusive = true) {
  object::NodeObject node;
  node.name = "node-1";
  node.reserved_cpus = CpuSet::parse(reserved);
  node.system_qos_cpus = CpuSet::parse(system);
  node.system_qos_exclusive = exclusive;
  return node;
}

LocalNode node_of(Profile profile) { return LocalNode(machine(), {.profile = profile}); }

TEST(Decide, PoolsExcludeCpusReservedByAnnotationOrForSystemQos) {
  LocalNode node = node_of(Profile::kSpec);
  node.set_node(with("0-1", "2"));
  node.set_pod(lse("a", "4-5"));
  node.set_pod(lsr("b", "6-7"));
  EXPECT_EQ(node.pools().shared, cpus("3,8-15"));
  EXPECT_EQ(node.pools().best_effort, cpus("3,6-15"));
  EXPECT_EQ(node.pools().exclusive, cpus("4-7"));
  node.set_node(with("0-1", "2", false));
  EXPECT_EQ(node.pools().shared, cpus("2-3,8-15"));
}

TEST(Decide, AnAmountOfReservedCpusBecomesTheLowestCores) {
  LocalNode node = node_of(Profile::kSpec);
  object::NodeObject object = with("");
  object.reserved = {{"cpu", 2500}};
  node.set_node(object);
  EXPECT_EQ(node.pools().shared, cpus("3-15"));
  object.reserved = {{"cpu", 17000}};
  EXPECT_ERROR(node.set_node(object), Status::kInvalid, "17 CPUs are reserved");
  EXPECT_EQ(node.pools().shared, cpus("3-15"));
}

TEST(Decide, CpusThatKubeletReservesAreShared) {
  LocalNode node = node_of(Profile::kSpec);
  node.set_kubelet(static_kubelet("0-1"));
  EXPECT_EQ(node.pools().shared, cpus("0-15"));
  EXPECT_EQ(node.pools().best_effort, cpus("0-15"));
}

TEST(Decide, EntriesOfKubeletCountUnderItsStaticPolicyOnly) {
  KubeletState state = static_kubelet("0", {{"gone", {{"app", "4-5"}}}});
  LocalNode node = node_of(Profile::kSpec);
  node.set_kubelet(state);
  EXPECT_EQ(node.pools().shared, cpus("0-3,6-15"));
  EXPECT_EQ(node.pools().best_effort, cpus("0-3,6-15"));
  state.static_policy = false;
  node.set_kubelet(state);
  EXPECT_EQ(node.pools().shared, cpus("0-15"));
}

TEST(Decide, EntriesOfPodsThatKoordinatorPlacesDoNotCount) {
  for (const Qos qos : {Qos::kLs, Qos::kBe}) {
    LocalNode node = node_of(Profile::kSpec);
    node.set_kubelet(static_kubelet("0", {{"p", {{"app", "4-5"}}}}));
    node.set_pod(PodMaker("p").guaranteed(2000).qos(qos));
    EXPECT_EQ(node.pools().shared, cpus("0-15"));
    node.remove_pod("p");
    EXPECT_EQ(node.pools().shared, cpus("0-3,6-15"));
  }
  LocalNode node = node_of(Profile::kSpec);
  node.set_kubelet(static_kubelet("0", {{"p", {{"app", "4-5"}}}}));
  node.set_pod(lsr("p", "8-9"));
  EXPECT_EQ(node.pools().exclusive, cpus("8-9"));
  EXPECT_EQ(where(node, "p", "app"), "own 8-9");
}

TEST(Decide, ContainersThatKubeletServesHaveTheirOwnAndTheRestShares) {
  LocalNode node = node_of(Profile::kSpec);
  node.set_kubelet(static_kubelet("0", {{"p", {{"app", "4-5"}}}}));
  PodMaker pod = PodMaker("p").guaranteed(2000);
  pod.pod.containers.push_back({"sidecar", false, false, {{"cpu", 500}}, {{"cpu", 500}}});
  node.set_pod(pod);
  EXPECT_EQ(where(node, "p"), "shared 0-3,6-15");
  EXPECT_EQ(where(node, "p", "app"), "kubelet 4-5");
  EXPECT_EQ(where(node, "p", "sidecar"), "shared 0-3,6-15");
  EXPECT_EQ(state_of(node, "p").qos, Qos::kLsr);
  EXPECT_FALSE(state_of(node, "p").unlimited);

  LocalNode upstream = node_of(Profile::kUpstream);
  upstream.set_kubelet(static_kubelet("0", {{"p", {{"app", "4-5"}}}}));
  upstream.set_pod(pod);
  EXPECT_EQ(where(upstream, "p"), "untouched");
  EXPECT_EQ(upstream.pools().exclusive, cpus("4-5"));
}

TEST(Decide, APodThatKubeletServesAsAWhole) {
  KubeletState state = static_kubelet("0", {{"p", {{"app", "4-5"}}}});
  state.pods["p"] = cpus("4-7");
  LocalNode node = node_of(Profile::kSpec);
  node.set_kubelet(state);
  node.set_pod(PodMaker("p").guaranteed(4000));
  EXPECT_EQ(where(node, "p"), "kubelet 4-7");
  EXPECT_EQ(where(node, "p", "app"), "kubelet 4-5");
  EXPECT_EQ(where(node, "p", "other"), "kubelet 4-7");
  EXPECT_EQ(node.pools().shared, cpus("0-3,8-15"));
}

TEST(Decide, TwoPodsThatKubeletGaveOneCpuDoNotBothHaveIt) {
  LocalNode node = node_of(Profile::kSpec);
  node.set_kubelet(static_kubelet("", {{"p", {{"app", "4-5"}}}, {"q", {{"app", "5-6"}}}}));
  node.set_pod(PodMaker("p").guaranteed(2000));
  node.set_pod(PodMaker("q").guaranteed(2000));
  EXPECT_EQ(where(node, "p", "app"), "kubelet 4-5");
  EXPECT_EQ(where(node, "q", "app"), "kubelet 6");
  EXPECT_EQ(state_of(node, "q").refused.reason, Reason::kCpuTaken);
}

TEST(Decide, PodsWithoutOwnCpusRunOnTheWholeSharedPool) {
  LocalNode node = node_of(Profile::kSpec);
  node.set_kubelet(static_kubelet("0"));
  node.set_pod(lse("x", "0"));  // refused: the CPU is kubelet's
  node.set_pod(lse("a", "1-3"));
  node.set_pod(PodMaker("ls").burstable(500).qos(Qos::kLs));
  node.set_pod(PodMaker("burst").burstable(500));
  node.set_pod(PodMaker("frac").guaranteed(1500));
  node.set_pod(PodMaker("new").guaranteed(2000));
  node.set_pod(PodMaker("lsr").guaranteed(2000).qos(Qos::kLsr));
  for (const char *uid : {"x", "ls", "burst", "frac", "new", "lsr"}) {
    EXPECT_EQ(where(node, uid), "shared 0,4-15") << uid;
    EXPECT_EQ(state_of(node, uid).qos, Qos::kLs) << uid;
  }
}

TEST(Decide, UpstreamLeavesPodsWithoutLabelToAStaticKubelet) {
  LocalNode node = node_of(Profile::kUpstream);
  node.set_pod(PodMaker("ls").burstable(500).qos(Qos::kLs));
  node.set_pod(PodMaker("burst").burstable(500));
  node.set_pod(PodMaker("new").guaranteed(2000));
  node.set_pod(PodMaker("be"));
  EXPECT_EQ(where(node, "burst"), "shared 0-15");
  EXPECT_EQ(where(node, "new"), "shared 0-15");
  node.set_kubelet(static_kubelet("0"));
  EXPECT_EQ(where(node, "burst"), "untouched");
  EXPECT_EQ(where(node, "new"), "untouched");
  EXPECT_EQ(where(node, "ls"), "shared 0-15");
  EXPECT_EQ(where(node, "be"), "be 0-15");
}

TEST(Decide, BestEffortRunsWhereNoLseIs) {
  LocalNode node = node_of(Profile::kSpec);
  node.set_pod(lse("a", "0-1"));
  node.set_pod(lsr("b", "2-3"));
  node.set_pod(PodMaker("be").qos(Qos::kBe));
  node.set_pod(PodMaker("plain"));
  EXPECT_EQ(where(node, "be"), "be 2-15");
  EXPECT_EQ(where(node, "plain"), "be 2-15");
  EXPECT_EQ(state_of(node, "plain").qos, Qos::kBe);
}

TEST(Decide, SystemPodsRunOnSystemCpusIfThereAreAny) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    LocalNode node = node_of(profile);
    node.set_node(with("", "0-1"));
    node.set_pod(PodMaker("s").burstable(500).qos(Qos::kSystem));
    EXPECT_EQ(where(node, "s"), "system 0-1");
    EXPECT_EQ(state_of(node, "s").qos, Qos::kSystem);
    node.set_node(with(""));
    node.set_kubelet(static_kubelet("0"));
    EXPECT_EQ(where(node, "s"), profile == Profile::kSpec ? "shared 0-15" : "untouched");
  }
}

TEST(Decide, UpstreamPutsSystemPodsByTheirCgroupWhereThereAreNoSystemCpus) {
  LocalNode node = node_of(Profile::kUpstream);
  node.set_pod(lsr("a", "0-1"));
  node.set_pod(PodMaker("best-effort").qos(Qos::kSystem));
  node.set_pod(PodMaker("burst").burstable(500).qos(Qos::kSystem));
  EXPECT_EQ(where(node, "best-effort"), "be 0-15");
  EXPECT_EQ(where(node, "burst"), "shared 2-15");
}

TEST(Decide, NamedNumaNodesAreWhereAPodShares) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    LocalNode node = node_of(profile);
    node.set_pod(lse("a", "0-1"));
    node.set_pod(PodMaker("ls").burstable(500).qos(Qos::kLs).numa(0, {{"cpu", 500}}));
    node.set_pod(PodMaker("both").burstable(500).numa(0, {{"cpu", 500}}).numa(1, {{"cpu", 500}}));
    node.set_pod(PodMaker("mem").burstable(500).numa(0, {{"memory", 500}}));
    EXPECT_EQ(where(node, "ls"), "named 2-7");
    EXPECT_EQ(where(node, "both"), "named 2-15");
    EXPECT_EQ(where(node, "mem"), "shared 2-15");
  }
  LocalNode node = node_of(Profile::kSpec);
  node.set_pod(PodMaker("pool").burstable(500).qos(Qos::kLs).pool(1));
  EXPECT_EQ(where(node, "pool"), "named 8-15");
  LocalNode upstream = node_of(Profile::kUpstream);
  upstream.set_pod(PodMaker("pool").burstable(500).qos(Qos::kLs).pool(1));
  EXPECT_EQ(where(upstream, "pool"), "shared 0-15");
}

// Koordinator joins the pools of all entries if one of them has CPU.
TEST(Decide, EntriesWithoutCpuNameTheirPoolUnderUpstreamBesideOnesWithCpu) {
  const std::string kBatchCpu = "kubernetes.io/batch-cpu";
  for (const object::Amount &amount : {object::Amount{"cpu", 500}, object::Amount{kBatchCpu, 500}})
    for (const object::Amounts &other :
         {object::Amounts{}, object::Amounts{{"cpu", 0}}, object::Amounts{{"memory", 1}}})
      for (const int first : {0, 1}) {
        const PodMaker pod =
            PodMaker("p").burstable(500).qos(Qos::kLs).numa(first, {amount}).numa(1 - first, other);
        const PodMaker be =
            PodMaker("be").qos(Qos::kBe).numa(1 - first, other).numa(first, {amount});
        LocalNode spec = node_of(Profile::kSpec);
        LocalNode upstream(machine(), {.profile = Profile::kUpstream, .be_by_numa = true});
        for (LocalNode *node : {&spec, &upstream}) {
          node->set_pod(pod);
          node->set_pod(be);
        }
        const std::string alone = first == 0 ? "named 0-7" : "named 8-15";
        EXPECT_EQ(where(spec, "p"), alone);
        EXPECT_EQ(where(spec, "be"), alone);
        EXPECT_EQ(where(upstream, "p"), "named 0-15");
        EXPECT_EQ(where(upstream, "be"), "named 0-15");
      }
}

TEST(Decide, BePodsKeepToNamedNodesWhereThatIsOn) {
  const PodMaker be = PodMaker("be").qos(Qos::kBe).numa(1, {{"cpu", 500}});
  LocalNode node = node_of(Profile::kSpec);
  node.set_pod(lsr("r", "8-9"));
  node.set_pod(be);
  EXPECT_EQ(where(node, "be"), "named 8-15");
  LocalNode upstream = node_of(Profile::kUpstream);
  upstream.set_pod(be);
  EXPECT_EQ(where(upstream, "be"), "be 0-15");
  LocalNode by_numa(machine(), {.profile = Profile::kUpstream, .be_by_numa = true});
  by_numa.set_pod(be);
  EXPECT_EQ(where(by_numa, "be"), "named 8-15");
}

// BE pods of Koordinator request batch-cpu and batch-memory, and no CPU.
TEST(Decide, BatchCpuIsCpuOfItsNumaNode) {
  const std::string kBatchCpu = "kubernetes.io/batch-cpu";
  const std::string kBatchMemory = "kubernetes.io/batch-memory";
  const auto on = [](Profile profile, bool be_by_numa, const PodMaker &pod) {
    LocalNode node(machine(), {.profile = profile, .be_by_numa = be_by_numa});
    node.set_pod(pod);
    return where(node, "p");
  };
  const auto batch = [&](Qos qos, object::Amounts amounts) {
    return PodMaker("p").qos(qos).asks(kBatchCpu, 4000).asks(kBatchMemory, 1).numa(1, amounts);
  };
  for (const object::Amounts &amounts :
       {object::Amounts{{kBatchCpu, 4000}},
        object::Amounts{{kBatchCpu, 4000}, {kBatchMemory, int64_t{1} << 30}}}) {
    EXPECT_EQ(on(Profile::kSpec, false, batch(Qos::kBe, amounts)), "named 8-15");
    EXPECT_EQ(on(Profile::kUpstream, true, batch(Qos::kBe, amounts)), "named 8-15");
    EXPECT_EQ(on(Profile::kUpstream, false, batch(Qos::kBe, amounts)), "be 0-15");
    for (const Profile profile : {Profile::kSpec, Profile::kUpstream})
      EXPECT_EQ(on(profile, false, batch(Qos::kLs, amounts)), "named 8-15");
  }
  // Entries without CPU name no pool, as in Koordinator; mid-cpu does not count as CPU.
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    EXPECT_EQ(on(profile, true, batch(Qos::kBe, {{kBatchCpu, 0}})), "be 0-15");
    EXPECT_EQ(on(profile, true, batch(Qos::kBe, {{kBatchMemory, 1}})), "be 0-15");
    EXPECT_EQ(on(profile, true, batch(Qos::kLs, {{"kubernetes.io/mid-cpu", 4000}})), "shared 0-15");
  }
}

TEST(Decide, SuppressedBestEffortRunsOnTheRestOfItsPool) {
  LocalNode node = node_of(Profile::kSpec);
  node.set_pod(lse("e", "0-1"));
  node.set_pod(PodMaker("ls").burstable(500).qos(Qos::kLs));
  node.set_pod(PodMaker("be").qos(Qos::kBe));
  node.set_pod(PodMaker("far").qos(Qos::kBe).numa(1, {{"cpu", 500}}));
  const uint64_t generation = node.generation();
  node.set_best_effort_limit(cpus("0-5"));
  EXPECT_EQ(where(node, "be"), "be 2-5");
  EXPECT_EQ(where(node, "ls"), "shared 2-15");
  // No CPU of its NUMA node is left; that is not an error of the pod.
  EXPECT_EQ(where(node, "far"), "be 2-5");
  EXPECT_FALSE(state_of(node, "far").refused.refused());
  EXPECT_EQ(decide(node).pools.best_effort, cpus("2-5"));
  EXPECT_EQ(node.pools().best_effort, cpus("2-15"));  // the reported pool is not narrowed
  for (const auto &[uid, pod] : node.pods())
    EXPECT_EQ(last_change(node, pod) > generation, uid == "be" || uid == "far") << uid;
  const uint64_t narrowed = node.generation();
  node.set_best_effort_limit(cpus("1-5"));
  EXPECT_EQ(node.generation(), narrowed);  // the same CPUs
  node.set_pod(lse("e2", "2-5"));          // a cpuset cannot be empty
  EXPECT_EQ(where(node, "be"), "be 6-15");
  node.remove_pod("e2");
  EXPECT_EQ(where(node, "be"), "be 2-5");
  node.set_best_effort_limit({});
  EXPECT_EQ(where(node, "be"), "be 2-15");
  EXPECT_EQ(where(node, "far"), "named 8-15");
}

TEST(Decide, ANamedPoolWithoutCpusIsReplacedByTheWholePool) {
  LocalNode node = node_of(Profile::kSpec);
  node.set_pod(lse("a", "0-7"));
  node.set_pod(PodMaker("ls").burstable(500).numa(0, {{"cpu", 500}}));
  node.set_pod(PodMaker("far").burstable(500).numa(7, {{"cpu", 500}}));
  EXPECT_EQ(where(node, "ls"), "shared 8-15");
  const Refusal no = state_of(node, "ls").refused;
  EXPECT_EQ(no.reason, Reason::kPoolEmpty);
  EXPECT_EQ(to_sentence(no), "must run on the pool of NUMA node 0, which has no CPUs");
  EXPECT_EQ(where(node, "far"), "shared 8-15");
  EXPECT_EQ(state_of(node, "far").refused.where, 7);
}

TEST(Decide, APoolWithoutCpusLeavesPodsWhereTheyAre) {
  LocalNode node = node_of(Profile::kSpec);
  node.set_pod(lse("a", "0-15"));
  node.set_pod(PodMaker("ls").burstable(500));
  node.set_pod(PodMaker("be"));
  EXPECT_EQ(where(node, "ls"), "untouched");
  EXPECT_EQ(where(node, "be"), "untouched");
  EXPECT_EQ(to_sentence(state_of(node, "ls").refused), "must run on a pool that has no CPUs");
}

TEST(Decide, TheFirstStageOfATakeoverTouchesNoPod) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    LocalNode node(machine(), {.profile = profile, .ignore_kubelet = true});
    node.set_kubelet(static_kubelet("0-1", {{"k", {{"app", "4-5"}}}}));
    node.set_pod(PodMaker("k").guaranteed(2000).numa(0, {{"memory", 1}}));
    node.set_pod(PodMaker("be"));
    node.set_pod(PodMaker("named").burstable(500).pool(1));
    node.set_pod(lsr("a", "1,4").numa(0, {{"memory", 1}}));
    node.set_pod(lse("b", "6-7"));
    for (const PodState &pod : decide(node).pods) {
      EXPECT_EQ(where(pod), "untouched") << pod.uid;
      EXPECT_TRUE(pod.memory_nodes.empty()) << pod.uid;
      EXPECT_TRUE(pod.containers.empty()) << pod.uid;
      EXPECT_FALSE(pod.refused.refused()) << pod.uid;
    }
    EXPECT_TRUE(decide(node).leaves_cpusets);
    EXPECT_EQ(state_of(node, "a").qos, object::Qos::kLsr);
    EXPECT_EQ(node.pools().shared, cpus("0,2-3,5,8-15")) << "what schedulers count with";
    EXPECT_TRUE(suppressed_cpus(node, 8000, {}).empty());
  }
}

TEST(Decide, DevicesHaveTheNamesOfTheDeviceObject) {
  LocalNode node = node_of(Profile::kSpec);
  PodMaker pod("a");
  pod.pod.devices.allocated = {{"gpu", 0, "", {}, {}, ""},
                               {"gpu", 1, "GPU-mine", {}, {}, ""},
                               {"gpu", 2, "", {}, {}, ""},
                               {"rdma", 0, "", {}, {}, ""},
                               {"fpga", 0, "", {}, {}, ""}};
  pod.asks("nvidia.com/gpu", 3).asks("koordinator.sh/rdma", 100).asks("koordinator.sh/fpga", 100);
  node.set_pod(pod);
  const auto names = [&] {
    std::string out;
    for (const object::AllocatedDevice &device : state_of(node, "a").devices)
      out += (device.by_minor ? "minor" : device.id) + ' ';
    return out;
  };
  EXPECT_EQ(names(), " GPU-mine    ");
  object::DeviceObject object;
  object.devices.resize(4);
  object.devices[0] = listed("gpu", 0, "GPU-0");
  object.devices[1] = listed("gpu", 1, "GPU-1");
  object.devices[2] = listed("gpu", 2, "");
  object.devices[3] = listed("rdma", 0, "0000:1f:00.0");
  const uint64_t before = node.generation();
  node.set_devices(object);
  EXPECT_EQ(names(), "GPU-0 GPU-mine minor 0000:1f:00.0  ");
  EXPECT_GT(last_change(node, *node.find_pod("a")), before);
  const uint64_t known = node.generation();
  node.set_devices(object);
  EXPECT_EQ(node.generation(), known) << "the same again is no change";
  object.devices[3] = listed("gpu", 1, "GPU-9");
  EXPECT_ERROR(node.set_devices(object), Status::kInvalid, "\"gpu\" 1 is listed twice");
  EXPECT_EQ(names(), "GPU-0 GPU-mine minor 0000:1f:00.0  ");
  node.set_devices({});
  EXPECT_EQ(names(), " GPU-mine    ");
}

TEST(Decide, MemoryIsBoundToNodesThatTheStatusNames) {
  LocalNode node = node_of(Profile::kSpec);
  node.set_pod(lsr("a", "0-1").numa(1, {{"hugepages-2Mi", 4}}).numa(0, {{"cpu", 2000}}));
  EXPECT_EQ(state_of(node, "a").memory_nodes, std::vector<int>{1});
  node.set_pod(lsr("a", "0-1").numa(1, {{"memory", 4}}).numa(3, {{"memory", 4}}));
  EXPECT_TRUE(state_of(node, "a").memory_nodes.empty());
  EXPECT_EQ(to_sentence(state_of(node, "a").refused),
            "must use memory of NUMA node 3, which the machine does not have");
  EXPECT_EQ(where(node, "a"), "own 0-1 unlimited");
  LocalNode upstream = node_of(Profile::kUpstream);
  upstream.set_pod(lsr("a", "0-1").numa(1, {{"memory", 4}}));
  EXPECT_TRUE(state_of(upstream, "a").memory_nodes.empty());
}

TEST(Decide, DevicesAreThoseOfTheAnnotation) {
  LocalNode node = node_of(Profile::kSpec);
  PodMaker pod("a");
  pod.asks("nvidia.com/gpu", 1);
  pod.pod.devices.allocated.push_back({"gpu", 3, "GPU-1", {}, {}, ""});
  node.set_pod(pod);
  ASSERT_EQ(state_of(node, "a").devices.size(), 1u);
  EXPECT_EQ(state_of(node, "a").devices[0].minor, 3);
}

TEST(Decide, ChangesListPodsWithOtherCpusets) {
  LocalNode node = node_of(Profile::kSpec);
  node.set_pod(PodMaker("ls").burstable(500));
  node.set_pod(PodMaker("be"));
  node.set_pod(PodMaker("far").burstable(500).pool(1));
  node.set_pod(PodMaker("old").burstable(500));
  const NodeState before = decide(node);
  const uint64_t generation = node.generation();
  node.set_pod(lsr("a", "0-1"));
  node.remove_pod("old");
  const Changes what = changes(before, decide(node));
  EXPECT_EQ(what.moved, (std::vector<std::string>{"a", "ls"}));
  EXPECT_EQ(what.gone, std::vector<std::string>{"old"});
  for (const auto &[uid, pod] : node.pods())
    EXPECT_EQ(last_change(node, pod) > generation, uid == "a" || uid == "ls") << uid;
  EXPECT_TRUE(changes(before, before).moved.empty());
}

}  // namespace
}  // namespace koord::agent::testing

// Pods with pod-level resources under a kubelet with gate PodLevelResourceManagers.
#include "kubelet/nodes.h"
#include "kubelet/repair.h"
#include "kubelet/state.h"
#include "support/expect_error.h"

namespace koord::kubelet {
namespace {

using namespace testing;

constexpr const char *kAffinity =
    "TopologyAffinityError: Pod Scope pod with pod-level resources failed admission ";

// A pod that requests resources as a whole.
object::PodObject whole(const std::string &uid, int64_t milli, uint64_t bytes,
                        std::vector<object::Container> containers) {
  object::PodObject out = pod(uid, std::move(containers));
  out.pod_level = true;
  out.pod_requests = {{"cpu", milli}, {"memory", static_cast<int64_t>(bytes)}};
  out.pod_limits = out.pod_requests;
  return out;
}
// A container without resources of its own.
object::Container shared(const std::string &name) {
  object::Container out;
  out.name = name;
  return out;
}

class PodLevelManagers : public ::testing::Test {
 protected:
  PodLevelManagers() { start(NumaPolicy::kRestricted, true); }

  void start(NumaPolicy policy, bool pod_scope, bool gate = true,
             KubeletVersion version = KubeletVersion::k137) {
    topology_ = machine({2, 1, 6, 0, 1, true, 2});
    Config config = static_config(*topology_, policy, pod_scope);
    config.pod_level_managers = gate;
    config.version = version;
    setup_ = std::make_shared<const NodeSetup>(topology_, config);
    node_ = std::make_unique<Kubelet>(setup_);
  }
  std::string admit(const object::PodObject &pod) {
    return outcome(node_->admit(request_of(pod, setup_->request_rules())));
  }
  std::string cpus(std::string_view container) const { return cpus_of(*node_, "p", container); }
  std::string memory(std::string_view container) const { return memory_of(*node_, "p", container); }
  std::string whole_cpus() const {
    const PodHolding *held = node_->find("p");
    return held != nullptr && held->cpus ? held->cpus->set().to_string() : "none";
  }

  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<const NodeSetup> setup_;
  std::unique_ptr<Kubelet> node_;
};

TEST_F(PodLevelManagers, APodIsAlignedAsAWholeAndDivided) {
  EXPECT_EQ(admit(whole("p", 6000, 8 * kGi,
                        {init(shared("early")), sidecar(container("side", 2000, kGi)),
                         init(container("late", 4000, 7 * kGi)), sidecar(shared("proxy")),
                         container("app", 2000, 3 * kGi), shared("rest")})),
            "");
  EXPECT_EQ(whole_cpus(), "1-3,13-15");
  EXPECT_EQ(cpus("early"), "1-3,13-15");  // the whole pod's, because no sidecar runs yet
  EXPECT_EQ(cpus("side"), "1,13");
  EXPECT_EQ(cpus("late"), "2-3,14-15");
  EXPECT_EQ(cpus("app"), "2,14");
  EXPECT_EQ(cpus("rest"), "3,15");
  EXPECT_EQ(cpus("proxy"), "3,15");
  EXPECT_EQ(node_->shared().to_string(), "0,4-12,16-23");
  EXPECT_EQ(memory("early"), "memory 8@0");
  EXPECT_EQ(memory("side"), "memory 1@0");
  EXPECT_EQ(memory("late"), "memory 7@0");
  EXPECT_EQ(memory("app"), "memory 3@0");
  EXPECT_EQ(memory("rest"), "memory 4@0");
  EXPECT_EQ(free_of(*node_), "8 16");
}

TEST_F(PodLevelManagers, RemovingAPodReleasesAllItsCpus) {
  const std::string before = state_of(*node_);
  ASSERT_EQ(admit(whole("p", 6000, 8 * kGi, {container("app", 2000, 3 * kGi), shared("rest")})),
            "");
  EXPECT_NE(state_of(*node_), before);
  EXPECT_TRUE(node_->remove("p"));
  EXPECT_EQ(state_of(*node_), before);
  EXPECT_EQ(node_->find("p"), nullptr);
}

TEST_F(PodLevelManagers, ContainersThatShareNeedSomething) {
  const char *const kCpus =
      "EmptyPodSharedPoolError: pod rejected, sum of exclusive container cpu requests equals pod "
      "budget, leaving no cpus for shared containers";
  const object::PodObject none_left =
      whole("p", 4000, 8 * kGi, {container("app", 4000, 3 * kGi), shared("rest")});
  EXPECT_EQ(admit(none_left), std::string(kAffinity) + "under pod-scope topology manager");
  start(NumaPolicy::kBestEffort, true);
  EXPECT_EQ(admit(none_left), kCpus);
  EXPECT_EQ(admit(whole("p", 4000, 8 * kGi,
                        {sidecar(container("side", 4000, kGi)), init(shared("early"))})),
            "EmptyPodSharedPoolError: pod rejected, pod has shared init containers but no cpus "
            "available for them");
  const Answer answer = node_->judge(
      request_of(whole("p", 4000, 3 * kGi, {container("app", 2000, 3 * kGi), shared("rest")}),
                 setup_->request_rules()));
  RefusalNames names;
  names.resource = setup_->refused_resource(answer.admission.refusal.resource);
  EXPECT_EQ(to_sentence(answer.admission.refusal, names),
            "pod rejected, sum of exclusive container memory requests equals pod budget, leaving "
            "no memory for shared containers");
  EXPECT_EQ(answer.admission.refusal.needed, static_cast<int64_t>(3 * kGi));
  // Without a container that shares the pod may use all of its resources.
  EXPECT_EQ(admit(whole("p", 4000, 3 * kGi, {container("app", 4000, 3 * kGi)})), "");
  EXPECT_EQ(cpus("app"), whole_cpus());
}

TEST_F(PodLevelManagers, OnlyContainersThatAreGuaranteedByThemselvesHaveTheirOwn) {
  object::Container burstable = container("burstable", 2000, kGi);
  burstable.limits[1].value = static_cast<int64_t>(2 * kGi);
  object::Container half = container("half", 1500, kGi);
  ASSERT_EQ(admit(whole("p", 6000, 8 * kGi, {burstable, half, container("own", 2000, kGi)})), "");
  EXPECT_EQ(cpus("own"), "1,13");
  EXPECT_EQ(cpus("burstable"), "2-3,14-15");
  EXPECT_EQ(cpus("half"), "2-3,14-15") << "memory of its own, but no CPUs";
  EXPECT_EQ(memory("burstable"), "memory 6@0");
  EXPECT_EQ(memory("half"), "memory 1@0");
}

TEST_F(PodLevelManagers, PartsOfCpusAreNotExclusive) {
  ASSERT_EQ(admit(whole("p", 3500, 8 * kGi, {container("own", 2000, kGi), shared("rest")})), "");
  EXPECT_EQ(whole_cpus(), "none");
  EXPECT_EQ(cpus("own"), "shared");
  EXPECT_EQ(memory("rest"), "memory 7@0");
}

TEST_F(PodLevelManagers, TheScopeContainerServesContainersByThemselves) {
  start(NumaPolicy::kSingleNode, false);
  ASSERT_EQ(admit(whole("p", 6000, 8 * kGi, {container("own", 2000, kGi), shared("rest")})), "");
  EXPECT_EQ(whole_cpus(), "none");
  EXPECT_EQ(cpus("own"), "1,13");
  EXPECT_EQ(cpus("rest"), "shared");
  EXPECT_EQ(memory("rest"), "none");
  EXPECT_EQ(admit(whole("q", 14000, 8 * kGi, {container("own", 14000, kGi)})),
            std::string(kAffinity) + "with a container-level topology manager");
}

TEST_F(PodLevelManagers, WithoutTheGateTheManagersLeaveSuchPodsAlone) {
  start(NumaPolicy::kRestricted, true, false);
  ASSERT_EQ(admit(whole("p", 6000, 8 * kGi, {container("own", 2000, kGi), shared("rest")})), "");
  EXPECT_EQ(node_->find("p"), nullptr);
}

TEST_F(PodLevelManagers, AStateOfAWholePodIsRestored) {
  ASSERT_EQ(admit(whole("p", 6000, 8 * kGi, {container("app", 2000, 3 * kGi), shared("rest")})),
            "");
  const CpuState cpus = node_->cpu_state();
  const MemoryState memory = node_->memory_state();
  EXPECT_EQ(cpus.pods.at("p").to_string(), "1-3,13-15");
  ASSERT_EQ(memory.pods.at("p").size(), 1u);
  Kubelet again(setup_, cpus, memory);
  EXPECT_EQ(state_of(again), state_of(*node_));
  EXPECT_TRUE(again.remove("p"));
  EXPECT_EQ(state_of(again), state_of(Kubelet(setup_)));
}

TEST_F(PodLevelManagers, MemoryOfAWholePodIsCheckedAtTheStart) {
  ASSERT_EQ(admit(whole("p", 6000, 8 * kGi, {container("app", 2000, 3 * kGi), shared("rest")})),
            "");
  const CpuState cpus = node_->cpu_state();
  MemoryState memory = node_->memory_state();
  memory.pods.at("p")[0].bytes -= 1;
  EXPECT_ERROR(Kubelet(setup_, cpus, memory), Status::kConflict, "expected machine state");
  // Memory of a pod without containers is not compared, and may name anything.
  MemoryState alone = Kubelet(setup_).memory_state();
  alone.pods["gone"] = {{{7}, "memory", 1}, {{0}, "nothing", 1}};
  EXPECT_EQ(Kubelet(setup_, {}, alone).find("gone")->memory->size(), 0u);
}

TEST_F(PodLevelManagers, CpusOfAWholePodAreOnTheMachine) {
  CpuState cpus = node_->cpu_state();
  cpus.shared -= CpuSet::parse("1,13");
  EXPECT_ERROR(Kubelet(setup_, cpus, {}), Status::kConflict, "doesn't match with CPUs in state");
  cpus.pods["p"] = CpuSet::parse("1,13");
  EXPECT_EQ(Kubelet(setup_, cpus, {}).find("p")->cpus->set().to_string(), "1,13");
  cpus.pods["p"] = CpuSet::parse("1,13,99");
  EXPECT_ERROR(Kubelet(setup_, cpus, {}), Status::kConflict, "doesn't match with CPUs in state");
}

// Kubelet 1.37 does not look for what the pod has already.
TEST_F(PodLevelManagers, APodThatIsAdmittedAgainGetsOthers) {
  start(NumaPolicy::kBestEffort, true);
  const object::PodObject made =
      whole("p", 4000, 8 * kGi, {container("app", 2000, 3 * kGi), container("b", 2000, 5 * kGi)});
  ASSERT_EQ(admit(made), "");
  EXPECT_EQ(whole_cpus(), "1-2,13-14");
  ASSERT_EQ(admit(made), "");
  EXPECT_EQ(whole_cpus(), "3-4,15-16");
  EXPECT_EQ(node_->shared().to_string(), "0,5-12,17-23") << "1-2 and 13-14 are lost";
  EXPECT_EQ(free_of(*node_), "0 16");
}

class RestoredPodLevel : public PodLevelManagers {
 protected:
  RestoredPodLevel() { start(NumaPolicy::kRestricted, true, true, KubeletVersion::k138); }

  // Admits the pod, and again to a kubelet that starts with its files after `change` edited them.
  template <typename Change>
  std::string restarted(const Change &change) {
    EXPECT_EQ(admit(made_), "");
    CpuState cpus = node_->cpu_state();
    MemoryState memory = node_->memory_state();
    before_ = state_of(*node_);
    change(cpus);
    node_ = std::make_unique<Kubelet>(setup_, cpus, memory);
    return admit(made_);
  }

  const object::PodObject made_ =
      whole("p", 6000, 8 * kGi, {container("a", 2000, 3 * kGi), shared("b"), shared("c")});
  std::string before_;
};

TEST_F(RestoredPodLevel, APodKeepsItsCpus) {
  EXPECT_EQ(restarted([](CpuState &) {}), "");
  EXPECT_EQ(state_of(*node_), before_);
  EXPECT_EQ(whole_cpus(), "1-3,13-15");
}

// Kubelet was stopped before it had written all containers.
TEST_F(RestoredPodLevel, ContainersThatAreMissingAreAddedToAPrefix) {
  EXPECT_EQ(restarted([](CpuState &cpus) {
              cpus.entries.at("p").erase("b");
              cpus.entries.at("p").erase("c");
            }),
            "");
  EXPECT_EQ(state_of(*node_), before_);
}

// The containers are those of an earlier pod with this uid.
TEST_F(RestoredPodLevel, ContainersThatAreNoPrefixAreReleased) {
  EXPECT_EQ(restarted([](CpuState &cpus) {
              cpus.entries.at("p").erase("b");
              cpus.entries.at("p").at("a") = CpuSet::parse("3,15");
            }),
            "");
  EXPECT_EQ(state_of(*node_), before_);
}

// Kubelet was stopped while it released the pod.
TEST_F(RestoredPodLevel, CpusThatAreAlsoSharedAreReleased) {
  EXPECT_EQ(restarted([](CpuState &cpus) {
              cpus.entries.clear();
              cpus.shared |= CpuSet::parse("1-3,13-15");
            }),
            "");
  EXPECT_EQ(state_of(*node_), before_);
  EXPECT_TRUE(node_->remove("p"));
  EXPECT_EQ(state_of(*node_), state_of(Kubelet(setup_)));
}

TEST_F(RestoredPodLevel, AnotherNumberOfCpusIsRefused) {
  object::PodObject more = made_;
  more.pod_requests[0].value = more.pod_limits[0].value = 8000;
  ASSERT_EQ(admit(made_), "");
  EXPECT_EQ(admit(more), std::string(kAffinity) + "under pod-scope topology manager");
}

TEST_F(RestoredPodLevel, AnImpossiblePartReleasesThePod) {
  const object::PodObject greedy = whole("p", 4000, 8 * kGi, {container("a", 6000, kGi)});
  EXPECT_NE(admit(greedy), "");
  EXPECT_EQ(state_of(*node_), state_of(Kubelet(setup_)));
  start(NumaPolicy::kRestricted, true);  // earlier kubelets keep the CPUs without a container
  EXPECT_NE(admit(greedy), "");
  EXPECT_EQ(node_->shared().to_string(), "0,3-12,15-23");
}

TEST(KubeletMemoryHints, AfterARestartTheContainersOwnRequestCounts) {
  const auto topology = machine({2, 1, 6, 0, 1, true, 2});
  // The first container holds 3 GiB of NUMA node 1; the pod requests 5 GiB.
  const object::PodObject made =
      pod("p", {container("a", 500, 3 * kGi), container("b", 500, 2 * kGi)});
  const auto again = [&](KubeletVersion version) {
    Config config = static_config(*topology, NumaPolicy::kRestricted, true);
    config.version = version;
    const auto setup = std::make_shared<const NodeSetup>(topology, config);
    Kubelet node(setup);
    admit(node, pod("first", {container("c", 500, 12 * kGi)}));
    EXPECT_EQ(outcome(node.admit(request_of(made, setup->request_rules()))), "");
    EXPECT_EQ(memory_of(node, "p", "a"), "memory 3@1");
    node.remove("first");
    const Answer answer = node.admit(request_of(made, setup->request_rules()));
    EXPECT_EQ(outcome(answer), "");
    return answer.admission.affinities.at(0).nodes;
  };
  EXPECT_EQ(again(KubeletVersion::k137), 0b11u) << "no preference: the whole machine";
  EXPECT_EQ(again(KubeletVersion::k138), 0b10u);
}

TEST(KubeletDemand, KindsOfInitContainersAloneCountFrom138On) {
  const object::PodObject made =
      pod("p", {init(container("i", 1000, kGi, 3)), container("c", 1000, kGi)});
  EXPECT_EQ(request_of(made, {KubeletVersion::k137}).memory.size(), 1u);
  const PodRequest request = request_of(made, {KubeletVersion::k138});
  ASSERT_EQ(request.memory.size(), 2u);
  EXPECT_EQ(request.memory[0].kind, "hugepages-1Gi");
  EXPECT_EQ(request.memory[0].bytes, 3 * kGi);
}

TEST_F(PodLevelManagers, RepairsKeepWholePods) {
  ASSERT_EQ(admit(whole("p", 6000, 8 * kGi, {container("app", 2000, 3 * kGi), shared("rest")})),
            "");
  CpuState cpus = node_->cpu_state();
  EXPECT_TRUE(repair_cpus(*setup_, cpus, {}).changes.empty());
  cpus.shared.add(3);
  const Repair repaired = repair_cpus(*setup_, cpus, {});
  EXPECT_EQ(repaired.state.shared, node_->shared());
  EXPECT_EQ(repaired.state.pods, node_->cpu_state().pods);
  cpus = node_->cpu_state();
  cpus.pods.at("p").add(99);
  const Repair dropped = repair_cpus(*setup_, cpus, {});
  EXPECT_TRUE(dropped.state.pods.empty());
  EXPECT_TRUE(dropped.state.entries.empty());
  EXPECT_EQ(dropped.state.shared.to_string(), "0-23");
  (void)Kubelet(setup_, dropped.state, {});
}

}  // namespace
}  // namespace koord::kubelet

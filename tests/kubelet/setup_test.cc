// Configurations with which kubelet does not start, and the values that it starts with.
#include "kubelet/setup.h"

#include "kubelet/nodes.h"
#include "support/expect_error.h"

namespace koord::kubelet {
namespace {

using namespace testing;

const std::shared_ptr<const Topology> kMachine = machine();

Config config() { return static_config(*kMachine); }
void expect_refused(const Config &given, const std::string &words,
                    const std::shared_ptr<const Topology> &topology = kMachine) {
  EXPECT_ERROR(NodeSetup(topology, given), Status::kInvalid, words);
}

TEST(KubeletSetup, ReservesCpusOfWholeCores) {
  const NodeSetup setup(kMachine, config());
  EXPECT_EQ(setup.reserved().to_string(), "0,12");
  EXPECT_EQ(setup.initial_shared().to_string(), "0-23");
}

TEST(KubeletSetup, ReservesTheCpusNamed) {
  Config given = config();
  given.reserved_cpus = {5, 7};
  EXPECT_EQ(NodeSetup(kMachine, given).reserved().to_string(), "5,7");
}

TEST(KubeletSetup, StrictlyReservedCpusAreNotShared) {
  Config given = config();
  given.cpu_options["strict-cpu-reservation"] = "t";
  EXPECT_EQ(NodeSetup(kMachine, given).initial_shared().to_string(), "1-11,13-23");
}

TEST(KubeletSetup, NeedsReservedCpus) {
  Config given = config();
  given.reserved_cpu_count = 0;
  expect_refused(given,
                 "[cpumanager] the static policy requires systemreserved.cpu + kubereserved.cpu to "
                 "be greater than zero");
  given.cpu_options["nonsense"] = "true";
  expect_refused(given, "[cpumanager] the static policy requires");
  given.cpu_options.clear();
  given.reserved_cpu_count = 25;
  expect_refused(given,
                 "new static policy error: [cpumanager] unable to reserve the required amount of "
                 "CPUs (size of  did not equal 25)");
  given.reserved_cpu_count = 1;
  given.reserved_cpus = {24};
  expect_refused(given, "reserved-cpus: 24 is not a subset of online-cpus: 0-23");
}

// Kubelet compares the list with the machine before it considers any policy.
TEST(KubeletSetup, ReservedCpusAreOnlineUnderEveryPolicy) {
  for (const bool static_cpus : {false, true})
    for (const bool static_memory : {false, true}) {
      Config given;
      given.static_cpus = static_cpus;
      given.static_memory = static_memory;
      given.cpu_options["nonsense"] = "true";
      given.max_numa_nodes = 0;
      given.numa_policy = object::NumaPolicy::kRestricted;
      given.reserved_cpus = {0, 1, 24};
      expect_refused(given, "reserved-cpus: 0-1,24 is not a subset of online-cpus: 0-23");
      given.reserved_cpus_text = "24,0,1";
      expect_refused(given, "reserved-cpus: 24,0,1 is not a subset of online-cpus: 0-23");
      given.reserved_cpus_text = std::string(1001, ' ');
      expect_refused(given, "reserved-cpus: 0-1,24 is not a subset of online-cpus: 0-23");
    }
}

TEST(KubeletSetup, PolicyNoneReservesNothingAndTakesNoOptions) {
  Config given;
  EXPECT_TRUE(NodeSetup(kMachine, given).reserved().empty());
  EXPECT_TRUE(NodeSetup(kMachine, given).initial_shared().empty());
  given.cpu_options["full-pcpus-only"] = "true";
  expect_refused(given,
                 "new none policy error: None policy: received unsupported "
                 "options=\"map[full-pcpus-only:true]\"");
}

TEST(KubeletSetup, OptionsFalseAreOff) {
  Config given = config();
  given.cpu_options["full-pcpus-only"] = "F";
  given.cpu_options["align-by-socket"] = "0";
  EXPECT_EQ(NodeSetup(kMachine, given).cpu_options(), 0u);
}

TEST(KubeletSetup, AlphaOptionsNeedTheirGateEvenWhenFalse) {
  Config given = config();
  given.alpha_cpu_options = false;
  given.cpu_options["align-by-socket"] = "false";
  expect_refused(given,
                 "new static policy error: CPU Manager Policy Alpha-level Options not enabled, but "
                 "option "
                 "\"align-by-socket\" provided");
}

TEST(KubeletSetup, BetaOptionsNeedTheirGate) {
  Config given = config();
  given.beta_cpu_options = false;
  given.cpu_options["distribute-cpus-across-numa"] = "true";
  expect_refused(given,
                 "CPU Manager Policy Beta-level Options not enabled, but option "
                 "\"distribute-cpus-across-numa\" provided");
}

// The option is stable since 1.36.
TEST(KubeletSetup, UncoreCacheAlignmentWasBetaIn135) {
  Config given = config();
  given.beta_cpu_options = false;
  given.cpu_options["prefer-align-cpus-by-uncorecache"] = "true";
  EXPECT_NO_THROW(NodeSetup(kMachine, given));
  given.version = KubeletVersion::k135;
  expect_refused(given,
                 "new static policy error: CPU Manager Policy Beta-level Options not enabled");
  given.beta_cpu_options = true;
  EXPECT_NO_THROW(NodeSetup(kMachine, given));
}

TEST(KubeletSetup, OptionsOfPeopleAreQuotedSafely) {
  Config given = config();
  given.cpu_options["a\nb"] = "true";
  expect_refused(given, "unknown CPU Manager Policy option: \"a\\x0ab\"");
  given.cpu_options.clear();
  given.cpu_options["full-pcpus-only"] = std::string(100000, 'y');
  expect_refused(given, "strconv.ParseBool: parsing");
}

TEST(KubeletSetup, AlignmentHasALimitOfNumaNodes) {
  const auto many = machine({9, 1, 1});
  Config given = static_config(*many);
  EXPECT_NO_THROW(NodeSetup(many, given)) << "policy none does not count them";
  given.numa_policy = NumaPolicy::kBestEffort;
  expect_refused(given, "unsupported on machines with more than 8 NUMA Nodes", many);
  given.max_numa_nodes = 9;
  EXPECT_NO_THROW(NodeSetup(many, given));
}

TEST(KubeletSetup, GivesUpWhereEverySetOfNumaNodesIsTooMany) {
  const auto many = machine({17, 1, 1});
  Config given = static_config(*many);
  given.max_numa_nodes = 64;
  EXPECT_ERROR(
      NodeSetup(many, given), Status::kLimit,
      "17 NUMA nodes, at most 16: kubelet's Static memory manager tries every set of them");
  given.static_memory = false;
  EXPECT_NO_THROW(NodeSetup(many, given));
  given.numa_policy = NumaPolicy::kSingleNode;
  EXPECT_ERROR(NodeSetup(many, given), Status::kLimit,
               "17 NUMA nodes, at most 16: kubelet's CPU manager tries every set of them");
}

// Machines that expose GPU memory as NUMA nodes have two nodes with CPUs and many others.
TEST(KubeletSetup, S31_CountsNumaNodesThatAManagerKnows) {
  TopologySpec spec = machine_spec({2, 1, 4, 0, 1, false});
  for (int id = 2; id < 34; ++id) {
    TopologySpec::NumaNode empty;
    empty.id = id;
    spec.nodes.push_back(empty);
  }
  const auto many = Topology::build(std::move(spec));
  Config given = static_config(*many, NumaPolicy::kRestricted);
  given.static_memory = false;
  given.max_numa_nodes = 64;
  for (const uint32_t node : {0, 1, 2, 10, 18, 26})
    given.devices.push_back(
        {"example.com/gpu", "gpu-" + std::to_string(node), numa::Mask{1} << node});
  EXPECT_NO_THROW(NodeSetup(many, given));
  given.version = KubeletVersion::k135;
  EXPECT_ERROR(NodeSetup(many, given), Status::kLimit,
               "34 NUMA nodes, at most 16: kubelet's device manager tries every set of them");
  given.version = KubeletVersion::k136;
  for (uint32_t node = 0; node < 17; ++node)
    given.devices.push_back(
        {"example.com/nic", "nic-" + std::to_string(node), numa::Mask{1} << node});
  EXPECT_ERROR(NodeSetup(many, given), Status::kLimit,
               "17 NUMA nodes, at most 16: kubelet's device manager tries every set of them");
  given.devices.clear();
  given.static_memory = true;
  given.reserved_memory = {{0, "memory", kGi}};
  given.node_reserved_memory = kGi;
  given.numa_policy = NumaPolicy::kNone;
  EXPECT_ERROR(
      NodeSetup(many, given), Status::kLimit,
      "34 NUMA nodes, at most 16: kubelet's Static memory manager tries every set of them");
}

TEST(KubeletSetup, PrefersClosestOnlyWhereDistancesAreKnown) {
  const auto unknown = machine({2, 1, 6, 0, 1, false});
  Config given = static_config(*unknown, NumaPolicy::kRestricted);
  given.prefer_closest = true;
  expect_refused(given, "error getting NUMA distances from cadvisor", unknown);
  given.numa_policy = NumaPolicy::kNone;
  EXPECT_NO_THROW(NodeSetup(unknown, given)) << "policy none ignores the option";
}

TEST(KubeletSetup, ReservedMemoryMustEqualNodeAllocatable) {
  Config given = config();
  given.node_reserved_memory = 3 * kGi;
  expect_refused(given,
                 "the total amount \"2Gi\" of type \"memory\" is not equal to the value "
                 "\"3Gi\" determined by Node Allocatable feature");
  given.reserved_memory.push_back({1, "hugepages-1Gi", kGi});
  given.node_reserved_memory = 2 * kGi;
  expect_refused(given, "the total amount \"1Gi\" of type \"hugepages-1Gi\" is not equal to");
}

TEST(KubeletSetup, StaticMemoryNeedsReservedMemory) {
  Config given = config();
  given.reserved_memory.clear();
  given.node_reserved_memory = 0;
  expect_refused(given, "[memorymanager] you should specify the system reserved memory");
}

TEST(KubeletSetup, ReservedMemoryNamesNodesAndKindsThatExist) {
  Config given = config();
  given.reserved_memory[1].node = 2;
  expect_refused(given, "references a NUMA node 2 that does not exist");
  given = config();
  given.reserved_memory[1].kind = "cpu";
  expect_refused(given, "found \"cpu\", expected memory or hugepages-*");
}

// Kubelet subtracts without a check: the node would report nearly 2^64 bytes.
TEST(KubeletSetup, NoNodeReservesMoreThanItHas) {
  Config given = config();
  given.reserved_memory[1].bytes = 18 * kGi;
  given.node_reserved_memory = 19 * kGi;
  expect_refused(given, "reservedMemory: NUMA node 1 has 17Gi of memory, but reserves");
  const auto huge = machine({2, 1, 6, 0, 1, true, 4});
  given = static_config(*huge);
  given.reserved_memory[0].bytes = 18 * kGi;
  given.node_reserved_memory = 19 * kGi;
  expect_refused(given, "in addition to huge pages", huge);
}

TEST(KubeletSetup, MemoryIsWithoutHugePages) {
  const auto topology = machine({2, 1, 6, 0, 1, true, 4});
  const NodeSetup setup(topology, static_config(*topology));
  const MemorySetup &memory = setup.memory();
  ASSERT_EQ(memory.kinds(), 2u);
  EXPECT_EQ(memory.kind_name(0), "hugepages-1Gi");
  EXPECT_EQ(memory.page_bytes(0), kGi);
  EXPECT_EQ(memory.capacity(1, 0).allocatable, 4 * kGi);
  EXPECT_EQ(memory.kind_name(1), "memory");
  EXPECT_EQ(memory.capacity(1, 1).total, 21 * kGi);
  EXPECT_EQ(memory.capacity(1, 1).allocatable, 16 * kGi);
  EXPECT_EQ(memory.find_kind("hugepages-2Mi"), MemorySetup::kUnknown);
}

TEST(KubeletSetup, SumsDoNotWrapAround) {
  TopologySpec spec = machine_spec({});
  spec.nodes[0].memory_bytes = UINT64_MAX - 1;
  spec.nodes[0].huge_pages.push_back({uint64_t{1} << 62, 8});
  const auto topology = Topology::build(std::move(spec));
  EXPECT_ERROR(NodeSetup(topology, static_config(*topology)), Status::kInvalid, "reservedMemory");
}

TEST(KubeletSetup, NeedsATopology) {
  EXPECT_ERROR(NodeSetup(nullptr, Config()), Status::kInvalid, "topology");
}

}  // namespace
}  // namespace koord::kubelet

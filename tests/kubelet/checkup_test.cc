// Faults found in a state file, each with kubelet's own message.
#include "kubelet/checkup.h"

#include "kubelet/nodes.h"
#include "kubelet/restore.h"

namespace koord::kubelet {
namespace {

using namespace testing;

// CPUs 0-23; core c has CPUs c and c + 12; 0 and 12 are reserved.
class KubeletCheckup : public ::testing::Test {
 protected:
  explicit KubeletCheckup(bool strict = false) : topology_(machine({})) {
    Config config = static_config(*topology_);
    config.static_memory = false;
    if (strict) config.cpu_options["strict-cpu-reservation"] = "true";
    setup_ = std::make_unique<NodeSetup>(topology_, config);
    state_.shared = CpuSet::parse(strict ? "3-11,15-23" : "0,3-12,15-23");
    state_.entries["p"]["c"] = CpuSet::parse("1,13");
    state_.entries["q"]["c"] = CpuSet::parse("2,14");
  }

  // Returns the findings, one per line, as "fault severity pod/container cpus".
  std::string found(const PodSet *present = nullptr) const {
    std::string out;
    std::set<Fault> said;
    for (const Finding &finding : check_cpus(*setup_, state_, present).findings) {
      out += std::string(out.empty() ? "" : "\n") + fault_name(finding.fault) +
             (finding.severity == Severity::kStops ? " stops " : " wrong ") + finding.pod + '/' +
             finding.container + ' ' + finding.cpus.to_string();
      const bool first = said.insert(finding.fault).second;
      EXPECT_EQ(finding.severity == Severity::kStops && first, !finding.kubelet.empty());
      EXPECT_FALSE(sentence(finding).empty());
      EXPECT_EQ(sentence(finding).find('\n'), std::string::npos);
    }
    return out;
  }
  std::string first() const { return sentence(check_cpus(*setup_, state_).findings.at(0)); }
  std::string kubelet() const { return check_cpus(*setup_, state_).findings.at(0).kubelet; }

  std::shared_ptr<const Topology> topology_;
  std::unique_ptr<NodeSetup> setup_;
  CpuState state_;
};

class StrictCheckup : public KubeletCheckup {
 protected:
  StrictCheckup() : KubeletCheckup(true) {}
};

TEST_F(KubeletCheckup, FilesOfKubeletAreValid) {
  EXPECT_EQ(found(), "");
  state_ = {};
  EXPECT_EQ(found(), "");
}

TEST_F(KubeletCheckup, NoDefaultSet) {
  state_.shared = {};
  EXPECT_EQ(found(), "default-empty stops / ");
  EXPECT_EQ(kubelet(), "default cpuset cannot be empty");
}

TEST_F(KubeletCheckup, ReservedCpusBelongToTheDefaultSet) {
  state_.shared.remove(12);
  EXPECT_EQ(found(), "reserved stops / 12\ncpus-missing stops / 12");
  EXPECT_EQ(kubelet(),
            "not all reserved cpus: \"0,12\" are present in defaultCpuSet: \"0,3-11,15-23\"");
  EXPECT_EQ(first(), "CPUs 12 are reserved and not in the default set");
  state_.entries["q"]["c"].add(12);
  EXPECT_EQ(found(), "reserved stops / 12\nreserved stops q/c 12");
}

TEST_F(StrictCheckup, StrictlyReservedCpusAreNotAssigned) {
  EXPECT_EQ(found(), "");
  state_.shared.add(0);
  EXPECT_EQ(found(), "reserved stops / 0");
  EXPECT_EQ(kubelet(),
            "some of strictly reserved cpus: \"0\" are present in defaultCpuSet: "
            "\"0,3-11,15-23\"");
  EXPECT_EQ(first(), "strictly reserved CPUs 0 are in the default set");
  state_.shared.remove(0);
  state_.entries["p"]["c"].add(0);
  EXPECT_EQ(found(), "reserved stops p/c 0");
}

TEST_F(KubeletCheckup, EntriesAndTheDefaultSetAreApart) {
  state_.shared.add(1);
  EXPECT_EQ(found(), "overlaps-default stops p/c 1");
  EXPECT_EQ(kubelet(),
            "pod: p, container: c cpuset: \"1,13\" overlaps with default cpuset "
            "\"0-1,3-12,15-23\"");
}

TEST_F(KubeletCheckup, CpusThatWentAndCame) {
  state_.shared.add(24);
  state_.entries["q"]["c"].add(25);
  state_.shared.remove(5);
  EXPECT_EQ(found(), "cpus-gone stops / 24\ncpus-gone stops q/c 25\ncpus-missing stops / 5");
  EXPECT_EQ(kubelet(),
            "current set of available CPUs \"0-23\" doesn't match with CPUs in state "
            "\"0-4,6-25\"");
}

TEST_F(KubeletCheckup, FindingsThatKubeletAccepts) {
  state_.entries["q"]["d"] = CpuSet::parse("14");  // an init container of the same pod
  EXPECT_EQ(found(), "");
  state_.entries["r"]["c"] = CpuSet::parse("13-14");
  state_.entries["r"]["d"];
  EXPECT_EQ(found(), "overlap wrong r/c 13-14\nempty-entry wrong r/d ");
  EXPECT_EQ(first(),
            "container \"c\" of pod \"r\" holds CPUs 13-14, which container \"c\" of pod \"p\" "
            "also holds");
  const PodSet present{"p", "r"};
  EXPECT_EQ(found(&present),
            "pod-gone wrong q/c 2,14\npod-gone wrong q/d 14\noverlap wrong r/c 13-14\n"
            "empty-entry wrong r/d ");
  EXPECT_EQ(restore_cpus(*setup_, state_), state_.shared);
}

TEST_F(KubeletCheckup, PolicyNoneLooksAtNothing) {
  Config config;
  setup_ = std::make_unique<NodeSetup>(topology_, config);
  state_.shared = CpuSet::parse("100");
  EXPECT_EQ(found(), "");
}

TEST_F(KubeletCheckup, HostileStatesAreBounded) {
  state_.shared = {};
  for (int cpu = 0; cpu < CpuSet::kCapacity; cpu += 2) state_.shared.add(cpu);
  for (int pod = 0; pod < 3000; ++pod)
    state_.entries["p" + std::to_string(pod) + "/../x\n"]["c"] = state_.shared;
  const Checkup found = check_cpus(*setup_, state_);
  EXPECT_EQ(found.findings.size(), Checkup::kMaxFindings);
  EXPECT_GT(found.left_out, 2999u);
  size_t text = 0;
  for (const Finding &finding : found.findings)
    text += finding.kubelet.size() + sentence(finding).size();
  EXPECT_LT(text, size_t{1} << 20);
}

TEST(KubeletMemoryCheckup, HasKubeletsMessages) {
  const auto topology = machine({});
  const NodeSetup setup(topology, static_config(*topology));
  Kubelet node(std::make_shared<const NodeSetup>(topology, static_config(*topology)));
  admit(node, pod("p", {container("c", 2000, 4 * kGi)}));
  MemoryState state = node.memory_state();
  EXPECT_TRUE(check_memory(setup, state).findings.empty());
  const PodSet none;
  const Checkup gone = check_memory(setup, state, &none);
  ASSERT_EQ(gone.findings.size(), 1u);
  EXPECT_EQ(gone.findings[0].fault, Fault::kPodGone);
  EXPECT_EQ(gone.stop(), nullptr);
  state.machine.at(0).memory.at("memory").free += 1;
  const Checkup found = check_memory(setup, state);
  ASSERT_NE(found.stop(), nullptr);
  EXPECT_EQ(found.stop()->kubelet,
            "[memorymanager] the expected machine state is different from the real one");
}

}  // namespace
}  // namespace koord::kubelet

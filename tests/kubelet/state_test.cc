// State files: those that kubelet writes, and its reading of them at the start.
#include "kubelet/state.h"

#include "kubelet/nodes.h"
#include "support/expect_error.h"

namespace koord::kubelet {
namespace {

using namespace testing;

class KubeletState : public ::testing::Test {
 protected:
  KubeletState()
      : topology_(machine({2, 1, 6, 0, 1, true, 2})),
        setup_(std::make_shared<const NodeSetup>(
            topology_, static_config(*topology_, NumaPolicy::kBestEffort))),
        node_(setup_) {
    admit(node_, pod("p", {init(container("i", 4000, 3 * kGi)), container("c", 2000, 2 * kGi, 1)}));
    admit(node_, pod("q", {container("c", 6000, 4 * kGi), container("d", 500, kGi)}));
    cpus_ = node_.cpu_state();
    memory_ = node_.memory_state();
  }

  Kubelet restored() const { return Kubelet(setup_, cpus_, memory_); }
  void expect_conflict(const std::string &words) const {
    EXPECT_ERROR(restored(), Status::kConflict, words);
  }

  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<const NodeSetup> setup_;
  Kubelet node_;
  CpuState cpus_;
  MemoryState memory_;
};

TEST_F(KubeletState, RestoredANodeGoesOnAsItWas) {
  Kubelet again = restored();
  EXPECT_EQ(state_of(again), state_of(node_));
  const object::PodObject next = pod("r", {container("c", 4000, 12 * kGi)});
  EXPECT_EQ(outcome(admit(again, next)), outcome(admit(node_, next)));
  for (const char *uid : {"q", "p", "r"}) {
    EXPECT_EQ(again.remove(uid), node_.remove(uid));
    EXPECT_EQ(state_of(again), state_of(node_));
  }
  EXPECT_EQ(state_of(again), state_of(Kubelet(setup_)));
}

TEST_F(KubeletState, EachFileMayBeMissing) {
  EXPECT_EQ(Kubelet(setup_, cpus_, {}).memory_state().entries.size(), 0u);
  EXPECT_EQ(Kubelet(setup_, cpus_, {}).shared(), node_.shared());
  EXPECT_EQ(Kubelet(setup_, {}, memory_).shared().to_string(), "0-23");
  EXPECT_EQ(memory_of(Kubelet(setup_, {}, memory_), "q", "c"), memory_of(node_, "q", "c"));
}

TEST_F(KubeletState, TheDefaultSetHasAllOtherCpus) {
  cpus_.shared.remove(23);
  expect_conflict("current set of available CPUs \"0-23\" doesn't match with CPUs in state");
  cpus_.shared.add(23);
  cpus_.shared.add(24);
  expect_conflict("doesn't match with CPUs in state \"0-24\"");
  cpus_ = node_.cpu_state();
  cpus_.shared.add(cpus_.entries["q"]["c"].first());
  expect_conflict("pod: q, container: c cpuset: ");
  cpus_.shared = {};
  expect_conflict("default cpuset cannot be empty");
}

TEST_F(KubeletState, TheDefaultSetHoldsReservedCpus) {
  cpus_ = {};
  cpus_.shared = CpuSet::parse("1-23");
  expect_conflict("not all reserved cpus: \"0,12\" are present in defaultCpuSet: \"1-23\"");
}

TEST_F(KubeletState, MemoryIsThatOfTheMachine) {
  memory_.machine[1].memory["memory"].total += 1;
  expect_conflict("[memorymanager] the expected machine state is different from the real one");
  memory_ = node_.memory_state();
  memory_.machine[0].memory.erase("hugepages-1Gi");
  expect_conflict("the expected machine state is different");
  memory_ = node_.memory_state();
  memory_.machine[0].memory["hugepages-2Mi"] = {};
  expect_conflict("the expected machine state is different");
  memory_ = node_.memory_state();
  memory_.machine[2] = memory_.machine[1];
  expect_conflict("the expected machine state is different");
  memory_.machine.erase(1);
  expect_conflict("the expected machine state is different");
}

TEST_F(KubeletState, BooksAndBlocksAgree) {
  memory_.machine[0].assignments += 1;
  expect_conflict("the expected machine state is different");
  memory_ = node_.memory_state();
  memory_.machine[0].cells = {0, 1};
  expect_conflict("the expected machine state is different");
  memory_.machine[0].cells = {0, 5};
  expect_conflict("the expected machine state is different");
  memory_ = node_.memory_state();
  memory_.machine[0].memory["memory"].free += 1;
  expect_conflict("the expected machine state is different");
  memory_ = node_.memory_state();
  memory_.entries.erase("q");
  expect_conflict("the expected machine state is different");
  memory_.machine.clear();
  expect_conflict("machine state can not be empty when it has memory assignments");
}

TEST_F(KubeletState, BlocksAreOfNodesAndKindsThatExist) {
  memory_.entries["q"]["c"][0].nodes = {0, 7};
  expect_conflict(
      "(pod: \"q\", container: \"c\") the memory assignment uses the NUMA that does not");
  memory_.entries["q"]["c"][0].nodes = {1, 0};
  expect_conflict("the memory assignment uses the NUMA that does not exist");
  memory_.entries["q"]["c"][0].nodes = {0, 0};
  expect_conflict("the memory assignment uses the NUMA that does not exist");
  memory_ = node_.memory_state();
  memory_.entries["q"]["c"][0].kind = "hugepages-2Mi";
  expect_conflict("the memory assignment uses memory resource that does not exist");
}

// Only the sums of a group are known.
TEST_F(KubeletState, InsideAGroupSumsCount) {
  Kubelet grouped(setup_);
  admit(grouped, pod("p", {container("c", 500, 20 * kGi)}));
  MemoryState state = grouped.memory_state();
  MemoryTable &first = state.machine[0].memory["memory"];
  MemoryTable &second = state.machine[1].memory["memory"];
  first.reserved -= kGi;
  first.free += kGi;
  second.reserved += kGi;
  second.free -= kGi;
  const Kubelet again(setup_, {}, state);
  EXPECT_EQ(free_of(again), "1 11");
  first.reserved -= 1;
  EXPECT_ERROR(Kubelet(setup_, {}, state), Status::kConflict, "is different from the real one");
}

TEST_F(KubeletState, ALeftPodIsPartOfTheFiles) {
  const size_t before = cpus_.entries.size();
  admit(node_, pod("r", {container("a", 2000, kGi), container("b", 90000, kGi)}), Refused::kLeft);
  EXPECT_EQ(node_.cpu_state().entries.size(), before + 1);
  EXPECT_EQ(node_.memory_state().entries.count("r"), 1u);
  node_.remove("");
  EXPECT_EQ(node_.cpu_state().entries.size(), before);
}

TEST_F(KubeletState, CopiesGoTheirOwnWay) {
  const std::string before = state_of(node_);
  Kubelet copy = node_;
  copy.remove("p");
  admit(copy, pod("r", {container("c", 10000, 10 * kGi)}));
  EXPECT_EQ(state_of(node_), before);
  EXPECT_EQ(node_.find("q"), copy.find("q")) << "what did not change is shared";
}

TEST_F(KubeletState, UnderPolicyNoneFilesAreNotLookedAt) {
  const auto setup = std::make_shared<const NodeSetup>(topology_, Config());
  cpus_.shared = {};
  const Kubelet none(setup, cpus_, memory_);
  EXPECT_EQ(none.cpu_state().entries.size(), 2u);
  EXPECT_TRUE(none.memory_state().machine.empty());
  EXPECT_TRUE(none.memory_state().entries.empty());
}

TEST_F(KubeletState, AdmissionNeedsAUidAndJudgementNone) {
  const PodRequest anonymous = request_of(pod("", {container("c", 2000, kGi)}));
  const std::string before = state_of(node_);
  EXPECT_FALSE(node_.judge(anonymous).admission.refusal.refused());
  EXPECT_ERROR(node_.admit(anonymous), Status::kInvalid, "pod.metadata.uid");
  EXPECT_EQ(state_of(node_), before);
}

}  // namespace
}  // namespace koord::kubelet

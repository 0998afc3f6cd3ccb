// Invariants after any sequence of pods, on machines of several shapes under every policy.
#include <map>
#include <random>
#include <string>

#include "kubelet/memory_books.h"
#include "kubelet/nodes.h"

namespace koord::kubelet {
namespace {

using namespace testing;

struct Case {
  MachineShape shape;
  NumaPolicy policy;
  bool pod_scope;
  std::map<std::string, std::string> options;
};

const std::vector<Case> &cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> out;
    const std::map<std::string, std::string> options[] = {
        {},
        {{"full-pcpus-only", "true"}, {"strict-cpu-reservation", "true"}},
        {{"distribute-cpus-across-numa", "true"}},
        {{"prefer-align-cpus-by-uncorecache", "true"}}};
    size_t next = 0;
    for (const MachineShape &shape :
         {MachineShape{}, MachineShape{2, 2, 4, 0, 1, true, 2}, MachineShape{1, 8, 2, 1, 3}})
      for (const NumaPolicy policy : {NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                      NumaPolicy::kRestricted, NumaPolicy::kSingleNode})
        for (const bool pod_scope : {false, true})
          out.push_back({shape, policy, pod_scope, options[next++ % std::size(options)]});
    return out;
  }();
  return all;
}

// Random numbers that are equal on every platform; the standard library's distributions are not.
class Dice {
 public:
  explicit Dice(uint32_t seed) : engine_(seed) {}
  int upto(int most) { return static_cast<int>(engine_() % static_cast<uint32_t>(most + 1)); }
  bool one_in(int n) { return upto(n - 1) == 0; }

 private:
  std::mt19937 engine_;
};

class KubeletHistory : public ::testing::TestWithParam<size_t> {
 protected:
  KubeletHistory()
      : case_(cases()[GetParam()]),
        topology_(machine(case_.shape)),
        dice_(7u + static_cast<uint32_t>(GetParam())) {
    Config config = static_config(*topology_, case_.policy, case_.pod_scope);
    config.cpu_options = case_.options;
    setup_ = std::make_shared<const NodeSetup>(topology_, config);
  }

  object::PodObject draw_pod(const std::string &uid) {
    std::vector<object::Container> containers;
    for (int kind = 0; kind < 3; ++kind)
      for (int i = dice_.upto(kind == 2 ? 2 : 1) - (kind == 2 ? 0 : 1) + 1; i > 0; --i) {
        const int64_t milli =
            dice_.one_in(4) ? 1500 : 1000 * (1 + dice_.upto(dice_.one_in(8) ? 40 : 5));
        const auto bytes = static_cast<uint64_t>(1 + dice_.upto(dice_.one_in(5) ? 40 : 6)) * kGi;
        const uint64_t huge = case_.shape.huge_1gi > 0 && dice_.one_in(3) ? 1 : 0;
        object::Container made =
            container(std::to_string(kind) + std::to_string(i), milli, bytes, huge);
        containers.push_back(kind == 0 ? init(made) : kind == 1 ? sidecar(made) : made);
      }
    object::PodObject out = pod(uid, std::move(containers));
    if (dice_.one_in(6) && !out.containers.empty()) out.containers[0].limits.clear();
    return out;
  }

  // No CPU is held twice, except by containers of one pod, and every CPU is accounted for.
  void check_cpus(const Kubelet &node) const {
    CpuSet held;
    for (const auto &pod : node.pods()) {
      CpuSet own;
      for (const ContainerHolding &container : pod->containers) own |= container.cpus.set();
      EXPECT_FALSE(own.intersects(held)) << pod->uid;
      EXPECT_FALSE(own.intersects(setup_->reserved())) << pod->uid;
      held |= own;
    }
    EXPECT_FALSE(held.intersects(node.shared()));
    EXPECT_EQ((held | node.shared()).to_string(), setup_->initial_shared().to_string());
  }

  // Booked memory equals the memory that pods hold, and does not exceed the machine's.
  void check_memory(const Kubelet &node) const {
    const MemorySetup &memory = setup_->memory();
    std::map<uint32_t, uint64_t> held;
    for (const auto &pod : node.pods())
      for (const ContainerHolding &container : pod->containers)
        for (const MemoryBlock &block : container.memory) held[block.kind] += block.bytes;
    for (uint32_t kind = 0; kind < memory.kinds(); ++kind) {
      uint64_t booked = 0;
      for (size_t i = 0; i < memory.nodes(); ++i) {
        const MemoryUse &use = use_of(node.memory(), memory, i, kind);
        EXPECT_EQ(use.free + use.reserved, memory.capacity(i, kind).allocatable);
        booked += use.reserved;
      }
      EXPECT_EQ(booked, held[kind]) << memory.kind_name(kind);
    }
  }

  void check_admitted(const object::PodObject &arriving, const Answer &answer) const {
    const PodRequest request = request_of(arriving);
    for (const ContainerRequest &container : request.containers) {
      const ContainerHolding *held = answer.holding.find(container.name);
      const int cpus = held != nullptr && held->has_cpus ? held->cpus.set().count() : 0;
      EXPECT_EQ(cpus, container.cpus) << arriving.uid << ' ' << container.name;
      if (setup_->numa_policy() != NumaPolicy::kSingleNode || held == nullptr) continue;
      for (const MemoryBlock &block : held->memory) EXPECT_EQ(numa::width(block.nodes), 1);
    }
  }

  const Case &case_;
  std::shared_ptr<const Topology> topology_;
  Dice dice_;
  std::shared_ptr<const NodeSetup> setup_;
};

TEST_P(KubeletHistory, EveryStateIsSound) {
  Kubelet node(setup_);
  const std::string empty = state_of(node);
  std::vector<std::string> present;
  int admitted = 0;
  int refused = 0;
  for (int step = 0; step < 150; ++step) {
    SCOPED_TRACE(step);
    if (!present.empty() && dice_.one_in(3)) {
      const auto at = static_cast<size_t>(dice_.upto(static_cast<int>(present.size()) - 1));
      node.remove(present[at]);
      present.erase(present.begin() + static_cast<ptrdiff_t>(at));
    } else {
      const object::PodObject arriving = draw_pod("pod" + std::to_string(step));
      const std::string before = state_of(node);
      const Answer judged = node.judge(request_of(arriving));
      ASSERT_EQ(state_of(node), before);
      Kubelet copy = node;
      const Answer answer = admit(node, arriving);
      ASSERT_EQ(outcome(judged), outcome(answer));
      ASSERT_EQ(judged.holding.containers.size() >= answer.holding.containers.size(), true);
      if (answer.admission.refusal.refused()) {
        ++refused;
        EXPECT_EQ(node.find(arriving.uid), nullptr);
        EXPECT_EQ(node.shared().to_string(), copy.shared().to_string());
      } else {
        ++admitted;
        present.push_back(arriving.uid);
        check_admitted(arriving, answer);
      }
    }
    check_cpus(node);
    check_memory(node);
    if (HasFailure()) return;
  }
  EXPECT_GT(admitted, 5);
  EXPECT_GT(refused, 0);
  for (const std::string &uid : present) node.remove(uid);
  EXPECT_EQ(state_of(node), empty) << "whatever was there, nothing is left";
}

TEST_P(KubeletHistory, TheSameHistoryGivesTheSameState) {
  Kubelet one(setup_);
  Kubelet other(setup_);
  for (int step = 0; step < 40; ++step) {
    const object::PodObject arriving = draw_pod("pod" + std::to_string(step));
    EXPECT_EQ(outcome(admit(one, arriving)), outcome(admit(other, arriving)));
    if (step % 3 == 2) {
      const std::string uid = "pod" + std::to_string(dice_.upto(step));
      EXPECT_EQ(one.remove(uid), other.remove(uid));
    }
  }
  EXPECT_EQ(state_of(one), state_of(other));
}

INSTANTIATE_TEST_SUITE_P(Cases, KubeletHistory, ::testing::Range<size_t>(0, cases().size()));

}  // namespace
}  // namespace koord::kubelet

// Properties of kubelet's static CPU policy for every machine, state and request.
#include <map>

#include "kubelet/cpu/policy.h"
#include "support/generated_machines.h"
#include "wording/sentence.h"

namespace koord::kubelet {
namespace {

using koord::testing::Cores;
using koord::testing::draw_each;
using koord::testing::draw_machine;
using koord::testing::GeneratedMachine;
using koord::testing::in_whole_cores;
using koord::testing::split_cores;

// A machine, the state of kubelet's CPU manager, and a container.
struct Situation {
  GeneratedMachine machine;
  uint32_t options = 0;
  KubeletVersion version = kDefaultKubeletVersion;
  int cpus = 0;
  CpuSet shared;
  CpuSet reserved;
  CpuSet reusable;
  std::vector<int32_t> affinity;

  const Topology &topology() const { return *machine.topology; }
  int width() const {
    return static_cast<int>(topology().cpus().size() / topology().cores().size());
  }
  CpuSet pool() const { return (shared - reserved) | reusable; }
};

struct Picked {
  Refusal refusal;
  CpuSet cpus;
};

Picked ask(const Situation &s) {
  Picked answer;
  answer.cpus = CpuSet{1, 2};  // must be overwritten
  answer.refusal = pick(Machine(s.topology()), s.options, s.cpus,
                        {s.shared, s.reserved, s.reusable}, s.affinity, answer.cpus, s.version);
  return answer;
}

Picked ask_and_log(const Situation &s) {
  const Picked answer = ask(s);
  std::string nodes;
  for (const int32_t node : s.affinity) nodes += ' ' + std::to_string(node);
  RC_LOG() << koord::testing::describe(s.topology()) << "shared " << s.shared.to_string()
           << " reserved " << s.reserved.to_string() << " reusable " << s.reusable.to_string()
           << "\nkubelet " << version_name(s.version) << " options " << s.options << " cpus "
           << s.cpus << " affinity" << nodes << "\nanswer: " << answer.cpus.to_string() << ' '
           << to_sentence(answer.refusal) << '\n';
  return answer;
}

uint32_t draw_options() {
  return *rc::gen::element<uint32_t>(
      0, kUncoreCache, kDistributeCores, kDistributeNuma, kFullPcpusOnly,
      kFullPcpusOnly | kDistributeNuma, kFullPcpusOnly | kUncoreCache, kAlignBySocket,
      kAlignBySocket | kUncoreCache, kAlignBySocket | kDistributeNuma | kFullPcpusOnly);
}

Situation draw(Cores cores) {
  Situation s;
  s.machine = draw_machine(cores);
  const auto &cpus = s.topology().cpus();
  const std::vector<int> fate = draw_each(cpus.size(), 32);
  const int busy = *rc::gen::inRange(0, 7);
  for (size_t i = 0; i < cpus.size(); ++i) {
    if (fate[i] % 8 >= busy) s.shared.add(cpus[i].id);
    if (fate[i] / 8 == 3) s.reserved.add(cpus[i].id);
  }
  s.options = draw_options();
  if (s.topology().cpu_nodes().size() <= 16)
    s.version = *rc::gen::element(KubeletVersion::k135, KubeletVersion::k137, KubeletVersion::k138);
  s.cpus = *rc::gen::inRange(0, static_cast<int>(cpus.size()) + 2);
  return s;
}

void draw_affinity(Situation &s) {
  const auto nodes = s.topology().nodes();
  const std::vector<int> fate = draw_each(nodes.size(), 3);
  for (size_t i = 0; i < nodes.size(); ++i)
    if (fate[i] == 0) s.affinity.push_back(nodes[i].id);
}

// Draws CPUs that earlier containers of the pod left for reuse; they are not in the shared pool.
void draw_reusable(Situation &s) {
  const std::vector<int> fate = draw_each(s.topology().cpus().size(), 4);
  for (size_t i = 0; i < fate.size(); ++i) {
    const int cpu = s.topology().cpus()[i].id;
    if (fate[i] == 3 && !s.shared.contains(cpu)) s.reusable.add(cpu);
  }
}

// Restricts the state to whole cores, which is what containers hold under full-pcpus-only and what
// a careful administrator reserves.
void make_whole(Situation &s) {
  s.shared = in_whole_cores(s.topology(), s.shared);
  s.reserved = in_whole_cores(s.topology(), s.reserved);
  s.reusable = CpuSet();
}

// Returns the CPUs of the hint's nodes. CPUs without a node count as the lowest node's.
CpuSet hinted(const Situation &s) {
  const auto nodes = s.topology().nodes();
  CpuSet cpus;
  for (const auto &cpu : s.topology().cpus()) {
    const int32_t id = nodes.empty() ? 0 : nodes[static_cast<size_t>(std::max(0, cpu.node))].id;
    if (std::find(s.affinity.begin(), s.affinity.end(), id) != s.affinity.end()) cpus.add(cpu.id);
  }
  return cpus;
}

std::vector<CpuSet> node_sets(const Topology &topology) {
  std::vector<CpuSet> sets;
  for (const auto &node : topology.nodes())
    if (!node.cpus.empty()) sets.push_back(node.cpus);
  return sets;
}

RC_GTEST_PROP(KubeletProperties, ExactlyAsManyAsAskedAndOnlyFromThePool, ()) {
  Situation s = draw(Cores::kAny);
  draw_affinity(s);
  draw_reusable(s);
  const Picked answer = ask_and_log(s);
  if (answer.refusal.refused()) {
    RC_ASSERT(answer.cpus.empty());
    RC_ASSERT(answer.refusal.profile == Profile::kKubelet);
    RC_ASSERT(!to_sentence(answer.refusal).empty());
    return;
  }
  RC_ASSERT(answer.cpus.count() == s.cpus);
  RC_ASSERT(answer.cpus.is_subset_of(s.pool()));
}

RC_GTEST_PROP(KubeletProperties, IsDeterministic, ()) {
  Situation s = draw(Cores::kAny);
  draw_affinity(s);
  draw_reusable(s);
  const Picked first = ask_and_log(s);
  std::reverse(s.machine.spec.cpus.begin(), s.machine.spec.cpus.end());
  s.machine.topology = Topology::build(s.machine.spec);
  std::reverse(s.affinity.begin(), s.affinity.end());
  const Picked second = ask(s);
  RC_ASSERT(first.refusal.reason == second.refusal.reason);
  RC_ASSERT(first.refusal.best == second.refusal.best);
  RC_ASSERT(first.cpus == second.cpus);
}

RC_GTEST_PROP(KubeletProperties, RefusedForOneOfThreeReasons, ()) {
  Situation s = draw(Cores::kAny);
  draw_affinity(s);
  draw_reusable(s);
  const CpuSet physical = s.shared - s.topology().siblings().with_siblings(s.reserved);
  Reason expected = Reason::kNone;
  if (s.cpus > s.pool().count()) expected = Reason::kNotEnoughCpus;
  if ((s.options & kFullPcpusOnly) != 0) {
    if (s.cpus > physical.count()) expected = Reason::kNotEnoughPhysicalCores;
    if (s.cpus % s.width() != 0) expected = Reason::kSmtAlignment;
  }
  if (s.cpus == 0) expected = Reason::kNone;
  RC_ASSERT(ask_and_log(s).refusal.reason == expected);
}

RC_GTEST_PROP(KubeletProperties, FullPcpusOnlyGivesWholeCores, ()) {
  Situation s = draw(Cores::kUniform);
  make_whole(s);
  draw_affinity(s);
  s.options |= kFullPcpusOnly;
  s.options &= ~uint32_t{kDistributeCores};
  const Picked answer = ask_and_log(s);
  RC_ASSERT(split_cores(s.topology(), answer.cpus) == 0);
  RC_ASSERT(answer.refusal.refused() ==
            (s.cpus > (s.shared - s.reserved).count() || s.cpus % s.width() != 0));
}

RC_GTEST_PROP(KubeletProperties, FullPcpusOnlyKeepsOffCoresWithReservedCpus, ()) {
  Situation s = draw(Cores::kUniform);
  s.shared = in_whole_cores(s.topology(), s.shared);
  s.options = *rc::gen::element<uint32_t>(kFullPcpusOnly, kFullPcpusOnly | kUncoreCache);
  const Picked answer = ask_and_log(s);
  RC_ASSERT(split_cores(s.topology(), answer.cpus) == 0);
  RC_ASSERT(!answer.cpus.intersects(s.topology().siblings().with_siblings(s.reserved)));
}

RC_GTEST_PROP(KubeletProperties, HintedNodesFirst, ()) {
  Situation s = draw(Cores::kAny);
  draw_affinity(s);
  draw_reusable(s);
  s.options &= ~uint32_t{kAlignBySocket};
  const Picked answer = ask_and_log(s);
  if (answer.refusal.refused()) return;
  RC_ASSERT(answer.cpus.count_and(hinted(s)) >= std::min(s.cpus, s.pool().count_and(hinted(s))));
}

RC_GTEST_PROP(KubeletProperties, AlignBySocketStaysInTheSocketsOfTheHint, ()) {
  Situation s = draw(Cores::kAny);
  draw_affinity(s);
  draw_reusable(s);
  s.options |= kAlignBySocket;
  CpuSet sockets;
  for (const auto &socket : s.topology().sockets())
    if (socket.cpus.intersects(hinted(s))) sockets |= socket.cpus;
  const Picked answer = ask_and_log(s);
  if (answer.refusal.refused()) return;
  RC_ASSERT(answer.cpus.count_and(sockets) >= std::min(s.cpus, s.pool().count_and(sockets)));
}

RC_GTEST_PROP(KubeletProperties, DistributeNumaBalancesAnIdleMachine, ()) {
  Situation s = draw(Cores::kUniform);
  s.options = *rc::gen::element<uint32_t>(kDistributeNuma, kDistributeNuma | kFullPcpusOnly);
  s.shared = s.topology().all_cpus();
  s.reserved = CpuSet();
  const int group = (s.options & kFullPcpusOnly) != 0 ? s.width() : 1;
  s.cpus = s.cpus / group * group;
  const Picked answer = ask_and_log(s);
  if (answer.refusal.refused()) return;
  const std::vector<CpuSet> nodes = node_sets(s.topology());
  const int size = nodes.front().count();
  int used = 0;
  int fewest = CpuSet::kCapacity;
  int most = 0;
  for (const CpuSet &node : nodes) {
    const int given = answer.cpus.count_and(node);
    if (given == 0) continue;
    ++used;
    fewest = std::min(fewest, given);
    most = std::max(most, given);
  }
  RC_ASSERT(used == (s.cpus + size - 1) / size);
  RC_ASSERT(most - fewest <= group || used == 0);
}

// On an idle machine of equal NUMA nodes, each node of the hint gives a part from 1.38 on.
RC_GTEST_PROP(KubeletProperties, DistributeNumaUsesEachHintedNodeFrom138On, ()) {
  Situation s = draw(Cores::kUniform);
  s.version = KubeletVersion::k138;
  s.options = kDistributeNuma;
  s.shared = s.topology().all_cpus();
  s.reserved = CpuSet();
  draw_affinity(s);
  std::erase_if(s.affinity, [&](int32_t id) {
    const Machine machine(s.topology());
    return machine.node_cpus(machine.node_index(id)).empty();
  });
  const CpuSet near = hinted(s);
  const int nodes = static_cast<int>(s.affinity.size());
  RC_PRE(nodes > 0 && near.count() >= nodes);
  s.cpus = *rc::gen::inRange(nodes, near.count() + 1);
  const Picked answer = ask_and_log(s);
  RC_ASSERT(answer.cpus.is_subset_of(near));
  for (const CpuSet &node : node_sets(s.topology()))
    RC_ASSERT(answer.cpus.intersects(node) == node.intersects(near));
}

// No core of a socket gives a second CPU before each of them gave one, from 1.38 on.
RC_GTEST_PROP(KubeletProperties, DistributeCoresTakesTurnsFrom138On, ()) {
  Situation s = draw(Cores::kAny);
  s.version = KubeletVersion::k138;
  s.options = kDistributeCores;
  int smallest = CpuSet::kCapacity;  // larger requests may take a NUMA node or socket as a whole
  for (const CpuSet &node : node_sets(s.topology())) smallest = std::min(smallest, node.count());
  for (const auto &socket : s.topology().sockets())
    if (!socket.cpus.empty()) smallest = std::min(smallest, socket.cpus.count());
  RC_PRE(smallest > 1);
  s.cpus = *rc::gen::inRange(1, smallest);
  const Picked answer = ask_and_log(s);
  if (answer.refusal.refused()) return;
  for (const auto &socket : s.topology().sockets()) {
    int most = 0;
    int fewest = CpuSet::kCapacity;  // of cores that could give another CPU
    for (const auto &core : s.topology().cores()) {
      int given = 0;
      int left = 0;
      for (const int cpu : s.topology().threads(core)) {
        if (!socket.cpus.contains(cpu) || !s.pool().contains(cpu)) continue;
        ++(answer.cpus.contains(cpu) ? given : left);
      }
      most = std::max(most, given);
      if (left > 0) fewest = std::min(fewest, given);
    }
    RC_ASSERT(most == 0 || fewest == CpuSet::kCapacity || most - fewest <= 1);
  }
}

RC_GTEST_PROP(KubeletProperties, WholeCoresWhileThereAreAny, ()) {
  Situation s = draw(Cores::kUniform);
  s.options = 0;
  const Picked answer = ask_and_log(s);
  if (answer.refusal.refused()) return;
  const int whole = in_whole_cores(s.topology(), s.pool()).count() / s.width();
  const int taken = in_whole_cores(s.topology(), answer.cpus).count() / s.width();
  RC_ASSERT(taken >= std::min(whole, s.cpus / s.width()));
}

RC_GTEST_PROP(KubeletProperties, StrictReservationChangesNoAssignment, ()) {
  Situation s = draw(Cores::kAny);
  draw_affinity(s);
  const Picked without = ask_and_log(s);
  s.options |= kStrictReservation;
  const Picked with = ask(s);
  RC_ASSERT(with.cpus == without.cpus);
  RC_ASSERT(with.refusal.reason == without.refusal.reason);
}

}  // namespace
}  // namespace koord::kubelet

// Random machines with CPU holders and a request.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cpu/koordinator.h"
#include "support/generated_machines.h"
#include "wording/sentence.h"

namespace koord::cpu::properties {

using koord::testing::Cores;
using koord::testing::draw_each;
using koord::testing::draw_machine;
using koord::testing::GeneratedMachine;

struct Situation {
  GeneratedMachine machine;
  Request request;
  CpuSet available;
  CpuSet preferred;
  CpuSet core_held;
  CpuSet node_held;
  std::vector<uint16_t> ref_counts;
  std::vector<HintedNode> hint;

  const Topology &topology() const { return *machine.topology; }
  int width() const {
    return static_cast<int>(topology().cpus().size() / topology().cores().size());
  }
};

struct Answer {
  Refusal refusal;
  CpuSet cpus;
  std::vector<int64_t> granted;
};

inline Answer ask(const Situation &s) {
  const State state{&s.available, &s.preferred, &s.core_held, &s.node_held, s.ref_counts};
  std::vector<HintedNode> hint = s.hint;
  Answer answer;
  answer.refusal = pick(s.topology(), s.request, state, hint, answer.cpus);
  for (const HintedNode &grant : hint) answer.granted.push_back(grant.granted_milli);
  return answer;
}

// Returns the CPUs of each NUMA node that has some. CPUs without a node count as node 0's.
inline std::vector<CpuSet> node_sets(const Topology &topology) {
  std::map<int, CpuSet> nodes;
  for (const auto &cpu : topology.cpus())
    nodes[cpu.node < 0 ? 0 : topology.nodes()[static_cast<size_t>(cpu.node)].id].add(cpu.id);
  std::vector<CpuSet> sets;
  for (const auto &[id, cpus] : nodes) sets.push_back(cpus);
  return sets;
}

inline CpuSet node_set(const Topology &topology, int id) {
  CpuSet cpus;
  for (const auto &cpu : topology.cpus())
    if ((cpu.node < 0 ? 0 : topology.nodes()[static_cast<size_t>(cpu.node)].id) == id)
      cpus.add(cpu.id);
  return cpus;
}

// Draws a situation without preferred CPUs and hints; tests add what they need.
inline Situation draw(Cores cores) {
  Situation s;
  s.machine = draw_machine(cores);
  const int n = static_cast<int>(s.topology().cpus().size());
  const std::vector<int> fate = draw_each(static_cast<size_t>(n), 64);
  const int busy = *rc::gen::inRange(0, 7);
  s.ref_counts.resize(CpuSet::kCapacity);
  for (size_t i = 0; i < fate.size(); ++i) {
    const int cpu = s.topology().cpus()[i].id;
    if (fate[i] % 8 >= busy) s.available.add(cpu);
    if (fate[i] / 8 == 1) s.core_held.add(cpu);
    if (fate[i] / 8 == 2) s.node_held.add(cpu);
    s.ref_counts[static_cast<size_t>(cpu)] = static_cast<uint16_t>(fate[i] / 16);
  }
  s.request.profile = *rc::gen::element(Profile::kSpec, Profile::kUpstream);
  s.request.bind =
      *rc::gen::element(BindPolicy::kFullPcpus, BindPolicy::kSpreadByPcpus, BindPolicy::kDefault);
  s.request.exclusive = *rc::gen::element(ExclusivePolicy::kNone, ExclusivePolicy::kPcpuLevel,
                                          ExclusivePolicy::kNumaNodeLevel);
  s.request.strategy = *rc::gen::element(
      NumaStrategy::kMostAllocated, NumaStrategy::kLeastAllocated, NumaStrategy::kDistributeEvenly);
  s.request.cpus = *rc::gen::inRange(0, n + 2);
  s.request.max_ref_count = *rc::gen::element(1, 1, 4);
  return s;
}

inline void draw_preferred(Situation &s) {
  const std::vector<int> fate = draw_each(s.topology().cpus().size(), 4);
  for (size_t i = 0; i < fate.size(); ++i)
    if (fate[i] == 3) s.preferred.add(s.topology().cpus()[i].id);
}

inline void draw_hint(Situation &s) {
  const auto nodes = s.topology().nodes();
  const std::vector<int> fate = draw_each(nodes.size(), 20);
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (fate[i] % 4 == 3) continue;
    const int64_t milli = fate[i] < 12 ? -1 : 1300 * (fate[i] - 12);
    s.hint.push_back({nodes[i].id, milli, 0});
  }
}

// Replaces DistributeEvenly, for properties that it overrides.
inline void not_evenly(Situation &s) {
  if (s.request.strategy == NumaStrategy::kDistributeEvenly)
    s.request.strategy = NumaStrategy::kLeastAllocated;
}

inline void log(const Situation &s, const Answer &answer) {
  const Request &r = s.request;
  RC_LOG() << koord::testing::describe(s.topology()) << "available " << s.available.to_string()
           << " preferred " << s.preferred.to_string() << " core_held " << s.core_held.to_string()
           << " node_held " << s.node_held.to_string() << "\nprofile "
           << static_cast<int>(r.profile) << " bind " << static_cast<int>(r.bind) << " exclusive "
           << static_cast<int>(r.exclusive) << " strategy " << static_cast<int>(r.strategy)
           << " cpus " << r.cpus << " max_ref_count " << r.max_ref_count << " required "
           << r.required << " fewest_l3 " << r.fewest_l3 << "\n";
  for (const HintedNode &grant : s.hint)
    RC_LOG() << "hint: node " << grant.node << " with " << grant.available_milli << '\n';
  RC_LOG() << "answer: " << answer.cpus.to_string() << ' ' << to_sentence(answer.refusal) << '\n';
}

inline Answer ask_and_log(const Situation &s) {
  const Answer answer = ask(s);
  log(s, answer);
  return answer;
}

}  // namespace koord::cpu::properties

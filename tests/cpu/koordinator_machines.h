// Small machines and requests for the tests of Koordinator's policies.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cpu/koordinator.h"
#include "support/machines.h"
#include "topology/topology.h"
#include "wording/sentence.h"

namespace koord::cpu::testing {

using MachinePtr = std::shared_ptr<const Topology>;
using koord::kubelet::testing::regular;
using koord::kubelet::testing::Shape;

// Location and threads of one core.
struct Core {
  int socket;
  int node;  // -1 if unknown
  const char *cpus;
  int l3 = -1;
};

// Describes a machine by its cores, numbered in the given order.
inline TopologySpec cores(std::initializer_list<Core> rows) {
  TopologySpec spec;
  int number = 0;
  for (const Core &row : rows) {
    CpuSet::parse(row.cpus).for_each([&](int id) {
      TopologySpec::Cpu cpu;
      cpu.id = id;
      cpu.socket = row.socket;
      cpu.node = row.node;
      cpu.core = number;
      cpu.l3 = row.l3;
      spec.cpus.push_back(cpu);
    });
    ++number;
  }
  return spec;
}

inline MachinePtr machine(TopologySpec spec) { return Topology::build(std::move(spec)); }
inline MachinePtr machine(const Shape &shape) { return Topology::build(regular(shape)); }
inline MachinePtr machine(std::initializer_list<Core> rows) { return machine(cores(rows)); }

// Two sockets with one NUMA node each of four SMT2 cores:
// 0-3,8-11 and 4-7,12-15; n and n+8 are siblings.
inline MachinePtr two_nodes() { return machine(Shape{.sockets = 2}); }
// Two sockets with two NUMA nodes each of two SMT2 cores. Node 0 is 0-1,8-9, node 1 is 2-3,10-11,
// node 2 is 4-5,12-13 and node 3 is 6-7,14-15.
inline MachinePtr four_nodes() {
  return machine(Shape{.sockets = 2, .nodes_per_socket = 2, .cores_per_l3 = 2});
}

// A request and the state of the machine, with CPU sets as lists.
struct Question {
  int cpus = 0;
  BindPolicy bind = BindPolicy::kDefault;
  ExclusivePolicy exclusive = ExclusivePolicy::kNone;
  NumaStrategy strategy = NumaStrategy::kMostAllocated;
  bool required = false;
  bool fewest_l3 = false;
  int max_ref_count = 1;
  Profile profile = Profile::kSpec;
  const char *free = nullptr;  // nullptr if every CPU is free
  const char *preferred = nullptr;
  const char *core_held = nullptr;
  const char *node_held = nullptr;
  std::vector<uint16_t> ref_counts = {};
  std::vector<HintedNode> hint = {};
};

struct Answer {
  std::string cpus;  // a list, or "refused: " and the reason
  std::vector<int64_t> granted;
  Refusal refusal;
};

inline Answer ask(const MachinePtr &machine, const Question &question) {
  const auto optional = [](const char *list) { return CpuSet::parse(list ? list : ""); };
  const auto given = [](const char *list, const CpuSet &set) { return list ? &set : nullptr; };
  Request request;
  request.profile = question.profile;
  request.bind = question.bind;
  request.exclusive = question.exclusive;
  request.strategy = question.strategy;
  request.cpus = question.cpus;
  request.max_ref_count = question.max_ref_count;
  request.required = question.required;
  request.fewest_l3 = question.fewest_l3;
  const CpuSet available = question.free ? CpuSet::parse(question.free) : machine->all_cpus();
  const CpuSet preferred = optional(question.preferred);
  const CpuSet core_held = optional(question.core_held);
  const CpuSet node_held = optional(question.node_held);
  const State state{&available, given(question.preferred, preferred),
                    given(question.core_held, core_held), given(question.node_held, node_held),
                    question.ref_counts};
  std::vector<HintedNode> hint = question.hint;
  Answer answer;
  CpuSet out{1, 2};  // must be overwritten
  answer.refusal = pick(*machine, request, state, hint, out);
  answer.cpus =
      answer.refusal.refused() ? "refused: " + to_sentence(answer.refusal) : out.to_string();
  for (const HintedNode &grant : hint) answer.granted.push_back(grant.granted_milli);
  return answer;
}

inline constexpr auto kFull = BindPolicy::kFullPcpus;
inline constexpr auto kSpread = BindPolicy::kSpreadByPcpus;
inline constexpr auto kPcpuLevel = ExclusivePolicy::kPcpuLevel;
inline constexpr auto kNumaNodeLevel = ExclusivePolicy::kNumaNodeLevel;
inline constexpr auto kMost = NumaStrategy::kMostAllocated;
inline constexpr auto kLeast = NumaStrategy::kLeastAllocated;
inline constexpr auto kEvenly = NumaStrategy::kDistributeEvenly;
inline constexpr auto kSpec = Profile::kSpec;
inline constexpr auto kUpstream = Profile::kUpstream;

}  // namespace koord::cpu::testing

#include "cpu/exclusive.h"

#include "cpu/koordinator.h"

namespace koord::cpu {

CpuSet territory(const Topology &topology, ExclusivePolicy policy, const CpuSet &cpus) {
  if (cpus.empty()) return {};
  switch (policy) {
    case ExclusivePolicy::kPcpuLevel:
      return topology.siblings().with_siblings(cpus);
    case ExclusivePolicy::kNumaNodeLevel: {
      CpuSet out;
      for (const auto &place : topology.cpu_nodes())
        if (place.cpus.intersects(cpus)) out |= place.cpus;
      return out;
    }
    case ExclusivePolicy::kDefault:
    case ExclusivePolicy::kNone:
      break;
  }
  return {};
}

ExclusivePolicy weaker(ExclusivePolicy policy) noexcept {
  switch (policy) {
    case ExclusivePolicy::kNumaNodeLevel:
      return ExclusivePolicy::kPcpuLevel;
    case ExclusivePolicy::kPcpuLevel:
    case ExclusivePolicy::kNone:
    case ExclusivePolicy::kDefault:
      break;
  }
  return ExclusivePolicy::kNone;
}

bool is_for_arm(ExclusivePolicy policy) noexcept {
  switch (policy) {
    case ExclusivePolicy::kPcpuLevel:
      return false;
    case ExclusivePolicy::kNumaNodeLevel:
    case ExclusivePolicy::kNone:
    case ExclusivePolicy::kDefault:
      break;
  }
  return true;
}

const CpuSet *held_under(const State &state, ExclusivePolicy policy) noexcept {
  switch (policy) {
    case ExclusivePolicy::kPcpuLevel:
      return state.core_held;
    case ExclusivePolicy::kNumaNodeLevel:
      return state.node_held;
    case ExclusivePolicy::kNone:
    case ExclusivePolicy::kDefault:
      break;
  }
  return nullptr;
}

Avoidance::Avoidance(const Topology &topology, const Request &request, const State &state)
    : topology_(topology), rules_(request.rules()), policy_(request.exclusive) {
  if (policy_ == ExclusivePolicy::kNone) return;
  avoid(policy_, held_under(state, policy_));
  const ExclusivePolicy next = weaker(policy_);
  if (next == ExclusivePolicy::kNone || !rules_.numa_exclusive_falls_back) return;
  avoid(next, held_under(state, next));
}

void Avoidance::avoid(ExclusivePolicy policy, const CpuSet *held) {
  if (held != nullptr) avoided_[index_of(policy)] |= territory(topology_, policy, *held);
}

size_t Avoidance::passes(bool look_at_cores, bool look_at_nodes, Passes &out) const {
  bool looks = rules_.exclusive_in_every_stage;
  switch (policy_) {
    case ExclusivePolicy::kPcpuLevel:
      looks = looks || look_at_cores;
      break;
    case ExclusivePolicy::kNumaNodeLevel:
      looks = looks || look_at_nodes;
      break;
    case ExclusivePolicy::kNone:
    case ExclusivePolicy::kDefault:
      out[0] = ExclusivePolicy::kNone;
      return 1;
  }
  size_t n = 0;
  if (looks) out[n++] = policy_;
  const ExclusivePolicy next = weaker(policy_);
  if (next != ExclusivePolicy::kNone && rules_.numa_exclusive_falls_back) out[n++] = next;
  out[n++] = ExclusivePolicy::kNone;
  return n;
}

CpuSet Avoidance::candidates(ExclusivePolicy pass, const CpuSet &free) const {
  return pass == ExclusivePolicy::kNone ? free : free - avoided_[index_of(pass)];
}

void Avoidance::avoid_own(const CpuSet &taken) {
  if (policy_ != ExclusivePolicy::kNone) avoid(policy_, &taken);
}

}  // namespace koord::cpu

// What pick_bench measures and its test checks: picks through koord.h, on machines half taken.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "machines.h"

namespace koord::bench {

// How one pod is to be placed by Koordinator's policies.
struct KoordinatorCase {
  const char *name;
  koord_bind_policy bind = KOORD_BIND_POLICY_FULL_PCPUS;
  koord_exclusive_policy exclusive = KOORD_EXCLUSIVE_POLICY_NONE;
  koord_numa_strategy strategy = KOORD_NUMA_STRATEGY_MOST_ALLOCATED;
  Taken taken = Taken::kCores;
  uint32_t flags = 0;
  koord_profile profile = KOORD_PROFILE_SPEC;
  bool hint = false;  // only on as many NUMA nodes as can hold it, 2 or more
};

// How kubelet is to place one container.
struct KubeletCase {
  const char *name;
  uint32_t options = 0;
  Taken taken = Taken::kCores;
  bool affinity = false;  // the topology manager chose NUMA node 0
};

std::span<const KoordinatorCase> koordinator_cases();
std::span<const KubeletCase> kubelet_cases();

// CPUs that are asked for.
inline constexpr uint32_t kAmounts[] = {4, 8, 32};

struct Unref {
  void operator()(koord_topology *topology) const { koord_topology_unref(topology); }
};
using TopologyPtr = std::unique_ptr<koord_topology, Unref>;

// Throws std::runtime_error when the library refuses the machine.
TopologyPtr topology_of(const Machine &machine);

// One request on a row of different states of the machine: the same state again and again would be
// learnt by the branch predictor, which no scheduler's pick is.
inline constexpr uint32_t kStates = 64;

class KoordinatorPicks {
 public:
  KoordinatorPicks(const Machine &machine, const KoordinatorCase &wanted, uint32_t cpus);

  // Picks on the next state. False: failed, or refused.
  bool pick();
  const Words &picked() const { return picked_; }

 private:
  struct State {
    Words sets;  // available CPUs, and those held by pods with PCPULevel
    std::vector<koord_numa_grant> grants;
  };

  TopologyPtr topology_;
  koord_cpu_request request_;
  std::vector<State> states_;
  size_t next_ = 0;
  Words picked_;
  koord_refusal refusal_{};
};

class KubeletPicks {
 public:
  KubeletPicks(const Machine &machine, const KubeletCase &wanted, uint32_t cpus);

  bool pick();
  const Words &picked() const { return picked_; }

 private:
  TopologyPtr topology_;
  koord_kubelet_request request_;
  std::vector<Words> sets_;  // the default set and the reserved one
  size_t next_ = 0;
  Words picked_;
  koord_refusal refusal_{};
};

}  // namespace koord::bench

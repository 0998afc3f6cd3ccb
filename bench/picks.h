// The picks that pick_bench measures and its test checks: through koord.h, on half-full machines.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "machines.h"

namespace koord::bench {

// One pod's request under Koordinator's policies.
struct KoordinatorCase {
  const char *name;
  koord_bind_policy bind = KOORD_BIND_POLICY_FULL_PCPUS;
  koord_exclusive_policy exclusive = KOORD_EXCLUSIVE_POLICY_NONE;
  koord_numa_strategy strategy = KOORD_NUMA_STRATEGY_MOST_ALLOCATED;
  Taken taken = Taken::kCores;
  uint32_t flags = 0;
  koord_profile profile = KOORD_PROFILE_SPEC;
  bool hint = false;  // restrict to as many NUMA nodes as can hold it, at least 2
};

// One container's request under kubelet's policy.
struct KubeletCase {
  const char *name;
  uint32_t options = 0;
  Taken taken = Taken::kCores;
  bool affinity = false;  // the topology manager chose NUMA node 0
};

std::span<const KoordinatorCase> koordinator_cases();
std::span<const KubeletCase> kubelet_cases();

// Numbers of requested CPUs.
inline constexpr uint32_t kAmounts[] = {4, 8, 32};

struct Unref {
  void operator()(koord_topology *topology) const { koord_topology_unref(topology); }
};
using TopologyPtr = std::unique_ptr<koord_topology, Unref>;

// Throws std::runtime_error if the library rejects the machine.
TopologyPtr topology_of(const Machine &machine);

// One request on a sequence of different states of the machine. The branch predictor would learn a
// repeated state, which does not happen in a scheduler.
inline constexpr uint32_t kStates = 64;

class KoordinatorPicks {
 public:
  KoordinatorPicks(const Machine &machine, const KoordinatorCase &wanted, uint32_t cpus);

  // Picks on the next state. Returns false if the call fails or is refused.
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
  std::vector<Words> sets_;  // the shared and the reserved set
  size_t next_ = 0;
  Words picked_;
  koord_refusal refusal_{};
};

}  // namespace koord::bench

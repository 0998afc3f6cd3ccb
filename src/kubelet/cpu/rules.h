// Rules of kubelet's static CPU policy that differ between its versions.
#pragma once

#include "base/kubelet_version.h"

namespace koord::kubelet {

struct PickRules {
  // align-by-socket has an effect on distribute-cpus-across-numa.
  bool distributes_by_socket;
  // distribute-cpus-across-numa uses at least as many NUMA nodes as the topology manager's hint.
  bool keeps_node_count_of_hint;
  // distribute-cpus-across-cores takes one thread of each core before the second of any. Otherwise
  // CPUs are taken by number.
  bool spreads_in_turns;
  // prefer-align-cpus-by-uncorecache takes an L3 group that fits as a whole even if it is smaller
  // than the machine's average. Otherwise a request below the average takes no whole group.
  bool takes_small_uncores;
};

constexpr PickRules pick_rules(KubeletVersion version) noexcept {
  const bool since_138 = version >= KubeletVersion::k138;
  return {.distributes_by_socket = version >= KubeletVersion::k137,
          .keeps_node_count_of_hint = since_138,
          .spreads_in_turns = since_138,
          .takes_small_uncores = since_138};
}

}  // namespace koord::kubelet

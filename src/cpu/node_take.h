// Takes CPUs from one NUMA node after another, if every node can give its share in the shape that
// the bind policy prefers. The result equals the first stage of a separate Take on each node,
// without the search for a domain.
#pragma once

#include "cpu/koordinator.h"
#include "cpu/koordinator_order.h"

namespace koord::cpu {

class NodeTake {
 public:
  // cpus: the CPUs that may be taken, on any number of nodes.
  NodeTake(const Topology &topology, const Request &request, const State &state,
           const CpuSet &cpus);

  // Returns the CPUs of whole cores, or the lowest CPU of each core, by bind policy.
  const CpuSet &shaped() const { return shaped_; }

  // Adds `need` CPUs of the node to `out`. Returns false and adds nothing if the order of the
  // node's cores does not decide alone: there is an exclusive policy, preferred CPUs or holders to
  // count, or too few CPUs have the right shape.
  bool add_from(const Topology::CpuNode &place, int need, CpuSet &out) const;

 private:
  bool by_core_;
  bool simple_;
  int most_;  // Take does not look for more than this in one node
  CpuOrder order_;
  CpuSet shaped_;
};

}  // namespace koord::cpu

// CPUs from one NUMA node after another, where every node can give its share in the shape the bind
// policy likes: what a Take of each node's own would find in its first stage, without the search
// for a place.
#pragma once

#include "cpu/koordinator.h"
#include "cpu/koordinator_order.h"

namespace koord::cpu {

class NodeTake {
 public:
  // cpus: those that may be taken, of any number of nodes.
  NodeTake(const Topology &topology, const Request &request, const State &state,
           const CpuSet &cpus);

  // The CPUs of whole cores, or the lowest of each core, by bind policy.
  const CpuSet &shaped() const { return shaped_; }

  // Adds `need` CPUs of the node to `out`. False, and nothing added, where more has to be weighed
  // than the order of the node's cores: an exclusive policy, preferred CPUs, holders to count, or
  // too few of the right shape.
  bool add_from(const Topology::NumaPlace &place, int need, CpuSet &out) const;

 private:
  bool by_core_;
  bool simple_;
  int most_;  // more than this Take does not look for in one node
  CpuOrder order_;
  CpuSet shaped_;
};

}  // namespace koord::cpu

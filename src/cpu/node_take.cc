#include "cpu/node_take.h"

#include "cpu/koordinator_take.h"

namespace koord::cpu {

NodeTake::NodeTake(const Topology &topology, const Request &request, const State &state,
                   const CpuSet &cpus)
    : by_core_(request.bind == BindPolicy::kFullPcpus || topology.cpus_per_core() == 1),
      simple_(request.exclusive == ExclusivePolicy::kNone && state.preferred == nullptr &&
              topology.siblings().uniform() && (by_core_ || request.max_ref_count <= 1)),
      most_(domain_sizes(topology, request.profile).node),
      order_(topology, request, state),
      shaped_(by_core_ ? whole_cores(topology, cpus, request.profile)
                       : topology.siblings().lowest_per_core(cpus)) {}

bool NodeTake::add_from(const Topology::CpuNode &place, int need, CpuSet &out) const {
  if (!simple_ || need > most_) return false;
  const CpuSet here = shaped_ & place.cpus;
  if (here.count() < need) return false;
  CpuList list;
  if (by_core_)
    order_.by_core(here, need, list);
  else
    order_.one_per_core(here, need, list);
  for (const int cpu : list.view().first(static_cast<size_t>(need))) out.add(cpu);
  return true;
}

}  // namespace koord::cpu

#include "kubelet/cpu/machine.h"

namespace koord::kubelet {
namespace {

Counters count(const Topology &topology) {
  Counters counters;
  counters.cpus = static_cast<int>(topology.cpus().size());
  counters.cores = static_cast<int>(topology.cores().size());
  for (const auto &socket : topology.sockets()) counters.sockets += socket.cpus.empty() ? 0 : 1;
  for (const auto &node : topology.nodes()) counters.nodes += node.cpus.empty() ? 0 : 1;
  const bool first_node_is_empty =
      topology.nodes().empty() || topology.nodes().front().cpus.empty();
  if (!topology.without_node().empty() && first_node_is_empty) ++counters.nodes;
  counters.l3s = -1;
  return counters;
}

}  // namespace

Machine::Machine(const Topology &topology) : Machine(topology, count(topology)) {}

Machine::Machine(const Topology &topology, const Counters &counters)
    : topology_(topology), counters_(counters), first_node_(topology.without_node()) {
  if (!topology.nodes().empty()) first_node_ |= topology.nodes().front().cpus;
}

int Machine::node_index(int id) const {
  if (topology_.nodes().empty()) return id == 0 ? 0 : -1;
  return topology_.node_index(id);
}

Uncores::Uncores(const Machine &machine)
    : machine_(machine), without_l3_(machine.topology().without_l3()), cpus_per_uncore_(0) {
  int groups = 0;
  for (const auto &l3 : machine.topology().l3s()) groups += l3.first_cpu >= 0 ? 1 : 0;
  if (machine.counters().l3s >= 0) {
    cpus_per_uncore_ = machine.counters().cpus_per_l3();
    return;
  }
  for (CpuSet rest = without_l3_; !rest.empty();) {
    const int socket = machine.cpu(rest.first()).socket;
    if (of_socket(socket) >= l3_count()) ++groups;
    rest -= machine.socket_cpus(socket);
  }
  cpus_per_uncore_ = machine.counters().cpus / std::max(1, groups);
}

int Uncores::of_socket(int socket) const {
  const int id = machine_.topology().sockets()[socket].id;
  for (int l3 = 0; l3 < l3_count(); ++l3)
    if (machine_.topology().l3s()[l3].id == id) return l3;
  return l3_count() + socket;
}

CpuSet Uncores::cpus_among(const CpuSet &set, int uncore) const {
  if (without_l3_.empty()) return set & machine_.topology().l3s()[uncore].cpus;
  return set & cpus(uncore);
}

CpuSet Uncores::cpus(int uncore) const {
  if (uncore >= l3_count()) return without_l3_ & machine_.socket_cpus(uncore - l3_count());
  CpuSet cpus = machine_.topology().l3s()[uncore].cpus;
  if (without_l3_.empty()) return cpus;
  const int socket = machine_.topology().socket_index(id(uncore));
  if (socket >= 0) cpus |= without_l3_ & machine_.socket_cpus(socket);
  return cpus;
}

}  // namespace koord::kubelet

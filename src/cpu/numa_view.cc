#include "cpu/numa_view.h"

namespace koord::cpu {

int count_numa_places(const Topology &topology) {
  int places = 0;
  for_each_node(topology, [&](const NumaView &node) {
    for (const auto &socket : topology.sockets())
      places += socket.cpus.intersects(*node.cpus) ? 1 : 0;
  });
  return places;
}

}  // namespace koord::cpu

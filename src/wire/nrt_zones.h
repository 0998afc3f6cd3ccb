// The zones of a NodeResourceTopology that stand for NUMA nodes: type Node, named node-<id>.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "object/objects.h"
#include "topology/topology.h"
#include "wire/api_object.h"

namespace koord::wire {

// The number of "node-<number>", INT64_MAX where it is too large; none for other names.
std::optional<int64_t> node_number(std::string_view name) noexcept;

struct NrtZones {
  // Ascending by id, all of the same length. A NUMA node without such amounts has an empty entry.
  std::vector<object::NumaAmounts> capacity;
  std::vector<object::NumaAmounts> allocatable;
  std::vector<object::NumaAmounts> available;
  // Memory, huge pages and distances as a topology has them.
  std::vector<TopologySpec::Node> nodes;
  Distances distances;
};

// Zones of other types or names are ignored, with a remark. Throws kInvalid naming the field.
NrtZones read_zones(const ApiObject &nrt);

}  // namespace koord::wire

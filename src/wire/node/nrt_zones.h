// The zones of a NodeResourceTopology that stand for NUMA nodes: type Node, named node-<id>.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/log.h"
#include "object/objects.h"
#include "topology/topology.h"

namespace koord::wire {

// Returns the number of "node-<number>", INT64_MAX if it is too large, or nullopt for other names.
std::optional<int64_t> node_number(std::string_view name) noexcept;

struct NrtResource {
  std::string_view name;
  std::optional<int64_t> capacity;
  std::optional<int64_t> allocatable;
  std::optional<int64_t> available;
};
struct NrtCost {
  std::string_view name;
  int64_t value = 0;
};
// The contents of a zone, in the order of the object. Texts are views of the source.
struct NrtZone {
  int64_t node = 0;
  size_t index = 0;  // index of the zone in the object
  std::vector<NrtResource> resources;
  std::vector<NrtCost> costs;
};

// Returns "zones[2]", for errors.
std::string zone_path(size_t index);

// Collects the zones of an object that stand for NUMA nodes.
class NrtZoneList {
 public:
  explicit NrtZoneList(const Log &log) : log_(log) {}

  // Returns the zone to be filled in. Returns nullptr and logs a warning for other types or names.
  // Throws kInvalid naming the field.
  NrtZone *add(size_t index, std::string_view name, std::string_view type);
  std::vector<NrtZone> take() { return std::move(zones_); }

 private:
  const Log &log_;
  std::vector<NrtZone> zones_;
  std::set<int64_t> seen_;
};

struct NrtZones {
  // Ascending by id, all of the same length. A NUMA node without such amounts has an empty entry.
  std::vector<object::NumaAmounts> capacity;
  std::vector<object::NumaAmounts> allocatable;
  std::vector<object::NumaAmounts> available;
  // Memory, huge pages and distances as a topology has them.
  std::vector<TopologySpec::NumaNode> nodes;
  Distances distances;
};

// Throws kInvalid naming the field.
NrtZones read_zones(const std::vector<NrtZone> &zones, const Log &log);

}  // namespace koord::wire

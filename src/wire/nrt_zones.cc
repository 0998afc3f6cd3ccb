#include "wire/nrt_zones.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "wire/amount.h"

namespace koord::wire {
namespace {

using object::Amount;
using object::Amounts;

// A zone that stands for a NUMA node.
struct Zone {
  int64_t node;
  JsonValue value;
};

std::vector<Zone> find_zones(const JsonValue &root, const Log &log) {
  std::vector<Zone> out;
  std::set<int64_t> seen;
  for (const JsonValue &zone : root.elements_of("zones")) {
    const JsonValue name = zone.at("name");
    const auto node = node_number(name.as_string());
    if (zone.string_or("type", "Node") != "Node" || !node) {
      log.warn(zone.path() + ": not a NUMA node (type Node, named node-<number>), ignored");
      continue;
    }
    if (*node >= Topology::kMaxNodes)
      name.fail_expected("a NUMA node number below " + std::to_string(Topology::kMaxNodes));
    if (!seen.insert(*node).second)
      name.fail("NUMA node " + std::to_string(*node) + " has a zone already");
    out.push_back({*node, zone});
  }
  std::sort(out.begin(), out.end(), [](const Zone &a, const Zone &b) { return a.node < b.node; });
  return out;
}

void add_memory(TopologySpec::Node &node, int64_t bytes, const JsonValue &resource) {
  if (__builtin_add_overflow(node.memory_bytes, static_cast<uint64_t>(bytes), &node.memory_bytes))
    resource.fail("the memory of the NUMA node and its huge pages add up to more than 2^64 bytes");
}

// A zone's memory does not count its huge pages; the topology's does.
void add_to_memory(TopologySpec::Node &node, std::set<uint64_t> &pages, const JsonValue &resource,
                   const JsonValue &name, int64_t capacity, const Log &log) {
  const auto page = huge_page_bytes(name.as_string(), name.path());
  if (!page && name.as_string() != object::kMemory) return;
  // "hugepages-2048Ki" is another name of "hugepages-2Mi".
  if (page && !pages.insert(*page).second) name.fail("listed twice");
  add_memory(node, capacity, resource);
  if (!page) return;
  if (static_cast<uint64_t>(capacity) % *page != 0)
    log.warn(resource.path() + ".capacity: not a multiple of the page size, rounded down");
  node.huge_pages.push_back({*page, static_cast<uint64_t>(capacity) / *page});
}

// One resource's amount of one of the three kinds, where it is stated.
void append(Amounts &amounts, const JsonValue &resource, std::string_view name,
            std::string_view kind) {
  if (const auto value = resource.find(kind))
    amounts.push_back({std::string(name), read_amount(name, *value)});
}

void sort_by_name(Amounts &amounts) {
  std::sort(amounts.begin(), amounts.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
}

void read_resources(const Zone &zone, NrtZones &out, const Log &log) {
  const int id = static_cast<int>(zone.node);
  TopologySpec::Node node;
  node.id = zone.node;
  Amounts capacity;
  Amounts allocatable;
  Amounts available;
  std::set<std::string_view> seen;
  std::set<uint64_t> pages;
  for (const JsonValue &resource : zone.value.elements_of("resources")) {
    const JsonValue name = resource.at("name");
    if (!seen.insert(name.as_string()).second) name.fail("listed twice");
    append(capacity, resource, name.as_string(), "capacity");
    append(allocatable, resource, name.as_string(), "allocatable");
    append(available, resource, name.as_string(), "available");
    const bool is_stated = resource.find("capacity").has_value();
    add_to_memory(node, pages, resource, name, is_stated ? capacity.back().value : 0, log);
  }
  for (Amounts *amounts : {&capacity, &allocatable, &available}) sort_by_name(*amounts);
  std::sort(node.huge_pages.begin(), node.huge_pages.end(),
            [](const HugePages &a, const HugePages &b) { return a.page_bytes < b.page_bytes; });
  out.capacity.push_back({id, std::move(capacity)});
  out.allocatable.push_back({id, std::move(allocatable)});
  out.available.push_back({id, std::move(available)});
  out.nodes.push_back(std::move(node));
}

// One row of the distance matrix; pairs that a zone does not list stay 0.
void read_costs(const std::vector<JsonValue> &costs, const std::vector<int> &nodes, uint32_t *row,
                const Log &log) {
  std::vector<bool> seen(nodes.size());
  for (const JsonValue &cost : costs) {
    const JsonValue name = cost.at("name");
    const auto node = node_number(name.as_string());
    const auto at = std::lower_bound(nodes.begin(), nodes.end(), node.value_or(-1));
    if (at == nodes.end() || *at != node) {
      log.warn(name.path() + ": there is no such zone, ignored");
      continue;
    }
    const auto column = static_cast<size_t>(at - nodes.begin());
    if (seen[column]) name.fail("listed twice");
    seen[column] = true;
    row[column] = static_cast<uint32_t>(cost.at("value").as_int(0, UINT32_MAX));
  }
}

Distances read_distances(const std::vector<Zone> &zones, const Log &log) {
  Distances out;
  for (const Zone &zone : zones) out.node_ids.push_back(static_cast<int>(zone.node));
  out.values.resize(zones.size() * zones.size());
  bool known = false;
  for (size_t i = 0; i < zones.size(); ++i) {
    const auto costs = zones[i].value.elements_of("costs");
    known = known || !costs.empty();
    read_costs(costs, out.node_ids, out.values.data() + i * zones.size(), log);
  }
  return known ? out : Distances{};
}

}  // namespace

std::optional<int64_t> node_number(std::string_view name) noexcept {
  constexpr std::string_view kPrefix = "node-";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  const char *first = name.data() + kPrefix.size();
  const char *end = name.data() + name.size();
  uint32_t number = 0;
  const auto result = std::from_chars(first, end, number);
  if (result.ec == std::errc::invalid_argument || result.ptr != end) return std::nullopt;
  return result.ec == std::errc{} ? int64_t{number} : INT64_MAX;
}

NrtZones read_zones(const ApiObject &nrt) {
  const std::vector<Zone> zones = find_zones(nrt.root(), nrt.log());
  NrtZones out;
  for (const Zone &zone : zones) read_resources(zone, out, nrt.log());
  out.distances = read_distances(zones, nrt.log());
  return out;
}

}  // namespace koord::wire

#include "wire/node/nrt_zones.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/error.h"
#include "wire/object/amount.h"

namespace koord::wire {
namespace {

using object::Amount;
using object::Amounts;

std::string part_path(const NrtZone &zone, std::string_view list, size_t index) {
  return zone_path(zone.index).append(".").append(list) + '[' + std::to_string(index) + ']';
}

[[noreturn]] void fail(const std::string &path, const std::string &what) {
  throw Error(Status::kInvalid, path + ": " + what);
}

void sort_by_name(Amounts &amounts) {
  std::sort(amounts.begin(), amounts.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
}

void append(Amounts &amounts, std::string_view name, std::optional<int64_t> value) {
  if (value) amounts.push_back({std::string(name), *value});
}

// Converts the resources of a zone to its NUMA node.
class ZoneReader {
 public:
  ZoneReader(const NrtZone &zone, const Log &log) : zone_(zone), log_(log) { node_.id = zone.node; }

  void read(NrtZones &out) {
    for (size_t i = 0; i < zone_.resources.size(); ++i) {
      const NrtResource &resource = zone_.resources[i];
      if (!seen_.insert(resource.name).second) fail(path(i) + ".name", "listed twice");
      append(capacity_, resource.name, resource.capacity);
      append(allocatable_, resource.name, resource.allocatable);
      append(available_, resource.name, resource.available);
      add_to_memory(i);
    }
    for (Amounts *amounts : {&capacity_, &allocatable_, &available_}) sort_by_name(*amounts);
    std::sort(node_.huge_pages.begin(), node_.huge_pages.end(),
              [](const HugePages &a, const HugePages &b) { return a.page_bytes < b.page_bytes; });
    const int id = static_cast<int>(zone_.node);
    out.capacity.push_back({id, std::move(capacity_)});
    out.allocatable.push_back({id, std::move(allocatable_)});
    out.available.push_back({id, std::move(available_)});
    out.nodes.push_back(std::move(node_));
  }

 private:
  std::string path(size_t i) const { return part_path(zone_, "resources", i); }

  // The topology's memory includes huge pages, a zone's memory does not.
  void add_to_memory(size_t i) {
    const NrtResource &resource = zone_.resources[i];
    const bool is_huge = resource.name.starts_with("hugepages-");
    if (!is_huge && resource.name != object::kMemory) return;
    const auto page = is_huge ? huge_page_bytes(resource.name, path(i) + ".name") : std::nullopt;
    // "hugepages-2048Ki" is another name of "hugepages-2Mi".
    if (page && !pages_.insert(*page).second) fail(path(i) + ".name", "listed twice");
    const auto capacity = static_cast<uint64_t>(resource.capacity.value_or(0));
    if (__builtin_add_overflow(node_.memory_bytes, capacity, &node_.memory_bytes))
      fail(path(i),
           "the memory of the NUMA node and its huge pages add up to more than 2^64 bytes");
    if (!page) return;
    if (capacity % *page != 0)
      log_.warn(path(i) + ".capacity: not a multiple of the page size, rounded down");
    node_.huge_pages.push_back({*page, capacity / *page});
  }

  const NrtZone &zone_;
  const Log &log_;
  TopologySpec::NumaNode node_;
  Amounts capacity_;
  Amounts allocatable_;
  Amounts available_;
  std::set<std::string_view> seen_;
  std::set<uint64_t> pages_;
};

// Fills in one row of the distance matrix. Pairs that a zone does not list stay 0.
void read_costs(const NrtZone &zone, const std::vector<int> &nodes, uint32_t *row, const Log &log) {
  std::vector<bool> seen(nodes.size());
  for (size_t i = 0; i < zone.costs.size(); ++i) {
    const NrtCost &cost = zone.costs[i];
    const auto name = [&] { return part_path(zone, "costs", i) + ".name"; };
    const auto node = node_number(cost.name);
    const auto at = std::lower_bound(nodes.begin(), nodes.end(), node.value_or(-1));
    if (at == nodes.end() || *at != node) {
      log.warn(name() + ": there is no such zone, ignored");
      continue;
    }
    const auto column = static_cast<size_t>(at - nodes.begin());
    if (seen[column]) fail(name(), "listed twice");
    seen[column] = true;
    row[column] = static_cast<uint32_t>(cost.value);
  }
}

Distances read_distances(const std::vector<const NrtZone *> &zones, const Log &log) {
  Distances out;
  for (const NrtZone *zone : zones) out.node_ids.push_back(static_cast<int>(zone->node));
  out.values.resize(zones.size() * zones.size());
  bool known = false;
  for (size_t i = 0; i < zones.size(); ++i) {
    known = known || !zones[i]->costs.empty();
    read_costs(*zones[i], out.node_ids, out.values.data() + i * zones.size(), log);
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

std::string zone_path(size_t index) { return "zones[" + std::to_string(index) + ']'; }

NrtZone *NrtZoneList::add(size_t index, std::string_view name, std::string_view type) {
  const auto node = node_number(name);
  if (type != "Node" || !node) {
    log_.warn(zone_path(index) + ": not a NUMA node (type Node, named node-<number>), ignored");
    return nullptr;
  }
  const auto path = [&] { return zone_path(index) + ".name"; };
  if (*node >= Topology::kMaxNodes)
    fail(path(), "found " + in_quotes(name) + ", expected a NUMA node number below " +
                     std::to_string(Topology::kMaxNodes));
  if (!seen_.insert(*node).second)
    fail(path(), "NUMA node " + std::to_string(*node) + " has a zone already");
  NrtZone &zone = zones_.emplace_back();
  zone.node = *node;
  zone.index = index;
  return &zone;
}

NrtZones read_zones(const std::vector<NrtZone> &zones, const Log &log) {
  std::vector<const NrtZone *> ascending;
  ascending.reserve(zones.size());
  for (const NrtZone &zone : zones) ascending.push_back(&zone);
  std::sort(ascending.begin(), ascending.end(),
            [](const NrtZone *a, const NrtZone *b) { return a->node < b->node; });
  NrtZones out;
  for (const NrtZone *zone : ascending) ZoneReader(*zone, log).read(out);
  out.distances = read_distances(ascending, log);
  return out;
}

}  // namespace koord::wire

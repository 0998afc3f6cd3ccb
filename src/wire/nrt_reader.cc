#include "wire/nrt_reader.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "base/error.h"
#include "wire/amount.h"
#include "wire/cpu_topology.h"
#include "wire/json.h"

namespace koord::wire {
namespace {

JsonDocument parse_nrt(std::string_view json) {
  JsonLimits limits;
  limits.bytes = size_t{16} << 20;
  JsonDocument document = JsonDocument::parse(json, "NodeResourceTopology", limits);
  const JsonValue root = document.root();
  if (const auto kind = root.find("kind"); kind && kind->as_string() != "NodeResourceTopology")
    kind->fail_expected("NodeResourceTopology");
  if (const auto version = root.find("apiVersion");
      version && !version->as_string().starts_with("topology.node.k8s.io/"))
    version->fail_expected("topology.node.k8s.io/v1alpha1");
  return document;
}

// An annotation under its name of today, or else under another it has been published with.
std::optional<JsonValue> find_annotation(const JsonValue &root, std::string_view name,
                                         std::string_view alias, const Log &log) {
  const auto metadata = root.find("metadata");
  const auto annotations = metadata ? metadata->find("annotations") : std::nullopt;
  if (!annotations) return std::nullopt;
  auto canonical = annotations->find(name);
  auto other = alias.empty() ? std::nullopt : annotations->find(alias);
  if (!canonical) return other;
  if (other && canonical->as_string() != other->as_string())
    log.warn(other->path() + ": differs from " + std::string(name) + ", which is used");
  return canonical;
}

// The number of "node-<number>".
std::optional<int64_t> node_number(std::string_view name) {
  constexpr std::string_view kPrefix = "node-";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  const char *first = name.data() + kPrefix.size();
  const char *end = name.data() + name.size();
  uint32_t number = 0;
  const auto result = std::from_chars(first, end, number);
  if (result.ec == std::errc::invalid_argument || result.ptr != end) return std::nullopt;
  return result.ec == std::errc{} ? int64_t{number} : INT64_MAX;
}

// A zone that stands for a NUMA node.
struct Zone {
  int64_t node;
  JsonValue value;
};

std::vector<Zone> read_zones(const JsonValue &root, const Log &log) {
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
TopologySpec::Node read_memory(const Zone &zone, const Log &log) {
  TopologySpec::Node node;
  node.id = zone.node;
  std::set<uint64_t> seen;  // page sizes; 0 is memory
  for (const JsonValue &resource : zone.value.elements_of("resources")) {
    const JsonValue name = resource.at("name");
    const auto page = huge_page_bytes(name.as_string(), name.path());
    if (!page && name.as_string() != "memory") continue;
    if (!seen.insert(page.value_or(0)).second) name.fail("listed twice");
    const auto capacity = resource.find("capacity");
    const int64_t bytes = capacity ? read_bytes(*capacity) : 0;
    add_memory(node, bytes, resource);
    if (!page) continue;
    if (static_cast<uint64_t>(bytes) % *page != 0)
      log.warn(resource.path() + ".capacity: not a multiple of the page size, rounded down");
    node.huge_pages.push_back({*page, static_cast<uint64_t>(bytes) / *page});
  }
  std::sort(node.huge_pages.begin(), node.huge_pages.end(),
            [](const HugePages &a, const HugePages &b) { return a.page_bytes < b.page_bytes; });
  return node;
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

std::shared_ptr<const Topology> topology_from_nrt(std::string_view json, const Log &log) {
  const JsonDocument document = parse_nrt(json);
  const JsonValue root = document.root();
  const auto cpus = find_annotation(root, kCpuTopologyAnnotation, "", log);
  if (!cpus)
    root.at("metadata")
        .fail("has no annotation " + std::string(kCpuTopologyAnnotation) +
              ", which lists the CPUs");
  TopologySpec spec = read_cpu_topology(cpus->as_string(), cpus->path());
  const std::vector<Zone> zones = read_zones(root, log);
  for (const Zone &zone : zones) spec.nodes.push_back(read_memory(zone, log));
  spec.distances = read_distances(zones, log);
  auto topology = Topology::build(std::move(spec));
  log_cpu_topology(*topology, log);
  return topology;
}

NrtReport report_from_nrt(std::string_view json, const Log &log) {
  const JsonDocument document = parse_nrt(json);
  const JsonValue root = document.root();
  NrtReport out;
  if (const auto metadata = root.find("metadata")) out.name = metadata->string_or("name", "");
  if (const auto policies = root.elements_of("topologyPolicies"); !policies.empty()) {
    out.topology_manager = topology_policy_from_name(policies[0].as_string());
    if (!out.topology_manager) log.warn(policies[0].path() + ": unknown policy, ignored");
  }
  if (const auto a =
          find_annotation(root, kCpuManagerPolicyAnnotation, kCpuManagerPolicyAlias, log))
    out.cpu_manager = read_cpu_manager_policy(a->as_string(), a->path());
  if (const auto a = find_annotation(root, kPodCpuAllocsAnnotation, "", log))
    out.pods = read_pod_cpu_allocs(a->as_string(), a->path(), log);
  if (const auto a = find_annotation(root, kCpuSharedPoolsAnnotation, "", log))
    out.shared_pools = read_cpu_shared_pools(a->as_string(), a->path());
  if (const auto a = find_annotation(root, kBeCpuSharedPoolsAnnotation, "", log))
    out.be_shared_pools = read_cpu_shared_pools(a->as_string(), a->path());
  return out;
}

}  // namespace koord::wire

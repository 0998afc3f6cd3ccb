// Cluster::set_machine: a topology as a node of a cluster.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "cluster_cpp.h"

namespace koordctl {
namespace {

// Rows of amounts and the arena with the names of their resources.
class Amounts {
 public:
  void add(const std::string &resource, std::int64_t amount, std::int32_t node) {
    koord_amount row{};
    row.amount = amount;
    row.numa_node = node;
    row.name_offset = static_cast<std::uint32_t>(arena_.size());
    row.name_length = static_cast<std::uint32_t>(resource.size());
    arena_ += resource;
    rows_.push_back(row);
  }
  // Where the name of the node is, behind all others.
  std::uint32_t add_text(const std::string &text) {
    arena_ += text;
    return static_cast<std::uint32_t>(arena_.size() - text.size());
  }
  const std::vector<koord_amount> &rows() const { return rows_; }
  const std::string &arena() const { return arena_; }

 private:
  std::vector<koord_amount> rows_;
  std::string arena_;
};

// "hugepages-2Mi"
std::string hugepages_name(std::uint64_t bytes) {
  constexpr const char *kUnits[] = {"", "Ki", "Mi", "Gi", "Ti"};
  std::size_t unit = 0;
  while (bytes >= 1024 && bytes % 1024 == 0 && unit + 1 < std::size(kUnits)) {
    bytes /= 1024;
    ++unit;
  }
  return "hugepages-" + std::to_string(bytes) + kUnits[unit];
}

// What every NUMA node has: resource by node.
std::map<std::int32_t, std::map<std::string, std::int64_t>> resources_of(const Topology &machine) {
  std::map<std::int32_t, std::map<std::string, std::int64_t>> nodes;
  for (const koord_numa_node &row : machine.nodes()) {
    std::map<std::string, std::int64_t> &resources = nodes[row.numa_node];
    resources["cpu"] = std::int64_t{1000} * row.cpus;
    if (row.memory_bytes != 0) {
      resources["memory"] = static_cast<std::int64_t>(
          std::min<std::uint64_t>(row.memory_bytes, std::numeric_limits<std::int64_t>::max()));
    }
  }
  for (const koord_hugepages &row : machine.hugepages()) {
    std::map<std::string, std::int64_t> &resources = nodes[row.numa_node];
    const auto memory = static_cast<std::uint64_t>(resources["memory"]);
    std::uint64_t bytes = 0;
    // More huge pages than memory: a file made by hand.
    if (__builtin_mul_overflow(row.page_bytes, row.pages, &bytes) || bytes > memory) bytes = memory;
    resources["memory"] = static_cast<std::int64_t>(memory - bytes);
    resources[hugepages_name(row.page_bytes)] += static_cast<std::int64_t>(bytes);
  }
  return nodes;
}

// As nodes spell it.
std::string architecture_of(const Topology &machine) {
  const std::string name = machine.info().architecture;
  if (name == "x86_64") return "amd64";
  return name == "aarch64" ? "arm64" : name;
}

}  // namespace

void Cluster::set_machine(const std::string &name, const Topology &machine, bool with_node,
                          std::string_view subject) {
  const auto nodes = resources_of(machine);
  koord_error error{};
  Amounts zones;
  std::map<std::string, std::int64_t> sums;
  for (const auto &[node, resources] : nodes) {
    for (const auto &[resource, amount] : resources) {
      zones.add(resource, amount, node);
      // No machine holds more than 2^63 bytes; a file may say so.
      if (__builtin_add_overflow(sums[resource], amount, &sums[resource])) {
        throw Failure(kEnvironment, std::string(subject) + ": more than 2^63 bytes of " + resource);
      }
    }
  }
  koord_node_topology_spec topology = KOORD_INIT(koord_node_topology_spec);
  topology.name_offset = zones.add_text(name);
  topology.name_length = static_cast<std::uint32_t>(name.size());
  check(koord_cluster_set_topology_struct(handle_.get(), &topology, zones.arena().data(),
                                          zones.arena().size(), machine.get(), zones.rows().data(),
                                          sizeof(koord_amount), zones.rows().size(), nullptr,
                                          nullptr, 0, nullptr, &error),
        error, subject);
  if (!with_node) return;

  constexpr std::int64_t kPods = 110;  // kubelet's default
  Amounts totals;
  sums["cpu"] = std::int64_t{1000} * static_cast<std::int64_t>(machine.info().cpus);
  for (const auto &[resource, sum] : sums) totals.add(resource, sum, 0);
  totals.add("pods", kPods, 0);
  const std::string architecture = architecture_of(machine);
  koord_node_spec node = KOORD_INIT(koord_node_spec);
  node.name_offset = totals.add_text(name);
  node.name_length = static_cast<std::uint32_t>(name.size());
  node.architecture_offset = totals.add_text(architecture);
  node.architecture_length = static_cast<std::uint32_t>(architecture.size());
  check(koord_cluster_set_node_struct(handle_.get(), &node, totals.arena().data(),
                                      totals.arena().size(), totals.rows().data(),
                                      sizeof(koord_amount), totals.rows().size(), nullptr, nullptr,
                                      0, nullptr, &error),
        error, subject);
}

}  // namespace koordctl

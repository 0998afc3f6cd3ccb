// Cluster::set_machine: a topology as a node of a cluster.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>

#include "cluster_cpp.h"

namespace koordctl {
namespace {

struct Free {
  void operator()(koord_node_builder *builder) const { koord_node_builder_free(builder); }
  void operator()(koord_nrt_builder *builder) const { koord_nrt_builder_free(builder); }
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

using Resources = std::map<std::string, std::int64_t>;

void set_zones(koord_cluster *cluster, const std::string &name, const Topology &machine,
               const std::map<std::int32_t, Resources> &nodes, std::string_view subject) {
  koord_error error{};
  const auto must = [&](koord_status status) { check(status, error, subject); };
  koord_nrt_builder *made = nullptr;
  must(koord_nrt_builder_new(&made, &error));
  const std::unique_ptr<koord_nrt_builder, Free> nrt(made);
  must(koord_nrt_builder_set_name(made, name.data(), name.size(), &error));
  must(koord_nrt_builder_set_topology(made, machine.get(), &error));
  for (const auto &[node, resources] : nodes) {
    const std::string zone_name = "node-" + std::to_string(node);
    std::int32_t zone = 0;
    must(koord_nrt_builder_add_zone(made, zone_name.data(), zone_name.size(), nullptr, 0, &zone,
                                    &error));
    for (const auto &[resource, amount] : resources) {
      must(koord_nrt_builder_add_resource(made, zone, resource.data(), resource.size(), amount,
                                          amount, amount, &error));
    }
  }
  must(koord_cluster_set_topology_from_builder(cluster, made, nullptr, &error));
}

void set_totals(koord_cluster *cluster, const std::string &name, const std::string &architecture,
                const Resources &sums, std::string_view subject) {
  koord_error error{};
  const auto must = [&](koord_status status) { check(status, error, subject); };
  koord_node_builder *made = nullptr;
  must(koord_node_builder_new(&made, &error));
  const std::unique_ptr<koord_node_builder, Free> node(made);
  must(koord_node_builder_set_text(made, KOORD_NODE_TEXT_NAME, name.data(), name.size(), &error));
  must(koord_node_builder_set_text(made, KOORD_NODE_TEXT_ARCHITECTURE, architecture.data(),
                                   architecture.size(), &error));
  for (const auto &[resource, sum] : sums) {
    must(koord_node_builder_set_resource(made, resource.data(), resource.size(), sum, 0, &error));
  }
  must(koord_cluster_set_node_from_builder(cluster, made, nullptr, &error));
}

}  // namespace

void Cluster::set_machine(const std::string &name, const Topology &machine, bool with_node,
                          std::string_view subject) {
  const auto nodes = resources_of(machine);
  Resources sums;
  for (const auto &[node, resources] : nodes) {
    for (const auto &[resource, amount] : resources) {
      // No machine holds more than 2^63 bytes; a file may say so.
      if (__builtin_add_overflow(sums[resource], amount, &sums[resource])) {
        throw Failure(kEnvironment, std::string(subject) + ": more than 2^63 bytes of " + resource);
      }
    }
  }
  set_zones(handle_.get(), name, machine, nodes, subject);
  if (!with_node) return;

  constexpr std::int64_t kPods = 110;  // kubelet's default
  sums["cpu"] = std::int64_t{1000} * static_cast<std::int64_t>(machine.info().cpus);
  sums["pods"] = kPods;
  set_totals(handle_.get(), name, architecture_of(machine), sums, subject);
}

}  // namespace koordctl

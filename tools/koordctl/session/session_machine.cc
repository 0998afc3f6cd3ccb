#include "session/session_machine.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "cli/errors.h"
#include "cli/failure.h"
#include "cli/options.h"
#include "machine/source.h"

namespace koordctl {
namespace {

constexpr uint32_t kMaxCopies = 5000;

// Returns a name such as "hugepages-2Mi".
std::string hugepages_name(uint64_t bytes) {
  constexpr const char *kUnits[] = {"", "Ki", "Mi", "Gi", "Ti"};
  size_t unit = 0;
  while (bytes >= 1024 && bytes % 1024 == 0 && unit + 1 < std::size(kUnits)) {
    bytes /= 1024;
    ++unit;
  }
  return "hugepages-" + std::to_string(bytes) + kUnits[unit];
}

// Returns the resources of every NUMA node, by node.
std::map<int32_t, std::map<std::string, int64_t>> resources_of(const koord::Topology &machine) {
  std::map<int32_t, std::map<std::string, int64_t>> nodes;
  for (const koord_numa_node &row : machine.get_numa_nodes()) {
    std::map<std::string, int64_t> &resources = nodes[row.numa_node];
    resources["cpu"] = int64_t{1000} * row.cpus;
    if (row.memory_bytes != 0) {
      resources["memory"] = static_cast<int64_t>(
          std::min<uint64_t>(row.memory_bytes, std::numeric_limits<int64_t>::max()));
    }
  }
  for (const koord_hugepages &row : machine.get_hugepages()) {
    std::map<std::string, int64_t> &resources = nodes[row.numa_node];
    const auto memory = static_cast<uint64_t>(resources["memory"]);
    uint64_t bytes = 0;
    // A handwritten file may have more huge pages than memory.
    if (__builtin_mul_overflow(row.page_bytes, row.pages, &bytes) || bytes > memory) bytes = memory;
    resources["memory"] = static_cast<int64_t>(memory - bytes);
    resources[hugepages_name(row.page_bytes)] += static_cast<int64_t>(bytes);
  }
  return nodes;
}

// Returns the architecture in Kubernetes' spelling.
std::string architecture_of(const koord::Topology &machine) {
  const std::string name = machine.get_info().architecture;
  if (name == "x86_64") return "amd64";
  return name == "aarch64" ? "arm64" : name;
}

using Resources = std::map<std::string, int64_t>;

void set_zones(koord::Cluster &cluster, const std::string &name, const koord::Topology &machine,
               const std::map<int32_t, Resources> &nodes) {
  koord::NrtBuilder nrt = koord::NrtBuilder::create();
  nrt.set_name(name);
  nrt.set_topology(machine);
  for (const auto &[node, resources] : nodes) {
    const int32_t zone = nrt.add_zone("node-" + std::to_string(node), "");
    for (const auto &[resource, amount] : resources)
      nrt.add_resource(zone, resource, amount, amount, amount);
  }
  cluster.set_topology_from_builder(nrt);
}

void set_totals(koord::Cluster &cluster, const std::string &name, const std::string &architecture,
                const Resources &sums) {
  koord::NodeBuilder node = koord::NodeBuilder::create();
  node.set_text(KOORD_NODE_TEXT_NAME, name);
  node.set_text(KOORD_NODE_TEXT_ARCHITECTURE, architecture);
  for (const auto &[resource, sum] : sums) node.set_resource(resource, sum, 0);
  cluster.set_node_from_builder(node);
}

}  // namespace

Machine open_machine(std::string_view text, bool synthetic, bool verbose) {
  const std::string subject = std::string(synthetic ? "--machine-synthetic " : "--machine ") +
                              std::string(text.substr(0, 64));
  const size_t equals = text.find('=');
  const std::string node(text.substr(0, equals));
  std::string from(equals == std::string_view::npos ? "" : text.substr(equals + 1));
  std::vector<std::string> names = {node};
  constexpr std::string_view kCopies = ",copies=";
  if (const size_t at = from.rfind(kCopies); at != std::string::npos) {
    const uint32_t copies = parse_number(
        subject + ": copies", std::string_view(from).substr(at + kCopies.size()), 1, kMaxCopies);
    from.erase(at);
    names.clear();
    for (uint32_t i = 1; i <= copies; ++i) names.push_back(node + "-" + std::to_string(i));
  }
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
  };
  if (from.empty() || node.empty() || node.size() > 63 ||
      !std::all_of(node.begin(), node.end(), allowed)) {
    throw Failure(kUsage,
                  subject + ": expected NODE=" + (synthetic ? "TEXT" : "FILE") +
                      "[,copies=N], where NODE is 1 to 63 lower-case letters, digits, - or .");
  }
  SourceOptions source;
  (synthetic ? source.synthetic : source.from) = std::move(from);
  source.verbose = verbose;
  return {subject, std::move(names), open_topology(source)};
}

Machine open_this_machine(bool verbose) {
  SourceOptions source;
  source.verbose = verbose;
  const std::string name = host_name();
  return {"this machine", {name.empty() ? "localhost" : name}, open_topology(source)};
}

void set_machine(koord::Cluster &cluster, const std::string &name, const Machine &given,
                 bool with_node) {
  const koord::Topology &machine = given.topology;
  const auto nodes = resources_of(machine);
  Resources sums;
  for (const auto &[node, resources] : nodes) {
    for (const auto &[resource, amount] : resources) {
      // No machine has more than 2^63 bytes, but a file may.
      if (__builtin_add_overflow(sums[resource], amount, &sums[resource]))
        throw Failure(kEnvironment, given.subject + ": more than 2^63 bytes of " + resource);
    }
  }
  with_subject(given.subject, [&] { set_zones(cluster, name, machine, nodes); });
  if (!with_node) return;

  constexpr int64_t kPods = 110;  // kubelet's default
  sums["cpu"] = int64_t{1000} * static_cast<int64_t>(machine.get_info().cpus);
  sums["pods"] = kPods;
  with_subject(given.subject, [&] { set_totals(cluster, name, architecture_of(machine), sums); });
}

}  // namespace koordctl

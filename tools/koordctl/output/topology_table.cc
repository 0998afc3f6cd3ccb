#include "output/topology_table.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <set>

#include "cli/printable.h"
#include "cli/table.h"

namespace koordctl {
namespace {

std::string number_or_empty(int32_t number) { return number < 0 ? "" : std::to_string(number); }

// Returns "512Mi" if that is exact, otherwise a value rounded to one decimal: "63.9Gi", "16.0Gi".
std::string memory_text(uint64_t bytes) {
  static constexpr const char *kUnits[] = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  size_t unit = 0;
  uint64_t scale = 1;
  // In tenths. The remainder is below 2^60, so the product does not overflow.
  const auto tenths = [&] { return bytes / scale * 10 + (bytes % scale * 10 + scale / 2) / scale; };
  while (unit + 1 < std::size(kUnits) && tenths() >= 10240) {
    scale *= 1024;
    ++unit;
  }
  std::string text = std::to_string(tenths() / 10);
  if (bytes % scale != 0) text += "." + std::to_string(tenths() % 10);
  return text + kUnits[unit];
}

struct NodeFacts {
  std::vector<int32_t> sockets, l3s;
  std::set<int32_t> cores;
  koord::CpuSet cpus;
};

NodeFacts facts_of(const std::vector<koord_cpu> &cpus, int32_t node) {
  NodeFacts facts;
  for (const koord_cpu &row : cpus) {
    if (row.numa_node != node) continue;
    facts.sockets.push_back(row.socket);
    if (row.l3 >= 0) facts.l3s.push_back(row.l3);
    facts.cores.insert(row.core_index);
    facts.cpus.insert(row.cpu);
  }
  return facts;
}

class TopologyTable {
 public:
  // With more nodes than this, distances are printed in a separate table like numactl's. Output
  // without headers keeps the column, because scripts have no other source for distances.
  static constexpr size_t kColumnNodes = 8;

  TopologyTable(const koord::Topology &topology, const TableOptions &options)
      : topology_(topology),
        options_(options),
        info_(topology.get_info()),
        cpus_(topology.get_cpus()),
        nodes_(topology.get_numa_nodes()),
        distances_(topology.get_distances()),
        has_memory_only_(std::any_of(nodes_.begin(), nodes_.end(),
                                     [](const auto &node) { return node.cpus == 0; })),
        has_matrix_(options.headers && nodes_.size() > kColumnNodes && !distances_.empty()) {}

  std::string to_string() const {
    std::string text = options_.headers ? summary() + "\n" : std::string();
    text += node_table();
    if (has_matrix_) text += "\n" + distance_table();
    if (options_.wide) text += gap() + cpu_table();
    if (options_.devices) text += gap() + device_table();
    return text;
  }

 private:
  std::string gap() const { return options_.headers ? "\n" : ""; }

  std::string summary() const {
    const koord::CpuSet all = topology_.get_cpuset(KOORD_CPUSET_KIND_ALL, 0);
    const koord::CpuSet offline = topology_.get_cpuset(KOORD_CPUSET_KIND_OFFLINE, 0);
    const koord::CpuSet disallowed = topology_.get_cpuset(KOORD_CPUSET_KIND_DISALLOWED, 0);
    std::string text;
    const auto line = [&](std::string name, const std::string &value) {
      name += ':';
      name.resize(18, ' ');
      text += name + printable(value) + "\n";
    };
    if (info_.architecture[0] != '\0') line("Architecture", info_.architecture);
    line("Sockets", std::to_string(info_.sockets));
    line("NUMA nodes", std::to_string(info_.numa_nodes));
    line("L3 groups", info_.l3s == 0 ? "unknown" : std::to_string(info_.l3s));
    line("Cores", std::to_string(info_.cores));
    line("CPUs", std::to_string(info_.cpus) + " (" + all.to_string() + ")");
    line("Threads per core", threads_per_core());
    if (!offline.empty()) line("Offline CPUs", offline.to_string());
    if (!disallowed.empty()) line("Disallowed CPUs", disallowed.to_string());
    const koord::CpuSet isolated = topology_.get_cpuset(KOORD_CPUSET_KIND_ISOLATED, 0);
    const koord::CpuSet nohz_full = topology_.get_cpuset(KOORD_CPUSET_KIND_NOHZ_FULL, 0);
    if (!isolated.empty()) line("Isolated CPUs", isolated.to_string());
    if (!nohz_full.empty()) line("nohz_full CPUs", nohz_full.to_string());
    return text;
  }

  std::string threads_per_core() const {
    std::vector<uint32_t> threads(info_.cores);
    for (const koord_cpu &row : cpus_) ++threads[static_cast<size_t>(row.core_index)];
    const auto [low, high] = std::minmax_element(threads.begin(), threads.end());
    if (low == threads.end()) return "0";
    return *low == *high ? std::to_string(*low)
                         : std::to_string(*low) + " to " + std::to_string(*high);
  }

  static std::string cost_text(uint32_t cost) { return cost == 0 ? "" : std::to_string(cost); }

  std::string distance_table() const {
    std::vector<std::string> header = {"DISTANCE"};
    for (const koord_numa_node &node : nodes_) header.push_back(std::to_string(node.numa_node));
    Table table(std::move(header));
    for (size_t i = 0; i < nodes_.size(); ++i) {
      std::vector<std::string> row = {std::to_string(nodes_[i].numa_node)};
      for (size_t j = 0; j < nodes_.size(); ++j)
        row.push_back(cost_text(distances_[i * nodes_.size() + j]));
      table.add(std::move(row));
    }
    return table.to_string(true);
  }

  std::string node_table() const {
    std::vector<std::string> header = {"NUMA", "SOCKETS", "CPUS",      "CORES",
                                       "L3",   "MEMORY",  "HUGEPAGES", "CPUSET"};
    if (has_memory_only_) header.push_back("NEAR");
    if (!has_matrix_) header.push_back("DISTANCES");
    Table table(std::move(header));
    const auto hugepages = topology_.get_hugepages();
    const bool has_memory = std::any_of(nodes_.begin(), nodes_.end(),
                                        [](const auto &node) { return node.memory_bytes != 0; });
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const koord_numa_node &node = nodes_[i];
      std::string pages, costs;
      for (const koord_hugepages &row : hugepages) {
        if (row.numa_node != node.numa_node || row.pages == 0) continue;
        if (!pages.empty()) pages += ',';
        pages += std::to_string(row.pages) + "x" + memory_text(row.page_bytes);
      }
      for (size_t j = 0; j < nodes_.size() && !distances_.empty(); ++j) {
        const uint32_t cost = distances_[i * nodes_.size() + j];
        if (j != 0) costs += ' ';
        costs += cost == 0 ? "-" : cost_text(cost);
      }
      add_node(table, std::to_string(node.numa_node), facts_of(cpus_, node.numa_node),
               has_memory ? memory_text(node.memory_bytes) : "", pages,
               node.cpus == 0 ? number_ranges(nodes_near(i)) : "", costs);
    }
    if (const NodeFacts none = facts_of(cpus_, -1); !none.cpus.empty())
      add_node(table, "", none, "", "", "", "");
    return table.to_string(options_.headers);
  }

  // Returns the nodes with CPUs that are near memory without CPUs: those whose CPUs it is local to,
  // and of these the nearest by distance. Empty if neither is known.
  std::vector<int32_t> nodes_near(size_t memory) const {
    const koord::CpuSet local =
        topology_.get_cpuset(KOORD_CPUSET_KIND_NUMA_NODE_LOCAL, nodes_[memory].numa_node);
    const auto distance = [&](size_t node) {
      return distances_.empty() ? 0 : distances_[memory * nodes_.size() + node];
    };
    std::vector<size_t> found;
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].cpus == 0) continue;
      const std::vector<int32_t> cpus =
          topology_.get_cpuset(KOORD_CPUSET_KIND_NUMA_NODE, nodes_[i].numa_node).ids();
      const bool is_local =
          std::any_of(cpus.begin(), cpus.end(), [&](int32_t cpu) { return local.contains(cpu); });
      if (local.empty() ? distance(i) != 0 : is_local) found.push_back(i);
    }
    uint32_t least = UINT32_MAX;
    for (const size_t i : found)
      if (distance(i) != 0) least = std::min(least, distance(i));
    std::vector<int32_t> near;
    for (const size_t i : found)
      if (distance(i) == 0 || distance(i) == least) near.push_back(nodes_[i].numa_node);
    return near;
  }

  void add_node(Table &table, std::string name, const NodeFacts &facts, std::string memory,
                std::string pages, std::string near, std::string costs) const {
    std::vector<std::string> row = {std::move(name),
                                    number_ranges(facts.sockets),
                                    std::to_string(facts.cpus.count()),
                                    std::to_string(facts.cores.size()),
                                    number_ranges(facts.l3s),
                                    std::move(memory),
                                    std::move(pages),
                                    facts.cpus.to_string()};
    if (has_memory_only_) row.push_back(std::move(near));
    if (!has_matrix_) row.push_back(std::move(costs));
    table.add(std::move(row));
  }

  std::string cpu_table() const {
    const koord::CpuSet disallowed = topology_.get_cpuset(KOORD_CPUSET_KIND_DISALLOWED, 0);
    std::vector<std::pair<int32_t, std::vector<std::string>>> rows;
    for (const koord_cpu &row : cpus_) {
      const std::string allowed = disallowed.contains(row.cpu) ? "no" : "yes";
      rows.push_back(
          {row.cpu,
           {std::to_string(row.cpu), number_or_empty(row.numa_node), std::to_string(row.socket),
            std::to_string(row.core_index), number_or_empty(row.kernel_core),
            number_or_empty(row.l3), std::to_string(row.kind), "yes", allowed}});
    }
    for (const int32_t cpu : topology_.get_cpuset(KOORD_CPUSET_KIND_OFFLINE, 0).ids())
      rows.push_back({cpu, {std::to_string(cpu), "", "", "", "", "", "", "no", ""}});
    std::sort(rows.begin(), rows.end(),
              [](const auto &a, const auto &b) { return a.first < b.first; });
    Table table(
        {"CPU", "NUMA", "SOCKET", "CORE", "KERNEL-CORE", "L3", "KIND", "ONLINE", "ALLOWED"});
    for (auto &[cpu, cells] : rows) table.add(std::move(cells));
    return table.to_string(options_.headers);
  }

  std::string device_table() const {
    const auto devices = topology_.get_devices();
    if (devices.empty() && options_.headers) return "No PCI devices.\n";
    const std::string_view texts = topology_.get_texts();
    Table table({"DEVICE", "NUMA", "CLASS", "ID", "CPUSET", "NAMES"});
    for (size_t i = 0; i < devices.size(); ++i) {
      const koord_pci_device &device = devices[i];
      char pci_class[16];
      char id[16];
      std::snprintf(pci_class, sizeof pci_class, "%04x", device.class_id & 0xFFFFU);
      std::snprintf(id, sizeof id, "%04x:%04x", device.vendor_id & 0xFFFFU,
                    device.device_id & 0xFFFFU);
      const koord::CpuSet local =
          topology_.get_cpuset(KOORD_CPUSET_KIND_DEVICE, static_cast<int32_t>(i));
      table.add({std::string(texts.substr(device.bus_id_offset, device.bus_id_length)),
                 number_or_empty(device.numa_node), pci_class, id, local.to_string(),
                 std::string(texts.substr(device.names_offset, device.names_length))});
    }
    return table.to_string(options_.headers);
  }

  const koord::Topology &topology_;
  const TableOptions options_;
  const koord_topology_info info_;
  const std::vector<koord_cpu> cpus_;
  const std::vector<koord_numa_node> nodes_;
  const std::vector<uint32_t> distances_;
  const bool has_memory_only_;
  const bool has_matrix_;
};

}  // namespace

std::string topology_table(const koord::Topology &topology, const TableOptions &options) {
  return TopologyTable(topology, options).to_string();
}

std::string number_ranges(std::vector<int32_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::string text;
  for (size_t first = 0, last = 0; first < numbers.size(); first = ++last) {
    while (last + 1 < numbers.size() && numbers[last + 1] - 1 == numbers[last]) ++last;
    if (!text.empty()) text += ',';
    text += std::to_string(numbers[first]);
    if (last > first) text += '-' + std::to_string(numbers[last]);
  }
  return text;
}

}  // namespace koordctl

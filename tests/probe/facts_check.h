// Compares a Topology with the recorded facts about a machine.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "topology/topology.h"

namespace koord::testing {

using Json = nlohmann::json;

// The rows of facts.json's `cpus` by column name.
class CpuFacts {
 public:
  explicit CpuFacts(const Json &machine) : rows_(machine.at("cpus")) {
    const Json &names = machine.at("cpu_columns");
    for (size_t i = 0; i < names.size(); ++i) columns_[names[i].get<std::string>()] = i;
  }
  size_t size() const { return rows_.size(); }
  int number(size_t row, const char *column) const {
    return rows_[row][columns_.at(column)].get<int>();
  }
  const Json &value(size_t row, const char *column) const {
    return rows_[row][columns_.at(column)];
  }

 private:
  const Json &rows_;
  std::map<std::string, size_t> columns_;
};

// Numbers classes in the order of their first CPU. Equal results
// mean equal partitions, whatever the names.
template <typename Name>
std::vector<int> normal_form(const std::vector<Name> &classes) {
  std::map<Name, int> numbers;
  std::vector<int> out;
  for (const Name &name : classes)
    out.push_back(numbers.try_emplace(name, static_cast<int>(numbers.size())).first->second);
  return out;
}

inline void check_counts(const Topology &t, const Json &machine) {
  const Json &counts = machine.at("counts");
  EXPECT_EQ(t.sockets().size(), counts.at("sockets").get<size_t>());
  EXPECT_EQ(t.nodes().size(), counts.at("numa").get<size_t>());
  EXPECT_EQ(t.cores().size(), counts.at("cores").get<size_t>());
  EXPECT_EQ(t.cpus().size(), counts.at("pus").get<size_t>());
  EXPECT_EQ(t.l3s().size(), counts.at("l3").get<size_t>());
  std::set<uint32_t> widths;
  for (const auto &core : t.cores()) widths.insert(core.threads);
  EXPECT_EQ(widths, counts.at("threads_per_core").get<std::set<uint32_t>>());

  const auto set = [&](const char *name) {
    return CpuSet::parse(machine.at(name).get<std::string>());
  };
  EXPECT_EQ(t.all_cpus().to_string(), set("cpuset").to_string());
  EXPECT_EQ(t.offline().to_string(), (set("complete_cpuset") - set("cpuset")).to_string());
  EXPECT_EQ(t.disallowed().to_string(), (set("cpuset") - set("allowed_cpuset")).to_string());
}

inline int node_id(const Topology &t, const Topology::Cpu &cpu) {
  return cpu.node < 0 ? -1 : t.nodes()[cpu.node].id;
}

inline void check_cpus(const Topology &t, const Json &machine) {
  const CpuFacts facts(machine);
  ASSERT_EQ(t.cpus().size(), facts.size());
  std::vector<int> cores, want_cores, l3s, want_l3s;
  for (size_t i = 0; i < facts.size(); ++i) {
    const int id = facts.number(i, "cpu");
    SCOPED_TRACE("CPU " + std::to_string(id));
    const Topology::Cpu *cpu = t.find_cpu(id);
    ASSERT_NE(cpu, nullptr);
    const Topology::Core &core = t.cores()[cpu->core];
    EXPECT_EQ(core.id, cpu->core);
    EXPECT_EQ(cpu->kernel_core, facts.number(i, "core_os"));
    EXPECT_EQ(t.threads(core)[0], facts.number(i, "core_min_cpu"));
    EXPECT_EQ(t.sockets()[cpu->socket].id, facts.number(i, "socket"));
    EXPECT_EQ(node_id(t, *cpu), facts.number(i, "node"));
    std::set<int> local;
    for (const auto &node : t.nodes())
      if (node.local_cpus.contains(id)) local.insert(node.id);
    EXPECT_EQ(local, facts.value(i, "local_nodes").get<std::set<int>>());
    EXPECT_EQ(cpu->l3 < 0 ? -1 : t.l3s()[cpu->l3].first_cpu, facts.number(i, "l3_min_cpu"));
    cores.push_back(cpu->core);
    want_cores.push_back(facts.number(i, "core"));
    l3s.push_back(cpu->l3);
    want_l3s.push_back(facts.number(i, "l3"));
  }
  EXPECT_EQ(normal_form(cores), normal_form(want_cores));
  EXPECT_EQ(normal_form(l3s), normal_form(want_l3s));
}

inline void check_nodes(const Topology &t, const Json &machine) {
  std::set<int> ids;
  for (const Json &fact : machine.at("numa")) {
    const int id = fact.at("node").get<int>();
    SCOPED_TRACE("NUMA node " + std::to_string(id));
    ids.insert(id);
    const int index = t.node_index(id);
    ASSERT_GE(index, 0);
    const Topology::NumaNode &node = t.nodes()[index];
    EXPECT_EQ(node.memory_bytes, fact.at("memory_bytes").get<uint64_t>());
    EXPECT_EQ(node.local_cpus.to_string(), fact.at("cpuset").get<std::string>());
    if (fact.at("primary_for_no_cpu").get<bool>()) {
      EXPECT_TRUE(node.cpus.empty());
    }
    uint64_t huge = 0;
    for (const HugePages &pages : node.huge_pages) {
      EXPECT_GE(pages.page_bytes, 65536u);  // the base page size is not listed
      huge += pages.page_bytes * pages.count;
    }
    EXPECT_LE(huge, node.memory_bytes);
  }
  for (const auto &node : t.nodes()) EXPECT_TRUE(ids.contains(node.id)) << node.id;

  // Compares the kernel's own lists, for the nodes that have memory.
  if (!machine.at("kernel_node_cpus").is_object()) return;
  for (const auto &[id, list] : machine.at("kernel_node_cpus").items()) {
    const CpuSet cpus = CpuSet::parse(list.get<std::string>()) & t.all_cpus();
    const int index = t.node_index(std::stoi(id));
    if (index < 0 || cpus.empty()) continue;
    EXPECT_EQ(t.nodes()[index].cpus.to_string(), cpus.to_string()) << "NUMA node " << id;
  }
}

inline void check_distances(const Topology &t, const Json &machine) {
  constexpr int kMeansLatency = 4;
  const Json *latencies = nullptr;
  for (const Json &matrix : machine.at("distances"))
    if (matrix.at("type") == "NUMANode" && (matrix.at("kind").get<int>() & kMeansLatency) != 0)
      latencies = &matrix;
  ASSERT_EQ(t.distances().known(), latencies != nullptr);
  if (latencies == nullptr) return;
  ASSERT_EQ(latencies->at("indexing"), "os");
  EXPECT_EQ(t.distances().node_ids, latencies->at("indexes").get<std::vector<int>>());
  EXPECT_EQ(t.distances().values, latencies->at("values").get<std::vector<uint32_t>>());
}

// Formats a device as in "0380 [1002:66a1]".
inline std::string class_and_ids(const PciDevice &device) {
  char text[32];
  std::snprintf(text, sizeof text, "%04x [%04x:%04x]", device.class_id, device.vendor_id,
                device.device_id);
  return text;
}

inline void check_devices(const Topology &t, const Json &machine) {
  std::map<std::string, const PciDevice *> devices;
  for (const PciDevice &device : t.devices()) devices[device.bus_id] = &device;
  EXPECT_EQ(devices.size(), t.devices().size());
  EXPECT_EQ(devices.size(), machine.at("pci_devices").size());
  for (const Json &fact : machine.at("pci_devices")) {
    const auto device = devices.find(fact.at("pci").get<std::string>());
    ASSERT_NE(device, devices.end()) << fact.at("pci");
    EXPECT_EQ(class_and_ids(*device->second), fact.at("type").get<std::string>().substr(0, 16));
  }
  std::map<std::string, std::multiset<std::string>> names;
  for (const Json &fact : machine.at("os_devices")) {
    if (!fact.at("pci").is_string()) continue;  // not on a PCI device
    const std::string bus_id = fact.at("pci").get<std::string>();
    SCOPED_TRACE(bus_id);
    ASSERT_TRUE(devices.contains(bus_id));
    names[bus_id].insert(fact.at("name").get<std::string>());
    EXPECT_EQ(devices[bus_id]->cpus.to_string(), fact.at("cpuset").get<std::string>());
    EXPECT_EQ(devices[bus_id]->node_ids, fact.at("nodes").get<std::vector<int>>());
  }
  for (const PciDevice &device : t.devices())
    EXPECT_EQ(std::multiset<std::string>(device.os_names.begin(), device.os_names.end()),
              names[device.bus_id]);
}

inline void check_kinds(const Topology &t, const Json &machine) {
  std::map<int, int> want;
  int kind = 0;
  for (const Json &fact : machine.at("cpukinds")) {
    CpuSet::parse(fact.at("cpuset").get<std::string>()).for_each([&](int cpu) {
      want[cpu] = kind;
    });
    ++kind;
  }
  for (const auto &cpu : t.cpus()) EXPECT_EQ(cpu.kind, want[cpu.id]) << "CPU " << cpu.id;
}

// Returns the distance between the threads of a core: "none", "adjacent" or "split(+36)".
inline std::string sibling_pattern(const Topology &t) {
  std::set<int> strides;
  for (const auto &core : t.cores())
    for (uint32_t i = 1; i < core.threads; ++i)
      strides.insert(t.threads(core)[i] - t.threads(core)[i - 1]);
  if (strides.empty()) return "none";
  if (strides == std::set<int>{1}) return "adjacent";
  if (strides.size() == 1) return "split(+" + std::to_string(*strides.begin()) + ")";
  return "mixed";
}

// Compares with lscpu's output for the same tree, which is koordlet's
// source: the classes of CPUs must be equal.
inline void check_lscpu(const Topology &t, const Json &machine) {
  if (!machine.at("lscpu").is_array()) return;
  ASSERT_EQ(machine.at("lscpu_columns"),
            Json({"CPU", "NODE", "SOCKET", "CORE", "CACHE", "ONLINE"}));
  std::vector<int> sockets, cores, l3s;
  std::vector<std::string> want_sockets, want_cores, want_l3s;
  for (const Json &row : machine.at("lscpu")) {
    const auto column = [&](size_t i) { return row[i].get<std::string>(); };
    const Topology::Cpu *cpu = t.find_cpu(std::stoi(column(0)));
    if (cpu == nullptr) continue;  // offline, or not available to this process
    EXPECT_EQ(column(5), "yes");
    EXPECT_EQ(column(1) == "-" ? -1 : std::stoi(column(1)), node_id(t, *cpu)) << "CPU " << cpu->id;
    sockets.push_back(cpu->socket);
    want_sockets.push_back(column(2));
    cores.push_back(cpu->core);
    want_cores.push_back(column(3));
    const std::string caches = column(4);
    if (std::count(caches.begin(), caches.end(), ':') < 3) continue;
    l3s.push_back(cpu->l3);
    want_l3s.push_back(caches.substr(caches.rfind(':') + 1));
  }
  EXPECT_EQ(cores.size(), t.cpus().size());
  EXPECT_EQ(normal_form(sockets), normal_form(want_sockets));
  EXPECT_EQ(normal_form(cores), normal_form(want_cores));
  EXPECT_EQ(normal_form(l3s), normal_form(want_l3s));
}

inline void check_facts(const Topology &t, const Json &machine) {
  check_counts(t, machine);
  check_cpus(t, machine);
  check_nodes(t, machine);
  check_distances(t, machine);
  check_devices(t, machine);
  check_kinds(t, machine);
  EXPECT_EQ(sibling_pattern(t), machine.at("siblings").get<std::string>());
  check_lscpu(t, machine);
}

}  // namespace koord::testing

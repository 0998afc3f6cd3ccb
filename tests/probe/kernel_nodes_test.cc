// NUMA nodes that cut across packages and caches, in generated sysfs trees.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include "probe/device_place.h"
#include "probe/hwloc_source.h"
#include "probe/scoped_environment.h"
#include "probe/scoped_sysfs.h"
#include "probe/xml_builder.h"
#include "support/captured_log.h"

namespace koord {
namespace {

namespace fs = std::filesystem;

// Package, L3, core and NUMA node of each CPU.
struct Machine {
  std::vector<int> package, l3, core, node;
  int cpus() const { return static_cast<int>(node.size()); }
};

CpuSet with(const std::vector<int> &level, int value) {
  CpuSet out;
  for (size_t cpu = 0; cpu < level.size(); ++cpu)
    if (level[cpu] == value) out.add(static_cast<int>(cpu));
  return out;
}

void put(const fs::path &path, const std::string &text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text << '\n';
}

// Writes a set in both of Linux's formats.
void put_set(const fs::path &map, const fs::path &list, const CpuSet &cpus) {
  char hex[9];
  std::snprintf(hex, sizeof hex, "%08x", static_cast<unsigned>(cpus.word(0)));
  put(map, hex);
  put(list, cpus.to_string());
}

void write_sysfs(const fs::path &root, const Machine &machine) {
  const fs::path system = root / "sys/devices/system";
  CpuSet all;
  for (int cpu = 0; cpu < machine.cpus(); ++cpu) all.add(cpu);
  for (const char *name : {"online", "possible", "present"})
    put(system / "cpu" / name, all.to_string());
  for (int cpu = 0; cpu < machine.cpus(); ++cpu) {
    const auto at = static_cast<size_t>(cpu);
    const fs::path home = system / "cpu" / ("cpu" + std::to_string(cpu));
    const CpuSet package = with(machine.package, machine.package[at]);
    const CpuSet core = with(machine.core, machine.core[at]);
    put(home / "topology/physical_package_id", std::to_string(machine.package[at]));
    put(home / "topology/core_id", std::to_string(machine.core[at]));
    for (const char *name : {"core_cpus", "thread_siblings"})
      put_set(home / "topology" / name, home / "topology" / (std::string(name) + "_list"), core);
    for (const char *name : {"package_cpus", "core_siblings"})
      put_set(home / "topology" / name, home / "topology" / (std::string(name) + "_list"), package);
    const fs::path cache = home / "cache/index3";
    put(cache / "level", "3");
    put(cache / "type", "Unified");
    put(cache / "size", "32768K");
    put(cache / "id", std::to_string(machine.l3[at]));
    put_set(cache / "shared_cpu_map", cache / "shared_cpu_list", with(machine.l3, machine.l3[at]));
  }
  CpuSet nodes;
  for (const int node : machine.node) nodes.add(node);
  put(system / "node/online", nodes.to_string());
  put(system / "node/possible", nodes.to_string());
  nodes.for_each([&](int node) {
    const fs::path home = system / "node" / ("node" + std::to_string(node));
    put_set(home / "cpumap", home / "cpulist", with(machine.node, node));
    put(home / "meminfo",
        "Node " + std::to_string(node) + " MemTotal: " + std::to_string((node + 1) * 1024) + " kB");
    std::string distances;
    nodes.for_each([&](int other) { distances += node == other ? "10 " : "20 "; });
    put(home / "distance", distances);
  });
  put(root / "proc/cpuinfo", "");
  put(root / "proc/meminfo", "MemTotal: 4096 kB");
  put(root / "proc/mounts", "");
}

std::shared_ptr<const Topology> read(const Machine &machine, const Log &log = {}) {
  const testing::ScopedSysfs sysfs;
  write_sysfs(sysfs.root(), machine);
  auto variables = testing::sysfs_root(sysfs.root());
  variables.push_back({"HWLOC_HIDE_ERRORS", "2"});
  const testing::ScopedEnvironment environment(variables);
  return probe::read_this_machine(0, log);
}

Machine machine_of(
    int cpus, const std::function<int(int)> &package, const std::function<int(int)> &l3,
    const std::function<int(int)> &node,
    const std::function<int(int)> &core = [](int cpu) { return cpu / 2; }) {
  Machine out;
  for (int cpu = 0; cpu < cpus; ++cpu) {
    out.package.push_back(package(cpu));
    out.l3.push_back(l3(cpu));
    out.core.push_back(core(cpu));
    out.node.push_back(node(cpu));
  }
  return out;
}

// Expects the kernel's NUMA nodes and memory, and the sockets
// and L3 groups of a machine without NUMA.
void expect_read(const Machine &machine, const Topology &topology) {
  for (int cpu = 0; cpu < machine.cpus(); ++cpu) {
    const auto at = static_cast<size_t>(cpu);
    const Topology::Cpu *found = topology.find_cpu(cpu);
    ASSERT_NE(found, nullptr);
    ASSERT_GE(found->node, 0);
    EXPECT_EQ(topology.nodes()[static_cast<size_t>(found->node)].id, machine.node[at]) << cpu;
    EXPECT_EQ(topology.sockets()[static_cast<size_t>(found->socket)].id, machine.package[at]);
    ASSERT_GE(found->l3, 0);
    EXPECT_EQ(topology.l3s()[static_cast<size_t>(found->l3)].cpus,
              with(machine.l3, machine.l3[at]));
    // A core that spans nodes is one core in each.
    CpuSet threads;
    for (const int thread : topology.threads(topology.cores()[static_cast<size_t>(found->core)]))
      threads.add(thread);
    EXPECT_EQ(threads, with(machine.core, machine.core[at]) & with(machine.node, machine.node[at]));
  }
  for (const Topology::NumaNode &node : topology.nodes()) {
    EXPECT_EQ(node.cpus, with(machine.node, node.id));
    EXPECT_EQ(node.local_cpus, node.cpus);
    EXPECT_EQ(node.memory_bytes, static_cast<uint64_t>(node.id + 1) << 20);
  }
}

TEST(KernelNodes, S31_MayCutAcrossPackages) {
  testing::CapturedLog log;
  const Machine machine = machine_of(
      16, [](int cpu) { return cpu / 8; }, [](int cpu) { return cpu / 8; },
      [](int cpu) { return cpu / 4 % 2; });
  expect_read(machine, *read(machine, log.log()));
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_EQ(log.messages[0],
            "hwloc: NUMA nodes 0, 1 cut across packages or caches, and hwloc widens them; their "
            "CPUs are those that the kernel reports");
}

TEST(KernelNodes, S31_MayCutAcrossL3s) {
  const Machine machine = machine_of(
      8, [](int) { return 0; }, [](int cpu) { return cpu / 4; },
      [](int cpu) { return cpu / 2 % 2; });
  expect_read(machine, *read(machine));
}

// Adds a VGA controller on bus `bus` that the kernel places on a NUMA node.
void add_device(const fs::path &root, const Machine &machine, int bus, int node) {
  char id[16];
  std::snprintf(id, sizeof id, "0000:%02x:00.0", static_cast<unsigned>(bus));
  const fs::path home = root / "sys/bus/pci/devices" / id;
  put(home / "class", "0x030200");
  put(home / "vendor", "0x10de");
  put(home / "device", "0x20b0");
  put(home / "numa_node", std::to_string(node));
  put_set(home / "local_cpus", home / "local_cpulist", with(machine.node, node));
  std::string config(256, '\0');
  config[0] = '\xde', config[1] = '\x10', config[2] = '\xb0', config[3] = '\x20';
  config[10] = '\x02', config[11] = '\x03';
  std::ofstream(home / "config", std::ios::binary) << config;
}

// Devices are near the NUMA node that the kernel reports, although hwloc attaches them to a larger
// object. If the topology has lost that node, sysfs supplies it.
TEST(KernelNodes, S31_OfDevicesMayCutAcrossPackagesAndL3s) {
  const auto half = [](int cpu) { return cpu / 8; };
  const auto inner = [](int cpu) { return cpu / 4 % 2; };
  const auto whole = [](int) { return 0; };
  for (const Machine &machine :
       {machine_of(16, half, half, inner), machine_of(16, whole, half, inner),
        machine_of(16, half, half, half)}) {
    const testing::ScopedSysfs sysfs;
    write_sysfs(sysfs.root(), machine);
    add_device(sysfs.root(), machine, 4, 0);
    add_device(sysfs.root(), machine, 7, 1);
    auto variables = testing::sysfs_root(sysfs.root());
    variables.push_back({"HWLOC_HIDE_ERRORS", "2"});
    const testing::ScopedEnvironment environment(variables);
    const auto topology = probe::read_this_machine(0, {});
    ASSERT_EQ(topology->devices().size(), 2u);
    for (int node = 0; node < 2; ++node) {
      const PciDevice &device = topology->devices()[static_cast<size_t>(node)];
      EXPECT_EQ(device.node_ids, std::vector<int>{node});
      EXPECT_EQ(device.cpus, with(machine.node, node));
      EXPECT_EQ(probe::DevicePlaces(*topology, "").of(device.bus_id).node, node);
    }
    // A topology without the locations of devices.
    const auto bare = Topology::build([&] {
      TopologySpec spec;
      for (int cpu = 0; cpu < machine.cpus(); ++cpu) {
        TopologySpec::Cpu row;
        row.id = cpu;
        const auto at = static_cast<size_t>(cpu);
        row.socket = machine.package[at];
        row.node = machine.node[at];
        row.core = cpu / 2;
        spec.cpus.push_back(row);
      }
      return spec;
    }());
    const bool cuts =
        machine.package[4] != machine.package[12] && machine.node[4] == machine.node[12];
    for (int node = 0; node < 2; ++node) {
      const std::string &bus_id = topology->devices()[static_cast<size_t>(node)].bus_id;
      const object::DevicePlace place = probe::DevicePlaces(*bare, sysfs.root()).of(bus_id);
      EXPECT_EQ(place.node, node);
      EXPECT_EQ(place.socket, cuts ? -1 : machine.package[static_cast<size_t>(8 * node)]);
      EXPECT_EQ(probe::DevicePlaces(*bare, "").of(bus_id).node, -1);
    }
  }
}

TEST(KernelNodes, OfWholePackagesCauseNoWarning) {
  for (const int packages : {1, 2, 4}) {
    testing::CapturedLog log;
    const Machine machine = machine_of(
        16, [&](int cpu) { return cpu / (16 / packages); }, [](int cpu) { return cpu / 4; },
        [](int cpu) { return cpu / 8; });
    expect_read(machine, *read(machine, log.log()));
    EXPECT_TRUE(log.messages.empty());
  }
}

RC_GTEST_PROP(KernelNodes, AreTheKernelsOnAnyMachine, ()) {
  const int cpus = *rc::gen::inRange(1, 17);
  const auto level = [&](int most) {
    return *rc::gen::container<std::vector<int>>(static_cast<size_t>(cpus),
                                                 rc::gen::inRange(0, most));
  };
  Machine machine{level(3), {}, {}, level(4)};
  // Caches and cores do not cut across each other or packages, as on real machines.
  const std::vector<int> l3 = level(2), core = level(3);
  for (size_t cpu = 0; cpu < machine.node.size(); ++cpu) {
    machine.l3.push_back(machine.package[cpu] * 2 + l3[cpu]);
    machine.core.push_back(machine.l3[cpu] * 3 + core[cpu]);
  }
  expect_read(machine, *read(machine));
}

// A NUMA node of a document, with the markers of a kind of
// memory, and the initiators stated by firmware.
struct Memory {
  std::string cpus, subtype = {}, dax = {};
  std::vector<std::string> initiators = {};
};

// Returns the number of warnings for a document with two NUMA nodes beside two packages, or beside
// two L3 caches of one package, each with one CPU.
int alarms(const Memory &first, const Memory &second, bool packages = true) {
  testing::CapturedLog log;
  std::string nodes, inside, values;
  for (const Memory *memory : {&first, &second}) {
    const std::string id = memory == &first ? "0" : "1";
    for (const std::string &cpus : memory->initiators)
      values += "<memattr_value target_obj_type=\"NUMANode\" target_obj_gp_index=\"10" + id +
                "\" value=\"90\" initiator_cpuset=\"" + testing::hwloc_set(cpus) + "\"/>\n";
    nodes += testing::xml(
        {"NUMANode", memory->cpus, id,
         "os_index=\"" + id + "\" gp_index=\"10" + id + "\" local_memory=\"1073741824\"" +
             (memory->subtype.empty() ? "" : " subtype=\"" + memory->subtype + "\""),
         memory->dax.empty() ? "" : "<info name=\"DAXDevice\" value=\"" + memory->dax + "\"/>\n"});
  }
  for (int cpu = 0; cpu < 2; ++cpu) {
    const std::string id = std::to_string(cpu);
    inside += testing::xml({packages ? "Package" : "L3Cache", id, "0-1",
                            "os_index=\"" + id + "\"" +
                                (packages ? ""
                                          : " cache_size=\"1048576\" depth=\"3\""
                                            " cache_linesize=\"64\" cache_associativity=\"1\""
                                            " cache_type=\"0\""),
                            testing::pu(cpu, "0-1")});
  }
  if (!packages) inside = testing::xml({"Package", "0-1", "0-1", "os_index=\"0\"", inside});
  // User-defined attributes do not describe the locality of memory.
  std::string after =
      "<memattr name=\"mine\" flags=\"5\">\n<memattr_value target_obj_gp_index="
      "\"100\" value=\"1\" initiator_cpuset=\"0x3\"/>\n</memattr>\n";
  for (const char *name : {"Bandwidth", "Latency"})
    after += "<memattr name=\"" + std::string(name) + "\" flags=\"6\">\n" + values + "</memattr>\n";
  probe::read_hwloc_xml(testing::machine("0-1", nodes + inside, "0-1", after), 0, log.log());
  return static_cast<int>(std::ranges::count_if(log.messages, [](const std::string &message) {
    return message.starts_with(
        "hwloc: NUMA nodes 0, 1 have the same CPUs, of several packages or L3 caches");
  }));
}

TEST(KernelNodes, LostInADocumentAreReported) {
  EXPECT_EQ(alarms({"0-1"}, {"0-1"}), 1);
  EXPECT_EQ(alarms({"0-1"}, {"0-1"}, false), 1);
  EXPECT_EQ(alarms({"0-1", "DRAM"}, {"0-1", "DRAM"}), 1);
}

TEST(KernelNodes, OfSeveralKindsOfMemoryAreNotReported) {
  for (const bool packages : {false, true}) {
    EXPECT_EQ(alarms({"0-1", "DRAM"}, {"0-1", "HBM"}, packages), 0);
    EXPECT_EQ(alarms({"0-1"}, {"0-1", "MCDRAM"}, packages), 0);
    EXPECT_EQ(alarms({"0-1"}, {"0-1", "", "dax0.0"}, packages), 0);
  }
}

// Memory without CPUs and markers (CXL): hwloc attaches it to its initiators.
TEST(KernelNodes, WhoseInitiatorsHaveTheseCpusAreNotReported) {
  for (const bool packages : {false, true}) {
    const Memory all{"0-1", "", "", {"0-1"}};
    const Memory of_both{"0-1", "", "", {"0", "1"}};
    EXPECT_EQ(alarms(all, Memory(all), packages), 0);
    EXPECT_EQ(alarms(all, of_both, packages), 0);
    EXPECT_EQ(alarms({"0-1"}, all, packages), 0);
    // The document lacks CPUs that firmware knows.
    EXPECT_EQ(alarms({"0-1", "", "", {"0"}}, {"0-1", "", "", {"1"}}, packages), 1);
  }
}

TEST(KernelNodes, OfASyntheticTopologyHaveNoWarnings) {
  testing::CapturedLog log;
  probe::read_synthetic("pack:2 [numa] [numa] l3:4 core:2 pu:2", log.log());
  EXPECT_TRUE(log.messages.empty());
}

}  // namespace
}  // namespace koord

#include <cstring>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

koord_topology_info info_of(const koord_topology *topology) {
  koord_topology_info info = KOORD_INIT(koord_topology_info);
  EXPECT_EQ(koord_topology_get_info(topology, &info, nullptr), KOORD_OK);
  return info;
}

TEST(Info, CountsTheMachine) {
  const TopologyPtr topology = from_rows(machine_rows(2, 4, 2), "x86_64");
  const koord_topology_info info = info_of(topology.get());
  EXPECT_EQ(info.struct_size, sizeof info);
  EXPECT_EQ(info.cpus, 16u);
  EXPECT_EQ(info.cores, 8u);
  EXPECT_EQ(info.l3s, 2u);
  EXPECT_EQ(info.numa_nodes, 2u);
  EXPECT_EQ(info.sockets, 2u);
  EXPECT_EQ(info.devices, 0u);
  EXPECT_EQ(info.smt_width, 2u);
  EXPECT_EQ(info.words, 1u);
  EXPECT_STREQ(info.architecture, "x86_64");
}

TEST(Info, WordsReachTheHighestCpu) {
  std::vector<koord_cpu> rows = machine_rows(1, 1, 1);
  rows[0].cpu = KOORD_MAX_CPUS - 1;
  EXPECT_EQ(info_of(from_rows(rows).get()).words, KOORD_MAX_CPUS / 64u);
  rows[0].cpu = 64;
  EXPECT_EQ(info_of(from_rows(rows).get()).words, 2u);
}

TEST(Info, NamesTheNullArgument) {
  const TopologyPtr topology = two_sockets();
  koord_topology_info info = KOORD_INIT(koord_topology_info);
  EXPECT_FAILS(koord_topology_get_info(nullptr, &info, &err), KOORD_E_INVALID, "topology: is NULL");
  EXPECT_FAILS(koord_topology_get_info(topology.get(), nullptr, &err), KOORD_E_INVALID,
               "info: is NULL");
}

TEST(Info, RefusesFlags) {
  const TopologyPtr topology = two_sockets();
  koord_topology_info info = KOORD_INIT(koord_topology_info);
  info.flags = 1;
  EXPECT_FAILS(koord_topology_get_info(topology.get(), &info, &err), KOORD_E_INVALID, "info.flags");
}

// Passes an array with guard bytes behind every row, and checks that the count is always set.
template <typename Row, typename Read>
std::vector<Row> rows_by_contract(Read &&read) {
  size_t count = 12345;
  koord_error err{};
  const koord_status first = read(nullptr, sizeof(Row), size_t{0}, &count, &err);
  EXPECT_EQ(first, count == 0 ? KOORD_OK : KOORD_E_NO_SPACE);
  EXPECT_NE(count, 12345u);

  struct Wide {
    Row row;
    uint64_t newer;
  };
  std::vector<Wide> wide(count + 1);
  std::memset(static_cast<void *>(wide.data()), 0x5A, wide.size() * sizeof(Wide));
  const std::vector<Wide> before = wide;
  if (count > 0) {
    size_t again = 0;
    EXPECT_EQ(read(&wide[0].row, sizeof(Wide), count - 1, &again, nullptr), KOORD_E_NO_SPACE);
    EXPECT_EQ(again, count);
    EXPECT_EQ(std::memcmp(wide.data(), before.data(), wide.size() * sizeof(Wide)), 0);
    EXPECT_EQ(read(nullptr, sizeof(Row), count, &again, nullptr), KOORD_E_INVALID);
  }
  EXPECT_EQ(read(&wide[0].row, sizeof(Row) - 1, count, &count, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(read(&wide[0].row, sizeof(Wide), count, nullptr, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(read(&wide[0].row, sizeof(Wide), count, &count, nullptr), KOORD_OK);
  std::vector<Row> rows;
  for (size_t i = 0; i < count; ++i) {
    rows.push_back(wide[i].row);
    EXPECT_EQ(wide[i].newer, 0u) << "what only a newer caller knows is zero";
  }
  EXPECT_EQ(std::memcmp(&wide[count], &before[count], sizeof(Wide)), 0) << "beyond the last row";
  return rows;
}

std::vector<koord_cpu> cpus_of(const koord_topology *topology) {
  return rows_by_contract<koord_cpu>(
      [&](auto... rest) { return koord_topology_get_cpus(topology, rest...); });
}

TEST(Cpus, ComeBackAscending) {
  std::vector<koord_cpu> given = machine_rows(2, 4, 2);
  std::swap(given[0], given[9]);
  const TopologyPtr topology = from_rows(given);
  const std::vector<koord_cpu> rows = cpus_of(topology.get());
  ASSERT_EQ(rows.size(), 16u);
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(rows[i].cpu, i);
    EXPECT_EQ(rows[i].core, i % 8);
    EXPECT_EQ(rows[i].core_index, i % 8);
    EXPECT_EQ(rows[i].socket, i % 8 / 4);
    EXPECT_EQ(rows[i].numa_node, i % 8 / 4);
    EXPECT_EQ(rows[i].l3, i % 8 / 4);
    EXPECT_EQ(rows[i].kernel_core, i % 4);
    EXPECT_EQ(rows[i].kind, 0);
  }
}

TEST(Cpus, KeepSparseNumbers) {
  std::vector<koord_cpu> given = machine_rows(2, 1, 1);
  given[0] = {100, 7, 36, 252, -1, 0, -1, 0};
  given[1] = {64, 7, 40, -1, -1, 0, 3, 2};
  const std::vector<koord_cpu> rows = cpus_of(from_rows(given).get());
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].cpu, 64);
  EXPECT_EQ(rows[0].numa_node, -1);
  EXPECT_EQ(rows[0].socket, 40);
  EXPECT_EQ(rows[0].core, 7);
  EXPECT_EQ(rows[0].core_index, 0);
  EXPECT_EQ(rows[0].l3, -1);
  EXPECT_EQ(rows[0].kernel_core, 3);
  EXPECT_EQ(rows[0].kind, 2);
  EXPECT_EQ(rows[1].numa_node, 252);
  EXPECT_EQ(rows[1].core_index, 1);
}

TEST(Nodes, HaveMemoryAndCpus) {
  const TopologyPtr topology = synthetic("pack:2 [numa(memory=1073741824)] core:4 pu:2");
  const auto rows = rows_by_contract<koord_numa_node>(
      [&](auto... rest) { return koord_topology_get_numa_nodes(topology.get(), rest...); });
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1].numa_node, 1);
  EXPECT_EQ(rows[1].cpus, 8u);
  EXPECT_EQ(rows[1].memory_bytes, uint64_t{1} << 30);
}

TEST(HugePages, MayBeNone) {
  const TopologyPtr topology = two_sockets();
  const auto rows = rows_by_contract<koord_hugepages>(
      [&](auto... rest) { return koord_topology_get_hugepages(topology.get(), rest...); });
  EXPECT_TRUE(rows.empty());
}

TEST(Distances, AreNoneWhenNotReported) {
  const TopologyPtr topology = two_sockets();
  size_t count = 7;
  EXPECT_EQ(koord_topology_get_distances(topology.get(), nullptr, 0, &count, nullptr), KOORD_OK);
  EXPECT_EQ(count, 0u);
}

TEST(Distances, NameTheNullArgument) {
  const TopologyPtr topology = two_sockets();
  uint32_t value = 0;
  size_t count = 0;
  EXPECT_FAILS(koord_topology_get_distances(nullptr, &value, 1, &count, &err), KOORD_E_INVALID,
               "topology");
  EXPECT_FAILS(koord_topology_get_distances(topology.get(), nullptr, 1, &count, &err),
               KOORD_E_INVALID, "values");
  EXPECT_FAILS(koord_topology_get_distances(topology.get(), &value, 1, nullptr, &err),
               KOORD_E_INVALID, "count");
}

TEST(Devices, HaveTextsOwnedByTheTopology) {
  constexpr char kMachine[] =
      R"(<?xml version="1.0"?><topology version="2.0">
<object type="Machine" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1">
<object type="NUMANode" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1"/>
<object type="PU" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1"/>
<object type="PCIDev" pci_busid="0000:1b:00.0" pci_type="0302 [10de:20b2] [0:0] 0"/>
<object type="PCIDev" pci_busid="0000:1f:00.0" pci_type="0207 [15b3:1017] [0:0] 0">
<object type="OSDev" name="ib0" osdev_type="2"/><object type="OSDev" name="mlx5_2" osdev_type="3"/></object></object>
</topology>)";
  koord_topology *made = nullptr;
  ASSERT_EQ(koord_topology_from_hwloc_xml(nullptr, 0, kMachine, KOORD_NUL, &made, nullptr),
            KOORD_OK);
  const TopologyPtr topology(made);
  const auto rows = rows_by_contract<koord_pci_device>(
      [&](auto... rest) { return koord_topology_get_devices(topology.get(), rest...); });
  ASSERT_EQ(rows.size(), 2u);
  size_t length = 0;
  const char *texts = koord_topology_get_texts(topology.get(), &length);
  EXPECT_EQ(std::string(texts, length), "0000:1b:00.00000:1f:00.0ib0,mlx5_2");
  EXPECT_EQ(texts[length], '\0');
  EXPECT_EQ(std::string(texts + rows[0].bus_id_offset, rows[0].bus_id_length), "0000:1b:00.0");
  EXPECT_EQ(rows[0].names_length, 0u);
  EXPECT_EQ(std::string(texts + rows[1].names_offset, rows[1].names_length), "ib0,mlx5_2");
  EXPECT_EQ(rows[1].numa_node, 0);
}

TEST(Devices, MayBeNone) {
  const TopologyPtr topology = two_sockets();
  const auto rows = rows_by_contract<koord_pci_device>(
      [&](auto... rest) { return koord_topology_get_devices(topology.get(), rest...); });
  EXPECT_TRUE(rows.empty());
  size_t length = 9;
  EXPECT_STREQ(koord_topology_get_texts(topology.get(), &length), "");
  EXPECT_EQ(length, 0u);
  EXPECT_STREQ(koord_topology_get_texts(topology.get(), nullptr), "");
}

std::string set_of(const koord_topology *topology, koord_cpuset_kind kind, int32_t id) {
  uint64_t words[2] = {~uint64_t{0}, ~uint64_t{0}};
  koord_error err{};
  if (koord_topology_get_cpuset(topology, kind, id, words, 2, &err) != KOORD_OK) return err.message;
  return list_of(words, 2);
}

TEST(Cpuset, OfEveryKind) {
  const TopologyPtr topology = two_sockets();
  EXPECT_EQ(set_of(topology.get(), KOORD_CPUSET_KIND_ALL, -5), "0-15");
  EXPECT_EQ(set_of(topology.get(), KOORD_CPUSET_KIND_OFFLINE, 0), "");
  EXPECT_EQ(set_of(topology.get(), KOORD_CPUSET_KIND_DISALLOWED, 0), "");
  EXPECT_EQ(set_of(topology.get(), KOORD_CPUSET_KIND_SOCKET, 1), "4-7,12-15");
  EXPECT_EQ(set_of(topology.get(), KOORD_CPUSET_KIND_NUMA_NODE, 0), "0-3,8-11");
  EXPECT_EQ(set_of(topology.get(), KOORD_CPUSET_KIND_L3, 1), "4-7,12-15");
  EXPECT_EQ(set_of(topology.get(), KOORD_CPUSET_KIND_CORE, 7), "7,15");
}

TEST(Cpuset, RefusesUnknownIds) {
  const TopologyPtr topology = two_sockets();
  uint64_t word = 42;
  for (const koord_cpuset_kind kind :
       {KOORD_CPUSET_KIND_SOCKET, KOORD_CPUSET_KIND_NUMA_NODE, KOORD_CPUSET_KIND_NUMA_NODE_LOCAL,
        KOORD_CPUSET_KIND_L3, KOORD_CPUSET_KIND_CORE, KOORD_CPUSET_KIND_DEVICE})
    for (const int32_t id : {-1, 8, INT32_MAX, INT32_MIN})
      EXPECT_FAILS(koord_topology_get_cpuset(topology.get(), kind, id, &word, 1, &err),
                   KOORD_E_INVALID, std::to_string(id));
  for (const koord_cpuset_kind kind : {-1, 11, INT32_MAX})
    EXPECT_FAILS(koord_topology_get_cpuset(topology.get(), kind, 0, &word, 1, &err),
                 KOORD_E_INVALID, "kind");
  EXPECT_FAILS(koord_topology_get_cpuset(nullptr, KOORD_CPUSET_KIND_ALL, 0, &word, 1, &err),
               KOORD_E_INVALID, "topology");
  EXPECT_FAILS(
      koord_topology_get_cpuset(topology.get(), KOORD_CPUSET_KIND_ALL, 0, nullptr, 1, &err),
      KOORD_E_INVALID, "words");
  EXPECT_FAILS(
      koord_topology_get_cpuset(topology.get(), KOORD_CPUSET_KIND_ALL, 0, nullptr, 0, &err),
      KOORD_E_NO_SPACE, "words");
  EXPECT_EQ(word, 42u);
}

}  // namespace
}  // namespace koord::testing

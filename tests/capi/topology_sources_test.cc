#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

constexpr char kXml[] = R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
  <object type="Machine" os_index="0" cpuset="0x3" complete_cpuset="0x3" allowed_cpuset="0x3" nodeset="0x1" complete_nodeset="0x1" allowed_nodeset="0x1" gp_index="1">
    <object type="Package" os_index="0" cpuset="0x3" complete_cpuset="0x3" nodeset="0x1" complete_nodeset="0x1" gp_index="6">
      <object type="NUMANode" os_index="0" cpuset="0x3" complete_cpuset="0x3" nodeset="0x1" complete_nodeset="0x1" gp_index="7" local_memory="1073741824"/>
      <object type="Core" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1" gp_index="3">
        <object type="PU" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1" gp_index="2"/>
      </object>
      <object type="Core" os_index="1" cpuset="0x2" complete_cpuset="0x2" nodeset="0x1" complete_nodeset="0x1" gp_index="5">
        <object type="PU" os_index="1" cpuset="0x2" complete_cpuset="0x2" nodeset="0x1" complete_nodeset="0x1" gp_index="4"/>
      </object>
    </object>
  </object>
</topology>
)";

uint32_t cpu_count_of(const koord_topology *topology) {
  koord_topology_info info = KOORD_INIT(koord_topology_info);
  EXPECT_EQ(koord_topology_get_info(topology, &info, nullptr), KOORD_OK);
  return info.cpus;
}

// A stale handle that a failed call must replace by NULL.
koord_topology *const kStaleHandle = reinterpret_cast<koord_topology *>(0x10);

#define EXPECT_NO_TOPOLOGY(call, status, fragment) \
  do {                                             \
    koord_topology *out = kStaleHandle;            \
    EXPECT_FAILS(call, status, fragment);          \
    EXPECT_EQ(out, nullptr);                       \
  } while (false)

TEST(Discover, ReadsThisMachine) {
  koord_topology *out = nullptr;
  koord_error err{};
  ASSERT_EQ(koord_topology_discover(nullptr, 0, &out, &err), KOORD_OK) << err.message;
  const TopologyPtr owner(out);
  EXPECT_GE(cpu_count_of(out), 1u);
  ASSERT_EQ(koord_topology_discover(nullptr, KOORD_TOPOLOGY_ONLY_ALLOWED, &out, &err), KOORD_OK);
  const TopologyPtr allowed(out);
  EXPECT_LE(cpu_count_of(out), cpu_count_of(owner.get()));
}

TEST(Discover, RefusesUnknownFlags) {
  EXPECT_NO_TOPOLOGY(koord_topology_discover(nullptr, 2, &out, &err), KOORD_E_INVALID, "flags");
  EXPECT_NO_TOPOLOGY(koord_topology_discover(nullptr, 1u << 31, &out, &err), KOORD_E_INVALID,
                     "flags");
  EXPECT_FAILS(koord_topology_discover(nullptr, 0, nullptr, &err), KOORD_E_INVALID, "out");
}

// hwloc reads the live machine here; files that it does not read come from the directory.
TEST(Discover, ReadsIsolatedCpusBelowARoot) {
  const std::string root = ::testing::TempDir() + "koord-isolated-" + std::to_string(getpid());
  std::filesystem::create_directories(root + "/sys/devices/system/cpu");
  const auto isolated = [&](const char *text) {
    std::ofstream(root + "/sys/devices/system/cpu/isolated") << text;
    koord_topology *out = nullptr;
    koord_error err{};
    EXPECT_EQ(koord_topology_discover_in(nullptr, 0, root.data(), root.size(), &out, &err),
              KOORD_OK)
        << err.message;
    const TopologyPtr owner(out);
    std::vector<uint64_t> words(KOORD_MAX_CPUS / 64);
    EXPECT_EQ(koord_topology_get_cpuset(out, KOORD_CPUSET_KIND_NOHZ_FULL, 0, words.data(),
                                        words.size(), &err),
              KOORD_OK);
    EXPECT_EQ(words[0], 0u);
    EXPECT_EQ(koord_topology_get_cpuset(out, KOORD_CPUSET_KIND_ISOLATED, 0, words.data(),
                                        words.size(), &err),
              KOORD_OK);
    return words[0];
  };
  EXPECT_EQ(isolated("0\n"), 1u);
  EXPECT_EQ(isolated("(null)\n"), 0u);
  EXPECT_NO_TOPOLOGY(koord_topology_discover_in(nullptr, 2, "/", 1, &out, &err), KOORD_E_INVALID,
                     "flags");
  for (const std::string path : {"", "/nowhere/at/all", "/proc/self/status"})
    EXPECT_NO_TOPOLOGY(koord_topology_discover_in(nullptr, 0, path.data(), path.size(), &out, &err),
                       KOORD_E_INVALID, "root");
  std::filesystem::remove_all(root);
}

TEST(HwlocXml, IsReadWithAndWithoutItsNul) {
  for (const size_t length : {KOORD_NUL, sizeof kXml - 1, sizeof kXml}) {
    koord_topology *out = nullptr;
    koord_error err{};
    ASSERT_EQ(koord_topology_from_hwloc_xml(nullptr, 0, kXml, length, &out, &err), KOORD_OK)
        << err.message;
    const TopologyPtr owner(out);
    EXPECT_EQ(cpu_count_of(out), 2u);
  }
}

TEST(HwlocXml, RefusesOtherDocuments) {
  EXPECT_NO_TOPOLOGY(koord_topology_from_hwloc_xml(nullptr, 0, "{}", 2, &out, &err),
                     KOORD_E_INVALID, "");
  EXPECT_NO_TOPOLOGY(koord_topology_from_hwloc_xml(nullptr, 0, nullptr, 0, &out, &err),
                     KOORD_E_INVALID, "");
  EXPECT_NO_TOPOLOGY(koord_topology_from_hwloc_xml(nullptr, 0, nullptr, 5, &out, &err),
                     KOORD_E_INVALID, "xml: is NULL");
  EXPECT_NO_TOPOLOGY(koord_topology_from_hwloc_xml(nullptr, 6, kXml, KOORD_NUL, &out, &err),
                     KOORD_E_INVALID, "flags");
  EXPECT_NO_TOPOLOGY(koord_topology_from_hwloc_xml(nullptr, 0, kXml, 900, &out, &err),
                     KOORD_E_INVALID, "");
}

TEST(Synthetic, IsRead) {
  const TopologyPtr topology = synthetic("pack:2 numa:1 l3:2 core:8 pu:2");
  EXPECT_EQ(cpu_count_of(topology.get()), 64u);
}

TEST(Synthetic, RefusesNonsenseAndTooMuch) {
  EXPECT_NO_TOPOLOGY(koord_topology_from_synthetic(nullptr, "core:x", KOORD_NUL, &out, &err),
                     KOORD_E_INVALID, "");
  EXPECT_NO_TOPOLOGY(
      koord_topology_from_synthetic(nullptr, "core:8193 pu:1", KOORD_NUL, &out, &err),
      KOORD_E_LIMIT, "");
  EXPECT_NO_TOPOLOGY(koord_topology_from_synthetic(nullptr, "pu:1\0", 5, &out, &err),
                     KOORD_E_INVALID, "text: byte 4 is NUL");
}

TEST(Annotation, IsRead) {
  constexpr std::string_view kJson =
      R"({"detail":[{"id":0,"core":0,"socket":0,"node":0},{"id":1,"core":1,"socket":1,"node":1}]})";
  koord_topology *out = nullptr;
  ASSERT_EQ(koord_topology_from_annotation(nullptr, kJson.data(), kJson.size(), &out, nullptr),
            KOORD_OK);
  const TopologyPtr owner(out);
  EXPECT_EQ(cpu_count_of(out), 2u);
}

TEST(Annotation, RefusesWithTheFieldsName) {
  const auto read = [](std::string_view json, koord_topology **out, koord_error *err) {
    return koord_topology_from_annotation(nullptr, json.data(), json.size(), out, err);
  };
  EXPECT_NO_TOPOLOGY(read("", &out, &err), KOORD_E_INVALID, "");
  EXPECT_NO_TOPOLOGY(read("[]", &out, &err), KOORD_E_INVALID, "");
  EXPECT_NO_TOPOLOGY(read(R"({"detail":[]})", &out, &err), KOORD_E_INVALID, "no CPU");
  EXPECT_NO_TOPOLOGY(read(R"({"detail":[{"id":"x"}]})", &out, &err), KOORD_E_INVALID,
                     "detail[0].id");
  EXPECT_NO_TOPOLOGY(read(R"({"detail":[{"id":2147483648}]})", &out, &err), KOORD_E_INVALID, "id");
  const std::string large(size_t{10} << 20, ' ');
  EXPECT_NO_TOPOLOGY(read(large, &out, &err), KOORD_E_LIMIT, "");
  const std::string deep(100000, '[');
  EXPECT_NO_TOPOLOGY(read(deep, &out, &err), KOORD_E_INVALID, "");
}

TEST(Nrt, RefusesOtherDocuments) {
  EXPECT_NO_TOPOLOGY(koord_topology_from_nrt(nullptr, "[1]", 3, &out, &err), KOORD_E_INVALID, "");
  EXPECT_NO_TOPOLOGY(koord_topology_from_nrt(nullptr, nullptr, 1, &out, &err), KOORD_E_INVALID,
                     "json: is NULL");
}

koord_status build(const std::vector<koord_cpu> &rows, koord_topology **out, koord_error *err) {
  return koord_topology_from_rows(rows.data(), sizeof(koord_cpu), rows.size(), nullptr, 0, out,
                                  err);
}

TEST(Rows, AreCheckedFieldByField) {
  const auto with = [](auto change) {
    std::vector<koord_cpu> rows = machine_rows(1, 2, 1);
    change(rows[1]);
    return rows;
  };
  const auto fails = [&](auto change, const char *fragment) {
    EXPECT_NO_TOPOLOGY(build(with(change), &out, &err), KOORD_E_INVALID, fragment);
  };
  fails([](auto &row) { row.cpu = 0; }, "CPU 0");
  fails([](auto &row) { row.cpu = -1; }, "CPU id");
  fails([](auto &row) { row.cpu = KOORD_MAX_CPUS; }, "8192");
  fails([](auto &row) { row.socket = -1; }, "socket");
  fails([](auto &row) { row.socket = INT32_MAX; }, "socket");
  fails([](auto &row) { row.core = -1; }, "core");
  fails([](auto &row) { row.numa_node = 1024; }, "node");
  fails([](auto &row) { row.numa_node = -2; }, "node");
  fails([](auto &row) { row.l3 = -2; }, "L3");
  fails([](auto &row) { row.kernel_core = -2; }, "rows[1].kernel_core");
  fails([](auto &row) { row.kind = -1; }, "rows[1].kind");
  EXPECT_NO_TOPOLOGY(build({}, &out, &err), KOORD_E_INVALID, "no CPU");
}

TEST(Rows, OfOneCpuInTwoNodesAreRefused) {
  std::vector<koord_cpu> rows = machine_rows(2, 1, 1);
  rows[1].cpu = 0;
  EXPECT_NO_TOPOLOGY(build(rows, &out, &err), KOORD_E_INVALID, "two NUMA nodes");
}

// Core 7 of socket 0 has two CPUs in NUMA node 0 and two in node 1.
// These are two cores, each within one node.
TEST(Cores, OfDifferentNumaNodesAreSeparate) {
  constexpr std::string_view kDetail =
      R"({"detail":[{"id":0,"core":7,"node":0},{"id":1,"core":7,"node":0},)"
      R"({"id":2,"core":7,"node":1},{"id":3,"core":7,"node":1}]})";
  koord_topology *read = nullptr;
  ASSERT_EQ(koord_topology_from_annotation(nullptr, kDetail.data(), kDetail.size(), &read, nullptr),
            KOORD_OK);
  const TopologyPtr annotation(read);
  std::vector<koord_cpu> rows = machine_rows(2, 1, 2);
  for (koord_cpu &row : rows)
    row = {row.numa_node * 2 + row.cpu / 2, 7, 0, row.numa_node, -1, 0, -1, 0};
  const TopologyPtr built = from_rows(rows);
  for (const koord_topology *topology : {annotation.get(), built.get()}) {
    koord_topology_info info = KOORD_INIT(koord_topology_info);
    ASSERT_EQ(koord_topology_get_info(topology, &info, nullptr), KOORD_OK);
    EXPECT_EQ(info.cores, 2u);
    EXPECT_EQ(info.smt_width, 2u);
    koord_cpu out[4];
    size_t count = 0;
    ASSERT_EQ(koord_topology_get_cpus(topology, out, sizeof out[0], 4, &count, nullptr), KOORD_OK);
    for (const koord_cpu &row : out) {
      EXPECT_EQ(row.core, 7);
      EXPECT_EQ(row.core_index, row.numa_node);
    }
    // CPUs 1 and 2 have equal core numbers, but are no whole core.
    koord_cpu_request request = KOORD_INIT(koord_cpu_request);
    request.cpus = 2;
    request.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
    request.flags = KOORD_PICK_REQUIRED;
    request.words = 1;
    koord_refusal refusal;
    uint64_t picked = 0;
    const uint64_t split = 0x6;
    ASSERT_EQ(
        koord_cpu_pick(topology, &request, &split, nullptr, nullptr, &picked, &refusal, nullptr),
        KOORD_OK);
    EXPECT_NE(refusal.reason, KOORD_REASON_NONE);
    const uint64_t whole = 0xE;
    ASSERT_EQ(
        koord_cpu_pick(topology, &request, &whole, nullptr, nullptr, &picked, &refusal, nullptr),
        KOORD_OK);
    EXPECT_EQ(refusal.reason, KOORD_REASON_NONE);
    EXPECT_EQ(picked, 0xCu);
  }
}

TEST(Rows, HaveAStride) {
  struct Wide {
    koord_cpu row;
    int32_t newer[2];
  };
  std::vector<Wide> rows;
  for (const koord_cpu &row : machine_rows(2, 2, 2)) rows.push_back({row, {0, 0}});
  const auto build_wide = [&](size_t stride, koord_topology **out, koord_error *err) {
    return koord_topology_from_rows(&rows[0].row, stride, rows.size(), "", 0, out, err);
  };
  koord_topology *topology = nullptr;
  ASSERT_EQ(build_wide(sizeof(Wide), &topology, nullptr), KOORD_OK);
  const TopologyPtr owner(topology);
  EXPECT_EQ(cpu_count_of(topology), 8u);
  EXPECT_NO_TOPOLOGY(build_wide(sizeof(koord_cpu) - 4, &out, &err), KOORD_E_INVALID, "stride");
  EXPECT_NO_TOPOLOGY(build_wide(0, &out, &err), KOORD_E_INVALID, "stride");
  rows[3].newer[1] = 1;
  EXPECT_NO_TOPOLOGY(build_wide(sizeof(Wide), &out, &err), KOORD_E_INVALID, "rows[3]");
}

TEST(Rows, AreLimited) {
  const koord_cpu row{};
  EXPECT_NO_TOPOLOGY(
      koord_topology_from_rows(&row, sizeof row, KOORD_MAX_CPUS + 1, "", 0, &out, &err),
      KOORD_E_LIMIT, "8193");
  EXPECT_NO_TOPOLOGY(koord_topology_from_rows(&row, sizeof row, SIZE_MAX, "", 0, &out, &err),
                     KOORD_E_LIMIT, "");
  EXPECT_NO_TOPOLOGY(koord_topology_from_rows(nullptr, sizeof row, 1, "", 0, &out, &err),
                     KOORD_E_INVALID, "rows: is NULL");
}

TEST(Rows, TakeAnArchitecture) {
  const auto rows = machine_rows(1, 1, 1);
  const auto build_on = [&](std::string_view arch, koord_topology **out, koord_error *err) {
    return koord_topology_from_rows(rows.data(), sizeof rows[0], rows.size(), arch.data(),
                                    arch.size(), out, err);
  };
  const TopologyPtr topology = from_rows(rows, "aarch64");
  koord_topology_info info = KOORD_INIT(koord_topology_info);
  ASSERT_EQ(koord_topology_get_info(topology.get(), &info, nullptr), KOORD_OK);
  EXPECT_STREQ(info.architecture, "aarch64");
  EXPECT_NO_TOPOLOGY(build_on(std::string(24, 'x'), &out, &err), KOORD_E_INVALID, "architecture");
  EXPECT_NO_TOPOLOGY(build_on("\xC0\x80", &out, &err), KOORD_E_INVALID, "byte 0 is not UTF-8");
  EXPECT_NO_TOPOLOGY(build_on("a\xED\xA0\x80", &out, &err), KOORD_E_INVALID, "byte 1 is not UTF-8");
  EXPECT_NO_TOPOLOGY(build_on("\xF4\x90\x80\x80", &out, &err), KOORD_E_INVALID, "not UTF-8");
  EXPECT_NO_TOPOLOGY(build_on("\xE2\x82", &out, &err), KOORD_E_INVALID, "not UTF-8");
}

TEST(References, KeepTheTopologyAlive) {
  koord_topology *topology = two_sockets().release();
  koord_topology *second = koord_topology_ref(topology);
  EXPECT_EQ(second, topology);
  koord_topology_unref(topology);
  EXPECT_EQ(cpu_count_of(second), 16u);
  koord_topology_unref(second);
  koord_topology_unref(nullptr);
  EXPECT_EQ(koord_topology_ref(nullptr), nullptr);
}

}  // namespace
}  // namespace koord::testing

#include <gtest/gtest.h>
#include <hwloc.h>

#include <set>
#include <string>

#include "probe/hwloc_source.h"
#include "probe/synthetic_guard.h"
#include "support/expect_error.h"

namespace koord {
namespace {

std::shared_ptr<const Topology> machine_of(const std::string &text) {
  return probe::read_synthetic(text, {});
}

struct Counts {
  size_t sockets, nodes, l3s, cores, cpus;
  bool operator==(const Counts &) const = default;
};

void PrintTo(const Counts &c, std::ostream *out) {
  *out << c.sockets << " sockets, " << c.nodes << " nodes, " << c.l3s << " L3, " << c.cores
       << " cores, " << c.cpus << " CPUs";
}

Counts counts(const std::string &text) {
  const auto t = machine_of(text);
  return {t->sockets().size(), t->nodes().size(), t->l3s().size(), t->cores().size(),
          t->cpus().size()};
}

TEST(Synthetic, MachinesOfAllShapes) {
  EXPECT_EQ(counts("pack:2 numa:1 l3:2 core:8 pu:2"), (Counts{2, 2, 4, 32, 64}));
  EXPECT_EQ(counts("pack:2 numa:1 core:4 pu:2"), (Counts{2, 2, 0, 8, 16}));
  EXPECT_EQ(counts("numa:2 pack:1 core:4 pu:2"), (Counts{2, 2, 0, 8, 16}));
  EXPECT_EQ(counts("pack:2 numa:8 l3:1 core:4 pu:1"), (Counts{2, 16, 16, 64, 64}));
  EXPECT_EQ(counts("numa:2 pack:4 core:2 pu:4"), (Counts{8, 2, 0, 16, 64}));
  EXPECT_EQ(counts("pack:1 core:4 pu:8"), (Counts{1, 1, 0, 4, 32}));
  EXPECT_EQ(counts("pack:2 l3:1 numa:2 core:2 pu:2"), (Counts{2, 4, 2, 8, 16}));
  EXPECT_EQ(counts("pack:2 [numa] [numa] core:2 pu:1"), (Counts{2, 4, 0, 4, 4}));
  EXPECT_EQ(counts("[numa] core:2 pu:1"), (Counts{1, 1, 0, 2, 2}));
  EXPECT_EQ(counts("2 4 2"), (Counts{2, 8, 0, 16, 16}));  // packages, NUMA nodes, PUs
  EXPECT_EQ(counts("pu:3"), (Counts{1, 1, 0, 3, 3}));
  EXPECT_EQ(counts("  Package:1\n\tL3Cache:2 Core:1 PU:1 "), (Counts{1, 1, 2, 2, 2}));
  EXPECT_EQ(counts("group:2 group:2 pack:1 die:2 l2:1 l1d:1 l1i:1 core:1 pu:1"),
            (Counts{4, 1, 0, 8, 8}));
}

TEST(Synthetic, LargestMachines) {
  EXPECT_EQ(counts("pack:16 numa:1 core:32 pu:8"), (Counts{16, 16, 0, 512, 4096}));
  EXPECT_EQ(counts("pack:8 numa:2 l3:4 core:64 pu:2"), (Counts{8, 16, 64, 4096, 8192}));
  EXPECT_EQ(counts("pu:8192"), (Counts{1, 1, 0, 8192, 8192}));
  EXPECT_EQ(counts("pack:2 core:2048 pu:2"), (Counts{2, 1, 0, 4096, 8192}));
  EXPECT_EQ(counts("numa:1024 pu:1"), (Counts{1, 1024, 0, 1024, 1024}));
}

TEST(Synthetic, CpusInOrderAndMemory) {
  const auto t = machine_of("(memory=1GB) pack:2 numa:2(memory=16GiB) core:2 pu:2");
  EXPECT_EQ(t->nodes()[3].memory_bytes, uint64_t{16} << 30);
  EXPECT_EQ(t->nodes()[2].cpus.to_string(), "8-11");
  EXPECT_EQ(t->sockets()[1].cpus.to_string(), "8-15");
  EXPECT_EQ(t->find_cpu(9)->core, 4);
  EXPECT_FALSE(t->distances().known());
  EXPECT_TRUE(t->devices().empty());
}

TEST(Synthetic, CpuNumbersFromIndexes) {
  // Siblings n and n + 4, written in several ways.
  for (const char *indexes : {"0,4,1,5,2,6,3,7", "pack:core", "4*2:2*2", "2*4"}) {
    const auto t = machine_of("pack:2 core:2 pu:2(indexes=" + std::string(indexes) + ")");
    std::set<int> strides;
    for (const auto &core : t->cores()) strides.insert(t->threads(core)[1] - t->threads(core)[0]);
    EXPECT_EQ(strides, std::set<int>{4}) << indexes;
  }
  EXPECT_EQ(machine_of("pack:2(indexes=5,3) core:1 pu:1")->sockets()[0].id, 3);
  EXPECT_EQ(machine_of("numa:2(indexes=8,1023) pu:1")->nodes()[1].id, 1023);
  EXPECT_EQ(machine_of("pack:2 [numa(indexes=7,2)] pu:1")->nodes()[0].id, 2);
  EXPECT_EQ(machine_of("core:2 pu:1(indexes=8191,0)")->cpus()[1].id, 8191);
}

TEST(Synthetic, GroupsKeepThousandsOfSiblingsApart) {
  EXPECT_EQ(probe::checked_synthetic("pack:2 core:1024(indexes=pack) pu:2").text,
            "pack:2 group:16 core:64(indexes=pack) pu:2");
  EXPECT_EQ(probe::checked_synthetic("group:2 core:1024 pu:2").text, "group:2 core:1024 pu:2");
  EXPECT_EQ(probe::checked_synthetic("core:256 pu:2").text, "core:256 pu:2");
  EXPECT_EQ(probe::checked_synthetic("2 320").text, "numa:2 group:5 pu:64");
  EXPECT_EQ(probe::checked_synthetic("core:3344 pu:2").text, "group:44 core:76 pu:2");
  EXPECT_EQ(probe::checked_synthetic("core:544(memory=1MB) pu:1").text,
            "group:8 core:68(memory=1MB) pu:1");
  EXPECT_EQ(probe::checked_synthetic("core:1021 pu:2").text, "core:1021 pu:2");
}

// hwloc chooses types for levels without one, and the limits count levels by these types.
TEST(Synthetic, LevelsWithoutTypesAreNamedAsHwlocDoes) {
  const auto named = [](const std::string &text) { return probe::checked_synthetic(text).text; };
  EXPECT_EQ(named("4"), "pu:4");
  EXPECT_EQ(named("core:2 4"), "core:2 pu:4");
  EXPECT_EQ(named("257 2"), "numa:257 pu:2");
  EXPECT_EQ(named("2 [numa] 4"), "pack:2 [numa] pu:4");
  EXPECT_EQ(named("(memory=1GB) 2 3(memory=2GB) 4 pu:2(indexes=24*2)"),
            "(memory=1GB) pack:2 numa:3(memory=2GB) core:4 pu:2(indexes=24*2)");
  EXPECT_EQ(named("2 2 2 2 2"), "pack:2 numa:2 l2:2 core:2 pu:2");
  EXPECT_EQ(named("1 1 1 1 1 1 1 1 2"), "group:1 pack:1 numa:1 l3:1 l2:1 l1d:1 l1i:1 core:1 pu:2");
}

std::string exported(const std::string &description) {
  hwloc_topology_t topology = nullptr;
  std::string text(4096, '\0');
  EXPECT_EQ(hwloc_topology_init(&topology), 0);
  hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL);
  EXPECT_EQ(hwloc_topology_set_synthetic(topology, description.c_str()), 0) << description;
  EXPECT_EQ(hwloc_topology_load(topology), 0) << description;
  EXPECT_GT(hwloc_topology_export_synthetic(topology, text.data(), text.size(), 0), 0);
  hwloc_topology_destroy(topology);
  return text.c_str();
}

TEST(Synthetic, NamingLevelsChangesNothing) {
  for (const char *attached : {"", " [numa]"}) {
    std::string text = "2" + std::string(attached);
    for (int levels = 2; levels <= 12; ++levels) {
      text += " 2";
      EXPECT_EQ(exported(text), exported(probe::checked_synthetic(text).text)) << text;
    }
  }
}

TEST(Synthetic, TextThatDescribesNoMachineIsRefused) {
  const auto refused = [](const std::string &text, const std::string &why) {
    EXPECT_ERROR(machine_of(text), Status::kInvalid, why);
  };
  refused("", "no levels");
  refused("   ", "no levels");
  refused("[numa]", "no levels");
  refused("(memory=1GB)", "no levels");
  refused("pack", "expected ':'");
  refused("pack:", "not a number");
  refused("pack:0 pu:1", "not a number");
  refused("pack:02 pu:1", "not a number");
  refused("pack:-1 pu:1", "not a number");
  refused("pack:0x2 pu:1", "not a number");
  refused("pack:2x pu:1", "not a number");
  refused("pack:2, pu:1", "not a type");
  refused("chair:2 pu:1", "not a type");
  refused("l9:2 pu:1", "not a type");
  for (const char *type : {"machine", "misc", "bridge", "pcidev", "osdev", "gpu", "memcache"})
    refused(std::string(type) + ":2 pu:1", "cannot be a level");
  refused("pack:2 core:2", "last level is not PU");
  refused("pu:2 pu:2", "two levels of type PU");
  refused("pack:2 pack:2 pu:1", "two levels of type Package");
  refused("numa:2 [numa] pu:1", "both a level and attached");
  refused("pack:2 [core] pu:1", "only NUMA nodes");
  refused("pack:2 [numa pu:1", "expected ']'");
  refused("pack:2 pu:2 [numa]", "attached to a PU");
  refused("2 core:2 2", "some levels");
  refused("numa:2(memory=1GB pu:2", "expected '='");
  refused("numa:2(memory=) pu:2", "bytes");
  refused("numa:2(memory=1XB) pu:2", "bytes");
  refused("numa:2(memory=-1) pu:2", "bytes");
  refused("numa:2(memory=99999999999999999999999) pu:2", "bytes");
  refused("numa:2(colour=1) pu:2", "unknown");
  refused(std::string("pu:2\0pu", 7), "not a type");
  refused("\xff\xfe", "not a type");
}

TEST(Synthetic, IndexesThatNumberNothingAreRefused) {
  const auto refused = [](const std::string &indexes, const std::string &why) {
    EXPECT_ERROR(machine_of("pack:2 core:2 pu:2(indexes=" + indexes + ")"), Status::kInvalid, why);
  };
  refused("", "empty");
  refused("0,1", "2 indexes for 8");
  refused("0,1,2,3,4,5,6,7,8", "9 indexes for 8");
  refused("0,1,2,3,4,5,6,6", "given twice");
  refused("0,1,2,3,4,5,6,", "missing");
  refused("2*4:2*4", "every object once");
  refused("1*3", "every object once");
  refused("0*8", "of the form");
  refused("8*0", "of the form");
  refused("-1*8", "is not a level above this one");
  refused("1*8*1", "of the form");
  refused("99999999999999999999*1", "of the form");
  refused("core:core", "given twice");
  refused("l3", "is not a level above this one");
  refused("machine", "is not a level above this one");
  refused("core::pack", "is not a level above this one");
  EXPECT_ERROR(machine_of("pack:2(indexes=pu) core:2 pu:2"), Status::kInvalid,
               "is not a level above this one");
  EXPECT_ERROR(machine_of("pack:2 [numa(indexes=0,1)] [numa(indexes=2,3)] pu:2"), Status::kInvalid,
               "given twice");
}

TEST(Synthetic, TooMuchIsALimit) {
  const auto limit = [](const std::string &text) {
    EXPECT_ERROR(machine_of(text), Status::kLimit, "");
  };
  limit("pu:8193");
  limit("pack:2 core:4096 pu:2");
  limit("pack:99999999999999999999999999 pu:1");
  limit("pack:18446744073709551615 core:18446744073709551615 pu:2");
  limit("65536 65536 65536 65536");
  limit("numa:1025 pu:1");
  limit("1025 1");
  limit("8192 1 1 1 1");
  limit("core:1000 [numa] [numa] pu:1");
  // hwloc would need minutes for these siblings.
  limit("core:8191 pu:1");
  limit("4099");
  limit("group:1 core:8192 pu:1");
  limit("core:2 pu:2(indexes=0,1,2,8192)");
  limit("core:2 pu:2(indexes=0,1,2,4294967295)");
  limit("core:2 pu:2(indexes=0,1,2,99999999999999999999)");
  limit("numa:2(indexes=0,1024) pu:1");
  limit(std::string(70000, ' '));
  std::string levels, numas;
  for (int i = 0; i < 40; ++i) levels += "group:1 ";
  limit(levels + "pu:1");
  for (int i = 0; i < 2000; ++i) numas += "[numa] ";
  limit("pack:1 " + numas + "pu:1");
  limit("pack:1 core:8192 l3:1 l2:1 l1:1 l1i:1 group:1 group:1 group:1 pu:1");
}

TEST(Synthetic, NothingIsPrinted) {
  ::testing::internal::CaptureStderr();
  EXPECT_ERROR(machine_of("pack:2 core:2"), Status::kInvalid, "");
  machine_of("core:2 l2:1 l2:1 l1:1 pu:2");
  machine_of("pack:3 numa:1 die:1 l3:1 group:1 core:1 pu:3");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace koord

#include "wire/node/memory_report.h"

#include <gtest/gtest.h>

#include <string>

#include "support/expect_error.h"

namespace koord::wire {
namespace {

const std::string kText =
    R"({"numaNodes":[{"node":0,"assignments":2,"cells":[0,2],"memory":[)"
    R"({"type":"hugepages-1Gi","allocatable":2147483648,"free":0},)"
    R"({"type":"memory","allocatable":4096,"free":1024,"systemReserved":512}]},)"
    R"({"node":2,"assignments":1,"cells":[0,2],"memory":[{"type":"memory","allocatable":1,"free":1}]},)"
    R"({"node":3,"assignments":0,"memory":[]}],)"
    R"("pods":[{"uid":"a","cpuset":"2-3","blocks":[{"nodes":[0,2],"type":"memory","size":3072}]},)"
    R"({"uid":"b","ended":true,"blocks":[]}],"preferClosestNUMANodes":true})";

TEST(MemoryReport, RoundTrips) {
  const object::KubeletMemory memory = read_memory_manager_state(kText, "x");
  ASSERT_EQ(memory.nodes.size(), 3u);
  EXPECT_EQ(memory.nodes[1].id, 2);
  EXPECT_EQ(memory.nodes[1].group, (std::vector<int>{0, 2}));
  EXPECT_EQ(memory.nodes[2].group, std::vector<int>{3});
  EXPECT_EQ(memory.nodes[0].amounts[1].system_reserved, 512u);
  EXPECT_EQ(memory.pods[0].blocks[0].bytes, 3072u);
  EXPECT_EQ(memory.pods[0].cpus.set(), (CpuSet{2, 3}));
  EXPECT_TRUE(memory.pods[1].ended);
  EXPECT_TRUE(memory.prefer_closest);
  EXPECT_EQ(to_annotation(memory), kText);
}

TEST(MemoryReport, AbsentMembersAreEmpty) {
  const object::KubeletMemory memory = read_memory_manager_state("{}", "x");
  EXPECT_EQ(memory, object::KubeletMemory{});
  EXPECT_EQ(to_annotation(memory), R"({"numaNodes":[],"pods":[]})");
}

TEST(MemoryReport, ErrorsNameTheField) {
  const auto fails = [](const std::string &text, const std::string &message) {
    EXPECT_ERROR(read_memory_manager_state(text, "x"), Status::kInvalid, message) << text;
  };
  const auto node = [](const std::string &members) {
    return R"({"numaNodes":[{"node":0,"memory":[{"type":"memory",)" + members + "}]}]}";
  };
  fails(node(R"("allocatable":1,"free":2)"), "x.numaNodes[0].memory[0].free");
  fails(node(R"("allocatable":-1,"free":0)"), "x.numaNodes[0].memory[0].allocatable");
  fails(node(R"("allocatable":9223372036854775807,"free":0)"),
        "x.numaNodes[0].memory[0].allocatable");
  fails(R"({"numaNodes":[{"node":1024}]})", "x.numaNodes[0].node");
  fails(R"({"numaNodes":[{"node":1},{"node":0}]})", "x.numaNodes[1].node");
  fails(R"({"numaNodes":[{"node":0,"cells":[1]}]})", "x.numaNodes[0].cells");
  fails(R"({"numaNodes":[{"node":0,"cells":[0,1]}]})", "x.numaNodes: node 0: cells");
  fails(R"({"numaNodes":[{"node":0,"memory":[{"type":"cpu","allocatable":1,"free":1}]}]})",
        "x.numaNodes[0].memory[0].type");
  fails(R"({"pods":[{"uid":"","blocks":[]}]})", "x.pods[0].uid");
  fails(R"({"pods":[{"uid":"b"},{"uid":"a"}]})", "x.pods[1].uid");
  fails(R"({"pods":[{"uid":"a","cpuset":"0-99999999"}]})", "x.pods[0].cpuset");
  fails(R"({"pods":[{"uid":"a","blocks":[{"nodes":[0],"type":"memory","size":1}]}]})",
        "x.pods[0].blocks[0].nodes");
}

TEST(MemoryReport, SizesAreLimited) {
  const auto list = [](const std::string &entry, size_t count) {
    std::string out;
    for (size_t i = 0; i < count; ++i) out += (i > 0 ? "," : "") + entry;
    return out;
  };
  for (const std::string &text :
       {R"({"numaNodes":[)" + list("{}", object::KubeletMemory::kMaxNodes + 1) + "]}",
        R"({"pods":[)" + list("{}", object::KubeletMemory::kMaxPods + 1) + "]}",
        R"({"numaNodes":[{"node":0,"memory":[)" + list("{}", object::KubeletMemory::kMaxKinds + 1) +
            "]}]}"})
    EXPECT_ERROR(read_memory_manager_state(text, "x"), Status::kLimit, "at most");
}

}  // namespace
}  // namespace koord::wire

// koord.hpp: handles that free themselves, texts, rows and exceptions over koord.h.
#include <gtest/gtest.h>

#include <koord.hpp>
#include <string>
#include <utility>
#include <vector>

namespace koord::testing {
namespace {

constexpr std::string_view kMachine = "pack:2 numa:1 core:8 pu:2";
constexpr std::string_view kNode =
    R"({"metadata":{"name":"n"},"status":{"allocatable":{"cpu":"8","memory":"8Gi","pods":"20"}}})";

std::string pod_json(int number, std::string_view cpu) {
  const std::string name = "p" + std::to_string(number);
  return R"({"metadata":{"name":")" + name + R"(","uid":")" + name +
         R"("},"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":")" +
         std::string(cpu) + R"("}}}]}})";
}

TEST(CpuSets, AreListsAndSets) {
  CpuSet a("0-3,8");
  EXPECT_EQ(a.count(), 5U);
  EXPECT_TRUE(a.contains(8));
  EXPECT_FALSE(a.contains(4));
  EXPECT_FALSE(a.contains(KOORD_MAX_CPUS));
  EXPECT_EQ(a.ids(), (std::vector<int32_t>{0, 1, 2, 3, 8}));
  const CpuSet b("2-5");
  EXPECT_EQ((a | b).to_string(), "0-5,8");
  EXPECT_EQ((a & b).to_string(), "2-3");
  EXPECT_EQ((a - b).to_string(), "0-1,8");
  a.erase(8);
  a.insert(100);
  EXPECT_EQ(a, CpuSet("0-3,100"));
  EXPECT_TRUE(CpuSet().empty());
  EXPECT_THROW(a.insert(KOORD_MAX_CPUS), std::out_of_range);
  EXPECT_THROW(CpuSet("3-1"), Error);
}

TEST(CpuSets, OfAnyLengthAreWritten) {
  CpuSet every_second;
  for (size_t cpu = 0; cpu < KOORD_MAX_CPUS; cpu += 2) every_second.insert(cpu);
  EXPECT_EQ(CpuSet(every_second.to_string()), every_second);
}

TEST(Errors, SayWhatTheLibrarySays) {
  try {
    (void)Topology::from_synthetic(nullptr, "pack:two");
    FAIL() << "no error";
  } catch (const Error &error) {
    EXPECT_EQ(error.code(), KOORD_E_INVALID);
    EXPECT_NE(std::string(error.what()), "");
  }
}

TEST(Handles, OfImmutableObjectsAreCounted) {
  Topology copy;
  EXPECT_FALSE(copy);
  {
    const Topology machine = Topology::from_synthetic(nullptr, kMachine);
    copy = machine;
    EXPECT_EQ(copy.get(), machine.get());
  }
  EXPECT_EQ(copy.get_info().cpus, 32U);
  const Topology moved = std::move(copy);
  EXPECT_FALSE(copy);  // NOLINT: what is left is documented
  EXPECT_EQ(moved.get_cpus().size(), 32U);
  Topology self = moved;
  self = *&self;
  EXPECT_EQ(self.get_info().sockets, 2U);
}

TEST(Handles, ThatAreEmptyAreInvalidArguments) {
  try {
    (void)Topology().get_info();
    FAIL() << "no error";
  } catch (const Error &error) {
    EXPECT_EQ(error.code(), KOORD_E_INVALID);
  }
}

TEST(Rows, AreAsManyAsThereAre) {
  const Topology machine = Topology::from_synthetic(nullptr, "pack:4 numa:1 core:64 pu:2");
  const std::vector<koord_cpu> cpus = machine.get_cpus();
  ASSERT_EQ(cpus.size(), 512U);
  EXPECT_EQ(cpus.back().cpu, 511);
  EXPECT_EQ(machine.get_numa_nodes().size(), 4U);
  CpuSet socket;
  machine.get_cpuset(KOORD_CPUSET_KIND_SOCKET, 1, socket);
  EXPECT_EQ(socket.count(), 128U);
}

TEST(Documents, AreStrings) {
  const Topology machine = Topology::from_synthetic(nullptr, kMachine);
  const std::string json = machine.to_json();
  EXPECT_EQ(Topology::from_json(nullptr, json).to_json(), json);
}

TEST(Clusters, PlacePods) {
  Cluster cluster = Cluster::create(nullptr, nullptr, {});
  const uint32_t node = cluster.set_node(kNode);
  EXPECT_EQ(cluster.get_node_name(node), "n");
  std::vector<koord_verdict> best(4);
  for (int number = 0; number < 8; ++number) {
    const Pod pod = Pod::from_json(nullptr, pod_json(number, "1"));
    ASSERT_EQ(cluster.find_best(pod, nullptr, best).count, 1U);
    EXPECT_EQ(best[0].node, node);
    CpuSet cpus;
    EXPECT_EQ(cluster.reserve(pod, nullptr, node, cpus).reason, KOORD_REASON_NONE);
    EXPECT_TRUE(cpus.empty());  // it shares
  }
  const Pod ninth = Pod::from_json(nullptr, pod_json(9, "1"));
  const auto [refusal, score] = cluster.judge(ninth, nullptr, node);
  EXPECT_EQ(refusal.reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  EXPECT_EQ(score, 0);
  EXPECT_NE(refusal_format(&refusal).find("it has 0 left"), std::string::npos);
  EXPECT_STREQ(reason_get_name(refusal.reason, KOORD_PROFILE_SPEC), "InsufficientResource");
  Query query = Query::create();
  query.remove_pod("p0");
  EXPECT_EQ(std::get<0>(cluster.judge(ninth, query, node)).reason, KOORD_REASON_NONE);
  cluster.remove_pod("p0");
  EXPECT_THROW(cluster.remove_pod("p0"), Error);
}

}  // namespace
}  // namespace koord::testing

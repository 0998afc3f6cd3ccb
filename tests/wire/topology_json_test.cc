#include "wire/node/topology_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/shared_data.h"

namespace koord::wire {
namespace {

using nlohmann::json;

TopologySpec::Cpu cpu(int64_t id, int64_t core, int64_t socket, int64_t node) {
  TopologySpec::Cpu out;
  out.id = id;
  out.core = core;
  out.socket = socket;
  out.node = node;
  return out;
}

// Two sockets, the second without usable CPUs; a CPU without node; a memory-only node.
std::shared_ptr<const Topology> odd_machine() {
  TopologySpec spec;
  spec.cpus = {cpu(0, 0, 0, 0), cpu(2, 1, 0, 0), cpu(4, 0, 0, 0), cpu(6, 3, 0, -1)};
  spec.cpus[1].l3 = 40;
  spec.cpus[1].kernel_core = 17;
  spec.cpus[1].kind = 1;
  spec.nodes = {{0, uint64_t{3} << 30, {{uint64_t{2} << 20, 5}}, {}},
                {9, 1 << 20, {}, CpuSet{0, 2}}};
  spec.empty_sockets = {5};
  spec.empty_l3s = 1;
  spec.offline = CpuSet{1, 3};
  spec.disallowed = CpuSet{4};
  spec.distances = {{0, 9}, {10, 31, 32, 10}};
  spec.devices = {{"0000:3b:00.0",
                   0x0302,
                   0x10de,
                   0x1234,
                   {"card0", "x\xff"},
                   {0, 9},
                   CpuSet{0, 2},
                   "pci0000:3a",
                   {{"mlx5_0", 2, 1}}},
                  {"0000:3c:00.0", 0, 0, 0, {}, {}, {}}};
  spec.isolated = CpuSet{3, 6};
  spec.nohz_full = CpuSet{6, 7};
  spec.facts = {"x86_64", "Some CPU \"X\"", "GenuineX"};
  return Topology::build(std::move(spec));
}

TEST(TopologyJson, HoldsEverything) {
  const json out = json::parse(to_json(*odd_machine()));
  EXPECT_EQ(out["apiVersion"], "koord.sh/v1");
  EXPECT_EQ(out["kind"], "Topology");
  EXPECT_EQ(out["architecture"], "x86_64");
  EXPECT_EQ(out["cpuModel"], "Some CPU \"X\"");
  EXPECT_EQ(out["cpuVendor"], "GenuineX");
  EXPECT_EQ(out["counts"], json::parse(R"({"cpus":4,"cores":3,"l3s":2,"numaNodes":2,"sockets":2,
                                           "devices":2})"));
  EXPECT_EQ(out["smtWidth"], 2);
  EXPECT_EQ(out["cpuset"], "0,2,4,6");
  EXPECT_EQ(out["offlineCpuset"], "1,3");
  EXPECT_EQ(out["disallowedCpuset"], "4");
  EXPECT_EQ(out["isolatedCpuset"], "3,6");
  EXPECT_EQ(out["nohzFullCpuset"], "6");
  EXPECT_EQ(out["cpus"], json::parse(R"([
      {"cpu":0,"core":0,"coreIndex":0,"kernelCore":null,"socket":0,"node":0,"l3":null,"kind":0},
      {"cpu":2,"core":1,"coreIndex":1,"kernelCore":17,"socket":0,"node":0,"l3":0,"kind":1},
      {"cpu":4,"core":0,"coreIndex":0,"kernelCore":null,"socket":0,"node":0,"l3":null,"kind":0},
      {"cpu":6,"core":3,"coreIndex":2,"kernelCore":null,"socket":0,"node":null,"l3":null,"kind":0}
      ])"));
  EXPECT_EQ(out["cores"], json::parse(R"([
      {"coreIndex":0,"core":0,"socket":0,"node":0,"l3":null,"cpuset":"0,4"},
      {"coreIndex":1,"core":1,"socket":0,"node":0,"l3":0,"cpuset":"2"},
      {"coreIndex":2,"core":3,"socket":0,"node":null,"l3":null,"cpuset":"6"}])"));
  EXPECT_EQ(out["l3s"],
            json::parse(R"([{"l3":0,"cacheId":40,"cpuset":"2"},{"l3":1,"cpuset":""}])"));
  EXPECT_EQ(out["numaNodes"], json::parse(R"([
      {"node":0,"memoryBytes":3221225472,"hugePages":[{"pageBytes":2097152,"count":5}],
       "cpuset":"0,2,4","localCpuset":"0,2,4"},
      {"node":9,"memoryBytes":1048576,"hugePages":[],"cpuset":"","localCpuset":"0,2"}])"));
  EXPECT_EQ(out["sockets"],
            json::parse(R"([{"socket":0,"cpuset":"0,2,4,6"},{"socket":5,"cpuset":""}])"));
  EXPECT_EQ(out["distances"], json::parse(R"({"nodes":[0,9],"values":[[10,31],[32,10]]})"));
  EXPECT_EQ(out["devices"],
            json::parse("[{\"busId\":\"0000:3b:00.0\",\"classId\":770,"
                        "\"vendorId\":4318,\"deviceId\":4660,"
                        "\"names\":[\"card0\",\"x\xef\xbf\xbd\"],"
                        "\"nodes\":[0,9],\"cpuset\":\"0,2\",\"pcie\":\"pci0000:3a\","
                        "\"rdma\":[{\"name\":\"mlx5_0\",\"ports\":2,\"activePorts\":1}]},"
                        "{\"busId\":\"0000:3c:00.0\",\"classId\":0,\"vendorId\":0,"
                        "\"deviceId\":0,\"names\":[],\"nodes\":[],\"cpuset\":\"\","
                        "\"pcie\":null,\"rdma\":[]}]"));
  EXPECT_EQ(out.size(), 19u);
}

TEST(TopologyJson, UnknownIsNull) {
  TopologySpec spec;
  spec.cpus = {cpu(0, 0, 0, -1)};
  const json out = json::parse(to_json(*Topology::build(spec)));
  EXPECT_TRUE(out["distances"].is_null());
  EXPECT_EQ(out["architecture"], "");
  EXPECT_EQ(out["numaNodes"], json::array());
}

std::string manual() {
  return koord::testing::read_file(std::string(KOORD_SOURCE_DIR) +
                                   "/docs/reference/topology-json.md");
}

TEST(TopologyJson, TheManualsExampleIsCurrent) {
  TopologySpec spec;
  spec.cpus = {cpu(0, 0, 0, 0), cpu(1, 0, 0, 0)};
  for (auto &one : spec.cpus) one.kernel_core = 0;
  spec.nodes = {{0, 1 << 30, {{2 << 20, 8}}, {}}};
  spec.distances = {{0}, {10}};
  spec.facts.architecture = "x86_64";
  const std::string text = manual();
  const size_t from = text.find("```json\n") + 8;
  const json example = json::parse(text.substr(from, text.find("```", from) - from));
  EXPECT_EQ(json::parse(to_json(*Topology::build(spec))), example);
}

void expect_described(const json &value, const std::string &text) {
  if (value.is_array())
    for (const json &element : value) expect_described(element, text);
  if (!value.is_object()) return;
  for (const auto &[key, member] : value.items()) {
    EXPECT_TRUE(text.find('`' + key + '`') != std::string::npos ||
                text.find('"' + key + "\"`") != std::string::npos ||
                text.find("`{\"" + key + "\",") != std::string::npos ||
                text.find(", \"" + key + "\"}`") != std::string::npos)
        << key << " is not in docs/reference/topology-json.md";
    expect_described(member, text);
  }
}

TEST(TopologyJson, TheManualDescribesEveryField) {
  const std::string text = manual();
  expect_described(json::parse(to_json(*odd_machine())), text.substr(0, text.find("## Example")));
}

}  // namespace
}  // namespace koord::wire

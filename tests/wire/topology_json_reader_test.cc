// The topology document is read back completely, and contradictions are rejected.
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <random>

#include "base/error.h"
#include "support/captured_log.h"
#include "support/expect_error.h"
#include "wire/node/topology_json.h"

namespace koord::wire {
namespace {

using nlohmann::json;

std::shared_ptr<const Topology> read_back(const std::string &text) {
  return topology_from_json(text, Log{});
}

// Two sockets, the second without usable CPUs; a CPU without node; a memory-only node.
std::shared_ptr<const Topology> every_oddity() {
  TopologySpec spec;
  for (const int64_t id : {0, 2, 4, 6}) {
    TopologySpec::Cpu cpu;
    cpu.id = id;
    cpu.core = id % 4;
    cpu.node = id == 6 ? -1 : 0;
    spec.cpus.push_back(cpu);
  }
  spec.cpus[1].l3 = 40;
  spec.cpus[1].kernel_core = INT32_MAX;
  spec.cpus[1].kind = 1;
  spec.nodes = {{0, uint64_t{3} << 30, {{uint64_t{2} << 20, 5}, {uint64_t{1} << 30, 0}}, {}},
                {9, UINT64_MAX, {}, CpuSet{0, 2}}};
  spec.empty_sockets = {5};
  spec.empty_l3s = 2;
  spec.offline = CpuSet{1, 3, 8191};
  spec.disallowed = CpuSet{4};
  spec.distances = {{9, 0}, {10, 31, 32, 0}};
  spec.devices = {{"0000:3b:00.0",
                   0x0302,
                   0x10de,
                   0x1234,
                   {"card0", "a,b", "\xc3\xa9"},
                   {0, 9},
                   CpuSet{0, 2, 1},
                   "pci0000:3a",
                   {{"mlx5_0", 2, 1}, {"mlx5_1", 0, 0}}},
                  {"0000:3b:00.0", 0, 0, 0, {}, {}, {}, "10000:02:00.0"},
                  {"10000:3c:00.0", 0, 0, 0, {}, {}, {}}};
  spec.facts = {"x86_64", "Some CPU \"X\"\n", "Genuine\xe2\x82\xac"};
  return Topology::build(std::move(spec));
}

// Also compares data that is derived and not part of any document.
void expect_same_machine(const Topology &a, const Topology &b) {
  EXPECT_EQ(to_json(a), to_json(b));
  ASSERT_EQ(a.cpus().size(), b.cpus().size());
  EXPECT_EQ(std::vector(a.ranked_cores().begin(), a.ranked_cores().end()),
            std::vector(b.ranked_cores().begin(), b.ranked_cores().end()));
  EXPECT_EQ(a.without_node(), b.without_node());
  EXPECT_EQ(a.without_l3(), b.without_l3());
  EXPECT_EQ(a.cpus_per_core(), b.cpus_per_core());
  EXPECT_EQ(a.smallest_place(), b.smallest_place());
  EXPECT_EQ(a.socket_place_pairs(), b.socket_place_pairs());
  ASSERT_EQ(a.cpu_nodes().size(), b.cpu_nodes().size());
  for (size_t i = 0; i < a.cpu_nodes().size(); ++i) {
    EXPECT_EQ(a.cpu_nodes()[i].id, b.cpu_nodes()[i].id);
    EXPECT_EQ(a.cpu_nodes()[i].cpus, b.cpu_nodes()[i].cpus);
    EXPECT_EQ(a.cpu_nodes()[i].l3s, b.cpu_nodes()[i].l3s);
  }
}

TEST(TopologyFromJson, RoundTrip) {
  const auto machine = every_oddity();
  const auto again = read_back(to_json(*machine));
  expect_same_machine(*machine, *again);
  ASSERT_EQ(again->devices().size(), 3u);
  EXPECT_EQ(again->devices()[0].os_names, machine->devices()[0].os_names);
  EXPECT_EQ(again->devices()[0].cpus, (CpuSet{0, 1, 2})) << "CPUs that are not usable, too";
  EXPECT_EQ(again->facts().cpu_model, "Some CPU \"X\"\n");
  EXPECT_EQ(again->nodes()[1].memory_bytes, UINT64_MAX);
  EXPECT_EQ(again->distances().node_ids, (std::vector<int>{9, 0}));
}

TEST(TopologyFromJson, TakesAnyLayout) {
  const auto machine = every_oddity();
  EXPECT_EQ(to_json(*read_back(json::parse(to_json(*machine)).dump())), to_json(*machine));
}

TEST(TopologyFromJson, KeepsTheNumbersOfCaches) {
  const std::string text = R"({"apiVersion":"koord.sh/v1","kind":"Topology",
      "cpus":[{"cpu":0,"core":0,"socket":0,"l3":0},{"cpu":1,"core":1,"socket":0,"l3":1}],
      "l3s":[{"l3":0,"cacheId":8},{"l3":1}]})";
  const auto machine = read_back(text);
  EXPECT_EQ(machine->l3s()[0].id, 8);
  EXPECT_EQ(machine->l3s()[1].id, 1);
  EXPECT_NE(to_json(*machine).find(R"("cacheId": 8)"), std::string::npos) << to_json(*machine);
  EXPECT_EQ(to_json(*machine).find(R"("cacheId": 1)"), std::string::npos);
  EXPECT_EQ(read_back(to_json(*machine))->l3s()[0].id, 8);
  std::string twice = text;
  twice.replace(twice.find(":8}"), 3, ":1}");
  EXPECT_ERROR(read_back(twice), Status::kInvalid, "Topology.l3s: two groups have cacheId 1");
}

TEST(TopologyFromJson, NeedsTheCpusOnly) {
  const auto machine = read_back(R"({"apiVersion":"koord.sh/v1","kind":"Topology",
      "cpus":[{"cpu":1,"core":0,"socket":2},{"cpu":3,"core":0,"socket":2,"node":1,"l3":null}]})");
  EXPECT_EQ(machine->all_cpus(), (CpuSet{1, 3}));
  EXPECT_EQ(machine->cores().size(), 2u) << "one core number in two NUMA nodes";
  EXPECT_EQ(machine->nodes()[0].id, 1);
  EXPECT_FALSE(machine->distances().known());
}

// Draws a machine with several kinds of cores, NUMA nodes and sockets
// without CPUs, and gaps in every numbering.
TopologySpec drawn_spec(std::mt19937 &random) {
  const auto below = [&](int64_t n) {
    return std::uniform_int_distribution<int64_t>(0, n - 1)(random);
  };
  const auto set = [&](int64_t n) {
    CpuSet out;
    for (int64_t i = below(n); i > 0; --i) out.add(static_cast<int>(below(200)));
    return out;
  };
  TopologySpec spec;
  const int64_t nodes = below(5);
  const int64_t gap = 1 + below(3);
  for (int id = 0; id < 200; ++id) {
    if (below(4) != 0 && !(id == 199 && spec.cpus.empty())) continue;
    TopologySpec::Cpu cpu;
    cpu.id = id;
    cpu.socket = below(3) * gap;
    cpu.node = below(nodes + 1) * gap - gap;
    if (cpu.node < 0) cpu.node = -1;
    cpu.core = below(20) * gap;
    cpu.l3 = below(6) - 1;
    cpu.kernel_core = below(30) - 1;
    cpu.kind = static_cast<int32_t>(below(3));
    spec.cpus.push_back(cpu);
  }
  for (int64_t node = 0; node < nodes + 2; ++node) {
    if (below(3) == 0) continue;
    TopologySpec::NumaNode out;
    out.id = node * gap;
    out.memory_bytes = static_cast<uint64_t>(below(INT64_MAX));
    for (int64_t i = below(3); i > 0; --i)
      out.huge_pages.push_back(
          {uint64_t{1} << (10 * i + below(9)), static_cast<uint64_t>(below(1 << 20))});
    out.local_cpus = set(40);
    spec.nodes.push_back(out);
    spec.distances.node_ids.push_back(static_cast<int>(out.id));
  }
  const size_t width = below(2) == 0 ? 0 : spec.distances.node_ids.size();
  spec.distances.node_ids.resize(width);
  for (size_t i = 0; i < width * width; ++i)
    spec.distances.values.push_back(static_cast<uint32_t>(below(255)));
  for (int64_t i = below(3); i > 0; --i) spec.empty_sockets.push_back(20 + i);
  spec.empty_l3s = static_cast<int>(below(3));
  spec.offline = set(20);
  spec.disallowed = set(20);
  for (int64_t i = below(6); i > 0; --i) {
    PciDevice device;
    device.bus_id = "0000:0" + std::to_string(below(9)) + ":00." + std::to_string(below(8));
    device.class_id = static_cast<uint32_t>(below(0x10000));
    for (int64_t n = below(3); n > 0; --n) device.os_names.push_back("eth" + std::to_string(n));
    for (int64_t n = below(3); n > 0; --n) device.node_ids.push_back(static_cast<int>(below(9)));
    device.cpus = set(30);
    if (below(2) == 0) device.pcie = "pci0000:0" + std::to_string(below(9));
    if (below(2) == 0) device.rdma = {{"mlx5_0", 2, static_cast<int32_t>(below(3))}};
    spec.devices.push_back(device);
  }
  if (below(2) == 0) spec.facts = {"aarch64", "a model", ""};
  return spec;
}

TEST(TopologyFromJson, AnyMachineComesBack) {
  std::mt19937 random(20240517);
  for (int i = 0; i < 300 && !::testing::Test::HasFailure(); ++i) {
    const auto machine = Topology::build(drawn_spec(random));
    expect_same_machine(*machine, *read_back(to_json(*machine)));
  }
}

// The largest possible machine: 8,192 CPUs, and all distances between 1,024 NUMA nodes.
TEST(TopologyFromJson, TheLargestMachineComesBack) {
  TopologySpec spec;
  for (int id = 0; id < CpuSet::kCapacity; ++id) {
    TopologySpec::Cpu cpu;
    cpu.id = id;
    cpu.core = id / 2;
    cpu.socket = id / 256;
    cpu.node = id / 8;
    cpu.l3 = id / 16;
    spec.cpus.push_back(cpu);
  }
  for (int node = 0; node < Topology::kMaxNodes; ++node) spec.distances.node_ids.push_back(node);
  spec.distances.values.assign(size_t{1} << 20, 255);
  const auto machine = Topology::build(std::move(spec));
  const std::string text = to_json(*machine);
  EXPECT_EQ(to_json(*read_back(text)), text);
}

struct Spoiled {
  const char *what;
  std::function<void(json &)> spoil;
  const char *says;
};

TEST(TopologyFromJson, NamesTheFieldThatIsWrong) {
  const std::vector<Spoiled> cases = {
      {"version", [](json &t) { t["apiVersion"] = "koord.sh/v2"; }, "Topology.apiVersion: found"},
      {"no version", [](json &t) { t.erase("apiVersion"); }, "Topology.apiVersion: missing"},
      {"kind", [](json &t) { t["kind"] = "Node"; }, "Topology.kind: found \"Node\""},
      {"no CPUs", [](json &t) { t["cpus"] = json::array(); }, "Topology.cpus: lists no CPU"},
      {"CPU", [](json &t) { t["cpus"][0]["cpu"] = 8192; }, "Topology.cpus[0].cpu: found 8192"},
      {"a CPU twice", [](json &t) { t["cpus"][1]["cpu"] = 0; },
       "Topology.cpus[1].cpu: found 0 aft"},
      {"order", [](json &t) { std::swap(t["cpus"][0], t["cpus"][3]); }, "Topology.cpus[1].cpu"},
      {"no socket", [](json &t) { t["cpus"][2].erase("socket"); },
       "Topology.cpus[2].socket: missi"},
      {"node", [](json &t) { t["cpus"][2]["node"] = 1024; }, "Topology.cpus[2].node: found 1024"},
      {"text", [](json &t) { t["cpus"][2]["core"] = "x"; }, "Topology.cpus[2].core: found \"x\""},
      {"kind of core", [](json &t) { t["cpus"][2]["kind"] = -1; },
       "Topology.cpus[2].kind: found -1"},
      {"sparse L3", [](json &t) { t["cpus"][1]["l3"] = 7; }, "Topology.cpus[1].l3: found 7"},
      {"core index", [](json &t) { t["cpus"][1]["coreIndex"] = 7; },
       "Topology.cpus[1].coreIndex: f"},
      {"count", [](json &t) { t["counts"]["cores"] = 9; },
       "Topology.counts.cores: found 9, expected"},
      {"width", [](json &t) { t["smtWidth"] = 9; }, "Topology.smtWidth: found 9"},
      {"all", [](json &t) { t["cpuset"] = "0-6"; }, "Topology.cpuset: found \"0-6\""},
      {"a usable CPU is offline", [](json &t) { t["offlineCpuset"] = "0-1"; },
       "Topology.offlineCpus"},
      {"no list", [](json &t) { t["offlineCpuset"] = "1-"; }, "Topology.offlineCpuset"},
      {"a core more", [](json &t) { t["cores"].push_back(json::object()); },
       "Topology.cores: found "},
      {"CPUs of a core", [](json &t) { t["cores"][0]["cpuset"] = "0"; },
       "Topology.cores[0].cpuset"},
      {"L3", [](json &t) { t["l3s"][0]["cpuset"] = "0"; }, "Topology.l3s[0].cpuset: found \"0\""},
      {"memory", [](json &t) { t["numaNodes"][0]["memoryBytes"] = -1; },
       "numaNodes[0].memoryBytes"},
      {"pages", [](json &t) { t["numaNodes"][0]["hugePages"][0].erase("count"); },
       "hugePages[0].coun"},
      {"page size", [](json &t) { t["numaNodes"][0]["hugePages"][1]["pageBytes"] = 2097152; },
       "hugePages[1].pageBytes: found 2097152"},
      {"node twice", [](json &t) { t["numaNodes"][1]["node"] = 0; },
       "Topology.numaNodes[1].node: f"},
      {"local", [](json &t) { t["numaNodes"][1]["localCpuset"] = "1"; },
       "numaNodes[1].localCpuset"},
      {"CPUs", [](json &t) { t["numaNodes"][1]["cpuset"] = "2"; },
       "numaNodes[1].cpuset: found \"2\""},
      {"socket", [](json &t) { t["sockets"][1]["cpuset"] = "2"; },
       "Topology.sockets[1].cpuset: fou"},
      {"no matrix", [](json &t) { t["distances"] = 3; }, "Topology.distances: found 3"},
      {"empty matrix", [](json &t) { t["distances"] = json::parse(R"({"nodes":[],"values":[]})"); },
       "Topology.distances: found an object, expected null"},
      {"rows", [](json &t) { t["distances"]["values"].erase(1); },
       "Topology.distances.values: found 1"},
      {"columns", [](json &t) { t["distances"]["values"][1].erase(1); },
       "distances.values[1]: found 1"},
      {"a distance", [](json &t) { t["distances"]["values"][1][0] = 4294967296; },
       "values[1][0]: found"},
      {"a node twice", [](json &t) { t["distances"]["nodes"][1] = 9; }, "node 9 twice"},
      {"bus id", [](json &t) { t["devices"][0]["busId"] = "../.."; },
       "devices[0].busId: found \"../..\""},
      {"case", [](json &t) { t["devices"][0]["busId"] = "0000:3B:00.0"; },
       "devices[0].busId: found"},
      {"bus order", [](json &t) { t["devices"][2]["busId"] = "0000:00:00.0"; },
       "devices[2].busId: found"},
      {"class", [](json &t) { t["devices"][0]["classId"] = 65536; },
       "devices[0].classId: found 65536"},
      {"name", [](json &t) { t["devices"][0]["names"][0] = "a\nb"; }, "devices[0].names[0]: found"},
      {"place", [](json &t) { t["devices"][0]["pcie"] = "pci"; }, "devices[0].pcie: found \"pci\""},
      {"ports", [](json &t) { t["devices"][0]["rdma"][0]["activePorts"] = 3; },
       "rdma[0].activePorts"},
      {"RDMA", [](json &t) { t["devices"][0]["rdma"][0].erase("name"); }, "rdma[0].name: missing"},
  };
  const json good = json::parse(to_json(*every_oddity()));
  for (const Spoiled &wrong : cases) {
    json spoiled = good;
    wrong.spoil(spoiled);
    try {
      read_back(spoiled.dump());
      ADD_FAILURE() << wrong.what << " is not seen";
    } catch (const Error &error) {
      EXPECT_EQ(error.status(), Status::kInvalid) << wrong.what;
      EXPECT_NE(std::string(error.what()).find(wrong.says), std::string::npos)
          << wrong.what << ": " << error.what();
    }
  }
}

TEST(TopologyFromJson, IsBounded) {
  const std::string head = R"({"apiVersion":"koord.sh/v1","kind":"Topology",)";
  const std::string cpus = R"("cpus":[{"cpu":0,"core":0,"socket":0}])";
  const auto status_of = [](const std::string &text) {
    try {
      read_back(text);
    } catch (const Error &error) {
      return error.status();
    }
    return Status::kOk;
  };
  const auto many = [](const char *element, size_t count) {
    std::string out;
    for (size_t i = 0; i < count; ++i) (out += i == 0 ? "" : ",") += element;
    return out;
  };
  EXPECT_EQ(status_of(head + cpus + '}'), Status::kOk);
  EXPECT_EQ(status_of(std::string((size_t{64} << 20) + 1, ' ')), Status::kLimit);
  EXPECT_EQ(status_of(head + "\"x\":[" + many("0", size_t{1} << 21) + "]," + cpus + '}'),
            Status::kLimit);
  EXPECT_EQ(status_of(head + "\"x\":" + std::string(70, '[')), Status::kLimit);
  for (const char *list : {"sockets", "l3s", "devices"})
    EXPECT_EQ(status_of(head + '"' + list + "\":[" + many("{}", 65537) + "]," + cpus + '}'),
              Status::kLimit)
        << list;
  for (const char *text : {"", "[]", "null", "{", "\"\"", "{\"kind\":\"Topology\"}"})
    EXPECT_EQ(status_of(text), Status::kInvalid) << text;
}

TEST(TopologyFromJson, IgnoresUnknownMembers) {
  json text = json::parse(to_json(*every_oddity()));
  testing::CapturedLog log;
  topology_from_json(text.dump(), log.log());
  EXPECT_TRUE(log.messages.empty());
  text["zones"] = json::array({1, 2});
  for (json &cpu : text["cpus"]) cpu["speed"] = 5;
  const auto again = topology_from_json(text.dump(), log.log());
  EXPECT_EQ(to_json(*again), to_json(*every_oddity()));
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_NE(log.messages[0].find("Topology.cpus[0].speed: unknown, ignored, as are 4 more"),
            std::string::npos)
      << log.messages[0];
}

}  // namespace
}  // namespace koord::wire

// Compares the assignment algorithms, orders and hints with kubelet's recorded results, with its
// known defects repaired (`intended`).
#include <gtest/gtest.h>

#include "base/refusal.h"
#include "kubelet/cpu/distributed.h"
#include "kubelet/cpu/hints.h"
#include "kubelet/cpu/order.h"
#include "kubelet/cpu/packed.h"
#include "support/machines.h"
#include "support/shared_data.h"
#include "wording/sentence.h"

namespace koord::kubelet {
namespace {

using koord::testing::read_file;
using testing::Json;
using testing::machine_from_vector;
using testing::machines_of;
using testing::read_json_lines;
using testing::TestMachine;

CpuSet set_of(const Json &json, const char *field) {
  return CpuSet::parse(json.at(field).get<std::string>(), field);
}

std::string solve(const Machine &machine, const Json &entry, bool distributed) {
  const CpuSet available = set_of(entry, "available");
  const int wanted = entry["request"];
  const bool spread = entry["strategy"] == "spread";
  CpuSet out{1, 2};  // must be overwritten
  const Refusal refusal =
      distributed ? pick_distributed(machine, available, wanted,
                                     {.group = entry["group"], .spread = spread}, out)
                  : pick_packed(machine, available, wanted, {spread, entry["uncore"]}, out);
  if (!refusal.refused()) {
    EXPECT_EQ(out.count(), std::max(wanted, 0));
    EXPECT_TRUE(out.is_subset_of(available));
    return out.to_string();
  }
  EXPECT_TRUE(out.empty());
  return to_sentence(refusal);
}

std::string expected(const Json &entry) {
  const Json &answer = entry.contains("intended") ? entry["intended"] : entry;
  return answer.contains("cpus") ? answer["cpus"] : answer["error"];
}

class Tables : public ::testing::Test {
 protected:
  void SetUp() override {
    KOORD_NEED_SHARED(shared);
    tables_ = Json::parse(read_file(shared + "/vectors/kubelet-cpu-tables.json"));
    for (const auto &[name, json] : tables_["topologies"].items())
      machines_.emplace(name, machine_from_vector(json));
  }

  template <typename Check>
  void for_each(const char *table, size_t at_least, Check &&check) {
    EXPECT_GE(tables_[table].size(), at_least);
    for (const Json &entry : tables_[table]) {
      SCOPED_TRACE(entry.dump());
      check(machines_.at(entry["topology"]).machine, entry);
    }
  }

  Json tables_;
  std::map<std::string, TestMachine> machines_;
};

TEST_F(Tables, Packed) {
  for (const auto &[table, size] : {std::pair{"packed", 32}, {"packed_from_policy_tests", 220}})
    for_each(table, size, [](const Machine &machine, const Json &entry) {
      EXPECT_EQ(solve(machine, entry, false), expected(entry));
    });
}

TEST_F(Tables, Distributed) {
  for_each("distributed", 30, [](const Machine &machine, const Json &entry) {
    EXPECT_EQ(solve(machine, entry, true), expected(entry));
  });
}

TEST_F(Tables, FreeSocketsAndNodes) {
  for_each("free_sockets", 17, [](const Machine &machine, const Json &entry) {
    Order order;
    order_sockets(machine, set_of(entry, "available"), order);
    Json whole = Json::array();
    for (const Ranked socket : order)
      if (socket.free() == machine.socket_cpus(socket.index()).count())
        whole.push_back(machine.topology().sockets()[socket.index()].id);
    EXPECT_EQ(whole, entry["order"]);
  });
  for_each("free_numa_nodes", 17, [](const Machine &machine, const Json &entry) {
    Order order;
    order_nodes(machine, set_of(entry, "available"), order);
    Json whole = Json::array();
    for (const Ranked node : order)
      if (node.free() == machine.node_cpus(node.index()).count())
        whole.push_back(machine.node_id(node.index()));
    EXPECT_EQ(whole, entry["order"]);
  });
}

TEST_F(Tables, FreeCoresAndCpus) {
  for_each("free_cores", 8, [](const Machine &machine, const Json &entry) {
    Json order = Json::array();
    visit_whole_cores(machine, set_of(entry, "available"), CpuSet::kCapacity,
                      [&](const Topology::Core &core) {
                        order.push_back(core.id);
                        return CpuSet::kCapacity;
                      });
    EXPECT_EQ(order, entry["order"]);
  });
  for_each("free_cpus", 6, [](const Machine &machine, const Json &entry) {
    Json order = Json::array();
    visit_cpus_packed(machine, set_of(entry, "available"), [&](int cpu) {
      order.push_back(cpu);
      return true;
    });
    EXPECT_EQ(order, entry["order"]);
  });
}

TEST_F(Tables, Hints) {
  for_each("hints", 26, [](const Machine &machine, const Json &entry) {
    const Hints made = hints(machine, set_of(entry, "available"), set_of(entry, "reusable"),
                             entry["request"], entry["align_by_socket"]);
    Json list = Json::array();
    for (const Hint &hint : made.hints) {
      Json numa = Json::array();
      for (size_t i = 0; i < made.node_ids.size(); ++i)
        if ((hint.mask >> i & 1) != 0) numa.push_back(made.node_ids[i]);
      list.push_back({{"numa", numa}, {"preferred", hint.preferred}});
    }
    const Json &want = entry["hints"];
    EXPECT_EQ(list, want.is_null() ? Json::array() : want);
  });
}

TEST(KubeletVectors, RandomCases) {
  KOORD_NEED_SHARED(shared);
  const auto lines = read_json_lines(shared + "/vectors/kubelet-cpu-random.jsonl");
  const auto machines = machines_of(lines);
  int cases = 0;
  for (const Json &line : lines) {
    if (line["kind"] != "case") continue;
    ++cases;
    EXPECT_EQ(solve(machines.at(line["topology"]).machine, line, line["algo"] == "distributed"),
              expected(line))
        << line.dump();
  }
  EXPECT_GE(cases, 2000);
}

}  // namespace
}  // namespace koord::kubelet

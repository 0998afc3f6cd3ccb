// Replays kubelet's assignment algorithms, orders and hints. Results with repaired defects are
// under `intended`.

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/cpu_set.h"
#include "base/refusal.h"
#include "kubelet/cpu/distributed.h"
#include "kubelet/cpu/hints.h"
#include "kubelet/cpu/machine.h"
#include "kubelet/cpu/order.h"
#include "kubelet/cpu/packed.h"
#include "replay.h"
#include "topology/topology.h"
#include "wording/sentence.h"

namespace {

using koord::CpuSet;
using koord::Topology;
using koord::kubelet::Machine;
using Json = nlohmann::json;

struct RecordedMachine {
  RecordedMachine(std::shared_ptr<const Topology> built, const koord::kubelet::Counters &counters)
      : topology(std::move(built)), machine(*topology, counters) {}

  std::shared_ptr<const Topology> topology;
  Machine machine;
};

using RecordedMachines = std::map<std::string, RecordedMachine>;

void add_machine(const std::string &id, const Json &json, RecordedMachines &machines) {
  koord::TopologySpec spec;
  for (size_t i = 0; i < json.at("cpu").size(); ++i) {
    koord::TopologySpec::Cpu cpu;
    cpu.id = json.at("cpu").at(i);
    cpu.core = json.at("core").at(i);
    cpu.socket = json.at("socket").at(i);
    cpu.node = json.at("numa").at(i);
    cpu.l3 = json.at("uncore").at(i);
    spec.cpus.push_back(cpu);
  }
  machines.try_emplace(
      id, Topology::build(std::move(spec)),
      koord::kubelet::Counters{json.at("num_cpus"), json.at("num_cores"), json.at("num_sockets"),
                               json.at("num_numa"), json.at("num_uncore")});
}

CpuSet cpus_of(const Json &json, const char *field) {
  return CpuSet::parse(json.at(field).get<std::string>(), field);
}

Json answer(const Json &from) {
  return from.contains("cpus") ? Json{{"cpus", from.at("cpus")}}
                               : Json{{"error", from.at("error")}};
}

Outcome pick_outcome(const Machine &machine, const Json &entry, bool distributed) {
  const CpuSet available = cpus_of(entry, "available");
  const int wanted = entry.at("request");
  const bool spread = entry.at("strategy") == "spread";
  CpuSet out;
  const koord::Refusal refusal =
      distributed
          ? pick_distributed(machine, available, wanted,
                             {.group = entry.at("group").get<int>(), .spread = spread}, out)
          : pick_packed(machine, available, wanted, {spread, entry.at("uncore").get<bool>()}, out);
  Json got;
  bool sound = true;
  if (refusal.refused()) {
    got["error"] = to_sentence(refusal);
  } else {
    got["cpus"] = out.to_string();
    sound = out.count() == std::max(wanted, 0) && out.is_subset_of(available);
  }
  if (entry.contains("intended")) return {answer(entry.at("intended")), got};
  if (!entry.value("hang", false)) return {answer(entry), got};
  // Upstream does not terminate here and no repaired result is recorded, so any valid result
  // passes.
  return {sound ? got : Json("as many available CPUs as requested"), got};
}

Json free_sockets(const Machine &machine, const CpuSet &available) {
  koord::kubelet::Order order;
  order_sockets(machine, available, order);
  Json whole = Json::array();
  for (const koord::kubelet::Ranked socket : order)
    if (socket.free() == machine.socket_cpus(socket.index()).count())
      whole.push_back(machine.topology().sockets()[socket.index()].id);
  return whole;
}

Json free_nodes(const Machine &machine, const CpuSet &available) {
  koord::kubelet::Order order;
  order_nodes(machine, available, order);
  Json whole = Json::array();
  for (const koord::kubelet::Ranked node : order)
    if (node.free() == machine.node_cpus(node.index()).count())
      whole.push_back(machine.node_id(node.index()));
  return whole;
}

Json free_cores(const Machine &machine, const CpuSet &available) {
  Json order = Json::array();
  visit_whole_cores(machine, available, CpuSet::kCapacity, [&](const Topology::Core &core) {
    order.push_back(core.id);
    return CpuSet::kCapacity;
  });
  return order;
}

Json free_cpus(const Machine &machine, const CpuSet &available) {
  Json order = Json::array();
  visit_cpus_packed(machine, available, [&](int cpu) {
    order.push_back(cpu);
    return true;
  });
  return order;
}

Outcome hints_outcome(const Machine &machine, const Json &entry) {
  const koord::kubelet::Hints made =
      hints(machine, cpus_of(entry, "available"), cpus_of(entry, "reusable"),
            entry.at("request").get<int>(), entry.at("align_by_socket").get<bool>());
  Json got = Json::array();
  for (const koord::kubelet::Hint &hint : made.hints) {
    Json numa = Json::array();
    for (size_t i = 0; i < made.node_ids.size(); ++i)
      if ((hint.mask >> i & 1) != 0) numa.push_back(made.node_ids[i]);
    got.push_back({{"numa", numa}, {"preferred", hint.preferred}});
  }
  const Json &expected = entry.at("hints");
  return {expected.is_null() ? Json::array() : expected, got};
}

// Runs `outcome` on every entry of a list that a file may omit.
template <typename Run>
void replay_table(const Json &document, const char *table, const RecordedMachines &machines,
                  Report &report, Run &&outcome) {
  if (!document.contains(table)) return;
  size_t index = 0;
  for (const Json &entry : document.at(table)) {
    std::string id = table + std::string("[") + std::to_string(index++) + "]";
    for (const char *key : {"test", "case"})
      if (entry.contains(key)) id += " " + entry.at(key).get<std::string>();
    replay_case(report, id, [&] {
      return outcome(machines.at(entry.at("topology").get<std::string>()).machine, entry);
    });
  }
}

}  // namespace

void replay_kubelet_cpu_tables(const Json &document, Report &report) {
  RecordedMachines machines;
  for (const auto &[id, json] : document.at("topologies").items()) add_machine(id, json, machines);

  for (const char *table : {"packed", "packed_from_policy_tests"}) {
    replay_table(document, table, machines, report, [](const Machine &machine, const Json &entry) {
      return pick_outcome(machine, entry, false);
    });
  }
  replay_table(
      document, "distributed", machines, report,
      [](const Machine &machine, const Json &entry) { return pick_outcome(machine, entry, true); });

  using Order = Json (*)(const Machine &, const CpuSet &);
  for (const auto &[table, order] : {std::pair<const char *, Order>{"free_sockets", free_sockets},
                                     {"free_numa_nodes", free_nodes},
                                     {"free_cores", free_cores},
                                     {"free_cpus", free_cpus}}) {
    const Order run = order;
    replay_table(document, table, machines, report,
                 [run](const Machine &machine, const Json &entry) {
                   return Outcome{entry.at("order"), run(machine, cpus_of(entry, "available"))};
                 });
  }
  replay_table(document, "hints", machines, report, hints_outcome);
}

void replay_kubelet_cpu_lines(const std::vector<Json> &lines, Report &report) {
  RecordedMachines machines;
  for (const Json &line : lines)
    if (line.at("kind") == "topology")
      add_machine(line.at("id").get<std::string>(), line, machines);
  for (const Json &line : lines) {
    if (line.at("kind") != "case") continue;
    replay_case(report, "case " + shown(line.value("id", Json())), [&] {
      const auto topology = line.at("topology").get<std::string>();
      return pick_outcome(machines.at(topology).machine, line, line.at("algo") == "distributed");
    });
  }
}

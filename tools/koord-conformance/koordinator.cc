// Replays Koordinator's CPU assignments: take, prefer, allocate, order and available.
#include "cpu/koordinator.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "calls.h"
#include "cpu/koordinator_order.h"
#include "koord.h"
#include "replay.h"
#include "report.h"
#include "wording/sentence.h"

using koord::CpuSet;
using koord::ExclusivePolicy;
using koord::Topology;
using koord::cpu::BindPolicy;
using koord::cpu::NumaStrategy;
using koord::cpu::Request;
using koord::cpu::State;
using nlohmann::json;

namespace {

using TopologyPtr = std::shared_ptr<const Topology>;

TopologyPtr read_topology(const json &entry) {
  koord::TopologySpec spec;
  for (const json &core : entry.at("cores")) {
    CpuSet::parse(core.at(3).get<std::string>()).for_each([&](int cpu) {
      koord::TopologySpec::Cpu row;
      row.id = cpu;
      row.socket = core.at(0);
      row.node = core.at(1);
      row.core = core.at(2);
      spec.cpus.push_back(row);
    });
  }
  return Topology::build(std::move(spec));
}

CpuSet set_of(const json &entry, const char *key) {
  return CpuSet::parse(entry.value(key, std::string()), key);
}

ExclusivePolicy exclusive_of(const std::string &name) {
  if (name == "PCPULevel") return ExclusivePolicy::kPcpuLevel;
  return name == "NUMANodeLevel" ? ExclusivePolicy::kNumaNodeLevel : ExclusivePolicy::kNone;
}

Request request_of(const json &entry) {
  Request request;
  request.profile = koord::Profile::kUpstream;
  const std::string bind = entry.value("bind", "");
  if (bind == "FullPCPUs") request.bind = BindPolicy::kFullPcpus;
  if (bind == "SpreadByPCPUs") request.bind = BindPolicy::kSpreadByPcpus;
  request.exclusive = exclusive_of(entry.value("excl", ""));
  request.strategy = entry.value("numa", "") == "MostAllocated" ? NumaStrategy::kMostAllocated
                                                                : NumaStrategy::kLeastAllocated;
  request.cpus = entry.value("need", 0);
  request.max_ref_count = entry.value("maxRef", 1);
  request.required = entry.value("required", false);
  return request;
}

// The CPUs that the pods on a case's node hold.
struct Holders {
  void hold(const std::string &cpus, int references, const std::string &policy) {
    CpuSet::parse(cpus).for_each([&](int cpu) {
      const auto at = static_cast<size_t>(cpu);
      counts[at] = static_cast<uint16_t>(counts[at] + references);
      core_held.remove(cpu);  // the last holder's policy applies to the CPU
      node_held.remove(cpu);
      if (policy == "PCPULevel") core_held.add(cpu);
      if (policy == "NUMANodeLevel") node_held.add(cpu);
    });
  }
  CpuSet unavailable(int max_ref) const {
    CpuSet cpus;
    for (size_t cpu = 0; cpu < counts.size(); ++cpu)
      if (counts[cpu] >= max_ref) cpus.add(static_cast<int>(cpu));
    return cpus;
  }

  std::vector<uint16_t> counts = std::vector<uint16_t>(CpuSet::kCapacity);
  CpuSet core_held;
  CpuSet node_held;
};

std::string outcome(const koord::Refusal &refusal, const CpuSet &cpus) {
  return refusal.refused() ? "error: " + koord::to_sentence(refusal) : cpus.to_string();
}

std::string expected_outcome(const json &entry) {
  return entry.contains("err") ? "error: " + entry.at("err").get<std::string>()
                               : entry.value("want", "");
}

void replay_take(const json &entry, const Topology &topology, Report &report) {
  const Request request = request_of(entry);
  Holders holders;
  for (const json &group : entry.value("alloc", json::array())) {
    if (group.at(1).get<int>() < 0) continue;
    holders.hold(group.at(0), group.at(1), group.at(2));
  }
  const CpuSet available = set_of(entry, "avail");
  const CpuSet preferred = set_of(entry, "pref");
  const State state{&available, &preferred, &holders.core_held, &holders.node_held, holders.counts};
  CpuSet picked;
  const koord::Refusal refusal = pick(topology, request, state, {}, picked);
  report.check(entry.at("id"), expected_outcome(entry), outcome(refusal, picked));
}

// Returns the milli-CPU that existing pods leave on a NUMA node. Capacity and usage are both
// amplified.
int64_t milli_left(const CpuSet &node, const CpuSet &reserved, const Holders &holders,
                   double ratio) {
  const auto amplify = [&](int64_t milli) {
    return ratio > 1 ? static_cast<int64_t>(std::ceil(static_cast<double>(milli) * ratio)) : milli;
  };
  const int64_t capacity = amplify(int64_t{1000} * (node - reserved).count());
  int64_t allocated = 0;
  int64_t distinct = 0;
  node.for_each([&](int cpu) {
    allocated += int64_t{1000} * holders.counts[static_cast<size_t>(cpu)];
    distinct += holders.counts[static_cast<size_t>(cpu)] > 0 ? 1000 : 0;
  });
  if (ratio > 1) allocated += amplify(distinct) - distinct;
  return std::max<int64_t>(0, capacity - std::max<int64_t>(0, allocated));
}

using PublicTopology = std::unique_ptr<koord_topology, decltype(&koord_topology_unref)>;

PublicTopology public_topology(const json &machine) {
  std::vector<koord_cpu> rows;
  for (const json &core : machine.at("cores"))
    CpuSet::parse(core.at(3).get<std::string>()).for_each([&](int cpu) {
      rows.push_back({cpu, core.at(2), core.at(0), core.at(1), -1, 0, -1, 0});
    });
  koord_topology *made = nullptr;
  koord_error err{};
  must(koord_topology_from_rows(rows.data(), sizeof rows[0], rows.size(), "", 0, &made, &err), err);
  return {made, koord_topology_unref};
}

std::vector<uint64_t> words_of(const CpuSet &set, size_t words) {
  std::vector<uint64_t> out(words);
  set.to_words(out);
  return out;
}

// Returns the grants by NUMA node as a suffix of an outcome.
std::string grants_text(const std::map<int, int64_t> &grants) {
  return " NUMA " + json(grants).dump();
}

// Returns the CPUs, the refusal or the failure as text.
std::string outcome_of(koord_status status, const koord_error &err, const koord_refusal &refusal,
                       const std::vector<uint64_t> &cpus) {
  must_have_memory(status);
  if (status != KOORD_OK) return std::string("failure: ") + err.message;
  if (refusal.reason == KOORD_REASON_NONE) return CpuSet::from_words(cpus).to_string();
  char text[256];
  koord_error unformatted{};
  must(koord_refusal_format(&refusal, text, sizeof text, nullptr, &unformatted), unformatted);
  return std::string("error: ") + text;
}

// Replays the allocation of exclusive CPUs on the NUMA nodes chosen by a topology manager, with
// koord_cpu_pick.
void replay_allocate(const json &entry, const json &cores, const Topology &topology,
                     Report &report) {
  const Request wanted = request_of(entry);
  Holders holders;
  for (const json &pod : entry.value("pods", json::array())) holders.hold(pod.at(0), 1, pod.at(1));
  const CpuSet reserved = set_of(entry, "reserved");
  std::vector<koord_numa_grant> grants;
  for (const int node : entry.value("hint", std::vector<int>())) {
    const int index = topology.node_index(node);
    if (index < 0) continue;  // unknown NUMA nodes have no CPUs
    const CpuSet &cpus = topology.nodes()[static_cast<size_t>(index)].cpus;
    grants.push_back({milli_left(cpus, reserved, holders, entry.value("amp", 1.0)), 0, node, 0});
  }
  const PublicTopology machine = public_topology(cores);
  constexpr size_t kWords = KOORD_MAX_CPUS / 64;
  std::vector<uint64_t> sets;
  for (const CpuSet &set :
       {topology.all_cpus() - holders.unavailable(wanted.max_ref_count) - reserved,
        holders.core_held, holders.node_held}) {
    const auto words = words_of(set, kWords);
    sets.insert(sets.end(), words.begin(), words.end());
  }
  std::vector<uint64_t> out(kWords);
  koord_cpu_request request = KOORD_INIT(koord_cpu_request);
  request.flags = wanted.required ? uint32_t{KOORD_PICK_REQUIRED} : 0;
  request.profile = KOORD_PROFILE_UPSTREAM;
  request.bind_policy = static_cast<koord_bind_policy>(wanted.bind);
  request.exclusive_policy = static_cast<koord_exclusive_policy>(wanted.exclusive);
  // 0 is "not stated", which the engine's type does not have.
  request.numa_strategy = 1 + static_cast<koord_numa_strategy>(wanted.strategy);
  request.cpus = static_cast<uint32_t>(wanted.cpus);
  request.max_ref_count = static_cast<uint32_t>(wanted.max_ref_count);
  request.words = kWords;
  request.sets = KOORD_PICK_SET_CORE_HELD | KOORD_PICK_SET_NODE_HELD;
  request.grant_stride = sizeof(koord_numa_grant);
  request.grant_count = static_cast<uint32_t>(grants.size());
  koord_refusal refusal{};
  koord_error err{};
  const koord_status status =
      koord_cpu_pick(machine.get(), &request, sets.data(), holders.counts.data(), grants.data(),
                     out.data(), &refusal, &err);
  std::string expected = expected_outcome(entry);
  std::string got = outcome_of(status, err, refusal, out);
  if (refusal.reason == KOORD_REASON_NONE && entry.contains("wantNUMA")) {
    std::map<int, int64_t> want;
    std::map<int, int64_t> have;
    for (const auto &[node, milli] : entry.at("wantNUMA").items()) want[std::stoi(node)] = milli;
    for (const koord_numa_grant &grant : grants)
      if (grant.granted_milli > 0) have[grant.numa_node] = grant.granted_milli;
    expected += grants_text(want);
    got += grants_text(have);
  }
  report.check(entry.at("id"), expected, got);
}

void replay_order(const json &entry, const Topology &topology, Report &report) {
  const Request request = request_of(entry);
  const CpuSet available = set_of(entry, "avail");
  const State state{&available};
  const koord::cpu::CpuOrder order(topology, request, state);
  koord::cpu::CpuList list;
  order.by_domain(available, {}, list);
  const std::vector<int> free_order(list.view().begin(), list.view().end());
  order.spread(list, {});
  const std::vector<int> spread_order(list.view().begin(), list.view().end());
  report.check(entry.at("id"),
               entry.at("wantFreeOrder").dump() + entry.at("wantSpreadOrder").dump(),
               json(free_order).dump() + json(spread_order).dump());
}

void replay_available(const json &entry, const Topology &topology, Report &report) {
  const int max_ref = entry.value("maxRef", 1);
  Holders holders;
  for (const json &group : entry.value("alloc", json::array()))
    holders.hold(group.at(0), group.at(1), group.at(2));
  for (const json &list : entry.value("release", json::array()))
    CpuSet::parse(list.get<std::string>()).for_each([&](int cpu) {
      uint16_t &count = holders.counts[static_cast<size_t>(cpu)];
      if (count > 0) --count;
    });
  const CpuSet available =
      topology.all_cpus() - holders.unavailable(max_ref) - set_of(entry, "reserved");
  CpuSet want_held;
  for (const json &group : entry.value("wantAlloc", json::array()))
    want_held |= CpuSet::parse(group.at(0).get<std::string>());
  report.check(entry.at("id"), entry.value("wantAvail", "") + " held " + want_held.to_string(),
               available.to_string() + " held " + holders.unavailable(1).to_string());
}

}  // namespace

void replay_koordinator_cpu(const json &document, Report &report) {
  std::map<std::string, TopologyPtr> topologies;
  std::map<std::string, json> machines;
  for (const json &entry : document.at("topologies")) {
    topologies[entry.at("topology")] = read_topology(entry);
    machines[entry.at("topology")] = entry;
  }
  size_t skipped = 0;
  for (const json &entry : document.at("cases")) {
    const std::string op = entry.at("op");
    const Topology &topology = *topologies.at(entry.at("topo"));
    if (op == "take" || op == "prefer") {
      // If upstream assigns more CPUs than requested, there is no result to compare.
      if (entry.contains("extra"))
        ++skipped;
      else
        replay_take(entry, topology, report);
    } else if (op == "allocate") {
      if (entry.contains("extra"))
        ++skipped;
      else
        replay_allocate(entry, machines.at(entry.at("topo")), topology, report);
    } else if (op == "order") {
      replay_order(entry, topology, report);
    } else if (op == "available") {
      replay_available(entry, topology, report);
    } else if (op == "manager-allocate" || op == "manager-hints") {
      replay_koordinator_manager(entry, machines.at(entry.at("topo")), report);
    } else {
      ++skipped;
    }
  }
  if (skipped > 0)
    std::cout << "note: " << skipped
              << " cases not replayed: upstream gives more CPUs than requested, or the operation "
                 "is unknown\n";
}

// Koordinator's recorded results. The upstream profile returns them CPU for CPU. Under the
// proposal's rules the same cases get exactly the requested number of CPUs, all of them free.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "koordinator_machines.h"
#include "support/shared_data.h"
#include "wording/sentence.h"

namespace koord::cpu::testing {
namespace {

using Json = nlohmann::json;
using koord::testing::read_file;

MachinePtr machine_of(const Json &entry) {
  TopologySpec spec;
  for (const Json &core : entry.at("cores"))
    CpuSet::parse(core.at(3).get<std::string>()).for_each([&](int id) {
      TopologySpec::Cpu cpu;
      cpu.id = id;
      cpu.socket = core.at(0);
      cpu.node = core.at(1);
      cpu.core = core.at(2);
      spec.cpus.push_back(cpu);
    });
  return machine(std::move(spec));
}

CpuSet set_of(const Json &entry, const char *field) {
  return CpuSet::parse(entry.value(field, std::string()), field);
}

// Number of holders of each CPU. Its exclusive policy is that of its last holder.
struct Holders {
  void hold(const std::string &cpus, int pods, const std::string &policy) {
    CpuSet::parse(cpus).for_each([&](int cpu) {
      uint16_t &count = counts[static_cast<size_t>(cpu)];
      count = static_cast<uint16_t>(count + pods);
      core_held.remove(cpu);
      node_held.remove(cpu);
      if (policy == "PCPULevel") core_held.add(cpu);
      if (policy == "NUMANodeLevel") node_held.add(cpu);
    });
  }
  CpuSet held_by(int pods) const {
    CpuSet cpus;
    for (size_t cpu = 0; cpu < counts.size(); ++cpu)
      if (counts[cpu] >= pods) cpus.add(static_cast<int>(cpu));
    return cpus;
  }

  std::vector<uint16_t> counts = std::vector<uint16_t>(CpuSet::kCapacity);
  CpuSet core_held;
  CpuSet node_held;
};

// One recorded case, which can be evaluated under any profile.
struct Case {
  Request request;
  Holders holders;
  CpuSet available;
  CpuSet preferred;
  std::vector<HintedNode> hint;
};

Request request_of(const Json &entry) {
  Request request;
  const std::string bind = entry.value("bind", "");
  if (bind == "FullPCPUs") request.bind = kFull;
  if (bind == "SpreadByPCPUs") request.bind = kSpread;
  const std::string exclusive = entry.value("excl", "");
  if (exclusive == "PCPULevel") request.exclusive = kPcpuLevel;
  if (exclusive == "NUMANodeLevel") request.exclusive = kNumaNodeLevel;
  const std::string strategy = entry.value("numa", "");
  request.strategy = strategy == "MostAllocated"      ? kMost
                     : strategy == "DistributeEvenly" ? kEvenly
                                                      : kLeast;
  request.cpus = entry.at("need");
  request.max_ref_count = entry.value("maxRef", 1);
  request.required = entry.value("required", false);
  return request;
}

// Returns the free milli-CPU of a NUMA node; capacity and use are both amplified.
int64_t milli_left(const CpuSet &node, const CpuSet &reserved, const Holders &holders,
                   double ratio) {
  const auto amplified = [&](int64_t milli) {
    return ratio > 1 ? static_cast<int64_t>(std::ceil(static_cast<double>(milli) * ratio)) : milli;
  };
  int64_t held = 0;
  int64_t distinct = 0;
  node.for_each([&](int cpu) {
    held += int64_t{1000} * holders.counts[static_cast<size_t>(cpu)];
    distinct += holders.counts[static_cast<size_t>(cpu)] > 0 ? 1000 : 0;
  });
  const int64_t capacity = amplified(int64_t{1000} * (node - reserved).count());
  return std::max<int64_t>(0, capacity - held - (amplified(distinct) - distinct));
}

Case case_of(const Json &entry, const Topology &topology) {
  Case c;
  c.request = request_of(entry);
  c.available = set_of(entry, "avail");
  c.preferred = set_of(entry, "pref");
  for (const Json &group : entry.value("alloc", Json::array()))
    if (group.at(1) >= 0) c.holders.hold(group.at(0), group.at(1), group.at(2));
  if (entry.at("op") != "allocate") return c;
  for (const Json &pod : entry.value("pods", Json::array()))
    c.holders.hold(pod.at(0), 1, pod.at(1));
  const CpuSet reserved = set_of(entry, "reserved");
  c.available = topology.all_cpus() - c.holders.held_by(c.request.max_ref_count) - reserved;
  for (const int node : entry.value("hint", std::vector<int>())) {
    const auto index = static_cast<size_t>(topology.node_index(node));
    c.hint.push_back(
        {node,
         milli_left(topology.nodes()[index].cpus, reserved, c.holders, entry.value("amp", 1.0)),
         0});
  }
  return c;
}

struct Outcome {
  Refusal refusal;
  CpuSet cpus;
  std::map<int, int64_t> granted;
};

Outcome outcome_of(const Topology &topology, Case c, Profile profile) {
  c.request.profile = profile;
  const State state{&c.available, &c.preferred, &c.holders.core_held, &c.holders.node_held,
                    c.holders.counts};
  Outcome outcome;
  outcome.refusal = pick(topology, c.request, state, c.hint, outcome.cpus);
  for (const HintedNode &grant : c.hint)
    if (grant.granted_milli > 0) outcome.granted[grant.node] = grant.granted_milli;
  return outcome;
}

std::string to_text(const Outcome &outcome, bool with_numa) {
  if (outcome.refusal.refused()) return "error: " + to_sentence(outcome.refusal);
  return outcome.cpus.to_string() + (with_numa ? ' ' + Json(outcome.granted).dump() : "");
}

std::string expected(const Json &entry) {
  if (entry.contains("err")) return "error: " + entry.at("err").get<std::string>();
  std::string text = entry.at("want");
  if (entry.contains("wantNUMA")) {
    std::map<int, int64_t> granted;
    for (const auto &[node, milli] : entry.at("wantNUMA").items()) granted[std::stoi(node)] = milli;
    text += ' ' + Json(granted).dump();
  }
  return text;
}

class KoordinatorVectors : public ::testing::TestWithParam<const char *> {
 protected:
  // Calls check(case, machine) for every recorded assignment and returns their number.
  template <typename Check>
  size_t for_each(const std::string &shared, Check &&check) const {
    const Json file =
        Json::parse(read_file(shared + "/vectors/koordinator-cpu-" + GetParam() + ".json"));
    std::map<std::string, MachinePtr> machines;
    for (const Json &entry : file.at("topologies"))
      machines[entry.at("topology")] = machine_of(entry);
    size_t count = 0;
    for (const Json &entry : file.at("cases")) {
      const std::string op = entry.at("op");
      if (op != "take" && op != "prefer" && op != "allocate") continue;
      SCOPED_TRACE(entry.at("id").get<std::string>());
      check(entry, *machines.at(entry.at("topo")));
      ++count;
    }
    return count;
  }
};

TEST_P(KoordinatorVectors, UpstreamCpuForCpu) {
  KOORD_NEED_SHARED(shared);
  const size_t count = for_each(shared, [](const Json &entry, const Topology &topology) {
    if (entry.contains("extra")) return;  // upstream picked more CPUs than requested
    const Outcome outcome = outcome_of(topology, case_of(entry, topology), kUpstream);
    EXPECT_EQ(to_text(outcome, entry.contains("wantNUMA")), expected(entry));
  });
  EXPECT_GE(count, 49u);
}

TEST_P(KoordinatorVectors, ProposalGivesTheExactNumber) {
  KOORD_NEED_SHARED(shared);
  for_each(shared, [](const Json &entry, const Topology &topology) {
    const Case c = case_of(entry, topology);
    const Outcome outcome = outcome_of(topology, c, kSpec);
    if (entry.contains("want")) {
      // The proposal's rules can supply every request that upstream can.
      EXPECT_FALSE(outcome.refusal.refused()) << to_sentence(outcome.refusal);
    }
    if (outcome.refusal.refused()) {
      EXPECT_FALSE(to_sentence(outcome.refusal).empty());
      return;
    }
    EXPECT_EQ(outcome.cpus.count(), c.request.cpus);
    EXPECT_TRUE(outcome.cpus.is_subset_of(c.available)) << outcome.cpus.to_string();
    if (c.hint.empty()) return;
    int64_t granted = 0;
    for (const auto &[node, milli] : outcome.granted) granted += milli;
    EXPECT_EQ(granted, int64_t{1000} * c.request.cpus);
  });
}

INSTANTIATE_TEST_SUITE_P(Files, KoordinatorVectors,
                         ::testing::Values("tables", "random", "edge", "defects"),
                         [](const auto &file) { return std::string(file.param); });

}  // namespace
}  // namespace koord::cpu::testing

// Nodes whose pods could have better CPUs, and the invariants of every plan for them.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "plan/rebind.h"
#include "sched/draw.h"

namespace koord::testing {

using plan::Fragmentation;
using plan::Rebind;
using plan::RebindOptions;
using sched::ChangeKind;

using Owners = std::map<std::string, CpuSet>;  // by uid, for pods with CPUs of their own

inline Owners owners_of(const Cluster &cluster, uint32_t id) {
  Owners out;
  std::vector<std::string> uids;
  EXPECT_EQ(cluster.pods_of(id, uids), Outcome::kDone);
  for (const std::string &uid : uids) {
    uint32_t node = 0;
    CpuSet cpus;
    EXPECT_EQ(cluster.pod_cpus(uid, node, cpus), Outcome::kDone);
    if (!cpus.empty()) out[uid] = cpus;
  }
  return out;
}

inline Rebind rebind(const Cluster &cluster, uint32_t node, const RebindOptions &options = {},
                     const sched::WhatIf &what_if = {}) {
  const sched::ClusterSnapshot snapshot(cluster, what_if);
  return plan::rebind(snapshot, node, options);
}

// Counts the steps of a plan that assign CPUs which another pod holds
// at that moment, or which are not allowed.
inline int double_owners(const sched::Changes &changes, Owners now, const CpuSet &allowed) {
  int n = 0;
  for (const sched::Change &step : changes.steps) {
    const CpuSet cpus = step.holding.cpu_set();
    const CpuSet gained = cpus - now[step.uid];
    for (const auto &[uid, held] : now) n += uid != step.uid && held.intersects(gained) ? 1 : 0;
    n += gained.is_subset_of(allowed) && !cpus.empty() ? 0 : 1;
    now[step.uid] = cpus;
  }
  return n;
}

inline int numa_nodes(const Topology &machine, const CpuSet &cpus) {
  int n = 0;
  for (const Topology::CpuNode &place : machine.cpu_nodes())
    n += place.cpus.intersects(cpus) ? 1 : 0;
  return n;
}

// Counts CPUs on cores whose threads are not all in the set.
inline int on_broken_cores(const Topology &machine, const CpuSet &cpus) {
  int n = 0;
  for (const Topology::Core &core : machine.cores()) {
    int own = 0;
    for (const int32_t cpu : machine.threads(core)) own += cpus.contains(cpu) ? 1 : 0;
    n += own < static_cast<int>(core.threads) ? own : 0;
  }
  return n;
}

inline int cores_used(const Topology &machine, const CpuSet &cpus) {
  int n = 0;
  for (const Topology::Core &core : machine.cores()) {
    const auto threads = machine.threads(core);
    n += std::any_of(threads.begin(), threads.end(),
                     [&](int32_t cpu) { return cpus.contains(cpu); });
  }
  return n;
}

}  // namespace koord::testing

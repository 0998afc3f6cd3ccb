// Random nodes: pods with control groups on some CPUs, and a state that assigns other CPUs.
#pragma once

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "agent/cgroup_plan.h"
#include "kernel_model.h"

namespace koord::agent::testing {

using object::KubeQos;
using object::Qos;

inline int draw(int from, int to) { return *rc::gen::inRange(from, to + 1); }
inline bool chance(int percent) { return draw(1, 100) <= percent; }

inline CpuSet draw_set(const CpuSet &from, bool may_be_empty = false) {
  CpuSet set;
  from.for_each([&](int cpu) {
    if (chance(40)) set.add(cpu);
  });
  if (set.empty() && !may_be_empty && !from.empty()) set.add(from.first());
  return set;
}

inline CpuSet first_cpus(int count) {
  CpuSet set;
  for (int i = 0; i < count; ++i) set.add(i);
  return set;
}

struct DrawnNode {
  explicit DrawnNode(CgroupVersion version, int cpus, int nodes)
      : kernel(version, cpus, nodes), all(first_cpus(cpus)), all_nodes(first_cpus(nodes)) {
    layout.version = version;
    state.cpus = all;
    all_nodes.for_each([&](int node) { state.memory_nodes.push_back(node); });
  }

  CgroupPlan plan() {
    return plan_cgroups(state, std::make_shared<const CgroupTree>(observe_cgroups(kernel, layout)),
                        names);
  }

  KernelModel kernel;
  CgroupLayout layout;
  CpuSet all;
  CpuSet all_nodes;
  NodeState state;
  std::vector<ContainerName> names;
  std::map<std::string, std::string> pod_of;  // pod of each movable container, by path
  std::map<std::string, Sharing> sharing_of;  // sharing of each movable container
  std::map<std::string, CpuSet> goal_of;      // goal of each movable container
  std::map<std::string, CpuSet> kubelet_of;   // CPUs that kubelet assigned, by path
  std::set<std::string> lifted;               // groups that are to have no quota
};

struct PodDraw {
  PodState pod;
  CpuSet before;  // CPUs at the start
  bool known = true;
  std::map<std::string, CpuSet> before_of;  // of containers on other CPUs than the pod
};

inline void add_group(DrawnNode &node, const std::string &path, const CpuSet &cpus,
                      const CpuSet &mems, bool has_tasks, int64_t quota = -1) {
  node.kernel.add(path, {cpus, mems, quota, has_tasks, true});
}

// Version 1: widens every group to include the groups below it.
inline void widen_parents(DrawnNode &node) {
  std::vector<std::string> paths;
  for (const auto &[path, group] : node.kernel.groups())
    if (!path.empty()) paths.push_back(path);
  for (auto path = paths.rbegin(); path != paths.rend(); ++path) {
    const size_t slash = path->rfind('/');
    if (slash == std::string::npos) continue;
    KernelModel::Group &parent = node.kernel.at(path->substr(0, slash));
    parent.cpus |= node.kernel.at(*path).cpus;
    parent.mems |= node.kernel.at(*path).mems;
    if (parent.quota >= 0) parent.quota = std::max(parent.quota, node.kernel.at(*path).quota);
  }
}

inline CpuSet some_nodes(const DrawnNode &node, bool v2) {
  if (v2 && chance(60)) return {};
  return chance(60) ? node.all_nodes : draw_set(node.all_nodes);
}

// Returns true for places in the BE pool. Pools that a BE pod names are part of it.
inline bool on_be_pool(const PodState &pod, Place place) {
  return place == Place::kBestEffort || (place == Place::kNamedPools && pod.qos == Qos::kBe);
}

inline void add_pod(DrawnNode &node, const PodDraw &draw_of, int number) {
  const PodState &pod = draw_of.pod;
  const bool v2 = node.layout.version == CgroupVersion::kV2;
  const std::string path = pod_path(node.layout, pod.kube_qos, pod.uid);
  CpuSet own;
  if (!v2)
    own = chance(50) ? draw_of.before : draw_set(node.all);
  else if (chance(40))
    own = chance(70) ? draw_of.before : draw_set(node.all);
  add_group(node, path, own, some_nodes(node, v2), false, chance(40) ? 200000 : -1);
  if (draw_of.known && pod.unlimited) node.lifted.insert(path);
  const int containers = draw(1, 3);
  std::vector<std::string> ids;
  for (int c = 0; c < containers; ++c) {
    const std::string id = "c" + std::to_string(number) + "f" + std::to_string(c);
    const std::string at =
        container_path(node.layout, pod.kube_qos, pod.uid, ContainerRuntime::kContainerd, id);
    const ContainerState *entry = static_cast<size_t>(c) < pod.containers.size()
                                      ? &pod.containers[static_cast<size_t>(c)]
                                      : nullptr;
    const bool named = pod.containers.empty() || chance(80);
    if (named && !pod.containers.empty())
      node.names.push_back({id, entry != nullptr ? entry->name : "other" + std::to_string(c)});
    CpuSet cpus = draw_of.before;
    if (entry != nullptr && draw_of.before_of.contains(entry->name))
      cpus = draw_of.before_of.at(entry->name);
    if (v2 && chance(25) && entry == nullptr) cpus = CpuSet();
    // A group that the runtime has just created.
    const bool is_new = !v2 && (cpus.empty() || chance(5));
    if (is_new) cpus = CpuSet();
    add_group(node, at, cpus, is_new ? CpuSet() : some_nodes(node, v2), !is_new,
              chance(40) ? 100000 : -1);
    if (!v2 && !is_new && chance(20)) {
      const CpuSet inner = chance(50) ? cpus : draw_set(cpus);
      add_group(node, at + "/inner", inner, node.kernel.at(at).mems, true);
      if (chance(50)) add_group(node, at + "/inner/most", inner, node.kernel.at(at).mems, true);
    }
    const Place place = entry != nullptr ? entry->place : pod.place;
    const CpuSet &goal = entry != nullptr ? entry->cpus : pod.cpus;
    if (place == Place::kKubelet) node.kubelet_of[at] = goal;
    if (!draw_of.known || !named || goal.empty() || place == Place::kUntouched ||
        place == Place::kKubelet)
      continue;
    node.pod_of[at] = pod.uid;
    node.goal_of[at] = goal;
    node.sharing_of[at] = on_be_pool(pod, place)    ? Sharing::kBestEffort
                          : place == Place::kSystem ? Sharing::kAnyone
                          : place != Place::kOwn    ? Sharing::kShared
                          : pod.qos == Qos::kLse    ? Sharing::kAlone
                                                    : Sharing::kWithBestEffort;
    if (pod.unlimited) node.lifted.insert(at);
  }
}

// Deals CPUs to exclusive pods, for the start and for the goal; the rest is shared. If `orderly`,
// no pod starts on another pod's CPUs.
inline DrawnNode draw_node() {
  const auto version = *rc::gen::element(CgroupVersion::kV1, CgroupVersion::kV2);
  const bool v2 = version == CgroupVersion::kV2;
  DrawnNode node(version, draw(2, 12), draw(1, 2));
  node.layout.driver = *rc::gen::element(CgroupDriver::kCgroupfs, CgroupDriver::kSystemd);
  node.state.kubelet_static = chance(40);
  const bool orderly = chance(60);
  const int pods = draw(1, 9);
  const bool in_circles = chance(40);  // exclusive pods that exchange their CPUs in a cycle
  const int own_percent = in_circles ? 100 : draw(20, 90);

  std::vector<PodDraw> drawn(static_cast<size_t>(pods));
  for (int i = 0; i < pods; ++i) {
    PodDraw &one = drawn[static_cast<size_t>(i)];
    one.pod.uid = "u" + std::to_string(i);
    one.known = chance(90);
    one.pod.kube_qos =
        *rc::gen::element(KubeQos::kGuaranteed, KubeQos::kBurstable, KubeQos::kBestEffort);
    if (chance(own_percent)) {
      one.pod.place = Place::kOwn;
      one.pod.qos = chance(50) ? Qos::kLse : Qos::kLsr;
      one.pod.unlimited = true;
    } else {
      one.pod.place = *rc::gen::element(Place::kShared, Place::kShared, Place::kNamedPools,
                                        Place::kBestEffort, Place::kSystem, Place::kUntouched);
      if (one.pod.place == Place::kNamedPools && chance(50)) one.pod.qos = Qos::kBe;
      if (chance(20)) {  // with a container that has kubelet's CPUs
        one.pod.containers.push_back({"k", Place::kKubelet, {}});
        node.state.kubelet_static = true;
      }
    }
  }
  // CPUs of exclusive pods, and those closed to BE, for the start and for the goal.
  CpuSet taken_before;
  CpuSet taken_after;
  CpuSet closed_to_be;
  CpuSet closed_to_be_before;
  std::vector<int> order;
  node.all.for_each([&](int cpu) { order.push_back(cpu); });
  const auto deal = [&](bool before) {
    for (const int cpu : order) {
      if (chance(15)) continue;
      PodDraw &one = drawn[static_cast<size_t>(draw(0, pods - 1))];
      if (one.pod.place == Place::kOwn) {
        (before ? one.before : one.pod.cpus).add(cpu);
        (before ? taken_before : taken_after).add(cpu);
        if (one.pod.qos == Qos::kLse) (before ? closed_to_be_before : closed_to_be).add(cpu);
      } else if (!one.pod.containers.empty() && before == false && !taken_before.contains(cpu)) {
        one.pod.containers[0].cpus.add(cpu);
        taken_after.add(cpu);
        closed_to_be.add(cpu);
      }
    }
  };
  int turning = node.all.count();  // CPUs in the cycle; the others keep their owners
  if (in_circles && chance(50)) {  // one CPU each
    const auto give = [&](int pod, int cpu) {
      PodDraw &one = drawn[static_cast<size_t>(pod)];
      one.before.add(cpu);
      taken_before.add(cpu);
      if (one.pod.qos == Qos::kLse) closed_to_be_before.add(cpu);
    };
    const int given = std::min(pods, node.all.count());
    for (int i = 0; i < given; ++i) give(i, i);
    if (given > 1 && chance(40)) {  // except the last pod, which has all other CPUs and keeps them
      turning = given - 1;
      for (int cpu = given; cpu < node.all.count(); ++cpu) give(given - 1, cpu);
    }
  } else {
    deal(true);
  }
  if (!in_circles) {
    deal(false);
  } else {
    const int step = draw(1, 3);
    for (PodDraw &one : drawn)
      one.before.for_each([&](int cpu) {
        const int next = cpu < turning ? (cpu + step) % turning : cpu;
        one.pod.cpus.add(next);
        taken_after.add(next);
        if (one.pod.qos == Qos::kLse) closed_to_be.add(next);
      });
  }
  node.state.pools.shared = node.all - taken_after;
  node.state.pools.best_effort = node.all - closed_to_be;
  for (PodDraw &one : drawn) {
    PodState &pod = one.pod;
    const CpuSet shared_before = node.all - taken_before;
    if (pod.place == Place::kShared) pod.cpus = node.state.pools.shared;
    if (pod.place == Place::kNamedPools)
      pod.cpus = draw_set(
          pod.qos == Qos::kBe ? node.state.pools.best_effort : node.state.pools.shared, true);
    if (pod.place == Place::kSystem) pod.cpus = draw_set(node.all);
    if (pod.place == Place::kBestEffort) pod.cpus = node.state.pools.best_effort;
    if (pod.place != Place::kOwn)
      one.before = on_be_pool(pod, pod.place) ? node.all - closed_to_be_before
                                              : draw_set(shared_before, true);
    std::erase_if(pod.containers, [](const ContainerState &c) { return c.cpus.empty(); });
    for (const ContainerState &c : pod.containers) one.before_of[c.name] = c.cpus;
    if (!orderly && chance(50)) one.before = draw_set(node.all);
    if (one.before.empty()) one.before = v2 || orderly ? CpuSet() : node.all;
    if (chance(30))
      draw_set(node.all_nodes).for_each([&](int n) { pod.memory_nodes.push_back(n); });
  }

  const CpuSet wide = v2 && chance(50) ? CpuSet() : node.all;
  const CpuSet nodes = v2 ? CpuSet() : node.all_nodes;
  add_group(node, kubepods_path(node.layout), v2 || chance(70) ? wide : draw_set(node.all), nodes,
            false);
  for (const KubeQos qos : {KubeQos::kBurstable, KubeQos::kBestEffort})
    add_group(node, qos_path(node.layout, qos), chance(50) ? wide : draw_set(node.all), nodes,
              false);
  for (int i = 0; i < pods; ++i) add_pod(node, drawn[static_cast<size_t>(i)], i);
  if (chance(20))
    add_group(node, qos_path(node.layout, KubeQos::kBurstable) + "/stray", draw_set(node.all),
              nodes, true);
  if (!v2) widen_parents(node);
  for (PodDraw &one : drawn)
    if (one.known) node.state.pods.push_back(std::move(one.pod));
  std::sort(node.names.begin(), node.names.end(),
            [](const ContainerName &a, const ContainerName &b) { return a.id < b.id; });
  return node;
}

inline bool is_exclusive_sharing(Sharing sharing) {
  return sharing == Sharing::kAlone || sharing == Sharing::kWithBestEffort;
}

// CPUs that containers of two pods have in common, by pair of containers that may not share.
using Overlaps = std::map<std::pair<std::string, std::string>, CpuSet>;

inline Overlaps overlaps_of(const DrawnNode &node, bool exclusive_only) {
  struct Holder {
    std::string pod;
    std::string path;
    CpuSet cpus;
    Sharing sharing;
  };
  std::vector<Holder> holders;
  for (const auto &[path, sharing] : node.sharing_of)
    if (node.kernel.groups().contains(path))
      holders.push_back({node.pod_of.at(path), path, node.kernel.cpus_in_force(path), sharing});
  for (const auto &[path, given] : node.kubelet_of)
    holders.push_back({path, path, node.kernel.cpus_in_force(path) & given, Sharing::kAlone});
  Overlaps found;
  for (const Holder &a : holders)
    for (const Holder &b : holders) {
      if (a.path >= b.path || a.pod == b.pod || may_share(a.sharing, b.sharing)) continue;
      if (exclusive_only && !(is_exclusive_sharing(a.sharing) && is_exclusive_sharing(b.sharing)))
        continue;
      const CpuSet both = a.cpus & b.cpus;
      if (!both.empty()) found[{a.path, b.path}] = both;
    }
  return found;
}

// Returns true if no overlap is new.
inline bool within(const Overlaps &now, const Overlaps &before) {
  return std::all_of(now.begin(), now.end(), [&](const auto &one) {
    const auto at = before.find(one.first);
    return at != before.end() && one.second.is_subset_of(at->second);
  });
}

inline bool parks(const CgroupPlan &plan) {
  return std::any_of(plan.steps.begin(), plan.steps.end(),
                     [](const CgroupStep &step) { return step.phase == CgroupPhase::kPark; });
}

}  // namespace koord::agent::testing

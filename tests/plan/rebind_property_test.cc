// Properties of every rebind plan, for any node, pods and options.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "plan/rebind_support.h"
#include "sched/gpu_pods.h"
#include "sched/verdict/allocate.h"

namespace koord::testing {
namespace {

struct DrawnCluster {
  Drawn node;
  Cluster cluster{sched::Options{}};
  std::vector<PodObject> pods;  // pods that remain
};

// Draws from the whole range, independent of rapidcheck's size.
int number(int from, int to) { return *rc::gen::resize(100, rc::gen::inRange(from, to)); }

// Adds many pods and removes many of them, so that the rest is scattered.
void draw(DrawnCluster &world, Cluster *twin = nullptr) {
  world.node = draw_node("node");
  world.node.node.unschedulable = false;
  add(world.cluster, world.node);
  if (twin != nullptr) add(*twin, world.node);
  const int arrivals = number(2, 24);
  const bool small = number(0, 2) == 0;
  for (int i = 0; i < arrivals; ++i) {
    PodObject pod = draw_pod("pod-" + std::to_string(i));
    if (small && number(0, 3) > 0) {
      const PodObject plain = pod_of(pod.uid, Qos::kLsr, 1000 * number(1, 5));
      pod.qos = plain.qos;
      pod.containers = plain.containers;
      if (number(0, 2) == 0) pod.exclusive = ExclusivePolicy::kNone;
    }
    const bool there = !reserve(world.cluster, pod, 0).refusal.refused();
    if (twin != nullptr) reserve(*twin, pod, 0);
    if (there) world.pods.push_back(pod);
    if (world.pods.empty() || number(0, 5) > 1) continue;
    const auto gone = world.pods.begin() + number(0, static_cast<int>(world.pods.size()));
    world.cluster.remove_pod(gone->uid);
    if (twin != nullptr) twin->remove_pod(gone->uid);
    world.pods.erase(gone);
  }
}

RebindOptions draw_options() {
  RebindOptions options;
  options.no_new_crossing = number(0, 2) == 0;
  options.most_moved = static_cast<uint32_t>(number(0, 4));
  options.work = static_cast<uint32_t>(*rc::gen::element(0, 10, 100, 1000));
  return options;
}

CpuSet allowed_of(const Cluster &cluster) {
  CpuSet out;
  cluster.look_at(
      0, [&](const sched::Node &node) { out = node.machine().all_cpus() - node.withheld(); });
  return out;
}

const Topology &machine_of(const DrawnCluster &world) { return *world.node.topology.machine; }

struct Policies {
  sched::Placement placement;
  sched::ShapePtr shape;
};
Policies policies_of(const DrawnCluster &world, const std::string &uid) {
  const sched::ClusterSnapshot snapshot(world.cluster);
  uint32_t node = 0;
  sched::Holder holder;
  RC_ASSERT(snapshot.find(uid, node, holder));
  return {sched::prepare(snapshot.view(0), holder.holding->shape(), snapshot.options(),
                         sched::Fit::kNone)
              .placement,
          holder.holding->shared_shape()};
}

RC_GTEST_PROP(RebindProperty, NothingGetsWorse, ()) {
  DrawnCluster world;
  draw(world);
  const Owners before = owners_of(world.cluster, 0);
  const uint64_t generation = world.cluster.counts().generation;
  const RebindOptions options = draw_options();
  sched::WhatIf what_if;
  for (const PodObject &pod : world.pods)
    if (number(0, 5) == 0) what_if.guarded.push_back({pod.uid, sched::Protection::kKeep});

  const Rebind found = rebind(world.cluster, 0, options, what_if);
  RC_ASSERT(!found.refusal.refused());
  RC_ASSERT(world.cluster.counts().generation == generation);
  RC_ASSERT(owners_of(world.cluster, 0) == before);
  RC_ASSERT(found.work <= options.work);
  RC_ASSERT((compare(found.after, found.before) <= 0));
  RC_ASSERT(found.changes.steps.empty() == (found.moved == 0));
  RC_ASSERT((found.moved == 0 || compare(found.after, found.before) < 0));
  RC_ASSERT(double_owners(found.changes, before, allowed_of(world.cluster)) == 0);

  std::map<std::string, Policies> policies;
  for (const auto &[uid, cpus] : before) policies[uid] = policies_of(world, uid);
  RC_ASSERT(world.cluster.commit(found.changes) == Outcome::kDone);
  const Owners after = owners_of(world.cluster, 0);
  RC_ASSERT(after.size() == before.size());
  RC_CLASSIFY(found.moved > 0, "moved");
  uint32_t moved = 0;
  for (const auto &[uid, cpus] : after) {
    const CpuSet &old = before.at(uid);
    const Topology &machine = machine_of(world);
    moved += cpus == old ? 0 : 1;
    RC_ASSERT(cpus.count() == old.count());
    for (const auto &guarded : what_if.guarded) RC_ASSERT(guarded.uid != uid || cpus == old);
    if (options.no_new_crossing) RC_ASSERT(numa_nodes(machine, cpus) <= numa_nodes(machine, old));
    const auto &[placement, shape] = policies.at(uid);
    if (placement.bind == cpu::BindPolicy::kFullPcpus)
      RC_ASSERT(on_broken_cores(machine, cpus) <=
                std::max(on_broken_cores(machine, old), old.count() % 2));
    if (placement.bind == cpu::BindPolicy::kSpreadByPcpus)
      RC_ASSERT(cores_used(machine, cpus) >= cores_used(machine, old));
    const bool evenly = world.node.node.strategy == NodeStrategy::kDistributeEvenly;
    if (placement.numa != NumaPolicy::kNone && !evenly)
      RC_ASSERT(numa_nodes(machine, cpus) <= std::max(numa_nodes(machine, old), 1));
    // Checks the exclusive policies, for each core and NUMA node.
    const auto met = [&](const Owners &owners) {
      const ExclusivePolicy own = exclusive_policy(*shape);
      int n = 0;
      if (own == ExclusivePolicy::kNone) return n;
      const auto &mine = owners.at(uid);
      mine.for_each([&](int cpu) {
        const Topology::Cpu &here = *machine.find_cpu(cpu);
        bool meets = false;
        for (const auto &[other, theirs] : owners) {
          if (other == uid || exclusive_policy(*policies.at(other).shape) != own) continue;
          theirs.for_each([&](int there) {
            const Topology::Cpu &c = *machine.find_cpu(there);
            meets |= own == ExclusivePolicy::kPcpuLevel ? c.core == here.core : c.node == here.node;
          });
        }
        n += meets ? 1 : 0;
      });
      return n;
    };
    RC_ASSERT(met(after) <= met(before));
  }
  RC_ASSERT(moved == found.moved);
  RC_ASSERT(options.most_moved == 0 || moved <= options.most_moved);
  // The result equals the predicted one.
  const Rebind then = rebind(world.cluster, 0, {.work = 0});
  RC_ASSERT(then.before == found.after);
}

RC_GTEST_PROP(RebindProperty, APlanEqualsItsStepsAndIsTheSameAgain, ()) {
  DrawnCluster world;
  Cluster stepped{sched::Options{}};
  draw(world, &stepped);
  const RebindOptions options = draw_options();
  const Rebind found = rebind(world.cluster, 0, options);
  const Rebind again = rebind(stepped, 0, options);
  RC_ASSERT(found.changes.steps.size() == again.changes.steps.size());
  for (size_t i = 0; i < again.changes.steps.size(); ++i) {
    const sched::Change &step = again.changes.steps[i];
    RC_ASSERT(step.uid == found.changes.steps[i].uid);
    RC_ASSERT(step.holding.cpu_set() == found.changes.steps[i].holding.cpu_set());
    RC_ASSERT(step.kind == ChangeKind::kMove);
    RC_ASSERT(stepped.commit({{step}, {}}) == Outcome::kDone);
  }
  RC_ASSERT(world.cluster.commit(found.changes) == Outcome::kDone);
  RC_ASSERT(world.cluster.same_state(stepped));
  RC_ASSERT(found.changes.steps.empty() || world.cluster.commit(found.changes) == Outcome::kStale);
  for (const PodObject &pod : world.pods)
    RC_ASSERT(world.cluster.remove_pod(pod.uid) == Outcome::kDone);
  Cluster empty{sched::Options{}};
  add(empty, world.node);
  RC_ASSERT(world.cluster.same_state(empty));
}

// Draws running pods with disjoint CPUs, and pods whose claims overlap theirs, bound in any order.
std::vector<PodObject> draw_claims(int cpus) {
  std::vector<int> shuffled;
  for (int i = 0; i < cpus; ++i) shuffled.insert(shuffled.begin() + number(0, i + 1), i);
  std::vector<PodObject> out;
  const auto add = [&](const CpuSet &claimed) {
    PodObject pod =
        pod_of("pod-" + std::to_string(out.size()), Qos::kLsr, int64_t{1000} * claimed.count());
    pod.node = "node";
    pod.scheduled = number(0, 5) == 0 ? std::nullopt : std::optional<int64_t>(number(1, 9));
    pod.status.emplace().cpus = claimed;
    if (number(0, 2) == 0) pod.required_bind = PodBind::kFullPcpus;
    out.push_back(pod);
  };
  size_t at = 0;
  for (int i = 0, pods = number(2, 5); i < pods; ++i) {
    CpuSet claimed;
    for (int n = number(1, 4); n > 0 && at < shuffled.size(); --n) claimed.add(shuffled[at++]);
    if (!claimed.empty()) add(claimed);
  }
  for (int i = 0, pods = number(1, 4); i < pods; ++i) {
    CpuSet claimed{shuffled[static_cast<size_t>(number(0, static_cast<int>(at)))]};
    for (int n = number(0, 3); n > 0; --n) claimed.add(number(0, cpus));
    add(claimed);
  }
  return out;
}

// A refused claim to CPUs that a plan frees is accepted after a restart, before claims of pods that
// were bound later. No pod loses CPUs of the plan to it.
RC_GTEST_PROP(RebindProperty, PlansHoldAfterARestart, ()) {
  const Machine machine{1, number(1, 3), 4};
  std::vector<PodObject> pods = draw_claims(8 * machine.nodes);
  const auto cluster_of = [&] {
    auto out = std::make_unique<Cluster>(sched::Options{});
    add_node(*out, "node", machine);
    for (const PodObject &pod : pods) set(*out, pod);
    return out;
  };
  const auto cluster = cluster_of();
  PodObject guest = pod_of("guest", Qos::kLsr, 1000 * number(2, 5));
  guest.required_bind = PodBind::kFullPcpus;
  Rebind found;
  {
    const sched::ClusterSnapshot snapshot(*cluster);
    found = number(0, 2) == 0
                ? plan::rebind(snapshot, 0, draw_options())
                : plan::rebind_for(snapshot, 0, snapshot.shape_of(guest), false, draw_options());
  }
  if (found.refusal.refused()) return;
  Owners planned = owners_of(*cluster, 0);
  for (const sched::Change &step : found.changes.steps)
    if (step.kind == ChangeKind::kMove) planned[step.uid] = step.holding.cpu_set();
  std::erase_if(found.changes.steps,
                [](const sched::Change &step) { return step.kind != ChangeKind::kMove; });
  RC_CLASSIFY(!found.changes.steps.empty(), "moved");
  RC_ASSERT(cluster->commit(found.changes) == Outcome::kDone);
  for (const sched::Change &step : found.changes.steps) {
    sched::Allocation allocation;
    RC_ASSERT(cluster->allocation(step.uid, allocation) == Outcome::kDone);
    for (PodObject &pod : pods)
      if (pod.uid == step.uid) pod.status = allocation.status;
  }
  const Owners restored = owners_of(*cluster_of(), 0);
  for (const auto &[uid, cpus] : planned) {
    const auto at = restored.find(uid);
    RC_ASSERT(at != restored.end());
    RC_ASSERT(at->second == cpus);
  }
}

// A refused claim that a plan makes acceptable takes no CPUs that a nominated pod needs.
RC_GTEST_PROP(RebindProperty, NominatedPodsKeepTheirRoomAfterARestart, ()) {
  const Machine machine{1, number(1, 3), 4};
  std::vector<PodObject> pods = draw_claims(8 * machine.nodes);
  const auto cluster_of = [&] {
    auto out = std::make_unique<Cluster>(sched::Options{});
    add_node(*out, "node", machine);
    for (const PodObject &pod : pods) set(*out, pod);
    return out;
  };
  const auto cluster = cluster_of();
  PodObject nominated = pod_of("nominated", Qos::kLsr, 1000 * number(1, 6));
  if (number(0, 2) == 0) nominated.required_bind = PodBind::kFullPcpus;
  sched::WhatIf what_if;
  what_if.added.push_back({cluster->shape_of(nominated), 0});
  const RebindOptions options = draw_options();
  Rebind found;
  bool had_room = false;
  {
    const sched::ClusterSnapshot snapshot(*cluster, what_if);
    had_room = snapshot.added_pods_fit(0);
    found = plan::rebind(snapshot, 0, options);
  }
  RC_ASSERT(found.work <= options.work);
  if (!had_room || found.changes.steps.empty()) return;
  RC_TAG("moved");
  RC_ASSERT(cluster->commit(found.changes) == Outcome::kDone);
  for (const sched::Change &step : found.changes.steps) {
    sched::Allocation allocation;
    RC_ASSERT(cluster->allocation(step.uid, allocation) == Outcome::kDone);
    for (PodObject &pod : pods)
      if (pod.uid == step.uid) pod.status = allocation.status;
  }
  RC_ASSERT(!reserve(*cluster_of(), nominated, 0).refusal.refused());
  RC_ASSERT(!reserve(*cluster, nominated, 0).refusal.refused());
}

RC_GTEST_PROP(RebindProperty, RoomForAPodIsRoomIndeed, ()) {
  DrawnCluster world;
  draw(world);
  const Owners before = owners_of(world.cluster, 0);
  PodObject guest = draw_pod("guest");
  if (number(0, 4) > 0) {
    // Scattered pods leave no whole cores.
    guest = pod_of("guest", Qos::kLsr, 2000 * number(1, 4));
    guest.required_bind = PodBind::kFullPcpus;
  }
  const sched::Query query = ask(world.cluster, guest);
  const RebindOptions options = draw_options();
  Rebind found;
  bool fits = false;
  {
    const sched::ClusterSnapshot snapshot(world.cluster);
    sched::Holding ignored;
    fits =
        !sched::allocate(snapshot.view(0), query.shape, snapshot.options(), {}, ignored).refused();
    found = plan::rebind_for(snapshot, 0, query.shape, false, options);
  }
  RC_ASSERT(!fits || !found.refusal.refused());
  RC_ASSERT(found.refusal.refused() == found.changes.steps.empty());
  if (found.refusal.refused()) return;
  RC_CLASSIFY(!fits, "made room");
  sched::Change &last = found.changes.steps.back();
  RC_ASSERT(last.kind == ChangeKind::kPlace);
  RC_ASSERT(fits == (found.changes.steps.size() == 1));
  last.uid = "guest";
  RC_ASSERT(double_owners({{found.changes.steps.begin(), found.changes.steps.end() - 1}, {}},
                          before, allowed_of(world.cluster)) == 0);
  sched::Changes moves = found.changes;
  moves.steps.pop_back();
  RC_ASSERT(world.cluster.commit(moves) == Outcome::kDone);
  // The scheduler accepts the pod and assigns the predicted CPUs.
  const Answer answer = reserve(world.cluster, guest, 0);
  RC_ASSERT(!answer.refusal.refused());
  RC_ASSERT(answer.cpus() == last.holding.cpu_set().to_string());
}

std::string devices_of(const sched::Holding &holding) {
  std::string out;
  if (holding.devices() == nullptr) return out;
  for (const device::Grant &grant : *holding.devices())
    out += std::to_string(grant.type) + "/" + std::to_string(grant.minor) + " ";
  return out;
}

// Uses few shapes, so that pods can exchange CPUs with similar pods.
RC_GTEST_PROP(RebindProperty, PodsKeepTheirDevices, ()) {
  DrawnCluster world;
  const Machine machine = kMachines[number(0, 3)];
  world.node = {node_of("node", machine), topology_of("node", machine)};
  world.node.node.numa_policy = *rc::gen::element(NumaPolicy::kAbsent, NumaPolicy::kBestEffort);
  add(world.cluster, world.node);
  DeviceObject devices = visible_gpus_of("node", number(2, 5));
  const int numa = machine.sockets * machine.nodes;
  for (DeviceInfo &info : devices.devices) {
    info.placed = number(0, 2) > 0;
    info.place.node = info.minor % numa;
  }
  world.cluster.set_devices(devices);
  const int cpus = number(2, 7);
  for (int i = 0; i < 6; ++i) {
    PodObject pod = pod_of("pod-" + std::to_string(i), Qos::kLsr, 1000 * cpus);
    if (number(0, 4) == 0) pod = pod_of(pod.uid, Qos::kLsr, 1000 * number(1, 6));
    if (number(0, 3) > 0) pod.containers[0].requests.push_back({"koordinator.sh/gpu", 100});
    pod.containers[0].limits = pod.containers[0].requests;
    if (!reserve(world.cluster, pod, 0).refusal.refused()) world.pods.push_back(pod);
    if (world.pods.empty() || number(0, 4) > 0) continue;
    world.cluster.remove_pod(world.pods.front().uid);
    world.pods.erase(world.pods.begin());
  }
  PodObject guest = pod_of("guest", number(0, 2) == 0 ? Qos::kBe : Qos::kLsr, 1000 * number(1, 7));
  guest.containers[0].requests.push_back({"koordinator.sh/gpu", 10 * number(1, 11)});
  guest.containers[0].limits = guest.containers[0].requests;
  std::map<std::string, std::string> held;
  Rebind found;
  const bool for_guest = number(0, 3) > 0;
  {
    const sched::ClusterSnapshot snapshot(world.cluster);
    for (const sched::Holder &holder : snapshot.holders(0))
      held[std::string(holder.uid)] = devices_of(*holder.holding);
    found = for_guest
                ? plan::rebind_for(snapshot, 0, snapshot.shape_of(guest), false, draw_options())
                : plan::rebind(snapshot, 0, draw_options());
  }
  if (found.refusal.refused()) return;
  if (for_guest) found.changes.steps.back().uid = "guest";
  RC_CLASSIFY(found.moved > 0, "moved");
  for (const sched::Change &step : found.changes.steps)
    if (step.kind == ChangeKind::kMove) RC_ASSERT(devices_of(step.holding) == held.at(step.uid));
  RC_ASSERT(world.cluster.commit(found.changes) == Outcome::kDone);
}

}  // namespace
}  // namespace koord::testing

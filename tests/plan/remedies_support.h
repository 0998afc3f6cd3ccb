// Clusters in which the steps of remedies can be executed.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "plan/explain.h"
#include "plan/rebind.h"
#include "sched/draw.h"
#include "wording/sentence.h"

namespace koord::testing {

using plan::RemedyKind;
using plan::Step;

struct PodThere {
  PodObject pod;
  uint32_t node;
};

// A cluster that can be rebuilt identically.
struct World {
  std::vector<Drawn> nodes;
  std::vector<DeviceObject> devices;
  std::vector<PodThere> pods;
  PodObject asking;
  sched::Options options;

  std::unique_ptr<Cluster> make() const {
    auto cluster = std::make_unique<Cluster>(options);
    for (const Drawn &node : nodes) add(*cluster, node);
    for (const DeviceObject &each : devices) cluster->set_devices(each);
    for (const PodThere &each : pods) {
      Refusal refusal;
      RC_ASSERT(cluster->reserve(ask(*cluster, each.pod), each.pod.uid, each.node,
                                 {0, 0, each.pod.priority}, refusal) == Outcome::kDone);
      RC_ASSERT(!refusal.refused());
    }
    return cluster;
  }
};

// Sets the CPU request of the pod. Its largest container makes up the difference, or is the only
// one left and keeps the other amounts of all. A limit follows its request if they are equal, and
// under ConstrainedBurst, where `milli` is the limit.
inline void ask_for(PodObject &pod, int64_t milli, bool is_limit = false) {
  const auto cpu_of = [](const Container &container) {
    return object::amount_of(container.requests, object::kCpu);
  };
  const auto limit_of = [](const Container &container) {
    return object::amount_of(container.limits, object::kCpu);
  };
  const auto counted = [&](const Container &container) {
    return is_limit ? limit_of(container) : cpu_of(container);
  };
  auto largest =
      std::max_element(pod.containers.begin(), pod.containers.end(),
                       [&](const auto &a, const auto &b) { return counted(a) < counted(b); });
  int64_t others = 0;
  for (auto each = pod.containers.begin(); each != pod.containers.end(); ++each)
    if (each != largest) others += counted(*each);
  if (milli <= others) {
    others = 0;
    Container kept = *largest;
    for (auto each = pod.containers.begin(); each != pod.containers.end(); ++each)
      for (const bool limits : {false, true})
        for (Amount &amount : limits ? kept.limits : kept.requests)
          if (each != largest && amount.resource != object::kCpu)
            amount.value +=
                object::amount_of(limits ? each->limits : each->requests, amount.resource);
    pod.containers = {kept};
    largest = pod.containers.begin();
  }
  const bool equal = cpu_of(*largest) == limit_of(*largest);
  for (Amount &amount : largest->limits)
    if (amount.resource == object::kCpu && (is_limit || equal)) amount.value = milli - others;
  for (Amount &amount : largest->requests)
    if (amount.resource == object::kCpu)
      amount.value = is_limit ? std::min(amount.value, milli - others) : milli - others;
}

inline bool fits(const Cluster &cluster, const PodObject &pod, uint32_t node) {
  return !explain(cluster, pod, node).refused();
}

inline DeviceHint &hint_of(PodObject &pod, const std::string &type) {
  auto &hints = pod.devices.hints;
  const auto at =
      std::find_if(hints.begin(), hints.end(), [&](const auto &hint) { return hint.type == type; });
  RC_ASSERT(at != hints.end());
  return *at;
}

// Changes the number of devices of a type, which one container requests.
inline void ask_for_devices(PodObject &pod, const Step &step) {
  const auto is_asked_of = [&](const std::string &resource) {
    if (step.name != "gpu") return resource == "koordinator.sh/" + step.name;
    return resource == "nvidia.com/gpu" || resource.rfind("koordinator.sh/gpu", 0) == 0;
  };
  Container &container = pod.containers[0];
  for (Amounts *amounts : {&container.requests, &container.limits})
    for (Amount &amount : *amounts)
      if (is_asked_of(amount.resource)) amount.value = amount.value * step.to / step.from;
}

// Sets the amount of a resource that one container requests of each device.
inline void ask_for_share(PodObject &pod, const Step &step, int64_t each) {
  Container &container = pod.containers[0];
  for (Amounts *amounts : {&container.requests, &container.limits})
    for (Amount &amount : *amounts) {
      if (amount.resource != step.name) continue;
      const int64_t devices = (amount.value + step.from - 1) / step.from;
      RC_ASSERT((amount.value + devices - 1) / devices == step.from);
      amount.value = each * devices;
    }
}

// Executes the steps that concern the pod's devices.
inline void relax_devices(const Step &step, PodObject &pod) {
  switch (step.kind) {
    case RemedyKind::kDeviceScope:
      RC_ASSERT(hint_of(pod, step.name).scope == static_cast<DeviceScope>(step.from));
      RC_ASSERT(step.to < step.from);
      hint_of(pod, step.name).scope = static_cast<DeviceScope>(step.to);
      return;
    case RemedyKind::kDeviceExclusive:
      RC_ASSERT(hint_of(pod, step.name).exclusive == static_cast<DeviceExclusive>(step.from));
      hint_of(pod, step.name).exclusive = DeviceExclusive::kNone;
      return;
    case RemedyKind::kDeviceSelector:
      RC_ASSERT(!hint_of(pod, step.name).selector.empty());
      hint_of(pod, step.name).selector.clear();
      return;
    case RemedyKind::kVirtualFunctions:
      RC_ASSERT(hint_of(pod, step.name).selects_vfs);
      RC_ASSERT(step.to < step.from);
      hint_of(pod, step.name).vf_selector.clear();
      hint_of(pod, step.name).selects_vfs = step.to != 0;
      return;
    case RemedyKind::kJointDevices:
      RC_ASSERT(pod.devices.joint.same_pcie);
      pod.devices.joint.same_pcie = false;
      return;
    case RemedyKind::kPodPartition:
      RC_ASSERT(pod.devices.has_partition_spec);
      RC_ASSERT(step.to < step.from);
      pod.devices.has_partition_spec = step.to != 0;
      pod.devices.partition_spec = {};
      return;
    case RemedyKind::kPodDeviceShare:
      RC_ASSERT(step.to > 0 && step.to < step.from);
      ask_for_share(pod, step, step.to);
      return;
    default:
      RC_ASSERT(step.kind == RemedyKind::kPodDevices);
      RC_ASSERT(step.to > 0 && step.to < step.from);
      ask_for_devices(pod, step);
  }
}

// Executes one step of a remedy for the node, on the pod or the cluster.
inline void make(const World &world, uint32_t id, const Step &step, Cluster &cluster,
                 PodObject &pod, NodeObject &node) {
  switch (step.kind) {
    case RemedyKind::kPreferBind:
      RC_ASSERT(pod.required_bind == static_cast<PodBind>(step.from));
      pod.preferred_bind = pod.required_bind;
      pod.required_bind = PodBind::kDefault;
      return;
    case RemedyKind::kRequiredBind:
      RC_ASSERT(pod.required_bind == static_cast<PodBind>(step.from));
      pod.required_bind = static_cast<PodBind>(step.to);
      return;
    case RemedyKind::kPreferredBind:
      RC_ASSERT(pod.preferred_bind == static_cast<PodBind>(step.from));
      pod.preferred_bind = static_cast<PodBind>(step.to);
      return;
    case RemedyKind::kPodExclusive:
      RC_ASSERT(pod.exclusive == static_cast<ExclusivePolicy>(step.from));
      pod.exclusive = static_cast<ExclusivePolicy>(step.to);
      return;
    case RemedyKind::kPodNuma:
      RC_ASSERT(pod.numa_policy == static_cast<NumaPolicy>(step.from));
      pod.numa_policy = static_cast<NumaPolicy>(step.to);
      return;
    case RemedyKind::kNumaExclusive:
      pod.numa_exclusive = static_cast<NumaExclusive>(step.to);
      return;
    case RemedyKind::kPodCpu:
    case RemedyKind::kPodCpuLimit:
      RC_ASSERT(step.to > 0 && step.to < step.from);
      ask_for(pod, step.to, step.kind == RemedyKind::kPodCpuLimit);
      return;
    case RemedyKind::kNodeSchedulable:
      RC_ASSERT(node.unschedulable);
      node.unschedulable = false;
      break;
    case RemedyKind::kNodeBind:
      node.bind = static_cast<NodeBind>(step.to);
      break;
    case RemedyKind::kNodeNuma:
      node.numa_policy = static_cast<NumaPolicy>(step.to);
      break;
    case RemedyKind::kNodePartition:
      node.gpu_partitions = static_cast<PartitionPolicy>(step.to);
      break;
    case RemedyKind::kRebind: {
      plan::Rebind found;
      {
        const sched::ClusterSnapshot snapshot(cluster);
        found = plan::rebind_for(snapshot, id, cluster.shape_of(pod), false, {});
      }
      RC_ASSERT(!found.refusal.refused());
      RC_ASSERT(step.to > 0);
      found.changes.steps.pop_back();  // the pod itself is added later
      RC_ASSERT(cluster.commit(found.changes) == Outcome::kDone);
      return;
    }
    case RemedyKind::kEvict: {
      const auto at = std::find_if(world.pods.begin(), world.pods.end(),
                                   [&](const PodThere &each) { return each.pod.uid == step.name; });
      RC_ASSERT(at != world.pods.end());
      RC_ASSERT(at->node == id);
      RC_ASSERT(at->pod.priority == step.priority);
      RC_ASSERT(at->pod.priority < world.asking.priority);
      RC_ASSERT(cluster.remove_pod(step.name) == Outcome::kDone);
      return;
    }
    default:
      relax_devices(step, pod);
      return;
  }
  RC_ASSERT(cluster.set_node(node) == id);
}

inline plan::Explanation explain_all(const World &world, const Cluster &cluster) {
  const sched::ClusterSnapshot snapshot(cluster);
  return plan::explain(snapshot, ask(cluster, world.asking), world.asking, {64, 1000000});
}

// Checks that every remedy makes the pod fit on its node, and that reserve() agrees.
inline void check_remedies(const World &world) {
  const plan::Explanation explanation = explain_all(world, *world.make());
  RC_ASSERT(!explanation.gave_up);
  for (const plan::Miss &miss : explanation.misses) {
    size_t steps = 0;
    for (const plan::Remedy &remedy : miss.remedies) {
      RC_ASSERT(remedy.steps.size() >= std::max<size_t>(1, steps));
      steps = remedy.steps.size();
      const auto cluster = world.make();
      PodObject pod = world.asking;
      NodeObject node = world.nodes[miss.node].node;
      for (const Step &step : remedy.steps) make(world, miss.node, step, *cluster, pod, node);
      RC_TAG(static_cast<int>(remedy.steps[0].kind));
      RC_ASSERT(fits(*cluster, pod, miss.node));
      // Upstream chooses joint devices by their scores only when it
      // reserves them, and may then find none.
      const bool by_score =
          world.options.profile == Profile::kUpstream && !pod.devices.joint.types.empty();
      if (by_score) continue;
      const Refusal refusal = reserve(*cluster, pod, miss.node).refusal;
      if (refusal.refused()) RC_FAIL(to_text(remedy) + ", and yet: " + to_sentence(refusal));
    }
  }
}

// Checks that no node accepts the pod with more CPU than its remedy says. Pods with exclusive or
// pinned CPUs are tried with whole CPUs, others around multiples of 250 milli-CPU, which is the
// granularity of these machines and pods.
inline void check_most_cpu(const World &world) {
  const auto cluster = world.make();
  const plan::Explanation explanation = explain_all(world, *cluster);
  const sched::ShapePtr shape = ask(*cluster, world.asking).shape;
  const bool whole = world.asking.qos == Qos::kLse || world.asking.qos == Qos::kLsr;
  const bool is_limit = shape->constrained_burst;
  const int64_t asked =
      is_limit ? std::max(shape->cpu_limit_milli, shape->cpu_milli) : shape->cpu_milli;
  RC_CLASSIFY(whole && !shape->binds, "binds nothing");
  RC_CLASSIFY(is_limit, "limit");
  for (const plan::Miss &miss : explanation.misses) {
    int64_t offered = 0;
    for (const plan::Remedy &remedy : miss.remedies)
      if (remedy.steps[0].kind == RemedyKind::kPodCpu ||
          remedy.steps[0].kind == RemedyKind::kPodCpuLimit) {
        offered = remedy.steps[0].to;
        RC_ASSERT(remedy.steps[0].from == asked);
      }
    const bool pinned = shape->pinned_cpus > 0 && shape->pinned_cpus * 1000 == shape->cpu_milli &&
                        world.nodes[miss.node].topology.kubelet_static && offered > 0 &&
                        offered % 1000 == 0;
    RC_CLASSIFY(pinned, "kubelet pins it");
    RC_CLASSIFY(offered > 0, "offered");
    const int64_t step = whole || pinned ? 1000 : 250;
    for (int64_t middle = step; middle <= asked; middle += step)
      for (const int64_t milli : {middle - 1, middle, middle + 1}) {
        if (milli <= offered || milli >= asked || (milli != middle && step != 250)) continue;
        PodObject pod = world.asking;
        ask_for(pod, milli, is_limit);
        if (fits(*cluster, pod, miss.node))
          RC_FAIL("offered " + std::to_string(offered) + ", and " + std::to_string(milli) +
                  " fits, too");
      }
  }
}

}  // namespace koord::testing

// Explanations for pods that request devices: they are true, and their remedies help.
#include <map>

#include "plan/relaxed.h"
#include "plan/remedies_support.h"
#include "sched/draw_devices.h"

namespace koord::testing {
namespace {

using plan::Scope;

// GPUs of two kinds, on some nodes in partitions.
DeviceObject draw_devices_for_wishes(const std::string &node, int numa_nodes) {
  DeviceObject out = draw_devices(node, numa_nodes);
  for (DeviceInfo &device : out.devices)
    if (one_in(2)) device.labels = {{"tier", "gold"}};
  if (!one_in(3)) return out;
  out.has_partitions = true;
  out.partition_policy = one_in(2) ? PartitionPolicy::kHonor : PartitionPolicy::kPrefer;
  for (const int size : {1, 2, 4}) {
    PartitionsOfSize sets{size, {}};
    for (int first = 0; first + size <= 8; first += size) {
      DevicePartition partition;
      for (int minor = first; minor < first + size; ++minor) partition.minors.push_back(minor);
      partition.ring_bandwidth = first == 0 ? 400 * kGi : 200 * kGi;
      sets.partitions.push_back(partition);
    }
    out.partitions.push_back(sets);
  }
  return out;
}

// Draws device requirements for the pod.
void draw_wishes(PodObject &pod) {
  const LabelSelector gold = {{"tier", LabelRequirement::Operator::kIn, {"gold"}}};
  std::vector<DeviceHint> &hints = pod.devices.hints;
  if (one_in(2)) {
    DeviceHint hint;
    hint.type = "gpu";
    hint.scope = static_cast<DeviceScope>(*rc::gen::inRange(0, 5));
    if (one_in(3)) hint.exclusive = static_cast<DeviceExclusive>(*rc::gen::inRange(1, 3));
    if (one_in(3)) hint.selector = gold;
    hints.insert(hints.begin(), hint);
  }
  for (DeviceHint &hint : hints)
    if (hint.selects_vfs && one_in(2)) hint.vf_selector = gold;
  if (!pod.devices.joint.types.empty()) pod.devices.joint.same_pcie = one_in(2);
  pod.devices.has_partition_spec = one_in(4);
  if (!pod.devices.has_partition_spec) return;
  pod.devices.partition_spec.restricted = one_in(2);
  if (one_in(2)) pod.devices.partition_spec.ring_bandwidth = 300 * kGi;
}

World draw_device_world() {
  World world;
  world.options.profile = one_in(4) ? Profile::kUpstream : Profile::kSpec;
  Cluster cluster{world.options};
  for (int i = 0; i < 2; ++i) {
    const std::string name = "node-" + std::to_string(i);
    world.nodes.push_back(draw_node(name));
    if (one_in(4)) world.nodes.back().node.gpu_partitions = PartitionPolicy::kHonor;
    world.devices.push_back(draw_devices_for_wishes(
        name, static_cast<int>(world.nodes.back().topology.allocatable.size())));
    add(cluster, world.nodes.back());
    cluster.set_devices(world.devices.back());
  }
  for (int i = 0; i < 12; ++i) {
    PodThere pod{draw_device_pod("old-" + std::to_string(i)),
                 static_cast<uint32_t>(*rc::gen::inRange(0, 2))};
    pod.pod.priority = *rc::gen::inRange(0, 3);
    if (!reserve(cluster, pod.pod, pod.node).refusal.refused()) world.pods.push_back(pod);
  }
  world.asking = draw_device_pod("asking");
  world.asking.priority = 2;
  draw_wishes(world.asking);
  return world;
}

RC_GTEST_PROP(DeviceRemediesProperty, EveryRemedyMakesThePodFit, ()) {
  check_remedies(draw_device_world());
}

RC_GTEST_PROP(DeviceRemediesProperty, NoGreaterNumberOfCpusFits, ()) {
  check_most_cpu(draw_device_world());
}

RC_GTEST_PROP(DeviceRemediesProperty, NoGreaterNumberOfDevicesFits, ()) {
  const World world = draw_device_world();
  const auto cluster = world.make();
  for (const plan::Miss &miss : explain_all(world, *cluster).misses)
    for (const plan::Remedy &remedy : miss.remedies) {
      Step step = remedy.steps[0];
      if (step.kind != RemedyKind::kPodDevices) continue;
      while (++step.to < step.from) {
        PodObject pod = world.asking;
        ask_for_devices(pod, step);
        RC_ASSERT(!fits(*cluster, pod, miss.node));
      }
    }
}

// Returns the largest amount per device below `from`, of those around multiples of 10 and of 1Gi,
// with which the pod fits; 0 if there is none.
int64_t largest_share(const Cluster &cluster, const PodObject &pod, const Step &step,
                      uint32_t node) {
  const bool bytes = step.name == "koordinator.sh/gpu-memory";
  const int64_t unit = bytes ? kGi : 1;
  for (int64_t middle = step.from / unit * unit; middle >= 0; middle -= unit)
    for (const int64_t each : {middle + 1, middle, middle - 1}) {
      if (each <= 0 || each >= step.from) continue;
      PodObject changed = pod;
      ask_for_share(changed, step, each);
      if (fits(cluster, changed, node)) return each;
    }
  return 0;
}

RC_GTEST_PROP(DeviceRemediesProperty, TheShareNamedIsTheLargestThatFits, ()) {
  const World world = draw_device_world();
  const auto cluster = world.make();
  const sched::ShapePtr shape = ask(*cluster, world.asking).shape;
  const std::vector<plan::Share> shares = plan::shares_of(*shape, world.asking);
  for (const plan::Miss &miss : explain_all(world, *cluster).misses)
    for (const plan::Share &share : shares) {
      Step step{RemedyKind::kPodDeviceShare, share.each, 0, 0, share.resource};
      for (const plan::Remedy &remedy : miss.remedies)
        if (remedy.steps[0].kind == step.kind && remedy.steps[0].name == step.name) {
          if (remedy.steps.size() > 1) RC_TAG(std::string("of two"));
          RC_ASSERT(remedy.steps[0].from == step.from);
          if (remedy.steps.size() == 1) step.to = remedy.steps[0].to;
        }
      RC_TAG(step.name + (step.to > 0 ? " less" : " none"));
      RC_ASSERT(largest_share(*cluster, world.asking, step, miss.node) == step.to);
    }
}

// Counts devices of a type that have all the requested amounts left.
int64_t devices_with(const sched::Node &node, object::TypeId type,
                     const device::ResourceAmounts &each) {
  const device::Ledger &ledger = *node.devices();
  const int pool = ledger.inventory().find(type);
  RC_ASSERT(pool >= 0);
  const auto index = static_cast<size_t>(pool);
  int64_t count = 0;
  for (size_t d = 0; d < ledger.inventory().pools[index].devices.size(); ++d)
    count += std::all_of(each.begin(), each.end(), [&](const device::ResourceAmount &part) {
      const int column = ledger.inventory().pools[index].column(part.resource);
      return column >= 0 && ledger.free(index, d)[static_cast<size_t>(column)] >= part.amount;
    });
  return count;
}

// Checks the bound of a node with too few GPUs: for a pod without further requirements it is exact.
void check_gpus(const sched::Node &node, const plan::Bound &bound,
                const device::GpuRequest &asked) {
  const int64_t available = devices_with(node, kTypeGpu, asked.each);
  if (bound.scope == Scope::kNode) {
    RC_ASSERT(bound.needed == asked.count);
    RC_ASSERT(available == bound.best);
    return;
  }
  RC_ASSERT(bound.scope == Scope::kDevice);
  RC_ASSERT(available == 0);
  const device::Ledger &ledger = *node.devices();
  const auto pool = static_cast<size_t>(ledger.inventory().find(kTypeGpu));
  const device::Pool &gpus = ledger.inventory().pools[pool];
  RC_ASSERT(device::amount_of(asked.each, bound.resource) == bound.needed);
  const int device = gpus.find(bound.where);
  RC_ASSERT(device >= 0);
  RC_ASSERT(ledger.free(pool, static_cast<size_t>(
                                  device))[static_cast<size_t>(gpus.column(bound.resource))] ==
            bound.best);
}

RC_GTEST_PROP(DeviceExplainProperty, BoundsAreViolatedAndNearerNodesComeFirst, ()) {
  World world = draw_device_world();
  world.options.profile = Profile::kSpec;
  world.pods.clear();
  Cluster cluster{world.options};
  for (size_t i = 0; i < 2; ++i) {
    add(cluster, world.nodes[i]);
    cluster.set_devices(world.devices[i]);
  }
  for (int i = 0; i < 12; ++i)
    reserve(cluster, draw_device_pod("old-" + std::to_string(i)),
            static_cast<uint32_t>(*rc::gen::inRange(0, 2)));
  world.asking.devices = {};
  const plan::Explanation explanation = explain_all(world, cluster);
  const plan::Miss *before = nullptr;
  for (const plan::Miss &miss : explanation.misses) {
    const plan::Bound &bound = miss.lack.bound;
    RC_ASSERT(miss.lack.share >= 0 && miss.lack.share <= 1);
    if (before != nullptr)
      RC_ASSERT(std::pair(before->lack.unresolvable, before->lack.share) <=
                std::pair(miss.lack.unresolvable, miss.lack.share));
    before = &miss;
    if (bound.scope == Scope::kNone) continue;
    RC_ASSERT(bound.best >= 0 && bound.best < bound.needed);
    RC_ASSERT(bound.is_of_devices() == !miss.devices.empty());
    RC_TAG(static_cast<int>(bound.scope), miss.devices);
    if (miss.refusal.reason != Reason::kNotEnoughDevices || miss.devices != "gpu") continue;
    cluster.look_at(miss.node, [&](const sched::Node &node) {
      check_gpus(node, bound, cluster.shape_of(world.asking)->devices->gpu);
    });
  }
}

}  // namespace
}  // namespace koord::testing

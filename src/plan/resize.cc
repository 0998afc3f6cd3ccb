#include "plan/resize.h"

#include <algorithm>
#include <vector>

#include "sched/verdict/allocate.h"

namespace koord::plan {
namespace {

using sched::Draft;
using sched::Holding;

// Returns the ids of the NUMA nodes on which a pod holds something.
std::vector<int32_t> numa_ids_of(const Holding &holding) {
  std::vector<int32_t> out(holding.pools().begin(), holding.pools().end());
  for (const sched::NumaGrant &grant : holding.grants()) out.push_back(grant.node);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

size_t common(const std::vector<int32_t> &a, const std::vector<int32_t> &b) {
  return static_cast<size_t>(std::count_if(a.begin(), a.end(), [&](int32_t node) {
    return std::binary_search(b.begin(), b.end(), node);
  }));
}

// Returns true if a container, or the pod as a whole, requests another amount of the resource.
bool changes(const sched::Shape &before, const sched::Shape &after, sched::ResourceId resource,
             int64_t sched::Shape::ContainerAmounts::*amount) {
  return sched::request_of(before, resource) != sched::request_of(after, resource) ||
         !std::ranges::equal(before.container_amounts, after.container_amounts, {}, amount, amount);
}

// A kubelet whose CPU or memory manager is static does not change such requests of Guaranteed pods:
// its gates InPlacePodVerticalScalingExclusiveCPUs and -ExclusiveMemory are off. The first stage of
// a takeover does not change its policies. The node agent resizes CPUs of pods that own them.
Refusal check_kubelet(const sched::Node &node, const Holding &holding, const sched::Shape &shape) {
  if (shape.kube_qos != object::KubeQos::kGuaranteed) return {};
  using Amounts = sched::Shape::ContainerAmounts;
  const sched::Shape &before = holding.shape();
  Refusal refusal = Refusal::of(Reason::kResizeInfeasible, Profile::kKubelet);
  if (node.kubelet_static() && holding.cpus().empty() &&
      changes(before, shape, sched::Resources::kCpu, &Amounts::cpu_milli)) {
    refusal.resource = sched::Resources::kCpu;
    return refusal;
  }
  if (node.kubelet_static_memory() &&
      changes(before, shape, sched::Resources::kMemory, &Amounts::memory)) {
    refusal.resource = sched::Resources::kMemory;
    return refusal;
  }
  return {};
}

class Resizing {
 public:
  Resizing(const sched::ClusterSnapshot &snapshot, uint32_t node, const sched::Holder &pod,
           const sched::ShapePtr &shape, const ResizeConditions &conditions)
      : snapshot_(snapshot),
        node_(node),
        pod_(pod),
        shape_(shape),
        skip_fit_(conditions.skip_fit),
        owned_(snapshot.node(node).owned(*pod.holding)),
        first_(first_of(owned_)),
        numa_ids_(numa_ids_of(*pod.holding)) {}

  ResizeAnswer run(bool may_move) {
    ResizeAnswer answer;
    answer.refusal = check_kubelet(snapshot_.node(node_), *pod_.holding, *shape_);
    if (answer.refusal.refused()) return answer;
    Holding found;
    if (!in_place(found)) {
      answer.refusal = allocate({}, found);
      if (answer.refusal.refused()) return answer;
      if (!may_move && !stays_at(found)) {
        answer.refusal = would_move(found);
        return answer;
      }
    }
    answer.changes.steps.push_back(
        {sched::ChangeKind::kMove, node_, pod_.priority, std::string(pod_.uid), std::move(found)});
    snapshot_.add_basis(node_, answer.changes);
    return answer;
  }

 private:
  // Returns the CPUs to prefer for the pod's new CPUs. If it
  // requires whole cores, the siblings of its old CPUs are included.
  CpuSet first_of(const CpuSet &owned) const {
    const sched::View node = snapshot_.view(node_);
    if (owned.empty() || !node->has_machine) return owned;
    const sched::Placement placement =
        sched::prepare(node, *shape_, snapshot_.options(), sched::Fit::kNone).placement;
    const bool whole = placement.required && placement.bind == cpu::BindPolicy::kFullPcpus;
    return whole ? node.node().machine().siblings().with_siblings(owned) : owned;
  }

  // Limits of an attempt: a part of the pod's present CPUs or
  // NUMA nodes, or all of the NUMA nodes in `keep` and more.
  struct Within {
    bool cpus = false;
    bool places = false;
    numa::Mask keep = 0;
  };

  // Allocates on the node without the pod.
  Refusal allocate(const Within &within, Holding &out) {
    Draft draft = snapshot_.draft(node_);
    draft.take_off(*pod_.holding);
    // The pod is on the node already, so that spec.unschedulable does not apply.
    if (draft.node().known()) {
      sched::NodeLabels labels = draft.node().labels();
      labels.unschedulable = false;
      draft.set_labels(labels);
    }
    if (within.places) draft.confine_to(numa_ids_);
    if (within.cpus) draft.confine_cpus(owned_);
    out = Holding(shape_);
    return sched::allocate(draft.view(), shape_, snapshot_.options(),
                           {skip_fit_, 0, first_.empty() ? nullptr : &first_,
                            &pod_.holding->devices(), true, within.keep},
                           out);
  }

  bool succeeds(const Within &within, Holding &out) {
    return !allocate(within, out).refused() && stays_at(out);
  }

  bool in_place(Holding &out) {
    if (!owned_.empty() && shape_->cpus > 0 && shape_->cpus <= owned_.count() &&
        succeeds({.cpus = true}, out))
      return true;
    if (!owned_.empty() && succeeds({.keep = positions(owned_, {})}, out)) return true;
    return !numa_ids_.empty() &&
           (succeeds({.places = true}, out) || succeeds({.keep = positions({}, numa_ids_)}, out));
  }

  // Returns the NUMA nodes that have some of these CPUs or one of these ids.
  numa::Mask positions(const CpuSet &cpus, const std::vector<int32_t> &ids) const {
    const auto numa = snapshot_.node(node_).numa();
    numa::Mask out = 0;
    for (size_t i = 0; i < std::min(numa.size(), numa::kMaxNodes); ++i)
      if ((numa[i].place != nullptr && numa[i].place->cpus.intersects(cpus)) ||
          std::binary_search(ids.begin(), ids.end(), numa[i].id))
        out |= numa::Mask{1} << i;
    return out;
  }

  bool stays_at(const Holding &after) const {
    const CpuSet cpus = after.cpu_set();
    // If the pod changes between own CPUs and the shared pool, only NUMA nodes can be kept.
    if (!owned_.empty() && !cpus.empty()) return (owned_ - cpus).empty() || (cpus - owned_).empty();
    const std::vector<int32_t> places = numa_ids_of(after);
    return numa_ids_.empty() ||
           common(places, numa_ids_) == std::min(places.size(), numa_ids_.size());
  }

  Refusal would_move(const Holding &anywhere) const {
    Refusal refusal = Refusal::of(Reason::kWouldMove, snapshot_.options().profile);
    const CpuSet cpus = anywhere.cpu_set();
    if (!owned_.empty() && !cpus.empty()) {
      refusal.object = Object::kCpu;
      refusal.needed = std::min(owned_.count(), cpus.count());
      refusal.best = owned_.count_and(cpus);
    } else {
      const std::vector<int32_t> places = numa_ids_of(anywhere);
      refusal.object = Object::kNumaNode;
      refusal.needed = static_cast<int64_t>(std::min(places.size(), numa_ids_.size()));
      refusal.best = static_cast<int64_t>(common(places, numa_ids_));
    }
    return refusal;
  }

  const sched::ClusterSnapshot &snapshot_;
  const uint32_t node_;
  const sched::Holder &pod_;
  const sched::ShapePtr &shape_;
  const bool skip_fit_;
  const CpuSet owned_;
  const CpuSet first_;
  const std::vector<int32_t> numa_ids_;
};

}  // namespace

ResizeAnswer resize(const sched::ClusterSnapshot &snapshot, uint32_t node, const sched::Holder &pod,
                    const sched::ShapePtr &shape, const ResizeConditions &conditions) {
  return Resizing(snapshot, node, pod, shape, conditions).run(conditions.may_move);
}

}  // namespace koord::plan

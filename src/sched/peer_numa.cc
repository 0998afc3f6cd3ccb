#include "sched/peer_numa.h"

#include <algorithm>
#include <string>

#include "numa/merge.h"
#include "numa/provider.h"
#include "sched/allocate.h"
#include "sched/peer_score.h"

namespace koord::sched {
namespace {

// Milli-CPU that NUMA nodes can give. Where a bind policy is required, by the pod or by the node of whatever pod, it is
// no more than the CPUs that the policy leaves.
std::vector<int64_t> cpu_free_of(const View &node, const Placement &placement) {
  std::vector<int64_t> out(node.numa().size());
  for (size_t i = 0; i < out.size(); ++i) out[i] = node.numa_free(i, 0);
  cpu::Request request;
  request.profile = Profile::kUpstream;
  request.bind = placement.bind;
  request.required = placement.required;
  if (!placement.binds && (node->full_only || node->spread_only)) {
    request.bind = node->full_only ? cpu::BindPolicy::kFullPcpus : cpu::BindPolicy::kSpreadByPcpus;
    request.required = true;
  }
  if (!request.required || !node->has_machine) return out;
  const CpuSet free = node.node().free();
  const CpuSet usable = cpu::usable(node.node().machine(), request, {&free});
  for (size_t i = 0; i < out.size(); ++i)
    if (const auto *place = node.node().numa()[i].place)
      out[i] = std::min(out[i], int64_t{1000} * usable.count_and(place->cpus));
  return out;
}

// A trial allocation of the whole pod: what every resource's hints are made of.
class Trials : public numa::HintProvider {
 public:
  Trials(const View &node, const Shape &shape, const Options &options, const Placement &placement)
      : node_(node), shape_(shape), options_(options), placement_(placement) {
    placement_.aligned = true;
    cpu_free_ = cpu_free_of(node, placement);
  }

  std::span<const int64_t> cpu_free() const { return cpu_free_; }
  std::string_view resource() const override { return object::kCpu; }
  std::optional<int64_t> fit(numa::Mask nodes) const override {
    if ((placement_.keep & ~nodes) != 0) return std::nullopt;
    Placement placement = placement_;
    placement.mask = nodes;
    placement.width = numa::width(nodes);
    if (try_grant(node_.node(), shape_, options_, placement).refused()) return std::nullopt;
    return hint_score(node_, shape_, options_, placement.binds, nodes, cpu_free_);
  }

 private:
  const View node_;
  const Shape &shape_;
  const Options &options_;
  Placement placement_;
  std::vector<int64_t> cpu_free_;
};

// Whether each of the nodes has some of it left.
bool has_everywhere(const View &node, ResourceId resource, numa::Mask nodes,
                    std::span<const int64_t> cpu_free) {
  const int slot = node.numa_slot(resource);
  bool everywhere = slot >= 0;
  numa::for_each_node(nodes, [&](size_t i) {
    const int64_t free = slot == 0 ? cpu_free[i] : node.numa_free(i, static_cast<size_t>(slot));
    everywhere = everywhere && free > 0;
  });
  return everywhere;
}

Refusal refuse(const Options &options, Reason reason, const Shape &shape,
               const Placement &placement) {
  Refusal refusal;
  refusal.reason = reason;
  refusal.profile = options.profile;
  refusal.object = placement.binds ? Object::kCpu : Object::kMilliCpu;
  refusal.needed = placement.binds ? shape.cpus : shape.cpu_milli;
  refusal.where_object = Object::kNumaNode;
  if (reason != Reason::kSearchLimit) refusal.set_numa_policy(placement.numa);
  return refusal;
}

// By name, of the resources that no NUMA nodes have.
int32_t first_without(const std::vector<ResourceHints> &hints,
                      const std::vector<std::string> &names) {
  size_t first = hints.size();
  for (size_t i = 0; i < hints.size(); ++i)
    if (hints[i].hints.empty() && (first == hints.size() || names[i] < names[first])) first = i;
  return first == hints.size() ? -1 : static_cast<int32_t>(hints[first].resource);
}

}  // namespace

std::vector<ResourceHints> upstream_hints(const View &node, const Shape &shape,
                                          const Options &options, const Placement &placement) {
  const Trials trials(node, shape, options, placement);
  const std::vector<numa::Hint> found =
      numa::collect_hints(trials, std::min(node.numa().size(), numa::kMaxNodes),
                          placement.numa == object::NumaPolicy::kRestricted);
  std::vector<ResourceHints> out;
  for (const Demand &demand : shape.demands) {
    if (node.numa_slot(demand.resource) < 0) continue;
    ResourceHints &list = out.emplace_back(ResourceHints{demand.resource, {}});
    int narrowest = 0;
    for (numa::Hint hint : found) {
      if (!has_everywhere(node, demand.resource, hint.nodes, trials.cpu_free())) continue;
      if (narrowest == 0) narrowest = numa::width(hint.nodes);
      hint.preferred =
          placement.numa == object::NumaPolicy::kRestricted || numa::width(hint.nodes) == narrowest;
      list.hints.push_back(hint);
    }
  }
  return out;
}

Refusal choose_as_upstream(const View &node, const Shape &shape, const Options &options,
                           Placement &placement) {
  if (node.numa().size() > numa::kMaxAskedNodes)
    return refuse(options, Reason::kSearchLimit, shape, placement);
  const std::vector<ResourceHints> hints = upstream_hints(node, shape, options, placement);
  std::vector<std::string> names;
  names.reserve(hints.size());
  for (const ResourceHints &list : hints) names.push_back(node.node().resource_name(list.resource));
  std::vector<numa::HintList> lists;
  for (size_t i = 0; i < hints.size(); ++i)
    lists.push_back({names[i], 0, numa::Opinion::kHints, hints[i].hints});
  std::sort(lists.begin(), lists.end(),
            [](const auto &a, const auto &b) { return a.resource < b.resource; });

  std::vector<int32_t> ids;
  std::vector<numa::NodeUse> use;
  for (const NumaNode &numa : node.node().numa()) {
    ids.push_back(numa.id);
    use.push_back(use_of(numa));
  }
  numa::Question question;
  question.nodes = {ids, {}, use};
  question.policy = placement.numa;
  question.exclusive =
      shape.numa_exclusive ? numa::NumaExclusive::kRequired : numa::NumaExclusive::kAbsent;
  question.lists = lists;
  const numa::Merged merged = numa::merge_upstream(question);
  if (!merged.admit) {
    Refusal refusal = refuse(options, merged.reason, shape, placement);
    if (merged.reason == Reason::kNumaUnsatisfied) refusal.resource = first_without(hints, names);
    return refusal;
  }
  placement.aligned = merged.has_affinity;
  placement.mask = merged.has_affinity ? merged.nodes : 0;
  placement.width = numa::width(placement.mask);
  return {};
}

}  // namespace koord::sched

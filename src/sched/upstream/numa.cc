#include "sched/upstream/numa.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "numa/merge.h"
#include "numa/provider.h"
#include "sched/placing/devices.h"
#include "sched/upstream/devices.h"
#include "sched/upstream/fit.h"
#include "sched/upstream/score.h"

namespace koord::sched {
namespace {

// Up to this many NUMA nodes, the number of combinations of hints is not limited.
constexpr size_t kMaxUnbounded = 8;

// Returns the milli-CPU that each NUMA node can give. If the pod or the node requires a bind
// policy, the amount is limited to the CPUs that the policy can use.
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

// Tries the whole pod on sets of NUMA nodes. The hints
// of all resources are derived from these trials.
class Trials : public numa::HintProvider {
 public:
  Trials(const View &node, const Shape &shape, const Options &options, const Placement &placement)
      : node_(node),
        shape_(shape),
        options_(options),
        placement_(placement),
        cpu_free_(cpu_free_of(node, placement)) {}

  std::span<const int64_t> cpu_free() const { return cpu_free_; }
  std::string_view resource() const override { return object::kCpu; }
  std::optional<int64_t> fit(numa::Mask nodes) const override {
    if ((placement_.keep & ~nodes) != 0) return std::nullopt;
    if (!UpstreamFit(node_, shape_, options_, placement_).fits(nodes)) return std::nullopt;
    return hint_score(node_, shape_, options_, placement_.binds, nodes, cpu_free_);
  }

 private:
  const View node_;
  const Shape &shape_;
  const Options &options_;
  const Placement &placement_;
  const std::vector<int64_t> cpu_free_;
};

// Returns true if each of these NUMA nodes has some of the resource left.
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
  Refusal refusal = Refusal::of(reason, options.profile);
  refusal.object = placement.binds ? Object::kCpu : Object::kMilliCpu;
  refusal.needed = placement.binds ? shape.cpus : shape.cpu_milli;
  refusal.where_object = Object::kNumaNode;
  if (reason != Reason::kSearchLimit) refusal.set_numa_policy(placement.numa);
  return refusal;
}

// Well-known names are returned without reading the node, which is on another cache line.
std::string name_of(const View &node, ResourceId resource) {
  if (resource == Resources::kCpu) return std::string(object::kCpu);
  if (resource == Resources::kMemory) return std::string(object::kMemory);
  return node.node().resource_name(resource);
}

numa::NodeUse use_of(const NumaSummary &numa) {
  if (numa.spanning) return numa::NodeUse::kShared;
  return numa.single ? numa::NodeUse::kSingle : numa::NodeUse::kIdle;
}

// The hint lists of a query, with the names of their resources.
class Lists {
 public:
  Lists(const View &node, const std::vector<ResourceHints> &hints, const DeviceHints &devices)
      : hints_(hints) {
    names_.reserve(hints.size());
    for (const ResourceHints &list : hints) names_.push_back(name_of(node, list.resource));
    lists_.reserve(hints.size() + devices.types);
    for (size_t i = 0; i < hints.size(); ++i)
      lists_.push_back({names_[i], 0, numa::Opinion::kHints, hints[i].hints});
    if (!devices.hints.empty())
      lists_.resize(hints.size() + devices.types, {{}, 1, numa::Opinion::kHints, devices.hints});
  }
  std::span<const numa::HintList> lists() const { return lists_; }
  // Returns the number of NUMA nodes that hints can name. The machine has `count` of them.
  size_t node_count(size_t count) const {
    for (const numa::HintList &list : lists_)
      for (const numa::Hint &hint : list.hints)
        count = std::max(count, static_cast<size_t>(std::bit_width(hint.nodes)));
    return count;
  }
  // Returns the resource without hints that is first by name, or -1 if every resource has hints.
  int32_t first_without() const {
    size_t first = hints_.size();
    for (size_t i = 0; i < hints_.size(); ++i)
      if (hints_[i].hints.empty() && (first == hints_.size() || names_[i] < names_[first]))
        first = i;
    return first == hints_.size() ? -1 : static_cast<int32_t>(hints_[first].resource);
  }

 private:
  const std::vector<ResourceHints> &hints_;
  std::vector<std::string> names_;
  std::vector<numa::HintList> lists_;
};

}  // namespace

std::vector<ResourceHints> upstream_hints(const View &node, const Shape &shape,
                                          const Options &options, const Placement &placement) {
  const Trials trials(node, shape, options, placement);
  const std::vector<numa::Hint> found =
      numa::collect_hints(trials, std::min(node.numa().size(), numa::kMaxNodes),
                          placement.numa == object::NumaPolicy::kRestricted);
  std::vector<ResourceHints> out;
  out.reserve(shape.requests.size());
  for (const ResourceAmount &request : shape.requests) {
    if (node.numa_slot(request.resource) < 0) continue;
    ResourceHints &list = out.emplace_back(ResourceHints{request.resource, {}});
    list.hints.reserve(found.size());
    int narrowest = 0;
    for (numa::Hint hint : found) {
      if (!has_everywhere(node, request.resource, hint.nodes, trials.cpu_free())) continue;
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
  // Upstream's Filter does not choose NUMA nodes for
  // BestEffort and checks devices against the whole node.
  if (placement.numa == object::NumaPolicy::kBestEffort && requests_devices_of(node, shape))
    if (const Refusal refusal = check_devices(node, shape, placement); refusal.refused())
      return refusal;
  const DeviceHints devices = upstream_device_hints(node, shape, placement);
  if (devices.refusal.refused()) return devices.refusal;
  const std::vector<ResourceHints> hints = upstream_hints(node, shape, options, placement);
  const Lists lists(node, hints, devices);
  std::array<int32_t, numa::kMaxAskedNodes> ids;
  std::array<numa::NodeUse, numa::kMaxAskedNodes> use;
  const size_t count = node.numa().size();
  for (size_t i = 0; i < count; ++i) {
    ids[i] = node.numa()[i].id;
    use[i] = use_of(node.numa()[i]);
  }
  numa::Query query;
  query.nodes = {{ids.data(), count}, {}, {use.data(), count}};
  query.policy = placement.numa;
  query.exclusive =
      shape.numa_exclusive ? numa::NumaExclusive::kRequired : numa::NumaExclusive::kAbsent;
  query.lists = lists.lists();
  const bool few = lists.node_count(count) <= kMaxUnbounded;
  const numa::Merged merged =
      numa::merge_upstream(query, few ? UINT64_MAX : numa::kMaxPermutations);
  if (!merged.admit) {
    Refusal refusal = refuse(options, merged.reason, shape, placement);
    if (merged.reason == Reason::kNumaUnsatisfied) refusal.resource = lists.first_without();
    return refusal;
  }
  placement.aligned = merged.has_affinity;
  placement.mask = merged.has_affinity ? merged.nodes : 0;
  placement.width = numa::width(placement.mask);
  return {};
}

}  // namespace koord::sched

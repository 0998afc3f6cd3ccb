#include "plan/bound.h"

#include <algorithm>
#include <functional>

#include "base/profile_rules.h"
#include "base/reason_facts.h"
#include "device/allocation/allocate.h"
#include "sched/node/shape_view.h"
#include "sched/placing/devices.h"
#include "sched/placing/numa_choice.h"
#include "sched/placing/numa_requests.h"

namespace koord::plan {
namespace {

using object::NumaPolicy;
using sched::Judgement;
using sched::NumaRequests;
using sched::Placement;
using sched::ResourceAmount;
using sched::Resources;
using sched::Shape;
using sched::View;

constexpr size_t kMaxNodes = numa::kMaxNodes;

Object unit_of(const NumaRequests &requests, const Placement &placement, size_t request) {
  return request == 0 && placement.binds ? Object::kCpu
                                         : sched::object_of(requests.resource(request));
}

// The shortages of a set of NUMA nodes: the largest, and the sum of all, which orders sets whose
// largest shortages are equal.
struct SetLack {
  Bound worst;  // of scope kNone if the set lacks nothing
  double total = 0;

  bool is_none() const { return worst.scope == Scope::kNone; }
  void add(const Bound &bound) {
    if (bound.scope == Scope::kNone) return;
    total += bound.share();
    if (is_none() || bound.share() > worst.share()) worst = bound;
  }
  bool is_below(const SetLack &other) const {
    const double share = worst.share(), others = other.worst.share();
    return share != others ? share < others : total < other.total;
  }
};

// Returns the requests that exceed what the nodes counted by `free_of` have.
template <typename FreeOf>
SetLack lack_of_amounts(const NumaRequests &requests, const Placement &placement,
                        FreeOf &&free_of) {
  SetLack out;
  for (size_t request = 0; request < requests.count(); ++request) {
    const int64_t needed = requests.amount(request);
    const int64_t free = free_of(request);
    if (free >= needed) continue;
    out.add({Scope::kNumaNode, -1, requests.resource(request),
             unit_of(requests, placement, request), needed, free});
  }
  return out;
}

// Returns the shortage of devices, or none if the refusal is about something else.
Bound too_few(const View &node, const Shape &shape, const Placement &placement,
              const Refusal &refusal, Scope scope) {
  if (refusal.object != Object::kDevice || refusal.best >= refusal.needed) return {};
  Bound bound{scope, -1, Resources::kUnknown, Object::kDevice, refusal.needed, refusal.best};
  bound.type = static_cast<object::TypeId>(refusal.device_type);
  bound.parts = sched::nearest_device(node.node(), shape, placement, bound.type).parts;
  bound.unplaced =
      refusal.reason == Reason::kDeviceNuma && sched::refuses_unplaced(node.node(), bound.type);
  return bound;
}

// Returns the shortage of the NUMA node that lacks least, or none if a NUMA node lacks nothing.
Bound nearest_alone(const View &node, const Shape &shape, const NumaRequests &requests,
                    const Placement &placement) {
  const sched::DeviceFit devices(node, shape, placement);
  SetLack out;
  for (size_t i = 0; i < std::min(node.numa_count(), kMaxNodes); ++i) {
    SetLack lack = lack_of_amounts(requests, placement,
                                   [&](size_t request) { return requests.free(request, i); });
    lack.add(too_few(node, shape, placement, devices.judge(numa::Mask{1} << i), Scope::kNumaNode));
    if (lack.is_none()) return {};
    lack.worst.where = node.numa()[i].id;
    if (out.is_none() || lack.is_below(out)) out = lack;
  }
  return out.worst;
}

// Returns the largest amount that `width` NUMA nodes have together.
template <typename AmountAt>
int64_t most_of(size_t n, size_t width, AmountAt &&amount_at) {
  std::array<int64_t, kMaxNodes> amounts;
  for (size_t i = 0; i < n; ++i) amounts[i] = amount_at(i);
  const auto end = amounts.begin() + static_cast<ptrdiff_t>(n);
  std::sort(amounts.begin(), end, std::greater<>());
  int64_t sum = 0;
  for (size_t i = 0; i < std::min(n, width); ++i) sum += amounts[i];
  return sum;
}

// Each set of this width lacks something, though not all the
// same. Returns the shortage of the set that lacks least.
Bound nearest_together(const View &node, const Shape &shape, const NumaRequests &requests,
                       const Placement &placement, size_t n, size_t width) {
  constexpr size_t kMost = 16;  // up to this many NUMA nodes, all sets are examined
  if (n > kMost) return {};
  const sched::DeviceFit devices(node, shape, placement);
  SetLack out;
  for (numa::Mask mask = 1; mask < numa::Mask{1} << n; ++mask) {
    if (static_cast<size_t>(numa::width(mask)) != width) continue;
    SetLack lack = lack_of_amounts(requests, placement, [&](size_t request) {
      int64_t sum = 0;
      numa::for_each_node(mask, [&](size_t i) { sum += requests.free(request, i); });
      return sum;
    });
    lack.add(too_few(node, shape, placement, devices.judge(mask), Scope::kNumaNodes));
    if (lack.is_none()) return {};
    if (out.is_none() || lack.is_below(out)) out = lack;
  }
  return out.worst;
}

Bound numa_bound(const View &node, const Shape &shape, const Placement &placement) {
  const NumaRequests requests(node, shape, placement);
  const size_t n = std::min(node.numa_count(), kMaxNodes);
  size_t width = 1;
  if (placement.numa != NumaPolicy::kSingleNode) {
    // Without a number that all resources prefer, one may be more than all NUMA nodes have.
    const auto preferred = sched::preferred_width(node, shape, placement);
    width = std::max<size_t>(1, preferred ? static_cast<size_t>(*preferred) : n);
  }
  if (width == 1) return nearest_alone(node, shape, requests, placement);
  Bound bound = lack_of_amounts(requests, placement, [&](size_t request) {
                  return most_of(n, width, [&](size_t i) { return requests.free(request, i); });
                }).worst;
  if (bound.scope == Scope::kNone)
    bound = nearest_together(node, shape, requests, placement, n, width);
  if (bound.scope == Scope::kNone) return bound;
  bound.scope = Scope::kNumaNodes;
  bound.where = static_cast<int32_t>(width);
  return bound;
}

Bound from_refusal(const Refusal &refusal, Scope scope) {
  if (refusal.best >= refusal.needed) return {};
  Bound bound{scope, -1, Resources::kCpu, refusal.object, refusal.needed, refusal.best};
  if (refusal.where_object == Object::kNumaNode && refusal.where >= 0) {
    bound.scope = Scope::kNumaNode;
    bound.where = refusal.where;
  }
  return bound;
}

// Returns the scope that the pod's devices of a type must share.
object::DeviceScope scope_of(const Shape &shape, object::TypeId type) {
  for (const device::TypeRequest &request : shape.devices->types)
    if (request.type == type) return request.hint.scope;
  for (const device::TypeRequest &hint : shape.devices->hints)
    if (hint.type == type) return hint.hint.scope;
  return object::DeviceScope::kAny;
}

Bound device_bound(const View &node, const Shape &shape, const Placement &placement,
                   const Refusal &refusal) {
  Bound bound = too_few(node, shape, placement, refusal, Scope::kNode);
  if (bound.scope == Scope::kNone) return bound;
  const device::NearestDevice near =
      sched::nearest_device(node.node(), shape, placement, bound.type);
  if (refusal.reason == Reason::kDeviceScope) {
    bound.scope = Scope::kPlace;
    bound.where = static_cast<int32_t>(scope_of(shape, bound.type));
  } else if (refusal.reason == Reason::kDeviceNuma) {
    bound.scope = Scope::kNumaNodes;
    bound.where = 0;
  } else if (near.minor >= 0) {
    bound.scope = Scope::kDevice;
    bound.where = near.minor;
    bound.resource = near.wanted.resource;
    bound.object = sched::object_of(near.wanted.resource);
    bound.needed = near.wanted.amount;
    bound.best = near.has;
  }
  return bound;
}

// Kubelet counts CPUs by itself. Its refusal does not say which NUMA nodes do not suffice.
Bound kubelet_bound(const View &node, const Shape &shape, const Refusal &refusal) {
  if (refusal.reason == Reason::kNotEnoughCpus) return from_refusal(refusal, Scope::kNode);
  if (refusal.reason != Reason::kNumaUnaligned) return {};
  const auto lacks = node.node().misalignment(shape);
  if (!lacks) return {};
  const bool one = lacks->width == 1;
  return {one ? Scope::kNumaNode : Scope::kNumaNodes,
          one ? lacks->node : lacks->width,
          Resources::kCpu,
          Object::kCpu,
          lacks->needed,
          lacks->best};
}

Bound bound_of(const View &node, const Shape &shape, const Judgement &judgement) {
  const Refusal &refusal = judgement.refusal;
  if (rules_of(refusal.profile).wording == Wording::kKubelet)
    return kubelet_bound(node, shape, refusal);
  switch (refusal.reason) {
    case Reason::kInsufficientResource: {
      Bound bound = from_refusal(refusal, Scope::kNode);
      bound.resource = refusal.resource < 0 ? Resources::kUnknown
                                            : static_cast<sched::ResourceId>(refusal.resource);
      return bound;
    }
    case Reason::kNotEnoughCpus:
    case Reason::kRequiredBindPolicy:
      return from_refusal(refusal, Scope::kNode);
    case Reason::kInsufficientNuma: {
      Bound bound = from_refusal(refusal, Scope::kNumaNodes);
      bound.where = 0;
      if (refusal.object != Object::kCpu && refusal.object != Object::kMilliCpu)
        bound.resource = static_cast<sched::ResourceId>(refusal.resource);
      return bound;
    }
    case Reason::kSharedPoolTooSmall:
      return from_refusal(refusal, Scope::kNumaNode);
    case Reason::kNoNumaNodeFits: {
      Bound bound = from_refusal(refusal, Scope::kNumaNode);
      bound.resource = static_cast<sched::ResourceId>(refusal.resource);
      return bound;
    }
    case Reason::kNumaUnsatisfied:
    case Reason::kNumaUnaligned:
      return numa_bound(node, shape, judgement.placement);
    case Reason::kNotEnoughDevices:
    case Reason::kDeviceScope:
    case Reason::kDeviceNuma:
      return sched::requests_devices_of(node, shape)
                 ? device_bound(node, shape, judgement.placement, refusal)
                 : Bound{};
    default:
      return {};
  }
}

// Returns the largest missing fraction of the pod's requests to the whole node.
double share_of_node(const View &node, const Shape &shape, bool binds) {
  double share = 0;
  for (const ResourceAmount &request : shape.requests) {
    if (node->has_devices && node.node().is_of_devices(request.resource)) continue;
    const bool cpu = request.resource == Resources::kCpu;
    const int64_t needed = cpu && binds ? node.amplified(request.amount) : request.amount;
    const int64_t free = std::max<int64_t>(0, node.free(request.resource));
    if (free >= needed) continue;
    share = std::max(share, static_cast<double>(needed - free) / static_cast<double>(needed));
  }
  return share;
}

double share_of(const Bound &bound) { return bound.scope == Scope::kNone ? 0 : bound.share(); }

// Returns the missing fraction of the requested devices; 0 if only their arrangement does not fit.
double share_of_devices(const View &node, const Shape &shape, const Placement &placement,
                        const Refusal &refusal) {
  if (!refusal.refused()) return 0;
  switch (refusal.reason) {
    case Reason::kNotEnoughDevices:
    case Reason::kDeviceScope:
    case Reason::kDeviceNuma:
      return share_of(device_bound(node, shape, placement, refusal));
    case Reason::kPartitionsTaken:
    case Reason::kDevicesApart:
      return 0;
    default:
      return 1;
  }
}

// Adds the shortage of devices if the refusal is about amounts, which are checked first.
void add_devices(const View &node, const Shape &shape, Lack &lack) {
  const Placement anywhere;
  const Refusal refusal = sched::check_devices(node, shape, anywhere);
  if (!refusal.refused()) return;
  lack.share = std::max(lack.share, share_of_devices(node, shape, anywhere, refusal));
  lack.unresolvable = lack.unresolvable || device::is_unresolvable(refusal);
}

}  // namespace

Lack lack_of(const View &whole, const Shape &shape, const Judgement &judgement) {
  const sched::ShapeView seen(whole, shape);
  const View &node = *seen;
  const Refusal &refusal = judgement.refusal;
  Lack lack;
  lack.unresolvable = judgement.unresolvable || sched::is_unresolvable(refusal.reason);
  lack.bound = bound_of(node, shape, judgement);
  if (refusal.reason == Reason::kInsufficientResource)
    lack.share = share_of_node(node, shape, judgement.placement.binds);
  else if (lack.bound.scope != Scope::kNone)
    lack.share = lack.bound.share();
  else if (refusal.reason == Reason::kNumaExclusive || refusal.reason == Reason::kNumaUnaligned)
    lack.share = 0;  // nothing is lacking: other pods are in the way, or all is in other places
  if (!sched::requests_devices_of(node, shape)) return lack;
  if (is_about_devices(refusal.reason))
    lack.share = share_of_devices(node, shape, judgement.placement, refusal);
  else
    add_devices(node, shape, lack);
  return lack;
}

}  // namespace koord::plan

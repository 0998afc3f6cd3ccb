#include "sched/verdict/shared_pool.h"

#include <algorithm>

#include "sched/placing/devices.h"
#include "sched/placing/numa_requests.h"

namespace koord::sched {
namespace {

// Finds the amount to report if no NUMA node with a sufficient pool has all
// amounts. Of the nodes added, it takes the one with the smallest shortage,
// and there the amount with the largest, relative to the request.
class PoolShortage {
 public:
  explicit PoolShortage(const NumaRequests &requests) : requests_(requests) {}

  void add(size_t i) {
    double worst = 0;
    size_t lacking = 0;
    for (size_t request = 0; request < requests_.count(); ++request) {
      const auto needed = static_cast<double>(requests_.amount(request));
      const double lack = needed - static_cast<double>(requests_.free(request, i));
      if (lack <= 0 || lack / needed <= worst) continue;
      worst = lack / needed;
      lacking = request;
    }
    if (has_nodes_ && worst >= share_) return;
    has_nodes_ = true;
    node_ = i;
    share_ = worst;
    request_ = lacking;
  }

  bool has_nodes() const { return has_nodes_; }
  Refusal to_refusal(const View &node, const Options &options) const {
    const ResourceId resource = requests_.resource(request_);
    Refusal refusal = Refusal::of(Reason::kNoNumaNodeFits, options.profile);
    refusal.object = object_of(resource);
    refusal.needed = requests_.amount(request_);
    refusal.best = std::max<int64_t>(0, requests_.free(request_, node_));
    refusal.resource = resource;
    refusal.where_object = Object::kNumaNode;
    refusal.where = node.numa()[node_].id;
    refusal.set_bind_policy(object::PodBind::kConstrainedBurst);
    return refusal;
  }

 private:
  const NumaRequests &requests_;
  bool has_nodes_ = false;
  size_t node_ = 0;
  size_t request_ = 0;
  double share_ = 0;
};

}  // namespace

Refusal choose_shared_pool(const View &node, const Shape &shape, const Options &options,
                           numa::Mask allowed, Placement &placement) {
  const int64_t limit = std::max(shape.cpu_limit_milli, shape.cpu_milli);
  const bool strict = placement.numa == object::NumaPolicy::kRestricted ||
                      placement.numa == object::NumaPolicy::kSingleNode;
  const NumaRequests requests(node, shape, placement);
  const DeviceFit devices(node, shape, placement);
  PoolShortage shortage(requests);
  int64_t best = 0;
  int32_t best_node = -1;
  int chosen = -1;
  bool has_devices = false;
  for (size_t i = 0; i < std::min(node.numa().size(), numa::kMaxNodes); ++i) {
    const NumaSummary &numa = node.numa()[i];
    const bool stays = (placement.keep & ~(numa::Mask{1} << i)) == 0;
    if ((allowed >> i & 1) == 0 || !stays) continue;
    const int64_t pool = int64_t{1000} * numa.pool;
    if (pool > best || best_node < 0) {
      best = pool;
      best_node = numa.id;
    }
    if (pool < limit) continue;
    if (!requests.fits(i)) {
      shortage.add(i);
      continue;
    }
    const bool has = devices.fits(numa::Mask{1} << i);
    if (has < has_devices || (chosen >= 0 && has == has_devices &&
                              numa.pool >= node.numa()[static_cast<size_t>(chosen)].pool))
      continue;
    chosen = static_cast<int>(i);
    has_devices = has;
  }
  if (chosen < 0) {
    if (shortage.has_nodes()) return shortage.to_refusal(node, options);
    Refusal refusal = Refusal::of(Reason::kSharedPoolTooSmall, options.profile);
    refusal.object = Object::kMilliCpu;
    refusal.needed = limit;
    refusal.best = best;
    refusal.where_object = Object::kNumaNode;
    refusal.where = best_node;
    return refusal;
  }
  placement.mask = numa::Mask{1} << chosen;
  placement.width = 1;
  placement.aligned = placement.pooled = true;
  placement.devices_anywhere = !strict && !has_devices;
  return {};
}

}  // namespace koord::sched

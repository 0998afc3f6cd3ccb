#include "sched/placing/devices.h"

#include <algorithm>
#include <deque>

#include "device/allocation/quick_check.h"
#include "numa/narrowest.h"
#include "numa/sets.h"
#include "sched/placing/gpu_placing.h"

namespace koord::sched {
namespace {

std::vector<int32_t> ids_of(const Node &node, numa::Mask mask) {
  std::vector<int32_t> out;
  numa::for_each_node(mask, [&](size_t i) { out.push_back(node.numa()[i].id); });
  return out;
}

Profile profile_of(const Node &node) { return node.options().profile; }

// device_conditions() for a pod that may be limited to NUMA nodes.
struct NumaConditions {
  NumaConditions(const Node &node, numa::Mask mask, bool keeps)
      : nodes(keeps ? ids_of(node, mask) : std::vector<int32_t>()),
        conditions(device_conditions(node)) {
    conditions.keeps_to_numa = keeps;
    conditions.numa = nodes;
  }
  NumaConditions(const NumaConditions &) = delete;
  NumaConditions &operator=(const NumaConditions &) = delete;

  const std::vector<int32_t> nodes;  // conditions refer to them
  device::NodeConditions conditions;
};

// Returns true if the pod's devices must be on the NUMA nodes of its CPUs and memory.
bool keeps_to_numa(const Node &node, const Placement &placement) {
  return placement.aligned && !placement.devices_anywhere && !node.options().devices_ignore_numa;
}

// Limits a choice of devices to the NUMA nodes that the placement names for them.
struct DeviceNodes {
  DeviceNodes(const Node &node, const Placement &placement)
      : mask(placement.device_nodes != 0 ? placement.device_nodes : placement.mask),
        keeps(placement.device_nodes != 0 || keeps_to_numa(node, placement)) {}
  numa::Mask mask;
  bool keeps;
};

// Reads no options of the node, because they are on another cache line.
bool keeps_to_numa(const View &node, const Placement &placement) {
  return placement.aligned && !placement.devices_anywhere && !node->devices_anywhere;
}

// Returns the GPUs that may be used from these NUMA nodes.
device::DeviceMask gpus_near(const View &node, numa::Mask mask) {
  device::DeviceMask out = 0;
  if (node.gpus().complete) {
    numa::for_each_node(mask, [&](size_t i) { out |= node.numa()[i].gpus; });
    return out;
  }
  const device::Ledger &ledger = *node.node().devices();
  const Profile profile = profile_of(node.node());
  numa::for_each_node(mask, [&](size_t i) { out |= ledger.gpus_near(node.numa()[i].id, profile); });
  return out;
}

// Returns true if no GPU of the node is of another vendor than the pod requests.
bool suit_vendor(const Node &node, const Shape &shape) {
  const device::GpuVendor wanted = shape.devices->gpu.vendor;
  return wanted == device::GpuVendor::kUnknown ||
         !node.devices()->inventory().gpu_vendors(node.policies().gpu_vendor).has_other(wanted);
}

// Equals requests_only_gpus(), but reads no options of the node: they are on another cache line.
bool counts_gpus(const View &node, const Shape &shape) {
  return shape.devices->only_gpus && (node->parts_of_any || !shape.devices->gpu.shared) &&
         !node.gpus().vendors.has_other(shape.devices->gpu.vendor) &&
         !shape.device_refusal.refused();
}

// Returns the GPUs that each fit the pod, if only their
// number matters; nullopt if counting does not decide.
std::optional<device::DeviceMask> fitting_gpus(const View &view, const Shape &shape) {
  if (!counts_gpus(view, shape)) return std::nullopt;
  if (const auto fitting = view.gpus().fitting(*shape.devices)) return fitting;
  const Node &node = view.node();
  return device::countable_gpus(*node.devices(), *shape.devices, profile_of(node),
                                node.policies().gpu_partitions);
}

// Returns true if the NUMA nodes have enough of these GPUs; nullopt if counting does not decide.
std::optional<bool> are_enough(const View &node, const Shape &shape, numa::Mask mask,
                               std::optional<device::DeviceMask> gpus) {
  if (!gpus) return std::nullopt;
  const bool are = device::are_at_least(*gpus & gpus_near(node, mask), shape.devices->gpu.count);
  if (!are && !node.gpus().complete && !node.node().options().rules().gpus_by_links)
    return std::nullopt;
  return are;
}

// Returns true if all devices that a pod holds are on these NUMA nodes.
bool are_on(const device::Inventory &inventory, const device::Grants &grants,
            const std::vector<int32_t> &nodes, Profile profile) {
  return std::all_of(grants.begin(), grants.end(), [&](const device::Grant &grant) {
    const int index = inventory.find(grant.type);
    if (index < 0) return true;
    const device::Pool &pool = inventory.pools[static_cast<size_t>(index)];
    const int device = pool.find(grant);
    return device < 0 || (device::on_numa(pool, nodes, profile) & device::device_bit(device)) != 0;
  });
}

// Returns the NUMA nodes that have devices of the pool, as positions.
numa::Mask nodes_of(const View &node, const device::Pool &pool) {
  numa::Mask out = 0;
  for (size_t i = 0; i < std::min(node.numa().size(), numa::kMaxNodes); ++i)
    if (std::ranges::any_of(pool.devices, [&](const device::Device &device) {
          return device.numa == node.numa()[i].id;
        }))
      out |= numa::Mask{1} << i;
  return out;
}

// Inputs for choosing devices. Checking that there are enough does not need them.
struct Choosing {
  const device::Scorer *scorer;
  std::function<device::DeviceMask(device::DeviceMask)> sharing;
};

Refusal allocate_from(const Node &node, const device::Ledger &ledger, const Shape &shape,
                      numa::Mask mask, bool aligned, const Choosing *how, device::Grants &out) {
  NumaConditions numa_conditions(node, mask, aligned);
  device::NodeConditions &conditions = numa_conditions.conditions;
  conditions.chooses_secondary = how != nullptr;
  if (how != nullptr) {
    conditions.scorer = how->scorer;
    conditions.sharing = how->sharing;
  }
  const Refusal refusal = device::allocate(ledger, *shape.devices, conditions, out);
  if (!refusal.refused() || !aligned) return refusal;
  // The NUMA nodes lack the devices, the node as a whole
  // does not. Other NUMA nodes may be chosen later.
  conditions.keeps_to_numa = false;
  device::Grants anywhere;
  const Refusal whole = device::allocate(ledger, *shape.devices, conditions, anywhere);
  if (whole.refused()) return whole;
  Refusal apart = refusal;
  if (node.options().rules().wording == Wording::kKoordinator) {
    // Upstream's texts do not mention NUMA nodes.
    if (refusal.reason != Reason::kNotEnoughDevices) return refusal;
    if (apart.where_object == Object::kMachine) apart.where_object = Object::kDevice;
  }
  apart.reason = Reason::kDeviceNuma;
  return apart;
}

Refusal check(const Node &node, const device::Ledger &ledger, const Shape &shape,
              const Placement &placement, numa::Mask mask, bool aligned) {
  if (placement.devices != nullptr) {
    const bool stays = !aligned || are_on(ledger.inventory(), *placement.devices,
                                          ids_of(node, mask), profile_of(node));
    if (stays) return {};
    Refusal refusal = Refusal::of(Reason::kDeviceNuma, node.options().profile);
    refusal.object = Object::kDevice;
    refusal.needed = static_cast<int64_t>(placement.devices->size());
    return refusal;
  }
  if (shape.device_refusal.refused()) return shape.device_refusal;
  if (const Refusal unknown = device::check_reported(ledger, *shape.devices, profile_of(node));
      unknown.refused())
    return unknown;
  if (!aligned && requests_only_gpus(shape, node.options()) && suit_vendor(node, shape)) {
    const auto counted = device::count_gpus(ledger, *shape.devices, profile_of(node),
                                            node.policies().gpu_partitions);
    if (counted) return *counted;
  }
  device::Grants grants;
  return allocate_from(node, ledger, shape, mask, aligned, nullptr, grants);
}

}  // namespace

device::NodeConditions device_conditions(const Node &node) {
  device::NodeConditions out;
  out.profile = profile_of(node);
  out.mode = node.options().gpu_mode;
  out.unshared = node.options().unshared;
  if (node.known()) out.labels = node.gpu_labels();
  return out;
}

bool requests_only_gpus(const Shape &shape, const Options &options) {
  return shape.devices->only_gpus && !(shape.devices->gpu.shared && !options.unshared.empty());
}

Refusal check_devices(const View &node, const Shape &shape, const Placement &placement) {
  const bool keeps = keeps_to_numa(node, placement);
  if (placement.devices == nullptr) {
    if (const auto gpus = fitting_gpus(node, shape)) {
      const device::DeviceMask near = keeps ? gpus_near(node, placement.mask) : device::kAllDevices;
      if (device::are_at_least(*gpus & near, shape.devices->gpu.count)) return {};
      if (!keeps && node.gpus().complete && !node->devices_unreported)
        return device::too_few_gpus(*shape.devices, node.node().options().profile,
                                    device::width(*gpus));
    }
  }
  return check(node.node(), *node.node().devices(), shape, placement, placement.mask, keeps);
}

Refusal choose_devices(const View &node, const Shape &shape, const Placement &placement,
                       device::Grants &out) {
  if (shape.device_refusal.refused()) return shape.device_refusal;
  const Options &options = node.node().options();
  Choosing how{&options.device_scorer, {}};
  if (options.gpu_policy)
    how.sharing = [&](device::DeviceMask fitting) {
      return choose_by_policy(node, shape, placement, fitting, *options.gpu_policy);
    };
  const DeviceNodes nodes(node.node(), placement);
  return allocate_from(node.node(), *node.node().devices(), shape, nodes.mask, nodes.keeps, &how,
                       out);
}

int numa_width(const Node &node, const device::Grants &devices) {
  const device::Inventory &inventory = node.devices()->inventory();
  std::vector<int32_t> nodes;
  for (const device::Grant &grant : devices) {
    const int index = inventory.find(grant.type);
    if (index < 0) continue;
    const device::Pool &pool = inventory.pools[static_cast<size_t>(index)];
    const int device = pool.find(grant.minor);
    if (device < 0) continue;
    const int32_t numa = pool.devices[static_cast<size_t>(device)].numa;
    if (numa >= 0 && std::ranges::find(nodes, numa) == nodes.end()) nodes.push_back(numa);
  }
  return static_cast<int>(nodes.size());
}

device::DeviceMask allowed_gpus(const Node &node, const Shape &shape, const Placement &placement) {
  const bool keeps = keeps_to_numa(node, placement);
  if (!keeps && requests_only_gpus(shape, node.options()) && suit_vendor(node, shape))
    return device::kAllDevices;
  const NumaConditions numa_conditions(node, placement.mask, keeps);
  return device::allowed_gpus(*node.devices(), *shape.devices, numa_conditions.conditions);
}

int64_t choose_together(const Node &node, std::span<PlacedPod> pods, device::Ties ties) {
  std::vector<device::Companion> companions;
  std::deque<NumaConditions> numa_conditions;
  for (PlacedPod &pod : pods) {
    const Placement &placement = *pod.placement;
    const DeviceNodes nodes(node, placement);
    numa_conditions.emplace_back(node, nodes.mask, nodes.keeps);
    companions.push_back(
        {pod.shape->devices.get(), numa_conditions.back().conditions, std::move(pod.devices)});
  }
  const int64_t cost = device::choose_together(*node.devices(), companions, ties);
  for (size_t i = 0; i < pods.size(); ++i) {
    pods[i].devices = std::move(companions[i].grants);
    pods[i].changed = companions[i].changed;
  }
  return cost;
}

device::GangLinks links_of(const Node &node, std::span<const Holding *const> pods) {
  if (node.devices() == nullptr) return {};
  std::vector<const device::Grants *> grants;
  for (const Holding *pod : pods)
    if (pod->devices() != nullptr) grants.push_back(pod->devices().get());
  return device::links_of(node.devices()->inventory(), grants);
}

int64_t most_links(const Node &node, device::DeviceMask gpus, int32_t count) {
  return node.devices() == nullptr ? 0
                                   : device::most_links(node.devices()->inventory(), gpus, count);
}

device::DeviceMask fitting_gpus(const Node &node, const Shape &shape) {
  return node.devices() == nullptr
             ? 0
             : device::fitting_gpus(*node.devices(), *shape.devices, device_conditions(node));
}

int64_t most_by_gpus(const Node &node, const Shape &shape) {
  return device::most_by_gpus(*node.devices(), *shape.devices, device_conditions(node));
}

std::vector<device::Shortfall> device_shortfalls(const Node &node, const Shape &shape) {
  return device::shortfalls_of(*node.devices(), *shape.devices, device_conditions(node));
}

std::vector<device::Shortfall> device_shortfalls(const Node &node, const Shape &shape,
                                                 size_t numa) {
  const NumaConditions numa_conditions(node, numa::Mask{1} << numa, true);
  return device::shortfalls_of(*node.devices(), *shape.devices, numa_conditions.conditions);
}

device::NearestDevice nearest_device(const Node &node, const Shape &shape,
                                     const Placement &placement, object::TypeId type) {
  const NumaConditions numa_conditions(node, placement.mask, keeps_to_numa(node, placement));
  return device::nearest_device(*node.devices(), *shape.devices, numa_conditions.conditions, type);
}

bool refuses_unplaced(const Node &node, object::TypeId type) {
  if (node.options().rules().unplaced_are_near || node.devices() == nullptr) return false;
  const device::Inventory &inventory = node.devices()->inventory();
  const int index = inventory.find(type);
  return index >= 0 && !inventory.pools[static_cast<size_t>(index)].all_placed();
}

DeviceFit::DeviceFit(const View &node, const Shape &shape, const Placement &placement)
    : node_(node),
      shape_(shape),
      placement_(placement),
      matters_(requests_devices_of(node, shape) && !node->devices_anywhere &&
               !placement.cpus_alone) {
  if (matters_ && placement.devices == nullptr) gpus_ = fitting_gpus(node, shape);
}

Refusal DeviceFit::judge(numa::Mask mask) const {
  if (!matters_) return {};
  return check(node_.node(), *node_.node().devices(), shape_, placement_, mask, true);
}

bool DeviceFit::has_enough(numa::Mask mask) const {
  const auto are = are_enough(node_, shape_, mask, gpus_);
  return are ? *are : !judge(mask).refused();
}

bool DeviceFit::differ_by_links() const {
  return matters_ && requests_whole_gpus(shape_) && shape_.devices->gpu.count > 1 &&
         placement_.devices == nullptr && node_.node().options().rules().gpus_by_links &&
         node_.node().options().gpu_mode == device::PickMode::kSet;
}

int64_t DeviceFit::links(numa::Mask mask) const {
  const device::DeviceMask fitting = gpus_ ? *gpus_ : sched::fitting_gpus(node_.node(), shape_);
  return most_links(node_.node(), fitting & gpus_near(node_, mask), shape_.devices->gpu.count);
}

numa::Mask DeviceFit::nodes_with_any() const {
  if (!matters_) return 0;
  numa::Mask out = 0;
  for (const device::Pool &pool : node_.node().devices()->inventory().pools)
    out |= nodes_of(node_, pool);
  return out;
}

// Returns the smallest number of NUMA nodes that together have `count` of these devices of the
// pool. Devices without a NUMA node count on any. Returns nullopt if there are too few.
std::optional<int> DeviceFit::fewest_with(const device::Pool &pool, device::DeviceMask devices,
                                          int64_t count) const {
  std::array<int64_t, numa::kMaxNodes> counts{};
  const size_t n = std::min(node_.numa().size(), numa::kMaxNodes);
  device::for_each_device(devices, [&](int device) {
    const int32_t id = pool.devices[static_cast<size_t>(device)].numa;
    if (id < 0) --count;
    for (size_t i = 0; i < n; ++i) counts[i] += node_.numa()[i].id == id ? 1 : 0;
  });
  if (count <= 0) return 0;
  const int fewest = numa::fewest_nodes({count, {counts.data(), n}}, numa::first_nodes(n));
  return fewest > 0 ? std::optional(fewest) : std::nullopt;
}

// Returns nullopt if all NUMA nodes together have too few, or if the search takes too long.
std::optional<int> DeviceFit::fewest_for(const device::Ledger &empty, object::TypeId type) const {
  const int index = empty.inventory().find(type);
  if (index < 0) return std::nullopt;
  const device::Pool &pool = empty.inventory().pools[static_cast<size_t>(index)];
  const device::NodeConditions anywhere = device_conditions(node_.node());
  if (const auto some = device::interchangeable(empty, *shape_.devices, anywhere, type))
    return fewest_with(pool, some->devices, some->count);
  constexpr int kMostChecked = 4096;
  int checked = 0;
  const auto lacks = [&](numa::Mask mask) {
    NumaConditions near(node_.node(), mask, true);
    near.conditions.only = type;
    near.conditions.chooses_secondary = false;
    device::Grants grants;
    return ++checked <= kMostChecked &&
           device::allocate(empty, *shape_.devices, near.conditions, grants).refused();
  };
  const numa::Mask nodes = nodes_of(node_, pool);
  if (lacks(nodes)) return std::nullopt;
  int width = 0;
  while (numa::for_each_set(nodes, width, lacks)) ++width;
  return checked <= kMostChecked ? std::optional(width) : std::nullopt;
}

bool DeviceFit::agree_on(int &width) const {
  if (!matters_) return true;
  const auto agrees = [&](std::optional<int> fewest) {
    if (!fewest) return false;
    if (width == 0) width = *fewest;
    return *fewest == 0 || *fewest == width;
  };
  const device::Inventory &inventory = node_.node().devices()->inventory();
  if (gpus_) {
    const auto all = device::countable_gpus_of_all(*node_.node().devices(), *shape_.devices,
                                                   profile_of(node_.node()),
                                                   node_.node().policies().gpu_partitions);
    const auto pool = static_cast<size_t>(node_.node().devices()->gpu_pool());
    if (all) return agrees(fewest_with(inventory.pools[pool], *all, shape_.devices->gpu.count));
  }
  const device::Ledger empty(node_.node().devices()->shared_inventory());
  return std::ranges::all_of(device::requested_types(empty, *shape_.devices),
                             [&](object::TypeId type) { return agrees(fewest_for(empty, type)); });
}

int64_t score_devices(const View &view, const Shape &shape, const Options &options,
                      const Placement &placement) {
  const device::Scorer &scorer = options.device_scorer;
  // Upstream scores the devices of the NUMA nodes that Filter chose,
  // aligned or not. BestEffort chooses NUMA nodes later, in Reserve.
  const bool keeps = options.rules().scores_what_is_given
                         ? placement.aligned && placement.numa != object::NumaPolicy::kBestEffort
                         : keeps_to_numa(view, placement);
  const bool counts = counts_gpus(view, shape);
  if (counts) {
    const device::DeviceMask near = keeps ? gpus_near(view, placement.mask) : device::kAllDevices;
    if (const auto score = view.gpus().score(scorer, *shape.devices, near)) return *score;
    return device::score_gpus(scorer, *view.node().devices(), *shape.devices, near).value_or(0);
  }
  const Node &node = view.node();
  NumaConditions numa_conditions(node, placement.mask, keeps);
  numa_conditions.conditions.scorer = &scorer;
  numa_conditions.conditions.chooses_secondary = false;
  return device::score_node(*node.devices(), *shape.devices, numa_conditions.conditions)
      .value_or(0);
}

}  // namespace koord::sched

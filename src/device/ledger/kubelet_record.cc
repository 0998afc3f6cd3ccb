#include "device/ledger/kubelet_record.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/profile_rules.h"
#include "device/ledger/ledger.h"
#include "device/ledger/requested_pool.h"
#include "object/mig.h"

namespace koord::device {
namespace {

// Returns all amounts of a device that kubelet allocated. An unhealthy device that states no
// amounts counts as 100 percent of each resource.
Grant whole_device_of_kubelet(const Pool &pool, size_t device) {
  Grant out = whole(pool, device);
  if (pool.devices[device].healthy) return out;
  const std::span<const int64_t> size = pool.size(device);
  for (size_t c = 0; c < size.size(); ++c)
    if (size[c] > 0) out.parts.push_back({pool.columns[c], size[c]});
  if (!out.parts.empty()) return out;
  for (const ResourceId column : pool.columns) out.parts.push_back({column, kWholePercent});
  return out;
}

int find_device(const Pool &pool, std::string_view id) {
  for (size_t d = 0; d < pool.devices.size(); ++d)
    if (!id.empty() && text_of(pool.devices[d].id) == id) return static_cast<int>(d);
  return pool.type == kTypeGpu && object::is_mig_instance(id) ? find_mig_parent(pool, id) : -1;
}

// Returns the name of the chip of a virtual Ascend NPU ("Ascend910-2c-100-5": "Ascend910-5"), or an
// empty name. The numbers are those of the virtual NPU and of the chip.
std::string chip_of(std::string_view id) {
  constexpr auto kEnd = std::string_view::npos;
  const size_t model = id.find('-');
  const size_t size = model == kEnd ? kEnd : id.find('-', model + 1);
  const size_t chip = id.rfind('-');
  if (!id.starts_with("Ascend") || size == kEnd || chip <= size) return {};
  return std::string(id.substr(0, model)) + std::string(id.substr(chip));
}

// Returns the device of which a plugin gives a part, or -1. Plugins append to the device's id, as
// Cambricon's "<id>-_-3" and AMD's "<id>-slice-3", or have ids of their own.
int find_whole(const Pool &pool, std::string_view id) {
  const int chip = find_device(pool, chip_of(id));
  for (size_t end = id.rfind('-'); end != id.npos && end > 0; end = id.rfind('-', end - 1))
    if (const int device = find_device(pool, id.substr(0, end)); device >= 0) return device;
  return chip;
}

// Returns true if the id looks like those of the pool's devices, so that it is of a device that the
// node had.
bool resembles_devices(const Pool &pool, std::string_view id) {
  const std::string_view kind = id.substr(0, id.find('-'));
  return std::ranges::any_of(pool.devices, [&](const Device &device) {
    const std::string_view other = text_of(device.id);
    return other.substr(0, other.find('-')) == kind;
  });
}

// Returns the pool with the device of this id, or -1 if none or several have it. Device plugins may
// give their resources any name; the device is allocated all the same.
int pool_with(std::string_view id, const Inventory &inventory) {
  int out = -1;
  for (size_t p = 0; p < inventory.pools.size(); ++p) {
    if (find_device(inventory.pools[p], id) < 0) continue;
    if (out >= 0) return -1;
    out = static_cast<int>(p);
  }
  return out;
}

// Collects kubelet's record by pod.
class KubeletRecord {
 public:
  KubeletRecord(const Inventory &inventory, Profile profile)
      : inventory_(inventory), compared_(rules_of(profile).compares_kubelet_devices) {}

  // `of`: the pool of the entry's resource.
  void add(const object::KubeletDevices &entry, const RequestedPool &of) {
    if (of.pool >= 0 && entry.ids.empty()) ids_of(entry, of.pool);
    for (const std::string &id : entry.ids) {
      add(entry.pod_uid, id, of);
      int pool = of.pool;
      if (of.parts && pool >= 0 && is_unclear(id, pool))
        pods_[entry.pod_uid].unclear.insert({entry.container, type_of(pool)});
      if (pool < 0 && object::is_mig_instance(id)) pool = inventory_.find(kTypeGpu);
      if (pool < 0) pool = pool_with(without_replica(id), inventory_);
      if (pool >= 0) ids_of(entry, pool).insert(id);
    }
  }

  // Adds devices of a ResourceClaim.
  void add_claimed(object::KubeletDevices entry, const RequestedPool &of) {
    if (std::erase(entry.ids, object::kAnyDeviceId) > 0 && of.pool >= 0)
      pods_[entry.pod_uid].out.any.insert(type_of(of.pool));
    if (!entry.ids.empty()) add(entry, of);
  }

  std::vector<KubeletGrants> take() {
    std::vector<KubeletGrants> out;
    for (auto &[uid, of_pod] : pods_) {
      of_pod.out.pod_uid = uid;
      of_pod.out.unknown_gpus = static_cast<int64_t>(of_pod.unknown_gpus.size());
      for (const auto &[type, ids] : of_pod.ids)
        of_pod.out.named[type] = static_cast<int64_t>(ids.size());
      for (const auto &[of, ids] : of_pod.containers)
        of_pod.out.containers.push_back(
            {of.first, of.second, static_cast<int64_t>(ids.size()), of_pod.unclear.contains(of)});
      for (auto &[device, grant] : of_pod.grants) of_pod.out.grants.push_back(std::move(grant));
      out.push_back(std::move(of_pod.out));
    }
    return out;
  }

 private:
  struct OfPod {
    std::map<std::pair<TypeId, int32_t>, Grant> grants;
    // An init container's id may recur in another container.
    std::map<TypeId, std::set<std::string>> ids;
    std::map<std::pair<std::string, TypeId>, std::set<std::string>> containers;
    std::set<std::pair<std::string, TypeId>> unclear;  // of the containers
    std::set<std::string> unknown_gpus;
    KubeletGrants out;
  };

  TypeId type_of(int pool) const { return inventory_.pools[static_cast<size_t>(pool)].type; }
  std::set<std::string> &ids_of(const object::KubeletDevices &entry, int pool) {
    return pods_[entry.pod_uid].containers[{entry.container, type_of(pool)}];
  }
  // Returns true if the id of a part of a device does not identify the device.
  bool is_unclear(std::string_view id, int pool) const {
    if (object::is_mig_instance(id)) return false;
    const Pool &of = inventory_.pools[static_cast<size_t>(pool)];
    const std::string_view name = without_replica(id);
    return find_device(of, name) < 0 && find_whole(of, name) < 0 && !resembles_devices(of, name);
  }

  void add(const std::string &pod, const std::string &id, const RequestedPool &of) {
    const int resource = of.pool;
    const std::string_view name = without_replica(id);
    const bool is_instance = object::is_mig_instance(id);
    if (is_instance)
      if (const auto at = find_mig_instance(inventory_, name)) {
        add_device(pods_[pod], *at, id, false);
        // The plugin's strategy "single" counts instances as GPUs: the pod requests its GPU.
        if (resource >= 0 && inventory_.pools[static_cast<size_t>(resource)].type == kTypeGpu)
          add_device(pods_[pod], mig_parent_of(inventory_, *at), id, true);
        return;
      }
    const int index = is_instance     ? inventory_.find(kTypeGpu)
                      : resource >= 0 ? resource
                                      : pool_with(name, inventory_);
    // An instance that is not on the node any more is one of the profile that the pod requests.
    if (is_instance && resource >= 0) {
      const Pool &requested = inventory_.pools[static_cast<size_t>(resource)];
      if (requested.has_mig_instances()) pods_[pod].ids[requested.type].insert(id);
    }
    if (index < 0) return;
    const auto p = static_cast<size_t>(index);
    int d = find_device(inventory_.pools[p], name);
    const bool is_part = d < 0 && of.by_plugin && !is_instance;
    if (is_part) d = find_whole(inventory_.pools[p], name);
    if (d < 0) return add_unknown(pod, id, inventory_.pools[p]);
    const DevicePosition at{p, static_cast<size_t>(d)};
    add_device(pods_[pod], at, id, is_instance || is_part);
    if (!is_instance) add_instances_of(pods_[pod], at);
  }

  void add_device(OfPod &of_pod, const DevicePosition &at, const std::string &id, bool is_part) {
    const Pool &pool = inventory_.pools[at.pool];
    of_pod.ids[pool.type].insert(id);
    grant(of_pod, at);
    if (is_part || without_replica(id) != id)
      of_pod.out.replicas.insert({pool.type, pool.devices[at.device].minor});
  }

  void grant(OfPod &of_pod, const DevicePosition &at) {
    const Pool &pool = inventory_.pools[at.pool];
    of_pod.grants[{pool.type, pool.devices[at.device].minor}] =
        compared_ ? whole_device_of_kubelet(pool, at.device) : whole(pool, at.device);
  }

  // A plugin that ignores MIG mode (NVIDIA's strategy "none") gives a GPU with all its instances.
  void add_instances_of(OfPod &of_pod, const DevicePosition &gpu) {
    const Pool &gpus = inventory_.pools[gpu.pool];
    if (gpus.type != kTypeGpu || !gpus.devices[gpu.device].mig) return;
    for (size_t p = 0; p < inventory_.pools.size(); ++p)
      for (size_t d = 0; d < inventory_.pools[p].slots.size(); ++d)
        if (mig_parent_of(inventory_, {p, d}).device == gpu.device) grant(of_pod, {p, d});
  }

  void add_unknown(const std::string &pod, const std::string &id, const Pool &pool) {
    if (!object::is_mig_instance(id)) {
      if (pool.type != kTypeGpu) return;
      pods_[pod].unknown_gpus.insert(std::string(without_replica(id)));
      return;
    }
    OfPod &of_pod = pods_[pod];
    // The instance is part of a GPU in MIG mode, which no pod gets entirely. If no GPU is
    // marked as in MIG mode, it may be part of any.
    if (of_pod.ids[pool.type].insert(id).second && std::ranges::none_of(pool.devices, &Device::mig))
      ++of_pod.out.orphans;
  }

  const Inventory &inventory_;
  const bool compared_;
  std::map<std::string, OfPod> pods_;
};

}  // namespace

std::vector<KubeletGrants> read_kubelet_record(const object::DeviceObject &object,
                                               const object::Resources &resources, Profile profile,
                                               const Inventory &inventory) {
  KubeletRecord record(inventory, profile);
  for (const object::KubeletDevices &entry : object.kubelet)
    record.add(entry, requested_pool(inventory, resources, entry.resource));
  for (const object::KubeletDevices &entry : object.claimed)
    record.add_claimed(entry, requested_pool(inventory, resources, entry.resource));
  return record.take();
}

}  // namespace koord::device

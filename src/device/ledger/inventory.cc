#include "device/ledger/inventory.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/profile_rules.h"
#include "device/ledger/ledger.h"
#include "object/mig.h"

namespace koord::device {
namespace {

using object::DeviceInfo;
using object::KnownFirst;

// The names of types and resources that one object mentions.
struct Mentioned {
  std::shared_ptr<object::Names> types;
  std::shared_ptr<object::Names> resources;

  Mentioned(const object::Resources &all, object::Mention by)
      : types(all.mention_types(by)), resources(all.mention(by)) {}
  static KeptNames keep(std::shared_ptr<const Mentioned> names) {
    const bool nothing = names->types->empty() && names->resources->empty();
    return nothing ? nullptr : KeptNames(std::move(names));
  }
};

std::string name_of(const DeviceInfo &info) {
  return in_quotes(info.type, 63) + " device with minor " + std::to_string(info.minor);
}

void add_vfs(const DeviceInfo &info, Device &device) {
  for (const object::VfGroup &group : info.vf_groups) {
    for (const object::VirtualFunction &vf : group.vfs)
      device.vfs.push_back({vf.bus_id, vf.minor, static_cast<uint32_t>(device.vf_groups.size())});
    device.vf_groups.push_back(group.labels);
  }
  std::stable_sort(device.vfs.begin(), device.vfs.end(),
                   [](const auto &a, const auto &b) { return a.bus_id < b.bus_id; });
  for (size_t i = 1; i < device.vfs.size(); ++i)
    if (device.vfs[i - 1].bus_id == device.vfs[i].bus_id)
      throw Error(Status::kInvalid, name_of(info) + ": virtual function " +
                                        in_quotes(device.vfs[i].bus_id, 63) + " is listed twice");
}

Device make_device(const DeviceInfo &info) {
  Device device;
  device.id = info.id;
  device.minor = info.minor;
  device.mig = object::in_mig_mode(info);
  device.healthy = info.healthy && !device.mig;
  device.placed = info.placed;
  if (info.placed) {
    device.numa = info.place.node;
    device.socket = info.place.socket;
    device.pcie = info.place.pcie;
  }
  device.labels = info.labels;
  add_vfs(info, device);
  return device;
}

// Returns true if every whole device has 100 of the resource, even one that states nothing.
bool is_percentage(ResourceId resource) {
  return resource == kResourceGpuCore || resource == kResourceGpuMemoryRatio ||
         resource == kResourceRdma || resource == kResourceFpga;
}

// Throws kLimit for an amount so large that sums and percentages could overflow.
void check_amount(const DeviceInfo &info, const object::Amount &amount) {
  const int64_t most = object::most_of(amount.resource);
  if (amount.value > most)
    throw Error(Status::kLimit, name_of(info) + ": resources: " + in_quotes(amount.resource) +
                                    ": found " + std::to_string(amount.value) +
                                    ", expected at most " + std::to_string(most));
}

// Sets the columns of the pool: the resources of its devices, healthy or not.
void add_columns(const std::vector<const DeviceInfo *> &infos, Mentioned &mentioned,
                 Mentioned &kept, Pool &pool) {
  std::set<std::string_view, KnownFirst> columns;
  if (pool.type == kTypeGpu)
    for (const ResourceId resource :
         {kResourceGpuCore, kResourceGpuMemory, kResourceGpuMemoryRatio})
      columns.insert(kWellKnownResourceNames[resource]);
  for (const DeviceInfo *info : infos)
    for (const object::Amount &amount : info->resources) {
      check_amount(*info, amount);
      columns.insert(amount.resource);
      if (columns.size() > kMaxColumns)
        throw Error(Status::kLimit, name_of(*info) +
                                        ": resources: devices of one type have more than " +
                                        std::to_string(kMaxColumns));
    }
  for (const std::string_view name : columns) {
    pool.columns.push_back(mentioned.resources->add(name));
    kept.resources->add(name);
  }
  pool.sizes.assign(infos.size() * columns.size(), kAbsent);
  for (size_t i = 0; i < infos.size(); ++i)
    for (const object::Amount &amount : infos[i]->resources) {
      const auto column =
          static_cast<size_t>(std::distance(columns.begin(), columns.find(amount.resource)));
      pool.sizes[i * columns.size() + column] = amount.value;
    }
  pool.totals = pool.sizes;
  for (size_t i = 0; i < infos.size(); ++i) {
    if (pool.devices[i].healthy) continue;
    const size_t row = i * columns.size();
    std::fill_n(pool.totals.begin() + static_cast<ptrdiff_t>(row), columns.size(), kAbsent);
    if (!infos[i]->resources.empty()) continue;
    for (size_t c = 0; c < columns.size(); ++c)
      if (is_percentage(pool.columns[c])) pool.sizes[row + c] = kWholePercent;
  }
}

Pool make_pool(std::vector<const DeviceInfo *> infos, const object::Resources &resources,
               Mentioned &mentioned) {
  const std::string &type = infos.front()->type;
  auto kept = std::make_shared<Mentioned>(resources, object::Mention::kByPod);
  Pool pool;
  pool.type = mentioned.types->add(type);
  kept->types->add(type);
  std::stable_sort(infos.begin(), infos.end(),
                   [](const auto *a, const auto *b) { return a->minor < b->minor; });
  for (const DeviceInfo *info : infos) {
    if (!pool.devices.empty() && pool.devices.back().minor == info->minor)
      throw Error(Status::kInvalid, name_of(*info) + " is listed twice");
    if (pool.devices.size() == static_cast<size_t>(kMaxDevices))
      throw Error(Status::kLimit, name_of(*info) + ": more than " + std::to_string(kMaxDevices) +
                                      " devices of one type");
    pool.devices.push_back(make_device(*info));
    pool.devices.back().first_vf = pool.vf_count;
    pool.vf_count += static_cast<uint32_t>(pool.devices.back().vfs.size());
  }
  add_columns(infos, mentioned, *kept, pool);
  pool.names = Mentioned::keep(std::move(kept));
  return pool;
}

PartitionTable table_of(const std::vector<object::PartitionsOfSize> &partitions) {
  PartitionTable out;
  for (const object::PartitionsOfSize &of_size : partitions)
    for (const object::DevicePartition &partition : of_size.partitions) {
      Partition entry;
      for (const int32_t minor : partition.minors) {
        if (minor >= kMaxDevices)
          throw Error(Status::kLimit, "partitions: minor " + std::to_string(minor) +
                                          ", expected a minor below " +
                                          std::to_string(kMaxDevices));
        entry.minors |= device_bit(minor);
      }
      entry.ring_bandwidth = partition.ring_bandwidth;
      entry.score = partition.score;
      out.add(of_size.gpus, entry);
    }
  return out;
}

LinkGraph reported_links(const object::DeviceObject &object, const Pool &gpus) {
  const size_t count = gpus.devices.size();
  const auto position = [&](int32_t minor) {
    const int at = gpus.find(minor);
    if (at < 0)
      throw Error(Status::kInvalid,
                  "links: minor " + std::to_string(minor) + " is not a GPU of the node");
    return static_cast<size_t>(at);
  };
  std::vector<LinkFact> facts(count * count);
  for (const object::DeviceLink &link : object.links) {
    const size_t a = position(link.first);
    const size_t b = position(link.second);
    facts[a * count + b] = facts[b * count + a] = {static_cast<int32_t>(link.pci), link.nvlinks};
  }
  std::vector<int32_t> to_switches(count);
  for (const object::SwitchLinks &link : object.switch_links)
    to_switches[position(link.minor)] = link.nvlinks;
  return LinkGraph::from_facts(static_cast<int>(count), facts, to_switches);
}

std::optional<LinkGraph> make_links(const object::DeviceObject &object, const Pool *gpus) {
  if (gpus == nullptr) {
    if (!object.links.empty() || !object.switch_links.empty())
      throw Error(Status::kInvalid, "links: the node has no GPUs");
    return std::nullopt;
  }
  if (!object.links.empty() || !object.switch_links.empty()) return reported_links(object, *gpus);
  if (!gpus->all_placed()) return std::nullopt;
  std::vector<object::DevicePlace> places;
  for (const Device &device : gpus->devices)
    places.push_back({device.socket, device.numa, device.pcie, {}});
  return LinkGraph::from_places(places);
}

// Returns all amounts of a device that kubelet allocated. An unhealthy device that states no
// amounts counts as 100 percent of each resource.
Grant given(const Pool &pool, size_t device) {
  Grant out = whole(pool, device);
  if (pool.devices[device].healthy) return out;
  const std::span<const int64_t> size = pool.size(device);
  for (size_t c = 0; c < size.size(); ++c)
    if (size[c] > 0) out.parts.push_back({pool.columns[c], size[c]});
  if (!out.parts.empty()) return out;
  for (const ResourceId column : pool.columns) out.parts.push_back({column, kWholePercent});
  return out;
}

// Returns the pool of the devices that an entry names by its resource, or -1 if there is none.
int pool_given(const object::KubeletDevices &entry, const object::Resources &resources,
               const Inventory &inventory) {
  const ResourceId resource = resources.find(entry.resource);
  const DeviceResource *known = find_device_resource(resource);
  return known != nullptr ? inventory.find(known->type) : inventory.pool_of(resource);
}

int find_device(const Pool &pool, std::string_view id) {
  for (size_t d = 0; d < pool.devices.size(); ++d)
    if (!id.empty() && pool.devices[d].id == id) return static_cast<int>(d);
  return pool.type == kTypeGpu && object::is_mig_instance(id) ? find_mig_parent(pool, id) : -1;
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

std::vector<KubeletGrants> kubelet_grants(const object::DeviceObject &object,
                                          const object::Resources &resources, Profile profile,
                                          const Inventory &inventory) {
  struct OfPod {
    std::map<std::pair<TypeId, int32_t>, Grant> grants;
    // An init container's id may recur in another container.
    std::map<TypeId, std::set<std::string>> ids;
    std::set<std::string> unknown_gpus;
    KubeletGrants out;
  };
  const bool compared = rules_of(profile).compares_kubelet_devices;
  std::map<std::string, OfPod> by_pod;
  for (const object::KubeletDevices &entry : object.kubelet) {
    const int of_resource = pool_given(entry, resources, inventory);
    for (const std::string &id : entry.ids) {
      const bool instance = object::is_mig_instance(id);
      const int index = instance           ? inventory.find(kTypeGpu)
                        : of_resource >= 0 ? of_resource
                                           : pool_with(without_replica(id), inventory);
      if (index < 0) continue;
      const Pool &pool = inventory.pools[static_cast<size_t>(index)];
      const int d = find_device(pool, without_replica(id));
      if (d < 0 && !instance) {
        if (pool.type == kTypeGpu)
          by_pod[entry.pod_uid].unknown_gpus.insert(std::string(without_replica(id)));
        continue;
      }
      OfPod &of_pod = by_pod[entry.pod_uid];
      if (!of_pod.ids[pool.type].insert(id).second && d < 0) continue;
      if (d < 0) {
        // The instance is part of a GPU in MIG mode, which no pod gets entirely. If no GPU is
        // marked as in MIG mode, it may be part of any.
        if (std::ranges::none_of(pool.devices, &Device::mig)) ++of_pod.out.orphans;
        continue;
      }
      const auto at = static_cast<size_t>(d);
      const std::pair device{pool.type, pool.devices[at].minor};
      of_pod.grants[device] = compared ? given(pool, at) : whole(pool, at);
      if (instance || without_replica(id) != id) of_pod.out.replicas.insert(device);
    }
  }
  std::vector<KubeletGrants> out;
  for (auto &[uid, of_pod] : by_pod) {
    of_pod.out.pod_uid = uid;
    of_pod.out.unknown_gpus = static_cast<int64_t>(of_pod.unknown_gpus.size());
    for (const auto &[type, ids] : of_pod.ids)
      of_pod.out.named[type] = static_cast<int64_t>(ids.size());
    for (auto &[device, grant] : of_pod.grants) of_pod.out.grants.push_back(std::move(grant));
    out.push_back(std::move(of_pod.out));
  }
  return out;
}

std::string label(const object::Labels &labels, std::string_view name) {
  const std::string *value = object::find_label(labels, name);
  return value == nullptr ? std::string() : *value;
}

}  // namespace

bool share_pcie(const Device &a, const Device &b) {
  // PCIe ids may repeat on other NUMA nodes.
  const bool apart = a.numa >= 0 && b.numa >= 0 && a.numa != b.numa;
  return a.placed && b.placed && !a.pcie.empty() && a.pcie == b.pcie && !apart;
}

int Pool::find(int32_t minor) const {
  const auto at =
      std::lower_bound(devices.begin(), devices.end(), minor,
                       [](const Device &device, int32_t wanted) { return device.minor < wanted; });
  return at != devices.end() && at->minor == minor ? static_cast<int>(at - devices.begin()) : -1;
}

bool Pool::all_placed() const {
  return std::all_of(devices.begin(), devices.end(),
                     [](const Device &device) { return device.placed; });
}

int Inventory::find(TypeId type) const {
  for (size_t i = 0; i < pools.size(); ++i)
    if (pools[i].type == type) return static_cast<int>(i);
  return -1;
}

int Inventory::pool_of(ResourceId resource) const {
  for (size_t i = 0; i < pools.size(); ++i)
    if (pools[i].column(resource) >= 0) return static_cast<int>(i);
  return -1;
}

Grant whole(const Pool &pool, size_t device) {
  Grant out;
  out.type = pool.type;
  out.minor = pool.devices[device].minor;
  out.names = pool.names;
  for (size_t c = 0; c < pool.columns.size(); ++c)
    if (pool.total(device)[c] > 0) out.parts.push_back({pool.columns[c], pool.total(device)[c]});
  return out;
}

std::string_view without_replica(std::string_view id) { return id.substr(0, id.find("::")); }

int find_mig_parent(const Pool &gpus, std::string_view instance) {
  const std::string_view named = object::gpu_named_by(instance);
  for (size_t d = 0; d < gpus.devices.size(); ++d) {
    const Device &gpu = gpus.devices[d];
    if (!named.empty() && gpu.id == named) return static_cast<int>(d);
    const auto listed = object::mig_instances(gpu.labels);
    if (std::ranges::find(listed, instance) != listed.end()) return static_cast<int>(d);
  }
  return -1;
}

std::shared_ptr<const Inventory> make_inventory(const object::DeviceObject &object,
                                                const object::Resources &resources,
                                                Profile profile) {
  auto out = std::make_shared<Inventory>();
  auto mentioned = std::make_shared<Mentioned>(resources, object::Mention::kByNode);
  std::map<std::string_view, std::vector<const DeviceInfo *>, KnownFirst> by_type(
      KnownFirst{kWellKnownTypeNames});
  for (const DeviceInfo &info : object.devices) {
    by_type[info.type].push_back(&info);
    if (by_type.size() > kMaxTypes)
      throw Error(Status::kLimit,
                  name_of(info) + ": more than " + std::to_string(kMaxTypes) + " device types");
  }
  for (auto &[type, infos] : by_type)
    out->pools.push_back(make_pool(std::move(infos), resources, *mentioned));
  out->names = Mentioned::keep(std::move(mentioned));
  out->vendor = label(object.labels, "node.koordinator.sh/gpu-vendor");
  out->model = label(object.labels, "node.koordinator.sh/gpu-model");
  out->secondary_well_planned = object.secondary_well_planned;
  if (object.has_partitions) out->partitions = table_of(object.partitions);
  out->partition_policy = object.partition_policy;
  const int gpus = out->find(kTypeGpu);
  out->links = make_links(object, gpus < 0 ? nullptr : &out->pools[static_cast<size_t>(gpus)]);
  out->kubelet = kubelet_grants(object, resources, profile, *out);
  return out;
}

std::shared_ptr<const Inventory> unhealthy(const Inventory &inventory) {
  auto out = std::make_shared<Inventory>(inventory);
  for (Pool &pool : out->pools) {
    std::fill(pool.totals.begin(), pool.totals.end(), kAbsent);
    for (Device &device : pool.devices) device.healthy = false;
  }
  return out;
}

}  // namespace koord::device

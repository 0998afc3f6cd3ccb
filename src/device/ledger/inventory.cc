#include "device/ledger/inventory.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/profile_rules.h"
#include "device/ledger/kubelet_record.h"
#include "device/ledger/ledger.h"
#include "device/ledger/mig_devices.h"
#include "object/device_names.h"
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

GpuVendor vendor_of(const object::DeviceObject &object, const DeviceInfo &gpu) {
  for (const object::Labels *labels : {&gpu.labels, &object.labels})
    if (const std::string *name = object::find_label(*labels, object::kGpuVendorLabel))
      return find_gpu_vendor(*name);
  return GpuVendor::kUnknown;
}

Device make_device(const object::DeviceObject &object, const DeviceInfo &info) {
  Device device;
  if (!info.id.empty()) device.id = std::make_shared<const std::string>(info.id);
  device.minor = info.minor;
  device.mig = object::in_mig_mode(object, info);
  device.healthy = info.healthy && !device.mig;
  device.placed = info.placed;
  if (info.placed) {
    device.numa = info.place.node;
    device.socket = info.place.socket;
    device.pcie = info.place.pcie;
  }
  device.labels = info.labels;
  if (info.type == kWellKnownTypeNames[kTypeGpu]) device.vendor = vendor_of(object, info);
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

Pool make_pool(const object::DeviceObject &object, std::vector<const DeviceInfo *> infos,
               const object::Resources &resources, Profile profile, Mentioned &mentioned) {
  const std::string &type = infos.front()->type;
  auto kept = std::make_shared<Mentioned>(resources, object::Mention::kByPod);
  Pool pool;
  pool.ids_decide = rules_of(profile).ids_name_devices;
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
    pool.devices.push_back(make_device(object, *info));
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

std::string label(const object::Labels &labels, std::string_view name) {
  const std::string *value = object::find_label(labels, name);
  return value == nullptr ? std::string() : *value;
}

// Names of types that the node does not have are left out.
void set_plugins(const object::DeviceObject &object, const object::Resources &resources,
                 Inventory &out) {
  for (const object::PluginResource &plugin : object.plugins)
    for (size_t p = 0; p < out.pools.size(); ++p)
      if (resources.types().name(out.pools[p].type) == plugin.type)
        out.plugins.emplace(plugin.resource, static_cast<int>(p));
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

int Pool::find(const Grant &grant) const { return grant.gone ? -1 : find(grant.minor); }

int Pool::find(int32_t minor, std::string_view id) const {
  const int at = find(minor);
  if (id.empty() || !ids_decide) return at;
  const std::string_view found = at < 0 ? "" : text_of(devices[static_cast<size_t>(at)].id);
  if (is_same_id(found, id)) return at;
  for (size_t d = 0; d < devices.size(); ++d)
    if (is_same_id(text_of(devices[d].id), id)) return static_cast<int>(d);
  return kind_of_id(found) == kind_of_id(id) ? -1 : at;
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

GpuVendors Inventory::gpu_vendors(GpuVendor label) const {
  GpuVendors out;
  const int gpus = find(kTypeGpu);
  if (gpus < 0) return out;
  for (const Device &gpu : pools[static_cast<size_t>(gpus)].devices)
    out.add(gpu.vendor == GpuVendor::kUnknown ? label : gpu.vendor);
  return out;
}

int Inventory::pool_of(ResourceId resource) const {
  for (size_t i = 0; i < pools.size(); ++i)
    if (pools[i].column(resource) >= 0) return static_cast<int>(i);
  return -1;
}

bool is_same_device(const Grant &a, const Grant &b) {
  return a.type == b.type && a.gone == b.gone && a.minor == b.minor &&
         (!a.gone || is_same_id(text_of(a.id), text_of(b.id)));
}

bool names_same_device(const Grant &a, const Grant &b) {
  return a.type == b.type &&
         (a.id == nullptr || b.id == nullptr ? a.minor == b.minor : is_same_id(*a.id, *b.id));
}

Grant grant_of(const Pool &pool, size_t device, ResourceAmounts parts) {
  Grant out;
  out.type = pool.type;
  out.minor = out.allocated_minor = pool.devices[device].minor;
  out.parts = std::move(parts);
  out.names = pool.names;
  if (pool.ids_decide) out.id = pool.devices[device].id;
  return out;
}

void locate(const Inventory &inventory, Grant &grant) {
  const int index = inventory.find(grant.type);
  grant.gone = false;
  if (grant.id == nullptr || grant.assumed) return;
  grant.minor = grant.allocated_minor;
  if (index < 0) return;
  const Pool &pool = inventory.pools[static_cast<size_t>(index)];
  const int device = pool.find(grant.allocated_minor, *grant.id);
  grant.gone = device < 0;
  if (!grant.gone) grant.minor = pool.devices[static_cast<size_t>(device)].minor;
}

void sort_by_device(Grants &grants) {
  std::ranges::stable_sort(grants, {}, [](const Grant &grant) {
    return std::tuple(grant.type, grant.minor, grant.gone, text_of(grant.id));
  });
}

DeviceGrants located(const Inventory &inventory, const DeviceGrants &grants) {
  if (grants == nullptr) return grants;
  Grants out = *grants;
  for (Grant &grant : out) locate(inventory, grant);
  const bool is_unchanged = std::ranges::equal(out, *grants, [](const Grant &a, const Grant &b) {
    return a.minor == b.minor && a.gone == b.gone;
  });
  if (is_unchanged) return grants;
  sort_by_device(out);
  return std::make_shared<const Grants>(std::move(out));
}

Grant whole(const Pool &pool, size_t device) {
  Grant out = grant_of(pool, device);
  for (size_t c = 0; c < pool.columns.size(); ++c)
    if (pool.total(device)[c] > 0) out.parts.push_back({pool.columns[c], pool.total(device)[c]});
  return out;
}

std::string_view without_replica(std::string_view id) { return id.substr(0, id.find("::")); }

int find_mig_parent(const Pool &gpus, std::string_view instance) {
  const std::string_view named = object::gpu_named_by(instance);
  for (size_t d = 0; d < gpus.devices.size(); ++d) {
    const Device &gpu = gpus.devices[d];
    if (!named.empty() && text_of(gpu.id) == named) return static_cast<int>(d);
    const auto listed = object::mig_instances(gpu.labels);
    if (std::ranges::find(listed, instance) != listed.end()) return static_cast<int>(d);
  }
  return -1;
}

std::optional<DevicePosition> find_mig_instance(const Inventory &inventory, std::string_view id) {
  for (size_t p = 0; p < inventory.pools.size(); ++p) {
    const Pool &pool = inventory.pools[p];
    for (size_t d = 0; pool.has_mig_instances() && d < pool.devices.size(); ++d)
      if (text_of(pool.devices[d].id) == id) return DevicePosition{p, d};
  }
  return std::nullopt;
}

DevicePosition mig_parent_of(const Inventory &inventory, const DevicePosition &instance) {
  const MigSlot &slot = inventory.pools[instance.pool].slots[instance.device];
  const auto gpus = static_cast<size_t>(inventory.find(kTypeGpu));
  const int gpu = inventory.pools[gpus].find(inventory.mig_gpus[slot.gpu].minor);
  return {gpus, static_cast<size_t>(gpu)};
}

std::shared_ptr<const Inventory> make_inventory(const object::DeviceObject &object,
                                                const object::Resources &resources,
                                                Profile profile) {
  auto out = std::make_shared<Inventory>();
  auto mentioned = std::make_shared<Mentioned>(resources, object::Mention::kByNode);
  std::map<std::string_view, std::vector<const DeviceInfo *>, KnownFirst> by_type(
      KnownFirst{kWellKnownTypeNames});
  const std::vector<DeviceInfo> instances =
      rules_of(profile).allocates_mig_instances ? mig_devices(object) : std::vector<DeviceInfo>();
  const auto add = [&](const DeviceInfo &info) {
    by_type[info.type].push_back(&info);
    if (by_type.size() > kMaxTypes)
      throw Error(Status::kLimit,
                  name_of(info) + ": more than " + std::to_string(kMaxTypes) + " device types");
  };
  std::ranges::for_each(object.devices, add);
  std::ranges::for_each(instances, add);
  for (auto &[type, infos] : by_type)
    out->pools.push_back(make_pool(object, std::move(infos), resources, profile, *mentioned));
  if (!instances.empty()) place_mig_instances(object, resources, *out);
  set_plugins(object, resources, *out);
  out->names = Mentioned::keep(std::move(mentioned));
  out->vendor = label(object.labels, "node.koordinator.sh/gpu-vendor");
  out->model = label(object.labels, "node.koordinator.sh/gpu-model");
  out->secondary_well_planned = object.secondary_well_planned;
  if (object.has_partitions) out->partitions = table_of(object.partitions);
  out->partition_policy = object.partition_policy;
  const int gpus = out->find(kTypeGpu);
  out->links = make_links(object, gpus < 0 ? nullptr : &out->pools[static_cast<size_t>(gpus)]);
  out->kubelet = read_kubelet_record(object, resources, profile, *out);
  out->reports_kubelet = object.reports_kubelet || !object.kubelet.empty();
  out->kubelet_unreported = object.kubelet_unreported && rules_of(profile).keeps_unreported_devices;
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

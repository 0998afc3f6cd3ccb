// The devices of one node, checked and in order: what its Device object says, in numbers.
// Immutable, so that copies of a node share it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.h"
#include "device/device_mask.h"
#include "device/gpu/partition_table.h"
#include "device/link/link_graph.h"
#include "object/devices.h"
#include "object/resources.h"

namespace koord::device {

using object::ResourceId;
using object::TypeId;

inline constexpr size_t kMaxColumns = 16;  // resources that the devices of one type have
inline constexpr size_t kMaxTypes = 64;    // of a node's devices

inline constexpr int64_t kAbsent = -1;  // an amount that is not there at all

struct VirtualFunction {
  std::string bus_id;
  int32_t minor = -1;
  uint32_t group = 0;  // of Device::vf_groups
};

struct Device {
  std::string id;
  int32_t minor = 0;
  bool healthy = false;  // and not in MIG mode: pods can get it
  bool mig = false;      // in MIG mode: its instances are given away, never all of it
  bool placed = false;   // a place is stated
  int32_t numa = -1;     // NUMA node, -1: any, or none is stated
  int32_t socket = -1;
  std::string pcie;
  object::Labels labels;
  std::vector<object::Labels> vf_groups;
  std::vector<VirtualFunction> vfs;  // ascending by bus id
  uint32_t first_vf = 0;             // among those of its pool
};

// Whether both are known to hang under one PCIe switch or root.
bool share_pcie(const Device &a, const Device &b);

// Where a resource is among those that devices have, -1: nowhere. They are few: faster than
// halving.
constexpr int column_of(std::span<const ResourceId> columns, ResourceId resource) noexcept {
  for (size_t i = 0; i < columns.size(); ++i)
    if (columns[i] == resource) return static_cast<int>(i);
  return -1;
}

// What keeps the numbers of names that rules do not know; nullptr: there are none.
using KeptNames = std::shared_ptr<const void>;

// The devices of one type. Sets of them (DeviceMask) go by position, which rises with the minors.
struct Pool {
  TypeId type = 0;
  std::vector<Device> devices;      // ascending by minor
  std::vector<ResourceId> columns;  // those that rules know, then by name
  std::vector<int64_t> sizes;       // devices x columns, as stated; kAbsent: not stated
  std::vector<int64_t> totals;      // the same, all kAbsent for a device that is not healthy
  uint32_t vf_count = 0;
  KeptNames names;  // of its type and columns, for those who have something of it

  std::span<const int64_t> total(size_t device) const {
    return {totals.data() + device * columns.size(), columns.size()};
  }
  std::span<const int64_t> size(size_t device) const {
    return {sizes.data() + device * columns.size(), columns.size()};
  }
  int find(int32_t minor) const;                    // position, -1: none
  int column(ResourceId resource) const noexcept {  // -1: none
    return column_of(columns, resource);
  }
  bool all_placed() const;
};

// An amount of a resource; those that rules know first, each once.
struct Part {
  ResourceId resource = 0;
  int64_t amount = 0;
  bool operator==(const Part &) const = default;
};
using Parts = std::vector<Part>;
inline int64_t amount_of(std::span<const Part> parts, ResourceId resource) {  // 0 when absent
  for (const Part &part : parts)
    if (part.resource == resource) return part.amount;
  return 0;
}
inline bool names(std::span<const Part> parts, ResourceId resource) {
  for (const Part &part : parts)
    if (part.resource == resource) return true;
  return false;
}

// What a pod has of one device. It outlives a change of the inventory, so it goes by type and
// minor.
struct Grant {
  TypeId type = 0;
  int32_t minor = 0;
  Parts parts;
  std::vector<object::VirtualFunction> vfs;
  std::string share_template;
  object::DeviceExclusive exclusive = object::DeviceExclusive::kNone;
  KeptNames names = nullptr;  // of its type and parts
  bool assumed = false;       // the pod has some such device, and nothing tells which
};
using Grants = std::vector<Grant>;

// Whole devices that kubelet gave to a pod by itself.
struct KubeletGrants {
  std::string pod_uid;
  Grants grants;
  std::map<TypeId, int64_t> named;  // how many ids, replicas and MIG instances each
  // Devices of which it has a part: replicas or MIG instances.
  std::set<std::pair<TypeId, int32_t>> replicas;
  int64_t orphans = 0;       // MIG instances that may be of any GPU
  int64_t unknown_gpus = 0;  // ids of GPUs that none of the node's devices has

  int64_t count(TypeId type) const {
    const auto at = named.find(type);
    return at == named.end() ? 0 : at->second;
  }
  bool is_shared(const Grant &grant) const { return replicas.contains({grant.type, grant.minor}); }
};

struct Inventory {
  std::vector<Pool> pools;  // GPUs, RDMA, FPGA, then by the names of their types; none empty
  std::string vendor;       // gpu-vendor and gpu-model; "" unknown
  std::string model;
  bool secondary_well_planned = false;
  std::optional<PartitionTable> partitions;  // by minor
  object::PartitionPolicy partition_policy = object::PartitionPolicy::kAbsent;
  std::optional<LinkGraph>
      links;  // between GPUs, by position; from places where no links are reported
  std::vector<KubeletGrants> kubelet;  // what kubelet gave to pods, ascending by uid
  KeptNames names;                     // of all that is here: the node has them

  int find(TypeId type) const;  // position in `pools`, -1: none
  // The pool whose devices have this resource, -1: none.
  int pool_of(ResourceId resource) const;
};

// All that a device of the pool has; nothing of one that is not healthy.
Grant whole(const Pool &pool, size_t device);
// Replicas of a device ("GPU-...::3") are parts of it; kubelet does not say how large.
std::string_view without_replica(std::string_view id);
// The position of the GPU that a MIG instance is part of: the one that its id names, or whose entry
// lists it. -1: unknown.
int find_mig_parent(const Pool &gpus, std::string_view instance);

// Throws kInvalid naming what is wrong (a minor or a virtual function twice, links of no GPU),
// kLimit where there is too much of it.
std::shared_ptr<const Inventory> make_inventory(const object::DeviceObject &object,
                                                const object::Resources &resources,
                                                Profile profile = Profile::kSpec);

// The same devices, none of them healthy.
std::shared_ptr<const Inventory> unhealthy(const Inventory &inventory);

}  // namespace koord::device

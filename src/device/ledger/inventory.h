// The devices of one node, validated and sorted: its Device object with types and resources as
// numbers. Immutable, so that copies of a node share it.
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
#include "device/device_id.h"
#include "device/device_mask.h"
#include "device/gpu/partition_table.h"
#include "device/ledger/gpu_vendor.h"
#include "device/link/link_graph.h"
#include "object/devices.h"
#include "object/resources.h"

namespace koord::device {

using object::ResourceId;
using object::TypeId;

inline constexpr size_t kMaxColumns = 16;  // resources of the devices of one type
inline constexpr size_t kMaxTypes = 64;    // device types of a node

inline constexpr int64_t kAbsent = -1;  // the amount is not stated

struct VirtualFunction {
  std::string bus_id;
  int32_t minor = -1;
  uint32_t group = 0;  // index in Device::vf_groups
};

struct Device {
  DeviceId id;
  int32_t minor = 0;
  bool healthy = false;  // healthy and not in MIG mode: can be allocated
  bool mig = false;      // in MIG mode: its instances are allocated, never the whole GPU
  bool placed = false;   // the topology is stated
  int32_t numa = -1;     // NUMA node; -1 if any, or not stated
  int32_t socket = -1;
  std::string pcie;
  GpuVendor vendor = GpuVendor::kUnknown;  // of a GPU, by its labels or those of the Device
  object::Labels labels;
  std::vector<object::Labels> vf_groups;
  std::vector<VirtualFunction> vfs;  // ascending by bus id
  uint32_t first_vf = 0;             // index in its pool
};

// Returns true if both devices are known to be under one PCIe switch or root.
bool share_pcie(const Device &a, const Device &b);

// Returns the index of a resource, or -1 if it is absent. There
// are few columns, so a linear search is faster than a binary one.
constexpr int column_of(std::span<const ResourceId> columns, ResourceId resource) noexcept {
  for (size_t i = 0; i < columns.size(); ++i)
    if (columns[i] == resource) return static_cast<int>(i);
  return -1;
}

// Keeps the numbers of names that rules do not know alive; nullptr if there are none.
using KeptNames = std::shared_ptr<const void>;

// The position of a MIG instance.
struct MigSlot {
  uint32_t gpu = 0;     // index in Inventory::mig_gpus
  uint64_t slices = 0;  // its memory slices; all if the placement is unknown
};

struct Grant;

// The devices of one type. Sets of them (DeviceMask) use positions, which ascend with the minors.
struct Pool {
  TypeId type = 0;
  std::vector<Device> devices;      // ascending by minor
  std::vector<ResourceId> columns;  // well-known resources, then others by name
  std::vector<int64_t> sizes;       // devices x columns, as stated, or kAbsent
  std::vector<int64_t> totals;      // as sizes, but kAbsent for a device that is not healthy
  uint32_t vf_count = 0;
  std::vector<MigSlot> slots;  // by device, if these are the MIG instances of a profile
  KeptNames names;             // those of its type and columns, also kept by grants
  bool ids_decide = true;      // ids name the devices of grants, not minors

  std::span<const int64_t> total(size_t device) const {
    return {totals.data() + device * columns.size(), columns.size()};
  }
  std::span<const int64_t> size(size_t device) const {
    return {sizes.data() + device * columns.size(), columns.size()};
  }
  int find(int32_t minor) const;       // position, or -1
  int find(const Grant &grant) const;  // position, or -1
  // Returns the position of the device that an allocation names, or -1 if it is gone:
  // - the device with this id. If several have it, the one with this minor is preferred.
  // - otherwise the device with this minor, unless its id shows that it is another device. It may
  //   state no id, or an id of another kind, as a lost GPU does.
  int find(int32_t minor, std::string_view id) const;
  int column(ResourceId resource) const noexcept {  // or -1
    return column_of(columns, resource);
  }
  bool all_placed() const;
  bool has_mig_instances() const { return !slots.empty(); }
};

// A GPU in MIG mode whose instances are known.
struct MigGpuSlices {
  int32_t minor = 0;
  int memory = 8;   // memory slices
  int compute = 7;  // compute slices, one for each instance that the GPU can have
};

// An amount of a resource. Lists have well-known resources first, each resource once.
struct ResourceAmount {
  ResourceId resource = 0;
  int64_t amount = 0;
  bool operator==(const ResourceAmount &) const = default;
};
using ResourceAmounts = std::vector<ResourceAmount>;
// Returns 0 if absent.
inline int64_t amount_of(std::span<const ResourceAmount> parts, ResourceId resource) {
  for (const ResourceAmount &part : parts)
    if (part.resource == resource) return part.amount;
  return 0;
}
inline bool names(std::span<const ResourceAmount> parts, ResourceId resource) {
  for (const ResourceAmount &part : parts)
    if (part.resource == resource) return true;
  return false;
}

// The amounts of one device that are allocated to a pod. A holding has the present minors of its
// devices, and the allocated ones of those that are gone. Grants outlive changes of the inventory,
// after which locate() finds the devices again.
struct Grant {
  TypeId type = 0;
  int32_t minor = 0;
  ResourceAmounts parts;
  std::vector<object::VirtualFunction> vfs;
  std::string share_template;
  object::DeviceExclusive exclusive = object::DeviceExclusive::kNone;
  KeptNames names = nullptr;  // those of its type and parts
  bool assumed = false;       // the pod has a device of the type, but it is unknown which one
  DeviceId id = nullptr;      // null if only the minor is known
  // No device of the node is the one with this id. Another device may have the minor now.
  bool gone = false;
  int32_t allocated_minor = 0;  // when the device was allocated
};
using Grants = std::vector<Grant>;
using DeviceGrants = std::shared_ptr<const Grants>;  // nullptr if there are none

// Returns true if both grants are of one device, according to the same inventory.
bool is_same_device(const Grant &a, const Grant &b);
// Returns true if both grants name the same device, by id if both state one.
bool names_same_device(const Grant &a, const Grant &b);
// The minor of a grant that keeps all devices of its type from other pods, because the pod has some
// of them and it is unknown which.
inline constexpr int32_t kAnyMinor = -1;

// Whole devices that kubelet allocated to a pod.
struct KubeletGrants {
  std::string pod_uid;
  Grants grants;
  std::map<TypeId, int64_t> named;  // number of ids, replicas and MIG instances per type
  // Devices of which the pod has a part: replicas or MIG instances.
  std::set<std::pair<TypeId, int32_t>> replicas;
  int64_t orphans = 0;       // MIG instances whose GPU is unknown
  int64_t unknown_gpus = 0;  // GPUs that the node does not have
  std::set<TypeId> any;      // types of unidentified devices of a ResourceClaim: any may be in use
  // The entries of the record. One without ids states that the container has no known devices of
  // the type, and that no later record will name any.
  struct OfContainer {
    std::string container;
    TypeId type = 0;
    int64_t ids = 0;       // on the node or not
    bool unclear = false;  // an id is of an unknown form: any device may be in use
  };
  std::vector<OfContainer> containers;

  int64_t count(TypeId type) const {
    const auto at = named.find(type);
    return at == named.end() ? 0 : at->second;
  }
  bool is_shared(const Grant &grant) const {
    return !grant.gone && replicas.contains({grant.type, grant.minor});
  }
};

struct Inventory {
  std::vector<Pool> pools;  // GPUs, RDMA, FPGA, then by type name; none is empty
  std::string vendor;       // gpu-vendor, or empty if unknown
  std::string model;
  bool secondary_well_planned = false;
  std::optional<PartitionTable> partitions;  // by minor
  object::PartitionPolicy partition_policy = object::PartitionPolicy::kAbsent;
  // Links between GPUs, by position; derived from the topology if no links are reported.
  std::optional<LinkGraph> links;
  std::vector<MigGpuSlices> mig_gpus;  // ascending by minor
  std::vector<KubeletGrants> kubelet;  // allocated by kubelet, ascending by pod uid
  bool reports_kubelet = false;        // `kubelet` is reported, even if empty
  bool kubelet_unreported = false;     // `kubelet` may lack devices, so none can be allocated
  KeptNames names;                     // those of all types and resources of the node
  // Positions in `pools` by the names of plugins' resources that the node states.
  std::map<std::string, int, std::less<>> plugins;

  int find(TypeId type) const;  // position in `pools`, or -1
  // Returns the vendors of the GPUs. GPUs that state none are of the vendor `label`.
  GpuVendors gpu_vendors(GpuVendor label) const;
  // Returns the pool whose devices have this resource, or -1 if there is none.
  int pool_of(ResourceId resource) const;
};

// Returns a grant of these amounts of a device.
Grant grant_of(const Pool &pool, size_t device, ResourceAmounts parts = {});
// Finds the devices of grants by their ids, and updates the minors.
void locate(const Inventory &inventory, Grant &grant);
// Sorts grants by type and minor. A device that is gone follows the one that has its minor now.
void sort_by_device(Grants &grants);
// Finds the devices of sorted grants, and sorts them again. Returns `grants` if nothing changes.
DeviceGrants located(const Inventory &inventory, const DeviceGrants &grants);
// Returns all amounts of a device of the pool; none for a device that is not healthy.
Grant whole(const Pool &pool, size_t device);
// Strips the replica suffix from a device id ("GPU-...::3"). Replicas are parts of a device;
// kubelet does not report their size.
std::string_view without_replica(std::string_view id);
// Returns the position of the GPU that has a MIG instance: the GPU named by the instance's id, or
// whose entry lists it. Returns -1 if it is unknown.
int find_mig_parent(const Pool &gpus, std::string_view instance);

struct DevicePosition {
  size_t pool = 0;
  size_t device = 0;
};
// Returns the position of the MIG instance with this id, or nullopt if it is unknown.
std::optional<DevicePosition> find_mig_instance(const Inventory &inventory, std::string_view id);
// Returns the GPU of a MIG instance.
DevicePosition mig_parent_of(const Inventory &inventory, const DevicePosition &instance);

// Throws kInvalid naming the error (a minor or a virtual function that is listed twice, links of a
// GPU that does not exist), and kLimit if a limit is exceeded.
std::shared_ptr<const Inventory> make_inventory(const object::DeviceObject &object,
                                                const object::Resources &resources,
                                                Profile profile = Profile::kSpec);

// Returns the same devices, all unhealthy.
std::shared_ptr<const Inventory> unhealthy(const Inventory &inventory);

}  // namespace koord::device

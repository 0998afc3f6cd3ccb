// The devices of a node as its Device object reports them, and the device settings of pods: plain
// data without JSON and without decisions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "object/amounts.h"

namespace koord::object {

// Labels of a device, a group of virtual functions or an object; ascending by name, each once.
using Labels = std::vector<Attribute>;
const std::string *find_label(const Labels &labels, std::string_view name);  // nullptr: absent

struct VirtualFunction {
  int32_t minor = -1;  // -1 if not stated
  std::string bus_id;  // "0000:1f:00.2"
};
struct VfGroup {
  Labels labels;
  std::vector<VirtualFunction> vfs;
};

// The location of a device in the machine. A node of -1 means any node, stated or not.
struct DevicePlace {
  int32_t socket = -1;
  int32_t node = -1;   // NUMA node
  std::string pcie;    // shared by devices under one PCIe switch or root
  std::string bus_id;  // "0000:3b:00.0"
};

struct DeviceInfo {
  std::string type;   // "gpu", "rdma", "fpga" or any other
  std::string id;     // GPU-<uuid> or bus id
  int32_t minor = 0;  // unique within its type
  int32_t module = -1;
  bool healthy = false;
  Amounts resources;
  Labels labels;
  bool placed = false;  // `place` is stated
  DevicePlace place;
  std::vector<VfGroup> vf_groups;
};

// The PCIe distance of two GPUs. Higher values are closer.
enum class PciDistance : int32_t {
  kUnknown = 0,
  kCrossCpu = 1,
  kSameCpu = 2,
  kHostBridge = 3,
  kMultiSwitch = 4,
  kSingleSwitch = 5,
  kSameBoard = 6
};

// A link between two GPUs, by minor. The defaults mean that no link is known.
struct DeviceLink {
  int32_t first = 0;
  int32_t second = 0;
  PciDistance pci = PciDistance::kUnknown;
  int32_t nvlinks = 0;
};
// NVLinks from a GPU to NVSwitches. Each pair of such GPUs is linked by the lesser number.
struct SwitchLinks {
  int32_t minor = 0;
  int32_t nvlinks = 0;
};

// GPUs that a fabric manager can connect with each other.
struct DevicePartition {
  std::vector<int32_t> minors;
  std::string link_type;
  int64_t ring_bandwidth = 0;  // bytes per second, 0 if not stated
  int32_t score = 0;
};
// An entry of gpu-partitions: the sets of one size.
struct PartitionsOfSize {
  int32_t gpus = 0;
  std::vector<DevicePartition> partitions;
};
enum class PartitionPolicy : int32_t { kAbsent = 0, kPrefer = 1, kHonor = 2 };

// Devices that kubelet allocated to a container (devices-checkpoints).
struct KubeletDevices {
  std::string pod_uid;
  std::string container;
  std::string resource;  // "nvidia.com/gpu"
  std::vector<std::string> ids;
};

// An instance of a GPU in MIG mode that containers can use: a compute instance (CI) of a GPU
// instance (GI).
struct MigInstance {
  std::string id;       // "MIG-<uuid>"
  std::string profile;  // "1g.10gb", "1g.10gb+me", "1c.3g.40gb"
  int32_t gi = 0;
  int32_t ci = 0;
  int32_t start = 0;  // first memory slice of its GPU instance
  int32_t size = 0;   // memory slices; 0 if the placement is unknown
};
// A GPU in MIG mode.
struct MigGpu {
  int32_t minor = 0;
  int32_t max = 7;  // instances that the GPU can have
  std::vector<MigInstance> instances;
};

// A requirement of a label selector. Labels match a selector if they meet all its requirements.
struct LabelRequirement {
  enum class Operator : int32_t { kIn, kNotIn, kExists, kDoesNotExist };
  std::string key;
  Operator op = Operator::kExists;
  std::vector<std::string> values;  // for kIn and kNotIn
};
using LabelSelector = std::vector<LabelRequirement>;
bool matches(const LabelSelector &selector, const Labels &labels);

enum class DeviceCount : int32_t { kByAmount = 0, kApplyForAll = 1, kRequestsAsCount = 2 };
// The topology scope that must contain all devices of a pod, from the widest.
enum class DeviceScope : int32_t { kAny = 0, kNode = 1, kNumaNode = 2, kPcie = 3, kDevice = 4 };
enum class DeviceExclusive : int32_t { kNone = 0, kDevice = 1, kPcie = 2 };

// device-allocate-hint for one type.
struct DeviceHint {
  std::string type;
  LabelSelector selector;
  bool selects_vfs = false;  // each device comes with a virtual function that `vf_selector` matches
  LabelSelector vf_selector;
  DeviceCount count = DeviceCount::kByAmount;
  DeviceScope scope = DeviceScope::kAny;
  DeviceExclusive exclusive = DeviceExclusive::kNone;
};

// device-joint-allocate: devices of these types are allocated together; the first type leads.
struct JointDevices {
  std::vector<std::string> types;
  bool same_pcie = false;  // required if true, else preferred
};

// gpu-partition-spec.
struct PartitionSpec {
  bool restricted = false;     // only partitions with the best score
  int64_t ring_bandwidth = 0;  // minimum, in bytes per second
};

// An entry of device-allocated: a pod's allocation of one device.
struct AllocatedDevice {
  std::string type;
  int32_t minor = 0;
  std::string id;
  Amounts resources;
  std::vector<VirtualFunction> vfs;
  std::string share_template;  // gpuSharedResourceTemplate, or empty
  // The node's Device object states no id, so the minor names the device.
  bool by_minor = false;
};

bool same(const std::vector<AllocatedDevice> &a, const std::vector<AllocatedDevice> &b) noexcept;

// The GPUs named in the environment of a pod's containers (NVIDIA_VISIBLE_DEVICES).
struct VisibleGpus {
  bool all = false;
  std::vector<std::string> names;  // ids or minors as written; ascending, each once
  bool empty() const { return !all && names.empty(); }
};

// A pod's annotations and environment about devices.
struct PodDevices {
  std::vector<DeviceHint> hints;  // ascending by type, each once
  JointDevices joint;
  bool has_partition_spec = false;
  PartitionSpec partition_spec;
  std::vector<AllocatedDevice> allocated;
  VisibleGpus visible;  // used if nothing is allocated
};
// Returns a text that is equal for equal device policies, whatever devices the pods have, or an
// empty string if there are no policies.
std::string key_of(const PodDevices &stated);

// The type of the devices that a device plugin gives under a resource.
struct PluginResource {
  std::string resource;
  std::string type;
  bool operator==(const PluginResource &) const = default;
};

// Id in DeviceObject::claimed of devices of the type that are not identified: any may be in use.
inline constexpr std::string_view kAnyDeviceId = "*";

// A Device object.
struct DeviceObject {
  std::string node;
  Labels labels;
  std::vector<DeviceInfo> devices;  // in the order of the object
  // Other devices of a GPU pod are allocated when it is reserved.
  bool secondary_well_planned = false;
  bool has_partitions = false;  // the annotation is present, even if empty
  std::vector<PartitionsOfSize> partitions;
  PartitionPolicy partition_policy = PartitionPolicy::kAbsent;
  std::vector<DeviceLink> links;
  std::vector<SwitchLinks> switch_links;
  std::vector<MigGpu> mig;
  std::vector<KubeletDevices> kubelet;
  bool reports_kubelet = false;  // the annotation is present, even if empty
  // The reporter could not read all of kubelet's assignments (devices-checkpoints-error).
  bool kubelet_unreported = false;
  // Types of devices by the names of plugins' resources that the table of device plugins lacks
  // (device-plugins).
  std::vector<PluginResource> plugins;
  // Devices that allocated ResourceClaims hold (claimed-devices).
  std::vector<KubeletDevices> claimed;
};

}  // namespace koord::object

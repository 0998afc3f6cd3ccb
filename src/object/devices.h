// The devices of a node as its Device object reports them, and what pods say about devices: plain
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
  int32_t minor = -1;  // -1: not said
  std::string bus_id;  // "0000:1f:00.2"
};
struct VfGroup {
  Labels labels;
  std::vector<VirtualFunction> vfs;
};

// Where a device is attached. A node of -1 is any, stated or not.
struct DevicePlace {
  int32_t socket = -1;
  int32_t node = -1;   // NUMA node
  std::string pcie;    // what devices share that hang under one PCIe switch or root
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
  bool placed = false;  // `place` is said
  DevicePlace place;
  std::vector<VfGroup> vf_groups;
};

// How far apart two GPUs are on the PCIe bus, nearer last.
enum class PciDistance : int32_t {
  kUnknown = 0,
  kCrossCpu = 1,
  kSameCpu = 2,
  kHostBridge = 3,
  kMultiSwitch = 4,
  kSingleSwitch = 5,
  kSameBoard = 6
};

// Between two GPUs, by minor; nothing said: no link is known.
struct DeviceLink {
  int32_t first = 0;
  int32_t second = 0;
  PciDistance pci = PciDistance::kUnknown;
  int32_t nvlinks = 0;
};
// NVLinks of a GPU that end in an NVSwitch: each pair of such GPUs is linked by the lesser number.
struct SwitchLinks {
  int32_t minor = 0;
  int32_t nvlinks = 0;
};

// GPUs that a fabric manager lets work together.
struct DevicePartition {
  std::vector<int32_t> minors;
  std::string link_type;
  int64_t ring_bandwidth = 0;  // bytes a second; 0: not said
  int32_t score = 0;
};
// gpu-partitions: the sets of one size.
struct PartitionsOfSize {
  int32_t gpus = 0;
  std::vector<DevicePartition> partitions;
};
enum class PartitionPolicy : int32_t { kAbsent = 0, kPrefer = 1, kHonor = 2 };

// Devices that kubelet gave to a container (devices-checkpoints).
struct KubeletDevices {
  std::string pod_uid;
  std::string container;
  std::string resource;  // "nvidia.com/gpu"
  std::vector<std::string> ids;
};

// A label selector: all requirements hold.
struct LabelRequirement {
  enum class Operator : int32_t { kIn, kNotIn, kExists, kDoesNotExist };
  std::string key;
  Operator op = Operator::kExists;
  std::vector<std::string> values;  // of kIn and kNotIn
};
using LabelSelector = std::vector<LabelRequirement>;
bool matches(const LabelSelector &selector, const Labels &labels);

enum class DeviceCount : int32_t { kByAmount = 0, kApplyForAll = 1, kRequestsAsCount = 2 };
// Within what all devices of a pod must be; wider first.
enum class DeviceScope : int32_t { kAny = 0, kNode = 1, kNumaNode = 2, kPcie = 3, kDevice = 4 };
enum class DeviceExclusive : int32_t { kNone = 0, kDevice = 1, kPcie = 2 };

// device-allocate-hint, of one type.
struct DeviceHint {
  std::string type;
  LabelSelector selector;
  bool selects_vfs = false;  // each device comes with a virtual function that `vf_selector` matches
  LabelSelector vf_selector;
  DeviceCount count = DeviceCount::kByAmount;
  DeviceScope scope = DeviceScope::kAny;
  DeviceExclusive exclusive = DeviceExclusive::kNone;
};

// device-joint-allocate: devices of these types together, the first of them leads.
struct JointDevices {
  std::vector<std::string> types;
  bool same_pcie = false;  // required; else preferred
};

// gpu-partition-spec.
struct PartitionSpec {
  bool restricted = false;     // only the best partitions there are
  int64_t ring_bandwidth = 0;  // bytes a second, at least
};

// device-allocated: what a pod has of a device.
struct AllocatedDevice {
  std::string type;
  int32_t minor = 0;
  std::string id;
  Amounts resources;
  std::vector<VirtualFunction> vfs;
  std::string share_template;  // gpuSharedResourceTemplate, "": none
  bool by_minor = false;       // the node's Device object has it without an id: its minor names it
};

bool same(const std::vector<AllocatedDevice> &a, const std::vector<AllocatedDevice> &b) noexcept;

// The GPUs that the environment of a pod's containers names (NVIDIA_VISIBLE_DEVICES).
struct VisibleGpus {
  bool all = false;
  std::vector<std::string> names;  // ids or minors, as they are written; ascending, each once
  bool empty() const { return !all && names.empty(); }
};

// What a pod says about devices: its annotations, and its environment.
struct PodDevices {
  std::vector<DeviceHint> hints;  // ascending by type, each once
  JointDevices joint;
  bool has_partition_spec = false;
  PartitionSpec partition_spec;
  std::vector<AllocatedDevice> allocated;
  VisibleGpus visible;  // counts where nothing is allocated
};
// A text that is equal where the device policies are, whatever devices the pods have; "" for none.
std::string key_of(const PodDevices &stated);

// A Device object.
struct DeviceObject {
  std::string node;
  Labels labels;
  std::vector<DeviceInfo> devices;  // in the order of the object
  bool secondary_well_planned =
      false;                    // other devices of a GPU pod are settled when it is reserved
  bool has_partitions = false;  // the annotation is there, empty or not
  std::vector<PartitionsOfSize> partitions;
  PartitionPolicy partition_policy = PartitionPolicy::kAbsent;
  std::vector<DeviceLink> links;
  std::vector<SwitchLinks> switch_links;
  std::vector<KubeletDevices> kubelet;
};

}  // namespace koord::object

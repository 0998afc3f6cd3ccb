// How a container is told which devices are its own: by environment, by CDI names, by device nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "object/devices.h"

namespace koord::device {

enum class GpuNames {
  kUuids,  // mean the same GPU to everyone
  kMinors  // what upstream writes; NVIDIA's runtime takes numbers for NVML's indices
};

// A device that nothing names to a runtime.
class UnnamedDevice : public Error {
 public:
  UnnamedDevice(Status status, const std::string &message, std::string_view type, int32_t minor)
      : Error(status, message), type_(type), minor_(minor) {}
  const std::string &type() const noexcept { return type_; }
  int32_t minor() const noexcept { return minor_; }

 private:
  std::string type_;
  int32_t minor_;
};

// The value of NVIDIA_VISIBLE_DEVICES, in the order of the allocation; none: it has no GPUs, so
// that the variable is to be left alone. Throws UnnamedDevice: kInvalid where the id of a GPU is
// not one that the runtime takes for exactly one GPU ("all", "void", lists), its minor is negative,
// or it is given twice; kLimit for more than 1024 devices. So does all that follows.
std::optional<std::string> visible_devices(std::span<const object::AllocatedDevice> devices,
                                           GpuNames names);

// Names for the container device interface: "nvidia.com/gpu=GPU-<uuid>"; with kMinors that of a GPU
// without an id is "nvidia.com/gpu=0".
std::vector<std::string> cdi_names(std::span<const object::AllocatedDevice> devices,
                                   GpuNames names);

// The character devices of an RDMA device, which is a card or a virtual function: names below
// /dev/infiniband ("uverbs0"), from sysfs of the node (probe::read_rdma_nodes).
struct RdmaNodes {
  std::string bus_id;
  std::vector<std::string> names;
};

// Paths of device nodes: /dev/infiniband/rdma_cm, then for each RDMA device, in the order of the
// allocation, the uverbs of its virtual functions or else its own. `management` adds umad and issm,
// with which a container may rule the fabric. Empty: the allocation has no RDMA devices. Throws
// UnnamedDevice, kInvalid for names and bus ids of no form, kNotFound where `nodes` has no uverbs
// of one.
std::vector<std::string> rdma_device_nodes(std::span<const object::AllocatedDevice> devices,
                                           std::span<const RdmaNodes> nodes, bool management);

}  // namespace koord::device

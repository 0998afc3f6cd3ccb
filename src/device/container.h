// Names of a container's devices for its runtime:
// environment variables, CDI names and device nodes.
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
  kUuids,  // identify the same GPU to every component
  kMinors  // written by upstream; NVIDIA's runtime reads numbers as NVML indices
};

// Thrown for a device that has no name a runtime accepts.
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

// Returns the value of NVIDIA_VISIBLE_DEVICES in the order of the allocation, or nullopt if the
// allocation has no GPUs and no MIG instances, and the variable must be left alone. MIG instances
// are always named by their ids. Throws UnnamedDevice with kInvalid if
// a GPU's id is not one that the runtime takes for exactly one GPU ("all", "void", lists), if its
// minor is negative, or if it is listed twice; with kLimit for more than 1024 devices. The
// functions below throw the same errors.
std::optional<std::string> visible_devices(std::span<const object::AllocatedDevice> devices,
                                           GpuNames names);

// Returns names for the container device interface (CDI): "nvidia.com/gpu=GPU-<uuid>". With kMinors
// a GPU without an id is "nvidia.com/gpu=0".
std::vector<std::string> cdi_names(std::span<const object::AllocatedDevice> devices,
                                   GpuNames names);

// The character devices of an RDMA card or virtual function: names below /dev/infiniband
// ("uverbs0"), from sysfs of the node (probe::read_rdma_nodes).
struct RdmaNodes {
  std::string bus_id;
  std::vector<std::string> names;
};

// Returns paths of device nodes: /dev/infiniband/rdma_cm, then, for each RDMA device in the order
// of the allocation, the uverbs devices of its virtual functions, or its own if it has none.
// `management` adds umad and issm, which let a container manage the fabric. Returns an empty list
// if the allocation has no RDMA devices. Throws UnnamedDevice with kInvalid for malformed names and
// bus ids, and with kNotFound if `nodes` has no uverbs device for one.
std::vector<std::string> rdma_device_nodes(std::span<const object::AllocatedDevice> devices,
                                           std::span<const RdmaNodes> nodes, bool management);

}  // namespace koord::device

#include "device/container.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/device_types.h"
#include "base/error.h"
#include "device/device_id.h"
#include "object/device_names.h"

namespace koord::device {
namespace {

using object::AllocatedDevice;

constexpr size_t kMaxGiven = 1024;
constexpr std::string_view kDirectory = "/dev/infiniband/";

bool is_short_number(std::string_view text) {
  return !text.empty() && text.size() <= 3 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Accepts GPU-<uuid>, MIG-<uuid>, and the form of
// older drivers for MIG instances, MIG-GPU-<uuid>/1/0.
bool is_gpu_id(std::string_view id) {
  if (id.starts_with("GPU-")) return is_uuid(id.substr(4));
  if (!id.starts_with("MIG-")) return false;
  id.remove_prefix(4);
  if (!id.starts_with("GPU-")) return is_uuid(id);
  id.remove_prefix(4);
  const size_t first = id.find('/');
  const size_t second = id.find('/', first + 1);
  return first != id.npos && second != id.npos && is_uuid(id.substr(0, first)) &&
         is_short_number(id.substr(first + 1, second - first - 1)) &&
         is_short_number(id.substr(second + 1));
}

std::string describe(const AllocatedDevice &device) {
  return device.type + " " + std::to_string(device.minor);
}

[[noreturn]] void fail(Status status, const AllocatedDevice &device, const std::string &what) {
  throw UnnamedDevice(status, what, device.type, device.minor);
}

void check_count(std::span<const AllocatedDevice> devices) {
  if (devices.size() > kMaxGiven)
    fail(Status::kLimit, devices[kMaxGiven],
         std::to_string(devices.size()) + " devices, at most " + std::to_string(kMaxGiven) +
             " are supported");
}

// Returns the name of a GPU: its minor if requested or if only the minor is known, else its id. A
// MIG instance has only its id.
std::string name_of(const AllocatedDevice &gpu, bool by_minor) {
  if (is_mig_type(gpu.type)) {
    if (!gpu.id.starts_with("MIG-") || !is_gpu_id(gpu.id))
      fail(Status::kInvalid, gpu,
           describe(gpu) + ": found id " + in_quotes(gpu.id) + ", expected MIG-<uuid>");
    return gpu.id;
  }
  if (by_minor || gpu.by_minor) {
    if (gpu.minor < 0) fail(Status::kInvalid, gpu, describe(gpu) + ": the minor is negative");
    return std::to_string(gpu.minor);
  }
  if (!is_gpu_id(gpu.id))
    fail(Status::kInvalid, gpu,
         describe(gpu) + ": found id " + in_quotes(gpu.id) + ", expected GPU-<uuid> or MIG-<uuid>");
  return gpu.id;
}

// Returns the names of the GPUs and MIG instances. Rejects one that is listed twice.
template <typename Name>
std::vector<std::string> gpu_names(std::span<const AllocatedDevice> devices, Name &&name_of_gpu) {
  check_count(devices);
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const AllocatedDevice &device : devices) {
    if (device.type != object::kGpuType && !is_mig_type(device.type)) continue;
    std::string name = name_of_gpu(device);
    if (!seen.insert(name).second)
      fail(Status::kInvalid, device, describe(device) + ": " + name + " is given twice");
    out.push_back(std::move(name));
  }
  return out;
}

class NodeList {
 public:
  NodeList(std::span<const RdmaNodes> nodes, bool management)
      : nodes_(nodes), management_(management) {}

  void add(const AllocatedDevice &device) {
    if (device.vfs.empty()) {
      add(device, device.id);
    } else {
      if (device.vfs.size() > kMaxGiven)
        fail(Status::kLimit, device,
             describe(device) + ": " + std::to_string(device.vfs.size()) +
                 " virtual functions, at most " + std::to_string(kMaxGiven) + " are supported");
      for (const object::VirtualFunction &function : device.vfs) add(device, function.bus_id);
    }
  }

  std::vector<std::string> take() { return std::move(paths_); }

 private:
  void add(const AllocatedDevice &device, const std::string &bus_id) {
    if (!is_bus_id(bus_id))
      fail(Status::kInvalid, device,
           describe(device) + ": found bus id " + in_quotes(bus_id) +
               ", expected the form 0000:3b:00.0");
    if (!seen_.insert(bus_id).second)
      fail(Status::kInvalid, device, describe(device) + ": " + bus_id + " is given twice");
    if (paths_.empty()) paths_.push_back(std::string(kDirectory) + "rdma_cm");
    bool has_verbs = false;
    const auto entry = std::find_if(nodes_.begin(), nodes_.end(), [&](const RdmaNodes &candidate) {
      return candidate.bus_id == bus_id;
    });
    if (entry != nodes_.end())
      for (const std::string &name : entry->names) {
        if (!object::is_rdma_device_file(name))
          fail(Status::kInvalid, device,
               describe(device) + ": found device node " + in_quotes(name) +
                   ", expected uverbs, umad or issm and a number");
        const bool is_verbs = name.starts_with("uverbs");
        has_verbs = has_verbs || is_verbs;
        if (is_verbs || management_) paths_.push_back(std::string(kDirectory) + name);
      }
    if (!has_verbs)
      fail(Status::kNotFound, device,
           describe(device) + ": " + bus_id + " has no uverbs device, is its driver loaded?");
  }

  std::span<const RdmaNodes> nodes_;
  bool management_;
  std::set<std::string> seen_;
  std::vector<std::string> paths_;
};

}  // namespace

std::optional<std::string> visible_devices(std::span<const AllocatedDevice> devices,
                                           GpuNames names) {
  const std::vector<std::string> list = gpu_names(devices, [&](const AllocatedDevice &gpu) {
    return name_of(gpu, names == GpuNames::kMinors);
  });
  if (list.empty()) return std::nullopt;
  std::string out;
  for (const std::string &name : list) out.append(out.empty() ? "" : ",").append(name);
  return out;
}

std::vector<std::string> cdi_names(std::span<const AllocatedDevice> devices, GpuNames names) {
  std::vector<std::string> out = gpu_names(devices, [&](const AllocatedDevice &gpu) {
    return name_of(gpu, names == GpuNames::kMinors && gpu.id.empty());
  });
  for (std::string &name : out) name.insert(0, "nvidia.com/gpu=");
  return out;
}

std::vector<std::string> rdma_device_nodes(std::span<const AllocatedDevice> devices,
                                           std::span<const RdmaNodes> nodes, bool management) {
  check_count(devices);
  NodeList list(nodes, management);
  for (const AllocatedDevice &device : devices)
    if (device.type == object::kRdmaType) list.add(device);
  return list.take();
}

}  // namespace koord::device

#include "device/ledger/mig_devices.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "object/device_names.h"
#include "object/mig.h"
#include "object/mig_instances.h"

namespace koord::device {
namespace {

using object::DeviceInfo;

static_assert(object::kMaxMigOfProfile == kMaxDevices);

[[noreturn]] void invalid(const std::string &what) {
  throw Error(Status::kInvalid, "MIG instances: " + what);
}

void check(const object::DeviceObject &object) {
  if (const auto fault = object::find_mig_fault(object.mig, object.devices))
    invalid("GPU " + std::to_string(object.mig[fault->gpu].minor) + ": " + fault->field + ": " +
            fault->text);
  for (const DeviceInfo &info : object.devices) {
    const auto is_instance = [](const object::Amount &amount) {
      return amount.resource.starts_with(object::kMigResourcePrefix);
    };
    if (is_mig_type(info.type) || std::ranges::any_of(info.resources, is_instance))
      invalid("found a device of type " + in_quotes(info.type, 63) +
              " with MIG resources, expected none beside the listed instances");
  }
}

DeviceInfo device_of(const DeviceInfo &gpu, const object::MigInstance &instance) {
  DeviceInfo out;
  out.type = object::mig_type(instance.profile);
  out.id = instance.id;
  out.minor = object::mig_minor(gpu.minor, instance);
  out.healthy = gpu.healthy;
  out.resources = {{object::mig_resource(instance.profile), 1}};
  out.labels = gpu.labels;
  std::erase_if(out.labels, [](const object::Attribute &label) {
    return label.name == object::kGpuMigLabel || label.name == object::kGpuMigInstancesLabel;
  });
  out.placed = gpu.placed;
  out.place = gpu.place;
  return out;
}

// GPUs have a power of two of memory slices: 8 for 7 instances, 4 for 4.
MigGpuSlices slices_of_gpu(const object::MigGpu &gpu) {
  const auto memory = std::bit_ceil(static_cast<unsigned>(gpu.max));
  return {gpu.minor, static_cast<int>(memory), gpu.max};
}

// A placement that the GPU cannot have is treated as unknown.
uint64_t slices_of_instance(const object::MigInstance &instance, const MigGpuSlices &gpu) {
  const uint64_t all = (uint64_t{1} << gpu.memory) - 1;
  if (instance.size == 0 || instance.start + instance.size > gpu.memory) return all;
  return ((uint64_t{1} << instance.size) - 1) << instance.start;
}

}  // namespace

std::vector<DeviceInfo> mig_devices(const object::DeviceObject &object) {
  std::vector<DeviceInfo> out;
  if (object.mig.empty()) return out;
  check(object);
  for (const object::MigGpu &of : object.mig) {
    const auto gpu = std::ranges::find_if(object.devices, [&](const DeviceInfo &info) {
      return info.type == object::kGpuType && info.minor == of.minor;
    });
    for (const object::MigInstance &instance : of.instances)
      out.push_back(device_of(*gpu, instance));
  }
  return out;
}

void place_mig_instances(const object::DeviceObject &object, const object::Resources &resources,
                         Inventory &inventory) {
  std::vector<const object::MigGpu *> gpus;
  for (const object::MigGpu &gpu : object.mig) gpus.push_back(&gpu);
  std::ranges::sort(gpus, {}, [](const object::MigGpu *gpu) { return gpu->minor; });
  for (const object::MigGpu *gpu : gpus) {
    inventory.mig_gpus.push_back(slices_of_gpu(*gpu));
    for (const object::MigInstance &instance : gpu->instances) {
      const ResourceId resource = resources.find(object::mig_resource(instance.profile));
      Pool &pool = inventory.pools[static_cast<size_t>(inventory.pool_of(resource))];
      pool.slots.resize(pool.devices.size());
      const int device = pool.find(object::mig_minor(gpu->minor, instance));
      pool.slots[static_cast<size_t>(device)] = {
          static_cast<uint32_t>(inventory.mig_gpus.size() - 1),
          slices_of_instance(instance, inventory.mig_gpus.back())};
    }
  }
}

}  // namespace koord::device

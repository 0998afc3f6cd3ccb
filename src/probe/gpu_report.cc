#include "probe/gpu_report.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "object/device_names.h"
#include "object/mig.h"
#include "object/mig_instances.h"
#include "probe/nvml_text.h"

namespace koord::probe {
namespace {

constexpr uint32_t kNvidia = 0x10de;
constexpr uint32_t kDisplayClass = 0x03;  // of class_id's upper byte: VGA and 3D controllers
constexpr size_t kMaxLabel = 63;

// A GPU that has fallen off its bus does not report its identity. It is one of those that the PCI
// bus still shows and that no other GPU claims.
void find_lost(const Topology &machine, std::vector<NvmlGpu> &gpus) {
  std::set<std::string> unclaimed;
  for (const PciDevice &device : machine.devices())
    if (device.vendor_id == kNvidia && device.class_id >> 8 == kDisplayClass)
      unclaimed.insert(device.bus_id);
  size_t lost = 0;
  for (const NvmlGpu &gpu : gpus) {
    unclaimed.erase(gpu.bus_id);
    if (gpu.bus_id.empty()) ++lost;
  }
  if (lost != unclaimed.size()) return;
  auto next = unclaimed.begin();
  for (NvmlGpu &gpu : gpus)
    if (gpu.bus_id.empty()) gpu.bus_id = *next++;
}

// A GPU without a minor gets its index. The driver numbers GPUs without gaps, so if another GPU has
// that number, a lower one is free.
void give_minors(std::vector<NvmlGpu> &gpus, const Log &log) {
  std::set<int> used;
  for (const NvmlGpu &gpu : gpus) used.insert(gpu.minor);
  std::string assumed;
  for (size_t i = 0; i < gpus.size(); ++i) {
    NvmlGpu &gpu = gpus[i];
    if (gpu.minor >= 0) continue;
    gpu.minor = static_cast<int32_t>(i);
    if (used.contains(gpu.minor))
      for (gpu.minor = 0; used.contains(gpu.minor);) ++gpu.minor;
    used.insert(gpu.minor);
    assumed += (assumed.empty() ? "" : ", ") + std::to_string(gpu.minor) + " for " +
               (gpu.bus_id.empty() ? "one with unknown address" : gpu.bus_id);
  }
  if (!assumed.empty()) log.warn("GPUs report no minor number; assuming " + assumed);
}

// Returns whole-GPU amounts. A GPU in MIG mode has none, because only its instances can be used.
object::Amounts amounts_of(const NvmlGpu &gpu) {
  object::Amounts out;
  if (gpu.mig) return out;
  out.push_back({std::string(object::kGpuCoreResource), 100});
  if (gpu.memory != 0)
    out.push_back({std::string(object::kGpuMemoryResource), static_cast<int64_t>(gpu.memory)});
  out.push_back({std::string(object::kGpuRatioResource), 100});
  return out;
}

object::Labels labels_of(const NvmlGpu &gpu) {
  object::Labels out;
  if (!gpu.mig) return out;
  out.push_back({std::string(object::kGpuMigLabel), "enabled"});
  std::string instances;
  for (const std::string &id : gpu.mig_ids) instances += (instances.empty() ? "" : ",") + id;
  if (!instances.empty())
    out.push_back({std::string(object::kGpuMigInstancesLabel), std::move(instances)});
  return out;
}

object::DeviceInfo to_info(const NvmlGpu &gpu, const DevicePlaces &places) {
  object::DeviceInfo info;
  info.type = object::kGpuType;
  info.id = gpu.uuid.empty() ? gpu.bus_id : gpu.uuid;
  info.minor = gpu.minor;
  info.healthy = gpu.problem.empty();
  info.resources = amounts_of(gpu);
  info.labels = labels_of(gpu);
  if (!gpu.bus_id.empty()) {
    info.placed = true;
    info.place = places.of(gpu.bus_id);
  }
  return info;
}

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Converts text to a label value that the API server accepts.
std::string label_value(std::string text) {
  for (char &c : text)
    if (!is_letter_or_digit(c) && c != '.' && c != '_') c = '-';
  const auto begin = std::find_if(text.begin(), text.end(), is_letter_or_digit);
  text.erase(text.begin(), begin);
  text.resize(std::min(text.size(), kMaxLabel));
  while (!text.empty() && !is_letter_or_digit(text.back())) text.pop_back();
  return text;
}

std::string model_label(std::string_view model) {
  constexpr std::string_view kVendor = "NVIDIA ";
  if (model.starts_with(kVendor)) model.remove_prefix(kVendor.size());
  return label_value(std::string(model));
}

// Returns the model of all GPUs that report one, or an empty string if they differ.
std::string common_model(const std::vector<NvmlGpu> &gpus) {
  std::string model;
  for (const NvmlGpu &gpu : gpus) {
    if (gpu.model.empty()) continue;
    if (!model.empty() && model != gpu.model) return {};
    model = gpu.model;
  }
  return model_label(model);
}

void add_links(const std::vector<NvmlGpu> &gpus, const std::vector<NvmlPair> &pairs,
               object::DeviceObject &out) {
  for (const NvmlPair &pair : pairs) {
    const auto [first, second] = std::minmax(gpus[pair.first].minor, gpus[pair.second].minor);
    out.links.push_back({first, second, pair.pci, pair.nvlinks});
  }
  std::sort(out.links.begin(), out.links.end(), [](const auto &a, const auto &b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  });
  for (const NvmlGpu &gpu : gpus)
    if (gpu.switch_links > 0) out.switch_links.push_back({gpu.minor, gpu.switch_links});
  std::sort(out.switch_links.begin(), out.switch_links.end(),
            [](const auto &a, const auto &b) { return a.minor < b.minor; });
}

void add_mig(const NvmlGpu &gpu, object::DeviceObject &out) {
  if (gpu.mig && gpu.mig_max > 0) out.mig.push_back({gpu.minor, gpu.mig_max, gpu.mig_instances});
}

// Removes lists with contradictions, which would make the whole Device object invalid. The driver
// may be read while instances are created. A GPU without a list is still in MIG mode by its label.
void drop_contradictions(const Log &log, object::DeviceObject &devices) {
  while (const auto fault = object::find_mig_fault(devices.mig, devices.devices)) {
    const object::MigGpu &gpu = devices.mig[fault->gpu];
    std::string where = "GPU with minor " + std::to_string(gpu.minor);
    if (fault->instance) where += ": MIG instance " + gpu.instances[*fault->instance].id;
    log.warn("NVML: " + where + ": " + fault->field + ": " + fault->text +
             "; the instances of this GPU are not reported");
    devices.mig.erase(devices.mig.begin() + static_cast<ptrdiff_t>(fault->gpu));
  }
}

}  // namespace

void report_gpus(const Topology &machine, const DevicePlaces &places, const NvmlReport &nvml,
                 const Log &log, object::DeviceObject &out) {
  if (nvml.gpus.empty()) return;
  std::vector<NvmlGpu> gpus = nvml.gpus;
  find_lost(machine, gpus);
  give_minors(gpus, log);
  std::vector<size_t> order(gpus.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return gpus[a].minor < gpus[b].minor; });
  for (const size_t i : order) {
    out.devices.push_back(to_info(gpus[i], places));
    add_mig(gpus[i], out);
  }
  drop_contradictions(log, out);
  add_links(gpus, nvml.pairs, out);

  const auto add_label = [&](std::string_view name, std::string value) {
    if (!value.empty()) out.labels.push_back({std::string(name), std::move(value)});
  };
  add_label(object::kGpuDriverLabel, label_value(nvml.driver_version));  // ascending by name
  add_label(object::kGpuModelLabel, common_model(gpus));
  add_label(object::kGpuVendorLabel, std::string(object::kNvidiaVendor));
}

}  // namespace koord::probe

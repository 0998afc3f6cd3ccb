#include "probe/nvml.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/error.h"
#include "probe/nvml_library.h"
#include "probe/nvml_links.h"
#include "probe/nvml_mig.h"
#include "probe/nvml_text.h"
#include "probe/xml_writer.h"
#include "topology/pci_address.h"

namespace koord::probe {
namespace {

using nvml::Api;
using nvml::checked_text;
using nvml::checked_uuid;
using nvml::corrupt;
using nvml::describe;
using nvml::Device;
using nvml::Return;

constexpr unsigned kMaxMinor = 255;                  // of NVIDIA's character devices
constexpr uint64_t kMaxMemory = uint64_t{1} << 50;   // bytes
constexpr uint64_t kMinMemory = uint64_t{16} << 20;  // a failing driver reports 0

std::string gpu_name(size_t index) { return "GPU " + std::to_string(index); }

// Reads one GPU. Failures make it unhealthy.
class GpuReader {
 public:
  GpuReader(const Api &api, size_t index, const Log &log)
      : api_(api), where_(gpu_name(index)), log_(log) {}

  NvmlGpu read(Device device) {
    char text[nvml::kUuidBytes];
    if (filled(api_.uuid(device, text, sizeof text), "UUID"))
      gpu_.uuid = checked_uuid(where_ + ": UUID",
                               checked_text(where_ + ": UUID", text, sizeof text), "GPU-");
    read_minor(device);
    nvml::PciInfo pci{};
    if (is_supported(api_.pci_info(device, &pci), "PCI address")) read_address(pci);
    nvml::Memory memory{};
    if (is_supported(api_.memory(device, &memory), "memory")) {
      if (memory.total >= kMinMemory && memory.total <= kMaxMemory)
        gpu_.memory = memory.total;
      else if (gpu_.problem.empty())
        gpu_.problem = "memory of " + std::to_string(memory.total) + " bytes";
    }
    char model[nvml::kNameBytes];
    if (is_supported(api_.name(device, model, sizeof model), "model name"))
      gpu_.model = clean_text(checked_text(where_ + ": model name", model, sizeof model));
    nvml::read_mig(api_, device, where_, log_, gpu_);
    return std::move(gpu_);
  }

  NvmlGpu unreachable(Return code) {
    gpu_.problem = code == nvml::kSuccess ? "NVML returned no handle" : describe(code);
    return std::move(gpu_);
  }

 private:
  bool filled(Return code, const char *what) {
    if (code == nvml::kSuccess) return true;
    if (gpu_.problem.empty()) gpu_.problem = std::string(what) + ": " + describe(code);
    return false;
  }

  // Integrated GPUs (DGX Spark, Jetson) use the memory of the machine, and may lack other fields.
  // NVML does not support the query then, and the GPU works.
  bool is_supported(Return code, const char *what) {
    if (code != nvml::kNotSupported) return filled(code, what);
    log_.warn("NVML: " + where_ + " reports no " + what + ": " + describe(code));
    return false;
  }

  // GPUs without /dev/nvidiaN (WSL2) have no minor, but work.
  void read_minor(Device device) {
    unsigned minor = 0;
    const Return code = api_.minor_number(device, &minor);
    if (code == nvml::kGpuIsLost) filled(code, "minor number");
    if (code != nvml::kSuccess) return;
    if (minor > kMaxMinor) corrupt(where_, "minor number " + std::to_string(minor));
    gpu_.minor = static_cast<int32_t>(minor);
  }

  void read_address(const nvml::PciInfo &pci) {
    const std::string text = checked_text(where_ + ": PCI address", pci.bus_id, sizeof pci.bus_id);
    const auto address = parse_pci_address(text);
    if (!address)
      corrupt(where_, "found PCI address " + in_quotes(text) + ", expected 00000000:3B:00.0");
    gpu_.bus_id = to_text(*address);
  }

  const Api &api_;
  std::string where_;
  const Log &log_;
  NvmlGpu gpu_;
};

void check_distinct(const std::vector<NvmlGpu> &gpus) {
  std::map<std::string, size_t> seen;
  const auto once = [&](const std::string &what, size_t index) {
    const auto [first, added] = seen.try_emplace(what, index);
    if (!added) corrupt(gpu_name(first->second) + " and " + gpu_name(index), "both have " + what);
  };
  for (size_t i = 0; i < gpus.size(); ++i) {
    if (!gpus[i].uuid.empty()) once("UUID " + gpus[i].uuid, i);
    for (const std::string &id : gpus[i].mig_ids) once("MIG instance " + id, i);
    if (!gpus[i].bus_id.empty()) once("PCI address " + gpus[i].bus_id, i);
    if (gpus[i].minor >= 0) once("minor number " + std::to_string(gpus[i].minor), i);
  }
}

size_t read_count(const Api &api) {
  unsigned count = 0;
  if (const Return code = api.count(&count); code != nvml::kSuccess)
    throw Error(Status::kIo, "NVML: number of GPUs: " + describe(code));
  if (count > NvmlReport::kMaxGpus)
    throw Error(Status::kLimit, "NVML: " + std::to_string(count) + " GPUs, at most " +
                                    std::to_string(NvmlReport::kMaxGpus) + " are supported");
  return count;
}

}  // namespace

NvmlReport read_nvml(const std::string &name, const Log &log) {
  NvmlReport report;
  const auto library = nvml::Library::open(name, log);
  if (library == nullptr) return report;
  const Api &api = library->api();
  report.driver = true;
  char version[nvml::kVersionBytes];
  if (api.driver_version(version, sizeof version) == nvml::kSuccess)
    report.driver_version = clean_text(checked_text("driver version", version, sizeof version));

  const size_t count = read_count(api);
  std::vector<Device> handles(count, nullptr);
  for (size_t i = 0; i < count; ++i) {
    GpuReader reader(api, i, log);
    const Return code = api.handle_by_index(static_cast<unsigned>(i), &handles[i]);
    if (code != nvml::kSuccess) handles[i] = nullptr;
    report.gpus.push_back(handles[i] == nullptr ? reader.unreachable(code)
                                                : reader.read(handles[i]));
    if (!report.gpus[i].problem.empty())
      log.warn("NVML: " + gpu_name(i) + " is unhealthy: " + report.gpus[i].problem);
  }
  check_distinct(report.gpus);
  nvml::read_links(api, handles, report);
  return report;
}

}  // namespace koord::probe

#include "probe/nvml.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "base/error.h"
#include "probe/nvml_library.h"
#include "probe/nvml_links.h"
#include "probe/xml_writer.h"
#include "topology/pci_address.h"

namespace koord::probe {
namespace {

using nvml::Api;
using nvml::describe;
using nvml::Device;
using nvml::Return;

constexpr unsigned kMaxMinor = 255;                  // of NVIDIA's character devices
constexpr uint64_t kMaxMemory = uint64_t{1} << 50;   // bytes
constexpr uint64_t kMinMemory = uint64_t{16} << 20;  // a failing driver reports 0

[[noreturn]] void corrupt(const std::string &where, const std::string &what) {
  throw Error(Status::kCorrupt, "NVML: " + where + ": " + what);
}

std::string gpu_name(size_t index) { return "GPU " + std::to_string(index); }

// Returns the text that a function wrote into a buffer of this size.
std::string checked_text(const std::string &where, const char *buffer, size_t size) {
  const void *end = std::memchr(buffer, '\0', size);
  if (end == nullptr)
    corrupt(where, "a text of " + std::to_string(size) + " bytes is not terminated");
  return {buffer, static_cast<const char *>(end)};
}

// prefix: "GPU-" or "MIG-". Ids of MIG instances may contain slashes.
std::string checked_uuid(const std::string &where, const std::string &uuid,
                         const std::string &prefix) {
  const bool plain = std::all_of(uuid.begin(), uuid.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           (c == '/' && prefix == "MIG-");
  });
  if (!plain || !uuid.starts_with(prefix) || uuid.size() <= prefix.size())
    corrupt(where, "found UUID " + in_quotes(uuid) + ", expected " + prefix +
                       " and letters, digits and '-'");
  return uuid;
}

// Reads one GPU. Failures make it unhealthy.
class GpuReader {
 public:
  GpuReader(const Api &api, size_t index) : api_(api), where_(gpu_name(index)) {}

  NvmlGpu read(Device device) {
    char text[nvml::kUuidBytes];
    if (filled(api_.uuid(device, text, sizeof text), "UUID"))
      gpu_.uuid = checked_uuid(where_ + ": UUID",
                               checked_text(where_ + ": UUID", text, sizeof text), "GPU-");
    read_minor(device);
    nvml::PciInfo pci{};
    if (filled(api_.pci_info(device, &pci), "PCI address")) read_address(pci);
    nvml::Memory memory{};
    if (filled(api_.memory(device, &memory), "memory")) {
      if (memory.total >= kMinMemory && memory.total <= kMaxMemory)
        gpu_.memory = memory.total;
      else if (gpu_.problem.empty())
        gpu_.problem = "memory of " + std::to_string(memory.total) + " bytes";
    }
    char model[nvml::kNameBytes];
    if (filled(api_.name(device, model, sizeof model), "model name"))
      gpu_.model = clean_text(checked_text(where_ + ": model name", model, sizeof model));
    unsigned current = 0, pending = 0;
    if (api_.mig_mode != nullptr && api_.mig_mode(device, &current, &pending) == nvml::kSuccess)
      gpu_.mig = current == 1;
    if (gpu_.mig) read_mig_instances(device);
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

  // GPUs without /dev/nvidiaN (WSL2) have no minor, but work.
  void read_minor(Device device) {
    unsigned minor = 0;
    const Return code = api_.minor_number(device, &minor);
    if (code == nvml::kGpuIsLost) filled(code, "minor number");
    if (code != nvml::kSuccess) return;
    if (minor > kMaxMinor) corrupt(where_, "minor number " + std::to_string(minor));
    gpu_.minor = static_cast<int32_t>(minor);
  }

  // Indices without an instance fail. Older libraries do not support instances.
  void read_mig_instances(Device device) {
    unsigned count = 0;
    if (api_.mig_count == nullptr || api_.mig_handle == nullptr) return;
    if (api_.mig_count(device, &count) != nvml::kSuccess) return;
    const std::string where = where_ + ": MIG instance";
    for (unsigned i = 0; i < std::min(count, nvml::kMaxMigInstances); ++i) {
      Device instance = nullptr;
      char text[nvml::kUuidBytes];
      if (api_.mig_handle(device, i, &instance) != nvml::kSuccess || instance == nullptr) continue;
      if (api_.uuid(instance, text, sizeof text) != nvml::kSuccess) continue;
      gpu_.mig_instances.push_back(
          checked_uuid(where, checked_text(where, text, sizeof text), "MIG-"));
    }
    std::sort(gpu_.mig_instances.begin(), gpu_.mig_instances.end());
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
    for (const std::string &id : gpus[i].mig_instances) once("MIG instance " + id, i);
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
    GpuReader reader(api, i);
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

#include "probe/nvml_library.h"

#include <dlfcn.h>

#include "base/error.h"
#include "probe/xml_writer.h"

namespace koord::probe::nvml {
namespace {

const char *meaning(Return code) {
  switch (code) {
    case 1:
      return "not initialised";
    case kInvalidArgument:
      return "an argument is invalid";
    case kNotSupported:
      return "not supported";
    case 4:
      return "no permission";
    case 6:
      return "not found";
    case 8:
      return "a power cable is missing";
    case kDriverNotLoaded:
      return "the driver is not loaded";
    case 10:
      return "timeout";
    case 11:
      return "an interrupt does not arrive";
    case kGpuIsLost:
      return "the GPU is lost";
    case 16:
      return "the GPU needs a reset";
    case 17:
      return "the operating system blocks it";
    case kVersionMismatch:
      return "driver and library are of different versions";
    case 20:
      return "out of memory";
    default:
      return "unknown";
  }
}

template <typename Function>
void find(void *library, const char *symbol, Function &out, bool required) {
  out = reinterpret_cast<Function>(dlsym(library, symbol));
  if (out == nullptr && required)
    throw Error(Status::kUnsupported, std::string("NVML: the library has no ") + symbol);
}

}  // namespace

std::string describe(Return code) {
  return "NVML error " + std::to_string(code) + " (" + meaning(code) + ")";
}

void Library::find_functions() {
  find(handle_, "nvmlInit_v2", api_.init, true);
  find(handle_, "nvmlShutdown", api_.shutdown, true);
  find(handle_, "nvmlSystemGetDriverVersion", api_.driver_version, true);
  find(handle_, "nvmlDeviceGetCount_v2", api_.count, true);
  find(handle_, "nvmlDeviceGetHandleByIndex_v2", api_.handle_by_index, true);
  find(handle_, "nvmlDeviceGetUUID", api_.uuid, true);
  find(handle_, "nvmlDeviceGetMinorNumber", api_.minor_number, true);
  find(handle_, "nvmlDeviceGetMemoryInfo", api_.memory, true);
  find(handle_, "nvmlDeviceGetName", api_.name, true);
  find(handle_, "nvmlDeviceGetPciInfo_v3", api_.pci_info, true);
  find(handle_, "nvmlDeviceGetMigMode", api_.mig_mode, false);
  find(handle_, "nvmlDeviceGetMaxMigDeviceCount", api_.mig_count, false);
  find(handle_, "nvmlDeviceGetMigDeviceHandleByIndex", api_.mig_handle, false);
  find(handle_, "nvmlDeviceGetGpuInstanceId", api_.gi_id, false);
  find(handle_, "nvmlDeviceGetComputeInstanceId", api_.ci_id, false);
  find(handle_, "nvmlDeviceGetGpuInstanceById", api_.gi_by_id, false);
  find(handle_, "nvmlGpuInstanceGetInfo", api_.gi_info, false);
  find(handle_, "nvmlDeviceGetTopologyCommonAncestor", api_.common_ancestor, false);
  find(handle_, "nvmlDeviceGetNvLinkState", api_.link_state, false);
  find(handle_, "nvmlDeviceGetNvLinkRemotePciInfo_v2", api_.link_remote_pci, false);
  find(handle_, "nvmlDeviceGetNvLinkRemoteDeviceType", api_.link_remote_type, false);
}

std::unique_ptr<Library> Library::open(const std::string &name, const Log &log) {
  void *handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char *reason = dlerror();
    const std::string why = clean_text(reason == nullptr ? "" : reason);
    if (name.find('/') != std::string::npos)
      throw Error(Status::kIo, "NVML: the library cannot be loaded: " + why);
    log.write(LogLevel::kInfo, "NVML: no NVIDIA driver here: " + why);
    return nullptr;
  }
  std::unique_ptr<Library> library(new Library(handle));  // closes the handle from here on
  library->find_functions();
  const Return code = library->api_.init();
  if (code == kDriverNotLoaded) {
    log.write(LogLevel::kInfo, "NVML: the NVIDIA driver is not loaded");
    return nullptr;
  }
  if (code != kSuccess)
    throw Error(code == kVersionMismatch ? Status::kUnsupported : Status::kIo,
                "NVML: init: " + describe(code));
  library->initialised_ = true;
  return library;
}

Library::~Library() {
  if (initialised_) api_.shutdown();
  dlclose(handle_);
}

}  // namespace koord::probe::nvml

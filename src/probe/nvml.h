// The NVIDIA GPUs of this machine, as their driver tells of them through NVML.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/log.h"
#include "object/devices.h"

namespace koord::probe {

inline constexpr char kNvmlLibrary[] = "libnvidia-ml.so.1";

struct NvmlGpu {
  std::string trouble;  // why it is unhealthy; "": it is healthy
  std::string uuid;     // "GPU-..."; this and what follows: "", -1 or 0 where the GPU did not tell
  int32_t minor = -1;   // of /dev/nvidiaN; a healthy GPU may have none (WSL2)
  uint64_t memory = 0;  // bytes
  std::string model;    // "NVIDIA H200"
  std::string bus_id;   // "0000:3b:00.0"
  bool mig = false;     // in MIG mode
  std::vector<std::string> mig_instances;  // ids, "MIG-..."; ascending
  int32_t switch_links = 0;                // active NVLinks that end in an NVSwitch
};

// Between two GPUs, by their place in `gpus`, first < second.
struct NvmlPair {
  size_t first = 0;
  size_t second = 0;
  object::PciDistance pci = object::PciDistance::kUnknown;
  int32_t nvlinks = 0;  // active ones that both GPUs say lead to each other
};

struct NvmlReport {
  static constexpr size_t kMaxGpus = 64;

  bool driver = false;  // an NVIDIA driver is here
  std::string driver_version;
  std::vector<NvmlGpu> gpus;    // in NVML's order
  std::vector<NvmlPair> pairs;  // of which something is known, ascending
};

// `library` as in nvml::Library::open. A GPU that fails is unhealthy, the others are not affected.
// Throws besides what opening throws: kIo, the GPUs cannot even be counted; kLimit, they are more
// than kMaxGpus; kCorrupt, an answer makes no sense (text without an end, an id of no form, two
// GPUs of one UUID, minor or bus id).
NvmlReport read_nvml(const std::string &library, const Log &log);

}  // namespace koord::probe

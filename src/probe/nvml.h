// The NVIDIA GPUs of this machine, as their driver reports them through NVML.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/log.h"
#include "object/devices.h"

namespace koord::probe {

inline constexpr char kNvmlLibrary[] = "libnvidia-ml.so.1";

struct NvmlGpu {
  std::string problem;  // why it is unhealthy; empty if it is healthy
  std::string uuid;     // "GPU-..."; this and the following: "", -1 or 0 if the GPU reports none
  int32_t minor = -1;   // of /dev/nvidiaN; a healthy GPU may have none (WSL2)
  uint64_t memory = 0;  // bytes
  std::string model;    // "NVIDIA H200"
  std::string bus_id;   // "0000:3b:00.0"
  bool mig = false;     // in MIG mode
  std::vector<std::string> mig_ids;  // of all instances, "MIG-..."; ascending
  // The instances whose profile and position are known, ascending by position.
  std::vector<object::MigInstance> mig_instances;
  int32_t mig_max = 0;       // instances that the GPU can have; 0 if unknown
  int32_t switch_links = 0;  // active NVLinks that end in an NVSwitch
};

// A pair of GPUs, by index in `gpus`, first < second.
struct NvmlPair {
  size_t first = 0;
  size_t second = 0;
  object::PciDistance pci = object::PciDistance::kUnknown;
  int32_t nvlinks = 0;  // active ones that both GPUs report
};

struct NvmlReport {
  static constexpr size_t kMaxGpus = 64;

  bool driver = false;  // the machine has an NVIDIA driver
  std::string driver_version;
  std::vector<NvmlGpu> gpus;    // in NVML's order
  std::vector<NvmlPair> pairs;  // pairs with a known property, ascending
};

// `library` is as in nvml::Library::open. A GPU that fails is unhealthy; the others are not
// affected. Throws the errors of opening, kIo if the GPUs cannot be counted, kLimit for more than
// kMaxGpus, and kCorrupt for an invalid answer (text without an end, malformed id, two GPUs with
// one UUID, minor or bus id).
NvmlReport read_nvml(const std::string &library, const Log &log);

}  // namespace koord::probe

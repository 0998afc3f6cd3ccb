// The part of NVIDIA's management library that is called here, declared by its binary interface.
// Nothing of NVIDIA's is needed to build, and the library is located at run time.
#pragma once

namespace koord::probe::nvml {

using Device = void *;
using Return = int;

enum : Return {
  kSuccess = 0,
  kInvalidArgument = 2,
  kNotSupported = 3,
  kDriverNotLoaded = 9,
  kGpuIsLost = 15,
  kVersionMismatch = 18
};

struct Memory {
  unsigned long long total;  // bytes
  unsigned long long free;
  unsigned long long used;
};

struct PciInfo {
  char bus_id_legacy[16];
  unsigned domain;
  unsigned bus;
  unsigned device;
  unsigned pci_device_id;  // device << 16 | vendor
  unsigned pci_subsystem_id;
  char bus_id[32];  // "00000000:3B:00.0"
};
static_assert(sizeof(Memory) == 24 && sizeof(PciInfo) == 68);

// An instance of a GPU in MIG mode; `start` and `size` are memory slices.
struct GpuInstanceInfo {
  Device device;
  unsigned id;
  unsigned profile_id;
  unsigned start;
  unsigned size;
};
static_assert(sizeof(GpuInstanceInfo) == sizeof(Device) + 16);

constexpr unsigned kUuidBytes = 96;
constexpr unsigned kNameBytes = 96;
constexpr unsigned kVersionBytes = 80;
constexpr unsigned kMaxLinks = 36;
constexpr unsigned kMaxMigInstances = 64;  // of a GPU; present ones have 7 or 8
constexpr unsigned kNvidiaVendor = 0x10de;

enum RemoteType : unsigned { kRemoteGpu = 0, kRemoteSwitch = 2 };

// Functions from `mig_mode` on may be missing from older libraries.
struct Api {
  Return (*init)() = nullptr;
  Return (*shutdown)() = nullptr;
  Return (*driver_version)(char *, unsigned) = nullptr;
  Return (*count)(unsigned *) = nullptr;
  Return (*handle_by_index)(unsigned, Device *) = nullptr;
  Return (*uuid)(Device, char *, unsigned) = nullptr;
  Return (*minor_number)(Device, unsigned *) = nullptr;
  Return (*memory)(Device, Memory *) = nullptr;
  Return (*name)(Device, char *, unsigned) = nullptr;
  Return (*pci_info)(Device, PciInfo *) = nullptr;
  Return (*mig_mode)(Device, unsigned *, unsigned *) = nullptr;
  Return (*mig_count)(Device, unsigned *) = nullptr;  // the maximum number of instances
  Return (*mig_handle)(Device, unsigned, Device *) = nullptr;
  Return (*gi_id)(Device, unsigned *) = nullptr;  // of an instance's handle
  Return (*ci_id)(Device, unsigned *) = nullptr;
  Return (*gi_by_id)(Device, unsigned, void **) = nullptr;  // for privileged processes only
  Return (*gi_info)(void *, GpuInstanceInfo *) = nullptr;
  Return (*common_ancestor)(Device, Device, unsigned *) = nullptr;
  Return (*link_state)(Device, unsigned, unsigned *) = nullptr;
  Return (*link_remote_pci)(Device, unsigned, PciInfo *) = nullptr;
  Return (*link_remote_type)(Device, unsigned, unsigned *) = nullptr;
};

}  // namespace koord::probe::nvml

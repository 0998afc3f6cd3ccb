// The device manager's kubelet_internal_checkpoint: which devices of which plugin each container
// has, and which devices were registered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "wire/json/go_decoder.h"

namespace koord::wire {

struct PodDevices {
  std::string pod;  // uid
  std::string container;
  std::string resource;                          // "nvidia.com/gpu"
  GoMap<int64_t, GoList<std::string>> devices;   // ids by NUMA node, -1: none
  std::optional<std::string> allocate_response;  // the plugin's answer, serialised by kubelet
};

// Lists and maps that the file leaves out are empty; null makes them absent, and is hashed so.
struct DeviceCheckpoint {
  DeviceCheckpoint();

  GoList<PodDevices> entries;
  GoMap<std::string, GoList<std::string>> registered;  // device ids by resource
  uint64_t checksum = 0;
};

// Decodes the file without looking at the checksum. Throws kInvalid with Go's message, kLimit when
// the file is absurdly large.
DeviceCheckpoint decode_device_checkpoint(std::string_view file);
// The text whose hash is the checksum, and that hash.
std::string hashed_text(const DeviceCheckpoint &checkpoint);
uint32_t checksum_of(const DeviceCheckpoint &checkpoint);
// The file with its right checksum, byte for byte as kubelet writes it.
std::string encode(const DeviceCheckpoint &checkpoint);

// Decodes and verifies. Throws kInvalid, kCorrupt (the checksum is wrong) or kLimit, naming the
// file. kubelet itself logs such an error and goes on without the file.
DeviceCheckpoint read_device_checkpoint(std::string_view file);

}  // namespace koord::wire

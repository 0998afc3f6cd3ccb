// The device manager's kubelet_internal_checkpoint: the devices of each plugin that each container
// has, and the registered devices.
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
  GoMap<int64_t, GoList<std::string>> devices;   // ids by NUMA node, -1 if none
  std::optional<std::string> allocate_response;  // the plugin's response, serialised by kubelet
};

// Lists and maps that the file omits are empty. null makes them absent, which changes the hash.
struct DeviceCheckpoint {
  DeviceCheckpoint();

  GoList<PodDevices> entries;
  GoMap<std::string, GoList<std::string>> registered;  // device ids by resource
  uint64_t checksum = 0;
};

// Decodes the file without verifying the checksum. Throws kInvalid
// with Go's message, kLimit if the file is absurdly large.
DeviceCheckpoint decode_device_checkpoint(std::string_view file);
// Return the text whose hash is the checksum, and that hash.
std::string hashed_text(const DeviceCheckpoint &checkpoint);
uint32_t checksum_of(const DeviceCheckpoint &checkpoint);
// Writes the file with a correct checksum, byte for byte as kubelet does.
std::string encode(const DeviceCheckpoint &checkpoint);

// Decodes and verifies. Throws kInvalid, kCorrupt (the checksum is wrong) or kLimit, naming the
// file. Kubelet itself logs such an error and continues without the file.
DeviceCheckpoint read_device_checkpoint(std::string_view file);

}  // namespace koord::wire

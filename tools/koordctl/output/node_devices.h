// The devices of a node with the pods that hold them, from its Device object and the allocations of
// its pods.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "session/simulation.h"

namespace koordctl {

// The part of a device that one pod holds.
struct DeviceShare {
  static constexpr size_t kUnknown = SIZE_MAX;
  size_t holder = kUnknown;  // index of the pod's set in the picture
  std::string name;          // of the pod, or a description of an unknown holder
  std::string amount;        // "cores 50%, memory 40Gi (50%)"; may be empty
  int32_t percent = 100;     // width in the drawing: the largest percentage, at most 100
};

struct DrawnDevice {
  std::string type;
  int64_t minor = 0;
  std::string id, pcie, bus;
  int32_t numa = -1;  // -1: any
  bool is_healthy = false;
  bool is_mig = false;        // its instances are devices of their own
  int64_t parent = -1;        // of a MIG instance: the minor of its GPU
  int32_t nvlink_group = -1;  // GPUs of a group are linked by NVLink, directly or by a switch
  bool is_gone = false;       // allocated by an id that the Device object does not list
  bool is_uncertain = false;  // free by the objects, but kubelet's record may be incomplete
  // "claim gpus, which no ResourceSlice identifies": a holder whose device this may be.
  std::string doubt;
  std::vector<DeviceShare> shares;

  // Returns "gpu 0", "mig-1g.10gb 137", "gpu 0 (gone)".
  std::string name() const {
    return type + " " + std::to_string(minor) + (is_gone ? " (gone)" : "");
  }
  // Returns "A web (cores 50%)" for each share, or "free", "unhealthy", "in MIG mode".
  std::string state() const;
};

// Returns the devices in a Device object, with its MIG instances. Devices that kubelet's record in
// the object gives to pods have these as unknown holders.
std::vector<DrawnDevice> listed_devices(const nlohmann::json &object);

// Returns "claim gpus of pod web".
std::string claim_text(const ClaimedDevices &claimed);

// Returns the devices of a node that ResourceClaims hold, for JSON: a list.
nlohmann::ordered_json claimed_json(const NodeResult &node);

// Letters of holders, as in the pictures of libkoord.
std::string holder_letter(size_t holder);

// Returns the node's devices by NUMA node, PCIe switch, type and minor; at most kMaxDrawnDevices,
// the number of further ones in `left_out`. `holders` are the indices of the pods' sets by name.
inline constexpr size_t kMaxDrawnDevices = 1024;
struct NodeDevices {
  std::vector<DrawnDevice> devices;
  size_t left_out = 0;
  // Returns the devices of each NUMA node and PCIe switch, in order.
  std::vector<std::pair<std::string, std::vector<const DrawnDevice *>>> by_place() const;
};
NodeDevices node_devices(const SessionResult &result, const NodeResult &node,
                         const std::map<std::string, size_t> &holders);

// The use of the healthy devices of a type, in hundredths. GPUs in MIG mode are left out.
struct DeviceUse {
  size_t used = 0, total = 0;
  size_t partial = 0;    // devices in use that others can share
  size_t uncertain = 0;  // devices that may be in use, since nothing identifies those of a holder
};
std::map<std::string, DeviceUse> device_use(const NodeDevices &devices);

// Returns hundredths as text: "1.5", "0.05".
std::string hundredths_text(size_t hundredths);

// Returns the devices as lines below the text picture of a node, or "" if it has none.
std::string devices_block(const NodeDevices &devices);

}  // namespace koordctl

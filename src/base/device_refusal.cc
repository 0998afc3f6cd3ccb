#include "base/device_refusal.h"

#include "base/well_known.h"

namespace koord {
namespace {

// Further types have names that only their cluster knows.
std::string type_name(const Refusal &refusal) {
  const auto type = static_cast<size_t>(refusal.device_type);
  return refusal.device_type >= 0 && type < kWellKnownTypes ? std::string(kWellKnownTypeNames[type])
                                                            : std::string();
}

std::string some_devices(int64_t n, const Refusal &refusal) {
  return std::to_string(n) + ' ' + device_noun(type_name(refusal)) + (n == 1 ? "" : "s");
}

std::string resource_name(const Refusal &refusal) {
  const auto resource = static_cast<size_t>(refusal.resource);
  return refusal.resource >= 0 && resource < kWellKnownResources
             ? std::string(kWellKnownResourceNames[resource])
             : "the resource";
}

// The names in a set of bits, by number.
std::string names_of(int32_t bits, std::string_view between) {
  std::string out;
  for (size_t i = 0; i < kWellKnownResources; ++i) {
    if ((static_cast<uint32_t>(bits) >> i & 1) == 0) continue;
    out.append(out.empty() ? "" : between).append(kWellKnownResourceNames[i]);
  }
  return out;
}

// Upstream has no such check.
std::string unnamed_sentence(const Refusal &refusal) {
  return "has the " + device_noun(type_name(refusal)) + " of minor " +
         std::to_string(refusal.where) +
         ", which neither its allocation nor the node's Device object names to a runtime";
}

std::string upstream_device_sentence(const Refusal &refusal) {
  const std::string type = type_name(refusal);
  switch (refusal.reason) {
    case Reason::kDeviceUnit:
      return "invalid resource unit " + resource_name(refusal) + ": " +
             std::to_string(refusal.needed);
    case Reason::kDeviceMix:
      return "invalid resource device requests: [" + names_of(refusal.where, " ") + "]";
    case Reason::kNoShareTemplate:
      return "no matched GPU shared resource template";
    case Reason::kNotEnoughDevices:
      // Where the search went down the PCIe tree, which is of GPUs only.
      if (refusal.where_object == Object::kNumaNode) return "Insufficient GPU Devices";
      [[fallthrough]];
    case Reason::kNoDevices:
      return "Insufficient " + type + " devices";
    case Reason::kNotEnoughVfs:
      return "Insufficient " + type + " VirtualFunctions";
    case Reason::kDeviceScope:
      return "Insufficient Topology Scoped GPU Devices";
    case Reason::kDeviceNuma:
      return "Insufficient NUMA Scoped Devices";
    case Reason::kNoPartitionTable:
      return "node(s) missing GPU Partition Table";
    case Reason::kPartitionSize:
      return "node(s) Unsupported number of GPU requests";
    case Reason::kPartitionsTaken:
      return "Insufficient Partitioned GPU Devices";
    case Reason::kDevicesUnplaced:
      return "node(s) missing GPU Device Topology Tree";
    case Reason::kSharesSpread:
      return "node(s) Unsupported Multi-Shared GPU";
    case Reason::kDevicesApart:
      return "node(s) Device Joint-Allocate rules violation";
    case Reason::kDeviceUnnamed:
      return unnamed_sentence(refusal);
    case Reason::kDeviceUnhealthy:
      return "no healthy " + type + " device with minor " + std::to_string(refusal.where) +
             " of allocation";
    default:
      return "";
  }
}

std::string spec_device_sentence(const Refusal &refusal) {
  const std::string needs = "needs " + some_devices(refusal.needed, refusal);
  const std::string best = std::to_string(refusal.best);
  switch (refusal.reason) {
    case Reason::kDeviceUnit:
      return "asks for " + std::to_string(refusal.needed) + " of " + resource_name(refusal) +
             "; it comes in at most 100, which is one device, or in whole hundreds";
    case Reason::kDeviceMix:
      return "asks for " + names_of(refusal.where, " with ") +
             ", which do not go together in these amounts";
    case Reason::kNoShareTemplate:
      return "asks for a part of a device in a size that its model does not come in";
    case Reason::kNoDevices:
      return needs + "; the node has none that it may have";
    case Reason::kNotEnoughDevices:
      return needs + " with enough left; " + best + (refusal.best == 1 ? " has" : " have");
    case Reason::kNotEnoughVfs:
      return needs + " with a free virtual function of the kind asked; " + best +
             (refusal.best == 1 ? " has" : " have") + " one";
    case Reason::kDeviceScope:
      return needs + " as near to each other as it asks; at most " + best + " are";
    case Reason::kDeviceNuma:
      return needs + " on the NUMA nodes it keeps to; " + best + " are";
    case Reason::kNoPartitionTable:
      return "devices of the node come in partitions, and none are known";
    case Reason::kPartitionSize:
      return needs + "; the node has no partitions of so many";
    case Reason::kPartitionsTaken:
      return needs + " in one partition; none of so many is free";
    case Reason::kDevicesUnplaced:
      return needs + " near to each other; those of the node state no NUMA node";
    case Reason::kSharesSpread:
      return "parts of several devices cannot be asked for within one place";
    case Reason::kDevicesApart:
      return "devices that must share a PCIe switch would not";
    case Reason::kDeviceUnnamed:
      return unnamed_sentence(refusal);
    case Reason::kDeviceUnhealthy:
      return "the node has no healthy " + device_noun(type_name(refusal)) + " of minor " +
             std::to_string(refusal.where);
    default:
      return "";
  }
}

}  // namespace

std::string device_noun(std::string_view type) {
  if (type == kWellKnownTypeNames[kTypeGpu]) return "GPU";
  if (type == kWellKnownTypeNames[kTypeFpga]) return "FPGA";
  if (type == kWellKnownTypeNames[kTypeRdma]) return "RDMA device";
  return std::string(type) + (type.empty() ? "device" : " device");
}

std::string device_sentence(const Refusal &refusal) {
  return refusal.profile == Profile::kUpstream ? upstream_device_sentence(refusal)
                                               : spec_device_sentence(refusal);
}

}  // namespace koord

#include "wording/device_sentence.h"

#include "base/device_types.h"
#include "base/profile_rules.h"

namespace koord {
namespace {

// Returns the names in a set of bits, by number.
std::string names_of(int32_t bits, std::string_view between) {
  std::string out;
  for (size_t i = 0; i < kWellKnownResources; ++i) {
    if ((static_cast<uint32_t>(bits) >> i & 1) == 0) continue;
    out.append(out.empty() ? "" : between).append(kWellKnownResourceNames[i]);
  }
  return out;
}

// Upstream has no such check.
std::string unnamed_sentence(const Refusal &refusal, const RefusalWords &words) {
  return "has the " + words.device_noun() + " with minor " + std::to_string(refusal.where) +
         ", but neither its allocation nor the node's Device object gives a name that a runtime "
         "knows";
}

// Upstream has no such check.
std::string not_reported_sentence(const Refusal &refusal, const RefusalWords &words) {
  if (refusal.best == 0)
    return "needs " + words.devices(refusal.needed) +
           "; the reporter of the node's devices cannot read which of them kubelet assigned "
           "(annotation devices-checkpoints-error of the Device object)";
  const bool one = refusal.best == 1;
  return "needs " + words.devices(refusal.needed) + "; " + std::to_string(refusal.best) +
         (one ? " pod of the node has " : " pods of the node have ") + words.device_noun() +
         "s that the node's Device object does not report yet, so none is allocated until it does "
         "or " +
         (one ? "the pod ends" : "the pods end");
}

std::string mix_sentence(int32_t bits) {
  constexpr int32_t kCore = 1 << kResourceGpuCore, kShared = 1 << kResourceGpuShared;
  const std::string names = names_of(bits, " with ");
  if (bits == kCore || bits == kShared)
    return "requests " + names +
           " alone, which needs koordinator.sh/gpu-memory or koordinator.sh/gpu-memory-ratio "
           "beside it";
  if (bits == (kCore | kShared))
    return "requests " + names +
           ", which need koordinator.sh/gpu-memory or koordinator.sh/gpu-memory-ratio beside them";
  return "requests " + names + ", which cannot be combined in these amounts";
}

std::string resource_of(const RefusalWords &words) {
  return words.resource().empty() ? "the resource" : words.resource();
}

std::string upstream_device_sentence(const Refusal &refusal, const RefusalWords &words) {
  const std::string &type = words.device_type();
  switch (refusal.reason) {
    case Reason::kDeviceUnit:
      return "invalid resource unit " + resource_of(words) + ": " + std::to_string(refusal.needed);
    case Reason::kDeviceMix:
      return "invalid resource device requests: [" + names_of(refusal.where, " ") + "]";
    case Reason::kNoShareTemplate:
      return "no matched GPU shared resource template";
    case Reason::kDeviceNuma:
      // Counted by NUMA node, before any was chosen.
      if (refusal.where_object == Object::kMachine) return "Insufficient NUMA Scoped Devices";
      [[fallthrough]];
    case Reason::kNotEnoughDevices:
      // The search descended the PCIe tree, which has GPUs only.
      if (refusal.where_object == Object::kNumaNode) return "Insufficient GPU Devices";
      [[fallthrough]];
    case Reason::kNoDevices:
      return "Insufficient " + type + " devices";
    case Reason::kNotEnoughVfs:
      return "Insufficient " + type + " VirtualFunctions";
    case Reason::kDeviceScope:
      return "Insufficient Topology Scoped GPU Devices";
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
      return unnamed_sentence(refusal, words);
    case Reason::kDevicesNotReported:
      return not_reported_sentence(refusal, words);
    case Reason::kDeviceUnhealthy:
      return "no healthy " + type + " device with minor " + std::to_string(refusal.where) +
             " of allocation";
    default:
      return "";
  }
}

std::string spec_device_sentence(const Refusal &refusal, const RefusalWords &words) {
  const std::string needs = "needs " + words.devices(refusal.needed);
  const std::string best = std::to_string(refusal.best);
  switch (refusal.reason) {
    case Reason::kDeviceUnit:
      return "requests " + std::to_string(refusal.needed) + " of " + resource_of(words) +
             "; expected at most 100 (part of one device) or a multiple of 100 (whole devices)";
    case Reason::kDeviceMix:
      return mix_sentence(refusal.where);
    case Reason::kNoShareTemplate:
      return "requests part of a device in a size that its model does not offer";
    case Reason::kNoDevices:
      return needs + (refusal.where_object == Object::kResources
                          ? "; the node's devices are not known before it has a Device object"
                          : "; the node has none that the pod may use");
    case Reason::kNotEnoughDevices:
      if (is_mig_type(words.device_type()))
        return needs + "; the node has " + best + " free, " +
               std::to_string(refusal.needed - refusal.best) + " too few";
      return needs + " with enough left; the node has " + best;
    case Reason::kNotEnoughVfs:
      return needs + " with a free virtual function of the requested kind; the node has " + best;
    case Reason::kDeviceScope:
      return needs + " within the requested topology scope, such as one NUMA node; no more than " +
             best + " are within one";
    case Reason::kDeviceNuma:
      return needs + " on the pod's NUMA nodes; they have " + best;
    case Reason::kNoPartitionTable:
      return "the node's devices are partitioned, but no partitions are known";
    case Reason::kPartitionSize:
      return needs + " in one partition; the node has no partition of this size";
    case Reason::kPartitionsTaken:
      return needs + " in one partition; no partition of this size is free";
    case Reason::kDevicesUnplaced:
      return needs + " close together; the node's " + words.device_noun() + "s state no NUMA node";
    case Reason::kSharesSpread:
      return "requests parts of several devices within one topology scope, which is not supported";
    case Reason::kDevicesApart:
      return "needs devices that share a PCIe switch; the node has no such devices available";
    case Reason::kDeviceUnnamed:
      return unnamed_sentence(refusal, words);
    case Reason::kDevicesNotReported:
      return not_reported_sentence(refusal, words);
    case Reason::kDeviceUnhealthy:
      return "the node has no healthy " + words.device_noun() + " with minor " +
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
  if (is_mig_type(type))
    return "MIG " + std::string(type.substr(kMigTypePrefix.size())) + " instance";
  return std::string(type) + (type.empty() ? "device" : " device");
}

std::string claimed_devices_sentence(const Refusal &refusal, const RefusalWords &words,
                                     bool are_many) {
  if (are_many)
    return "needs " + words.devices(refusal.needed) +
           "; more ResourceClaims may hold devices of the node than are counted (1024 entries of a "
           "node, 4096 pairs of a node and a claim of a pool), so no " +
           words.device_noun() +
           " is allocated until there are fewer, or their allocations select their nodes";
  return "needs " + words.devices(refusal.needed) + "; ResourceClaims hold " + words.device_noun() +
         "s of the node, and no ResourceSlice states which by UUID or PCI address, so none is "
         "allocated until the claims are deallocated";
}

std::string device_sentence(const Refusal &refusal, const RefusalWords &words) {
  return rules_of(refusal.profile).wording == Wording::kKoordinator
             ? upstream_device_sentence(refusal, words)
             : spec_device_sentence(refusal, words);
}

}  // namespace koord

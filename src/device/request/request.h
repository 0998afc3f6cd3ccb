// A pod's device request: validated, and stated per device.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/profile_rules.h"
#include "base/refusal.h"
#include "device/ledger/gpu_vendor.h"
#include "device/ledger/ledger.h"
#include "object/devices.h"

namespace koord::device {

// The sizes into which GPUs of a model can be split. A shared request for a resource that is split
// by size must equal one of them.
struct ShareTemplate {
  std::string name;
  ResourceAmounts parts;  // all above 0
};
struct ModelTemplates {
  std::string model;                     // "huawei-Ascend-310P": vendor and model
  std::vector<ShareTemplate> templates;  // ascending by name
};
using Templates = std::vector<ModelTemplates>;  // ascending by model

// The templates of one model that a pod's request matches.
struct MatchedTemplate {
  std::string model;
  std::vector<std::string> names;
};
// Returns the templates that equal `parts` or, if not `strict`,
// that have equal amounts of the resources that both name.
std::vector<MatchedTemplate> match_templates(const Templates &templates,
                                             std::span<const ResourceAmount> parts, bool strict);

inline constexpr ResourceId kSplitBySize[] = {kResourceNpuCore};
struct RequestOptions {
  Profile profile = Profile::kSpec;
  const ProfileRules &rules() const noexcept { return rules_of(profile); }
  const Templates *templates = nullptr;
  // Shared requests for these need a template.
  std::span<const ResourceId> split_by_size = kSplitBySize;
};

// A request for devices of one type. GpuRequest states the count and the amounts per GPU; for other
// types they depend on the node's devices.
struct TypeRequest {
  TypeId type = 0;
  ResourceAmounts parts;  // of the whole pod, in the resources that devices have
  object::DeviceHint hint;
  // No rule interprets these amounts together. A pending
  // pod is refused; a running pod has devices all the same.
  bool unclear = false;
};

struct GpuRequest {
  ResourceAmounts each;  // of one GPU
  int32_t count = 0;
  GpuVendor vendor = GpuVendor::kUnknown;  // GPUs of other vendors do not suit
  bool shared = false;                     // a part of each GPU, or an amount of memory
  bool honor_partition = false;
  object::PartitionSpec partition;
  object::DeviceScope scope = object::DeviceScope::kAny;
  bool by_template = false;
  std::vector<MatchedTemplate> templates;
};

struct Request {
  std::vector<TypeRequest> types;  // ascending by type; gpu, rdma and fpga
  ResourceAmounts others;          // all other resources; devices of further types may have them
  GpuRequest gpu;
  std::vector<TypeId> joint;  // types to be allocated together; the first one leads
  bool same_pcie = false;
  std::vector<TypeRequest> hints;  // hints for further types, without amounts
  object::NamesPtr types_named;    // keeps the numbers of `joint` and `hints`

  // GPUs and nothing else, anywhere on the node.
  bool only_gpus = false;
  // The percentages requested of each GPU, or nullopt if the
  // request has anything that GpuSummary does not cover.
  struct Percents {
    int64_t core = 0;
    int64_t memory = 0;
  };
  std::optional<Percents> percents;

  const TypeRequest *find(TypeId type) const;
  bool empty() const { return types.empty() && others.empty(); }
};

// Returns true if pods request devices by this name.
constexpr bool is_device_resource(ResourceId resource) noexcept {
  return find_device_resource(resource) != nullptr;
}

// Returns the number of devices for amounts that no rule interprets together: that of the largest.
int64_t most_devices(std::span<const ResourceAmount> requests);

// Steps of make_request, for the requests of one type;
// amounts are above 0 and ascending by resource.
Refusal check_request(std::span<const ResourceAmount> requests, Profile profile);
ResourceAmounts convert_request(std::span<const ResourceAmount> requests);
Refusal make_gpu_request(std::span<const ResourceAmount> converted,
                         const object::PodDevices &stated, const RequestOptions &options,
                         GpuRequest &out);

// Builds the device request from the pod's `requests`, ascending, which may name any resource.
// Refuses requests that no devices can satisfy. If the profile judges claims, `out` is complete
// even when refused, because a running pod has devices whatever its amounts.
Refusal make_request(std::span<const ResourceAmount> requests, const object::PodDevices &stated,
                     const object::Resources &resources, const RequestOptions &options,
                     Request &out);

}  // namespace koord::device

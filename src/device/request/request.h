// What a pod requests of devices: checked, and stated per device.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/profile_rules.h"
#include "base/refusal.h"
#include "device/ledger/ledger.h"
#include "object/devices.h"

namespace koord::device {

// The sizes that a vendor's model can be split into; a shared request for one of them must equal
// one.
struct ShareTemplate {
  std::string name;
  Parts parts;  // none of them 0
};
struct ModelTemplates {
  std::string model;                     // "huawei-Ascend-310P": vendor and model
  std::vector<ShareTemplate> templates;  // ascending by name
};
using Templates = std::vector<ModelTemplates>;  // ascending by model

// The templates that a pod's request matches: one entry per model at most.
struct MatchedTemplate {
  std::string model;
  std::vector<std::string> names;
};
// Templates that equal `parts`, or, if not `strict`, name the resources that both have with equal
// amounts.
std::vector<MatchedTemplate> match_templates(const Templates &templates,
                                             std::span<const Part> parts, bool strict);

inline constexpr ResourceId kSplitBySize[] = {kResourceNpuCore};
struct RequestOptions {
  Profile profile = Profile::kSpec;
  const ProfileRules &rules() const noexcept { return rules_of(profile); }
  const Templates *templates = nullptr;
  std::span<const ResourceId> split_by_size = kSplitBySize;  // parts of these come in sizes only
};

// Devices of one type. For GPUs `each` and `count` are settled, for others they depend on the
// node's devices.
struct TypeRequest {
  TypeId type = 0;
  Parts parts;  // of the whole pod, in the resources that devices have
  object::DeviceHint hint;
  // No rule interprets these amounts together. A pending pod is refused; a pod that runs has
  // devices all the same.
  bool unclear = false;
};

struct GpuRequest {
  Parts each;  // of one GPU
  int32_t count = 0;
  bool shared = false;  // a part of each GPU, or an amount of memory
  bool honor_partition = false;
  object::PartitionSpec partition;
  object::DeviceScope scope = object::DeviceScope::kAny;
  bool by_template = false;
  std::vector<MatchedTemplate> templates;
};

struct Request {
  std::vector<TypeRequest> types;  // ascending by type; gpu, rdma and fpga
  Parts others;                    // what pods ask besides: devices of further types may have it
  GpuRequest gpu;
  std::vector<TypeId> joint;  // types to be had together, the first of them leads
  bool same_pcie = false;
  std::vector<TypeRequest> hints;  // of further types: nothing but what is wished of them
  object::NamesPtr types_named;    // those of `joint` and `hints`

  // GPUs and nothing else, anywhere on the node.
  bool only_gpus = false;
  // The percents that it requests of each GPU, if these are all; none: it requests more than a
  // GpuSummary tells of.
  struct Percents {
    int64_t core = 0;
    int64_t memory = 0;
  };
  std::optional<Percents> percents;

  const TypeRequest *find(TypeId type) const;
  bool empty() const { return types.empty() && others.empty(); }
};

// Whether pods ask for devices by this name.
constexpr bool is_device_resource(ResourceId resource) noexcept {
  return find_device_resource(resource) != nullptr;
}

// Returns true if a device plugin publishes whole devices under this name, too, so that a node
// without a Device object can count them.
constexpr bool is_of_device_plugin(ResourceId resource) noexcept {
  return resource == kResourceNvidiaGpu || resource == kResourceAmdGpu ||
         resource == kResourceDcuGpu;
}

// Returns the number of devices for amounts that no rule interprets together: that of the largest.
int64_t most_devices(std::span<const Part> requests);

// Steps of make_request, of the requests of one type; amounts above 0, ascending.
Refusal check_request(std::span<const Part> requests, Profile profile);
Parts convert_request(std::span<const Part> requests);
Refusal make_gpu_request(std::span<const Part> converted, const object::PodDevices &stated,
                         const RequestOptions &options, GpuRequest &out);

// `requests` of the whole pod, ascending, of any resources. Refuses what no devices can meet. Where
// claims are judged, `out` is complete in that case, too: a pod that runs has devices, whatever its
// amounts.
Refusal make_request(std::span<const Part> requests, const object::PodDevices &stated,
                     const object::Resources &resources, const RequestOptions &options,
                     Request &out);

}  // namespace koord::device

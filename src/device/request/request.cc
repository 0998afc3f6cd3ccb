#include "device/request/request.h"

#include <algorithm>
#include <array>

#include "base/device_plugins.h"

namespace koord::device {
namespace {

constexpr uint32_t bit(ResourceId resource) { return uint32_t{1} << resource; }

uint32_t names_in(std::span<const ResourceAmount> parts) {
  uint32_t out = 0;
  for (const ResourceAmount &part : parts) out |= bit(part.resource);
  return out;
}

// Returns true for a part of one device or a multiple of whole devices.
bool is_percentage(int64_t value) { return value <= kWholePercent || value % kWholePercent == 0; }

// Returns true if amounts of the resource are always percentages. Among GPU resources this is only
// the one that stands for a whole GPU.
bool is_always_percentage(ResourceId resource) {
  const DeviceResource *known = find_device_resource(resource);
  if (known == nullptr) return false;
  return known->type == kTypeGpu ? resource == kResourceGpu : known->is_percent;
}

int64_t devices_of(int64_t percent) {
  return percent > kWholePercent ? percent / kWholePercent : 1;
}

Refusal bad_unit(ResourceId resource, int64_t value, Profile profile) {
  Refusal out = Refusal::of(Reason::kDeviceUnit, profile);
  out.object = Object::kUnit;
  out.needed = value;
  out.best = value < kWholePercent ? kWholePercent : value - value % kWholePercent;
  out.resource = resource;
  return out;
}

Refusal bad_mix(uint32_t seen, Profile profile) {
  Refusal out = Refusal::of(Reason::kDeviceMix, profile);
  out.object = Object::kUnit;
  out.where_object = Object::kResources;
  out.where = static_cast<int32_t>(seen);
  return out;
}

struct Rule {
  uint32_t required;
  uint32_t optional;
  bool (*holds)(std::span<const ResourceAmount>);
};

bool whole_shares(std::span<const ResourceAmount> parts) {
  const int64_t shared = amount_of(parts, kResourceGpuShared);
  for (const ResourceId resource : {kResourceGpuCore, kResourceGpuMemoryRatio}) {
    const int64_t value = amount_of(parts, resource);
    if (value % shared != 0 || value / shared > kWholePercent) return false;
  }
  return true;
}

bool percentages(std::span<const ResourceAmount> parts) {
  return is_percentage(amount_of(parts, kResourceGpuCore)) &&
         is_percentage(amount_of(parts, kResourceGpuMemoryRatio));
}

bool one_npu(std::span<const ResourceAmount> parts) {
  return amount_of(parts, kResourceGpuShared) <= 1 &&
         amount_of(parts, kResourceNpuDvpp) <= kWholePercent;
}

bool always(std::span<const ResourceAmount>) { return true; }

// Returns the percentage requested by a name that stands for whole
// GPUs or for percent of one, or 0 if there is no such name.
int64_t percents_meant(std::span<const ResourceAmount> parts) {
  int64_t out = amount_of(parts, kResourceGpu);
  for (const ResourceId name : {kResourceNvidiaGpu, kResourceAmdGpu, kResourceDcuGpu})
    out = std::max(out, kWholePercent * std::min<int64_t>(amount_of(parts, name), INT32_MAX));
  return out;
}

// The proposal translates requests to these three names. The original name may remain beside them.
constexpr uint32_t kTranslated =
    bit(kResourceGpuCore) | bit(kResourceGpuMemory) | bit(kResourceGpuMemoryRatio);

bool is_translated(std::span<const ResourceAmount> parts) {
  return (names_in(parts) & kTranslated) == kTranslated;
}

bool translations(std::span<const ResourceAmount> parts) {
  const int64_t meant = percents_meant(parts);
  return percentages(parts) && (meant == 0 || (meant == amount_of(parts, kResourceGpuCore) &&
                                               meant == amount_of(parts, kResourceGpuMemoryRatio)));
}

// Valid combinations of resource names.
constexpr Rule kRules[] = {
    {bit(kResourceNvidiaGpu), 0, always},
    {bit(kResourceAmdGpu), 0, always},
    {bit(kResourceDcuGpu), 0, always},
    {bit(kResourceGpu), 0, always},
    {bit(kResourceGpuMemory), bit(kResourceGpuCore), percentages},
    {bit(kResourceGpuMemoryRatio), bit(kResourceGpuCore), percentages},
    {bit(kResourceGpuMemoryRatio) | bit(kResourceNpuCore), 0, percentages},
    {bit(kResourceGpuShared) | bit(kResourceGpuMemory), bit(kResourceGpuCore), whole_shares},
    {bit(kResourceGpuShared) | bit(kResourceGpuMemoryRatio), bit(kResourceGpuCore), whole_shares},
    {bit(kResourceGpuShared) | bit(kResourceNpuCore) | bit(kResourceNpuCpu) |
         bit(kResourceGpuMemory),
     bit(kResourceNpuDvpp), one_npu},
    {bit(kResourceRdma), 0, always},
    {bit(kResourceFpga), 0, always},
};

// Valid under the specification only.
constexpr Rule kTranslations[] = {
    {kTranslated, bit(kResourceNvidiaGpu), translations},
    {kTranslated, bit(kResourceAmdGpu), translations},
    {kTranslated, bit(kResourceDcuGpu), translations},
    {kTranslated, bit(kResourceGpu), translations},
};

bool go_together(std::span<const ResourceAmount> parts, const ProfileRules &rules) {
  const uint32_t seen = names_in(parts);
  const auto any_holds = [&](std::span<const Rule> of) {
    return std::ranges::any_of(of, [&](const Rule &rule) {
      return (seen & rule.required) == rule.required &&
             (seen & ~(rule.required | rule.optional)) == 0 && rule.holds(parts);
    });
  };
  return any_holds(kRules) || (rules.takes_translated_requests && any_holds(kTranslations));
}

// Returns the vendor by whose resources a pod requests GPUs, or kUnknown if it accepts any.
GpuVendor requested_vendor(std::span<const ResourceAmount> requests) {
  for (const ResourceAmount &part : requests) switch (part.resource) {
      case kResourceNvidiaGpu:
        return GpuVendor::kNvidia;
      case kResourceAmdGpu:
        return GpuVendor::kAmd;
      case kResourceDcuGpu:
        return GpuVendor::kHygon;
      case kResourceNpuCore:
        return GpuVendor::kHuawei;
      default:
        break;
    }
  return GpuVendor::kUnknown;
}

// Returns the number of GPUs by upstream's rule: by shares, else by memory ratio.
int64_t upstream_count(std::span<const ResourceAmount> parts) {
  if (const int64_t shared = amount_of(parts, kResourceGpuShared); shared > 0) return shared;
  const int64_t ratio = amount_of(parts, kResourceGpuMemoryRatio);
  return ratio > kWholePercent && ratio % kWholePercent == 0 ? ratio / kWholePercent : 1;
}

// Returns the number of GPUs by the proposal's rule: any dimension over 100 means several GPUs, and
// all must agree. Returns 0 if they do not.
int64_t spec_count(std::span<const ResourceAmount> parts) {
  if (const int64_t shared = amount_of(parts, kResourceGpuShared); shared > 0) return shared;
  const int64_t by_core = devices_of(amount_of(parts, kResourceGpuCore));
  if (!names(parts, kResourceGpuMemoryRatio)) return by_core;
  const int64_t by_ratio = devices_of(amount_of(parts, kResourceGpuMemoryRatio));
  return names(parts, kResourceGpuCore) && by_core != by_ratio ? 0 : by_ratio;
}

const object::DeviceHint *find_hint(const object::PodDevices &stated, std::string_view type) {
  for (const object::DeviceHint &hint : stated.hints)
    if (hint.type == type) return &hint;
  return nullptr;
}

// Collects the joint types that the pod requests, except those of which it takes all devices.
void set_joint(const object::PodDevices &stated, object::Names &types, Request &out) {
  if (out.types.size() + out.others.size() < 2) return;
  for (const std::string &name : stated.joint.types) {
    const bool is_known = object::rank_in(kWellKnownTypeNames, name) < kWellKnownTypes;
    if (!is_known && out.others.empty()) continue;  // no resource of the type is requested
    const TypeId type = types.add(name);
    if (std::find(out.joint.begin(), out.joint.end(), type) != out.joint.end()) continue;
    const object::DeviceHint *hint = find_hint(stated, name);
    if (hint != nullptr && hint->count == object::DeviceCount::kApplyForAll) continue;
    if (type < kWellKnownTypes && out.find(type) == nullptr) continue;
    out.joint.push_back(type);
  }
  out.same_pcie = stated.joint.same_pcie;
}

}  // namespace

const TypeRequest *Request::find(TypeId type) const {
  for (const TypeRequest &request : types)
    if (request.type == type) return &request;
  return nullptr;
}

Refusal check_request(std::span<const ResourceAmount> requests, Profile profile) {
  for (const ResourceAmount &part : requests)
    if (is_always_percentage(part.resource) && !is_percentage(part.amount))
      return bad_unit(part.resource, part.amount, profile);
  const ProfileRules &rules = rules_of(profile);
  if (rules.checks_gpu_percents && !names(requests, kResourceGpuShared))
    for (const ResourceId resource : {kResourceGpuCore, kResourceGpuMemoryRatio})
      if (const int64_t value = amount_of(requests, resource); !is_percentage(value))
        return bad_unit(resource, value, profile);
  const bool agrees = !rules.gpu_core_counts_gpus || spec_count(requests) > 0;
  if (!go_together(requests, rules) || !agrees) return bad_mix(names_in(requests), profile);
  return {};
}

ResourceAmounts convert_request(std::span<const ResourceAmount> requests) {
  const auto both = [](int64_t percent) {
    return ResourceAmounts{{kResourceGpuCore, percent}, {kResourceGpuMemoryRatio, percent}};
  };
  if (requests.size() == 1) switch (requests[0].resource) {
      case kResourceNvidiaGpu:
      case kResourceAmdGpu:
      case kResourceDcuGpu:
        return both(kWholePercent * std::min<int64_t>(requests[0].amount, INT32_MAX));
      case kResourceGpu:
        return both(requests[0].amount);
      default:
        break;
    }
  ResourceAmounts out(requests.begin(), requests.end());
  if (is_translated(requests))
    std::erase_if(
        out, [](const ResourceAmount &part) { return (bit(part.resource) & kTranslated) == 0; });
  return out;
}

int64_t most_devices(std::span<const ResourceAmount> requests) {
  const auto devices = [](int64_t percent) {
    return percent / kWholePercent + (percent % kWholePercent != 0 ? 1 : 0);
  };
  int64_t most = std::max(
      {int64_t{1}, amount_of(requests, kResourceGpuShared), devices(percents_meant(requests))});
  for (const ResourceId percent :
       {kResourceGpuCore, kResourceGpuMemoryRatio, kResourceRdma, kResourceFpga})
    most = std::max(most, devices(amount_of(requests, percent)));
  return most;
}

std::vector<MatchedTemplate> match_templates(const Templates &templates,
                                             std::span<const ResourceAmount> parts, bool strict) {
  std::vector<MatchedTemplate> out;
  for (const ModelTemplates &model : templates) {
    MatchedTemplate matched{model.model, {}};
    for (const ShareTemplate &entry : model.templates) {
      const bool equal =
          strict ? std::equal(parts.begin(), parts.end(), entry.parts.begin(), entry.parts.end())
                 : std::all_of(parts.begin(), parts.end(), [&](const ResourceAmount &part) {
                     return !names(entry.parts, part.resource) ||
                            amount_of(entry.parts, part.resource) == part.amount;
                   });
      if (equal) matched.names.push_back(entry.name);
    }
    if (!matched.names.empty()) out.push_back(std::move(matched));
  }
  return out;
}

Refusal make_gpu_request(std::span<const ResourceAmount> converted,
                         const object::PodDevices &stated, const RequestOptions &options,
                         GpuRequest &out) {
  const ProfileRules &rules = options.rules();
  const int64_t count =
      rules.gpu_core_counts_gpus ? spec_count(converted) : upstream_count(converted);
  out.count = static_cast<int32_t>(std::min<int64_t>(count, INT32_MAX));
  for (const ResourceAmount &part : converted) {
    if (part.resource == kResourceGpuShared) continue;
    const bool rest = rules.rounds_gpu_memory_up && part.resource == kResourceGpuMemory &&
                      part.amount % count != 0;
    out.each.push_back({part.resource, part.amount / count + (rest ? 1 : 0)});
  }
  out.shared = names(out.each, kResourceGpuMemoryRatio)
                   ? amount_of(out.each, kResourceGpuMemoryRatio) < kWholePercent
                   : names(out.each, kResourceGpuMemory);
  out.honor_partition = stated.has_partition_spec;
  out.partition = stated.partition_spec;
  if (const object::DeviceHint *hint = find_hint(stated, kWellKnownTypeNames[kTypeGpu]))
    out.scope = hint->scope;
  const bool by_size = std::any_of(options.split_by_size.begin(), options.split_by_size.end(),
                                   [&](ResourceId id) { return names(out.each, id); });
  if (out.shared && by_size) {
    out.by_template = true;
    if (options.templates != nullptr)
      out.templates = match_templates(*options.templates, out.each, true);
    if (out.templates.empty()) {
      Refusal refusal = Refusal::of(Reason::kNoShareTemplate, options.profile);
      refusal.object = Object::kUnit;
      return refusal;
    }
  }
  return {};
}

namespace {

// Returns the pod's amounts in resources that devices have, if no rule interprets them together.
ResourceAmounts unclear_parts(std::span<const ResourceAmount> requests) {
  const int64_t meant = percents_meant(requests);
  ResourceAmounts out;
  for (const ResourceId percent : {kResourceGpuCore, kResourceGpuMemoryRatio})
    if (const int64_t amount = std::max(meant, amount_of(requests, percent)); amount > 0)
      out.push_back({percent, amount});
  for (const ResourceAmount &part : requests) {
    const bool counts = part.resource == kResourceGpu || part.resource == kResourceGpuShared ||
                        is_of_device_plugin(part.resource);
    if (!counts && !names(out, part.resource)) out.push_back(part);
  }
  std::ranges::sort(out, {}, &ResourceAmount::resource);
  return out;
}

GpuRequest unclear_gpus(std::span<const ResourceAmount> requests) {
  GpuRequest out;
  out.count = static_cast<int32_t>(std::min<int64_t>(most_devices(requests), INT32_MAX));
  out.each = {{kResourceGpuCore, kWholePercent}, {kResourceGpuMemoryRatio, kWholePercent}};
  return out;
}

std::optional<Request::Percents> percents_of(std::span<const ResourceAmount> each) {
  constexpr int64_t kMost = 100;
  Request::Percents out;
  for (const ResourceAmount &part : each) {
    if (part.amount > kMost) return std::nullopt;
    if (part.resource == kResourceGpuCore)
      out.core = part.amount;
    else if (part.resource == kResourceGpuMemoryRatio)
      out.memory = part.amount;
    else
      return std::nullopt;
  }
  return out;
}

}  // namespace

Refusal make_request(std::span<const ResourceAmount> requests, const object::PodDevices &stated,
                     const object::Resources &resources, const RequestOptions &options,
                     Request &out) {
  std::array<ResourceAmounts, kWellKnownTypes> by_type;
  for (const ResourceAmount &part : requests) {
    if (part.amount <= 0) continue;
    if (const DeviceResource *known = find_device_resource(part.resource))
      by_type[known->type].push_back(part);
    else if (part.resource >= kWellKnownResources)
      out.others.push_back(part);
  }
  const auto types = resources.mention_types(object::Mention::kByPod);
  for (const object::DeviceHint &hint : stated.hints)
    if (const TypeId type = types->add(hint.type); type >= kWellKnownTypes)
      out.hints.push_back({type, {}, hint});
  Refusal first;
  const auto refuse = [&](const Refusal &refusal) {
    if (!first.refused()) first = refusal;
    return !options.rules().judges_claims;
  };
  for (TypeId type = 0; type < kWellKnownTypes; ++type) {
    const ResourceAmounts &requested = by_type[type];
    if (requested.empty()) continue;
    TypeRequest request;
    request.type = type;
    const Refusal unclear = check_request(requested, options.profile);
    request.unclear = unclear.refused();
    if (request.unclear && refuse(unclear)) return unclear;
    request.parts = request.unclear ? unclear_parts(requested) : convert_request(requested);
    if (const object::DeviceHint *hint = find_hint(stated, kWellKnownTypeNames[type]))
      request.hint = *hint;
    out.types.push_back(std::move(request));
    if (type != kTypeGpu) continue;
    if (out.types.back().unclear) {
      out.gpu = unclear_gpus(requested);
      continue;
    }
    if (options.rules().matches_gpu_vendor) out.gpu.vendor = requested_vendor(requested);
    const Refusal refusal = make_gpu_request(out.types.back().parts, stated, options, out.gpu);
    if (refusal.refused() && refuse(refusal)) return refusal;
  }
  set_joint(stated, *types, out);
  out.types_named = keep(types);
  if (first.refused()) return first;
  out.only_gpus = out.types.size() == 1 && out.types.front().type == kTypeGpu &&
                  out.others.empty() && out.joint.empty() && !out.gpu.by_template &&
                  !out.gpu.honor_partition &&
                  find_hint(stated, kWellKnownTypeNames[kTypeGpu]) == nullptr;
  if (out.only_gpus) out.percents = percents_of(out.gpu.each);
  return {};
}

}  // namespace koord::device

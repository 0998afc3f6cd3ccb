#include "wording/refusal_words.h"

#include <array>
#include <string_view>

#include "base/device_types.h"
#include "base/exclusive_policy.h"
#include "base/words.h"
#include "wording/device_sentence.h"
#include "wording/sentence.h"

namespace koord {
namespace {

constexpr int64_t kMilli = 1000;

template <size_t N>
std::string name_of(int32_t number, const std::array<std::string_view, N> &well_known,
                    const std::string &otherwise) {
  if (number >= 0 && static_cast<size_t>(number) < N)
    return std::string(well_known[static_cast<size_t>(number)]);
  return otherwise.empty() ? otherwise : plain(otherwise);
}

}  // namespace

RefusalWords::RefusalWords(const Refusal &refusal, const RefusalNames &names)
    : object_(refusal.object),
      bind_policy_(refusal.bind_policy),
      exclusive_policy_(refusal.exclusive_policy),
      whole_cpus_(refusal.object == Object::kMilliCpu && refusal.needed % kMilli == 0 &&
                  refusal.best % kMilli == 0),
      resource_(name_of(refusal.resource, kWellKnownResourceNames, names.resource)),
      type_(name_of(refusal.device_type, kWellKnownTypeNames, names.device_type)) {}

std::string RefusalWords::device_noun() const { return koord::device_noun(type_); }

std::string RefusalWords::devices(int64_t n) const { return plural(n, device_noun()); }

std::string RefusalWords::bind_policy() const {
  return bind_policy_ == 1 ? "FullPCPUs" : bind_policy_ == 2 ? "SpreadByPCPUs" : "Default";
}

std::string RefusalWords::exclusive_policy() const {
  const auto policy = resolved(static_cast<ExclusivePolicy>(exclusive_policy_));
  const auto *spelling = find_value(kExclusiveSpellings, policy);
  return std::string(spelling != nullptr ? spelling->text : "None");
}

std::string RefusalWords::of_resource() const {
  return resource_.empty() ? std::string() : " of " + resource_;
}

std::string RefusalWords::amount(int64_t n) const {
  switch (object_) {
    case Object::kCore:
      return plural(n, "whole core");
    case Object::kMilliCpu:
      return whole_cpus_ ? milli_cpu(n) : std::to_string(n) + " milli-CPU";
    case Object::kL3:
      return plural(n, "L3 group");
    case Object::kNumaNode:
      return plural(n, "NUMA node");
    case Object::kSocket:
      return plural(n, "socket");
    case Object::kBytes:
      return byte_amount(n) + of_resource();
    case Object::kUnit:
      if (counts_bytes(resource_)) return byte_amount(n) + of_resource();
      return std::to_string(n) + (resource_.empty() ? " of a resource" : of_resource());
    case Object::kPod:
      return plural(n, "pod");
    case Object::kDevice:
      return devices(n);
    case Object::kMachine:
    case Object::kCpu:
    case Object::kPolicy:
    case Object::kContainer:
    case Object::kInitContainer:
    case Object::kResources:
      break;
  }
  return plural(n, "CPU");
}

std::string RefusalWords::bare_amount(int64_t n) const {
  const bool is_unit = object_ == Object::kUnit;
  if (object_ == Object::kBytes || (is_unit && counts_bytes(resource_))) return byte_amount(n);
  return std::to_string(whole_cpus_ ? n / kMilli : n);
}

}  // namespace koord

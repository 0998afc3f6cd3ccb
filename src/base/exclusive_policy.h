// The exclusive policies of CPUs, which make pods avoid each other. Their effect on CPUs is defined
// in cpu/exclusive.h.
#pragma once

#include <cstdint>

#include "base/spelling.h"

namespace koord {

// Values equal those of koord_exclusive_policy, because refusals contain them.
enum class ExclusivePolicy : int32_t {
  kDefault = 0,
  kNone = 1,
  kPcpuLevel = 2,
  kNumaNodeLevel = 3
};
inline constexpr int32_t kExclusivePolicyCount = 4;

inline constexpr Spelling<ExclusivePolicy> kExclusiveSpellings[] = {
    {ExclusivePolicy::kDefault, "Default"},
    {ExclusivePolicy::kDefault, ""},
    {ExclusivePolicy::kNone, "None"},
    {ExclusivePolicy::kPcpuLevel, "PCPULevel"},
    {ExclusivePolicy::kNumaNodeLevel, "NUMANodeLevel"}};

constexpr bool spells_every_exclusive_policy() noexcept {
  for (int32_t number = 0; number < kExclusivePolicyCount; ++number) {
    bool is_spelt = false;
    for (const auto &entry : kExclusiveSpellings)
      is_spelt = is_spelt || entry.value == static_cast<ExclusivePolicy>(number);
    if (!is_spelt) return false;
  }
  return true;
}
static_assert(spells_every_exclusive_policy(), "kExclusiveSpellings: expected a row for each");

// Returns the policy that a pick follows. If no policy is stated, a pod avoids no other pods.
constexpr ExclusivePolicy resolved(ExclusivePolicy policy) noexcept {
  return policy == ExclusivePolicy::kDefault ? ExclusivePolicy::kNone : policy;
}

}  // namespace koord

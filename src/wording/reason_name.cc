#include <algorithm>

#include "base/profile_rules.h"
#include "wording/generated/reason_names.h"
#include "wording/sentence.h"

namespace koord {

std::string_view reason_name(Reason reason, Profile profile) noexcept {
  const auto *at = std::ranges::lower_bound(kReasonNames, reason, {}, &ReasonName::reason);
  if (at == std::end(kReasonNames) || at->reason != reason) return "Unknown";
  const bool kubelet = rules_of(profile).wording == Wording::kKubelet && !at->kubelets.empty();
  return kubelet ? at->kubelets : at->ours;
}

}  // namespace koord

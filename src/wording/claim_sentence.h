// The wording of refusals of what bound pods say that they hold.
#pragma once

#include <string>

#include "base/refusal.h"
#include "wording/refusal_words.h"

namespace koord {

constexpr bool is_about_claims(Reason reason) noexcept {
  return reason >= Reason::kClaimUnreadable && reason <= Reason::kAllocationDiffers;
}

std::string claim_sentence(const Refusal &refusal, const RefusalWords &words);

}  // namespace koord

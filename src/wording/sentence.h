// Refusals in words.
#pragma once

#include <string>
#include <string_view>

#include "base/refusal.h"

namespace koord {

// What a cluster calls the refusal's resource and device type; empty: not known.
struct RefusalNames {
  std::string resource;
  std::string device_type;
};

// One sentence a person can act on; "" for kNone.
std::string to_sentence(const Refusal &refusal, const RefusalNames &names = {});
std::string_view object_name(Object object) noexcept;
// Stable CamelCase name; kubelet's own reason where kubelet has one ("SMTAlignmentError").
std::string_view reason_name(Reason reason, Profile profile = Profile::kSpec) noexcept;

}  // namespace koord

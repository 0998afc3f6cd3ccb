// Refusals as text.
#pragma once

#include <string>
#include <string_view>

#include "base/refusal.h"

namespace koord {

// A cluster's names of the refusal's resource and device type, empty if unknown.
struct RefusalNames {
  std::string resource;
  std::string device_type;
};

// Returns one sentence that a person can act on, or an empty string for kNone.
std::string to_sentence(const Refusal &refusal, const RefusalNames &names = {});
std::string_view object_name(Object object) noexcept;
// Returns a stable CamelCase name, or kubelet's own reason if it has one ("SMTAlignmentError").
std::string_view reason_name(Reason reason, Profile profile = Profile::kSpec) noexcept;

}  // namespace koord

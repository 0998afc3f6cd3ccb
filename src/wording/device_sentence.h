// The wording of refusals about devices.
#pragma once

#include <string>
#include <string_view>

#include "base/refusal.h"
#include "wording/refusal_words.h"

namespace koord {

// Returns the noun for a device of a type: "GPU", "RDMA device"; "device" for an empty type.
std::string device_noun(std::string_view type);
std::string device_sentence(const Refusal &refusal, const RefusalWords &words);
// Returns the sentence for kDevicesNotReported if ResourceClaims are the reason: their devices are
// not identified, or there are more of them than are counted.
std::string claimed_devices_sentence(const Refusal &refusal, const RefusalWords &words,
                                     bool are_many);

}  // namespace koord

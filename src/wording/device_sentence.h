// The wording of refusals that are about devices.
#pragma once

#include <string>
#include <string_view>

#include "base/refusal.h"
#include "wording/refusal_words.h"

namespace koord {

// What a device of a type is called: "GPU", "RDMA device"; "": of any type.
std::string device_noun(std::string_view type);
std::string device_sentence(const Refusal &refusal, const RefusalWords &words);

}  // namespace koord

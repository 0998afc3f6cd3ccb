// Refusals in the wording of the components whose rules a profile follows.
#pragma once

#include <string>

#include "base/refusal.h"
#include "wording/refusal_words.h"

namespace koord {

// Returns an empty string if the component has no message.
std::string peer_sentence(const Refusal &refusal, const RefusalWords &words);

}  // namespace koord

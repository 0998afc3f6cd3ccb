// Refusals in the words of those whose rules a profile follows.
#pragma once

#include <string>

#include "base/refusal.h"
#include "wording/refusal_words.h"

namespace koord {

// "" where they say nothing.
std::string peer_sentence(const Refusal &refusal, const RefusalWords &words);

}  // namespace koord

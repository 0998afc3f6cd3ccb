// Refusals in the words of those whose rules a profile follows; "" where they say nothing.
#pragma once

#include <string>

#include "base/refusal.h"
#include "wording/refusal_words.h"

namespace koord {

std::string koordinator_sentence(const Refusal &refusal, const RefusalWords &words);
std::string kubelet_sentence(const Refusal &refusal);
std::string nrt_match_sentence(const Refusal &refusal);

}  // namespace koord

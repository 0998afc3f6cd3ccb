// Refusals in libkoord's own wording.
#pragma once

#include <string>

#include "base/refusal.h"
#include "wording/refusal_words.h"

namespace koord {

std::string spec_sentence(const Refusal &refusal, const RefusalWords &words);

}  // namespace koord

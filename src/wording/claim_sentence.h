// The wording of refusals of claims: CPUs, amounts on NUMA nodes, devices.
#pragma once

#include <string>

#include "base/refusal.h"
#include "wording/refusal_words.h"

namespace koord {

std::string claim_sentence(const Refusal &refusal, const RefusalWords &words);

}  // namespace koord

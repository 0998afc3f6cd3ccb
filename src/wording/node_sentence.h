// The wording of refusals of pods that run on a node.
#pragma once

#include <string>

#include "base/refusal.h"

namespace koord {

std::string node_sentence(const Refusal &refusal);

}  // namespace koord

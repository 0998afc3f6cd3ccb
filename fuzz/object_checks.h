// What holds of pods and amounts, wherever they came from.
#pragma once

#include "base/log.h"
#include "koord.h"
#include "object/objects.h"

namespace koord::fuzz {

// Holds remarks to check_line.
extern const koord::Log kCheckedLog;

// Ascending by name, each once, none negative.
void check_amounts(const object::Amounts &amounts);

// Asks a pod everything and holds the answers to each other.
void check_pod(const koord_pod *pod);

// What a pod was allocated, and its policies, written and read again: the same.
void check_written(const object::PodObject &pod);

}  // namespace koord::fuzz

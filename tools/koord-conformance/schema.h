// Which schema a vector file has, from its content alone.

#pragma once

#include <string>

#include "report.h"

// Replays the file with this text. Throws std::runtime_error when its schema is none of those
// known.
void replay_text(const std::string &text, Report &report);

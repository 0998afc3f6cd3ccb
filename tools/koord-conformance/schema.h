// Detects the schema of a vector file from its content.

#pragma once

#include <string>

#include "report.h"

// Replays the file with this text. Throws std::runtime_error if its schema is not known.
void replay_text(const std::string &text, Report &report);

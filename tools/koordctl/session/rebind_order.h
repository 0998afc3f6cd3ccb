// RebindResource objects among the files: whose turn it is, and what is written about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/diagnostics.h"
#include "session/session_input.h"

namespace koordctl {

struct RebindOrder {
  std::string name;
  std::string node;
  std::string where;  // of the files, as errors name it
  int64_t deadline_seconds = 0;
};

// The one that waits, of a node where one is named; none where the files have none of it. Throws a
// Failure where several wait, or one cannot be read.
std::optional<RebindOrder> find_rebind_order(const Diagnostics &diagnostics,
                                             const SessionInput &input, const std::string &node);

// A JSON merge patch of its status, of now. `reason` may be "".
std::string rebind_status_patch(koord_rebind_phase phase, const std::string &reason);

}  // namespace koordctl

// Selects the RebindResource of the files that is next, and formats its status.
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
  std::string where;  // location in the files, for messages
  int64_t deadline_seconds = 0;
};

// Returns the waiting RebindResource, of `node` if it is not empty, or nullopt if there is none.
// Throws a Failure if several are waiting, or one cannot be read.
std::optional<RebindOrder> find_rebind_order(const Diagnostics &diagnostics,
                                             const SessionInput &input, const std::string &node);

// Returns a JSON merge patch of its status with the current time. `reason` may be "".
std::string rebind_status_patch(koord_rebind_phase phase, const std::string &reason);

}  // namespace koordctl

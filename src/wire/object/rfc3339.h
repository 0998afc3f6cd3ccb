// Timestamps in the format of Kubernetes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace koord::wire {

// Returns true for "2022-05-30T18:00:00Z", also with a fraction of a second or an offset. The date
// must exist, and leap seconds are not accepted, as by Go's time.Parse.
bool is_rfc3339(std::string_view text) noexcept;
// Returns the time in whole seconds since 1970, or nullopt if the text is not such a time.
std::optional<int64_t> seconds_of_rfc3339(std::string_view text) noexcept;

}  // namespace koord::wire

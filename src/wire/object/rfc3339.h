// Points in time as Kubernetes writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace koord::wire {

// "2022-05-30T18:00:00Z", with a fraction of a second or an offset too: a date that exists, and no
// leap seconds, as Go's time.Parse takes them.
bool is_rfc3339(std::string_view text) noexcept;
// The same in whole seconds since 1970; none where it is no such text.
std::optional<int64_t> seconds_of_rfc3339(std::string_view text) noexcept;

}  // namespace koord::wire

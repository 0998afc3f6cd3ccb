// Work that falls into parts which know nothing of each other, on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace koordctl {

inline constexpr size_t kMaxJobs = 256;

// Calls work(part) for each part from 0 to parts - 1, up to `jobs` of them at once, begun in that
// order, and after each done(parts finished, part), one call at a time. Of exceptions the one of
// the earliest part is thrown on, after what had begun has ended; no part begins after one has
// failed.
void run_parts(size_t parts, size_t jobs, const std::function<void(size_t)> &work,
               const std::function<void(size_t, size_t)> &done);

}  // namespace koordctl

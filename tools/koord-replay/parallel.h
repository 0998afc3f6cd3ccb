// Runs independent parts of a task on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace koordctl {

inline constexpr size_t kMaxJobs = 256;

// Calls work(part) for each part from 0 to parts - 1, up to `jobs` of them at once, started in that
// order. After each it calls done(parts finished, part), one call at a time. If parts throw, no
// further part starts, and the exception of the earliest part is rethrown after all running parts
// have ended.
void run_parts(size_t parts, size_t jobs, const std::function<void(size_t)> &work,
               const std::function<void(size_t, size_t)> &done);

}  // namespace koordctl

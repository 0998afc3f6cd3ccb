// Work that falls into parts which know nothing of each other, on several threads.
#ifndef KOORDCTL_REPLAY_PARALLEL_H_
#define KOORDCTL_REPLAY_PARALLEL_H_

#include <cstddef>
#include <functional>

namespace koordctl {

inline constexpr std::size_t kMaxJobs = 256;

// Calls work(part) for each part from 0 to parts - 1, up to `jobs` of them at once, begun in that order, and
// after each done(parts finished, part), one call at a time. Of exceptions the one of the earliest part is
// thrown on, after what had begun has ended; no part begins after one has failed.
void run_parts(std::size_t parts, std::size_t jobs, const std::function<void(std::size_t)> &work,
               const std::function<void(std::size_t, std::size_t)> &done);

}  // namespace koordctl

#endif  // KOORDCTL_REPLAY_PARALLEL_H_

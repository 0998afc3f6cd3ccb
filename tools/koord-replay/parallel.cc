#include "parallel.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace koordctl {
namespace {

class Parts {
 public:
  Parts(size_t parts, const std::function<void(size_t)> &work,
        const std::function<void(size_t, size_t)> &done)
      : parts_(parts), work_(work), done_(done) {}

  // Runs on each thread until no part is left.
  void take_all() {
    size_t part = 0;
    while (take(part)) {
      try {
        work_(part);
        const std::lock_guard lock(mutex_);
        done_(++finished_, part);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_ || part < failed_) failure_ = std::current_exception();
        failed_ = std::min(failed_, part);
      }
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  bool take(size_t &part) {
    const std::lock_guard lock(mutex_);
    if (next_ == parts_ || failure_) return false;
    part = next_++;
    return true;
  }

  const size_t parts_;
  const std::function<void(size_t)> &work_;
  const std::function<void(size_t, size_t)> &done_;
  std::mutex mutex_;
  size_t next_ = 0;
  size_t finished_ = 0;
  size_t failed_ = SIZE_MAX;
  std::exception_ptr failure_;
};

}  // namespace

void run_parts(size_t parts, size_t jobs, const std::function<void(size_t)> &work,
               const std::function<void(size_t, size_t)> &done) {
  Parts all(parts, work, done);
  {
    std::vector<std::jthread> threads;
    const size_t wanted = std::clamp<size_t>(std::min(jobs, parts), 1, kMaxJobs);
    try {
      while (threads.size() + 1 < wanted) threads.emplace_back([&all] { all.take_all(); });
    } catch (const std::system_error &) {
      // With fewer threads than requested the work only takes longer.
    }
    all.take_all();
  }
  all.rethrow();
}

}  // namespace koordctl

// Runs a function in a child that stops before each of its writes, so that the parent can inspect
// the system or kill the child there.
#pragma once

#include <sys/types.h>

#include <functional>

namespace koord::guest {

// Returns true if this process may trace a child, which some containers forbid.
bool can_trace();

struct Traced {
  bool was_killed = false;
  int exit_code = 0;
  size_t writes = 0;  // started writes
};
// `work` returns the child's exit code. `before_write(n)` is called before write n, counted from 0;
// if it returns false, the child is killed before that write.
Traced run_traced(const std::function<int()> &work,
                  const std::function<bool(size_t)> &before_write);

}  // namespace koord::guest

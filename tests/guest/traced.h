// Runs something in a child that stops before each of its writes, so that others may look, or end
// it there.
#pragma once

#include <sys/types.h>

#include <functional>

namespace koord::guest {

// Whether this process may watch a child: some containers are not let.
bool can_trace();

struct Traced {
  bool was_killed = false;
  int exit_code = 0;
  size_t writes = 0;  // begun
};
// `work` returns the child's exit code. `before_write(n)`, n from 0: false kills the child, which
// then never makes that write.
Traced run_traced(const std::function<int()> &work,
                  const std::function<bool(size_t)> &before_write);

}  // namespace koord::guest

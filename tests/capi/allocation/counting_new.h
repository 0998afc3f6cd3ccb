// Counts the C++ heap of this program and makes allocations fail on demand.
// The library under test uses the same operators.
#pragma once

#include <cstddef>

namespace koord::testing {

// Blocks allocated so far, and the blocks and bytes that are not freed yet.
long allocations();
long live_blocks();
size_t live_bytes();

// Makes the n-th allocation from now on throw std::bad_alloc, alone or
// with all later ones. 0 disables failures.
enum class Failing { kOnce, kFromThenOn };
void fail_allocation(long n, Failing mode = Failing::kOnce);
// Returns true if that allocation has been reached.
bool allocation_failed();

}  // namespace koord::testing

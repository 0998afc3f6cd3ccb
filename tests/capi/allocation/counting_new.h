// The C++ heap of this program, counted, and made to fail on demand. The library under test takes
// its memory from the same operators.
#pragma once

namespace koord::testing {

// Blocks obtained so far, and those not given back yet.
long allocations();
long live_blocks();

// Makes the n-th allocation from now on throw std::bad_alloc, alone or with all that follow; 0:
// none.
enum class Failing { kOnce, kFromThenOn };
void fail_allocation(long n, Failing mode = Failing::kOnce);
// Whether that allocation has been reached.
bool allocation_failed();

}  // namespace koord::testing

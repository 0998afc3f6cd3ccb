// The C++ heap of this program, counted, and made to fail on demand. The library under test takes
// its memory from the same operators.
#pragma once

namespace koord::testing {

// Blocks obtained so far, and those not given back yet.
long allocations();
long live_blocks();

// Makes the n-th allocation from now on throw std::bad_alloc, once; 0: none.
void fail_allocation(long n);
// Whether that allocation has been reached.
bool allocation_failed();

}  // namespace koord::testing

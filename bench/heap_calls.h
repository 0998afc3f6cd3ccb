// Counts heap allocations of the whole process. Programs linked with heap_calls.cc count every
// malloc of the shared libraries that they load, including operator new.
#pragma once

namespace koord::bench {

// Returns the number of allocations so far; read it before and after the measured code.
long heap_calls();

}  // namespace koord::bench

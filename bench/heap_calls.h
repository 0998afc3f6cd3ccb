// The heap of the whole process, counted: programs that are linked with heap_calls.cc see every
// malloc of the shared libraries they load, operator new being one.
#pragma once

namespace koord::bench {

// How often this process has asked for memory; read it before and after what is measured.
long heap_calls();

}  // namespace koord::bench

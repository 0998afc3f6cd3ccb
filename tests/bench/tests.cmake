# Checks of pick_bench: the machines, that every pick is granted, and that none allocates. The test counts malloc of
# every library in the process, which is impossible with a sanitizer's own malloc.
set(bench ${PROJECT_SOURCE_DIR}/bench)
koord_test_program(bench_tests ${CMAKE_CURRENT_LIST_DIR} koord::koord)
target_sources(bench_tests PRIVATE ${bench}/picks.cc ${bench}/machines.cc)
target_include_directories(bench_tests PRIVATE ${bench})

include(CheckFunctionExists)
check_function_exists(__libc_memalign KOORD_GLIBC_HEAP)
if(KOORD_GLIBC_HEAP AND NOT KOORD_SANITIZE)
  target_sources(bench_tests PRIVATE ${bench}/heap_calls.cc)
  target_compile_definitions(bench_tests PRIVATE KOORD_HEAP_COUNTED)
endif()

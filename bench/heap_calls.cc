// The dynamic linker finds a program's own malloc before libc's, so these functions count the
// allocations of the library under test, libstdc++ and hwloc. They forward to glibc's own names.
#include "heap_calls.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);
}

namespace {

std::atomic<long> calls{0};

void count() { calls.fetch_add(1, std::memory_order_relaxed); }

void *aligned(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

}  // namespace

extern "C" {

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}
void *calloc(size_t n, size_t size) {
  count();
  return __libc_calloc(n, size);
}
void *realloc(void *block, size_t size) {
  count();
  return __libc_realloc(block, size);
}
void *memalign(size_t alignment, size_t size) { return aligned(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return aligned(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *block = aligned(alignment, size);
  if (block == nullptr) return ENOMEM;
  *out = block;
  return 0;
}
void free(void *block) { __libc_free(block); }

}  // extern "C"

namespace koord::bench {

long heap_calls() { return calls.load(std::memory_order_relaxed); }

}  // namespace koord::bench

#include "capi/allocation/counting_new.h"

#include <cstdlib>
#include <new>

namespace {

// Plain integers suffice: the tests of this program run on one thread.
long obtained = 0;
long live = 0;
long until_failure = 0;
koord::testing::Failing failing{};
bool failed = false;

void *obtain(size_t size) {
  ++obtained;
  if (until_failure > 0 && --until_failure == 0) {
    failed = true;
    until_failure = failing == koord::testing::Failing::kFromThenOn ? 1 : 0;
    throw std::bad_alloc();
  }
  void *block = std::malloc(size == 0 ? 1 : size);
  if (block == nullptr) throw std::bad_alloc();
  ++live;
  return block;
}

void give_back(void *block) noexcept {
  if (block == nullptr) return;
  --live;
  std::free(block);
}

}  // namespace

void *operator new(size_t size) { return obtain(size); }
void *operator new[](size_t size) { return obtain(size); }
// Nothrow allocations are counted, but never made to fail, because their callers handle failure.
void *operator new(size_t size, const std::nothrow_t &) noexcept {
  void *block = std::malloc(size == 0 ? 1 : size);
  if (block != nullptr) ++obtained, ++live;
  return block;
}
void operator delete(void *block) noexcept { give_back(block); }
void operator delete[](void *block) noexcept { give_back(block); }
void operator delete(void *block, size_t) noexcept { give_back(block); }
void operator delete[](void *block, size_t) noexcept { give_back(block); }
void operator delete(void *block, const std::nothrow_t &) noexcept { give_back(block); }

namespace koord::testing {

long allocations() { return obtained; }
long live_blocks() { return live; }
void fail_allocation(long n, Failing mode) {
  until_failure = n;
  failing = mode;
  failed = false;
}
bool allocation_failed() { return failed; }

}  // namespace koord::testing

#include "capi/allocation/counting_new.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

// Plain integers suffice: the tests of this program run on one thread.
long obtained = 0;
long live = 0;
size_t bytes = 0;
long until_failure = 0;
koord::testing::Failing failing{};
bool failed = false;

// Each block begins with its size, in as many bytes as keep its alignment.
constexpr size_t kHead = alignof(std::max_align_t);

void *obtain(size_t size, const std::nothrow_t &) noexcept {
  auto *block = static_cast<char *>(std::malloc(size + kHead));
  if (block == nullptr) return nullptr;
  *reinterpret_cast<size_t *>(block) = size;
  ++obtained;
  ++live;
  bytes += size;
  return block + kHead;
}

void *obtain(size_t size) {
  if (until_failure > 0 && --until_failure == 0) {
    failed = true;
    until_failure = failing == koord::testing::Failing::kFromThenOn ? 1 : 0;
    ++obtained;
    throw std::bad_alloc();
  }
  void *block = obtain(size, std::nothrow);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void give_back(void *block) noexcept {
  if (block == nullptr) return;
  char *start = static_cast<char *>(block) - kHead;
  --live;
  bytes -= *reinterpret_cast<size_t *>(start);
  std::free(start);
}

}  // namespace

// All forms but those with an alignment: a sanitizer's own form of one of them would return blocks
// that the operators here cannot free.
void *operator new(size_t size) { return obtain(size); }
void *operator new[](size_t size) { return obtain(size); }
// Nothrow allocations are counted, but never made to fail, because their callers handle failure.
void *operator new(size_t size, const std::nothrow_t &) noexcept {
  return obtain(size, std::nothrow);
}
void *operator new[](size_t size, const std::nothrow_t &) noexcept {
  return obtain(size, std::nothrow);
}
void operator delete(void *block) noexcept { give_back(block); }
void operator delete[](void *block) noexcept { give_back(block); }
void operator delete(void *block, size_t) noexcept { give_back(block); }
void operator delete[](void *block, size_t) noexcept { give_back(block); }
void operator delete(void *block, const std::nothrow_t &) noexcept { give_back(block); }
void operator delete[](void *block, const std::nothrow_t &) noexcept { give_back(block); }

namespace koord::testing {

long allocations() { return obtained; }
long live_blocks() { return live; }
size_t live_bytes() { return bytes; }
void fail_allocation(long n, Failing mode) {
  until_failure = n;
  failing = mode;
  failed = false;
}
bool allocation_failed() { return failed; }

}  // namespace koord::testing

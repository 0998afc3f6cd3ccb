// Immutable handles are reference-counted: every
// owner of a reference may add more, from any thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace koord::capi {

// The last member of a handle, and the only one that changes.
struct References {
  mutable std::atomic<int64_t> count{1};
};

template <typename Handle>
Handle *add_reference(const Handle *handle) noexcept {
  if (handle == nullptr) return nullptr;
  handle->references.count.fetch_add(1, std::memory_order_relaxed);
  return const_cast<Handle *>(handle);
}

template <typename Handle>
void drop_reference(Handle *handle) noexcept {
  if (handle != nullptr && handle->references.count.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete handle;
}

}  // namespace koord::capi

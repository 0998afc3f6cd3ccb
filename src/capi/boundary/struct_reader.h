// Structs that cross the boundary grow at their end. Callers of any version
// are supported: fields that the caller's struct lacks keep their defaults,
// and bytes that only a newer library knows must be zero, so that no request
// is half understood. Linux's clone3 and openat2 have the same rule.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "koord.h"

namespace koord::capi {

// Throws kInvalid unless the bytes from `known` to `given` are zero.
void check_zeros(const void *bytes, size_t given, size_t known, const FieldName &name);
// Above the size of every version of a struct or row; rejects wild sizes.
inline constexpr uint32_t kLargestStruct = 4096;
inline bool is_stride(size_t stride, size_t row) {
  return stride >= row && stride <= kLargestStruct;
}
// The size of a row's first version: the stride of callers of that version.
template <typename Row>
inline constexpr size_t kFirstRow = sizeof(Row);
template <>
inline constexpr size_t kFirstRow<koord_task_class> = offsetof(koord_task_class, memory);

// Checks that the bytes of a struct beyond `known` are zero.
inline void check_tail(const void *bytes, size_t given, size_t known, const FieldName &name) {
  if (given > known) check_zeros(bytes, given, known, name);
}
// Throws kInvalid unless struct_size can be the size of some version of the struct.
void check_struct_size(uint32_t struct_size, size_t alignment, const FieldName &name);

// Reads a struct that starts with struct_size.
template <typename T>
T read_struct(const T *given, const FieldName &name) {
  static_assert(std::is_trivially_copyable_v<T> && offsetof(T, struct_size) == 0);
  uint32_t size;
  std::memcpy(&size, given, sizeof size);
  T known{};
  if (size == sizeof(T)) {  // same version: nothing to check, a copy of fixed size
    std::memcpy(&known, given, sizeof(T));
    return known;
  }
  check_struct_size(size, alignof(T), name);
  check_tail(given, size, sizeof(T), name);
  std::memcpy(&known, given, std::min<size_t>(size, sizeof(T)));
  return known;
}

// Writes a struct that starts with struct_size and flags, up to the size of the caller's struct.
// These two fields keep the caller's values.
template <typename T>
void write_struct(const T &value, T *out, const FieldName &name) {
  const T given = read_struct(out, name);
  constexpr size_t kHead = offsetof(T, flags) + sizeof value.flags;
  const size_t end = std::min<size_t>(given.struct_size, sizeof(T));
  std::memcpy(reinterpret_cast<char *>(out) + kHead, reinterpret_cast<const char *>(&value) + kHead,
              end - kHead);
}

// Reads row `i` of a caller's array by the same rule, with the stride as its size.
template <typename T>
T read_row(const T *rows, size_t stride, size_t i, const FieldName &name) {
  const char *at = reinterpret_cast<const char *>(rows) + stride * i;
  check_tail(at, stride, sizeof(T), name);
  T row{};
  if (kFirstRow<T> < sizeof(T) && stride < sizeof(T))
    std::memcpy(&row, at, kFirstRow<T>);
  else
    std::memcpy(&row, at, sizeof(T));
  return row;
}

template <typename T>
void write_row(const T &row, T *rows, size_t stride, size_t i) noexcept {
  char *at = reinterpret_cast<char *>(rows) + stride * i;
  std::memcpy(at, &row, sizeof(T));
  if (stride > sizeof(T)) std::memset(at + sizeof(T), 0, stride - sizeof(T));
}

}  // namespace koord::capi

// Arrays of rows as callers give them, the texts they name, and arrays for rows to be written to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/struct_reader.h"

namespace koord::capi {

// `prefix` ends what errors say before the stride.
[[noreturn]] void fail_stride(size_t stride, size_t row, const std::string &prefix);

// Rows that come in, at most `most`.
template <typename Row>
void check_rows(const Row *rows, size_t stride, size_t count, size_t most, const char *name) {
  if (!is_stride(stride, sizeof(Row)) && stride != kFirstRow<Row>)
    fail_stride(stride, sizeof(Row), std::string(name) + ": stride ");
  if (count > most)
    throw Error(Status::kLimit, std::string(name) + ": " + std::to_string(count) +
                                    " rows, at most " + std::to_string(most));
  if (count != 0) require(rows, name);
}

// The texts that rows name by offset and length.
class Arena {
 public:
  static constexpr size_t kMaxText = 1024;  // longer than any name; rows may all name one slice

  Arena(const char *bytes, size_t length) : bytes_(bytes), length_(length) {
    check_extent(length, 1, "arena_length");
    if (length != 0) require(bytes, "arena");
  }

  std::string text(uint32_t offset, uint32_t length, const FieldName &name) const;
  std::string required(uint32_t offset, uint32_t length, const FieldName &name) const {
    if (length == 0) invalid(name, "is empty");
    return text(offset, length, name);
  }

 private:
  const char *bytes_;
  size_t length_;
};

// Throws kNoSpace where an array that a caller gave for `needed` numbers or rows is too short.
inline void check_room(const char *name, size_t needed, size_t capacity) {
  if (needed > capacity)
    throw Error(Status::kNoSpace, std::string(name) + ": needs " + std::to_string(needed) +
                                      ", capacity is " + std::to_string(capacity));
}

// An array that a caller gave for rows.
template <typename Row>
struct RowArray {
  Row *rows;
  size_t stride;
  size_t capacity;

  void check() const {
    if (!is_stride(stride, capacity == 0 ? 0 : sizeof(Row)))
      fail_stride(stride, sizeof(Row), "stride: ");
    check_extent(capacity, sizeof(Row), "capacity");
    if (capacity != 0) require(rows, "rows");
  }
  void check_room(size_t needed) const { capi::check_room("rows", needed, capacity); }
  void write(size_t i, const Row &row) const { write_row(row, rows, stride, i); }
  // A row of each; `count` receives how many they are, also where there is no room.
  template <typename From, typename ToRow>
  void write_all(const From &from, size_t *count, ToRow &&to_row) const {
    require(count, "count");
    check();
    *count = from.size();
    check_room(from.size());
    for (size_t i = 0; i < from.size(); ++i) write(i, to_row(from[i]));
  }
};

// The texts of a handle's rows, one after another, made with the handle, which lends them: rows
// name them by offset.
template <typename Rows, typename TextOf>
std::string join_texts(const Rows &rows, TextOf &&text_of) {
  size_t bytes = 0;
  for (const auto &row : rows) bytes += text_of(row).size();
  if (bytes > UINT32_MAX)
    throw Error(Status::kLimit, "texts: " + std::to_string(bytes) + " bytes, at most " +
                                    std::to_string(UINT32_MAX));
  std::string out;
  out.reserve(bytes);
  for (const auto &row : rows) out += text_of(row);
  return out;
}

// The texts of a handle's rows, for as long as the handle is there; none of no handle.
template <typename Handle>
const char *lend(const Handle *handle, size_t *length) noexcept {
  if (length != nullptr) *length = handle != nullptr ? handle->texts.size() : 0;
  return handle != nullptr ? handle->texts.c_str() : "";
}

// An arena that a caller gave for the texts of rows.
struct TextSpace {
  char *bytes;
  size_t capacity;
  size_t *length;  // receives how much is needed, also where there is no room

  void check() const {
    require(length, "arena_length");
    check_extent(capacity, 1, "arena_capacity");
    if (capacity != 0) require(bytes, "arena");
  }
  void check_room() const {
    if (*length > capacity)
      throw Error(Status::kNoSpace, "arena: needs " + std::to_string(*length) +
                                        " bytes, capacity is " + std::to_string(capacity));
  }
};

}  // namespace koord::capi

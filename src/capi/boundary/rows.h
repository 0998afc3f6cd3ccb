// Arrays of rows from callers, the texts that rows reference, and arrays that receive rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/struct_reader.h"

namespace koord::capi {

// `prefix` precedes the stride in the error.
[[noreturn]] void fail_stride(size_t stride, size_t row, const std::string &prefix);

// Checks rows of a caller, at most `most`.
template <typename Row>
void check_rows(const Row *rows, size_t stride, size_t count, size_t most, const char *name) {
  if (!is_stride(stride, sizeof(Row)) && stride != kFirstRow<Row>)
    fail_stride(stride, sizeof(Row), std::string(name) + ": stride ");
  if (count > most)
    throw Error(Status::kLimit, std::string(name) + ": " + std::to_string(count) +
                                    " rows, at most " + std::to_string(most));
  if (count != 0) require(rows, name);
}

// The texts that rows reference by offset and length.
class Arena {
 public:
  // Longer than any name; all rows may reference one slice.
  static constexpr size_t kMaxText = 1024;

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

// Throws kNoSpace if a caller's array is too short for `needed` numbers or rows.
inline void check_room(const char *name, size_t needed, size_t capacity) {
  if (needed > capacity)
    throw Error(Status::kNoSpace, std::string(name) + ": needs " + std::to_string(needed) +
                                      ", capacity is " + std::to_string(capacity));
}

// A caller's array that receives rows.
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
  // Writes a row for each element. `count` receives their number, even if they do not fit.
  template <typename From, typename ToRow>
  void write_all(const From &from, size_t *count, ToRow &&to_row) const {
    require(count, "count");
    check();
    *count = from.size();
    check_room(from.size());
    for (size_t i = 0; i < from.size(); ++i) write(i, to_row(from[i]));
  }
};

// Joins the texts of a handle's rows. The handle
// stores the result, and rows reference it by offset.
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

// Returns the texts of a handle's rows, valid as long as the handle, or an empty text for nullptr.
template <typename Handle>
const char *get_texts(const Handle *handle, size_t *length) noexcept {
  if (length != nullptr) *length = handle != nullptr ? handle->texts.size() : 0;
  return handle != nullptr ? handle->texts.c_str() : "";
}

// A caller's arena that receives the texts of rows.
struct TextSpace {
  char *bytes;
  size_t capacity;
  size_t *length;  // receives the needed length, even if the texts do not fit

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

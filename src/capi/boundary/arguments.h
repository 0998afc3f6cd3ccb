// Checks of arguments that all exported functions share, and conversion of arguments and results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/cpu_set.h"
#include "koord.h"

namespace koord::capi {

// The name in errors of an argument, of a row of one ("resources[3]")
// or of a field of a row ("resources[3].name"). The text is built only
// for an error, because most rows are valid and texts cost allocations.
class FieldName {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): most names are literals
  FieldName(const char *name) : name_(name) {}
  FieldName(const char *rows, size_t row) : name_(rows), row_(row) {}

  FieldName field(const char *field) const {
    FieldName out = *this;
    out.field_ = field;
    return out;
  }
  std::string text() const;

 private:
  static constexpr size_t kNoRow = SIZE_MAX;
  const char *name_;
  size_t row_ = kNoRow;
  const char *field_ = nullptr;
};

// Throws kInvalid: "<name>: <what>".
[[noreturn, gnu::cold]] void invalid(const FieldName &name, const std::string &what);
// Throw the errors of the checks below. The checks are inline because a pick makes dozens of them:
// a valid argument costs one comparison and no call.
[[noreturn, gnu::cold]] void invalid_null(const FieldName &name);
[[noreturn, gnu::cold]] void invalid_flags(uint32_t unknown, uint32_t known, const FieldName &name);
[[noreturn, gnu::cold]] void invalid_number(int32_t value, int32_t count, const FieldName &name);
[[noreturn, gnu::cold]] void invalid_index(int32_t index, int32_t count, const FieldName &name);
[[noreturn, gnu::cold]] void invalid_amount(uint32_t value, const FieldName &name);

// Throws kInvalid if `pointer` is null.
inline void require(const void *pointer, const FieldName &name) {
  if (pointer == nullptr) invalid_null(name);
}

// Checks an out handle: it is required, and stays NULL until the call has succeeded.
template <typename T>
void require_out(T **out) {
  require(out, "out");
  *out = nullptr;
}

// Throws kInvalid if `flags` has bits outside `known`.
inline void check_flags(uint32_t flags, uint32_t known, const FieldName &name) {
  if ((flags & ~known) != 0) invalid_flags(flags & ~known, known, name);
}

// Throws kInvalid unless 0 <= value < count, for values of enums.
inline void check_number(int32_t value, int32_t count, const FieldName &name) {
  if (value < 0 || value >= count) invalid_number(value, count, name);
}

// Throws kInvalid unless `index` names one of `count` elements.
inline void check_index(int32_t index, int32_t count, const FieldName &name) {
  if (index < 0 || index >= count) invalid_index(index, count, name);
}

// Throws kInvalid for an amount below 0.
inline void check_not_negative(int64_t amount, const FieldName &name) {
  if (amount < 0) invalid(name, "is negative");
}

// Checks a number and returns it as the engine's enum.
template <typename Value>
Value number(int32_t value, int32_t count, const FieldName &name) {
  check_number(value, count, name);
  return static_cast<Value>(value);
}

// Returns a count of CPUs or pods as the engine's int.
// Larger values are negative numbers passed by mistake.
inline int read_amount(uint32_t value, const FieldName &name) {
  if (value > INT32_MAX) invalid_amount(value, name);
  return static_cast<int>(value);
}

// Throws kInvalid if no array can have that many elements of `size` bytes: a negative number passed
// by mistake, or KOORD_NUL, which is a length for texts only.
void check_extent(size_t count, size_t size, const FieldName &name);

// Reads a set from words. 0 words make an empty set.
CpuSet read_words(const uint64_t *words, size_t count, const FieldName &name);

// Returns a document: any bytes but NUL; the reader of its
// format checks the rest. NULL is allowed for length 0.
std::string_view document(const char *text, size_t length, const FieldName &name);

// Returns a name or label, which must also be UTF-8.
std::string_view label(const char *text, size_t length, const FieldName &name);
// Returns a label that must not be empty.
std::string_view required_label(const char *text, size_t length, const FieldName &name);

// Throws kInvalid if the object has no name. `kind` is the object's kind in the error.
void check_named(const std::string &name, const char *kind);

// Writes a nullable out number.
template <typename T>
void write_optional(T value, T *out) {
  if (out != nullptr) *out = value;
}

// Follows the snprintf rule of koord.h: the length goes
// to `needed`, the text and a NUL to `text` if they fit.
void write_text(std::string_view value, char *text, size_t capacity, size_t *needed,
                const char *name = "text");
// Throws the errors of write_text() about the destination, before there is a text.
void check_text_space(const char *text, size_t capacity, const char *name = "text");

// Writes all of `words`. Throws kNoSpace, with nothing written, if a member does not fit.
void write_set(const CpuSet &set, uint64_t *words, size_t word_count);

}  // namespace koord::capi

// What every exported function checks about its arguments, and how it reads and writes them.
// All of these throw koord::Error naming the argument.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/cpu_set.h"
#include "koord.h"

namespace koord::capi {

// How errors call an argument, a row of one ("resources[3]") or a field of a row
// ("resources[3].name"). Spelled out only where an error says it: most rows are right, and texts
// cost allocations.
class FieldName {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): most arguments are called by a literal
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
// The same of what the checks below find. They stand in the header, as a pick makes dozens of them:
// what is right costs a comparison each, and no call.
[[noreturn, gnu::cold]] void invalid_null(const FieldName &name);
[[noreturn, gnu::cold]] void invalid_flags(uint32_t unknown, uint32_t known, const FieldName &name);
[[noreturn, gnu::cold]] void invalid_number(int32_t value, int32_t count, const FieldName &name);
[[noreturn, gnu::cold]] void invalid_index(int32_t index, int32_t count, const FieldName &name);
[[noreturn, gnu::cold]] void invalid_amount(uint32_t value, const FieldName &name);

// kInvalid unless `pointer` is set.
inline void require(const void *pointer, const FieldName &name) {
  if (pointer == nullptr) invalid_null(name);
}

// An out handle: required, and NULL until the call has succeeded.
template <typename T>
void require_out(T **out) {
  require(out, "out");
  *out = nullptr;
}

// kInvalid when `flags` has bits outside `known`.
inline void check_flags(uint32_t flags, uint32_t known, const FieldName &name) {
  if ((flags & ~known) != 0) invalid_flags(flags & ~known, known, name);
}

// kInvalid unless 0 <= value < count: for the numbers of closed sets.
inline void check_number(int32_t value, int32_t count, const FieldName &name) {
  if (value < 0 || value >= count) invalid_number(value, count, name);
}

// kInvalid unless it is the index of one of `count` things that are there.
inline void check_index(int32_t index, int32_t count, const FieldName &name) {
  if (index < 0 || index >= count) invalid_index(index, count, name);
}

// kInvalid for an amount below 0.
inline void check_not_negative(int64_t amount, const FieldName &name) {
  if (amount < 0) invalid(name, "is negative");
}

// The same as the engine's enum.
template <typename Value>
Value number(int32_t value, int32_t count, const FieldName &name) {
  check_number(value, count, name);
  return static_cast<Value>(value);
}

// A count of CPUs or pods as the engine's int. What is larger is a negative number gone astray.
inline int read_amount(uint32_t value, const FieldName &name) {
  if (value > INT32_MAX) invalid_amount(value, name);
  return static_cast<int>(value);
}

// Throws kInvalid where no array has that many elements of `size` bytes: a negative number gone
// astray, or KOORD_NUL, which is a length for texts alone.
void check_extent(size_t count, size_t size, const FieldName &name);

// A set as words, none for 0 of them.
CpuSet read_words(const uint64_t *words, size_t count, const FieldName &name);

// A document: any bytes but NUL; the reader of its format checks the rest. NULL is allowed for
// length 0.
std::string_view document(const char *text, size_t length, const FieldName &name);

// A name or label: the same, and UTF-8.
std::string_view label(const char *text, size_t length, const FieldName &name);
// One that must not be empty.
std::string_view required_label(const char *text, size_t length, const FieldName &name);

// Throws kInvalid where the object has no name; `kind` is what the error calls it.
void check_named(const std::string &name, const char *kind);

// A nullable out number.
template <typename T>
void tell(T value, T *out) {
  if (out != nullptr) *out = value;
}

// The snprintf rule of koord.h: the length goes to `needed`, the text and a NUL to `text` if they
// fit.
void write_text(std::string_view value, char *text, size_t capacity, size_t *needed,
                const char *name = "text");
// What write_text says of where a text goes, before there is one.
void check_text_space(const char *text, size_t capacity, const char *name = "text");

// Writes all of `words`; kNoSpace, with nothing written, when a member does not fit.
void write_set(const CpuSet &set, uint64_t *words, size_t word_count);

}  // namespace koord::capi

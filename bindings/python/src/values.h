// Values passed between Python and C: texts, numbers, sets of CPUs, structs and rows in memory,
// documents.
#ifndef KOORD_PYTHON_VALUES_H_
#define KOORD_PYTHON_VALUES_H_

#define KOORD_EXPERIMENTAL 1  // the binding covers both halves
#include <koord.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace koord_python {

namespace py = pybind11;

// Every set is passed at full width, 1 KiB, so that its width never depends on the machine.
constexpr size_t kWords = KOORD_MAX_CPUS / 64;

// ---- Input --------------------------------------------------------------------------------------

// Raises TypeError with a message of this package instead of pybind11's.
[[noreturn]] void wrong_type(const char *wanted, py::handle found);

// Text, bytes or a path of the caller, borrowed for the call.
struct Text {
  py::object keep;
  std::string_view text;
  const char *data() const { return text.data(); }
  size_t size() const { return text.size(); }
};

// A whole number that must fit.
template <class T>
struct Number {
  T value{};
};

// A set of CPUs as bytes, in any width up to kWords.
struct Words {
  bool given = false;
  uint64_t words[kWords] = {};
  const uint64_t *get() const { return given ? words : nullptr; }
};

// Rows in a buffer of the caller: a NumPy array or a bytearray.
class Rows {
 public:
  Rows(py::handle source, size_t row, bool writable);
  ~Rows();
  Rows(const Rows &) = delete;
  Rows &operator=(const Rows &) = delete;
  template <class Row>
  Row *as() const {
    return static_cast<Row *>(view_.buf);
  }
  size_t count() const { return count_; }

 private:
  Py_buffer view_{};
  size_t count_ = 0;
};

// One struct, packed by Python.
template <class S>
class Packed {
 public:
  explicit Packed(const py::object &source) : row_(source, sizeof(S), false) {
    if (row_.count() != 1) throw py::value_error("one struct is wanted");
  }
  const S *get() const { return row_.as<const S>(); }

 private:
  Rows row_;
};

// ---- Output -------------------------------------------------------------------------------------

py::str to_str(const char *text, size_t length);
// Leaves out zero words at the end.
py::bytes to_words(const uint64_t *words, size_t count = kWords);
// Takes ownership of the document.
py::object to_document(koord_buffer *buffer);

class TextOut {
 public:
  char *data() { return text_.data(); }
  size_t capacity() const { return text_.size(); }
  size_t *needed() { return &needed_; }
  bool grow() {
    if (needed_ < text_.size()) return false;
    text_.resize(needed_ + 1);
    return true;
  }
  py::str get() const { return to_str(text_.data(), needed_); }

 private:
  std::vector<char> text_ = std::vector<char>(256);
  size_t needed_ = 0;
};

py::bytearray make_bytearray(size_t size);
void shrink_bytearray(const py::bytearray &bytes, size_t size);

// Rows or numbers written by the library. Their number may grow between two calls.
template <class Row>
class RowsOut {
 public:
  explicit RowsOut(size_t capacity = 16)
      : capacity_(capacity), bytes_(make_bytearray(capacity * sizeof(Row))) {}
  Row *data() { return reinterpret_cast<Row *>(PyByteArray_AS_STRING(bytes_.ptr())); }
  size_t capacity() const { return capacity_; }
  size_t *count() { return &count_; }
  bool grow() {
    if (count_ <= capacity_) return false;
    capacity_ = count_;
    bytes_ = make_bytearray(capacity_ * sizeof(Row));
    return true;
  }
  py::bytearray get() {
    shrink_bytearray(bytes_, count_ * sizeof(Row));
    return bytes_;
  }

 private:
  size_t capacity_, count_ = 0;
  py::bytearray bytes_;
};

// Rows whose number is in a struct. They go into a buffer of the caller, or there are at most a
// given number of them, or all of them (None). `known` is the number of rows in an earlier result
// of the handle, used as a guess.
template <class Row>
class RowsUpTo {
 public:
  RowsUpTo(const py::object &given, std::atomic<size_t> *known)
      : known_(known), is_open_(given.is_none()) {
    constexpr size_t kMost = 1U << 20;  // the maximum number of nodes
    if (is_open_)
      own_.emplace(known != nullptr ? known->load() : 64);
    else if (PyLong_Check(given.ptr()))
      own_.emplace(std::min(given.cast<Number<size_t>>().value, kMost));
    else
      theirs_.emplace(given, sizeof(Row), true);
  }
  Row *data() { return own_ ? own_->data() : theirs_->as<Row>(); }
  size_t capacity() const { return own_ ? own_->capacity() : theirs_->count(); }
  void told(size_t count) {
    if (own_) *own_->count() = count;
  }
  bool grow() { return is_open_ && own_->grow(); }
  py::object get() {
    if (!own_) return py::none();
    if (is_open_ && known_ != nullptr && *own_->count() > *known_) *known_ = *own_->count();
    return own_->get();
  }

 private:
  std::atomic<size_t> *known_;
  bool is_open_;
  std::optional<RowsOut<Row>> own_;
  std::optional<Rows> theirs_;
};

// Returns the memory of a single row.
template <class Row>
py::bytearray row_of(const Row &row) {
  return {reinterpret_cast<const char *>(&row), sizeof row};
}

// The offsets of a text's offset and length in a row.
struct TextField {
  size_t offset, length;
};

// Texts that belong to the handle of rows. Texts of a mutable handle are only valid while it is
// locked.
class Lent {
 public:
  explicit Lent(bool may_change) : may_change_(may_change) {}
  size_t *length() { return &length_; }
  void take(const char *texts) {
    if (may_change_) copy_.assign(texts, length_);
    texts_ = may_change_ ? copy_.data() : texts;
  }
  // Returns the texts of these rows only, and adjusts the rows' offsets to them.
  py::bytes of(void *rows, size_t stride, size_t count,
               std::initializer_list<TextField> fields) const;

 private:
  bool may_change_;
  size_t length_ = 0;
  std::string copy_;
  const char *texts_ = nullptr;
};

}  // namespace koord_python

namespace pybind11::detail {

template <>
struct type_caster<koord_python::Text> {
  PYBIND11_TYPE_CASTER(koord_python::Text, const_name("str | bytes"));
  bool load(handle source, bool);
};
template <>
struct type_caster<koord_python::Words> {
  PYBIND11_TYPE_CASTER(koord_python::Words, const_name("bytes | None"));
  bool load(handle source, bool);
};

// Raises ValueError for a whole number that does not fit, and TypeError for anything else.
int64_t load_signed(handle source, int64_t least, int64_t most);
uint64_t load_unsigned(handle source, uint64_t most);

template <class T>
struct type_caster<koord_python::Number<T>> {
  PYBIND11_TYPE_CASTER(koord_python::Number<T>, const_name("int"));
  bool load(handle source, bool) {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_signed_v<T>)
      value.value = static_cast<T>(load_signed(source, Limits::min(), Limits::max()));
    else
      value.value = static_cast<T>(load_unsigned(source, Limits::max()));
    return true;
  }
};

}  // namespace pybind11::detail

#endif  // KOORD_PYTHON_VALUES_H_

// What every file of the module is made of: handles that outlive a close, calls without the GIL, and values that
// cross. Functions of the module mirror koord.h one by one; the Python files of the package make them idiomatic.
#ifndef KOORD_PYTHON_BRIDGE_H_
#define KOORD_PYTHON_BRIDGE_H_

#define KOORD_EXPERIMENTAL 1  // the binding has both halves
#include <koord.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

#include "kinds.h"
#include "structs.h"

namespace koord_python {

namespace py = pybind11;
using namespace pybind11::literals;

// Every set crosses at full width: 1 KiB, and no question of how wide a machine is.
constexpr size_t kWords = KOORD_MAX_CPUS / 64;

// ---- Calls ------------------------------------------------------------------------------------------------------

// Whoever holds the GIL while the interpreter shuts down keeps it (null); a thread that comes back to one that began
// to shut down meanwhile waits for the end of the process: taking the GIL would unwind frames not made for that.
PyThreadState *release_gil();
void take_gil_back(PyThreadState *state);

template <class F>
koord_status without_gil(F f) {
  PyThreadState *state = release_gil();
  const koord_status status = f();
  take_gil_back(state);
  return status;
}

// Raises the class that koord/errors.py has for the status.
[[noreturn]] void raise_error(koord_status status, const koord_error &err);

// Remarks of a call, or of all calls of a handle that keeps its context. Handed to Python's logging once the call is over:
// the library may hold the handle's lock when it makes them, and other threads may be making some.
class Remarks {
 public:
  Remarks();
  ~Remarks();
  Remarks(const Remarks &) = delete;
  Remarks &operator=(const Remarks &) = delete;
  const koord_context *context() const { return context_; }
  using Lines = std::vector<std::pair<int32_t, std::string>>;
  Lines take();
  static void deliver(const Lines &lines);
  // Before the error of the call that made them is raised.
  static void deliver_of_failure(const Lines &lines);

 private:
  static void note(void *user, int32_t level, const char *message, size_t length);
  koord_context *context_ = nullptr;
  std::mutex adding_;
  Lines lines_;
};

// One call: its error is raised, and its remarks delivered. That comes once its result is a Python object, because logging
// may raise what a handler of the program's raises. Where the call failed its own error is raised, and that of logging
// goes to sys.unraisablehook.
class Call {
 public:
  explicit Call(Remarks *first = nullptr, Remarks *second = nullptr)
      : remarks_{first, first == second ? nullptr : second} {}

  // f: koord_status(koord_error *). It is called again while something that it fills was too small, and grew.
  template <class F, class... Filled>
  void operator()(F f, Filled &...filled) {
    for (;;) {
      koord_error err{};
      const koord_status status = without_gil([&] { return f(&err); });
      if (status == KOORD_OK) return;
      const Remarks::Lines lines = take();
      if (status == KOORD_E_NO_SPACE && (false | ... | filled.grow())) continue;
      Remarks::deliver_of_failure(lines);
      raise_error(status, err);
    }
  }

  template <class R>
  R give(R result) {
    end();
    return result;
  }
  void end() { Remarks::deliver(take()); }

 private:
  Remarks::Lines take() {
    Remarks::Lines lines;
    for (Remarks *one : remarks_)
      if (one != nullptr)
        for (auto &line : one->take()) lines.push_back(std::move(line));
    return lines;
  }
  Remarks *remarks_[2];
};

// ---- Handles ----------------------------------------------------------------------------------------------------

template <class T>
struct Kind;  // kName, for messages, free(), and kRef of those that are counted

#define KOORD_KIND(type, name, free_function, ref_function)      \
  template <>                                                    \
  struct Kind<type> {                                            \
    static constexpr const char *kName = name;                   \
    static void free(type *handle) { free_function(handle); }    \
    static constexpr type *(*kRef)(const type *) = ref_function; \
  };
KOORD_KINDS(KOORD_KIND)
#undef KOORD_KIND

// A handle of the library, and who is inside it: calls that change it need it for themselves, others share it.
// (koord_cluster sees to that itself, immutable handles need nothing.)
template <class T>
struct Box {
  explicit Box(T *handle_, std::unique_ptr<Remarks> remarks_ = nullptr)
      : handle(handle_), remarks(std::move(remarks_)) {}
  ~Box() { Kind<T>::free(handle); }
  Box(const Box &) = delete;
  Box &operator=(const Box &) = delete;
  T *const handle;
  const std::unique_ptr<Remarks> remarks;  // of a handle that keeps the context it was made with
  std::shared_mutex inside;
  std::atomic<size_t> rows{64};  // that its largest answer had, see RowsUpTo
};

// Called with the GIL, as all that copies or drops references: the last one frees without it.
template <class T>
void drop(std::shared_ptr<Box<T>> box) {
  if (!box || box.use_count() > 1) return;
  without_gil([&] {
    box.reset();
    return KOORD_OK;
  });
}

// What Python holds. Closing drops its reference; a call that runs in another thread has its own until it is over.
template <class T>
class Handle {
 public:
  explicit Handle(T *handle, std::unique_ptr<Remarks> remarks = nullptr)
      : box_(std::make_shared<Box<T>>(handle, std::move(remarks))) {}
  Handle(Handle &&) = default;
  Handle(const Handle &) = delete;
  ~Handle() { close(); }

  std::shared_ptr<Box<T>> use() const {
    if (!box_) throw py::value_error(std::string(Kind<T>::kName) + " is closed");
    return box_;
  }
  bool closed() const { return !box_; }
  void close() { drop(std::move(box_)); }

 private:
  std::shared_ptr<Box<T>> box_;
};

}  // namespace koord_python

namespace koord_python {

// Raises TypeError in words of ours, not of pybind11's.
[[noreturn]] void wrong_type(const char *wanted, py::handle found);

}  // namespace koord_python

namespace pybind11::detail {

// pybind11 looks for None among the types of all other modules first, which takes a third of a short call.
template <class T>
struct type_caster<koord_python::Handle<T>> : type_caster_base<koord_python::Handle<T>> {
  bool load(handle source, bool convert) {
    given_ = source;
    if (source.is_none() || type_caster_base<koord_python::Handle<T>>::load(source, convert))
      return true;
    refuse();
  }
  operator koord_python::Handle<T> *() {
    return static_cast<koord_python::Handle<T> *>(this->value);
  }
  operator koord_python::Handle<T> &() {
    if (this->value == nullptr) refuse();
    return *static_cast<koord_python::Handle<T> *>(this->value);
  }

 private:
  [[noreturn]] void refuse() const {
    koord_python::wrong_type(koord_python::Kind<T>::kName, given_);
  }
  handle given_;
};

}  // namespace pybind11::detail

namespace koord_python {

// An argument for the time of a call: made with the GIL, locked without it.
template <class T>
class Used {
 public:
  explicit Used(const Handle<T> &handle) : box_(handle.use()) {}
  explicit Used(const Handle<T> *handle) {
    if (handle != nullptr) box_ = handle->use();
  }
  Used(Used &&) = default;
  ~Used() { drop(std::move(box_)); }
  T *get() const { return box_ ? box_->handle : nullptr; }
  Remarks *remarks() const { return box_ ? box_->remarks.get() : nullptr; }
  std::atomic<size_t> *rows() const { return &box_->rows; }
  [[nodiscard]] std::shared_lock<std::shared_mutex> shared() const {
    return box_ ? std::shared_lock(box_->inside) : std::shared_lock<std::shared_mutex>();
  }
  [[nodiscard]] std::unique_lock<std::shared_mutex> alone() const {
    return box_ ? std::unique_lock(box_->inside) : std::unique_lock<std::shared_mutex>();
  }

 private:
  std::shared_ptr<Box<T>> box_;
};

// None where the library gave none: a refusal.
template <class T>
py::object owned(T *handle) {
  if (handle == nullptr) return py::none();
  return py::cast(Handle<T>(handle));
}

// ---- Values in --------------------------------------------------------------------------------------------------

// Text, bytes or a path of the caller's, borrowed for the call.
struct Text {
  py::object keep;
  const char *text = nullptr;
  size_t length = 0;
  const char *data() const { return text; }
  size_t size() const { return length; }
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

// Rows in a buffer of the caller's: a NumPy array, a bytearray.
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

// ---- Structs ----------------------------------------------------------------------------------------------------

struct Layout;
struct Field {
  const char *name;
  uint32_t offset;
  uint32_t size;
  char kind;  // 'i', 'u': integers; 's': text; 'n': another struct
  const Layout *nested;
};
struct Layout {
  const char *name;
  uint32_t size;
  const Field *fields;
  size_t count;
};
template <class S>
const Layout &layout_of();

#define KOORD_DECLARE(s, ...) \
  template <>                 \
  const Layout &layout_of<s>();
KOORD_STRUCTS(KOORD_DECLARE)
#undef KOORD_DECLARE

py::dict struct_to_dict(const Layout &layout, const void *data);
void struct_from_dict(const Layout &layout, const py::dict &values, void *data);

template <class S>
py::dict to_dict(const S &value) {
  return struct_to_dict(layout_of<S>(), &value);
}
template <class S>
void fill(S &value, const py::dict &values) {
  struct_from_dict(layout_of<S>(), values, &value);
}

// Handles of a list, for the time of a call.
template <class T>
class Handles {
 public:
  explicit Handles(const py::list &handles) {
    for (const py::handle one : handles) used_.emplace_back(one.cast<const Handle<T> &>());
    for (const auto &one : used_) handles_.push_back(one.get());
  }
  const T *const *get() const { return handles_.data(); }
  size_t count() const { return handles_.size(); }

 private:
  std::vector<Used<T>> used_;
  std::vector<const T *> handles_;
};

// ---- Values out -------------------------------------------------------------------------------------------------

py::str to_str(const char *text, size_t length);
// Without the words at the end that are zero.
py::bytes to_words(const uint64_t *words, size_t count = kWords);
// Takes the document over.
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

// Rows or numbers, where the library wrote them. What it counts may grow between two calls.
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

// Rows that a struct counts: in a buffer of the caller's, at most so many (a number), or all of them (None), for which
// `known`, the number that an earlier call of the handle had, is a good guess.
template <class Row>
class RowsUpTo {
 public:
  RowsUpTo(const py::object &given, std::atomic<size_t> *known)
      : known_(known), is_open_(given.is_none()) {
    constexpr size_t kMost = 1U << 20;  // as many as there can be nodes
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

// A row by itself, as it lies in memory.
template <class Row>
py::bytearray row_of(const Row &row) {
  return {reinterpret_cast<const char *>(&row), sizeof row};
}

// Makes the texts of rows, offsets into `from`, offsets into what it returns: those of these rows alone.
py::bytes texts_of(const Layout &layout, void *rows, size_t count, const char *from);

// Texts that the handle of rows lends. One that may change lends them for as long as it is locked.
class Lent {
 public:
  explicit Lent(bool may_change) : may_change_(may_change) {}
  size_t *length() { return &length_; }
  void take(const char *texts) {
    if (may_change_) copy_.assign(texts, length_);
    texts_ = may_change_ ? copy_.data() : texts;
  }
  template <class Row>
  py::bytes of(Row *rows, size_t count) const {
    return texts_of(layout_of<Row>(), rows, count, texts_);
  }

 private:
  bool may_change_;
  size_t length_ = 0;
  std::string copy_;
  const char *texts_ = nullptr;
};

// ---- Parts of the module, one file each --------------------------------------------------------------------------

void add_layouts(py::module_ &m);
void add_by_hand(py::module_ &m);
#define KOORD_PART(part) void add_##part(py::module_ &m);
KOORD_PARTS(KOORD_PART)
#undef KOORD_PART

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

// A whole number that does not fit is a ValueError, anything that is none a TypeError.
bool load_signed(handle source, int64_t least, int64_t most, int64_t *out);
bool load_unsigned(handle source, uint64_t most, uint64_t *out);

template <class T>
struct type_caster<koord_python::Number<T>> {
  PYBIND11_TYPE_CASTER(koord_python::Number<T>, const_name("int"));
  bool load(handle source, bool) {
    if constexpr (std::is_signed_v<T>) {
      int64_t out = 0;
      if (!load_signed(source, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), &out))
        return false;
      value.value = static_cast<T>(out);
    } else {
      uint64_t out = 0;
      if (!load_unsigned(source, std::numeric_limits<T>::max(), &out)) return false;
      value.value = static_cast<T>(out);
    }
    return true;
  }
};

}  // namespace pybind11::detail

#endif  // KOORD_PYTHON_BRIDGE_H_

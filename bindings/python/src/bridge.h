// Common parts of the module: handles that outlive a close, and calls without the GIL. The module's
// functions mirror koord.h one by one; the Python files of the package make them idiomatic.
#ifndef KOORD_PYTHON_BRIDGE_H_
#define KOORD_PYTHON_BRIDGE_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

#include "kinds.h"
#include "values.h"

namespace koord_python {

using namespace pybind11::literals;

// ---- Calls --------------------------------------------------------------------------------------

// Releases and re-acquires the GIL. A thread that holds the GIL while the interpreter shuts down
// keeps it; release_gil then returns null. A thread that returns after the shutdown began waits for
// the end of the process, because taking the GIL would unwind frames that do not support it.
PyThreadState *release_gil();
void take_gil_back(PyThreadState *state);

template <class F>
koord_status without_gil(F f) {
  PyThreadState *state = release_gil();
  const koord_status status = f();
  take_gil_back(state);
  return status;
}

// Raises the exception class in koord/errors.py for the status.
[[noreturn]] void raise_error(koord_status status, const koord_error &err);

// The log messages of a call, or of all calls of a handle that retains its context. They are passed
// to Python's logging after the call, because the library may hold the handle's lock when it logs,
// and other threads may be logging.
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
  // Called before the error of the call that logged is raised.
  static void deliver_of_failure(const Lines &lines);

 private:
  static void note(void *user, int32_t level, const char *message, size_t length);
  koord_context *context_ = nullptr;
  std::mutex adding_;
  Lines lines_;
};

// One call: raises its error and delivers its log messages. They are delivered after the result has
// become a Python object, because logging may raise an exception of the program's handlers. If the
// call failed, its own error is raised, and that of logging goes to sys.unraisablehook.
class Call {
 public:
  explicit Call(Remarks *first = nullptr, Remarks *second = nullptr)
      : remarks_{first, first == second ? nullptr : second} {}

  // f is koord_status(koord_error *). It is repeated while one of the buffers was too small and has
  // grown.
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

// ---- Handles ------------------------------------------------------------------------------------

template <class T>
struct Kind;  // kName for messages, free(), and kRef for reference-counted types

#define KOORD_KIND(type, name, free_function, ref_function)      \
  template <>                                                    \
  struct Kind<type> {                                            \
    static constexpr const char *kName = name;                   \
    static void free(type *handle) { free_function(handle); }    \
    static constexpr type *(*kRef)(const type *) = ref_function; \
  };
KOORD_KINDS(KOORD_KIND)
#undef KOORD_KIND

// A handle of the library with its lock. Calls that modify the object lock it exclusively, others
// share it. koord_cluster locks itself, and immutable handles need no lock.
template <class T>
struct Box {
  explicit Box(T *handle_, std::unique_ptr<Remarks> remarks_ = nullptr)
      : handle(handle_), remarks(std::move(remarks_)) {}
  ~Box() { Kind<T>::free(handle); }
  Box(const Box &) = delete;
  Box &operator=(const Box &) = delete;
  T *const handle;
  const std::unique_ptr<Remarks> remarks;  // of a handle that retains the context of its creation
  std::shared_mutex inside;
  std::atomic<size_t> rows{64};  // rows in its largest result, see RowsUpTo
};

// Called with the GIL, like all code that copies or drops references. The last one frees the handle
// without the GIL.
template <class T>
void drop(std::shared_ptr<Box<T>> box) {
  if (!box || box.use_count() > 1) return;
  without_gil([&] {
    box.reset();
    return KOORD_OK;
  });
}

// The object held by Python. Closing drops its reference. A call that runs in another thread has
// its own reference until it ends.
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

namespace pybind11::detail {

// pybind11 first looks for None among the types of all other modules, which takes a third of a
// short call.
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

// An argument during a call: created with the GIL, locked without it.
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

// Returns None if the library returned no handle, as for a refusal.
template <class T>
py::object owned(T *handle) {
  if (handle == nullptr) return py::none();
  return py::cast(Handle<T>(handle));
}

// The handles of a list, during a call.
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

// ---- Parts of the module, one file each ---------------------------------------------------------

void add_layouts(py::module_ &m);
void add_arrow(py::module_ &m);
void add_by_hand(py::module_ &m);
#define KOORD_PART(part) void add_##part(py::module_ &m);
KOORD_PARTS(KOORD_PART)
#undef KOORD_PART

}  // namespace koord_python

#endif  // KOORD_PYTHON_BRIDGE_H_

// What every file of the module is made of: handles that outlive a close, calls without the GIL, and values that
// cross. Functions of the module mirror koord.h one by one; the Python files of the package make them idiomatic.
#ifndef KOORD_PYTHON_BRIDGE_H_
#define KOORD_PYTHON_BRIDGE_H_

#define KOORD_EXPERIMENTAL 1  // the binding has both halves
#include <koord.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

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

// f: koord_status(koord_error *).
template <class F>
void call(F f) {
  koord_error err{};
  const koord_status status = without_gil([&] { return f(&err); });
  if (status != KOORD_OK) raise_error(status, err);
}

// Remarks of one call, handed to Python's logging once it is over: the library may hold the handle's lock when it
// makes them.
class Remarks {
 public:
  Remarks();
  ~Remarks();
  Remarks(const Remarks &) = delete;
  Remarks &operator=(const Remarks &) = delete;
  const koord_context *context() const { return context_; }
  using Lines = std::vector<std::pair<int32_t, std::string>>;
  Lines take() { return std::exchange(lines_, {}); }
  void deliver() { deliver(take()); }
  static void deliver(const Lines &lines);
  // Before the error of the call that made them is raised.
  static void deliver_of_failure(const Lines &lines);

 private:
  static void note(void *user, int32_t level, const char *message, size_t length);
  koord_context *context_ = nullptr;
  Lines lines_;
};

// f: koord_status(const koord_context *, koord_error *); result: a Python object of what it returned. That is owned
// before the remarks are delivered, because logging may raise what a handler of the program's raises. Where the call
// failed its own error is raised, and that of logging goes to sys.unraisablehook.
template <class F, class R>
auto call_with_remarks(F f, R result) {
  Remarks remarks;
  koord_error err{};
  const koord_status status = without_gil([&] { return f(remarks.context(), &err); });
  if (status != KOORD_OK) {
    Remarks::deliver_of_failure(remarks.take());
    raise_error(status, err);
  }
  auto made = result();
  remarks.deliver();
  return made;
}

template <class F>
void call_with_remarks(F f) {
  call_with_remarks(f, [] { return 0; });
}

// ---- Handles ----------------------------------------------------------------------------------------------------

template <class T>
struct Kind;  // kName, for messages, free(), and kRef of those that are counted

#define KOORD_KINDS(X)                                                                       \
  X(koord_topology, "Topology", koord_topology_unref, koord_topology_ref)                    \
  X(koord_pod, "Pod", koord_pod_unref, koord_pod_ref)                                        \
  X(koord_kubelet, "Kubelet", koord_kubelet_free, nullptr)                                   \
  X(koord_cluster, "Cluster", koord_cluster_free, nullptr)                                   \
  X(koord_query, "Query", koord_query_free, nullptr)                                         \
  X(koord_numa_hints, "NumaHints", koord_numa_hints_free, nullptr)                           \
  X(koord_plan, "Plan", koord_plan_unref, koord_plan_ref)                                    \
  X(koord_explanation, "Explanation", koord_explanation_unref, koord_explanation_ref)        \
  X(koord_preemption, "Preemption", koord_preemption_unref, koord_preemption_ref)            \
  X(koord_capacity, "Capacity", koord_capacity_unref, koord_capacity_ref)                    \
  X(koord_agent, "Agent", koord_agent_free, nullptr)                                         \
  X(koord_agent_state, "AgentState", koord_agent_state_unref, koord_agent_state_ref)         \
  X(koord_cgroups, "Cgroups", koord_cgroups_close, nullptr)                                  \
  X(koord_cgroup_plan, "CgroupPlan", koord_cgroup_plan_unref, koord_cgroup_plan_ref)         \
  X(koord_cgroup_report, "CgroupReport", koord_cgroup_report_unref, koord_cgroup_report_ref) \
  X(koord_adjustment, "Adjustment", koord_adjustment_unref, koord_adjustment_ref)            \
  X(koord_nrt_node, "NrtNode", koord_nrt_node_unref, koord_nrt_node_ref)                     \
  X(koord_pod_builder, "PodBuilder", koord_pod_builder_free, nullptr)                        \
  X(koord_node_builder, "NodeBuilder", koord_node_builder_free, nullptr)                     \
  X(koord_nrt_builder, "NrtBuilder", koord_nrt_builder_free, nullptr)                        \
  X(koord_device_builder, "DeviceBuilder", koord_device_builder_free, nullptr)

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

namespace pybind11::detail {

// pybind11 looks for None among the types of all other modules first, which takes a third of a short call.
template <class T>
struct type_caster<koord_python::Handle<T>> : type_caster_base<koord_python::Handle<T>> {
  bool load(handle source, bool convert) {
    return source.is_none() || type_caster_base<koord_python::Handle<T>>::load(source, convert);
  }
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
  Remarks *remarks() const { return box_->remarks.get(); }
  [[nodiscard]] std::shared_lock<std::shared_mutex> shared() const {
    return box_ ? std::shared_lock(box_->inside) : std::shared_lock<std::shared_mutex>();
  }
  [[nodiscard]] std::unique_lock<std::shared_mutex> alone() const {
    return box_ ? std::unique_lock(box_->inside) : std::unique_lock<std::shared_mutex>();
  }

 private:
  std::shared_ptr<Box<T>> box_;
};

// Changes a handle that keeps the context it was made with: f is as in call(), and has the handle to itself.
template <class T, class F>
void change(const Used<T> &used, F f) {
  koord_error err{};
  Remarks::Lines lines;
  const koord_status status = without_gil([&] {
    const auto lock = used.alone();
    const koord_status status_ = f(&err);
    lines = used.remarks()->take();  // before another thread makes some
    return status_;
  });
  if (status != KOORD_OK) {
    Remarks::deliver_of_failure(lines);
    raise_error(status, err);
  }
  Remarks::deliver(lines);
}

// A handle for the time of one call.
template <class T, void (*Free)(T *)>
struct Freeing {
  void operator()(T *handle) const { Free(handle); }
};
template <class T, void (*Free)(T *)>
using Temporary = std::unique_ptr<T, Freeing<T, Free>>;

// None where the library gave none: a refusal.
template <class T>
py::object owned(T *handle) {
  if (handle == nullptr) return py::none();
  return py::cast(Handle<T>(handle));
}

// ---- Values in --------------------------------------------------------------------------------------------------

// Text or bytes of the caller's, borrowed for the call. None, where it may be: NULL.
struct Text {
  py::object keep;
  const char *text = nullptr;
  size_t length = 0;
  const char *data() const { return text; }
  size_t size() const { return length; }
};
struct MaybeText : Text {
  bool given() const { return text != nullptr; }
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

// Pods of a list, for the time of a call.
class Pods {
 public:
  explicit Pods(const py::list &pods) {
    for (const py::handle pod : pods) used_.emplace_back(pod.cast<const Handle<koord_pod> &>());
    for (const auto &pod : used_) pods_.push_back(pod.get());
  }
  const koord_pod *const *get() const { return pods_.data(); }
  size_t count() const { return pods_.size(); }

 private:
  std::vector<Used<koord_pod>> used_;
  std::vector<const koord_pod *> pods_;
};

// What a kubelet is configured with and finds, for the time of a call.
struct KubeletSetup {
  MaybeText kubelet_config, cpu_state, memory_state;
  std::vector<std::tuple<Text, Text, Text>> present;  // uid, name, id

  // f: koord_status(const koord_kubelet_setup *, koord_error *).
  template <class F>
  koord_status use(const koord_context *log, koord_error *err, F f) const {
    koord_kubelet_setup *setup = nullptr;
    koord_status status = koord_kubelet_setup_new(log, &setup, err);
    const std::unique_ptr<koord_kubelet_setup, void (*)(koord_kubelet_setup *)> owner(
        setup, koord_kubelet_setup_free);
    if (status == KOORD_OK && kubelet_config.given())
      status =
          koord_kubelet_setup_set_config(setup, kubelet_config.data(), kubelet_config.size(), err);
    if (status == KOORD_OK && cpu_state.given())
      status = koord_kubelet_setup_set_cpu_state(setup, cpu_state.data(), cpu_state.size(), err);
    if (status == KOORD_OK && memory_state.given())
      status = koord_kubelet_setup_set_memory_state(setup, memory_state.data(), memory_state.size(),
                                                    err);
    for (const auto &[uid, name, id] : present) {
      if (status != KOORD_OK) break;
      status = koord_kubelet_setup_add_container(setup, uid.data(), uid.size(), name.data(),
                                                 name.size(), id.data(), id.size(), err);
    }
    return status == KOORD_OK ? f(setup, err) : status;
  }
};

// ---- Values out -------------------------------------------------------------------------------------------------

py::str to_str(const char *text, size_t length);
// Without the words at the end that are zero.
py::bytes to_words(const uint64_t *words, size_t count = kWords);
// Takes the document over.
py::object to_document(koord_buffer *buffer);

// f: koord_status(char *text, size_t capacity, size_t *needed, koord_error *).
template <class F>
py::str text_of(F f) {
  std::vector<char> text(256);
  for (;;) {
    koord_error err{};
    size_t needed = 0;
    const koord_status status =
        without_gil([&] { return f(text.data(), text.size(), &needed, &err); });
    if (status == KOORD_E_NO_SPACE && needed >= text.size()) {
      text.resize(needed + 1);
      continue;
    }
    if (status != KOORD_OK) raise_error(status, err);
    return to_str(text.data(), needed);
  }
}

py::bytearray make_bytearray(size_t size);
void shrink_bytearray(const py::bytearray &bytes, size_t size);

// f: koord_status(Row *rows, size_t stride, size_t capacity, size_t *count, koord_error *). What it counts may grow
// between two calls.
template <class Row, class F>
py::bytearray rows_of(F f, size_t capacity = 0) {
  for (;;) {
    py::bytearray out = make_bytearray(capacity * sizeof(Row));
    Row *rows = capacity == 0 ? nullptr : reinterpret_cast<Row *>(PyByteArray_AS_STRING(out.ptr()));
    koord_error err{};
    size_t count = 0;
    const koord_status status =
        without_gil([&] { return f(rows, sizeof(Row), capacity, &count, &err); });
    if (status == KOORD_E_NO_SPACE && count > capacity) {
      capacity = count;
      continue;
    }
    if (status != KOORD_OK) raise_error(status, err);
    shrink_bytearray(out, count * sizeof(Row));
    return out;
  }
}

// The rows of a handle that lends their texts.
template <class Row, class F>
py::tuple rows_and_texts(F f, const char *texts, size_t length) {
  return py::make_tuple(rows_of<Row>(f), py::bytes(texts, length));
}

// The same with texts: f also takes (char *arena, size_t arena_capacity, size_t *arena_length).
template <class Row, class F>
py::tuple rows_and_text_of(F f) {
  size_t capacity = 0;
  std::vector<char> arena(1);
  for (;;) {
    py::bytearray out = make_bytearray(capacity * sizeof(Row));
    Row *rows = capacity == 0 ? nullptr : reinterpret_cast<Row *>(PyByteArray_AS_STRING(out.ptr()));
    koord_error err{};
    size_t count = 0;
    size_t length = 0;
    const koord_status status = without_gil([&] {
      return f(rows, sizeof(Row), capacity, &count, arena.data(), arena.size(), &length, &err);
    });
    if (status == KOORD_E_NO_SPACE && (count > capacity || length > arena.size())) {
      capacity = std::max(capacity, count);
      arena.resize(std::max(arena.size(), length));
      continue;
    }
    if (status != KOORD_OK) raise_error(status, err);
    shrink_bytearray(out, count * sizeof(Row));
    return py::make_tuple(out, py::bytes(arena.data(), length));
  }
}

// Something of the library's that a call makes for its own time.
template <class T>
using Made = std::unique_ptr<T, void (*)(T *)>;

// Rows with texts that their handle lends, for handles whose texts are those of these rows.
template <class Row, class F>
py::tuple lent_rows_of(F f, const char *texts, size_t length) {
  return py::make_tuple(rows_of<Row>(f), py::bytes(texts, length));
}

// ---- Parts of the module, one file each --------------------------------------------------------------------------

void add_layouts(py::module_ &m);
void add_base(py::module_ &m);
void add_topology(py::module_ &m);
void add_pod(py::module_ &m);
void add_cpu(py::module_ &m);
void add_numa(py::module_ &m);
void add_kubelet(py::module_ &m);
void add_kubelet_files(py::module_ &m);
void add_builders(py::module_ &m);
void add_cluster(py::module_ &m);
void add_query(py::module_ &m);
void add_verdicts(py::module_ &m);
void add_plan(py::module_ &m);
void add_explain(py::module_ &m);
void add_node(py::module_ &m);
void add_cgroup(py::module_ &m);
void add_hook(py::module_ &m);

}  // namespace koord_python

namespace pybind11::detail {

template <>
struct type_caster<koord_python::Text> {
  PYBIND11_TYPE_CASTER(koord_python::Text, const_name("str | bytes"));
  bool load(handle source, bool);
};
template <>
struct type_caster<koord_python::MaybeText> {
  PYBIND11_TYPE_CASTER(koord_python::MaybeText, const_name("str | bytes | None"));
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

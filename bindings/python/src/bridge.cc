#include "bridge.h"

#include <unistd.h>

#include <cstring>

namespace koord_python {

namespace {

bool shutting_down() {
#if PY_VERSION_HEX >= 0x030D0000
  return Py_IsFinalizing() != 0;
#else
  return _Py_IsFinalizing() != 0;
#endif
}

}  // namespace

PyThreadState *release_gil() { return shutting_down() ? nullptr : PyEval_SaveThread(); }

void take_gil_back(PyThreadState *state) {
  if (state == nullptr) return;
  while (shutting_down()) pause();
  try {
    PyEval_RestoreThread(state);
  } catch (...) {
    // The shutdown began while this thread was waiting. Up to 3.13, Python would end the thread by
    // unwinding its stack.
    for (;;) pause();
  }
}

void raise_error(koord_status status, const koord_error &err) {
  const py::object raised =
      py::module_::import("koord.errors")
          .attr("from_status")(status,
                               to_str(err.message, strnlen(err.message, sizeof err.message)));
  PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(raised.ptr())), raised.ptr());
  throw py::error_already_set();
}

Remarks::Remarks() {
  koord_error err{};
  const koord_status status = koord_context_new(&context_, &err);
  if (status != KOORD_OK) raise_error(status, err);
  koord_context_set_log(context_, &Remarks::note, this);
}

Remarks::~Remarks() { koord_context_free(context_); }

// A remark is lost if there is no memory for it, because nothing may be thrown through the library.
void Remarks::note(void *user, int32_t level, const char *message, size_t length) {
  try {
    auto *self = static_cast<Remarks *>(user);
    const std::scoped_lock lock(self->adding_);
    self->lines_.emplace_back(level, std::string(message, length));
  } catch (const std::bad_alloc &) {
  }
}

Remarks::Lines Remarks::take() {
  const std::scoped_lock lock(adding_);
  return std::exchange(lines_, {});
}

void Remarks::deliver(const Lines &lines) {
  if (lines.empty()) return;
  const py::object log = py::module_::import("koord._log").attr("remark");
  for (const auto &[level, line] : lines) log(level, to_str(line.data(), line.size()));
}

void Remarks::deliver_of_failure(const Lines &lines) {
  try {
    deliver(lines);
  } catch (py::error_already_set &error) {
    error.discard_as_unraisable("koord: a remark of a call that failed");
  }
}

}  // namespace koord_python

#include "bridge.h"

#include <unistd.h>

#include <cstring>
#include <limits>

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
    // The shutdown began while this thread was waiting: up to 3.13 Python ends it by unwinding.
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

// A remark for which there is no memory is lost: nothing may be thrown through the library.
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

void wrong_type(const char *wanted, py::handle found) {
  throw py::type_error(std::string(wanted) + " is wanted, not " + Py_TYPE(found.ptr())->tp_name);
}

Rows::Rows(py::handle source, size_t row, bool writable) {
  if (PyObject_GetBuffer(source.ptr(), &view_, writable ? PyBUF_CONTIG : PyBUF_CONTIG_RO) != 0) {
    throw py::error_already_set();
  }
  const auto size = static_cast<size_t>(view_.len);
  const bool rows = view_.itemsize == 1 || static_cast<size_t>(view_.itemsize) == row;
  const bool aligned = reinterpret_cast<uintptr_t>(view_.buf) % alignof(uint64_t) == 0;
  if (!rows || size % row != 0 || (!aligned && size > 0)) {
    PyBuffer_Release(&view_);
    throw py::value_error("a buffer of rows must be aligned, and its items be of " +
                          std::to_string(row) + " bytes");
  }
  count_ = size / row;
}

Rows::~Rows() { PyBuffer_Release(&view_); }

py::str to_str(const char *text, size_t length) {
  PyObject *made = PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(length), "surrogateescape");
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(made);
}

py::bytes to_words(const uint64_t *words, size_t count) {
  while (count > 0 && words[count - 1] == 0) --count;
  return py::bytes(reinterpret_cast<const char *>(words), count * sizeof(uint64_t));
}

py::object to_document(koord_buffer *buffer) {
  if (buffer == nullptr) return py::none();
  const std::unique_ptr<koord_buffer, void (*)(koord_buffer *)> keep(buffer, koord_buffer_unref);
  return to_str(koord_buffer_get_data(buffer), koord_buffer_get_length(buffer));
}

py::bytearray make_bytearray(size_t size) {
  PyObject *made = PyByteArray_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::bytearray>(made);
}

void shrink_bytearray(const py::bytearray &bytes, size_t size) {
  if (PyByteArray_Resize(bytes.ptr(), static_cast<Py_ssize_t>(size)) != 0)
    throw py::error_already_set();
}

}  // namespace koord_python

namespace pybind11::detail {
namespace {

bool load_text(handle source, koord_python::Text *out) {
  if (PyUnicode_Check(source.ptr())) {
    Py_ssize_t length = 0;
    const char *text = PyUnicode_AsUTF8AndSize(source.ptr(), &length);
    if (text != nullptr) {
      out->keep = reinterpret_borrow<object>(source);
      out->text = text;
      out->length = static_cast<size_t>(length);
      return true;
    }
    PyErr_Clear();
    // Bytes that were no UTF-8 when the library wrote them, see to_str(); it says itself what it makes of them.
    PyObject *encoded = PyUnicode_AsEncodedString(source.ptr(), "utf-8", "surrogateescape");
    if (encoded == nullptr) throw error_already_set();
    out->keep = reinterpret_steal<object>(encoded);
  } else if (PyBytes_Check(source.ptr())) {
    out->keep = reinterpret_borrow<object>(source);
  } else if (PyObject_HasAttrString(source.ptr(), "__fspath__") != 0) {
    PyObject *path = PyOS_FSPath(source.ptr());
    if (path == nullptr) throw error_already_set();
    return load_text(reinterpret_steal<object>(path), out);
  } else {
    koord_python::wrong_type("str or bytes", source);
  }
  out->text = PyBytes_AS_STRING(out->keep.ptr());
  out->length = static_cast<size_t>(PyBytes_GET_SIZE(out->keep.ptr()));
  return true;
}

// bool is an int in Python, and an amount of True a mistake.
object whole_number(handle source) {
  if (PyBool_Check(source.ptr()) || !PyIndex_Check(source.ptr())) return object();
  PyObject *number = PyNumber_Index(source.ptr());
  if (number == nullptr) throw error_already_set();
  return reinterpret_steal<object>(number);
}

[[noreturn]] void out_of_range(handle number, const std::string &least, const std::string &most) {
  throw value_error(std::string(str(number)) + " is not within " + least + ".." + most);
}

}  // namespace

bool type_caster<koord_python::Text>::load(handle source, bool) {
  return load_text(source, &value);
}

bool type_caster<koord_python::Words>::load(handle source, bool) {
  if (source.is_none()) return true;
  if (!PyBytes_Check(source.ptr())) koord_python::wrong_type("a set of CPUs as bytes", source);
  const auto size = static_cast<size_t>(PyBytes_GET_SIZE(source.ptr()));
  if (size > sizeof value.words)
    throw value_error("a CPU is not below " + std::to_string(KOORD_MAX_CPUS));
  if (size > 0) std::memcpy(value.words, PyBytes_AS_STRING(source.ptr()), size);
  value.given = true;
  return true;
}

bool load_signed(handle source, int64_t least, int64_t most, int64_t *out) {
  const object number = whole_number(source);
  if (!number) koord_python::wrong_type("a whole number", source);
  int overflow = 0;
  const long long found = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0 || found < least || found > most)
    out_of_range(number, std::to_string(least), std::to_string(most));
  *out = found;
  return true;
}

bool load_unsigned(handle source, uint64_t most, uint64_t *out) {
  const object number = whole_number(source);
  if (!number) koord_python::wrong_type("a whole number", source);
  const unsigned long long found = PyLong_AsUnsignedLongLong(number.ptr());
  const bool failed = PyErr_Occurred() != nullptr;
  PyErr_Clear();
  if (failed || found > most) out_of_range(number, "0", std::to_string(most));
  *out = found;
  return true;
}

}  // namespace pybind11::detail

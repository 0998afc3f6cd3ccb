#include "values.h"

#include <cstring>
#include <memory>

namespace koord_python {

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

namespace {

// Calls visit for the texts of all rows. It maps (offset, length) to the new offset.
template <class Visit>
void each_text(void *rows, size_t stride, size_t count, std::initializer_list<TextField> fields,
               Visit visit) {
  for (size_t i = 0; i < count; ++i)
    for (const TextField &field : fields) {
      char *row = static_cast<char *>(rows) + i * stride;
      uint32_t at = 0;
      uint32_t length = 0;
      std::memcpy(&at, row + field.offset, sizeof at);
      std::memcpy(&length, row + field.length, sizeof length);
      at = visit(at, length);
      std::memcpy(row + field.offset, &at, sizeof at);
    }
}

}  // namespace

py::bytes Lent::of(void *rows, size_t stride, size_t count,
                   std::initializer_list<TextField> fields) const {
  uint32_t first = UINT32_MAX;
  uint32_t end = 0;
  each_text(rows, stride, count, fields, [&](uint32_t at, uint32_t length) {
    if (length > 0) first = std::min(first, at);
    if (length > 0) end = std::max(end, at + length);
    return at;
  });
  if (end == 0) first = 0;
  each_text(rows, stride, count, fields,
            [&](uint32_t at, uint32_t length) { return length == 0 ? 0 : at - first; });
  return {texts_ + first, end - first};
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
      out->text = {text, static_cast<size_t>(length)};
      return true;
    }
    PyErr_Clear();
    // Restores bytes that were not UTF-8 when the library wrote them, see to_str(). The library
    // handles them.
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
  out->text = std::string_view(reinterpret_borrow<bytes>(out->keep));
  return true;
}

// bool is an int in Python, but an amount of True is a mistake.
object whole_number(handle source) {
  if (PyBool_Check(source.ptr()) || !PyIndex_Check(source.ptr()))
    koord_python::wrong_type("a whole number", source);
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

int64_t load_signed(handle source, int64_t least, int64_t most) {
  const object number = whole_number(source);
  int overflow = 0;
  const long long found = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0 || found < least || found > most)
    out_of_range(number, std::to_string(least), std::to_string(most));
  return found;
}

uint64_t load_unsigned(handle source, uint64_t most) {
  const object number = whole_number(source);
  const unsigned long long found = PyLong_AsUnsignedLongLong(number.ptr());
  const bool failed = PyErr_Occurred() != nullptr;
  PyErr_Clear();
  if (failed || found > most) out_of_range(number, "0", std::to_string(most));
  return found;
}

}  // namespace pybind11::detail

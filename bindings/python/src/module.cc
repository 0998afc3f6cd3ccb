// The compiled half of the package koord.
#include "bridge.h"

namespace koord_python {
namespace {

PyObject *refuse_new(PyTypeObject *type, PyObject *, PyObject *) {
  PyErr_Format(PyExc_TypeError, "%s is made by the calls that return one", type->tp_name);
  return nullptr;
}

// Handles are created by the calls that return them: __new__ would create an empty one. (py::cast
// allocates its objects itself.)
template <class T>
void add_handle(py::module_ &m) {
  const py::custom_type_setup no_new(
      [](PyHeapTypeObject *type) { type->ht_type.tp_new = refuse_new; });
  py::class_<Handle<T>> made(m, Kind<T>::kName, no_new);
  made.def("close", &Handle<T>::close).def_property_readonly("closed", &Handle<T>::closed);
  if constexpr (Kind<T>::kRef != nullptr)
    made.def("ref", [](const Handle<T> &handle) {
      const Used used(handle);
      return owned(Kind<T>::kRef(used.get()));
    });
}

}  // namespace
}  // namespace koord_python

PYBIND11_MODULE(_koord, m) {
  using namespace koord_python;
  m.attr("MAX_CPUS") = KOORD_MAX_CPUS;
#define KOORD_ADD(type, name, free_function, ref_function) add_handle<type>(m);
  KOORD_KINDS(KOORD_ADD)
#undef KOORD_ADD
  add_layouts(m);
  add_arrow(m);
  add_by_hand(m);
#define KOORD_ADD(part) add_##part(m);
  KOORD_PARTS(KOORD_ADD)
#undef KOORD_ADD
}

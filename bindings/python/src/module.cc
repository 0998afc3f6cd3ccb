// The compiled half of the package koord.
// SPDX-License-Identifier: Apache-2.0
#include "bridge.h"

namespace koord_python {
namespace {

// Handles are made by the calls that return them.
template <class T>
void add_handle(py::module_ &m) {
  py::class_<Handle<T>>(m, Kind<T>::kName)
      .def("close", &Handle<T>::close)
      .def_property_readonly("closed", &Handle<T>::closed);
}

}  // namespace
}  // namespace koord_python

PYBIND11_MODULE(_koord, m) {
  using namespace koord_python;
  m.attr("MAX_CPUS") = KOORD_MAX_CPUS;
#define KOORD_ADD(type, name, free_function) add_handle<type>(m);
  KOORD_KINDS(KOORD_ADD)
#undef KOORD_ADD
  add_layouts(m);
  add_base(m);
  add_topology(m);
  add_pod(m);
  add_cpu(m);
  add_kubelet(m);
  add_kubelet_files(m);
  add_cluster(m);
  add_verdicts(m);
  add_plan(m);
  add_explain(m);
  add_node(m);
  add_cgroup(m);
  add_hook(m);
}

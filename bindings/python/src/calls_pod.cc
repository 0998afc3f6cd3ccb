// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of pod.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_pod(py::module_ &m) {
  m.def("qos_get_name", [](Number<koord_qos> qos) {
    return koord_qos_get_name(qos.value);
  }, "qos"_a);
  m.def("kube_qos_get_name", [](Number<koord_kube_qos> qos) {
    return koord_kube_qos_get_name(qos.value);
  }, "qos"_a);
  m.def("priority_class_get_name", [](Number<koord_priority_class> priority_class) {
    return koord_priority_class_get_name(priority_class.value);
  }, "priority_class"_a);
  m.def("pod_from_json", [](const Text &json) {
    Remarks remarks;
    koord_pod *out_out = nullptr;
    Call call(&remarks);
    call([&](koord_error *err) {
      return koord_pod_from_json(remarks.context(), json.data(), json.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "json"_a);
  m.def("pod_get_info", [](const Handle<koord_pod> &pod) {
    const Used used_pod(pod);
    koord_pod_info out_info = KOORD_INIT(koord_pod_info);
    Call call;
    call([&](koord_error *err) {
      return koord_pod_get_info(used_pod.get(), &out_info, err);
    });
    return call.give(row_of(out_info));
  }, "pod"_a);
  m.def("pod_get_request", [](const Handle<koord_pod> &pod, const Text &resource) {
    const Used used_pod(pod);
    int64_t out_request{};
    int64_t out_limit{};
    Call call;
    call([&](koord_error *err) {
      return koord_pod_get_request(used_pod.get(), resource.data(), resource.size(), &out_request, &out_limit, err);
    });
    return call.give(py::make_tuple(out_request, out_limit));
  }, "pod"_a, "resource"_a);
  m.def("pod_get_text", [](const Handle<koord_pod> &pod, Number<koord_pod_text> which) {
    const Used used_pod(pod);
    TextOut out_text;
    Call call;
    call([&](koord_error *err) {
      return koord_pod_get_text(used_pod.get(), which.value, out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(out_text.get());
  }, "pod"_a, "which"_a);
  m.def("pod_get_faults", [](const Handle<koord_pod> &pod) {
    const Used used_pod(pod);
    TextOut out_text;
    Call call;
    call([&](koord_error *err) {
      return koord_pod_get_faults(used_pod.get(), out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(out_text.get());
  }, "pod"_a);
  m.def("pod_get_cpus", [](const Handle<koord_pod> &pod) {
    const Used used_pod(pod);
    uint64_t out_words[kWords] = {};
    Call call;
    call([&](koord_error *err) {
      return koord_pod_get_cpus(used_pod.get(), out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "pod"_a);
}

}  // namespace koord_python

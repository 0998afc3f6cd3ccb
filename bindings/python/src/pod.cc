// Pods.
#include "bridge.h"

namespace koord_python {

void add_pod(py::module_ &m) {
  m.def(
      "qos_get_name", [](Number<int32_t> qos) { return koord_qos_get_name(qos.value); }, "qos"_a);
  m.def(
      "kube_qos_get_name", [](Number<int32_t> qos) { return koord_kube_qos_get_name(qos.value); },
      "qos"_a);
  m.def(
      "priority_class_get_name",
      [](Number<int32_t> priority_class) {
        return koord_priority_class_get_name(priority_class.value);
      },
      "priority_class"_a);
  m.def(
      "numa_policy_get_name",
      [](Number<int32_t> policy) { return koord_numa_policy_get_name(policy.value); }, "policy"_a);
  m.def(
      "numa_exclusive_get_name",
      [](Number<int32_t> exclusive) { return koord_numa_exclusive_get_name(exclusive.value); },
      "exclusive"_a);
  m.def(
      "pod_from_json",
      [](const Text &json) {
        koord_pod *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_pod_from_json(log, json.data(), json.size(), &out, err);
            },
            [&] { return owned(out); });
      },
      "json"_a);
  m.def(
      "pod_get_info",
      [](const Handle<koord_pod> &pod) {
        const Used used_pod(pod);
        koord_pod_info info = KOORD_INIT(koord_pod_info);
        call([&](koord_error *err) { return koord_pod_get_info(used_pod.get(), &info, err); });
        return to_dict(info);
      },
      "pod"_a);
  m.def(
      "pod_get_request",
      [](const Handle<koord_pod> &pod, const Text &resource) {
        const Used used_pod(pod);
        int64_t request = 0;
        int64_t limit = 0;
        call([&](koord_error *err) {
          return koord_pod_get_request(used_pod.get(), resource.data(), resource.size(), &request,
                                       &limit, err);
        });
        return py::make_tuple(request, limit);
      },
      "pod"_a, "resource"_a);
  m.def(
      "pod_get_text",
      [](const Handle<koord_pod> &pod, Number<int32_t> which) {
        const Used used_pod(pod);
        return text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
          return koord_pod_get_text(used_pod.get(), which.value, text, capacity, needed, err);
        });
      },
      "pod"_a, "which"_a);
  m.def(
      "pod_get_faults",
      [](const Handle<koord_pod> &pod) {
        const Used used_pod(pod);
        return text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
          return koord_pod_get_faults(used_pod.get(), text, capacity, needed, err);
        });
      },
      "pod"_a);
  m.def(
      "pod_get_cpus",
      [](const Handle<koord_pod> &pod) {
        const Used used_pod(pod);
        uint64_t words[kWords] = {};
        call([&](koord_error *err) {
          return koord_pod_get_cpus(used_pod.get(), words, kWords, err);
        });
        return to_words(words);
      },
      "pod"_a);
}

}  // namespace koord_python

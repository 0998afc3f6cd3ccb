// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of kubelet.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_kubelet(py::module_ &m) {
  m.def("kubelet_new", [](const Handle<koord_topology> &topology, const Handle<koord_kubelet_setup> *setup) {
    const Used used_topology(topology);
    const Used used_setup(setup);
    koord_kubelet *out_out = nullptr;
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.shared();
      return koord_kubelet_new(used_topology.get(), used_setup.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "topology"_a, "setup"_a.none(true));
  m.def("kubelet_clone", [](const Handle<koord_kubelet> &kubelet) {
    const Used used_kubelet(kubelet);
    koord_kubelet *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      const auto lock_kubelet = used_kubelet.shared();
      return koord_kubelet_clone(used_kubelet.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "kubelet"_a);
  m.def("admission_new", []() {
    koord_admission *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_admission_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("admission_get_containers", [](const Handle<koord_admission> &admission) {
    const Used used_admission(admission);
    RowsOut<koord_kubelet_container> out_rows;
    Call call;
    call([&](koord_error *err) {
      const auto lock_admission = used_admission.shared();
      return koord_admission_get_containers(used_admission.get(), out_rows.data(), sizeof(koord_kubelet_container), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "admission"_a);
  m.def("admission_get_cpus", [](const Handle<koord_admission> &admission, Number<uint32_t> container) {
    const Used used_admission(admission);
    uint64_t out_words[kWords] = {};
    Call call;
    call([&](koord_error *err) {
      const auto lock_admission = used_admission.shared();
      return koord_admission_get_cpus(used_admission.get(), container.value, out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "admission"_a, "container"_a);
  m.def("admission_get_devices", [](const Handle<koord_admission> &admission) {
    const Used used_admission(admission);
    RowsOut<koord_plugin_device> out_rows;
    Call call;
    call([&](koord_error *err) {
      const auto lock_admission = used_admission.shared();
      return koord_admission_get_devices(used_admission.get(), out_rows.data(), sizeof(koord_plugin_device), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "admission"_a);
  m.def("kubelet_admit", [](const Handle<koord_kubelet> &kubelet, const Handle<koord_pod> &pod, Number<koord_admit_flags> flags, const Handle<koord_admission> *admission) {
    const Used used_kubelet(kubelet);
    const Used used_pod(pod);
    const Used used_admission(admission);
    koord_refusal out_refusal{};
    Call call;
    call([&](koord_error *err) {
      const auto lock_admission = used_admission.alone();
      const auto lock_kubelet = used_kubelet.alone();
      return koord_kubelet_admit(used_kubelet.get(), used_pod.get(), flags.value, used_admission.get(), &out_refusal, err);
    });
    return call.give(row_of(out_refusal));
  }, "kubelet"_a, "pod"_a, "flags"_a, "admission"_a.none(true));
  m.def("kubelet_judge", [](const Handle<koord_kubelet> &kubelet, const Handle<koord_pod> &pod, const Handle<koord_admission> *admission) {
    const Used used_kubelet(kubelet);
    const Used used_pod(pod);
    const Used used_admission(admission);
    koord_refusal out_refusal{};
    Call call;
    call([&](koord_error *err) {
      const auto lock_admission = used_admission.alone();
      const auto lock_kubelet = used_kubelet.shared();
      return koord_kubelet_judge(used_kubelet.get(), used_pod.get(), used_admission.get(), &out_refusal, err);
    });
    return call.give(row_of(out_refusal));
  }, "kubelet"_a, "pod"_a, "admission"_a.none(true));
  m.def("kubelet_format_refusal", [](const Handle<koord_kubelet> &kubelet, const py::object &refusal) {
    const Used used_kubelet(kubelet);
    const Packed<koord_refusal> given_refusal(refusal);
    TextOut out_text;
    Call call;
    call([&](koord_error *err) {
      const auto lock_kubelet = used_kubelet.shared();
      return koord_kubelet_format_refusal(used_kubelet.get(), given_refusal.get(), out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(out_text.get());
  }, "kubelet"_a, "refusal"_a);
  m.def("kubelet_remove_pod", [](const Handle<koord_kubelet> &kubelet, const Text &uid) {
    const Used used_kubelet(kubelet);
    uint32_t out_held{};
    Call call;
    call([&](koord_error *err) {
      const auto lock_kubelet = used_kubelet.alone();
      return koord_kubelet_remove_pod(used_kubelet.get(), uid.data(), uid.size(), &out_held, err);
    });
    return call.give(out_held);
  }, "kubelet"_a, "uid"_a);
  m.def("kubelet_get_memory", [](const Handle<koord_kubelet> &kubelet, const Handle<koord_pod> &pod) {
    const Used used_kubelet(kubelet);
    const Used used_pod(pod);
    RowsOut<koord_memory_block> out_rows;
    Call call;
    call([&](koord_error *err) {
      const auto lock_kubelet = used_kubelet.shared();
      return koord_kubelet_get_memory(used_kubelet.get(), used_pod.get(), out_rows.data(), sizeof(koord_memory_block), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "kubelet"_a, "pod"_a);
  m.def("kubelet_get_cpus", [](const Handle<koord_kubelet> &kubelet, Number<koord_kubelet_cpuset> which) {
    const Used used_kubelet(kubelet);
    uint64_t out_words[kWords] = {};
    Call call;
    call([&](koord_error *err) {
      const auto lock_kubelet = used_kubelet.shared();
      return koord_kubelet_get_cpus(used_kubelet.get(), which.value, out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "kubelet"_a, "which"_a);
  m.def("kubelet_get_cpu_state", [](const Handle<koord_kubelet> &kubelet) {
    const Used used_kubelet(kubelet);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      const auto lock_kubelet = used_kubelet.shared();
      return koord_kubelet_get_cpu_state(used_kubelet.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "kubelet"_a);
  m.def("kubelet_get_memory_state", [](const Handle<koord_kubelet> &kubelet) {
    const Used used_kubelet(kubelet);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      const auto lock_kubelet = used_kubelet.shared();
      return koord_kubelet_get_memory_state(used_kubelet.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "kubelet"_a);
  m.def("kubelet_get_device_state", [](const Handle<koord_kubelet> &kubelet) {
    const Used used_kubelet(kubelet);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      const auto lock_kubelet = used_kubelet.shared();
      return koord_kubelet_get_device_state(used_kubelet.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "kubelet"_a);
}

}  // namespace koord_python

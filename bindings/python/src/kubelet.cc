// A kubelet's admission.
#include "bridge.h"

namespace koord_python {

namespace {

// Rows and own CPUs of a pod's containers, of which there are as many as the pod has.
template <class F>
py::tuple containers_of(koord_pod *pod, F f) {
  koord_pod_info info = KOORD_INIT(koord_pod_info);
  call([&](koord_error *err) { return koord_pod_get_info(pod, &info, err); });
  const size_t capacity = info.containers;
  const py::bytearray rows = make_bytearray(capacity * sizeof(koord_kubelet_container));
  auto *to = reinterpret_cast<koord_kubelet_container *>(PyByteArray_AS_STRING(rows.ptr()));
  std::vector<uint64_t> words(capacity * kWords);
  size_t count = 0;
  koord_refusal refusal{};
  call([&](koord_error *err) { return f(to, capacity, &count, words.data(), &refusal, err); });
  py::list cpus;
  for (size_t i = 0; i < count; ++i) cpus.append(to_words(words.data() + i * kWords));
  return py::make_tuple(rows, cpus, to_dict(refusal));
}

}  // namespace

void add_kubelet(py::module_ &m) {
  m.def(
      "kubelet_new",
      [](const Handle<koord_topology> &topology, const Text &kubelet_config, const Text &cpu_state,
         const Text &memory_state) {
        const Used used_topology(topology);
        koord_kubelet *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_kubelet_new(log, used_topology.get(), kubelet_config.data(),
                                       kubelet_config.size(), cpu_state.data(), cpu_state.size(),
                                       memory_state.data(), memory_state.size(), &out, err);
            },
            [&] { return owned(out); });
      },
      "topology"_a, "kubelet_config"_a, "cpu_state"_a, "memory_state"_a);
  m.def(
      "kubelet_clone",
      [](const Handle<koord_kubelet> &kubelet) {
        const Used used_kubelet(kubelet);
        koord_kubelet *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_kubelet.shared();
          return koord_kubelet_clone(used_kubelet.get(), &out, err);
        });
        return owned(out);
      },
      "kubelet"_a);
  m.def(
      "kubelet_remove_pod",
      [](const Handle<koord_kubelet> &kubelet, const Text &uid) {
        const Used used_kubelet(kubelet);
        uint32_t held = 0;
        call([&](koord_error *err) {
          const auto lock = used_kubelet.alone();
          return koord_kubelet_remove_pod(used_kubelet.get(), uid.data(), uid.size(), &held, err);
        });
        return held;
      },
      "kubelet"_a, "uid"_a);
  m.def(
      "kubelet_get_memory",
      [](const Handle<koord_kubelet> &kubelet, const Handle<koord_pod> &pod) {
        const Used used_kubelet(kubelet);
        const Used used_pod(pod);
        return rows_of<koord_memory_block>([&](koord_memory_block *rows, size_t stride,
                                               size_t capacity, size_t *count, koord_error *err) {
          const auto lock = used_kubelet.shared();
          return koord_kubelet_get_memory(used_kubelet.get(), used_pod.get(), rows, stride,
                                          capacity, count, err);
        });
      },
      "kubelet"_a, "pod"_a);
  m.def(
      "kubelet_get_cpus",
      [](const Handle<koord_kubelet> &kubelet, Number<int32_t> which) {
        const Used used_kubelet(kubelet);
        uint64_t words[kWords] = {};
        call([&](koord_error *err) {
          const auto lock = used_kubelet.shared();
          return koord_kubelet_get_cpus(used_kubelet.get(), which.value, words, kWords, err);
        });
        return to_words(words);
      },
      "kubelet"_a, "which"_a);
  m.def(
      "kubelet_get_cpu_state",
      [](const Handle<koord_kubelet> &kubelet) {
        const Used used_kubelet(kubelet);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_kubelet.shared();
          return koord_kubelet_get_cpu_state(used_kubelet.get(), &out, err);
        });
        return to_document(out);
      },
      "kubelet"_a);
  m.def(
      "kubelet_get_memory_state",
      [](const Handle<koord_kubelet> &kubelet) {
        const Used used_kubelet(kubelet);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_kubelet.shared();
          return koord_kubelet_get_memory_state(used_kubelet.get(), &out, err);
        });
        return to_document(out);
      },
      "kubelet"_a);
  m.def(
      "kubelet_admit",
      [](const Handle<koord_kubelet> &kubelet, const Handle<koord_pod> &pod,
         Number<uint32_t> flags) {
        const Used used_kubelet(kubelet);
        const Used used_pod(pod);
        return containers_of(
            used_pod.get(), [&](koord_kubelet_container *rows, size_t capacity, size_t *count,
                                uint64_t *cpus, koord_refusal *refusal, koord_error *err) {
              const auto lock = used_kubelet.alone();
              return koord_kubelet_admit(used_kubelet.get(), used_pod.get(), flags.value, rows,
                                         sizeof *rows, capacity, count, cpus, kWords, refusal, err);
            });
      },
      "kubelet"_a, "pod"_a, "flags"_a);
  m.def(
      "kubelet_judge",
      [](const Handle<koord_kubelet> &kubelet, const Handle<koord_pod> &pod) {
        const Used used_kubelet(kubelet);
        const Used used_pod(pod);
        return containers_of(
            used_pod.get(), [&](koord_kubelet_container *rows, size_t capacity, size_t *count,
                                uint64_t *cpus, koord_refusal *refusal, koord_error *err) {
              const auto lock = used_kubelet.shared();
              return koord_kubelet_judge(used_kubelet.get(), used_pod.get(), rows, sizeof *rows,
                                         capacity, count, cpus, kWords, refusal, err);
            });
      },
      "kubelet"_a, "pod"_a);
}

}  // namespace koord_python

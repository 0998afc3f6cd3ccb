// A kubelet's admission.
#include "bridge.h"

namespace koord_python {

namespace {

// What kubelet says to a pod. f: koord_status(koord_admission *, koord_refusal *, koord_error *).
template <class F>
py::tuple admission_of(F f) {
  koord_admission *made = nullptr;
  call([&](koord_error *err) { return koord_admission_new(&made, err); });
  const std::unique_ptr<koord_admission, void (*)(koord_admission *)> admission(
      made, koord_admission_free);
  koord_refusal refusal{};
  call([&](koord_error *err) { return f(made, &refusal, err); });
  const py::bytearray rows =
      rows_of<koord_kubelet_container>([&](koord_kubelet_container *to, size_t stride,
                                           size_t capacity, size_t *count, koord_error *err) {
        return koord_admission_get_containers(made, to, stride, capacity, count, err);
      });
  const size_t count = PyByteArray_GET_SIZE(rows.ptr()) / sizeof(koord_kubelet_container);
  std::vector<uint64_t> words(count * kWords);
  call([&](koord_error *err) {
    koord_status status = KOORD_OK;
    for (uint32_t i = 0; i < count && status == KOORD_OK; ++i)
      status = koord_admission_get_cpus(made, i, words.data() + i * kWords, kWords, err);
    return status;
  });
  py::list cpus;
  for (size_t i = 0; i < count; ++i) cpus.append(to_words(words.data() + i * kWords));
  return py::make_tuple(rows, cpus, to_dict(refusal));
}

}  // namespace

void add_kubelet(py::module_ &m) {
  m.def(
      "kubelet_new",
      [](const Handle<koord_topology> &topology, const MaybeText &kubelet_config,
         const MaybeText &cpu_state, const MaybeText &memory_state) {
        const Used used_topology(topology);
        const KubeletSetup setup{kubelet_config, cpu_state, memory_state, {}};
        koord_kubelet *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return setup.use(log, err, [&](const koord_kubelet_setup *made, koord_error *e) {
                return koord_kubelet_new(used_topology.get(), made, &out, e);
              });
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
        return admission_of(
            [&](koord_admission *admission, koord_refusal *refusal, koord_error *err) {
              const auto lock = used_kubelet.alone();
              return koord_kubelet_admit(used_kubelet.get(), used_pod.get(), flags.value, admission,
                                         refusal, err);
            });
      },
      "kubelet"_a, "pod"_a, "flags"_a);
  m.def(
      "kubelet_judge",
      [](const Handle<koord_kubelet> &kubelet, const Handle<koord_pod> &pod) {
        const Used used_kubelet(kubelet);
        const Used used_pod(pod);
        return admission_of([&](koord_admission *admission, koord_refusal *refusal,
                                koord_error *err) {
          const auto lock = used_kubelet.shared();
          return koord_kubelet_judge(used_kubelet.get(), used_pod.get(), admission, refusal, err);
        });
      },
      "kubelet"_a, "pod"_a);
}

}  // namespace koord_python

// What a topology manager merges, and the merge.
#include "bridge.h"

namespace koord_python {

void add_numa(py::module_ &m) {
  m.def("numa_hints_new", []() {
    koord_numa_hints *out = nullptr;
    call([&](koord_error *err) { return koord_numa_hints_new(&out, err); });
    return owned(out);
  });
  m.def(
      "numa_hints_clone",
      [](const Handle<koord_numa_hints> &hints) {
        const Used used_hints(hints);
        koord_numa_hints *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_hints.shared();
          return koord_numa_hints_clone(used_hints.get(), &out, err);
        });
        return owned(out);
      },
      "hints"_a);
  m.def(
      "numa_hints_reset",
      [](const Handle<koord_numa_hints> &hints) {
        const Used used_hints(hints);
        call([&](koord_error *err) {
          const auto lock = used_hints.alone();
          return koord_numa_hints_reset(used_hints.get(), err);
        });
      },
      "hints"_a);
  m.def(
      "numa_hints_set_nodes",
      [](const Handle<koord_numa_hints> &hints, const py::object &rows,
         const py::object &distances) {
        const Used used_hints(hints);
        const Rows rows_(rows, sizeof(koord_numa_place), false);
        const Rows distances_(distances, sizeof(uint32_t), false);
        if (distances_.count() != 0 && distances_.count() != rows_.count() * rows_.count())
          throw py::value_error("distances: one for each pair of NUMA nodes is needed");
        call([&](koord_error *err) {
          const auto lock = used_hints.alone();
          return koord_numa_hints_set_nodes(
              used_hints.get(), rows_.as<koord_numa_place>(), sizeof(koord_numa_place),
              rows_.count(), distances_.count() == 0 ? nullptr : distances_.as<uint32_t>(), err);
        });
      },
      "hints"_a, "rows"_a, "distances"_a);
  m.def(
      "numa_hints_add_list",
      [](const Handle<koord_numa_hints> &hints, const py::dict &list, const Text &name,
         const py::object &rows) {
        const Used used_hints(hints);
        koord_numa_hint_list list_ = KOORD_INIT(koord_numa_hint_list);
        fill(list_, list);
        const Rows rows_(rows, sizeof(koord_numa_hint), false);
        call([&](koord_error *err) {
          const auto lock = used_hints.alone();
          return koord_numa_hints_add_list(used_hints.get(), &list_, name.data(), name.size(),
                                           rows_.as<koord_numa_hint>(), sizeof(koord_numa_hint),
                                           rows_.count(), err);
        });
      },
      "hints"_a, "list"_a, "name"_a, "rows"_a);
  m.def(
      "numa_hints_get_nodes",
      [](const Handle<koord_numa_hints> &hints) {
        const Used used_hints(hints);
        return rows_of<koord_numa_place>(
            [&](auto *rows, size_t stride, size_t capacity, size_t *count, koord_error *err) {
              const auto lock = used_hints.shared();
              return koord_numa_hints_get_nodes(used_hints.get(), rows, stride, capacity, count,
                                                err);
            },
            8);
      },
      "hints"_a);
  m.def(
      "numa_hints_get_lists",
      [](const Handle<koord_numa_hints> &hints) {
        const Used used_hints(hints);
        std::string texts;
        const py::bytearray lists = rows_of<koord_numa_hint_list_info>(
            [&](auto *rows, size_t stride, size_t capacity, size_t *count, koord_error *err) {
              const auto lock = used_hints.shared();
              size_t length = 0;
              const char *bytes = koord_numa_hints_get_texts(used_hints.get(), &length);
              texts.assign(bytes, length);
              return koord_numa_hints_get_lists(used_hints.get(), rows, stride, capacity, count,
                                                err);
            },
            8);
        return py::make_tuple(lists, py::bytes(texts));
      },
      "hints"_a);
  m.def(
      "numa_hints_get_hints",
      [](const Handle<koord_numa_hints> &hints, Number<uint32_t> list) {
        const Used used_hints(hints);
        return rows_of<koord_numa_hint>(
            [&](auto *rows, size_t stride, size_t capacity, size_t *count, koord_error *err) {
              const auto lock = used_hints.shared();
              return koord_numa_hints_get_hints(used_hints.get(), list.value, rows, stride,
                                                capacity, count, err);
            },
            16);
      },
      "hints"_a, "list"_a);
  m.def(
      "numa_merge",
      [](const py::dict &options, const Handle<koord_numa_hints> &hints) {
        const Used used_hints(hints);
        koord_numa_options options_ = KOORD_INIT(koord_numa_options);
        fill(options_, options);
        koord_numa_merged out{};
        const py::str text = text_of([&](char *text, size_t capacity, size_t *needed,
                                         koord_error *err) {
          const auto lock = used_hints.shared();
          return koord_numa_merge(&options_, used_hints.get(), &out, text, capacity, needed, err);
        });
        return py::make_tuple(to_dict(out), text);
      },
      "options"_a, "hints"_a);
  m.def(
      "cluster_get_hints",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, Number<uint32_t> node,
         Number<int32_t> policy, const Handle<koord_numa_hints> &hints) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        const Used used_hints(hints);
        call([&](koord_error *err) {
          const auto lock = used_hints.alone();
          return koord_cluster_get_hints(used_cluster.get(), used_pod.get(), node.value,
                                         policy.value, used_hints.get(), err);
        });
      },
      "cluster"_a, "pod"_a, "node"_a, "policy"_a, "hints"_a);
}

}  // namespace koord_python

// Machines, and pictures of them.
#include <pybind11/stl.h>

#include "bridge.h"

namespace koord_python {

void add_topology(py::module_ &m) {
  m.def(
      "topology_discover",
      [](Number<uint32_t> flags) {
        koord_topology *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_topology_discover(log, flags.value, &out, err);
            },
            [&] { return owned(out); });
      },
      "flags"_a);
  m.def(
      "topology_from_hwloc_xml",
      [](Number<uint32_t> flags, const Text &xml) {
        koord_topology *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_topology_from_hwloc_xml(log, flags.value, xml.data(), xml.size(), &out,
                                                   err);
            },
            [&] { return owned(out); });
      },
      "flags"_a, "xml"_a);
  m.def(
      "topology_from_synthetic",
      [](const Text &text) {
        koord_topology *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_topology_from_synthetic(log, text.data(), text.size(), &out, err);
            },
            [&] { return owned(out); });
      },
      "text"_a);
  m.def(
      "topology_from_json",
      [](const Text &json) {
        koord_topology *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_topology_from_json(log, json.data(), json.size(), &out, err);
            },
            [&] { return owned(out); });
      },
      "json"_a);
  m.def(
      "topology_from_annotation",
      [](const Text &json) {
        koord_topology *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_topology_from_annotation(log, json.data(), json.size(), &out, err);
            },
            [&] { return owned(out); });
      },
      "json"_a);
  m.def(
      "topology_from_nrt",
      [](const Text &json) {
        koord_topology *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_topology_from_nrt(log, json.data(), json.size(), &out, err);
            },
            [&] { return owned(out); });
      },
      "json"_a);
  m.def(
      "topology_get_info",
      [](const Handle<koord_topology> &topology) {
        const Used used_topology(topology);
        koord_topology_info info = KOORD_INIT(koord_topology_info);
        call([&](koord_error *err) {
          return koord_topology_get_info(used_topology.get(), &info, err);
        });
        return to_dict(info);
      },
      "topology"_a);
  m.def(
      "topology_get_cpus",
      [](const Handle<koord_topology> &topology) {
        const Used used_topology(topology);
        return rows_of<koord_cpu>([&](koord_cpu *rows, size_t stride, size_t capacity,
                                      size_t *count, koord_error *err) {
          return koord_topology_get_cpus(used_topology.get(), rows, stride, capacity, count, err);
        });
      },
      "topology"_a);
  m.def(
      "topology_get_numa_nodes",
      [](const Handle<koord_topology> &topology) {
        const Used used_topology(topology);
        return rows_of<koord_numa_node>([&](koord_numa_node *rows, size_t stride, size_t capacity,
                                            size_t *count, koord_error *err) {
          return koord_topology_get_numa_nodes(used_topology.get(), rows, stride, capacity, count,
                                               err);
        });
      },
      "topology"_a);
  m.def(
      "topology_get_hugepages",
      [](const Handle<koord_topology> &topology) {
        const Used used_topology(topology);
        return rows_of<koord_hugepages>([&](koord_hugepages *rows, size_t stride, size_t capacity,
                                            size_t *count, koord_error *err) {
          return koord_topology_get_hugepages(used_topology.get(), rows, stride, capacity, count,
                                              err);
        });
      },
      "topology"_a);
  m.def(
      "topology_get_devices",
      [](const Handle<koord_topology> &topology) {
        const Used used_topology(topology);
        size_t length = 0;
        const char *texts = koord_topology_get_texts(used_topology.get(), &length);
        return lent_rows_of<koord_pci_device>(
            [&](koord_pci_device *rows, size_t stride, size_t capacity, size_t *count,
                koord_error *err) {
              return koord_topology_get_devices(used_topology.get(), rows, stride, capacity, count,
                                                err);
            },
            texts, length);
      },
      "topology"_a);
  m.def(
      "topology_get_cpuset",
      [](const Handle<koord_topology> &topology, Number<int32_t> kind, Number<int32_t> id) {
        const Used used_topology(topology);
        uint64_t words[kWords] = {};
        call([&](koord_error *err) {
          return koord_topology_get_cpuset(used_topology.get(), kind.value, id.value, words, kWords,
                                           err);
        });
        return to_words(words);
      },
      "topology"_a, "kind"_a, "id"_a);
  m.def(
      "topology_to_json",
      [](const Handle<koord_topology> &topology) {
        const Used used_topology(topology);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_topology_to_json(used_topology.get(), &out, err);
        });
        return to_document(out);
      },
      "topology"_a);
  m.def(
      "topology_to_annotation",
      [](const Handle<koord_topology> &topology) {
        const Used used_topology(topology);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_topology_to_annotation(used_topology.get(), &out, err);
        });
        return to_document(out);
      },
      "topology"_a);
  m.def(
      "topology_to_nrt",
      [](const Handle<koord_topology> &topology, const Text &node_name,
         const MaybeText &kubelet_config, const MaybeText &cpu_state) {
        const Used used_topology(topology);
        const KubeletSetup setup{kubelet_config, cpu_state, {}, {}};
        koord_buffer *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return setup.use(log, err, [&](const koord_kubelet_setup *made, koord_error *e) {
                return koord_topology_to_nrt(used_topology.get(), made, node_name.data(),
                                             node_name.size(), &out, e);
              });
            },
            [&] { return to_document(out); });
      },
      "topology"_a, "node_name"_a, "kubelet_config"_a, "cpu_state"_a);
  m.def(
      "topology_from_rows",
      [](const py::object &rows, const Text &architecture) {
        const Rows rows_(rows, sizeof(koord_cpu), false);
        koord_topology *out = nullptr;
        call([&](koord_error *err) {
          return koord_topology_from_rows(rows_.as<koord_cpu>(), sizeof(koord_cpu), rows_.count(),
                                          architecture.data(), architecture.size(), &out, err);
        });
        return owned(out);
      },
      "rows"_a, "architecture"_a);
  m.def(
      "topology_get_distances",
      [](const Handle<koord_topology> &topology) {
        const Used used(topology);
        return rows_of<uint32_t>(
            [&](uint32_t *values, size_t, size_t capacity, size_t *count, koord_error *err) {
              return koord_topology_get_distances(used.get(), values, capacity, count, err);
            });
      },
      "topology"_a);
  m.def(
      "topology_draw",
      [](const Handle<koord_topology> &topology, const py::dict &options,
         const std::vector<std::pair<Text, Words>> &sets, const Text &title) {
        const Used used(topology);
        koord_picture_options options_ = KOORD_INIT(koord_picture_options);
        fill(options_, options);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          koord_picture *made = nullptr;
          koord_status status = koord_picture_new(&made, err);
          const Made<koord_picture> picture(made, koord_picture_free);
          if (status == KOORD_OK)
            status = koord_picture_set_title(made, title.data(), title.size(), err);
          for (size_t i = 0; i < sets.size() && status == KOORD_OK; ++i)
            status = koord_picture_add_set(made, sets[i].first.data(), sets[i].first.size(),
                                           sets[i].second.words, kWords, err);
          return status == KOORD_OK ? koord_topology_draw(used.get(), &options_, made, &out, err)
                                    : status;
        });
        return to_document(out);
      },
      "topology"_a, "options"_a, "sets"_a, "title"_a);
}

}  // namespace koord_python

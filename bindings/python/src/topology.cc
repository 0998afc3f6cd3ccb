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
        return rows_and_text_of<koord_pci_device>(
            [&](koord_pci_device *rows, size_t stride, size_t capacity, size_t *count, char *arena,
                size_t arena_capacity, size_t *arena_length, koord_error *err) {
              return koord_topology_get_devices(used_topology.get(), rows, stride, capacity, count,
                                                arena, arena_capacity, arena_length, err);
            });
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
      [](const Handle<koord_topology> &topology, const Text &node_name, const Text &kubelet_config,
         const Text &cpu_state) {
        const Used used_topology(topology);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_topology_to_nrt(used_topology.get(), node_name.data(), node_name.size(),
                                       kubelet_config.data(), kubelet_config.size(),
                                       cpu_state.data(), cpu_state.size(), &out, err);
        });
        return to_document(out);
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
         const std::vector<Words> &sets, const Text &labels, const Text &title) {
        const Used used(topology);
        koord_picture_options options_ = KOORD_INIT(koord_picture_options);
        fill(options_, options);
        std::vector<uint64_t> words;
        for (const Words &set : sets) words.insert(words.end(), set.words, set.words + kWords);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_topology_draw(used.get(), &options_, words.data(), sets.size(), kWords,
                                     labels.data(), labels.size(), title.data(), title.size(), &out,
                                     err);
        });
        return to_document(out);
      },
      "topology"_a, "options"_a, "sets"_a, "labels"_a, "title"_a);
}

}  // namespace koord_python

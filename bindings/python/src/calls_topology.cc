// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of topology.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_topology(py::module_ &m) {
  m.def("topology_discover", [](Number<koord_topology_flags> flags) {
    Remarks remarks;
    koord_topology *out_out = nullptr;
    Call call(&remarks);
    call([&](koord_error *err) {
      return koord_topology_discover(remarks.context(), flags.value, &out_out, err);
    });
    return call.give(owned(out_out));
  }, "flags"_a);
  m.def("topology_discover_in", [](Number<koord_topology_flags> flags, const Text &root) {
    Remarks remarks;
    koord_topology *out_out = nullptr;
    Call call(&remarks);
    call([&](koord_error *err) {
      return koord_topology_discover_in(remarks.context(), flags.value, root.data(), root.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "flags"_a, "root"_a);
  m.def("topology_from_hwloc_xml", [](Number<koord_topology_flags> flags, const Text &xml) {
    Remarks remarks;
    koord_topology *out_out = nullptr;
    Call call(&remarks);
    call([&](koord_error *err) {
      return koord_topology_from_hwloc_xml(remarks.context(), flags.value, xml.data(), xml.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "flags"_a, "xml"_a);
  m.def("topology_from_synthetic", [](const Text &text) {
    Remarks remarks;
    koord_topology *out_out = nullptr;
    Call call(&remarks);
    call([&](koord_error *err) {
      return koord_topology_from_synthetic(remarks.context(), text.data(), text.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "text"_a);
  m.def("topology_from_json", [](const Text &json) {
    Remarks remarks;
    koord_topology *out_out = nullptr;
    Call call(&remarks);
    call([&](koord_error *err) {
      return koord_topology_from_json(remarks.context(), json.data(), json.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "json"_a);
  m.def("topology_from_annotation", [](const Text &json) {
    Remarks remarks;
    koord_topology *out_out = nullptr;
    Call call(&remarks);
    call([&](koord_error *err) {
      return koord_topology_from_annotation(remarks.context(), json.data(), json.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "json"_a);
  m.def("topology_from_nrt", [](const Text &json) {
    Remarks remarks;
    koord_topology *out_out = nullptr;
    Call call(&remarks);
    call([&](koord_error *err) {
      return koord_topology_from_nrt(remarks.context(), json.data(), json.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "json"_a);
  m.def("topology_from_rows", [](const py::object &rows, const Text &architecture) {
    const Rows given_rows(rows, sizeof(koord_cpu), false);
    koord_topology *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_topology_from_rows(given_rows.as<koord_cpu>(), sizeof(koord_cpu), given_rows.count(), architecture.data(), architecture.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "rows"_a, "architecture"_a.none(true));
  m.def("topology_get_info", [](const Handle<koord_topology> &topology) {
    const Used used_topology(topology);
    koord_topology_info out_info = KOORD_INIT(koord_topology_info);
    Call call;
    call([&](koord_error *err) {
      return koord_topology_get_info(used_topology.get(), &out_info, err);
    });
    return call.give(row_of(out_info));
  }, "topology"_a);
  m.def("topology_get_cpus", [](const Handle<koord_topology> &topology) {
    const Used used_topology(topology);
    RowsOut<koord_cpu> out_rows;
    Call call;
    call([&](koord_error *err) {
      return koord_topology_get_cpus(used_topology.get(), out_rows.data(), sizeof(koord_cpu), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "topology"_a);
  m.def("topology_get_numa_nodes", [](const Handle<koord_topology> &topology) {
    const Used used_topology(topology);
    RowsOut<koord_numa_node> out_rows;
    Call call;
    call([&](koord_error *err) {
      return koord_topology_get_numa_nodes(used_topology.get(), out_rows.data(), sizeof(koord_numa_node), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "topology"_a);
  m.def("topology_get_hugepages", [](const Handle<koord_topology> &topology) {
    const Used used_topology(topology);
    RowsOut<koord_hugepages> out_rows;
    Call call;
    call([&](koord_error *err) {
      return koord_topology_get_hugepages(used_topology.get(), out_rows.data(), sizeof(koord_hugepages), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "topology"_a);
  m.def("topology_get_distances", [](const Handle<koord_topology> &topology) {
    const Used used_topology(topology);
    RowsOut<uint32_t> out_values;
    Call call;
    call([&](koord_error *err) {
      return koord_topology_get_distances(used_topology.get(), out_values.data(), out_values.capacity(), out_values.count(), err);
    }, out_values);
    return call.give(out_values.get());
  }, "topology"_a);
  m.def("topology_get_devices", [](const Handle<koord_topology> &topology) {
    const Used used_topology(topology);
    RowsOut<koord_pci_device> out_rows;
    Lent lent(false);
    Call call;
    call([&](koord_error *err) {
      const koord_status status = koord_topology_get_devices(used_topology.get(), out_rows.data(), sizeof(koord_pci_device), out_rows.capacity(), out_rows.count(), err);
      lent.take(koord_topology_get_texts(used_topology.get(), lent.length()));
      return status;
    }, out_rows);
    const py::bytes texts = lent.of(out_rows.data(), sizeof(koord_pci_device), *out_rows.count(), {{offsetof(koord_pci_device, bus_id_offset), offsetof(koord_pci_device, bus_id_length)}, {offsetof(koord_pci_device, names_offset), offsetof(koord_pci_device, names_length)}});
    return call.give(py::make_tuple(out_rows.get(), texts));
  }, "topology"_a);
  m.def("topology_get_cpuset", [](const Handle<koord_topology> &topology, Number<koord_cpuset_kind> kind, Number<int32_t> id) {
    const Used used_topology(topology);
    uint64_t out_words[kWords] = {};
    Call call;
    call([&](koord_error *err) {
      return koord_topology_get_cpuset(used_topology.get(), kind.value, id.value, out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "topology"_a, "kind"_a, "id"_a);
  m.def("topology_to_json", [](const Handle<koord_topology> &topology) {
    const Used used_topology(topology);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_topology_to_json(used_topology.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "topology"_a);
  m.def("topology_to_annotation", [](const Handle<koord_topology> &topology) {
    const Used used_topology(topology);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_topology_to_annotation(used_topology.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "topology"_a);
  m.def("topology_to_nrt", [](const Handle<koord_topology> &topology, const Handle<koord_kubelet_setup> *setup, const Text &node_name) {
    const Used used_topology(topology);
    const Used used_setup(setup);
    koord_buffer *out_out = nullptr;
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.shared();
      return koord_topology_to_nrt(used_topology.get(), used_setup.get(), node_name.data(), node_name.size(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "topology"_a, "setup"_a.none(true), "node_name"_a);
}

}  // namespace koord_python

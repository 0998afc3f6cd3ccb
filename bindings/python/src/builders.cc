// Pods, nodes, topologies and devices from their parts.
#include "bridge.h"

namespace koord_python {
namespace {

// A setter: it has the builder for itself.
template <class B, class F>
void change(const Handle<B> &builder, F f) {
  const Used used(builder);
  call([&](koord_error *err) {
    const auto lock = used.alone();
    return f(used.get(), err);
  });
}

// What takes a builder as it is.
template <class B, class F>
void use(const Handle<B> &builder, F f) {
  const Used used(builder);
  call([&](koord_error *err) {
    const auto lock = used.shared();
    return f(used.get(), err);
  });
}

template <class B>
py::object made(koord_status (*make)(B **, koord_error *)) {
  B *out = nullptr;
  call([&](koord_error *err) { return make(&out, err); });
  return owned(out);
}

// Setters of one text, of a name and a text, and the same of a part.
template <class B>
using SetTexts = koord_status (*)(B *, const char *, size_t, const char *, size_t, koord_error *);
template <class B>
using SetPartTexts = koord_status (*)(B *, int32_t, const char *, size_t, const char *, size_t,
                                      koord_error *);
template <class B>
void add_texts(py::module_ &m, const char *name, SetTexts<B> set) {
  m.def(
      name,
      [set](const Handle<B> &builder, const Text &key, const Text &value) {
        change(builder, [&](B *b, koord_error *err) {
          return set(b, key.data(), key.size(), value.data(), value.size(), err);
        });
      },
      "builder"_a, "key"_a, "value"_a);
}
template <class B>
void add_part_texts(py::module_ &m, const char *name, SetPartTexts<B> set) {
  m.def(
      name,
      [set](const Handle<B> &builder, Number<int32_t> part, const Text &key, const Text &value) {
        change(builder, [&](B *b, koord_error *err) {
          return set(b, part.value, key.data(), key.size(), value.data(), value.size(), err);
        });
      },
      "builder"_a, "part"_a, "key"_a, "value"_a);
}
template <class B>
void add_text(py::module_ &m, const char *name,
              koord_status (*set)(B *, const char *, size_t, koord_error *)) {
  m.def(
      name,
      [set](const Handle<B> &builder, const Text &text) {
        change(builder,
               [&](B *b, koord_error *err) { return set(b, text.data(), text.size(), err); });
      },
      "builder"_a, "text"_a);
}
template <class B>
void add_numbered_text(py::module_ &m, const char *name,
                       koord_status (*set)(B *, int32_t, const char *, size_t, koord_error *)) {
  m.def(
      name,
      [set](const Handle<B> &builder, Number<int32_t> which, const Text &text) {
        change(builder, [&](B *b, koord_error *err) {
          return set(b, which.value, text.data(), text.size(), err);
        });
      },
      "builder"_a, "which"_a, "text"_a);
}
template <class B, class Spec>
void add_spec(py::module_ &m, const char *name,
              koord_status (*set)(B *, const Spec *, koord_error *)) {
  m.def(
      name,
      [set](const Handle<B> &builder, const py::dict &spec) {
        Spec spec_ = KOORD_INIT(Spec);
        fill(spec_, spec);
        change(builder, [&](B *b, koord_error *err) { return set(b, &spec_, err); });
      },
      "builder"_a, "spec"_a);
}
template <class B>
void add_cpus(py::module_ &m, const char *name,
              koord_status (*set)(B *, int32_t, const uint64_t *, size_t, koord_error *)) {
  m.def(
      name,
      [set](const Handle<B> &builder, Number<int32_t> which, const Words &cpus) {
        change(builder, [&](B *b, koord_error *err) {
          return set(b, which.value, cpus.words, kWords, err);
        });
      },
      "builder"_a, "which"_a, "cpus"_a);
}

void add_pod_builder(py::module_ &m) {
  using B = koord_pod_builder;
  m.def("pod_builder_new", [] { return made(koord_pod_builder_new); });
  add_numbered_text(m, "pod_builder_set_text", koord_pod_builder_set_text);
  add_texts(m, "pod_builder_set_label", koord_pod_builder_set_label);
  add_texts(m, "pod_builder_set_annotation", koord_pod_builder_set_annotation);
  add_spec(m, "pod_builder_set_spec", koord_pod_builder_set_spec);
  m.def(
      "pod_builder_add_container",
      [](const Handle<B> &builder, Number<int32_t> kind, const Text &name) {
        int32_t container = 0;
        change(builder, [&](B *b, koord_error *err) {
          return koord_pod_builder_add_container(b, kind.value, name.data(), name.size(),
                                                 &container, err);
        });
        return container;
      },
      "builder"_a, "kind"_a, "name"_a);
  m.def(
      "pod_builder_set_resource",
      [](const Handle<B> &builder, Number<int32_t> container, const Text &name,
         Number<int64_t> request, Number<int64_t> limit) {
        change(builder, [&](B *b, koord_error *err) {
          return koord_pod_builder_set_resource(b, container.value, name.data(), name.size(),
                                                request.value, limit.value, err);
        });
      },
      "builder"_a, "container"_a, "name"_a, "request"_a, "limit"_a);
  add_part_texts(m, "pod_builder_set_env", koord_pod_builder_set_env);
  m.def(
      "pod_builder_set_cpus",
      [](const Handle<B> &builder, const Words &cpus) {
        change(builder, [&](B *b, koord_error *err) {
          return koord_pod_builder_set_cpus(b, cpus.words, kWords, err);
        });
      },
      "builder"_a, "cpus"_a);
  m.def(
      "pod_builder_set_numa_resource",
      [](const Handle<B> &builder, Number<int32_t> numa_node, const Text &name,
         Number<int64_t> amount) {
        change(builder, [&](B *b, koord_error *err) {
          return koord_pod_builder_set_numa_resource(b, numa_node.value, name.data(), name.size(),
                                                     amount.value, err);
        });
      },
      "builder"_a, "numa_node"_a, "name"_a, "amount"_a);
  m.def(
      "pod_from_builder",
      [](const Handle<B> &builder) {
        const Used used(builder);
        koord_pod *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              const auto lock = used.shared();
              return koord_pod_from_builder(log, used.get(), &out, err);
            },
            [&] { return owned(out); });
      },
      "builder"_a);
}

void add_node_builder(py::module_ &m) {
  using B = koord_node_builder;
  m.def("node_builder_new", [] { return made(koord_node_builder_new); });
  add_numbered_text(m, "node_builder_set_text", koord_node_builder_set_text);
  add_texts(m, "node_builder_set_label", koord_node_builder_set_label);
  add_texts(m, "node_builder_set_annotation", koord_node_builder_set_annotation);
  add_spec(m, "node_builder_set_spec", koord_node_builder_set_spec);
  add_cpus(m, "node_builder_set_cpus", koord_node_builder_set_cpus);
  m.def(
      "node_builder_set_resource",
      [](const Handle<B> &builder, const Text &name, Number<int64_t> allocatable,
         Number<int64_t> reserved) {
        change(builder, [&](B *b, koord_error *err) {
          return koord_node_builder_set_resource(b, name.data(), name.size(), allocatable.value,
                                                 reserved.value, err);
        });
      },
      "builder"_a, "name"_a, "allocatable"_a, "reserved"_a);
  m.def(
      "cluster_set_node_from_builder",
      [](const Handle<koord_cluster> &cluster, const Handle<B> &builder) {
        const Used used(cluster);
        uint32_t id = 0;
        use(builder, [&](const B *b, koord_error *err) {
          return koord_cluster_set_node_from_builder(used.get(), b, &id, err);
        });
        return id;
      },
      "cluster"_a, "builder"_a);
  m.def(
      "agent_set_node_from_builder",
      [](const Handle<koord_agent> &agent, const Handle<B> &builder) {
        const Used used(agent);
        use(builder, [&](const B *b, koord_error *err) {
          const auto lock = used.alone();
          return koord_agent_set_node_from_builder(used.get(), b, err);
        });
      },
      "agent"_a, "builder"_a);
}

void add_nrt_builder(py::module_ &m) {
  using B = koord_nrt_builder;
  m.def("nrt_builder_new", [] { return made(koord_nrt_builder_new); });
  add_text(m, "nrt_builder_set_name", koord_nrt_builder_set_name);
  add_texts(m, "nrt_builder_set_annotation", koord_nrt_builder_set_annotation);
  add_text(m, "nrt_builder_add_policy", koord_nrt_builder_add_policy);
  add_texts(m, "nrt_builder_add_attribute", koord_nrt_builder_add_attribute);
  add_spec(m, "nrt_builder_set_spec", koord_nrt_builder_set_spec);
  add_cpus(m, "nrt_builder_set_cpus", koord_nrt_builder_set_cpus);
  m.def(
      "nrt_builder_add_zone",
      [](const Handle<B> &builder, const Text &name, const Text &type) {
        int32_t zone = 0;
        change(builder, [&](B *b, koord_error *err) {
          return koord_nrt_builder_add_zone(b, name.data(), name.size(), type.data(), type.size(),
                                            &zone, err);
        });
        return zone;
      },
      "builder"_a, "name"_a, "type"_a);
  m.def(
      "nrt_builder_add_resource",
      [](const Handle<B> &builder, Number<int32_t> zone, const Text &name, Number<int64_t> capacity,
         Number<int64_t> allocatable, Number<int64_t> available) {
        change(builder, [&](B *b, koord_error *err) {
          return koord_nrt_builder_add_resource(b, zone.value, name.data(), name.size(),
                                                capacity.value, allocatable.value, available.value,
                                                err);
        });
      },
      "builder"_a, "zone"_a, "name"_a, "capacity"_a, "allocatable"_a, "available"_a);
  m.def(
      "nrt_builder_add_cost",
      [](const Handle<B> &builder, Number<int32_t> zone, const Text &name, Number<uint32_t> value) {
        change(builder, [&](B *b, koord_error *err) {
          return koord_nrt_builder_add_cost(b, zone.value, name.data(), name.size(), value.value,
                                            err);
        });
      },
      "builder"_a, "zone"_a, "name"_a, "value"_a);
  m.def(
      "nrt_builder_set_topology",
      [](const Handle<B> &builder, const Handle<koord_topology> *machine) {
        const Used used(machine);
        change(builder, [&](B *b, koord_error *err) {
          return koord_nrt_builder_set_topology(b, used.get(), err);
        });
      },
      "builder"_a, "machine"_a.none(true));
  m.def(
      "cluster_set_topology_from_builder",
      [](const Handle<koord_cluster> &cluster, const Handle<B> &builder) {
        const Used used(cluster);
        uint32_t id = 0;
        use(builder, [&](const B *b, koord_error *err) {
          return koord_cluster_set_topology_from_builder(used.get(), b, &id, err);
        });
        return id;
      },
      "cluster"_a, "builder"_a);
  m.def(
      "topology_from_nrt_builder",
      [](const Handle<B> &builder) {
        const Used used(builder);
        koord_topology *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              const auto lock = used.shared();
              return koord_topology_from_nrt_builder(log, used.get(), &out, err);
            },
            [&] { return owned(out); });
      },
      "builder"_a);
}

void add_device_builder(py::module_ &m) {
  using B = koord_device_builder;
  m.def("device_builder_new", [] { return made(koord_device_builder_new); });
  add_text(m, "device_builder_set_name", koord_device_builder_set_name);
  add_texts(m, "device_builder_set_label", koord_device_builder_set_label);
  add_texts(m, "device_builder_set_annotation", koord_device_builder_set_annotation);
  m.def(
      "device_builder_add_device",
      [](const Handle<B> &builder, const py::dict &spec) {
        koord_device_spec spec_ = KOORD_INIT(koord_device_spec);
        fill(spec_, spec);
        int32_t device = 0;
        change(builder, [&](B *b, koord_error *err) {
          return koord_device_builder_add_device(b, &spec_, &device, err);
        });
        return device;
      },
      "builder"_a, "spec"_a);
  m.def(
      "device_builder_set_device_text",
      [](const Handle<B> &builder, Number<int32_t> device, Number<int32_t> which,
         const Text &text) {
        change(builder, [&](B *b, koord_error *err) {
          return koord_device_builder_set_device_text(b, device.value, which.value, text.data(),
                                                      text.size(), err);
        });
      },
      "builder"_a, "device"_a, "which"_a, "text"_a);
  add_part_texts(m, "device_builder_set_device_label", koord_device_builder_set_device_label);
  m.def(
      "device_builder_set_resource",
      [](const Handle<B> &builder, Number<int32_t> device, const Text &name,
         Number<int64_t> amount) {
        change(builder, [&](B *b, koord_error *err) {
          return koord_device_builder_set_resource(b, device.value, name.data(), name.size(),
                                                   amount.value, err);
        });
      },
      "builder"_a, "device"_a, "name"_a, "amount"_a);
  m.def(
      "device_builder_add_vf_group",
      [](const Handle<B> &builder, Number<int32_t> device) {
        int32_t group = 0;
        change(builder, [&](B *b, koord_error *err) {
          return koord_device_builder_add_vf_group(b, device.value, &group, err);
        });
        return group;
      },
      "builder"_a, "device"_a);
  add_part_texts(m, "device_builder_set_vf_label", koord_device_builder_set_vf_label);
  m.def(
      "device_builder_add_vf",
      [](const Handle<B> &builder, Number<int32_t> group, Number<int32_t> minor,
         const Text &bus_id) {
        change(builder, [&](B *b, koord_error *err) {
          return koord_device_builder_add_vf(b, group.value, minor.value, bus_id.data(),
                                             bus_id.size(), err);
        });
      },
      "builder"_a, "group"_a, "minor"_a, "bus_id"_a);
  m.def(
      "cluster_set_devices_from_builder",
      [](const Handle<koord_cluster> &cluster, const Handle<B> &builder) {
        const Used used(cluster);
        uint32_t id = 0;
        use(builder, [&](const B *b, koord_error *err) {
          return koord_cluster_set_devices_from_builder(used.get(), b, &id, err);
        });
        return id;
      },
      "cluster"_a, "builder"_a);
  m.def(
      "agent_set_devices_from_builder",
      [](const Handle<koord_agent> &agent, const Handle<B> &builder) {
        const Used used(agent);
        use(builder, [&](const B *b, koord_error *err) {
          const auto lock = used.alone();
          return koord_agent_set_devices_from_builder(used.get(), b, err);
        });
      },
      "agent"_a, "builder"_a);
}

}  // namespace

void add_builders(py::module_ &m) {
  add_pod_builder(m);
  add_node_builder(m);
  add_nrt_builder(m);
  add_device_builder(m);
}

}  // namespace koord_python

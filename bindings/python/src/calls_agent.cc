// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of agent.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_agent(py::module_ &m) {
  m.def("agent_new", [](const Handle<koord_topology> &topology, const py::object &options) {
    auto remarks = std::make_unique<Remarks>();
    const Used used_topology(topology);
    const Packed<koord_agent_options> given_options(options);
    koord_agent *out_out = nullptr;
    Call call(remarks.get());
    call([&](koord_error *err) {
      return koord_agent_new(remarks->context(), used_topology.get(), given_options.get(), &out_out, err);
    });
    return call.give(py::cast(Handle<koord_agent>(out_out, std::move(remarks))));
  }, "topology"_a, "options"_a);
  m.def("agent_set_topology", [](const Handle<koord_agent> &agent, const Handle<koord_topology> &topology) {
    const Used used_agent(agent);
    const Used used_topology(topology);
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.alone();
      return koord_agent_set_topology(used_agent.get(), used_topology.get(), err);
    });
    call.end();
  }, "agent"_a, "topology"_a);
  m.def("agent_set_node", [](const Handle<koord_agent> &agent, const Text &json) {
    const Used used_agent(agent);
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.alone();
      return koord_agent_set_node(used_agent.get(), json.data(), json.size(), err);
    });
    call.end();
  }, "agent"_a, "json"_a);
  m.def("agent_set_kubelet", [](const Handle<koord_agent> &agent, const Handle<koord_kubelet_setup> *setup) {
    const Used used_agent(agent);
    const Used used_setup(setup);
    Call call(used_agent.remarks(), used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.alone();
      const auto lock_setup = used_setup.shared();
      return koord_agent_set_kubelet(used_agent.get(), used_setup.get(), err);
    });
    call.end();
  }, "agent"_a, "setup"_a.none(true));
  m.def("agent_set_devices", [](const Handle<koord_agent> &agent, const Text &json) {
    const Used used_agent(agent);
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.alone();
      return koord_agent_set_devices(used_agent.get(), json.data(), json.size(), err);
    });
    call.end();
  }, "agent"_a, "json"_a.none(true));
  m.def("agent_set_pod", [](const Handle<koord_agent> &agent, const Handle<koord_pod> &pod) {
    const Used used_agent(agent);
    const Used used_pod(pod);
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.alone();
      return koord_agent_set_pod(used_agent.get(), used_pod.get(), err);
    });
    call.end();
  }, "agent"_a, "pod"_a);
  m.def("agent_remove_pod", [](const Handle<koord_agent> &agent, const Text &uid) {
    const Used used_agent(agent);
    uint32_t out_known{};
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.alone();
      return koord_agent_remove_pod(used_agent.get(), uid.data(), uid.size(), &out_known, err);
    });
    return call.give(out_known);
  }, "agent"_a, "uid"_a);
  m.def("agent_get_info", [](const Handle<koord_agent> &agent) {
    const Used used_agent(agent);
    koord_agent_info out_info = KOORD_INIT(koord_agent_info);
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.shared();
      return koord_agent_get_info(used_agent.get(), &out_info, err);
    });
    return call.give(row_of(out_info));
  }, "agent"_a);
  m.def("agent_get_hash", [](const Handle<koord_agent> &agent) {
    const Used used_agent(agent);
    uint64_t out_hash{};
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.shared();
      return koord_agent_get_hash(used_agent.get(), &out_hash, err);
    });
    return call.give(out_hash);
  }, "agent"_a);
  m.def("agent_get_cpus", [](const Handle<koord_agent> &agent, Number<koord_agent_cpuset> which) {
    const Used used_agent(agent);
    uint64_t out_words[kWords] = {};
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.shared();
      return koord_agent_get_cpus(used_agent.get(), which.value, out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "agent"_a, "which"_a);
  m.def("agent_get_pools", [](const Handle<koord_agent> &agent) {
    const Used used_agent(agent);
    RowsOut<koord_agent_pool> out_rows;
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.shared();
      return koord_agent_get_pools(used_agent.get(), out_rows.data(), sizeof(koord_agent_pool), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "agent"_a);
  m.def("agent_get_pool_cpus", [](const Handle<koord_agent> &agent, Number<uint32_t> pool, Number<koord_agent_cpuset> which) {
    const Used used_agent(agent);
    uint64_t out_words[kWords] = {};
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.shared();
      return koord_agent_get_pool_cpus(used_agent.get(), pool.value, which.value, out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "agent"_a, "pool"_a, "which"_a);
  m.def("agent_place_get_name", [](Number<koord_agent_place> place) {
    return koord_agent_place_get_name(place.value);
  }, "place"_a);
  m.def("agent_to_annotation", [](const Handle<koord_agent> &agent, Number<koord_agent_annotation> which) {
    const Used used_agent(agent);
    koord_buffer *out_out = nullptr;
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.shared();
      return koord_agent_to_annotation(used_agent.get(), which.value, &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "agent"_a, "which"_a);
  m.def("agent_to_nrt", [](const Handle<koord_agent> &agent) {
    const Used used_agent(agent);
    koord_buffer *out_out = nullptr;
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.shared();
      return koord_agent_to_nrt(used_agent.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "agent"_a);
  m.def("agent_to_json", [](const Handle<koord_agent> &agent, const Text &boot_id) {
    const Used used_agent(agent);
    koord_buffer *out_out = nullptr;
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.shared();
      return koord_agent_to_json(used_agent.get(), boot_id.data(), boot_id.size(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "agent"_a, "boot_id"_a.none(true));
  m.def("agent_snapshot", [](const Handle<koord_agent> &agent) {
    const Used used_agent(agent);
    koord_agent_state *out_out = nullptr;
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.shared();
      return koord_agent_snapshot(used_agent.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "agent"_a);
  m.def("agent_set_state", [](const Handle<koord_agent> &agent, const Handle<koord_agent_state> &state) {
    const Used used_agent(agent);
    const Used used_state(state);
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.alone();
      return koord_agent_set_state(used_agent.get(), used_state.get(), err);
    });
    call.end();
  }, "agent"_a, "state"_a);
  m.def("agent_state_from_json", [](const Text &json) {
    koord_agent_state *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_agent_state_from_json(json.data(), json.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "json"_a);
  m.def("agent_state_load", [](const Text &path) {
    koord_agent_state *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_agent_state_load(path.data(), path.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "path"_a);
  m.def("agent_state_save", [](const Text &path, const Text &json) {
    Call call;
    call([&](koord_error *err) {
      return koord_agent_state_save(path.data(), path.size(), json.data(), json.size(), err);
    });
    call.end();
  }, "path"_a, "json"_a);
  m.def("agent_state_get_text", [](const Handle<koord_agent_state> &state, Number<koord_agent_text> which) {
    const Used used_state(state);
    TextOut out_text;
    Call call;
    call([&](koord_error *err) {
      return koord_agent_state_get_text(used_state.get(), which.value, out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(out_text.get());
  }, "state"_a, "which"_a);
  m.def("agent_state_get_info", [](const Handle<koord_agent_state> &state) {
    const Used used_state(state);
    koord_agent_info out_info = KOORD_INIT(koord_agent_info);
    Call call;
    call([&](koord_error *err) {
      return koord_agent_state_get_info(used_state.get(), &out_info, err);
    });
    return call.give(row_of(out_info));
  }, "state"_a);
  m.def("agent_state_get_cpus", [](const Handle<koord_agent_state> &state, Number<koord_agent_cpuset> which) {
    const Used used_state(state);
    uint64_t out_words[kWords] = {};
    Call call;
    call([&](koord_error *err) {
      return koord_agent_state_get_cpus(used_state.get(), which.value, out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "state"_a, "which"_a);
  m.def("agent_state_get_pods", [](const Handle<koord_agent_state> &state, Number<uint64_t> since) {
    const Used used_state(state);
    RowsOut<koord_agent_pod> out_rows;
    Lent lent(false);
    Call call;
    call([&](koord_error *err) {
      const koord_status status = koord_agent_state_get_pods(used_state.get(), since.value, out_rows.data(), sizeof(koord_agent_pod), out_rows.capacity(), out_rows.count(), err);
      lent.take(koord_agent_state_get_texts(used_state.get(), lent.length()));
      return status;
    }, out_rows);
    const py::bytes texts = lent.of(out_rows.data(), sizeof(koord_agent_pod), *out_rows.count(), {{offsetof(koord_agent_pod, uid_offset), offsetof(koord_agent_pod, uid_length)}, {offsetof(koord_agent_pod, container_offset), offsetof(koord_agent_pod, container_length)}});
    return call.give(py::make_tuple(out_rows.get(), texts));
  }, "state"_a, "since"_a);
  m.def("agent_state_find_container", [](const Handle<koord_agent_state> &state, const Text &uid, const Text &container) {
    const Used used_state(state);
    koord_agent_pod out_row{};
    Lent lent(false);
    Call call;
    call([&](koord_error *err) {
      const koord_status status = koord_agent_state_find_container(used_state.get(), uid.data(), uid.size(), container.data(), container.size(), &out_row, sizeof(koord_agent_pod), err);
      lent.take(koord_agent_state_get_texts(used_state.get(), lent.length()));
      return status;
    });
    const py::bytes texts = lent.of(&out_row, sizeof(koord_agent_pod), 1, {{offsetof(koord_agent_pod, uid_offset), offsetof(koord_agent_pod, uid_length)}, {offsetof(koord_agent_pod, container_offset), offsetof(koord_agent_pod, container_length)}});
    return call.give(py::make_tuple(row_of(out_row), texts));
  }, "state"_a, "uid"_a, "container"_a.none(true));
  m.def("agent_state_get_pod_cpus", [](const Handle<koord_agent_state> &state, Number<uint32_t> row) {
    const Used used_state(state);
    uint64_t out_words[kWords] = {};
    Call call;
    call([&](koord_error *err) {
      return koord_agent_state_get_pod_cpus(used_state.get(), row.value, out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "state"_a, "row"_a);
  m.def("agent_state_get_pod_numa_nodes", [](const Handle<koord_agent_state> &state, Number<uint32_t> row) {
    const Used used_state(state);
    uint64_t out_words[kWords] = {};
    Call call;
    call([&](koord_error *err) {
      return koord_agent_state_get_pod_numa_nodes(used_state.get(), row.value, out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "state"_a, "row"_a);
}

}  // namespace koord_python

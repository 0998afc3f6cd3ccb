// A node, for its agent.
#include "bridge.h"

namespace koord_python {

namespace {

// f: koord_agent_state_get_pod_cpus, or what has its form. It takes less time than to let go of the GIL.
py::bytes set_of_row(koord_status (*f)(const koord_agent_state *, uint32_t, uint64_t *, size_t,
                                       koord_error *),
                     const koord_agent_state *state, uint32_t row) {
  uint64_t words[kWords];
  koord_error err{};
  const koord_status status = f(state, row, words, kWords, &err);
  if (status != KOORD_OK) raise_error(status, err);
  return to_words(words);
}

}  // namespace

void add_node(py::module_ &m) {
  m.def(
      "agent_new",
      [](const Handle<koord_topology> &topology, const py::dict &options) {
        const Used used_topology(topology);
        koord_agent_options options_ = KOORD_INIT(koord_agent_options);
        fill(options_, options);
        auto remarks = std::make_unique<Remarks>();
        koord_agent *out = nullptr;
        call([&](koord_error *err) {
          return koord_agent_new(remarks->context(), used_topology.get(), &options_, &out, err);
        });
        return py::cast(Handle<koord_agent>(out, std::move(remarks)));
      },
      "topology"_a, "options"_a);
  m.def(
      "agent_set_topology",
      [](const Handle<koord_agent> &agent, const Handle<koord_topology> &topology) {
        const Used used_agent(agent);
        const Used used_topology(topology);
        call([&](koord_error *err) {
          const auto lock = used_agent.alone();
          return koord_agent_set_topology(used_agent.get(), used_topology.get(), err);
        });
      },
      "agent"_a, "topology"_a);
  m.def(
      "agent_set_node",
      [](const Handle<koord_agent> &agent, const Text &json) {
        const Used used_agent(agent);
        change(used_agent, [&](koord_error *err) {
          return koord_agent_set_node(used_agent.get(), json.data(), json.size(), err);
        });
      },
      "agent"_a, "json"_a);
  m.def(
      "agent_set_kubelet",
      [](const Handle<koord_agent> &node, const MaybeText &kubelet_config,
         const MaybeText &cpu_state) {
        const Used used_node(node);
        const KubeletSetup setup{kubelet_config, cpu_state, {}, {}};
        call_with_remarks([&](const koord_context *log, koord_error *err) {
          return setup.use(log, err, [&](const koord_kubelet_setup *made, koord_error *e) {
            const auto lock = used_node.alone();
            return koord_agent_set_kubelet(used_node.get(), made, e);
          });
        });
      },
      "node"_a, "kubelet_config"_a, "cpu_state"_a);
  m.def(
      "agent_set_devices",
      [](const Handle<koord_agent> &agent, const Text &json) {
        const Used used_agent(agent);
        change(used_agent, [&](koord_error *err) {
          return koord_agent_set_devices(used_agent.get(), json.data(), json.size(), err);
        });
      },
      "agent"_a, "json"_a);
  m.def(
      "agent_set_pod",
      [](const Handle<koord_agent> &agent, const Handle<koord_pod> &pod) {
        const Used used_agent(agent);
        const Used used_pod(pod);
        call([&](koord_error *err) {
          const auto lock = used_agent.alone();
          return koord_agent_set_pod(used_agent.get(), used_pod.get(), err);
        });
      },
      "agent"_a, "pod"_a);
  m.def(
      "agent_set_state",
      [](const Handle<koord_agent> &agent, const Handle<koord_agent_state> &state) {
        const Used used_agent(agent);
        const Used used_state(state);
        call([&](koord_error *err) {
          const auto lock = used_agent.alone();
          return koord_agent_set_state(used_agent.get(), used_state.get(), err);
        });
      },
      "agent"_a, "state"_a);
  m.def(
      "agent_remove_pod",
      [](const Handle<koord_agent> &agent, const Text &uid) {
        const Used used_agent(agent);
        uint32_t known = 0;
        call([&](koord_error *err) {
          const auto lock = used_agent.alone();
          return koord_agent_remove_pod(used_agent.get(), uid.data(), uid.size(), &known, err);
        });
        return known;
      },
      "agent"_a, "uid"_a);
  m.def(
      "agent_get_info",
      [](const Handle<koord_agent> &agent) {
        const Used used_agent(agent);
        koord_agent_info info = KOORD_INIT(koord_agent_info);
        call([&](koord_error *err) {
          const auto lock = used_agent.shared();
          return koord_agent_get_info(used_agent.get(), &info, err);
        });
        return to_dict(info);
      },
      "agent"_a);
  m.def(
      "agent_get_hash",
      [](const Handle<koord_agent> &agent) {
        const Used used_agent(agent);
        uint64_t hash = 0;
        call([&](koord_error *err) {
          const auto lock = used_agent.shared();
          return koord_agent_get_hash(used_agent.get(), &hash, err);
        });
        return hash;
      },
      "agent"_a);
  m.def(
      "agent_get_cpus",
      [](const Handle<koord_agent> &agent, Number<int32_t> which) {
        const Used used_agent(agent);
        uint64_t words[kWords] = {};
        call([&](koord_error *err) {
          const auto lock = used_agent.shared();
          return koord_agent_get_cpus(used_agent.get(), which.value, words, kWords, err);
        });
        return to_words(words);
      },
      "agent"_a, "which"_a);
  m.def(
      "agent_place_get_name",
      [](Number<int32_t> place) { return koord_agent_place_get_name(place.value); }, "place"_a);
  m.def(
      "agent_to_annotation",
      [](const Handle<koord_agent> &agent, Number<int32_t> which) {
        const Used used_agent(agent);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_agent.shared();
          return koord_agent_to_annotation(used_agent.get(), which.value, &out, err);
        });
        return to_document(out);
      },
      "agent"_a, "which"_a);
  m.def(
      "agent_to_nrt",
      [](const Handle<koord_agent> &agent) {
        const Used used_agent(agent);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_agent.shared();
          return koord_agent_to_nrt(used_agent.get(), &out, err);
        });
        return to_document(out);
      },
      "agent"_a);
  m.def(
      "agent_to_json",
      [](const Handle<koord_agent> &agent, const Text &boot_id) {
        const Used used_agent(agent);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_agent.shared();
          return koord_agent_to_json(used_agent.get(), boot_id.data(), boot_id.size(), &out, err);
        });
        return to_document(out);
      },
      "agent"_a, "boot_id"_a);
  m.def(
      "agent_snapshot",
      [](const Handle<koord_agent> &agent) {
        const Used used_agent(agent);
        koord_agent_state *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_agent.shared();
          return koord_agent_snapshot(used_agent.get(), &out, err);
        });
        return owned(out);
      },
      "agent"_a);
  m.def(
      "agent_state_from_json",
      [](const Text &json) {
        koord_agent_state *out = nullptr;
        call([&](koord_error *err) {
          return koord_agent_state_from_json(json.data(), json.size(), &out, err);
        });
        return owned(out);
      },
      "json"_a);
  m.def(
      "agent_state_load",
      [](const Text &path) {
        koord_agent_state *out = nullptr;
        call([&](koord_error *err) {
          return koord_agent_state_load(path.data(), path.size(), &out, err);
        });
        return owned(out);
      },
      "path"_a);
  m.def(
      "agent_state_save",
      [](const Text &path, const Text &json) {
        call([&](koord_error *err) {
          return koord_agent_state_save(path.data(), path.size(), json.data(), json.size(), err);
        });
      },
      "path"_a, "json"_a);
  m.def(
      "agent_state_get_text",
      [](const Handle<koord_agent_state> &state, Number<int32_t> which) {
        const Used used_state(state);
        return text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
          return koord_agent_state_get_text(used_state.get(), which.value, text, capacity, needed,
                                            err);
        });
      },
      "state"_a, "which"_a);
  m.def(
      "agent_state_get_info",
      [](const Handle<koord_agent_state> &state) {
        const Used used_state(state);
        koord_agent_info info = KOORD_INIT(koord_agent_info);
        call([&](koord_error *err) {
          return koord_agent_state_get_info(used_state.get(), &info, err);
        });
        return to_dict(info);
      },
      "state"_a);
  m.def(
      "agent_state_get_cpus",
      [](const Handle<koord_agent_state> &state, Number<int32_t> which) {
        const Used used_state(state);
        uint64_t words[kWords] = {};
        call([&](koord_error *err) {
          return koord_agent_state_get_cpus(used_state.get(), which.value, words, kWords, err);
        });
        return to_words(words);
      },
      "state"_a, "which"_a);
  m.def(
      "agent_get_pools",
      [](const Handle<koord_agent> &agent) {
        const Used used(agent);
        // All of it under one lock: rows and their CPUs belong together.
        for (size_t capacity = 16;;) {
          const py::bytearray rows = make_bytearray(capacity * sizeof(koord_agent_pool));
          auto *to = reinterpret_cast<koord_agent_pool *>(PyByteArray_AS_STRING(rows.ptr()));
          std::vector<uint64_t> sets(2 * capacity * kWords);
          size_t count = 0;
          koord_error err{};
          const koord_status status = without_gil([&] {
            const auto lock = used.shared();
            koord_status made =
                koord_agent_get_pools(used.get(), to, sizeof *to, capacity, &count, &err);
            for (size_t i = 0; made == KOORD_OK && i < 2 * count; ++i)
              made = koord_agent_get_pool_cpus(
                  used.get(), static_cast<uint32_t>(i / 2),
                  i % 2 == 0 ? KOORD_AGENT_CPUSET_SHARED : KOORD_AGENT_CPUSET_BEST_EFFORT,
                  sets.data() + i * kWords, kWords, &err);
            return made;
          });
          if (status == KOORD_E_NO_SPACE && count > capacity) {
            capacity = count;
            continue;
          }
          if (status != KOORD_OK) raise_error(status, err);
          shrink_bytearray(rows, count * sizeof *to);
          py::list shared_cpus;
          py::list best_effort_cpus;
          for (size_t i = 0; i < count; ++i) {
            shared_cpus.append(to_words(sets.data() + 2 * i * kWords));
            best_effort_cpus.append(to_words(sets.data() + (2 * i + 1) * kWords));
          }
          return py::make_tuple(rows, shared_cpus, best_effort_cpus);
        }
      },
      "agent"_a);
  m.def(
      "agent_state_get_pods",
      [](const Handle<koord_agent_state> &state, Number<uint64_t> since) {
        const Used used(state);
        size_t length = 0;
        const char *texts = koord_agent_state_get_texts(used.get(), &length);
        const py::tuple found = rows_and_texts<koord_agent_pod>(
            [&](koord_agent_pod *rows, size_t stride, size_t capacity, size_t *count,
                koord_error *err) {
              return koord_agent_state_get_pods(used.get(), since.value, rows, stride, capacity,
                                                count, err);
            },
            texts, length);
        const py::bytearray rows = found[0];
        const auto *row =
            reinterpret_cast<const koord_agent_pod *>(PyByteArray_AS_STRING(rows.ptr()));
        const size_t count = static_cast<size_t>(PyByteArray_GET_SIZE(rows.ptr())) / sizeof *row;
        py::list cpus;
        py::list numa_nodes;
        for (size_t i = 0; i < count; ++i) {
          cpus.append(set_of_row(koord_agent_state_get_pod_cpus, used.get(), row[i].row));
          numa_nodes.append(
              set_of_row(koord_agent_state_get_pod_numa_nodes, used.get(), row[i].row));
        }
        return py::make_tuple(rows, cpus, numa_nodes, found[1]);
      },
      "state"_a, "since"_a);
  m.def(
      "agent_suppress",
      [](const Handle<koord_agent> &agent, const py::dict &usage, const Words &current) {
        const Used used(agent);
        koord_suppress_usage usage_ = KOORD_INIT(koord_suppress_usage);
        fill(usage_, usage);
        uint64_t cpus[kWords] = {};
        koord_suppression out = KOORD_INIT(koord_suppression);
        call([&](koord_error *err) {
          const auto lock = used.shared();
          return koord_agent_suppress(used.get(), &usage_, current.get(), cpus, kWords, &out, err);
        });
        return py::make_tuple(to_dict(out), to_words(cpus));
      },
      "agent"_a, "usage"_a, "current"_a);
  m.def(
      "agent_state_find_container",
      [](const Handle<koord_agent_state> &state, const Text &uid, const Text &container) {
        const Used used(state);
        const py::bytearray row = make_bytearray(sizeof(koord_agent_pod));
        auto *to = reinterpret_cast<koord_agent_pod *>(PyByteArray_AS_STRING(row.ptr()));
        call([&](koord_error *err) {
          return koord_agent_state_find_container(used.get(), uid.data(), uid.size(),
                                                  container.data(), container.size(), to,
                                                  sizeof *to, err);
        });
        size_t length = 0;
        const char *texts = koord_agent_state_get_texts(used.get(), &length);
        // A record takes its texts from what follows.
        std::string own(texts + to->uid_offset, to->uid_length);
        own.append(texts + to->container_offset, to->container_length);
        to->uid_offset = 0;
        to->container_offset = to->uid_length;
        return py::make_tuple(row, set_of_row(koord_agent_state_get_pod_cpus, used.get(), to->row),
                              set_of_row(koord_agent_state_get_pod_numa_nodes, used.get(), to->row),
                              py::bytes(own));
      },
      "state"_a, "uid"_a, "container"_a);
}

}  // namespace koord_python

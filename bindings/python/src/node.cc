// A node, for its agent.
#include "bridge.h"

namespace koord_python {

void add_node(py::module_ &m) {
  m.def(
      "agent_new",
      [](const Handle<koord_topology> &topology, const py::dict &options) {
        const Used used_topology(topology);
        koord_agent_options options_ = KOORD_INIT(koord_agent_options);
        fill(options_, options);
        koord_agent *out = nullptr;
        call([&](koord_error *err) {
          return koord_agent_new(used_topology.get(), &options_, &out, err);
        });
        return owned(out);
      },
      "topology"_a, "options"_a);
  m.def(
      "agent_set_topology",
      [](const Handle<koord_agent> &node, const Handle<koord_topology> &topology) {
        const Used used_node(node);
        const Used used_topology(topology);
        call([&](koord_error *err) {
          const auto lock = used_node.alone();
          return koord_agent_set_topology(used_node.get(), used_topology.get(), err);
        });
      },
      "node"_a, "topology"_a);
  m.def(
      "agent_set_node",
      [](const Handle<koord_agent> &node, const Text &json) {
        const Used used_node(node);
        call_with_remarks([&](const koord_context *log, koord_error *err) {
          const auto lock = used_node.alone();
          return koord_agent_set_node(used_node.get(), log, json.data(), json.size(), err);
        });
      },
      "node"_a, "json"_a);
  m.def(
      "agent_set_kubelet",
      [](const Handle<koord_agent> &node, const Text &kubelet_config, const Text &cpu_state) {
        const Used used_node(node);
        call_with_remarks([&](const koord_context *log, koord_error *err) {
          const auto lock = used_node.alone();
          return koord_agent_set_kubelet(used_node.get(), log, kubelet_config.data(),
                                         kubelet_config.size(), cpu_state.data(), cpu_state.size(),
                                         err);
        });
      },
      "node"_a, "kubelet_config"_a, "cpu_state"_a);
  m.def(
      "agent_set_devices",
      [](const Handle<koord_agent> &node, const Text &json) {
        const Used used_node(node);
        call_with_remarks([&](const koord_context *log, koord_error *err) {
          const auto lock = used_node.alone();
          return koord_agent_set_devices(used_node.get(), log, json.data(), json.size(), err);
        });
      },
      "node"_a, "json"_a);
  m.def(
      "agent_set_pod",
      [](const Handle<koord_agent> &node, const Handle<koord_pod> &pod) {
        const Used used_node(node);
        const Used used_pod(pod);
        call([&](koord_error *err) {
          const auto lock = used_node.alone();
          return koord_agent_set_pod(used_node.get(), used_pod.get(), err);
        });
      },
      "node"_a, "pod"_a);
  m.def(
      "agent_set_state",
      [](const Handle<koord_agent> &node, const Handle<koord_agent_state> &state) {
        const Used used_node(node);
        const Used used_state(state);
        call([&](koord_error *err) {
          const auto lock = used_node.alone();
          return koord_agent_set_state(used_node.get(), used_state.get(), err);
        });
      },
      "node"_a, "state"_a);
  m.def(
      "agent_remove_pod",
      [](const Handle<koord_agent> &node, const Text &uid) {
        const Used used_node(node);
        uint32_t known = 0;
        call([&](koord_error *err) {
          const auto lock = used_node.alone();
          return koord_agent_remove_pod(used_node.get(), uid.data(), uid.size(), &known, err);
        });
        return known;
      },
      "node"_a, "uid"_a);
  m.def(
      "agent_get_info",
      [](const Handle<koord_agent> &node) {
        const Used used_node(node);
        koord_agent_info info = KOORD_INIT(koord_agent_info);
        call([&](koord_error *err) {
          const auto lock = used_node.shared();
          return koord_agent_get_info(used_node.get(), &info, err);
        });
        return to_dict(info);
      },
      "node"_a);
  m.def(
      "agent_get_hash",
      [](const Handle<koord_agent> &node) {
        const Used used_node(node);
        uint64_t hash = 0;
        call([&](koord_error *err) {
          const auto lock = used_node.shared();
          return koord_agent_get_hash(used_node.get(), &hash, err);
        });
        return hash;
      },
      "node"_a);
  m.def(
      "agent_get_cpus",
      [](const Handle<koord_agent> &node, Number<int32_t> which) {
        const Used used_node(node);
        uint64_t words[kWords] = {};
        call([&](koord_error *err) {
          const auto lock = used_node.shared();
          return koord_agent_get_cpus(used_node.get(), which.value, words, kWords, err);
        });
        return to_words(words);
      },
      "node"_a, "which"_a);
  m.def(
      "agent_place_get_name",
      [](Number<int32_t> place) { return koord_agent_place_get_name(place.value); }, "place"_a);
  m.def(
      "agent_to_annotation",
      [](const Handle<koord_agent> &node, Number<int32_t> which) {
        const Used used_node(node);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_node.shared();
          return koord_agent_to_annotation(used_node.get(), which.value, &out, err);
        });
        return to_document(out);
      },
      "node"_a, "which"_a);
  m.def(
      "agent_to_nrt",
      [](const Handle<koord_agent> &node) {
        const Used used_node(node);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_node.shared();
          return koord_agent_to_nrt(used_node.get(), &out, err);
        });
        return to_document(out);
      },
      "node"_a);
  m.def(
      "agent_to_json",
      [](const Handle<koord_agent> &node, const Text &boot_id) {
        const Used used_node(node);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_node.shared();
          return koord_agent_to_json(used_node.get(), boot_id.data(), boot_id.size(), &out, err);
        });
        return to_document(out);
      },
      "node"_a, "boot_id"_a);
  m.def(
      "agent_snapshot",
      [](const Handle<koord_agent> &node) {
        const Used used_node(node);
        koord_agent_state *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_node.shared();
          return koord_agent_snapshot(used_node.get(), &out, err);
        });
        return owned(out);
      },
      "node"_a);
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
      [](const Handle<koord_agent> &node) {
        const Used used(node);
        for (size_t capacity = 16;;) {
          const py::bytearray rows = make_bytearray(capacity * sizeof(koord_agent_pool));
          auto *to = reinterpret_cast<koord_agent_pool *>(PyByteArray_AS_STRING(rows.ptr()));
          std::vector<uint64_t> shared(capacity * kWords);
          std::vector<uint64_t> best_effort(capacity * kWords);
          size_t count = 0;
          koord_error err{};
          const koord_status status = without_gil([&] {
            const auto lock = used.shared();
            return koord_agent_get_pools(used.get(), to, sizeof *to, capacity, &count,
                                         shared.data(), best_effort.data(), kWords, &err);
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
            shared_cpus.append(to_words(shared.data() + i * kWords));
            best_effort_cpus.append(to_words(best_effort.data() + i * kWords));
          }
          return py::make_tuple(rows, shared_cpus, best_effort_cpus);
        }
      },
      "node"_a);
  m.def(
      "agent_get_pods",
      [](const Handle<koord_agent> &node, Number<uint64_t> since) {
        const Used used(node);
        koord_agent_info info = KOORD_INIT(koord_agent_info);
        call([&](koord_error *err) {
          const auto lock = used.shared();
          return koord_agent_get_info(used.get(), &info, err);
        });
        size_t capacity = info.pods;
        size_t words = info.words;
        size_t length = 0;
        for (;;) {
          const size_t had = capacity;
          const size_t arena_had = length;
          const py::bytearray rows = make_bytearray(capacity * sizeof(koord_agent_pod));
          auto *to = reinterpret_cast<koord_agent_pod *>(PyByteArray_AS_STRING(rows.ptr()));
          std::vector<uint64_t> cpus(capacity * words + 1);
          std::string arena(length + 1, '\0');
          koord_error err{};
          const koord_status status = without_gil([&] {
            const auto lock = used.shared();
            return koord_agent_get_pods(used.get(), since.value, to, sizeof *to, had, &capacity,
                                        cpus.data(), words, arena.data(), arena_had, &length, &err);
          });
          if (status == KOORD_E_NO_SPACE &&
              (capacity > had || length > arena_had || words < kWords)) {
            // A larger machine may have come meanwhile, which needs wider sets.
            if (capacity <= had && length <= arena_had) words = kWords;
            capacity = std::max(capacity, had);
            length = std::max(length, arena_had);
            continue;
          }
          if (status != KOORD_OK) raise_error(status, err);
          shrink_bytearray(rows, capacity * sizeof *to);
          py::list sets;
          for (size_t i = 0; i < capacity; ++i)
            sets.append(to_words(cpus.data() + i * words, words));
          return py::make_tuple(rows, sets, py::bytes(arena.data(), length));
        }
      },
      "node"_a, "since"_a);
  m.def(
      "agent_suppress",
      [](const Handle<koord_agent> &node, const py::dict &usage, const Words &current) {
        const Used used(node);
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
      "node"_a, "usage"_a, "current"_a);
  m.def(
      "agent_state_find_container",
      [](const Handle<koord_agent_state> &state, const Text &uid, const Text &container) {
        const Used used(state);
        koord_agent_pod row{};
        uint64_t cpus[kWords] = {};
        call([&](koord_error *err) {
          return koord_agent_state_find_container(used.get(), uid.data(), uid.size(),
                                                  container.data(), container.size(), &row, cpus,
                                                  kWords, err);
        });
        return py::make_tuple(to_dict(row), to_words(cpus));
      },
      "state"_a, "uid"_a, "container"_a);
}

}  // namespace koord_python

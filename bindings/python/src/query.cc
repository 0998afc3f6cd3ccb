// What a call is asked under.
#include "bridge.h"

namespace koord_python {

void add_query(py::module_ &m) {
  m.def("query_new", []() {
    koord_query *out = nullptr;
    call([&](koord_error *err) { return koord_query_new(&out, err); });
    return owned(out);
  });
  m.def(
      "query_clone",
      [](const Handle<koord_query> &query) {
        const Used used_query(query);
        koord_query *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_query_clone(used_query.get(), &out, err);
        });
        return owned(out);
      },
      "query"_a);
  m.def(
      "query_reset",
      [](const Handle<koord_query> &query) {
        const Used used_query(query);
        call([&](koord_error *err) {
          const auto lock = used_query.alone();
          return koord_query_reset(used_query.get(), err);
        });
      },
      "query"_a);
  m.def(
      "query_set_flags",
      [](const Handle<koord_query> &query, Number<uint32_t> flags) {
        const Used used_query(query);
        call([&](koord_error *err) {
          const auto lock = used_query.alone();
          return koord_query_set_flags(used_query.get(), flags.value, err);
        });
      },
      "query"_a, "flags"_a);
  m.def(
      "query_set_nodes",
      [](const Handle<koord_query> &query, Number<uint32_t> first, Number<size_t> count) {
        const Used used_query(query);
        call([&](koord_error *err) {
          const auto lock = used_query.alone();
          return koord_query_set_nodes(used_query.get(), first.value, count.value, err);
        });
      },
      "query"_a, "first"_a, "count"_a);
  m.def(
      "query_set_generation",
      [](const Handle<koord_query> &query, Number<uint64_t> generation) {
        const Used used_query(query);
        call([&](koord_error *err) {
          const auto lock = used_query.alone();
          return koord_query_set_generation(used_query.get(), generation.value, err);
        });
      },
      "query"_a, "generation"_a);
  m.def(
      "query_set_affinity",
      [](const Handle<koord_query> &query, Number<uint64_t> affinity) {
        const Used used_query(query);
        call([&](koord_error *err) {
          const auto lock = used_query.alone();
          return koord_query_set_affinity(used_query.get(), affinity.value, err);
        });
      },
      "query"_a, "affinity"_a);
  m.def(
      "query_remove_pod",
      [](const Handle<koord_query> &query, const Text &uid) {
        const Used used_query(query);
        call([&](koord_error *err) {
          const auto lock = used_query.alone();
          return koord_query_remove_pod(used_query.get(), uid.data(), uid.size(), err);
        });
      },
      "query"_a, "uid"_a);
  m.def(
      "query_add_pod",
      [](const Handle<koord_query> &query, const Handle<koord_pod> &pod, Number<uint32_t> node) {
        const Used used_query(query);
        const Used used_pod(pod);
        call([&](koord_error *err) {
          const auto lock = used_query.alone();
          return koord_query_add_pod(used_query.get(), used_pod.get(), node.value, err);
        });
      },
      "query"_a, "pod"_a, "node"_a);
  m.def(
      "query_protect_pod",
      [](const Handle<koord_query> &query, const Text &uid, Number<int32_t> protection) {
        const Used used_query(query);
        call([&](koord_error *err) {
          const auto lock = used_query.alone();
          return koord_query_protect_pod(used_query.get(), uid.data(), uid.size(), protection.value,
                                         err);
        });
      },
      "query"_a, "uid"_a, "protection"_a);
  m.def(
      "query_use_reservation",
      [](const Handle<koord_query> &query, const Text &reservation) {
        const Used used_query(query);
        call([&](koord_error *err) {
          const auto lock = used_query.alone();
          return koord_query_use_reservation(used_query.get(), reservation.data(),
                                             reservation.size(), err);
        });
      },
      "query"_a, "reservation"_a);
  m.def(
      "query_drain_node",
      [](const Handle<koord_query> &query, Number<uint32_t> node) {
        const Used used_query(query);
        call([&](koord_error *err) {
          const auto lock = used_query.alone();
          return koord_query_drain_node(used_query.get(), node.value, err);
        });
      },
      "query"_a, "node"_a);
  m.def(
      "query_disable_smt",
      [](const Handle<koord_query> &query, Number<uint32_t> node) {
        const Used used_query(query);
        call([&](koord_error *err) {
          const auto lock = used_query.alone();
          return koord_query_disable_smt(used_query.get(), node.value, err);
        });
      },
      "query"_a, "node"_a);
  m.def(
      "query_isolate_cpus",
      [](const Handle<koord_query> &query, Number<uint32_t> node, const Words &words) {
        const Used used_query(query);
        call([&](koord_error *err) {
          const auto lock = used_query.alone();
          return koord_query_isolate_cpus(used_query.get(), node.value, words.words, kWords, err);
        });
      },
      "query"_a, "node"_a, "words"_a);
}

}  // namespace koord_python

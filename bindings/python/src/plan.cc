// Plans: gangs, reservations, resizing, rebind, preemption.
#include "bridge.h"

namespace koord_python {

namespace {

// A copy of the uids of these steps alone, which lie side by side.
py::bytes own_texts(const py::bytearray &rows, const char *texts) {
  auto *step = reinterpret_cast<koord_plan_step *>(PyByteArray_AS_STRING(rows.ptr()));
  const size_t count =
      static_cast<size_t>(PyByteArray_GET_SIZE(rows.ptr())) / sizeof(koord_plan_step);
  if (count == 0) return py::bytes();
  const uint32_t first = step[0].uid_offset;
  size_t length = 0;
  for (size_t i = 0; i < count; ++i) {
    step[i].uid_offset -= first;
    length = step[i].uid_offset + step[i].uid_length;
  }
  return {texts + first, length};
}

}  // namespace

void add_plan(py::module_ &m) {
  m.def(
      "plan_get_steps",
      [](const Handle<koord_plan> &plan) {
        const Used used_plan(plan);
        size_t length = 0;
        const char *texts = koord_plan_get_texts(used_plan.get(), &length);
        return lent_rows_of<koord_plan_step>(
            [&](koord_plan_step *rows, size_t stride, size_t capacity, size_t *count,
                koord_error *err) {
              return koord_plan_get_steps(used_plan.get(), rows, stride, capacity, count, err);
            },
            texts, length);
      },
      "plan"_a);
  m.def(
      "plan_get_step_cpus",
      [](const Handle<koord_plan> &plan, Number<size_t> step) {
        const Used used_plan(plan);
        uint64_t words[kWords] = {};
        call([&](koord_error *err) {
          return koord_plan_get_step_cpus(used_plan.get(), step.value, words, kWords, err);
        });
        return to_words(words);
      },
      "plan"_a, "step"_a);
  m.def(
      "cluster_get_step_status",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_plan> &plan,
         Number<size_t> step) {
        const Used used_cluster(cluster);
        const Used used_plan(plan);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_cluster_get_step_status(used_cluster.get(), used_plan.get(), step.value,
                                               &out, err);
        });
        return to_document(out);
      },
      "cluster"_a, "plan"_a, "step"_a);
  m.def(
      "cluster_get_step_devices",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_plan> &plan,
         Number<size_t> step) {
        const Used used_cluster(cluster);
        const Used used_plan(plan);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_cluster_get_step_devices(used_cluster.get(), used_plan.get(), step.value,
                                                &out, err);
        });
        return to_document(out);
      },
      "cluster"_a, "plan"_a, "step"_a);
  m.def(
      "cluster_commit",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_plan> &plan) {
        const Used used_cluster(cluster);
        const Used used_plan(plan);
        call([&](koord_error *err) {
          return koord_cluster_commit(used_cluster.get(), used_plan.get(), err);
        });
      },
      "cluster"_a, "plan"_a);
  m.def(
      "cluster_set_reservation",
      [](const Handle<koord_cluster> &cluster, const Text &uid, Number<int32_t> policy) {
        const Used used_cluster(cluster);
        call([&](koord_error *err) {
          return koord_cluster_set_reservation(used_cluster.get(), uid.data(), uid.size(),
                                               policy.value, err);
        });
      },
      "cluster"_a, "uid"_a, "policy"_a);
  m.def(
      "cluster_reserve_from",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod,
         const Handle<koord_query> &query) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        const Used used_query(query);
        uint64_t cpus[kWords] = {};
        koord_refusal refusal{};
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_cluster_reserve_from(used_cluster.get(), used_pod.get(), used_query.get(),
                                            cpus, kWords, &refusal, err);
        });
        return py::make_tuple(to_words(cpus), to_dict(refusal));
      },
      "cluster"_a, "pod"_a, "query"_a);
  m.def(
      "cluster_attach_owner",
      [](const Handle<koord_cluster> &cluster, const Text &uid, const Text &reservation) {
        const Used used_cluster(cluster);
        call([&](koord_error *err) {
          return koord_cluster_attach_owner(used_cluster.get(), uid.data(), uid.size(),
                                            reservation.data(), reservation.size(), err);
        });
      },
      "cluster"_a, "uid"_a, "reservation"_a);
  m.def(
      "cluster_plan_resize",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod,
         const Handle<koord_query> *query) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        const Used used_query(query);
        koord_plan *out = nullptr;
        koord_refusal refusal{};
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_cluster_plan_resize(used_cluster.get(), used_pod.get(), used_query.get(),
                                           &out, &refusal, err);
        });
        return py::make_tuple(owned(out), to_dict(refusal));
      },
      "cluster"_a, "pod"_a, "query"_a);
  m.def(
      "cluster_plan_rebind",
      [](const Handle<koord_cluster> &cluster, Number<uint32_t> node, const py::dict &options,
         const Handle<koord_query> *query) {
        const Used used_cluster(cluster);
        koord_rebind_options options_ = KOORD_INIT(koord_rebind_options);
        fill(options_, options);
        const Used used_query(query);
        koord_plan *out = nullptr;
        koord_rebind_info info = KOORD_INIT(koord_rebind_info);
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_cluster_plan_rebind(used_cluster.get(), node.value, &options_,
                                           used_query.get(), &out, &info, err);
        });
        return py::make_tuple(owned(out), to_dict(info));
      },
      "cluster"_a, "node"_a, "options"_a, "query"_a);
  m.def(
      "cluster_plan_rebind_for",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, Number<uint32_t> node,
         const py::dict &options, const Handle<koord_query> *query) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        koord_rebind_options options_ = KOORD_INIT(koord_rebind_options);
        fill(options_, options);
        const Used used_query(query);
        koord_plan *out = nullptr;
        koord_rebind_info info = KOORD_INIT(koord_rebind_info);
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_cluster_plan_rebind_for(used_cluster.get(), used_pod.get(), node.value,
                                               &options_, used_query.get(), &out, &info, err);
        });
        return py::make_tuple(owned(out), to_dict(info));
      },
      "cluster"_a, "pod"_a, "node"_a, "options"_a, "query"_a);
  m.def(
      "rebind_status_to_json",
      [](Number<int32_t> phase, const Text &timestamp, const Text &reason) {
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_rebind_status_to_json(phase.value, timestamp.data(), timestamp.size(),
                                             reason.data(), reason.size(), &out, err);
        });
        return to_document(out);
      },
      "phase"_a, "timestamp"_a, "reason"_a);
  m.def(
      "cluster_preempt",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod,
         const py::dict &options, const Handle<koord_query> *query) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        koord_preempt_options options_ = KOORD_INIT(koord_preempt_options);
        fill(options_, options);
        const Used used_query(query);
        koord_preemption *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_cluster_preempt(used_cluster.get(), used_pod.get(), &options_,
                                       used_query.get(), &out, err);
        });
        return owned(out);
      },
      "cluster"_a, "pod"_a, "options"_a, "query"_a);
  m.def(
      "preemption_get_nodes",
      [](const Handle<koord_preemption> &preemption) {
        const Used used_preemption(preemption);
        return rows_of<koord_node_preemption>([&](koord_node_preemption *rows, size_t stride,
                                                  size_t capacity, size_t *count,
                                                  koord_error *err) {
          return koord_preemption_get_nodes(used_preemption.get(), rows, stride, capacity, count,
                                            err);
        });
      },
      "preemption"_a);
  m.def(
      "preemption_get_victims",
      [](const Handle<koord_preemption> &preemption, Number<size_t> row) {
        const Used used_preemption(preemption);
        const py::bytearray rows =
            rows_of<koord_plan_step>([&](koord_plan_step *rows, size_t stride, size_t capacity,
                                         size_t *count, koord_error *err) {
              return koord_preemption_get_victims(used_preemption.get(), row.value, rows, stride,
                                                  capacity, count, err);
            });
        return py::make_tuple(
            rows, own_texts(rows, koord_preemption_get_texts(used_preemption.get(), nullptr)));
      },
      "preemption"_a, "row"_a);
  m.def(
      "cluster_plan_preemption",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_preemption> &preemption,
         Number<size_t> row) {
        const Used used_cluster(cluster);
        const Used used_preemption(preemption);
        koord_refusal refusal{};
        koord_plan *out = nullptr;
        call([&](koord_error *err) {
          return koord_cluster_plan_preemption(used_cluster.get(), used_preemption.get(), row.value,
                                               &refusal, &out, err);
        });
        return py::make_tuple(to_dict(refusal), owned(out));
      },
      "cluster"_a, "preemption"_a, "row"_a);
  m.def(
      "cluster_plan_gang",
      [](const Handle<koord_cluster> &cluster, const py::list &pods, const py::dict &options,
         const Handle<koord_query> *query) {
        const Used used_cluster(cluster);
        const Pods pods_(pods);
        const Used used_query(query);
        koord_gang_options options_ = KOORD_INIT(koord_gang_options);
        fill(options_, options);
        koord_plan *out = nullptr;
        koord_gang_info info = KOORD_INIT(koord_gang_info);
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_cluster_plan_gang(used_cluster.get(), pods_.get(), pods_.count(), &options_,
                                         used_query.get(), &out, &info, err);
        });
        return py::make_tuple(owned(out), to_dict(info));
      },
      "cluster"_a, "pods"_a, "options"_a, "query"_a.none(true));
  m.def(
      "rebind_request_from_json",
      [](const Text &json) {
        koord_rebind_request request = KOORD_INIT(koord_rebind_request);
        Remarks remarks;
        const py::str node =
            text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
              return koord_rebind_request_from_json(remarks.context(), json.data(), json.size(),
                                                    &request, text, capacity, needed, err);
            });
        remarks.deliver();
        return py::make_tuple(to_dict(request), node);
      },
      "json"_a);
}

}  // namespace koord_python

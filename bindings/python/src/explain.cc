// Explanations and capacity.
#include "bridge.h"

namespace koord_python {

void add_explain(py::module_ &m) {
  m.def(
      "cluster_explain",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod,
         const py::dict &options, const Handle<koord_query> *query) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        koord_explain_options options_ = KOORD_INIT(koord_explain_options);
        fill(options_, options);
        const Used used_query(query);
        koord_explanation *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_cluster_explain(used_cluster.get(), used_pod.get(), &options_,
                                       used_query.get(), &out, err);
        });
        return owned(out);
      },
      "cluster"_a, "pod"_a, "options"_a, "query"_a);
  m.def(
      "explanation_get_info",
      [](const Handle<koord_explanation> &explanation) {
        const Used used_explanation(explanation);
        koord_explanation_info info = KOORD_INIT(koord_explanation_info);
        call([&](koord_error *err) {
          return koord_explanation_get_info(used_explanation.get(), &info, err);
        });
        return to_dict(info);
      },
      "explanation"_a);
  m.def(
      "explanation_get_fits",
      [](const Handle<koord_explanation> &explanation) {
        const Used used_explanation(explanation);
        return rows_of<koord_verdict>([&](koord_verdict *rows, size_t stride, size_t capacity,
                                          size_t *count, koord_error *err) {
          return koord_explanation_get_fits(used_explanation.get(), rows, stride, capacity, count,
                                            err);
        });
      },
      "explanation"_a);
  m.def(
      "explanation_get_groups",
      [](const Handle<koord_explanation> &explanation) {
        const Used used_explanation(explanation);
        return rows_of<koord_refused_group>([&](koord_refused_group *rows, size_t stride,
                                                size_t capacity, size_t *count, koord_error *err) {
          return koord_explanation_get_groups(used_explanation.get(), rows, stride, capacity, count,
                                              err);
        });
      },
      "explanation"_a);
  m.def(
      "explanation_get_misses",
      [](const Handle<koord_explanation> &explanation) {
        const Used used_explanation(explanation);
        return rows_of<koord_near_miss>([&](koord_near_miss *rows, size_t stride, size_t capacity,
                                            size_t *count, koord_error *err) {
          return koord_explanation_get_misses(used_explanation.get(), rows, stride, capacity, count,
                                              err);
        });
      },
      "explanation"_a);
  m.def(
      "remedy_kind_get_name",
      [](Number<int32_t> kind) { return koord_remedy_kind_get_name(kind.value); }, "kind"_a);
  m.def(
      "explanation_get_remedies",
      [](const Handle<koord_explanation> &explanation) {
        const Used used_explanation(explanation);
        size_t length = 0;
        const char *texts = koord_explanation_get_texts(used_explanation.get(), &length);
        return lent_rows_of<koord_remedy_step>(
            [&](koord_remedy_step *rows, size_t stride, size_t capacity, size_t *count,
                koord_error *err) {
              return koord_explanation_get_remedies(used_explanation.get(), rows, stride, capacity,
                                                    count, err);
            },
            texts, length);
      },
      "explanation"_a);
  m.def(
      "explanation_to_text",
      [](const Handle<koord_explanation> &explanation) {
        const Used used_explanation(explanation);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_explanation_to_text(used_explanation.get(), &out, err);
        });
        return to_document(out);
      },
      "explanation"_a);
  m.def(
      "explanation_to_json",
      [](const Handle<koord_explanation> &explanation) {
        const Used used_explanation(explanation);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_explanation_to_json(used_explanation.get(), &out, err);
        });
        return to_document(out);
      },
      "explanation"_a);
  m.def(
      "cluster_get_capacity",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod,
         const py::dict &options, const Handle<koord_query> *query) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        koord_capacity_options options_ = KOORD_INIT(koord_capacity_options);
        fill(options_, options);
        const Used used_query(query);
        koord_capacity *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_cluster_get_capacity(used_cluster.get(), used_pod.get(), &options_,
                                            used_query.get(), &out, err);
        });
        return owned(out);
      },
      "cluster"_a, "pod"_a, "options"_a, "query"_a);
  m.def(
      "capacity_get_info",
      [](const Handle<koord_capacity> &capacity) {
        const Used used_capacity(capacity);
        koord_capacity_info info = KOORD_INIT(koord_capacity_info);
        call([&](koord_error *err) {
          return koord_capacity_get_info(used_capacity.get(), &info, err);
        });
        return to_dict(info);
      },
      "capacity"_a);
  m.def(
      "capacity_get_nodes",
      [](const Handle<koord_capacity> &capacity) {
        const Used used_capacity(capacity);
        return rows_of<koord_node_capacity>([&](koord_node_capacity *rows, size_t stride,
                                                size_t capacity, size_t *count, koord_error *err) {
          return koord_capacity_get_nodes(used_capacity.get(), rows, stride, capacity, count, err);
        });
      },
      "capacity"_a);
  m.def(
      "capacity_get_reasons",
      [](const Handle<koord_capacity> &capacity) {
        const Used used_capacity(capacity);
        return rows_of<koord_capacity_reason>([&](koord_capacity_reason *rows, size_t stride,
                                                  size_t capacity, size_t *count,
                                                  koord_error *err) {
          return koord_capacity_get_reasons(used_capacity.get(), rows, stride, capacity, count,
                                            err);
        });
      },
      "capacity"_a);
}

}  // namespace koord_python

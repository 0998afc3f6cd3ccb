// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of explanation.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_explanation(py::module_ &m) {
  m.def("cluster_explain", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, const py::object &options, const Handle<koord_query> *query) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    const Packed<koord_explain_options> given_options(options);
    const Used used_query(query);
    koord_explanation *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      return koord_cluster_explain(used_cluster.get(), used_pod.get(), given_options.get(), used_query.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "cluster"_a, "pod"_a, "options"_a, "query"_a.none(true));
  m.def("explanation_get_info", [](const Handle<koord_explanation> &explanation) {
    const Used used_explanation(explanation);
    koord_explanation_info out_info = KOORD_INIT(koord_explanation_info);
    Call call;
    call([&](koord_error *err) {
      return koord_explanation_get_info(used_explanation.get(), &out_info, err);
    });
    return call.give(row_of(out_info));
  }, "explanation"_a);
  m.def("explanation_get_fits", [](const Handle<koord_explanation> &explanation) {
    const Used used_explanation(explanation);
    RowsOut<koord_verdict> out_rows;
    Call call;
    call([&](koord_error *err) {
      return koord_explanation_get_fits(used_explanation.get(), out_rows.data(), sizeof(koord_verdict), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "explanation"_a);
  m.def("explanation_get_groups", [](const Handle<koord_explanation> &explanation) {
    const Used used_explanation(explanation);
    RowsOut<koord_refused_group> out_rows;
    Call call;
    call([&](koord_error *err) {
      return koord_explanation_get_groups(used_explanation.get(), out_rows.data(), sizeof(koord_refused_group), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "explanation"_a);
  m.def("explanation_get_misses", [](const Handle<koord_explanation> &explanation) {
    const Used used_explanation(explanation);
    RowsOut<koord_near_miss> out_rows;
    Call call;
    call([&](koord_error *err) {
      return koord_explanation_get_misses(used_explanation.get(), out_rows.data(), sizeof(koord_near_miss), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "explanation"_a);
  m.def("remedy_kind_get_name", [](Number<koord_remedy_kind> kind) {
    return koord_remedy_kind_get_name(kind.value);
  }, "kind"_a);
  m.def("explanation_get_remedies", [](const Handle<koord_explanation> &explanation) {
    const Used used_explanation(explanation);
    RowsOut<koord_remedy_step> out_rows;
    Lent lent(false);
    Call call;
    call([&](koord_error *err) {
      const koord_status status = koord_explanation_get_remedies(used_explanation.get(), out_rows.data(), sizeof(koord_remedy_step), out_rows.capacity(), out_rows.count(), err);
      lent.take(koord_explanation_get_texts(used_explanation.get(), lent.length()));
      return status;
    }, out_rows);
    const py::bytes texts = lent.of(out_rows.data(), sizeof(koord_remedy_step), *out_rows.count(), {{offsetof(koord_remedy_step, uid_offset), offsetof(koord_remedy_step, uid_length)}});
    return call.give(py::make_tuple(out_rows.get(), texts));
  }, "explanation"_a);
  m.def("explanation_to_text", [](const Handle<koord_explanation> &explanation) {
    const Used used_explanation(explanation);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_explanation_to_text(used_explanation.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "explanation"_a);
  m.def("explanation_to_json", [](const Handle<koord_explanation> &explanation) {
    const Used used_explanation(explanation);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_explanation_to_json(used_explanation.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "explanation"_a);
}

}  // namespace koord_python

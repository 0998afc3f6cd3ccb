// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of nrt.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_nrt(py::module_ &m) {
  m.def("nrt_node_from_json", [](const Text &node, const Text &nrt) {
    Remarks remarks;
    koord_nrt_node *out_out = nullptr;
    Call call(&remarks);
    call([&](koord_error *err) {
      return koord_nrt_node_from_json(remarks.context(), node.data(), node.size(), nrt.data(), nrt.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "node"_a, "nrt"_a.none(true));
  m.def("nrt_node_filter", [](const Handle<koord_nrt_node> &node, const Handle<koord_pod> &pod) {
    const Used used_node(node);
    const Used used_pod(pod);
    koord_nrt_verdict out_verdict = KOORD_INIT(koord_nrt_verdict);
    TextOut out_text;
    Call call;
    call([&](koord_error *err) {
      return koord_nrt_node_filter(used_node.get(), used_pod.get(), &out_verdict, out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(py::make_tuple(row_of(out_verdict), out_text.get()));
  }, "node"_a, "pod"_a);
  m.def("nrt_node_score", [](const Handle<koord_nrt_node> &node, const Handle<koord_pod> &pod, const Text &args) {
    const Used used_node(node);
    const Used used_pod(pod);
    int32_t out_score{};
    Call call;
    call([&](koord_error *err) {
      return koord_nrt_node_score(used_node.get(), used_pod.get(), args.data(), args.size(), &out_score, err);
    });
    return call.give(out_score);
  }, "node"_a, "pod"_a, "args"_a.none(true));
}

}  // namespace koord_python

// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of refusal.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_refusal(py::module_ &m) {
  m.def("refusal_format", [](const py::object &refusal) {
    const Packed<koord_refusal> given_refusal(refusal);
    TextOut out_text;
    Call call;
    call([&](koord_error *err) {
      return koord_refusal_format(given_refusal.get(), out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(out_text.get());
  }, "refusal"_a);
  m.def("refusal_to_json", [](const py::object &refusal) {
    const Packed<koord_refusal> given_refusal(refusal);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_refusal_to_json(given_refusal.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "refusal"_a);
  m.def("reason_get_name", [](Number<koord_reason> reason, Number<koord_profile> profile) {
    return koord_reason_get_name(reason.value, profile.value);
  }, "reason"_a, "profile"_a);
  m.def("object_kind_get_name", [](Number<koord_object_kind> kind) {
    return koord_object_kind_get_name(kind.value);
  }, "kind"_a);
}

}  // namespace koord_python

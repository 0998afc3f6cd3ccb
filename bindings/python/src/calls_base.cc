// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of base.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_base(py::module_ &m) {
  m.def("version", []() {
    return koord_version();
  });
  m.def("version_string", []() {
    return koord_version_string();
  });
  m.def("status_get_name", [](Number<koord_status> status) {
    return koord_status_get_name(status.value);
  }, "status"_a);
  m.def("cpulist_parse", [](const Text &list) {
    uint64_t out_words[kWords] = {};
    Call call;
    call([&](koord_error *err) {
      return koord_cpulist_parse(list.data(), list.size(), out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "list"_a);
  m.def("cpulist_format", [](const Words &words) {
    TextOut out_text;
    Call call;
    call([&](koord_error *err) {
      return koord_cpulist_format(words.words, kWords, out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(out_text.get());
  }, "words"_a);
}

}  // namespace koord_python

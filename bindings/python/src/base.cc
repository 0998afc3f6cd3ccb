// Versions, names of statuses, CPU sets as text, refusals as sentences.
#include "bridge.h"

namespace koord_python {

void add_base(py::module_ &m) {
  m.def(
      "status_get_name", [](Number<int32_t> status) { return koord_status_get_name(status.value); },
      "status"_a);
  m.def(
      "cpulist_format",
      [](const Words &words) {
        return text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
          return koord_cpulist_format(words.words, kWords, text, capacity, needed, err);
        });
      },
      "words"_a);
  m.def(
      "object_kind_get_name",
      [](Number<int32_t> kind) { return koord_object_kind_get_name(kind.value); }, "kind"_a);
  m.def(
      "reason_get_name",
      [](Number<int32_t> reason, Number<int32_t> profile) {
        return koord_reason_get_name(reason.value, profile.value);
      },
      "reason"_a, "profile"_a);
  m.def("version", [] { return koord_version(); });
  m.def("version_string", [] { return koord_version_string(); });
  m.def(
      "cpulist_parse",
      [](const Text &list) {
        uint64_t words[kWords] = {};
        call([&](koord_error *err) {
          return koord_cpulist_parse(list.data(), list.size(), words, kWords, err);
        });
        return to_words(words);
      },
      "list"_a);
  m.def(
      "refusal_format",
      [](const py::dict &refusal) {
        koord_refusal refusal_{};
        fill(refusal_, refusal);
        return text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
          return koord_refusal_format(&refusal_, text, capacity, needed, err);
        });
      },
      "refusal"_a);
  m.def(
      "refusal_to_json",
      [](const py::dict &refusal) {
        koord_refusal refusal_{};
        fill(refusal_, refusal);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) { return koord_refusal_to_json(&refusal_, &out, err); });
        return to_document(out);
      },
      "refusal"_a);
}

}  // namespace koord_python

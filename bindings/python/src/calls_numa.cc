// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of numa.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_numa(py::module_ &m) {
  m.def("numa_hints_new", []() {
    koord_numa_hints *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_numa_hints_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("numa_hints_clone", [](const Handle<koord_numa_hints> &hints) {
    const Used used_hints(hints);
    koord_numa_hints *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      const auto lock_hints = used_hints.shared();
      return koord_numa_hints_clone(used_hints.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "hints"_a);
  m.def("numa_hints_reset", [](const Handle<koord_numa_hints> &hints) {
    const Used used_hints(hints);
    Call call;
    call([&](koord_error *err) {
      const auto lock_hints = used_hints.alone();
      return koord_numa_hints_reset(used_hints.get(), err);
    });
    call.end();
  }, "hints"_a);
  m.def("numa_hints_add_list", [](const Handle<koord_numa_hints> &hints, const py::object &list, const Text &name, const py::object &rows) {
    const Used used_hints(hints);
    const Packed<koord_numa_hint_list> given_list(list);
    const Rows given_rows(rows, sizeof(koord_numa_hint), false);
    Call call;
    call([&](koord_error *err) {
      const auto lock_hints = used_hints.alone();
      return koord_numa_hints_add_list(used_hints.get(), given_list.get(), name.data(), name.size(), given_rows.as<koord_numa_hint>(), sizeof(koord_numa_hint), given_rows.count(), err);
    });
    call.end();
  }, "hints"_a, "list"_a, "name"_a, "rows"_a);
  m.def("numa_hints_get_nodes", [](const Handle<koord_numa_hints> &hints) {
    const Used used_hints(hints);
    RowsOut<koord_numa_place> out_rows;
    Call call;
    call([&](koord_error *err) {
      const auto lock_hints = used_hints.shared();
      return koord_numa_hints_get_nodes(used_hints.get(), out_rows.data(), sizeof(koord_numa_place), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "hints"_a);
  m.def("numa_hints_get_lists", [](const Handle<koord_numa_hints> &hints) {
    const Used used_hints(hints);
    RowsOut<koord_numa_hint_list_info> out_rows;
    Lent lent(true);
    Call call;
    call([&](koord_error *err) {
      const auto lock_hints = used_hints.shared();
      const koord_status status = koord_numa_hints_get_lists(used_hints.get(), out_rows.data(), sizeof(koord_numa_hint_list_info), out_rows.capacity(), out_rows.count(), err);
      lent.take(koord_numa_hints_get_texts(used_hints.get(), lent.length()));
      return status;
    }, out_rows);
    const py::bytes texts = lent.of(out_rows.data(), sizeof(koord_numa_hint_list_info), *out_rows.count(), {{offsetof(koord_numa_hint_list_info, name_offset), offsetof(koord_numa_hint_list_info, name_length)}});
    return call.give(py::make_tuple(out_rows.get(), texts));
  }, "hints"_a);
  m.def("numa_hints_get_hints", [](const Handle<koord_numa_hints> &hints, Number<uint32_t> list) {
    const Used used_hints(hints);
    RowsOut<koord_numa_hint> out_rows;
    Call call;
    call([&](koord_error *err) {
      const auto lock_hints = used_hints.shared();
      return koord_numa_hints_get_hints(used_hints.get(), list.value, out_rows.data(), sizeof(koord_numa_hint), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "hints"_a, "list"_a);
  m.def("numa_merge", [](const py::object &options, const Handle<koord_numa_hints> &hints) {
    const Packed<koord_numa_options> given_options(options);
    const Used used_hints(hints);
    koord_numa_merged out_out{};
    TextOut out_text;
    Call call;
    call([&](koord_error *err) {
      const auto lock_hints = used_hints.shared();
      return koord_numa_merge(given_options.get(), used_hints.get(), &out_out, out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(py::make_tuple(row_of(out_out), out_text.get()));
  }, "options"_a, "hints"_a);
}

}  // namespace koord_python

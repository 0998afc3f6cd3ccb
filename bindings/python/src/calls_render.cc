// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of render.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_render(py::module_ &m) {
  m.def("picture_new", []() {
    koord_picture *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_picture_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("picture_set_title", [](const Handle<koord_picture> &picture, const Text &title) {
    const Used used_picture(picture);
    Call call;
    call([&](koord_error *err) {
      const auto lock_picture = used_picture.alone();
      return koord_picture_set_title(used_picture.get(), title.data(), title.size(), err);
    });
    call.end();
  }, "picture"_a, "title"_a.none(true));
  m.def("picture_add_set", [](const Handle<koord_picture> &picture, const Text &label, const Words &words) {
    const Used used_picture(picture);
    Call call;
    call([&](koord_error *err) {
      const auto lock_picture = used_picture.alone();
      return koord_picture_add_set(used_picture.get(), label.data(), label.size(), words.words, kWords, err);
    });
    call.end();
  }, "picture"_a, "label"_a, "words"_a);
  m.def("topology_draw", [](const Handle<koord_topology> &topology, const py::object &options, const Handle<koord_picture> *picture) {
    const Used used_topology(topology);
    const Packed<koord_picture_options> given_options(options);
    const Used used_picture(picture);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      const auto lock_picture = used_picture.shared();
      return koord_topology_draw(used_topology.get(), given_options.get(), used_picture.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "topology"_a, "options"_a, "picture"_a.none(true));
}

}  // namespace koord_python

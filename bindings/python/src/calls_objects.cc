// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of objects.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_objects(py::module_ &m) {
  m.def("cluster_add_objects", [](const Handle<koord_cluster> &cluster, const Text &json) {
    const Used used_cluster(cluster);
    koord_added_objects *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_add_objects(used_cluster.get(), json.data(), json.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "cluster"_a, "json"_a);
  m.def("cluster_remove_resource_slice", [](const Handle<koord_cluster> &cluster, const Text &name) {
    const Used used_cluster(cluster);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_remove_resource_slice(used_cluster.get(), name.data(), name.size(), err);
    });
    call.end();
  }, "cluster"_a, "name"_a);
  m.def("cluster_remove_resource_claim", [](const Handle<koord_cluster> &cluster, const Text &name) {
    const Used used_cluster(cluster);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_remove_resource_claim(used_cluster.get(), name.data(), name.size(), err);
    });
    call.end();
  }, "cluster"_a, "name"_a);
  m.def("cluster_get_claimed_devices", [](const Handle<koord_cluster> &cluster, const Text &name) {
    const Used used_cluster(cluster);
    koord_buffer *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_claimed_devices(used_cluster.get(), name.data(), name.size(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "cluster"_a, "name"_a);
  m.def("added_objects_get_rows", [](const Handle<koord_added_objects> &objects) {
    const Used used_objects(objects);
    RowsOut<koord_added_object> out_rows;
    Lent lent(false);
    Call call;
    call([&](koord_error *err) {
      const koord_status status = koord_added_objects_get_rows(used_objects.get(), out_rows.data(), sizeof(koord_added_object), out_rows.capacity(), out_rows.count(), err);
      lent.take(koord_added_objects_get_texts(used_objects.get(), lent.length()));
      return status;
    }, out_rows);
    const py::bytes texts = lent.of(out_rows.data(), sizeof(koord_added_object), *out_rows.count(), {{offsetof(koord_added_object, kind_name_offset), offsetof(koord_added_object, kind_name_length)}, {offsetof(koord_added_object, namespace_offset), offsetof(koord_added_object, namespace_length)}, {offsetof(koord_added_object, name_offset), offsetof(koord_added_object, name_length)}, {offsetof(koord_added_object, message_offset), offsetof(koord_added_object, message_length)}});
    return call.give(py::make_tuple(out_rows.get(), texts));
  }, "objects"_a);
  m.def("added_objects_get_pod", [](const Handle<koord_added_objects> &objects, Number<size_t> row) {
    const Used used_objects(objects);
    koord_pod *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_added_objects_get_pod(used_objects.get(), row.value, &out_out, err);
    });
    return call.give(owned(out_out));
  }, "objects"_a, "row"_a);
  m.def("added_objects_get_pod_json", [](const Handle<koord_added_objects> &objects, Number<size_t> row) {
    const Used used_objects(objects);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_added_objects_get_pod_json(used_objects.get(), row.value, &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "objects"_a, "row"_a);
}

}  // namespace koord_python

// Objects of a text, added to a cluster.
#include <string>
#include <vector>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/rows.h"
#include "capi/cluster/handle.h"
#include "capi/cluster/object_loader.h"
#include "koord.h"
#include "wire/device/device_writer.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;

struct koord_added_objects {
  // The source of the row of a workload's pod.
  struct Source {
    std::shared_ptr<const CreatedPods> created;
    uint32_t ordinal = 0;
  };

  std::vector<koord_added_object> rows;
  std::string texts;
  std::vector<PodHandle> pods;  // by row
  std::vector<Source> sources;  // by row
  References references{};
};

namespace {

// Appends a text and writes its place.
void append(std::string &texts, const std::string &text, uint32_t &offset, uint32_t &length) {
  if (texts.size() + text.size() > UINT32_MAX)
    throw Error(Status::kLimit, "texts: more than 4 GiB");
  offset = static_cast<uint32_t>(texts.size());
  length = static_cast<uint32_t>(text.size());
  texts += text;
}

std::unique_ptr<koord_added_objects> to_handle(std::vector<LoadedObject> loaded) {
  auto out = std::make_unique<koord_added_objects>();
  out->rows.reserve(loaded.size());
  out->pods.reserve(loaded.size());
  out->sources.reserve(loaded.size());
  for (LoadedObject &object : loaded) {
    koord_added_object row{};
    row.index = object.index;
    row.kind = object.kind;
    row.result = object.result;
    row.status = object.status;
    append(out->texts, object.kind_text, row.kind_name_offset, row.kind_name_length);
    append(out->texts, object.name_space, row.namespace_offset, row.namespace_length);
    append(out->texts, object.name, row.name_offset, row.name_length);
    append(out->texts, object.message, row.message_offset, row.message_length);
    out->rows.push_back(row);
    out->pods.push_back(std::move(object.pod));
    out->sources.push_back(
        object.is_created_pod()
            ? koord_added_objects::Source{std::move(object.created), object.ordinal}
            : koord_added_objects::Source{});
  }
  return out;
}

void check_row(const koord_added_objects *objects, size_t row) {
  require(objects, "objects");
  if (row >= objects->rows.size())
    throw Error(Status::kNotFound, "row: found " + std::to_string(row) + ", there are " +
                                       std::to_string(objects->rows.size()));
}

}  // namespace

koord_status koord_cluster_add_objects(koord_cluster *cluster, const char *json, size_t length,
                                       koord_added_objects **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cluster, "cluster");
    ObjectLoader loader(*cluster);
    loader.read(document(json, length, "json"));
    loader.add();
    *out = to_handle(loader.take()).release();
  });
}

koord_status koord_cluster_remove_resource_slice(koord_cluster *cluster, const char *name,
                                                 size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    const std::string_view text = label(name, length, "name");
    if (!cluster->claims.remove_slice(text))
      throw Error(Status::kNotFound, "there is no ResourceSlice " + koord::in_quotes(text));
  });
}

koord_status koord_cluster_remove_resource_claim(koord_cluster *cluster, const char *name,
                                                 size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    const std::string_view text = label(name, length, "name");
    if (!cluster->claims.remove_claim(text))
      throw Error(Status::kNotFound, "there is no ResourceClaim " + koord::in_quotes(text) +
                                         "; expected its namespace and name, as in \"ml/gpus\"");
  });
}

koord_status koord_cluster_get_claimed_devices(const koord_cluster *cluster, const char *name,
                                               size_t length, koord_buffer **out,
                                               koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cluster, "cluster");
    const std::string_view node = label(name, length, "name");
    const auto claimed = cluster->claims.claimed_devices(node);
    if (!claimed)
      throw Error(Status::kNotFound, "node " + koord::in_quotes(node) + ": has no Device object");
    *out = new_buffer(koord::wire::kubelet_devices_text(*claimed));
  });
}

koord_added_objects *koord_added_objects_ref(const koord_added_objects *objects) {
  return add_reference(objects);
}
void koord_added_objects_unref(koord_added_objects *objects) { drop_reference(objects); }

koord_status koord_added_objects_get_rows(const koord_added_objects *objects,
                                          koord_added_object *rows, size_t stride, size_t capacity,
                                          size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(objects, "objects");
    const RowArray<koord_added_object> array{rows, stride, capacity};
    array.write_all(objects->rows, count, [](const koord_added_object &row) { return row; });
  });
}

const char *koord_added_objects_get_texts(const koord_added_objects *objects, size_t *length) {
  return get_texts(objects, length);
}

koord_status koord_added_objects_get_pod(const koord_added_objects *objects, size_t row,
                                         koord_pod **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    check_row(objects, row);
    const koord_added_objects::Source &source = objects->sources[row];
    *out = source.created ? source.created->make(source.ordinal).release()
                          : koord_pod_ref(objects->pods[row].get());
  });
}

koord_status koord_added_objects_get_pod_json(const koord_added_objects *objects, size_t row,
                                              koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    check_row(objects, row);
    const koord_added_objects::Source &source = objects->sources[row];
    if (source.created == nullptr)
      throw Error(Status::kNotFound,
                  "row " + std::to_string(row) + ": is not the pod of a workload");
    *out = new_buffer(source.created->workload().pod_json(source.ordinal));
  });
}

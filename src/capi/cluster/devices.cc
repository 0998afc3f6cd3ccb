// Devices of a cluster's nodes, and the pods' allocations of them.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/rows.h"
#include "capi/cluster/handle.h"
#include "capi/cluster/plan_handle.h"
#include "koord.h"
#include "wire/device/device_object.h"
#include "wire/pod/device_annotations.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace object = koord::object;
namespace sched = koord::sched;
namespace wire = koord::wire;

koord_status koord_cluster_set_devices(koord_cluster *cluster, const char *json, size_t length,
                                       uint32_t *id, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    object::DeviceObject devices =
        wire::read_device_object(document(json, length, "json"), *cluster->log);
    check_named(devices.node, "Device");
    write_optional(set_devices(cluster, std::move(devices)), id);
  });
}

koord_status koord_cluster_remove_devices(koord_cluster *cluster, const char *name, size_t length,
                                          koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    const std::string_view text = label(name, length, "name");
    if (cluster->claims.remove_devices(text) != sched::Outcome::kDone)
      throw Error(Status::kNotFound, "node " + koord::in_quotes(text) + ": has no Device object");
  });
}

koord_status koord_cluster_get_device_type_name(const koord_cluster *cluster, int32_t type,
                                                char *text, size_t capacity, size_t *needed,
                                                koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    std::string name;
    if (!cluster->cluster.device_type_name(type, name))
      throw Error(Status::kNotFound, "type " + std::to_string(type) + ": there is no such type");
    write_text(name, text, capacity, needed);
  });
}

koord_status koord_cluster_get_device_type(const koord_cluster *cluster, const char *name,
                                           size_t length, int32_t *id, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(id, "id");
    const std::string_view text = label(name, length, "name");
    const int32_t found = cluster->cluster.device_type(text);
    if (found < 0)
      throw Error(Status::kNotFound, "type " + koord::in_quotes(text) + ": there is no such type");
    *id = found;
  });
}

koord_status koord_cluster_get_pod_devices(const koord_cluster *cluster, const char *uid,
                                           size_t length, koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cluster, "cluster");
    const std::string_view text = read_uid(uid, length);
    sched::Allocation held;
    check_outcome(cluster->cluster.allocation(text, held), text);
    *out = new_buffer(wire::to_annotation(held.devices));
  });
}

koord_status koord_cluster_get_pod_minors(const koord_cluster *cluster, const char *uid,
                                          size_t length, int32_t type, int32_t *minors,
                                          size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(count, "count");
    check_extent(capacity, sizeof *minors, "capacity");
    if (capacity != 0) require(minors, "minors");
    const std::string_view text = read_uid(uid, length);
    std::vector<int32_t> held;
    check_outcome(cluster->cluster.pod_minors(text, type, held), text);
    *count = held.size();
    check_room("minors", held.size(), capacity);
    std::copy(held.begin(), held.end(), minors);
  });
}

koord_status koord_cluster_get_step_devices(const koord_cluster *cluster, const koord_plan *plan,
                                            size_t step, koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    const sched::Allocation held = allocation_of(cluster, plan, step);
    *out = new_buffer(wire::to_annotation(held.devices));
  });
}

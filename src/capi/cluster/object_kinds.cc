#include "capi/cluster/object_kinds.h"

#include <utility>

#include "wire/device/device_object.h"
#include "wire/device/resource_objects.h"
#include "wire/node/nrt_parts.h"
#include "wire/pod/reservation.h"
#include "wire/pod/workload.h"

namespace koord::capi {
namespace {

bool is_in_group(std::string_view version, std::string_view group) {
  return version.empty() || version.starts_with(group);
}

bool is_namespaced(koord_added_kind kind) {
  return kind == KOORD_ADDED_KIND_POD || kind == KOORD_ADDED_KIND_WORKLOAD ||
         kind == KOORD_ADDED_KIND_RESOURCE_CLAIM;
}

}  // namespace

koord_added_kind kind_of(std::string_view kind, std::string_view version) {
  const bool is_core = version.empty() || version == "v1";
  if (kind == "Node" && is_core) return KOORD_ADDED_KIND_NODE;
  if (kind == "Pod" && is_core) return KOORD_ADDED_KIND_POD;
  if (kind == wire::kNrt.kind && is_in_group(version, wire::kNrt.group))
    return KOORD_ADDED_KIND_TOPOLOGY;
  if (kind == wire::kDevice.kind && is_in_group(version, wire::kDevice.group))
    return KOORD_ADDED_KIND_DEVICES;
  if (kind == wire::kReservation.kind && is_in_group(version, wire::kReservation.group))
    return KOORD_ADDED_KIND_RESERVATION;
  if (is_in_group(version, wire::kResourceGroup)) {
    if (kind == wire::kResourceSlice.kind) return KOORD_ADDED_KIND_RESOURCE_SLICE;
    if (kind == wire::kResourceClaim.kind) return KOORD_ADDED_KIND_RESOURCE_CLAIM;
  }
  return wire::is_workload(kind, version) ? KOORD_ADDED_KIND_WORKLOAD : KOORD_ADDED_KIND_OTHER;
}

std::string namespace_of(koord_added_kind kind, std::string stated) {
  if (is_namespaced(kind)) return stated.empty() ? "default" : stated;
  return kind == KOORD_ADDED_KIND_OTHER ? stated : "";
}

}  // namespace koord::capi

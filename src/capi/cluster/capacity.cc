// Capacity: the number of further pods that fit on the nodes of a cluster.
#include "plan/capacity.h"

#include <memory>
#include <string>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/rows.h"
#include "capi/cluster/handle.h"
#include "koord.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Status;
namespace plan = koord::plan;
namespace sched = koord::sched;

struct koord_capacity {
  plan::Capacity found;
  koord::capi::References references{};
};

namespace {

constexpr uint32_t kMaxPods = 65536;

uint32_t read_max_pods(uint32_t max_pods) {
  if (max_pods > kMaxPods)
    throw Error(Status::kInvalid, "options.max_pods: found " + std::to_string(max_pods) +
                                      ", expected at most " + std::to_string(kMaxPods));
  return max_pods == 0 ? plan::CapacityOptions::kMost : max_pods;
}

koord_node_capacity to_c(const plan::Room &row) {
  koord_node_capacity out{};
  out.left_milli = row.left_milli;
  out.left_memory = row.left_memory;
  out.node = row.node;
  out.pods = row.pods;
  out.reason = static_cast<koord_reason>(row.reason);
  if (row.unresolvable) out.flags |= KOORD_CAPACITY_UNRESOLVABLE;
  return out;
}

koord_capacity_reason to_c(const plan::RoomBy &row) {
  koord_capacity_reason out{};
  out.left_milli = row.left_milli;
  out.left_memory = row.left_memory;
  out.pods = row.pods;
  out.reason = static_cast<koord_reason>(row.reason);
  out.nodes = row.nodes;
  return out;
}

}  // namespace

koord_capacity *koord_capacity_ref(const koord_capacity *capacity) {
  return add_reference(capacity);
}
void koord_capacity_unref(koord_capacity *capacity) { drop_reference(capacity); }

koord_status koord_cluster_get_capacity(const koord_cluster *cluster, const koord_pod *pod,
                                        const koord_capacity_options *options,
                                        const koord_query *query, koord_capacity **out,
                                        koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    koord_capacity_options given{};
    if (options != nullptr) given = read_struct(options, "options");
    check_flags(given.flags, 0, "options.flags");
    plan::CapacityOptions how{read_max_pods(given.max_pods), {}, exclusions(query)};
    if (query != nullptr) how.restarts = query->restarts;
    const sched::Query sched_query = query_of(cluster, pod, query);
    const sched::WhatIf what_if = read_query(cluster, query, Reads::kRestarts);
    auto handle = std::make_unique<koord_capacity>();
    const sched::ClusterSnapshot snapshot(cluster->cluster, what_if, sched_query.skip_fit);
    handle->found = plan::capacity(snapshot, sched_query, how);
    *out = handle.release();
  });
}

koord_status koord_capacity_get_info(const koord_capacity *capacity, koord_capacity_info *info,
                                     koord_error *err) {
  return guarded(err, [&] {
    require(capacity, "capacity");
    require(info, "info");
    koord_capacity_info out{};
    out.pods = capacity->found.pods;
    out.displaced = capacity->found.displaced;
    out.unplaced = capacity->found.unplaced;
    write_struct(out, info, "info");
  });
}

koord_status koord_capacity_get_nodes(const koord_capacity *capacity, koord_node_capacity *rows,
                                      size_t stride, size_t row_capacity, size_t *count,
                                      koord_error *err) {
  return guarded(err, [&] {
    require(capacity, "capacity");
    const RowArray<koord_node_capacity> array{rows, stride, row_capacity};
    array.write_all(capacity->found.rows, count, [](const auto &row) { return to_c(row); });
  });
}

koord_status koord_capacity_get_reasons(const koord_capacity *capacity, koord_capacity_reason *rows,
                                        size_t stride, size_t row_capacity, size_t *count,
                                        koord_error *err) {
  return guarded(err, [&] {
    require(capacity, "capacity");
    const RowArray<koord_capacity_reason> array{rows, stride, row_capacity};
    array.write_all(capacity->found.reasons, count, [](const auto &row) { return to_c(row); });
  });
}

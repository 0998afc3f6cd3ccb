// Pods on the nodes of a cluster: reserving, allocations, conflicts and patches.
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/struct_reader.h"
#include "capi/cluster/handle.h"
#include "koord.h"
#include "sched/cluster/cluster_snapshot.h"
#include "wire/pod/pod_writer.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Status;
namespace object = koord::object;
namespace sched = koord::sched;
namespace wire = koord::wire;

namespace {

sched::Allocation find(const koord_cluster *cluster, std::string_view uid) {
  require(cluster, "cluster");
  sched::Allocation out;
  check_outcome(cluster->cluster.allocation(uid, out), uid);
  return out;
}

// Returns the resource-spec to write for a pod with exclusive CPUs, or nullopt if the pod itself
// states the policy by which it got them. The default policy is written as preferred
// - if it filled a preferred "Default" of the pod (is_stated),
// - or if the pod and its node state no policy (is_unset).
std::optional<wire::ResourceSpec> resource_spec_to_write(const object::PodObject &pod,
                                                         const sched::Allocation &held) {
  using object::PodBind;
  wire::ResourceSpec spec;
  spec.required = pod.required_bind;
  spec.preferred = pod.preferred_bind;
  spec.exclusive = pod.exclusive;
  if (spec.required == PodBind::kDefault) spec.required = held.node_bind;
  const bool is_stated = held.fills_default && pod.prefers_default_bind;
  const bool is_unset = spec.required == PodBind::kDefault && spec.preferred == PodBind::kDefault &&
                        !(held.fills_default && pod.requires_default_bind);
  if (is_unset || is_stated) spec.preferred = held.default_bind;
  if (spec.required == pod.required_bind && spec.preferred == pod.preferred_bind)
    return std::nullopt;
  return spec;
}

koord_pod_conflicts to_c(const sched::Conflicts &found) {
  koord_pod_conflicts out{};
  out.cpus_held = static_cast<uint32_t>(found.cpus_held);
  out.cpus_reserved = static_cast<uint32_t>(found.cpus_reserved);
  out.cpus_unknown = static_cast<uint32_t>(found.cpus_unknown);
  out.amounts_unknown = static_cast<uint32_t>(found.amounts_unknown);
  out.devices_unknown = static_cast<uint32_t>(found.devices_unknown);
  out.devices_overcommitted = static_cast<uint32_t>(found.devices_overcommitted);
  out.claims_refused = static_cast<uint32_t>(found.claims_refused);
  out.devices_unexplained = static_cast<uint32_t>(found.devices_unexplained);
  out.cpus = koord::capi::to_c(found.cpus);
  out.amounts = koord::capi::to_c(found.amounts);
  out.devices = koord::capi::to_c(found.devices);
  return out;
}

bool has_content(const object::ResourceStatus &status) {
  return status.cpus || !status.numa.empty() || !status.pools.empty();
}

}  // namespace

koord_status koord_cluster_reserve(koord_cluster *cluster, const koord_pod *pod,
                                   const koord_query *query, uint32_t node, uint64_t *cpus,
                                   size_t words, koord_refusal *refusal, koord_error *err) {
  return guarded(err, [&] {
    sched::Query sched_query = query_of(cluster, pod, query);
    const std::string &uid = uid_of(pod);
    require(refusal, "refusal");
    reject_what_if(query, "koord_cluster_reserve");
    // The pod's holding is accounted in full, including resources that nodes report later.
    if (sched_query.shape->requests_unknown())
      sched_query.shape =
          cluster->cluster.shape_of(pod->object, pod->totals, sched::Purpose::kToHold);
    if (cpus != nullptr && words == 0)
      throw Error(Status::kNoSpace, "words: found 0, but CPUs are requested");
    koord::Refusal found;
    check_extent(words, sizeof *cpus, "words");
    const std::span<uint64_t> out(cpus, cpus == nullptr ? 0 : words);
    const sched::Outcome outcome =
        cluster->cluster.reserve(sched_query, uid, node,
                                 {query == nullptr ? 0 : query->generation,
                                  query == nullptr ? 0 : query->affinity, pod->object.priority},
                                 found, out);
    if (outcome == sched::Outcome::kUnknownNode) check_outcome(outcome, node);
    if (outcome == sched::Outcome::kElsewhere)
      check_new(sched::ClusterSnapshot(cluster->cluster, {}, false), uid);
    check_outcome(outcome, uid);
    *refusal = to_c(found);
  });
}

koord_status koord_cluster_remove_pod(koord_cluster *cluster, const char *uid, size_t length,
                                      koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    const std::string_view text = read_uid(uid, length);
    check_outcome(cluster->claims.remove_pod(text), text);
  });
}

koord_status koord_cluster_set_pod(koord_cluster *cluster, const koord_pod *pod,
                                   koord_pod_conflicts *conflicts, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    const std::string &uid = uid_of(pod);
    // Checked before anything changes.
    if (conflicts != nullptr) read_struct(conflicts, "conflicts");
    sched::Conflicts found;
    const sched::Outcome outcome = set_pod(cluster, pod->object, found);
    if (outcome == sched::Outcome::kUnknownPod)
      throw Error(Status::kNotFound,
                  "pod " + koord::in_quotes(uid) +
                      (pod->object.terminated ? ": has terminated" : ": spec.nodeName is empty") +
                      ", and it has no allocation in this cluster");
    check_outcome(outcome, uid);
    if (conflicts != nullptr) write_struct(to_c(found), conflicts, "conflicts");
  });
}

koord_status koord_cluster_get_pod_conflicts(const koord_cluster *cluster, const char *uid,
                                             size_t length, koord_pod_conflicts *conflicts,
                                             koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(conflicts, "conflicts");
    const std::string_view text = read_uid(uid, length);
    sched::Conflicts found;
    check_outcome(cluster->cluster.conflicts(text, found), text);
    write_struct(to_c(found), conflicts, "conflicts");
  });
}

koord_status koord_cluster_get_pod_node(const koord_cluster *cluster, const char *uid,
                                        size_t length, uint32_t *node, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(node, "node");
    const std::string_view text = read_uid(uid, length);
    CpuSet cpus;
    check_outcome(cluster->cluster.pod_cpus(text, *node, cpus), text);
  });
}

koord_status koord_cluster_get_pod_cpus(const koord_cluster *cluster, const char *uid,
                                        size_t length, uint64_t *words, size_t word_count,
                                        koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(words, "words");
    const std::string_view text = read_uid(uid, length);
    uint32_t node = 0;
    CpuSet cpus;
    check_outcome(cluster->cluster.pod_cpus(text, node, cpus), text);
    write_set(cpus, words, word_count);
  });
}

koord_status koord_cluster_get_pod_status(const koord_cluster *cluster, const char *uid,
                                          size_t length, koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    const sched::Allocation held = find(cluster, read_uid(uid, length));
    *out = new_buffer(wire::to_annotation(held.status, wire::Shape::kCanonical));
  });
}

koord_status koord_cluster_prebind(const koord_cluster *cluster, const koord_pod *pod,
                                   uint32_t flags, koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    check_flags(flags, KOORD_PREBIND_PROPOSAL, "flags");
    const sched::Allocation held = find(cluster, uid_of(pod));
    wire::PodResult result;
    if (has_content(held.status)) result.status = held.status;
    result.spec = resource_spec_to_write(pod->object, held);
    result.devices = held.devices;
    result.removes_status = pod->object.carries_status;
    result.removes_devices = pod->object.carries_allocated;
    const bool proposal = (flags & KOORD_PREBIND_PROPOSAL) != 0;
    *out = new_buffer(
        wire::pod_patch(result, proposal ? wire::Shape::kProposal : wire::Shape::kCanonical));
  });
}

koord_status koord_cluster_get_pods(const koord_cluster *cluster, uint32_t node, koord_buffer **out,
                                    koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cluster, "cluster");
    std::vector<std::string> uids;
    check_outcome(cluster->cluster.pods_of(node, uids), node);
    std::string text;
    for (const std::string &uid : uids) text.append(uid).push_back('\n');
    *out = new_buffer(std::move(text));
  });
}

// Reservations and their owners.
#include <span>
#include <string>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/refusals.h"
#include "capi/cluster/handle.h"
#include "koord.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace sched = koord::sched;

namespace {

static_assert(
    KOORD_RESERVATION_POLICY_DEFAULT == static_cast<int>(sched::ReservationPolicy::kDefault) &&
    KOORD_RESERVATION_POLICY_ALIGNED == static_cast<int>(sched::ReservationPolicy::kAligned) &&
    KOORD_RESERVATION_POLICY_RESTRICTED == static_cast<int>(sched::ReservationPolicy::kRestricted));

void check(sched::Outcome outcome, std::string_view uid, std::string_view reservation) {
  if (outcome == sched::Outcome::kUnknownPod)
    throw Error(Status::kNotFound, "reservation " + koord::in_quotes(reservation) +
                                       ": is not a reservation of this cluster");
  if (outcome == sched::Outcome::kElsewhere)
    throw Error(Status::kConflict, "pod " + koord::in_quotes(uid) +
                                       ": cannot take from reservation " +
                                       koord::in_quotes(reservation) +
                                       ": it is on another node or takes from another reservation");
  check_outcome(outcome, uid);
}

}  // namespace

koord_status koord_cluster_set_reservation(koord_cluster *cluster, const char *uid, size_t length,
                                           koord_reservation_policy policy, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    const std::string_view text = read_uid(uid, length);
    const auto known =
        number<sched::ReservationPolicy>(policy, KOORD_RESERVATION_POLICY_RESTRICTED + 1, "policy");
    const sched::Outcome outcome = cluster->cluster.set_reservation(text, known);
    if (outcome == sched::Outcome::kElsewhere)
      throw Error(Status::kConflict,
                  "pod " + koord::in_quotes(text) + ": takes from a reservation itself");
    check_outcome(outcome, text);
  });
}

koord_status koord_cluster_reserve_from(koord_cluster *cluster, const koord_pod *pod,
                                        const koord_query *query, uint64_t *cpus, size_t words,
                                        koord_refusal *refusal, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    const std::string &uid = uid_of(pod);
    require(query, "query");
    reject_what_if(query, "koord_cluster_reserve_from", true);
    if (query->reservations.size() != 1)
      throw Error(Status::kInvalid, "query: uses " + std::to_string(query->reservations.size()) +
                                        " reservations, expected exactly one");
    if (query->affinity != 0)
      throw Error(Status::kInvalid,
                  "query: has an affinity; the reservation decides the NUMA nodes");
    require(refusal, "refusal");
    if (cpus != nullptr && words == 0)
      throw Error(Status::kNoSpace, "words: found 0, but CPUs are requested");
    const sched::Query sched_query{shape_to_place(cluster, pod, skips_fit(query)),
                                   skips_fit(query)};
    const std::string &from = query->reservations.front();
    koord::Refusal found;
    check_extent(words, sizeof *cpus, "words");
    const std::span<uint64_t> out(cpus, cpus == nullptr ? 0 : words);
    check(cluster->cluster.reserve_from(sched_query, uid, from,
                                        {query->generation, 0, pod->object.priority}, found, out),
          uid, from);
    *refusal = to_c(found);
  });
}

koord_status koord_cluster_attach_owner(koord_cluster *cluster, const char *uid, size_t length,
                                        const char *reservation, size_t reservation_length,
                                        koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    const std::string_view owner = read_uid(uid, length);
    const std::string_view from = read_uid(reservation, reservation_length, "reservation");
    uint32_t node = 0;
    koord::CpuSet cpus;
    check_outcome(cluster->cluster.pod_cpus(owner, node, cpus), owner);
    check(cluster->cluster.adopt(owner, from), owner, from);
  });
}

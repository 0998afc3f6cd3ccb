#include "capi/cluster/handle.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "capi/boundary/arguments.h"

namespace koord::capi {

uint32_t set_topology(koord_cluster *cluster, const object::NodeTopology &topology) {
  std::vector<std::string> faults;
  const uint32_t id = cluster->cluster.set_topology(topology, &faults);
  for (const std::string &fault : faults) cluster->log->warn(fault);
  return id;
}

namespace {

std::string name_of(const object::PodObject &pod) {
  return pod.name_space.empty() ? pod.name : pod.name_space + "/" + pod.name;
}

// Logs devices that are gone since it was made. Without a log function it does nothing.
class GoneDevicesLog {
 public:
  GoneDevicesLog(const koord_cluster &cluster, std::string node, const object::PodObject *pod)
      : cluster_(cluster), node_(std::move(node)), pod_(pod) {
    if (cluster.log->function != nullptr) before_ = find();
  }
  // The change has been made, so a lack of memory only loses messages.
  void write() const noexcept try {
    if (cluster_.log->function == nullptr) return;
    for (const sched::GoneDevice &device : find())
      if (!std::ranges::binary_search(before_, device)) cluster_.log->warn(sentence(device));
  } catch (const std::bad_alloc &) {
  }

 private:
  std::vector<sched::GoneDevice> find() const {
    return pod_ == nullptr ? cluster_.cluster.gone_devices_on(node_)
                           : cluster_.cluster.gone_devices_of(pod_->uid);
  }
  std::string sentence(const sched::GoneDevice &device) const {
    std::string pod = in_quotes(device.pod, 63);
    if (pod_ != nullptr) pod = in_quotes(name_of(*pod_), 127) + " (uid " + pod + ")";
    return "pod " + pod + " has the " + in_quotes(device.type, 63) + " device with minor " +
           std::to_string(device.minor) + " and id " + in_quotes(device.id, 63) +
           ", but no device of node " + in_quotes(node_, 63) +
           " has this id: it counts as gone; delete the pod or restore the device";
  }

  const koord_cluster &cluster_;
  const std::string node_;
  const object::PodObject *const pod_;  // nullptr for all pods of the node
  std::vector<sched::GoneDevice> before_;
};

}  // namespace

uint32_t set_devices(koord_cluster *cluster, object::DeviceObject devices) {
  const GoneDevicesLog gone(*cluster, devices.node, nullptr);
  const uint32_t id = cluster->claims.set_devices(std::move(devices));
  gone.write();
  return id;
}

sched::Outcome set_pod(koord_cluster *cluster, const object::PodObject &pod,
                       sched::Conflicts &conflicts) {
  const GoneDevicesLog gone(*cluster, pod.node, &pod);
  const sched::Outcome outcome = cluster->cluster.set_pod(pod, conflicts);
  gone.write();
  return outcome;
}

sched::ShapePtr shape_of(const koord_cluster *cluster, const koord_pod *pod) {
  const uint64_t names = cluster->cluster.names_version();
  {
    const Lock lock(pod->shape_mutex);
    const bool is_cached = pod->shape_in == cluster->identity;
    if (is_cached && (pod->shape_names == names || !pod->shape->follows_names())) return pod->shape;
  }
  sched::ShapePtr shape = cluster->cluster.shape_of(pod->object, pod->totals);
  const Lock lock(pod->shape_mutex);
  pod->shape = shape;
  pod->shape_names = names;
  pod->shape_in = cluster->identity;
  return shape;
}

sched::ShapePtr shape_to_place(const koord_cluster *cluster, const koord_pod *pod, bool skip_fit) {
  sched::ShapePtr shape = shape_of(cluster, pod);
  // Without skip_fit, a resource that no node has refuses the pod.
  if (shape->requests_unknown() && skip_fit)
    shape = cluster->cluster.shape_of(pod->object, pod->totals, sched::Purpose::kToHold);
  return shape;
}

bool skips_fit(const koord_query *query) {
  return query != nullptr && (query->flags & KOORD_QUERY_SKIP_FIT) != 0;
}

sched::Query query_of(const koord_cluster *cluster, const koord_pod *pod,
                      const koord_query *query) {
  require(cluster, "cluster");
  require(pod, "pod");
  return {shape_of(cluster, pod), skips_fit(query)};
}

sched::WhatIf read_query(const koord_cluster *cluster, const koord_query *query, Reads reads) {
  sched::WhatIf out;
  if (query == nullptr) return out;
  const bool reservations = reads == Reads::kReservations || reads == Reads::kNodesAndReservations;
  if (reads != Reads::kRestarts && !query->restarts.empty())
    throw Error(Status::kInvalid,
                "query: restarts nodes, which only koord_cluster_get_capacity supports");
  const bool excludes = !query->excluded.empty() || !query->excluded_by_pod.empty();
  if (reads != Reads::kExclusions && reads != Reads::kRestarts && excludes)
    throw Error(Status::kInvalid,
                "query: excludes nodes, which only koord_cluster_plan_gang and "
                "koord_cluster_get_capacity support");
  if (!reservations && !query->reservations.empty())
    throw Error(
        Status::kInvalid,
        "query: uses reservations, which only koord_cluster_evaluate, koord_cluster_judge and "
        "koord_cluster_reserve_from support");
  if (reads != Reads::kNodesAndReservations && (query->first != 0 || query->count != SIZE_MAX))
    throw Error(Status::kInvalid, "query: names nodes, which only koord_cluster_evaluate supports");
  out.removed.assign(query->removed.begin(), query->removed.end());
  // Pods of higher priority come first, as they would on the node.
  std::vector<const koord_query::AddedPod *> added;
  for (const koord_query::AddedPod &pod : query->added) added.push_back(&pod);
  std::stable_sort(added.begin(), added.end(), [](const auto *a, const auto *b) {
    return a->pod->object.priority > b->pod->object.priority;
  });
  for (const auto *each : added)
    out.added.push_back({shape_of(cluster, each->pod.get()), each->node});
  for (const auto &[uid, protection] : query->protected_pods)
    out.guarded.push_back({uid, protection});
  out.reservations.assign(query->reservations.begin(), query->reservations.end());
  return out;
}

plan::Exclusions exclusions(const koord_query *query) {
  plan::Exclusions out;
  if (query == nullptr) return out;
  out.nodes = query->excluded;
  std::ranges::sort(out.nodes);
  for (const auto &[uid, nodes] : query->excluded_by_pod) {
    std::vector<uint32_t> &sorted = out.by_pod.emplace(uid, nodes).first->second;
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  }
  return out;
}

void reject_what_if(const koord_query *query, const char *call, bool reservations) {
  if (query == nullptr) return;
  if (!reservations && !query->reservations.empty())
    throw Error(Status::kInvalid, std::string("query: uses a reservation, which ") + call +
                                      " does not support; use koord_cluster_reserve_from");
  if (!query->removed.empty() || !query->added.empty() || !query->protected_pods.empty() ||
      !query->restarts.empty() || !query->excluded.empty() || !query->excluded_by_pod.empty() ||
      query->first != 0 || query->count != SIZE_MAX)
    throw Error(Status::kInvalid,
                std::string("query: names pods or nodes, which ") + call + " does not support");
}

const std::string &uid_of(const koord_pod *pod) {
  require(pod, "pod");
  if (pod->object.uid.empty())
    throw Error(Status::kInvalid,
                koord::object::describe("Pod", pod->object.name_space, pod->object.name) +
                    ": metadata.uid: is empty, expected a unique id");
  return pod->object.uid;
}

std::string_view read_uid(const char *uid, size_t length, const char *name) {
  const std::string_view text = label(uid, length, name);
  if (text.empty()) throw Error(Status::kInvalid, std::string(name) + ": is empty");
  return text;
}

void check_new(const sched::ClusterSnapshot &snapshot, std::string_view uid) {
  uint32_t node = 0;
  sched::Holder holder;
  if (snapshot.find(uid, node, holder))
    throw Error(Status::kConflict,
                "pod " + in_quotes(uid) + ": is already on node " + in_quotes(snapshot.name(node)));
  if (const std::string *absent = snapshot.waits_for(uid))
    throw Error(Status::kConflict, "pod " + in_quotes(uid) + ": is bound to node " +
                                       in_quotes(*absent) + ", which does not exist");
}

void check_outcome(sched::Outcome outcome, std::string_view what) {
  switch (outcome) {
    case sched::Outcome::kDone:
      return;
    case sched::Outcome::kUnknownNode:
      throw Error(Status::kNotFound, "node " + in_quotes(what) + ": there is no such node");
    case sched::Outcome::kUnknownPod:
      throw Error(Status::kNotFound,
                  "pod " + in_quotes(what) + ": has no allocation in this cluster");
    case sched::Outcome::kStale:
      throw Error(Status::kStale,
                  "pod " + in_quotes(what) + ": the node changed since it was judged");
    case sched::Outcome::kElsewhere:
      throw Error(Status::kConflict, "pod " + in_quotes(what) + ": is already on another node");
    case sched::Outcome::kOvercommitted:
      throw Error(
          Status::kConflict,
          "pod " + in_quotes(what) + ": was rejected, because its node would exceed its capacity");
  }
}

void check_outcome(sched::Outcome outcome, uint32_t node) {
  if (outcome == sched::Outcome::kUnknownNode)
    throw Error(Status::kNotFound, "node " + std::to_string(node) + ": there is no such node");
  check_outcome(outcome, std::to_string(node));
}

}  // namespace koord::capi

// A cluster and its nodes.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/refusal.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/policies.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/rows.h"
#include "capi/boundary/struct_reader.h"
#include "capi/cluster/handle.h"
#include "koord.h"
#include "wire/args/scheduler_args.h"
#include "wire/node/node_reader.h"
#include "wire/node/nrt_reader.h"
#include "wording/sentence.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Status;
namespace object = koord::object;
namespace sched = koord::sched;
namespace wire = koord::wire;

namespace {

sched::Strategy strategy_of(wire::ScoringType type) {
  switch (type) {
    case wire::ScoringType::kMostAllocated:
      return sched::Strategy::kMostAllocated;
    case wire::ScoringType::kLeastAllocated:
      return sched::Strategy::kLeastAllocated;
    default:
      return sched::Strategy::kBalanced;
  }
}

sched::Options read_options(const koord_cluster_options *options,
                            const wire::SchedulerArgs &scheduler) {
  const wire::NumaResourceArgs &args = scheduler.numa;
  koord_cluster_options given{};
  if (options != nullptr) given = read_struct(options, "options");
  check_flags(given.flags, KOORD_CLUSTER_UPSTREAM_SCORE | KOORD_CLUSTER_IGNORE_KUBELET,
              "options.flags");
  if (given.reserved != 0) throw Error(Status::kInvalid, "options.reserved: must be 0");
  sched::Options out;
  out.device_scorer.strategy =
      read_device_strategy(given.device_strategy, "options.device_strategy");
  out.device_scorer.stated = given.device_strategy != KOORD_DEVICE_STRATEGY_DEFAULT ||
                             scheduler.devices.strategy.has_value();
  if (scheduler.devices.strategy)
    out.device_scorer.strategy = *scheduler.devices.strategy == wire::ScoringType::kMostAllocated
                                     ? koord::device::Strategy::kMostAllocated
                                     : koord::device::Strategy::kLeastAllocated;
  out.gpu_mode = number<koord::device::PickMode>(given.gpu_pick, KOORD_GPU_PICK_PARTITION + 1,
                                                 "options.gpu_pick");
  out.profile =
      number<koord::Profile>(given.profile, KOORD_PROFILE_NRT_MATCH + 1, "options.profile");
  const koord::ProfileRules &rules = out.rules();
  if (!rules.runs_clusters_and_nodes)
    throw Error(Status::kUnsupported,
                "options.profile: a cluster supports KOORD_PROFILE_SPEC and "
                "KOORD_PROFILE_UPSTREAM; for the others use koord_kubelet_judge and "
                "koord_nrt_node_filter");
  out.upstream_score = (given.flags & KOORD_CLUSTER_UPSTREAM_SCORE) != 0;
  out.ignore_kubelet = (given.flags & KOORD_CLUSTER_IGNORE_KUBELET) != 0;
  out.default_bind = args.default_bind;
  if (args.default_numa != object::NumaPolicy::kAbsent) out.default_numa = args.default_numa;
  if (rules.least_allocated_by_default) out.scoring = sched::Strategy::kLeastAllocated;
  if (args.scoring.type) out.scoring = strategy_of(*args.scoring.type);
  if (args.numa_scoring.type) out.numa_scoring = strategy_of(*args.numa_scoring.type);
  if (!rules.knows_balanced_allocation &&
      (out.scoring == sched::Strategy::kBalanced || out.numa_scoring == sched::Strategy::kBalanced))
    throw Error(Status::kInvalid,
                "NodeNUMAResourceArgs: scoringStrategy.type: found BalancedAllocation, expected "
                "MostAllocated or LeastAllocated under KOORD_PROFILE_UPSTREAM");
  return out;
}

}  // namespace

koord_status koord_cluster_new(const koord_context *context, const koord_cluster_options *options,
                               const char *args, size_t args_length, koord_cluster **out,
                               koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    const wire::SchedulerArgs given =
        wire::read_scheduler_args(document(args, args_length, "args"));
    auto cluster = std::make_unique<koord_cluster>(read_options(options, given), kept_log(context));
    if (given.numa.scoring.weights) cluster->cluster.set_weights(*given.numa.scoring.weights);
    cluster->cluster.set_device_settings(given.devices.settings);
    *out = cluster.release();
  });
}

void koord_cluster_free(koord_cluster *cluster) { delete cluster; }

koord_status koord_cluster_set_node(koord_cluster *cluster, const char *json, size_t length,
                                    uint32_t *id, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    object::NodeObject node = wire::read_node(document(json, length, "json"), *cluster->log);
    check_named(node.name, "Node");
    write_optional(cluster->cluster.set_node(node), id);
  });
}

koord_status koord_cluster_set_topology(koord_cluster *cluster, const char *json, size_t length,
                                        uint32_t *id, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    object::NodeTopology topology =
        wire::read_node_topology(document(json, length, "json"), *cluster->log);
    check_named(topology.node, "NodeResourceTopology");
    write_optional(set_topology(cluster, topology), id);
  });
}

koord_status koord_cluster_remove_node(koord_cluster *cluster, const char *name, size_t length,
                                       koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    const std::string_view text = label(name, length, "name");
    check_outcome(cluster->claims.remove_node(text), text);
  });
}

koord_status koord_cluster_remove_topology(koord_cluster *cluster, const char *name, size_t length,
                                           koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    const std::string_view text = label(name, length, "name");
    if (cluster->cluster.remove_topology(text) != sched::Outcome::kDone)
      throw Error(Status::kNotFound,
                  "node " + koord::in_quotes(text) + ": has no NodeResourceTopology");
  });
}

koord_status koord_cluster_get_node_id(const koord_cluster *cluster, const char *name,
                                       size_t length, uint32_t *id, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(id, "id");
    const std::string_view text = label(name, length, "name");
    check_outcome(cluster->cluster.find_node(text, *id), text);
  });
}

koord_status koord_cluster_get_node_name(const koord_cluster *cluster, uint32_t node, char *text,
                                         size_t capacity, size_t *needed, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    std::string name;
    check_outcome(cluster->cluster.node_name(node, name), node);
    write_text(name, text, capacity, needed);
  });
}

koord_status koord_cluster_get_resource_name(const koord_cluster *cluster, int32_t resource,
                                             char *text, size_t capacity, size_t *needed,
                                             koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    std::string name;
    if (!cluster->cluster.resource_name(resource, name))
      throw Error(Status::kNotFound,
                  "resource " + std::to_string(resource) + ": there is no such resource");
    write_text(name, text, capacity, needed);
  });
}

koord_status koord_cluster_format_refusal(const koord_cluster *cluster,
                                          const koord_refusal *refusal, char *text, size_t capacity,
                                          size_t *needed, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(refusal, "refusal");
    koord::RefusalNames names;
    cluster->cluster.resource_name(refusal->resource, names.resource);
    cluster->cluster.device_type_name(refusal->device_type, names.device_type);
    write_text(koord::to_sentence(from_c(*refusal), names), text, capacity, needed);
  });
}

koord_status koord_cluster_get_node_topology(const koord_cluster *cluster, uint32_t node,
                                             koord_topology **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cluster, "cluster");
    std::shared_ptr<const koord::Topology> machine;
    check_outcome(cluster->cluster.look_at(node,
                                           [&](const sched::Node &found) {
                                             if (found.has_machine())
                                               machine = found.shared_machine();
                                           }),
                  node);
    if (machine) *out = new koord_topology(std::move(machine));
  });
}

koord_status koord_cluster_get_node_cpus(const koord_cluster *cluster, uint32_t node,
                                         koord_cluster_cpuset which, uint64_t *words,
                                         size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(words, "words");
    check_number(which, KOORD_CLUSTER_CPUSET_SHARED_POOL + 1, "which");
    CpuSet cpus;
    check_outcome(cluster->cluster.look_at(
                      node,
                      [&](const sched::Node &found) {
                        cpus = which == KOORD_CLUSTER_CPUSET_FREE        ? found.free()
                               : which == KOORD_CLUSTER_CPUSET_ALLOCATED ? found.held()
                               : which == KOORD_CLUSTER_CPUSET_SHARED_POOL
                                   ? found.pool()
                                   : found.withheld() | (found.isolated() - found.held());
                      }),
                  node);
    write_set(cpus, words, word_count);
  });
}

koord_status koord_cluster_get_info(const koord_cluster *cluster, koord_cluster_info *info,
                                    koord_error *err) {
  return guarded(err, [&] {
    require(cluster, "cluster");
    require(info, "info");
    const sched::Cluster::Counts counts = cluster->cluster.counts();
    koord_cluster_info out{};
    out.generation = counts.generation;
    out.pods = counts.pods;
    out.nodes = counts.nodes;
    out.ids = counts.ids;
    out.rejected = counts.rejected;
    write_struct(out, info, "info");
  });
}

// Gangs of pods.
#include "plan/gang.h"

#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/struct_reader.h"
#include "capi/cluster/plan_handle.h"
#include "koord.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace plan = koord::plan;
namespace sched = koord::sched;

namespace {

constexpr size_t kMaxMembers = 1024;

std::vector<plan::GangPod> read_gang(const koord_cluster *cluster, const koord_pod *const *pods,
                                     size_t count, const plan::Exclusions &excluded,
                                     bool skip_fit) {
  require(pods, "pods");
  if (count == 0) throw Error(Status::kInvalid, "count: found 0, expected at least one pod");
  if (count > kMaxMembers)
    throw Error(Status::kLimit, "count: found " + std::to_string(count) + ", expected at most " +
                                    std::to_string(kMaxMembers) + " pods");
  std::vector<plan::GangPod> out;
  std::map<std::string_view, size_t> seen;
  for (size_t i = 0; i < count; ++i) {
    const FieldName name("pods", i);
    require(pods[i], name);
    const std::string &uid = uid_of(pods[i]);
    const auto [at, is_new] = seen.emplace(uid, i);
    if (!is_new)
      invalid(name, "uid " + koord::in_quotes(uid) + " is also that of " +
                        FieldName("pods", at->second).text());
    const auto nodes = excluded.by_pod.find(uid);
    out.push_back({shape_to_place(cluster, pods[i], skip_fit), uid, pods[i]->object.priority,
                   nodes == excluded.by_pod.end() ? std::span<const uint32_t>() : nodes->second});
  }
  return out;
}

}  // namespace

koord_status koord_cluster_plan_gang(const koord_cluster *cluster, const koord_pod *const *pods,
                                     size_t count, const koord_gang_options *options,
                                     const koord_query *query, koord_plan **out,
                                     koord_gang_info *info, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cluster, "cluster");
    require(info, "info");
    koord_gang_options given{};
    if (options != nullptr) given = read_struct(options, "options");
    check_flags(given.flags, 0, "options.flags");
    check_flags(given.reserved, 0, "options.reserved");
    read_struct(info, "info");
    plan::GangConditions conditions;
    conditions.max_nodes = given.max_nodes;
    conditions.skip_fit = skips_fit(query);
    if (given.budget != 0) conditions.work = given.budget;
    plan::Exclusions excluded = exclusions(query);
    conditions.excluded = std::move(excluded.nodes);
    const std::vector<plan::GangPod> gang =
        read_gang(cluster, pods, count, excluded, conditions.skip_fit);
    plan::GangAnswer answer;
    {
      const sched::ClusterSnapshot snapshot(
          cluster->cluster, read_query(cluster, query, Reads::kExclusions), conditions.skip_fit);
      for (const plan::GangPod &pod : gang) check_new(snapshot, pod.uid);
      answer = plan::place_gang(snapshot, gang, conditions);
    }
    koord_gang_info result{};
    result.used = answer.work;
    result.placed = static_cast<uint32_t>(answer.placed);
    result.nodes = static_cast<uint32_t>(answer.nodes);
    result.blocked = static_cast<uint32_t>(answer.blocked);
    if (!answer.refusal.refused()) *out = new_plan(cluster, std::move(answer.changes));
    result.refusal = to_c(answer.refusal);
    write_struct(result, info, "info");
  });
}

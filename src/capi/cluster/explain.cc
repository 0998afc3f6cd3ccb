// Explanations: why nodes refuse a pod, and which changes would help.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/rows.h"
#include "capi/boundary/struct_reader.h"
#include "capi/cluster/explanation_handle.h"
#include "capi/cluster/handle.h"
#include "koord.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace plan = koord::plan;
namespace sched = koord::sched;

namespace {

constexpr uint32_t kMaxJudgements = 1000000;

// Checks a limit that a caller passes; 0 stands for the default.
uint32_t read_limit(uint32_t value, uint32_t most, uint32_t otherwise, const char *name) {
  if (value > most)
    throw Error(Status::kLimit, std::string(name) + ": found " + std::to_string(value) +
                                    ", at most " + std::to_string(most));
  return value == 0 ? otherwise : value;
}

plan::ExplainOptions read_options(const koord_explain_options &given) {
  plan::ExplainOptions options;
  options.nearest =
      read_limit(given.nearest, plan::kMostMisses, options.nearest, "options.nearest");
  options.tries = read_limit(given.max_judgements, kMaxJudgements,
                             static_cast<uint32_t>(options.tries), "options.max_judgements");
  return options;
}

koord_bound to_c(const plan::Bound &bound) {
  koord_bound out{};
  out.where = out.resource = -1;
  if (bound.scope == plan::Scope::kNone) return out;
  out.needed = bound.needed;
  out.best = bound.best;
  out.scope = static_cast<koord_scope>(bound.scope);
  out.object = static_cast<koord_object_kind>(bound.object);
  out.where = bound.where;
  if (bound.object == koord::Object::kDevice)
    out.resource = bound.type;
  else if (bound.resource != sched::Resources::kUnknown)
    out.resource = bound.resource;
  return out;
}

koord_refused_group to_c(const plan::Group &group) {
  return {koord::capi::to_c(group.refusal),
          to_c(group.bound),
          group.least,
          group.most,
          group.nodes,
          group.nearest};
}

koord_near_miss to_c(const plan::Miss &miss) {
  return {koord::capi::to_c(miss.refusal),
          to_c(miss.lack.bound),
          miss.node,
          miss.lack.unresolvable ? uint32_t{KOORD_VERDICT_UNRESOLVABLE} : 0,
          static_cast<uint32_t>(std::ceil(1000 * miss.lack.share)),
          static_cast<uint32_t>(miss.remedies.size())};
}

koord_verdict to_c(const plan::Fit &fit) {
  const sched::Verdict &verdict = fit.verdict;
  return {verdict.node, verdict.reason, verdict.score, verdict.flags};
}

template <typename Visit>
void for_each_step(const plan::Explanation &found, Visit &&visit) {
  for (size_t miss = 0; miss < found.misses.size(); ++miss)
    for (size_t remedy = 0; remedy < found.misses[miss].remedies.size(); ++remedy)
      for (const plan::Step &step : found.misses[miss].remedies[remedy].steps)
        visit(static_cast<uint32_t>(miss), static_cast<uint32_t>(remedy), step);
}

std::string texts_of(const plan::Explanation &found) {
  std::vector<const std::string *> names;
  for_each_step(found,
                [&](uint32_t, uint32_t, const plan::Step &step) { names.push_back(&step.name); });
  return join_texts(names, [](const std::string *name) -> const std::string & { return *name; });
}

}  // namespace

koord_explanation *koord_explanation_ref(const koord_explanation *explanation) {
  return add_reference(explanation);
}
void koord_explanation_unref(koord_explanation *explanation) { drop_reference(explanation); }

koord_status koord_cluster_explain(const koord_cluster *cluster, const koord_pod *pod,
                                   const koord_explain_options *options, const koord_query *query,
                                   koord_explanation **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    koord_explain_options given{};
    if (options != nullptr) given = read_struct(options, "options");
    const plan::ExplainOptions wanted = read_options(given);
    check_flags(given.flags, 0, "options.flags");
    const sched::Query sched_query = query_of(cluster, pod, query);
    const sched::ClusterSnapshot snapshot(cluster->cluster, read_query(cluster, query),
                                          sched_query.skip_fit);
    plan::Explanation found = plan::explain(snapshot, sched_query, pod->object, wanted);
    std::string texts = texts_of(found);
    *out = new koord_explanation{std::move(found), std::move(texts)};
  });
}

koord_status koord_explanation_get_info(const koord_explanation *explanation,
                                        koord_explanation_info *info, koord_error *err) {
  return guarded(err, [&] {
    require(explanation, "explanation");
    require(info, "info");
    const plan::Explanation &found = explanation->found;
    koord_explanation_info out{};
    out.generation = found.generation;
    out.nodes = found.nodes;
    out.fitting = found.fitting;
    out.groups = static_cast<uint32_t>(found.groups.size());
    out.misses = static_cast<uint32_t>(found.misses.size());
    if (found.gave_up) out.properties |= KOORD_EXPLANATION_TRUNCATED;
    if (found.request.refused()) out.properties |= KOORD_EXPLANATION_INVALID_REQUEST;
    write_struct(out, info, "info");
  });
}

koord_status koord_explanation_get_fits(const koord_explanation *explanation, koord_verdict *rows,
                                        size_t stride, size_t capacity, size_t *count,
                                        koord_error *err) {
  return guarded(err, [&] {
    require(explanation, "explanation");
    const RowArray<koord_verdict> array{rows, stride, capacity};
    array.write_all(explanation->found.fits, count, [](const auto &found) { return to_c(found); });
  });
}

koord_status koord_explanation_get_groups(const koord_explanation *explanation,
                                          koord_refused_group *rows, size_t stride, size_t capacity,
                                          size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(explanation, "explanation");
    const RowArray<koord_refused_group> array{rows, stride, capacity};
    array.write_all(explanation->found.groups, count,
                    [](const auto &found) { return to_c(found); });
  });
}

koord_status koord_explanation_get_misses(const koord_explanation *explanation,
                                          koord_near_miss *rows, size_t stride, size_t capacity,
                                          size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(explanation, "explanation");
    const RowArray<koord_near_miss> array{rows, stride, capacity};
    array.write_all(explanation->found.misses, count,
                    [](const auto &found) { return to_c(found); });
  });
}

koord_status koord_explanation_get_remedies(const koord_explanation *explanation,
                                            koord_remedy_step *rows, size_t stride, size_t capacity,
                                            size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(explanation, "explanation");
    require(count, "count");
    const RowArray<koord_remedy_step> array{rows, stride, capacity};
    array.check();
    *count = 0;
    for_each_step(explanation->found, [&](uint32_t, uint32_t, const plan::Step &) { ++*count; });
    array.check_room(*count);
    size_t row = 0;
    uint32_t at = 0;
    for_each_step(explanation->found, [&](uint32_t miss, uint32_t remedy, const plan::Step &step) {
      const auto length = static_cast<uint32_t>(step.name.size());
      array.write(row++, {step.from, step.to, miss, remedy,
                          static_cast<koord_remedy_kind>(step.kind), step.priority, at, length});
      at += length;
    });
  });
}

const char *koord_explanation_get_texts(const koord_explanation *explanation, size_t *length) {
  return get_texts(explanation, length);
}

koord_status koord_explanation_to_text(const koord_explanation *explanation, koord_buffer **out,
                                       koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(explanation, "explanation");
    *out = new_buffer(plan::to_text(explanation->found));
  });
}

koord_status koord_explanation_to_json(const koord_explanation *explanation, koord_buffer **out,
                                       koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(explanation, "explanation");
    *out = new_buffer(to_json(explanation->found));
  });
}

const char *koord_remedy_kind_get_name(koord_remedy_kind kind) {
  return plan::kind_name(static_cast<plan::RemedyKind>(kind)).data();  // views of string literals
}

// Allocations of devices to claims.
#include <string>

#include "base/error.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/rows.h"
#include "capi/dra/handles.h"
#include "dra/capacity.h"

using namespace koord::capi;
namespace dra = koord::dra;

static_assert(KOORD_DRA_REASON_UNDECIDED == static_cast<int>(dra::MissReason::kUndecided) &&
              KOORD_DRA_REASON_POD_LIMIT == static_cast<int>(dra::MissReason::kPodLimit) &&
              KOORD_DRA_REASON_CONSTRAINT == static_cast<int>(dra::MissReason::kConstraint));
static_assert(KOORD_DRA_REMEDY_DROP_CONSTRAINT == static_cast<int>(dra::kDropConstraint) &&
              KOORD_DRA_REMEDY_FEWER_DEVICES == static_cast<int>(dra::kFewerDevices) &&
              KOORD_DRA_REMEDY_TOLERATE_TAINTS == static_cast<int>(dra::kTolerateTaints) &&
              KOORD_DRA_REMEDY_FREE_DEVICES == static_cast<int>(dra::kFreeDevices));

void koord::capi::check_dra_devices(const dra::Problem &problem) {
  const size_t most = problem.most_devices();
  if (most > dra::kMaxPodDevices)
    throw koord::Error(koord::Status::kLimit, "claims: up to " + std::to_string(most) +
                                                  " devices for all claims, at most " +
                                                  std::to_string(dra::kMaxPodDevices) +
                                                  "; allocate fewer claims at once");
}

koord_dra_options koord::capi::read_dra_options(const koord_dra_options *options,
                                                koord_dra_options_flags known) {
  koord_dra_options out{};
  if (options != nullptr) out = read_struct(options, "options");
  check_flags(out.flags, known, "options.flags");
  if (out.max_steps == 0) out.max_steps = dra::kDefaultSteps;
  return out;
}

namespace {

void add_results(koord_dra_allocation &to) {
  for (const dra::Pick &pick : to.answer.picks) {
    const dra::Alternative &alternative = *to.problem.options()[pick.option].given;
    const auto row = static_cast<uint32_t>(to.next_results.size());
    to.next_results.push_back({alternative.claim, alternative.request, pick.option, pick.device});
    if (!to.problem.inventory().devices[pick.device].shared) continue;
    for (const dra::Capacity &capacity : to.problem.inventory().capacities_of(pick.device))
      to.next_amounts.push_back(
          {row, capacity.name,
           *dra::consumption(capacity, dra::requested(alternative, capacity.name))});
  }
}

void write_miss(const dra::Miss &miss, koord_dra_info &info) {
  info.outcome = miss.reason == dra::MissReason::kUndecided ? KOORD_DRA_OUTCOME_UNDECIDED
                                                            : KOORD_DRA_OUTCOME_REFUSED;
  if (miss.truncated) info.properties |= KOORD_DRA_INFO_TRUNCATED;
  info.steps += miss.steps;
  info.reason = static_cast<koord_dra_reason>(miss.reason);
  info.alternative = miss.option;
  info.constraint = miss.constraint;
  info.needed = miss.needed;
  info.available = miss.available;
  info.short_devices = miss.short_devices;
  info.unusable = miss.unusable;
  info.tainted = miss.tainted;
  info.in_use = miss.in_use;
  info.without_attribute = miss.without_attribute;
  info.too_small = miss.too_small;
  info.remedies = miss.remedies;
}

koord_dra_info run(koord_dra_allocation &to, const koord_dra_options &options) {
  const bool any = (options.flags & KOORD_DRA_OPTIONS_ANY) != 0;
  to.search.run(to.problem, any ? dra::Wanted::kAny : dra::Wanted::kBest, options.max_steps,
                to.answer);
  koord_dra_info info{};
  info.steps = to.answer.steps;
  info.alternative = info.constraint = dra::kNoIndex;
  if (!to.answer.found) {
    dra::Miss miss = dra::find_miss(to.problem, to.answer.truncated);
    if ((options.flags & KOORD_DRA_OPTIONS_REMEDIES) != 0)
      dra::find_remedies(to.problem, to.search, options.max_steps, miss);
    write_miss(miss, info);
    return info;
  }
  info.outcome = KOORD_DRA_OUTCOME_ALLOCATED;
  if (to.answer.truncated) info.properties = KOORD_DRA_INFO_TRUNCATED;
  info.numa_nodes = to.answer.score.numa_nodes;
  info.unplaced = to.answer.score.unplaced;
  info.pcie_roots = to.answer.score.pcie_roots;
  info.opened = to.answer.score.opened;
  info.idle = to.answer.score.idle;
  return info;
}

}  // namespace

koord_status koord_dra_allocation_new(koord_dra_allocation **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_dra_allocation;
  });
}

void koord_dra_allocation_free(koord_dra_allocation *allocation) { delete allocation; }

koord_status koord_dra_allocation_run(koord_dra_allocation *allocation,
                                      const koord_dra_inventory *inventory,
                                      const koord_dra_claims *claims,
                                      const koord_dra_options *options, koord_dra_info *info,
                                      koord_error *err) {
  return guarded(err, [&] {
    require(allocation, "allocation");
    require(inventory, "inventory");
    require(claims, "claims");
    require(info, "info");
    const koord_dra_options given =
        read_dra_options(options, KOORD_DRA_OPTIONS_ANY | KOORD_DRA_OPTIONS_REMEDIES);
    read_struct(info, "info");
    if (claims->claims.alternatives.empty()) invalid("claims", "there are no alternatives");
    allocation->next_results.clear();
    allocation->next_amounts.clear();
    allocation->problem.prepare(inventory->inventory, claims->claims, {}, given.max_steps);
    if (allocation->problem.is_prepared()) check_dra_devices(allocation->problem);
    const koord_dra_info found = run(*allocation, given);
    if (allocation->answer.found) add_results(*allocation);
    write_struct(found, info, "info");
    allocation->results.swap(allocation->next_results);
    allocation->amounts.swap(allocation->next_amounts);
  });
}

koord_status koord_dra_allocation_get_results(const koord_dra_allocation *allocation,
                                              koord_dra_result *rows, size_t stride,
                                              size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(allocation, "allocation");
    RowArray<koord_dra_result>{rows, stride, capacity}.write_all(
        allocation->results, count, [](const koord_dra_result &row) { return row; });
  });
}

koord_status koord_dra_allocation_get_amounts(const koord_dra_allocation *allocation,
                                              koord_dra_amount *rows, size_t stride,
                                              size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(allocation, "allocation");
    RowArray<koord_dra_amount>{rows, stride, capacity}.write_all(
        allocation->amounts, count, [](const koord_dra_amount &row) { return row; });
  });
}

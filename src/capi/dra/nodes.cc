// Answers for claims on many nodes.
#include <string>

#include "base/error.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/rows.h"
#include "capi/dra/handles.h"

using namespace koord::capi;
namespace dra = koord::dra;

namespace {

dra::Verdict evaluate(koord_dra_nodes &to, const dra::Inventory &inventory,
                      const dra::Claims &claims, dra::Wanted wanted, uint64_t max_steps) {
  dra::Verdict out;
  to.problem.prepare(inventory, claims, {}, max_steps);
  if (to.problem.is_prepared() && to.problem.most_devices() > dra::kMaxPodDevices) {
    out.reason = dra::MissReason::kPodLimit;
    return out;
  }
  to.search.run(to.problem, wanted, max_steps, to.answer);
  out.truncated = to.answer.truncated;
  out.score = to.answer.score;
  if (!to.answer.found) out.reason = dra::find_miss(to.problem, to.answer.truncated).reason;
  return out;
}

koord_dra_verdict row_of(const dra::Verdict *verdict) {
  koord_dra_verdict out{};
  if (verdict == nullptr) return out;
  out.reason = static_cast<koord_dra_reason>(verdict->reason);
  out.outcome = KOORD_DRA_OUTCOME_REFUSED;
  if (verdict->reason == dra::MissReason::kNone) out.outcome = KOORD_DRA_OUTCOME_ALLOCATED;
  if (verdict->reason == dra::MissReason::kUndecided ||
      verdict->reason == dra::MissReason::kPodLimit)
    out.outcome = KOORD_DRA_OUTCOME_UNDECIDED;
  if (verdict->truncated) out.properties = KOORD_DRA_INFO_TRUNCATED;
  out.numa_nodes = verdict->score.numa_nodes;
  out.unplaced = verdict->score.unplaced;
  out.pcie_roots = verdict->score.pcie_roots;
  out.opened = verdict->score.opened;
  out.idle = verdict->score.idle;
  return out;
}

}  // namespace

koord_status koord_dra_nodes_new(koord_dra_nodes **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_dra_nodes;
  });
}

void koord_dra_nodes_free(koord_dra_nodes *nodes) { delete nodes; }

koord_status koord_dra_nodes_set(koord_dra_nodes *nodes, uint32_t node,
                                 const koord_dra_inventory *inventory, koord_error *err) {
  return guarded(err, [&] {
    require(nodes, "nodes");
    if (node >= KOORD_MAX_DRA_NODES)
      throw koord::Error(koord::Status::kLimit, "node: " + std::to_string(node) + ", at most " +
                                                    std::to_string(KOORD_MAX_DRA_NODES) + " nodes");
    nodes->fleet.set(node, inventory != nullptr ? &inventory->inventory : nullptr);
  });
}

koord_status koord_dra_nodes_run(koord_dra_nodes *nodes, const koord_dra_claims *claims,
                                 const koord_dra_options *options, koord_dra_verdict *rows,
                                 size_t stride, size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(nodes, "nodes");
    require(claims, "claims");
    require(count, "count");
    const koord_dra_options given = read_dra_options(options, KOORD_DRA_OPTIONS_ANY);
    if (claims->claims.alternatives.empty()) invalid("claims", "there are no alternatives");
    const RowArray<koord_dra_verdict> out{rows, stride, capacity};
    out.check();
    *count = nodes->fleet.node_count();
    out.check_room(*count);
    const dra::Wanted wanted =
        (given.flags & KOORD_DRA_OPTIONS_ANY) != 0 ? dra::Wanted::kAny : dra::Wanted::kBest;
    nodes->fleet.judge(
        claims->claims, wanted, given.max_steps,
        [&](const dra::Inventory &inventory) {
          return evaluate(*nodes, inventory, claims->claims, wanted, given.max_steps);
        },
        [&](size_t node, const dra::Verdict *verdict) { out.write(node, row_of(verdict)); });
  });
}

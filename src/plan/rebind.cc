#include "plan/rebind.h"

#include <utility>

#include "sched/verdict/allocate.h"

namespace koord::plan {
namespace {

using sched::ChangeKind;
using sched::Holding;
using sched::NumaGrant;

Refusal nothing_known(const sched::ClusterSnapshot &snapshot, uint32_t node) {
  Refusal refusal;
  refusal.profile = snapshot.options().profile;
  refusal.object = Object::kMachine;
  if (!snapshot.node(node).known())
    refusal.reason = Reason::kNodeUnknown;
  else if (!snapshot.node(node).has_machine())
    refusal.reason = Reason::kNoTopology;
  return refusal;
}

// Returns the holding between two steps: these CPUs, with other amounts and devices unchanged.
Holding intermediate_holding(const sched::Node &node, const Holding &before, const CpuSet &cpus) {
  std::vector<NumaGrant> grants;
  bool cpus_granted = false;
  for (const NumaGrant &grant : before.grants())
    if (grant.resource == sched::Resources::kCpu)
      cpus_granted = true;
    else
      grants.push_back(grant);
  if (cpus_granted)
    for (const Topology::CpuNode &numa : node.machine().cpu_nodes())
      if (const int own = numa.cpus.count_and(cpus); own > 0)
        grants.push_back({numa.id, sched::Resources::kCpu, int64_t{1000} * own});
  Holding out(before.shared_shape(), cpus, std::move(grants), {});
  out.set_devices(before.devices());
  return out;
}

void add_moves(const CpuOwners &owners, const RebindSearch &search, uint32_t node,
               sched::Changes &changes) {
  for (const MoveStep &step : search.steps()) {
    const CpuOwner &owner = owners.all()[search.movers()[step.which]];
    changes.steps.push_back(
        {ChangeKind::kMove, node, owner.priority, std::string(owner.uid),
         step.last ? *owner.now->holding
                   : intermediate_holding(owners.node(), *owner.before->holding, step.cpus)});
  }
}

void run(const sched::ClusterSnapshot &snapshot, uint32_t node, CpuOwners &owners,
         RebindSearch &search, Rebind &out) {
  out.before = owners.measure();
  search.run();
  out.after = owners.measure();
  out.moved = static_cast<uint32_t>(search.movers().size());
  out.work = search.work();
  out.out_of_work = search.out_of_work();
  add_moves(owners, search, node, out.changes);
  snapshot.add_basis(node, out.changes);
}

}  // namespace

Rebind rebind(const sched::ClusterSnapshot &snapshot, uint32_t node, const RebindOptions &options) {
  Rebind out;
  out.refusal = nothing_known(snapshot, node);
  if (out.refusal.refused()) return out;
  CpuOwners owners(snapshot, node);
  RebindSearch search(owners, options);
  run(snapshot, node, owners, search, out);
  return out;
}

Rebind rebind_for(const sched::ClusterSnapshot &snapshot, uint32_t node,
                  const sched::ShapePtr &shape, bool skip_fit, const RebindOptions &options) {
  Rebind out;
  const sched::Conditions conditions{skip_fit, 0};
  Holding holding;
  if (snapshot.added_holdings(node).empty()) {
    out.refusal =
        sched::allocate(snapshot.view(node), shape, snapshot.options(), conditions, holding);
  } else {
    sched::Draft draft = snapshot.draft(node);
    out.refusal = Nominated(snapshot, Nominated::Others::kMove, node)
                      .allocate(draft, shape, conditions, holding);
  }
  // Moves within a node change none of its totals.
  const bool unresolvable = sched::is_unresolvable(out.refusal.reason) ||
                            out.refusal.reason == Reason::kInsufficientResource ||
                            nothing_known(snapshot, node).refused();
  if (!out.refusal.refused()) {
    snapshot.add_basis(node, out.changes);
    if (snapshot.node(node).has_machine())
      out.before = out.after = CpuOwners(snapshot, node).measure();
  } else if (unresolvable) {
    return out;
  } else {
    CpuOwners owners(snapshot, node);
    const Guest guest{shape, skip_fit};
    RebindSearch search(owners, options, &guest);
    run(snapshot, node, owners, search, out);
    if (!search.guest_fits()) {
      out.changes = {};
      out.after = out.before;
      out.moved = 0;
      return out;
    }
    out.refusal = owners.pick_for_guest(shape, conditions, holding);
  }
  out.changes.steps.push_back({ChangeKind::kPlace, node, 0, {}, std::move(holding)});
  return out;
}

}  // namespace koord::plan

#include "sched/cluster/cluster_snapshot.h"

#include <algorithm>

#include "sched/cluster/allocation.h"
#include "sched/cluster/reevaluation.h"
#include "sched/cluster/reservations.h"
#include "sched/verdict/allocate.h"
#include "sched/verdict/score.h"

namespace koord::sched {

ClusterSnapshot::ClusterSnapshot(const Cluster &cluster, const WhatIf &what_if, bool skip_fit,
                                 uint32_t only)
    : cluster_(cluster), lock_(cluster.mutex_), state_(cluster.state_), skip_fit_(skip_fit) {
  const auto matters = [&](uint32_t node) { return only == kAll || only == node; };
  for (const WhatIf::Guarded &pod : what_if.guarded) protections_[pod.uid] = pod.protection;
  for (const std::string_view uid : what_if.removed)
    if (const PodTable::Entry *pod = state_.pods.find(uid))
      if (matters(pod->second.node)) removed_pods_[pod->second.node].push_back(uid);
  const auto &owners = state_.reservations.owners;
  for (auto &[id, uids] : removed_pods_) {
    std::sort(uids.begin(), uids.end());
    for (const std::string_view uid : uids)
      if (const auto link = owners.find(uid); link != owners.end()) {
        const auto from = state_.reservations.all.find(link->second);
        Reservation reservation = from->second;
        take_anew(state_, state_.nodes[id], reservation, uids);
        changed_holdings_[from->first] = std::make_unique<Holding>(rest_of(reservation, uids));
      }
    accept_claims(id, uids);
    overlay(id);
  }
  for (const std::string_view uid : what_if.reservations)
    if (const PodTable::Entry *at = state_.pods.find(uid);
        at != nullptr && state_.reservations.is_reservation(uid))
      if (matters(at->second.node) && !is_removed(at->second.node, uid))
        source_reservations_.emplace(at->second.node, at->first);
  for (const WhatIf::AddedPod &pod : what_if.added) {
    if (!state_.nodes.is_there(pod.node) || !matters(pod.node)) continue;
    Draft &draft = overlay(pod.node);
    AddedPods &added = added_pods_[pod.node];
    auto holding = std::make_unique<Holding>();
    if (place_added(pod.shape, draft, *holding).refused()) added.all_fit = false;
    added.all.push_back(holding.get());
    added.owned.push_back(std::move(holding));
  }
}

void ClusterSnapshot::accept_claims(uint32_t id, const std::vector<std::string_view> &without) {
  if (!state_.is_disputed(id)) return;
  Reevaluation update = reevaluate(state_, id, {}, without);
  auto evaluated = update.pods.begin();  // in the order of the node's pods
  for (const PodTable::Entry *entry : state_.pods.on(id)) {
    if (evaluated == update.pods.end()) return;
    if (evaluated->pod != &entry->second) continue;
    changed_holdings_.insert_or_assign(entry->first,
                                       std::make_unique<Holding>(std::move(evaluated++->holding)));
  }
}

Refusal ClusterSnapshot::place_added(const ShapePtr &shape, Draft &draft, Holding &out) const {
  const Refusal refusal = allocate(draft.view(), shape, options(), {skip_fit_, 0}, out);
  if (refusal.refused()) out = Holding(shape);  // its amounts still count
  draft.put_on(out);
  return refusal;
}

Holdings ClusterSnapshot::added_holdings(uint32_t node) const {
  const auto at = added_pods_.find(node);
  return at == added_pods_.end() ? Holdings() : Holdings(at->second.all);
}

bool ClusterSnapshot::added_pods_fit(uint32_t node) const {
  const auto at = added_pods_.find(node);
  return at == added_pods_.end() || at->second.all_fit;
}

void ClusterSnapshot::add_basis(uint32_t node, Changes &changes) const {
  if (std::ranges::any_of(changes.basis, [&](const auto &basis) { return basis.node == node; }))
    return;
  const uint64_t never = 0;
  changes.basis.push_back({node, has_removed_pods(node) ? never : generation(node)});
}

Draft &ClusterSnapshot::overlay(uint32_t node) {
  std::unique_ptr<Draft> &draft = overlay_nodes_[node];
  if (draft) return *draft;
  std::vector<const Holding *> held = this->held(node);
  Node copy = state_.nodes[node];
  copy.plan_on();
  copy.hold_only(held);
  draft = std::make_unique<Draft>(copy, std::move(held));
  return *draft;
}

Holder ClusterSnapshot::holder_of(std::string_view uid, const Pod &pod) const {
  Holder out{uid, pod.priority, Protection::kNone, &pod.holding,
             state_.reservations.is_linked(uid)};
  if (const auto at = protections_.find(uid); at != protections_.end()) out.protection = at->second;
  if (out.linked) out.protection = Protection::kKeep;
  if (const auto at = changed_holdings_.find(uid); at != changed_holdings_.end())
    out.holding = at->second.get();
  return out;
}

bool ClusterSnapshot::is_removed(uint32_t node, std::string_view uid) const {
  if (removed_pods_.empty()) return false;
  const auto at = removed_pods_.find(node);
  return at != removed_pods_.end() && std::binary_search(at->second.begin(), at->second.end(), uid);
}

void ClusterSnapshot::list_holders(uint32_t node, std::vector<Holder> &out) const {
  out.clear();
  out.reserve(state_.pods.on(node).size());
  for (const auto *held : state_.pods.on(node)) {
    if (is_removed(node, held->first)) continue;
    out.push_back(holder_of(held->first, held->second));
  }
  if (const auto added = added_pods_.find(node); added != added_pods_.end())
    for (const Holding *holding : added->second.all)
      out.push_back({"", 0, Protection::kKeep, holding, false});
}

std::vector<Holder> ClusterSnapshot::holders(uint32_t node) const {
  std::vector<Holder> out;
  list_holders(node, out);
  const auto added = added_pods_.find(node);
  const size_t added_holdings = added == added_pods_.end() ? 0 : added->second.all.size();
  std::sort(out.begin(), out.end() - static_cast<ptrdiff_t>(added_holdings),
            [](const Holder &a, const Holder &b) { return a.uid < b.uid; });
  return out;
}

std::vector<const Holding *> ClusterSnapshot::held(uint32_t node) const {
  std::vector<Holder> pods;
  list_holders(node, pods);
  std::vector<const Holding *> out;
  out.reserve(pods.size() + 1);
  for (const Holder &pod : pods) out.push_back(pod.holding);
  return out;
}

bool ClusterSnapshot::survives_restart(uint32_t node, std::span<const MovedPod> moved) const {
  if (!state_.is_disputed(node)) return true;
  std::vector<Pod> restored;
  restored.reserve(moved.size());
  ArrivingPods arriving;
  Uids without;
  if (const auto removed = removed_pods_.find(node); removed != removed_pods_.end())
    without = removed->second;
  for (const MovedPod &pod : moved) {
    const Pod &known = state_.pods.find(pod.uid)->second;
    const Allocation allocation = describe(state_, node, *pod.holding);
    auto claim = std::make_shared<Claim>();
    if (known.claim != nullptr)
      *claim = *known.claim;
    else
      claim->devices = allocation.devices;
    claim->status = allocation.status;
    Pod &now = restored.emplace_back(
        Pod{node, known.priority, Holding(known.holding.shared_shape()), std::move(claim)});
    now.bound = true;
    arriving.push_back({pod.uid, &now, true});
    without.push_back(pod.uid);
  }
  const Reevaluation update = reevaluate(state_, node, arriving, without);
  for (size_t i = 0; i < moved.size(); ++i)
    if (restored[i].holding.cpu_set() != moved[i].holding->cpu_set()) return false;
  CpuSet added;
  for (const Holding *holding : added_holdings(node)) added |= holding->cpu_set();
  return std::ranges::all_of(update.pods, [&](const Reevaluation::Evaluated &pod) {
    const CpuSet before = pod.pod->holding.cpu_set();
    const CpuSet after = pod.holding.cpu_set();
    const CpuSet gained = after - before;
    return before.is_subset_of(after) && !gained.intersects(added) &&
           (gained.empty() || added_pods_fit(node));
  });
}

bool ClusterSnapshot::find(std::string_view uid, uint32_t &node, Holder &holder) const {
  const PodTable::Entry *at = state_.pods.find(uid);
  if (at == nullptr || is_removed(at->second.node, uid)) return false;
  node = at->second.node;
  holder = holder_of(at->first, at->second);
  return true;
}

std::vector<Verdict> ClusterSnapshot::verdicts(const Query &query) const {
  std::vector<Verdict> out;
  look_at_verdicts(query, [&](const Verdicts &verdicts) {
    out.assign(verdicts.rows().begin(), verdicts.rows().end());
  });
  if (removed() > 0)
    std::erase_if(out, [](const Verdict &row) { return (row.flags & kRemoved) != 0; });
  const auto judge_anew = [&](uint32_t id) {
    const auto at = std::lower_bound(out.begin(), out.end(), id,
                                     [](const Verdict &row, uint32_t n) { return row.node < n; });
    *at = verdict(query, id);
  };
  for (const auto &[id, draft] : overlay_nodes_) judge_anew(id);
  for (const auto &[id, uid] : source_reservations_) judge_anew(id);
  return out;
}

NodeAnswer ClusterSnapshot::opinion(const Query &query, uint32_t id) const {
  const Shape &shape = *query.shape;
  const auto from = source_reservations_.find(id);
  if (from == source_reservations_.end()) {
    const View node = view(id);
    const Judgement judgement = judge(node, shape, options(), query.conditions());
    const bool no = judgement.refusal.refused();
    return {judgement.refusal, judgement.unresolvable,
            no ? 0 : score(node, shape, options(), judgement.placement)};
  }
  Draft without = draft(id);
  uint32_t node = 0;
  Holder rest;
  find(from->second, node, rest);
  without.take_off(*rest.holding);
  Holding got;
  NodeAnswer out;
  out.refusal = allocate_from(without.node(), state_.reservations.at(from->second), *rest.holding,
                              query.shape, options(), query.skip_fit, got);
  if (out.refusal.refused()) return out;
  const Judgement judgement = judge(without.view(), shape, options(), query.conditions());
  out.score = score(without.view(), shape, options(), judgement.placement);
  return out;
}

Verdict ClusterSnapshot::verdict(const Query &query, uint32_t id) const {
  const NodeAnswer said = opinion(query, id);
  const uint32_t flags =
      said.refusal.refused() ? flags_of(*query.shape, said.refusal, said.unresolvable) : 0;
  return {id, static_cast<int32_t>(said.refusal.reason), said.score, flags};
}

}  // namespace koord::sched

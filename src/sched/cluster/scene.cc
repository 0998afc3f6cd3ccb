#include "sched/cluster/scene.h"

#include <algorithm>

#include "sched/cluster/reservations.h"
#include "sched/verdict/allocate.h"
#include "sched/verdict/score.h"

namespace koord::sched {

Scene::Scene(const Cluster &cluster, const WhatIf &what_if, bool skip_fit, uint32_t only)
    : cluster_(cluster), lock_(cluster.mutex_), state_(cluster.state_), skip_fit_(skip_fit) {
  const auto matters = [&](uint32_t node) { return only == kAll || only == node; };
  for (const WhatIf::Guarded &pod : what_if.guarded) protections_[pod.uid] = pod.protection;
  for (const std::string_view uid : what_if.away)
    if (const PodTable::Entry *pod = state_.pods.find(uid))
      if (matters(pod->second.node)) away_[pod->second.node].push_back(uid);
  const auto &owners = state_.reservations.owners;
  for (auto &[id, uids] : away_) {
    std::sort(uids.begin(), uids.end());
    for (const std::string_view uid : uids)
      if (const auto link = owners.find(uid); link != owners.end()) {
        const auto from = state_.reservations.all.find(link->second);
        Reservation reservation = from->second;
        take_anew(state_, state_.nodes[id], reservation, uids);
        grown_[from->first] = std::make_unique<Holding>(rest_of(reservation, uids));
      }
  }
  for (const auto &[id, uids] : away_) imagine(id);
  for (const std::string_view uid : what_if.from)
    if (const PodTable::Entry *at = state_.pods.find(uid);
        at != nullptr && state_.reservations.is_reservation(uid))
      if (matters(at->second.node) && !is_away(at->second.node, uid))
        from_.emplace(at->second.node, at->first);
  for (const WhatIf::There &pod : what_if.there) {
    if (!state_.nodes.is_there(pod.node) || !matters(pod.node)) continue;
    Draft &draft = imagine(pod.node);
    Thoughts &there = there_[pod.node];
    auto holding = std::make_unique<Holding>();
    if (put_imagined(pod.shape, draft, *holding).refused()) there.settled = false;
    there.all.push_back(holding.get());
    there.owned.push_back(std::move(holding));
  }
}

Refusal Scene::put_imagined(const ShapePtr &shape, Draft &draft, Holding &out) const {
  const Refusal refusal = allocate(draft.view(), shape, options(), {skip_fit_, 0}, out);
  if (refusal.refused()) out = Holding(shape);  // its amounts still count
  draft.put_on(out);
  return refusal;
}

Holdings Scene::imagined_holdings(uint32_t node) const {
  const auto at = there_.find(node);
  return at == there_.end() ? Holdings() : Holdings(at->second.all);
}

Holdings Scene::unsettled(uint32_t node) const {
  const auto at = there_.find(node);
  return at == there_.end() || at->second.settled ? Holdings() : Holdings(at->second.all);
}

Draft &Scene::imagine(uint32_t node) {
  std::unique_ptr<Draft> &draft = imagined_[node];
  if (draft) return *draft;
  std::vector<const Holding *> held = this->held(node);
  Node copy = state_.nodes[node];
  copy.plan_on();
  copy.hold_only(held);
  draft = std::make_unique<Draft>(copy, std::move(held));
  return *draft;
}

Holder Scene::holder_of(std::string_view uid, const Pod &pod) const {
  Holder out{uid, pod.priority, Protection::kNone, &pod.holding,
             state_.reservations.is_linked(uid)};
  if (const auto at = protections_.find(uid); at != protections_.end()) out.protection = at->second;
  if (out.linked) out.protection = Protection::kKeep;
  if (const auto at = grown_.find(uid); at != grown_.end()) out.holding = at->second.get();
  return out;
}

bool Scene::is_away(uint32_t node, std::string_view uid) const {
  if (away_.empty()) return false;
  const auto at = away_.find(node);
  return at != away_.end() && std::binary_search(at->second.begin(), at->second.end(), uid);
}

void Scene::list_holders(uint32_t node, std::vector<Holder> &out) const {
  out.clear();
  out.reserve(state_.pods.on(node).size());
  for (const auto *held : state_.pods.on(node)) {
    if (is_away(node, held->first)) continue;
    out.push_back(holder_of(held->first, held->second));
  }
  if (const auto there = there_.find(node); there != there_.end())
    for (const Holding *holding : there->second.all)
      out.push_back({"", 0, Protection::kKeep, holding, false});
}

std::vector<Holder> Scene::holders(uint32_t node) const {
  std::vector<Holder> out;
  list_holders(node, out);
  const auto there = there_.find(node);
  const size_t imagined_holdings = there == there_.end() ? 0 : there->second.all.size();
  std::sort(out.begin(), out.end() - static_cast<ptrdiff_t>(imagined_holdings),
            [](const Holder &a, const Holder &b) { return a.uid < b.uid; });
  return out;
}

std::vector<const Holding *> Scene::held(uint32_t node) const {
  std::vector<Holder> pods;
  list_holders(node, pods);
  std::vector<const Holding *> out;
  out.reserve(pods.size() + 1);
  for (const Holder &pod : pods) out.push_back(pod.holding);
  return out;
}

bool Scene::find(std::string_view uid, uint32_t &node, Holder &holder) const {
  const PodTable::Entry *at = state_.pods.find(uid);
  if (at == nullptr || is_away(at->second.node, uid)) return false;
  node = at->second.node;
  holder = holder_of(at->first, at->second);
  return true;
}

std::vector<Verdict> Scene::verdicts(const Query &query) const {
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
  for (const auto &[id, draft] : imagined_) judge_anew(id);
  for (const auto &[id, uid] : from_) judge_anew(id);
  return out;
}

NodeAnswer Scene::opinion(const Query &query, uint32_t id) const {
  const Shape &shape = *query.shape;
  const auto from = from_.find(id);
  if (from == from_.end()) {
    const View node = view(id);
    const Judgement judgement = judge(node, shape, options(), query.conditions());
    const bool no = judgement.refusal.refused();
    return {judgement.refusal, judgement.hopeless,
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

Verdict Scene::verdict(const Query &query, uint32_t id) const {
  const NodeAnswer said = opinion(query, id);
  const uint32_t flags =
      said.refusal.refused() ? flags_of(*query.shape, said.refusal, said.hopeless) : 0;
  return {id, static_cast<int32_t>(said.refusal.reason), said.score, flags};
}

}  // namespace koord::sched

#include "plan/explain.h"

#include <algorithm>
#include <tuple>

#include "object/pod_request.h"
#include "plan/remedies.h"
#include "sched/verdict/score.h"

namespace koord::plan {

using sched::ClusterSnapshot;
using sched::Resources;
using sched::Verdict;

namespace {

// The data kept for every node that refuses.
struct No {
  uint32_t node;
  bool unresolvable;
  double share;
  bool operator<(const No &other) const {
    return std::tie(unresolvable, share, node) <
           std::tie(other.unresolvable, other.share, other.node);
  }
};

bool is_better(const Verdict &a, const Verdict &b) {
  return a.score != b.score ? a.score > b.score : a.node < b.node;
}

// Keeps the first `most` of the rows added, in order.
template <typename Row, typename Less>
class First {
 public:
  First(size_t most, Less less) : most_(most), less_(less) { rows_.reserve(most + 1); }

  void add(const Row &row) {
    if (rows_.size() == most_ && (most_ == 0 || !less_(row, rows_.back()))) return;
    rows_.insert(std::upper_bound(rows_.begin(), rows_.end(), row, less_), row);
    if (rows_.size() > most_) rows_.pop_back();
  }
  const std::vector<Row> &rows() const { return rows_; }

 private:
  size_t most_;
  Less less_;
  std::vector<Row> rows_;
};

auto kind_of(const Group &group) {
  const Refusal &refusal = group.refusal;
  const Bound &bound = group.bound;
  // Properties that the bound does not state.
  const bool alone = bound.scope == Scope::kNone;
  const bool is_shared = bound.scope == Scope::kNumaNodes || bound.scope == Scope::kPlace;
  return std::tuple(refusal.reason, refusal.object, alone ? refusal.bind_policy : 0,
                    alone ? refusal.exclusive_policy : 0, alone ? refusal.numa_policy : 0,
                    alone ? refusal.threads_per_core : 0, alone ? refusal.resource : 0,
                    alone ? refusal.device_type : 0, alone ? refusal.max_nodes : 0, bound.scope,
                    bound.resource, bound.object, bound.type, bound.parts, bound.unplaced,
                    is_shared ? bound.where : 0, group.held.closes, group.held.are_many);
}

// Returns the group of a single node.
Group group_of(const sched::View &node, const Refusal &refusal, const Bound &bound, uint32_t id) {
  Group out;
  out.refusal = refusal;
  out.bound = bound;
  out.nodes = 1;
  out.nearest = id;
  out.least = out.most = bound.best;
  out.held = held_by_claims(node, refusal);
  return out;
}

void add_to(std::vector<Group> &groups, Group one) {
  const auto kind = kind_of(one);
  auto group = std::find_if(groups.begin(), groups.end(),
                            [&](const Group &known) { return kind_of(known) == kind; });
  if (group == groups.end()) {
    groups.push_back(std::move(one));
    return;
  }
  ++group->nodes;
  group->least = std::min(group->least, one.least);
  group->most = std::max(group->most, one.most);
  if (one.bound.scope == Scope::kNone || one.bound.share() >= group->bound.share()) return;
  group->refusal = one.refusal;
  group->bound = one.bound;
  group->nearest = one.nearest;
  group->held = one.held;
}

// Returns the resource that judge() reports if no node has it: the first by name.
std::string unknown_resource(const ClusterSnapshot &snapshot, const object::PodObject &pod) {
  for (const object::Amount &amount : object::totals_of(pod).requests)
    if (amount.value > 0 && !snapshot.knows_resource(amount.resource)) return amount.resource;
  return "";
}

std::string resource_of(const ClusterSnapshot &snapshot, const object::PodObject &pod,
                        const Bound &bound) {
  if (bound.scope == Scope::kNone) return "";
  if (bound.resource != Resources::kUnknown) return snapshot.resource_name(bound.resource);
  return bound.object == Object::kDevice ? "" : unknown_resource(snapshot, pod);
}

std::string devices_of(const ClusterSnapshot &snapshot, const Bound &bound) {
  return bound.is_of_devices() ? snapshot.device_type_name(bound.type) : "";
}

}  // namespace

Explanation explain(const ClusterSnapshot &snapshot, const sched::Query &query,
                    const object::PodObject &pod, const ExplainOptions &options) {
  const sched::Shape &shape = *query.shape;
  const uint32_t nearest = std::min(options.nearest, kMostMisses);
  Explanation out;
  out.pod = pod.name_space + '/' + pod.name;
  out.generation = snapshot.generation();
  out.request = sched::refusal_of_request(shape);
  First<No, std::less<>> misses(nearest, {});
  First<Verdict, decltype(&is_better)> fits(nearest, &is_better);
  for (uint32_t id = 0; id < snapshot.ids(); ++id) {
    const sched::View node = snapshot.view(id);
    if (node->removed) continue;
    ++out.nodes;
    const sched::Judgement judgement =
        sched::judge(node, shape, snapshot.options(), query.conditions());
    if (!judgement.refusal.refused()) {
      ++out.fitting;
      fits.add({id, 0, sched::score(node, shape, snapshot.options(), judgement.placement), 0});
      continue;
    }
    const Lack lack = lack_of(node, shape, judgement);
    add_to(out.groups, group_of(node, judgement.refusal, lack.bound, id));
    misses.add({id, lack.unresolvable, lack.share});
  }

  std::sort(out.groups.begin(), out.groups.end(), [](const Group &a, const Group &b) {
    return a.nodes != b.nodes ? a.nodes > b.nodes : kind_of(a) < kind_of(b);
  });
  for (Group &group : out.groups) {
    group.name = snapshot.name(group.nearest);
    group.resource = resource_of(snapshot, pod, group.bound);
    group.devices = devices_of(snapshot, group.bound);
  }
  for (const Verdict &verdict : fits.rows())
    out.fits.push_back({verdict, snapshot.name(verdict.node)});
  if (misses.rows().empty()) return out;
  Remedies remedies(snapshot, query, pod, options.tries);
  for (const No &no : misses.rows()) {
    const sched::View node = snapshot.view(no.node);
    const sched::Judgement judgement =
        sched::judge(node, shape, snapshot.options(), query.conditions());
    Miss &miss = out.misses.emplace_back();
    miss.node = no.node;
    miss.refusal = judgement.refusal;
    miss.lack = lack_of(node, shape, judgement);
    miss.name = snapshot.name(no.node);
    miss.resource = resource_of(snapshot, pod, miss.lack.bound);
    miss.devices = devices_of(snapshot, miss.lack.bound);
    miss.held = held_by_claims(node, miss.refusal);
    miss.remedies = remedies.find(no.node);
  }
  out.gave_up = remedies.gave_up();
  return out;
}

}  // namespace koord::plan

#include "plan/gang_kind.h"

#include <algorithm>
#include <tuple>

#include "sched/placing/devices.h"
#include "sched/verdict/judge.h"
#include "sched/verdict/score.h"

namespace koord::plan {

using sched::Shape;
using sched::Verdict;

std::vector<Kind> kinds_of(const sched::ClusterSnapshot &snapshot, std::span<const GangPod> pods,
                           const GangConditions &conditions, uint64_t &work) {
  constexpr uint64_t kRowsOfAPut = 256;
  using Nodes = std::vector<uint32_t>;
  std::map<std::pair<const Shape *, Nodes>, Kind> by_shape;
  for (size_t i = 0; i < pods.size(); ++i) {
    const Nodes excluded(pods[i].excluded.begin(), pods[i].excluded.end());
    Kind &kind = by_shape[{pods[i].shape.get(), excluded}];
    kind.shape = pods[i].shape;
    kind.pods.push_back(i);
  }
  std::vector<Kind> kinds;
  work += by_shape.size() * snapshot.ids() / kRowsOfAPut;
  if (work >= conditions.work) return kinds;
  for (auto &[key, kind] : by_shape) {
    const Nodes &excluded = key.second;
    std::sort(kind.pods.begin(), kind.pods.end(),
              [&](size_t a, size_t b) { return pods[a].uid < pods[b].uid; });
    kind.verdicts = snapshot.verdicts({kind.shape, conditions.skip_fit});
    std::erase_if(kind.verdicts, [&](const Verdict &row) {
      return row.reason != 0 || std::ranges::binary_search(conditions.excluded, row.node) ||
             std::ranges::binary_search(excluded, row.node);
    });
    std::sort(kind.verdicts.begin(), kind.verdicts.end(), [](const Verdict &a, const Verdict &b) {
      return a.score != b.score ? a.score > b.score : a.node < b.node;
    });
    kinds.push_back(std::move(kind));
  }
  const auto request = [&](const Kind &kind) {
    const Shape &shape = *kind.shape;
    const int64_t gpus = sched::requests_whole_gpus(shape) ? shape.devices->gpu.count : 0;
    return std::tuple(-static_cast<int64_t>(kind.verdicts.size()), gpus, shape.cpu_milli,
                      sched::request_of(shape, sched::Resources::kMemory), shape.numa_policy,
                      std::string_view(shape.device_policies));
  };
  std::sort(kinds.begin(), kinds.end(), [&](const Kind &a, const Kind &b) {
    const auto x = request(a);
    const auto y = request(b);
    return x != y ? x > y : pods[a.pods[0]].uid < pods[b.pods[0]].uid;
  });
  return kinds;
}

int64_t at_most(const sched::View &node, const Shape &shape, const GangConditions &conditions,
                int64_t most) {
  if (sched::requests_devices_of(node, shape))
    most = std::min(most, sched::most_by_gpus(node.node(), shape));
  if (conditions.skip_fit) return most;
  for (const sched::ResourceAmount &request : shape.requests)
    if (!node->has_devices || !node.node().is_of_devices(request.resource))
      most = std::min(most, node.free(request.resource) / request.amount);
  return std::max<int64_t>(most, 0);
}

bool best_node(GangBoard &board, Kind &kind, Verdict &best, Where where) {
  const sched::Options &options = board.snapshot().options();
  bool found = false;
  const auto consider = [&](const Verdict &row) {
    if (row.reason != 0) return;
    if (found && (row.score < best.score || (row.score == best.score && row.node > best.node)))
      return;
    best = row;
    found = true;
  };
  board.for_each_used([&](uint32_t node) {
    if (board.excludes(kind.pods[0], node)) return;
    auto &[when, row] = kind.now[node];
    if (when != board.pods_on(node)) {
      board.look();
      when = board.pods_on(node);
      const sched::View view = board.view(node);
      const sched::Judgement judgement =
          sched::judge(view, *kind.shape, options, {board.conditions().skip_fit, 0});
      row = {node, static_cast<int32_t>(judgement.refusal.reason), 0, 0};
      if (row.reason == 0)
        row.score = sched::score(view, *kind.shape, options, judgement.placement);
    }
    consider(row);
  });
  if (where == Where::kUsedNode) return found;
  size_t &next = kind.next;
  while (next < kind.verdicts.size() && board.is_used(kind.verdicts[next].node)) ++next;
  if (next < kind.verdicts.size() && board.may_use(kind.verdicts[next].node))
    consider(kind.verdicts[next]);
  return found;
}

}  // namespace koord::plan

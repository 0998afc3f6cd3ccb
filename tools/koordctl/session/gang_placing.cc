#include "session/gang_placing.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace koordctl {
namespace {

std::string count_text(size_t count) {
  return std::to_string(count) + (count == 1 ? " pod" : " pods");
}

class GangPlacing {
 public:
  GangPlacing(Session &session, const SessionPods &pods, const Gang &gang,
              const GangRequest &request)
      : session_(session), pods_(pods), gang_(gang), request_(request) {}

  GangOutcome run(size_t end) {
    std::vector<size_t> waiting;
    for (const size_t pod : gang_.pods) {
      const PodResult &result = session_.pods()[pod];
      if (result.state == PodState::kTerminated || !result.unreadable.empty()) continue;
      ++out_.members;
      if (!result.waits())
        ++out_.placed;
      else if (pod < end)
        waiting.push_back(pod);
    }
    out_.name = gang_.name;
    out_.has_group = gang_.needed.has_value();
    out_.needed = gang_.needed.value_or(0);
    if (waiting.empty()) return std::move(out_);
    if (!gang_.needed)
      refuse(waiting, "PodGroup " + gang_.short_name() + " does not exist");
    else if (out_.members < out_.needed)
      refuse(waiting, "needs " + count_text(out_.needed) + "; there " +
                          (out_.members == 1 ? "is " : "are ") + std::to_string(out_.members));
    else
      place(waiting);
    return std::move(out_);
  }

 private:
  void place(const std::vector<size_t> &waiting) {
    const size_t lacks = out_.needed - std::min(out_.needed, out_.placed);
    if (gang_.all_first && place_at_once(waiting)) return;
    std::vector<size_t> placeable;
    std::ranges::copy_if(waiting, std::back_inserter(placeable),
                         [&](size_t pod) { return !session_.is_wrong(pods_[pod]); });
    const size_t count = std::min(lacks, waiting.size());
    if ((lacks > 1 || gang_.name.empty()) &&
        (placeable.size() < count || !place_some(placeable, count)))
      return refuse(waiting, refusal_ + blocked_text());
    for (const size_t pod : waiting)
      if (session_.pods()[pod].waits() && !place_at_once({pod}))
        session_.pods()[pod].rejection = session_.reject(pods_, pod);
  }

  // Places `count` members at once: the first by uid, or with the last of these replaced by each
  // other pod in file order. The first refusal is reported.
  bool place_some(const std::vector<size_t> &waiting, size_t count) {
    std::vector<size_t> by_uid = waiting;
    std::sort(by_uid.begin(), by_uid.end(),
              [&](size_t a, size_t b) { return session_.pods()[a].uid < session_.pods()[b].uid; });
    const std::vector<size_t> others(by_uid.begin() + static_cast<ptrdiff_t>(count), by_uid.end());
    by_uid.resize(count);
    if (place_at_once(by_uid)) return true;
    const auto first = std::tuple(refusal_, blocked_, tried_);
    for (const size_t pod : waiting) {
      if (std::find(others.begin(), others.end(), pod) == others.end()) continue;
      by_uid.back() = pod;
      if (place_at_once(by_uid)) return true;
    }
    std::tie(refusal_, blocked_, tried_) = first;
    return false;
  }

  // Returns the first pod without room, and the shortage that it meets on the nearest node when the
  // others have found room, one by one.
  std::string blocked_text() const {
    if (blocked_.empty()) return "";
    const std::string text = "; the first pod without room: " + blocked_;
    if (request_.max_nodes != 0) return text;
    std::vector<PodResult> &results = session_.pods();
    std::vector<PodResult> before;
    std::string shortage;
    for (const size_t pod : tried_) {
      before.push_back(results[pod]);
      session_.schedule(pods_, pod);
      if (!results[pod].waits()) continue;
      const std::vector<NodeRefusal> &refusals = results[pod].rejection.refusals;
      if (results[pod].short_name() == blocked_ && !refusals.empty())
        shortage = "; nearest " + refusals[0].node + ": " + refusals[0].sentence;
      break;
    }
    for (size_t i = 0; i < before.size(); ++i) {
      PodResult &result = results[tried_[i]];
      if (!result.waits()) session_.cluster().remove_pod(result.uid);
      result = std::move(before[i]);
    }
    return text + shortage;
  }

  void refuse(const std::vector<size_t> &waiting, const std::string &why) {
    out_.message = why;
    size_t wrong = 0;
    for (const size_t pod : waiting) {
      const Rejection &rejection = session_.pods()[pod].rejection = session_.reject(pods_, pod);
      if (rejection.request.empty() || ++wrong > 1) continue;
      out_.message = session_.pods()[pod].short_name() + ": " + rejection.request;
    }
    const size_t lacks = out_.needed - std::min(out_.needed, out_.placed);
    if (waiting.size() - wrong >= lacks) out_.message = why;
    for (const size_t pod : waiting)
      if (!gang_.name.empty())
        session_.pods()[pod].rejection.gang = "gang " + gang_.short_name() + ": " + out_.message;
  }

  // Returns true if kube-scheduler's filters refuse different nodes for different pods.
  bool differ_in_nodes(const std::vector<size_t> &which) const {
    std::set<std::set<uint32_t>> refused;
    for (const size_t pod : which) {
      std::set<uint32_t> nodes;
      for (const auto &[node, refusal] : session_.filter(pod).refusals) nodes.insert(node);
      refused.insert(std::move(nodes));
    }
    return refused.size() > 1;
  }

  bool place_at_once(const std::vector<size_t> &which) {
    koord::Cluster &cluster = session_.cluster();
    std::vector<koord::Pod> list;
    for (const size_t pod : which) list.push_back(pods_[pod]);
    koord_gang_options options = KOORD_INIT(koord_gang_options);
    options.max_nodes = request_.max_nodes;
    options.budget = request_.budget;
    std::set<uint32_t> excluded;
    for (const size_t pod : which)
      for (const auto &[node, refusal] : session_.filter(pod).refusals) excluded.insert(node);
    if (request_.max_nodes != 0 && used_.size() >= request_.max_nodes) {
      const uint32_t ids = cluster.get_info().ids;
      for (uint32_t node = 0; node < ids; ++node)
        if (!used_.contains(node)) excluded.insert(node);
    }
    koord::Query query = koord::Query::create();
    for (const uint32_t node : excluded) query.exclude_node(node);
    const auto [plan, info] = cluster.plan_gang(list, &options, query);
    if (info.refusal.reason != KOORD_REASON_NONE) {
      refusal_ = cluster.format_refusal(info.refusal);
      if (differ_in_nodes(which))
        refusal_ +=
            "; the members' node selectors, affinity or tolerations differ, and only nodes that "
            "all of them may use are tried";
      blocked_.clear();
      tried_ = which;
      if (info.blocked >= which.size()) return false;
      blocked_ = session_.pods()[which[info.blocked]].short_name();
      std::rotate(tried_.begin() + info.blocked, tried_.begin() + info.blocked + 1, tried_.end());
      return false;
    }
    for (const koord_plan_step &step : plan.get_steps()) used_.insert(step.node);
    cluster.commit(plan);
    for (const size_t pod : which) {
      PodResult &result = session_.pods()[pod];
      result.state = PodState::kPlaced;
      result.patch = cluster.prebind(pods_[pod], 0);
      session_.describe(result);
    }
    out_.placed += which.size();
    return true;
  }

  Session &session_;
  const SessionPods &pods_;
  const Gang &gang_;
  const GangRequest &request_;
  GangOutcome out_;
  std::set<uint32_t> used_;  // nodes with placed members
  std::string refusal_, blocked_;
  std::vector<size_t> tried_;  // pods that did not fit at once, the blocked one last
};

}  // namespace

GangOutcome place_gang(Session &session, const SessionPods &pods, const Gang &gang,
                       const GangRequest &request, size_t end) {
  return GangPlacing(session, pods, gang, request).run(end);
}

void place_in_order(Session &session, const SessionPods &pods, size_t end) {
  std::map<size_t, const Gang *> gang_of;
  for (const Gang &gang : session.input().gangs)
    for (const size_t pod : gang.pods) gang_of[pod] = &gang;
  std::set<const Gang *> done;
  for (size_t i = 0; i < std::min(end, pods.size()); ++i) {
    if (!session.pods()[i].waits()) continue;
    const auto gang = gang_of.find(i);
    if (gang == gang_of.end())
      session.schedule(pods, i);
    else if (done.insert(gang->second).second)
      session.gangs().push_back(place_gang(session, pods, *gang->second, {}, end));
  }
}

}  // namespace koordctl

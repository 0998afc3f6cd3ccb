#include "session/gang_placing.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <set>
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
    for (const size_t pod : gang_.pods) {
      const PodResult &result = session_.pods()[pod];
      if (result.state == PodState::kTerminated || !result.unreadable.empty()) continue;
      ++out_.members;
      if (!result.waits())
        ++out_.placed;
      else if (pod < end)
        waiting_.push_back(pod);
    }
    out_.name = gang_.name;
    out_.has_group = gang_.needed.has_value();
    out_.needed = gang_.needed.value_or(0);
    if (waiting_.empty()) return std::move(out_);
    if (!gang_.needed)
      refuse("PodGroup " + gang_.short_name() + " does not exist");
    else if (out_.members < out_.needed)
      refuse("needs " + count_text(out_.needed) + "; there " +
             (out_.members == 1 ? "is " : "are ") + std::to_string(out_.members));
    else
      place();
    return std::move(out_);
  }

 private:
  // A refused attempt to place members at once.
  struct Attempt {
    std::string refusal;
    uint32_t fitting = 0;      // the most that fitted
    std::vector<size_t> pods;  // the first one without room last; empty if none was tried
  };

  void place() {
    const size_t lacks = out_.needed - std::min(out_.needed, out_.placed);
    if (gang_.all_first && place_at_once(waiting_)) return;
    if ((lacks > 1 || gang_.name.empty()) && !place_some(std::min(lacks, waiting_.size())))
      return refuse(refused_.refusal + blocked_text());
    for (const size_t pod : waiting_)
      if (session_.pods()[pod].waits() && !place_at_once({pod}))
        session_.pods()[pod].rejection = session_.reject(pods_, pod);
  }

  // Places `count` members at once: the first by uid, in which each member without room is replaced
  // by the next one. The search is greedy: a replaced member is not tried again. If it fails, the
  // refusal is that of the attempt with room for most members.
  bool place_some(size_t count) {
    std::vector<size_t> chosen;
    std::ranges::copy_if(waiting_, std::back_inserter(chosen),
                         [&](size_t pod) { return !session_.is_wrong(pods_[pod]); });
    if (chosen.size() < count) chosen = waiting_;
    std::ranges::sort(chosen, {}, [&](size_t pod) { return session_.pods()[pod].uid; });
    std::deque<size_t> others(chosen.begin() + static_cast<ptrdiff_t>(count), chosen.end());
    chosen.resize(count);
    Attempt best;
    while (!place_at_once(chosen)) {
      if (best.refusal.empty() || refused_.fitting > best.fitting) best = refused_;
      if (others.empty() || refused_.pods.empty()) {
        refused_ = best;
        return false;
      }
      chosen = refused_.pods;
      chosen.back() = others.front();
      others.pop_front();
    }
    return true;
  }

  // Returns the first pod without room, and the shortage that it meets on the nearest node when the
  // others have found room, one by one.
  std::string blocked_text() const {
    if (refused_.pods.empty()) return "";
    const size_t blocked = refused_.pods.back();
    const std::string text =
        "; the first pod without room: " + session_.pods()[blocked].short_name();
    if (request_.max_nodes != 0) return text;
    std::vector<PodResult> &results = session_.pods();
    std::vector<PodResult> before;
    std::string shortage;
    for (const size_t pod : refused_.pods) {
      before.push_back(results[pod]);
      session_.schedule(pods_, pod);
      if (!results[pod].waits()) continue;
      const std::vector<NodeRefusal> &refusals = results[pod].rejection.refusals;
      if (pod == blocked && !refusals.empty())
        shortage = "; nearest " + refusals[0].node + ": " + refusals[0].sentence;
      break;
    }
    for (size_t i = 0; i < before.size(); ++i) {
      PodResult &result = results[refused_.pods[i]];
      if (!result.waits()) session_.cluster().remove_pod(result.uid);
      result = std::move(before[i]);
    }
    return text + shortage;
  }

  void refuse(const std::string &why) {
    out_.message = why;
    size_t wrong = 0;
    for (const size_t pod : waiting_) {
      const Rejection &rejection = session_.pods()[pod].rejection = session_.reject(pods_, pod);
      if (rejection.request.empty() || ++wrong > 1) continue;
      out_.message = session_.pods()[pod].short_name() + ": " + rejection.request;
    }
    const size_t lacks = out_.needed - std::min(out_.needed, out_.placed);
    if (waiting_.size() - wrong >= lacks) out_.message = why;
    for (const size_t pod : waiting_)
      if (!gang_.name.empty())
        session_.pods()[pod].rejection.gang = "gang " + gang_.short_name() + ": " + out_.message;
  }

  // Returns a query without the nodes that filters refuse, or nullptr if it cannot exclude as many.
  // The query for several pods is that for all waiting members, which is made once.
  const koord::Query *query_for(const std::vector<size_t> &which) {
    if (which.size() > 1) {
      if (!query_) {
        query_ = koord::Query::create();
        is_complete_ = session_.exclude_filtered(waiting_, *query_) == waiting_.size();
      }
      return is_complete_ ? &*query_ : nullptr;
    }
    koord::Query &query = single_query_.emplace(koord::Query::create());
    if (session_.exclude_filtered(which, query) == 0) return nullptr;
    if (request_.max_nodes == 0 || used_.size() < request_.max_nodes) return &query;
    const auto &refusals = session_.filter(which[0]).refusals;
    const uint32_t ids = session_.cluster().get_info().ids;
    for (uint32_t node = 0; node < ids; ++node)
      if (!used_.contains(node) && !refusals.contains(node)) query.exclude_node(node);
    return &query;
  }

  bool place_at_once(const std::vector<size_t> &which) {
    koord::Cluster &cluster = session_.cluster();
    std::vector<koord::Pod> list;
    for (const size_t pod : which) list.push_back(pods_[pod]);
    koord_gang_options options = KOORD_INIT(koord_gang_options);
    options.max_nodes = request_.max_nodes;
    options.budget = request_.budget;
    const koord::Query *query = query_for(which);
    if (query == nullptr) {
      refused_ = {
          "the selectors, affinity and tolerations of its pods exclude too many nodes", 0, {}};
      return false;
    }
    const auto [plan, info] = cluster.plan_gang(list, &options, *query);
    if (info.refusal.reason != KOORD_REASON_NONE) {
      refused_ = {cluster.format_refusal(info.refusal), info.placed, which};
      const auto blocked = refused_.pods.begin() + std::min<size_t>(info.blocked, which.size() - 1);
      std::rotate(blocked, blocked + 1, refused_.pods.end());
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
  std::vector<size_t> waiting_;                       // members to place
  std::set<uint32_t> used_;                           // nodes with placed members
  Attempt refused_;                                   // the last one
  std::optional<koord::Query> query_, single_query_;  // see query_for()
  bool is_complete_ = false;                          // query_ excludes all refused nodes
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

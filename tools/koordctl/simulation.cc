#include "simulation.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "failure.h"
#include "options.h"

namespace koordctl {
namespace {

class Session {
 public:
  explicit Session(const Scenario &scenario)
      : scenario_(scenario),
        cluster_(scenario.profile, scenario.ignore_kubelet ? KOORD_CLUSTER_IGNORE_KUBELET : 0,
                 input().plugin ? input().plugin->json : "",
                 input().plugin ? input().plugin->where : "") {
    result_.profile = scenario.profile;
    for (const auto &node : input().nodes) {
      cluster_.set_node(scenario.remarks, node.json, node.where);
    }
    for (const auto &topology : input().topologies) {
      cluster_.set_topology(scenario.remarks, topology.json, topology.where);
    }
    for (const auto &devices : input().devices) {
      cluster_.set_devices(scenario.remarks, devices.json, devices.where);
    }
    add_machines();
  }

  SessionResult run() {
    const auto pods = start(kNone);
    for (std::size_t i = 0; i < pods.size(); ++i) {
      if (waits(i)) schedule(*pods[i], result_.pods[i]);
    }
    describe_nodes();
    return std::move(result_);
  }

  GangResult place_gang(const GangRequest &request) {
    const auto pods = start(kNone);
    std::vector<std::size_t> waiting;
    std::vector<const Pod *> gang;
    for (std::size_t i = 0; i < pods.size(); ++i) {
      if (!waits(i)) continue;
      waiting.push_back(i);
      gang.push_back(&*pods[i]);
    }
    if (gang.empty()) {
      throw Failure(kUsage, "no pod waits: all have spec.nodeName, or there are none in the files");
    }
    GangResult out;
    describe_nodes();
    out.before.profile = result_.profile;
    out.before.pods = result_.pods;
    out.before.nodes = std::move(result_.nodes);
    result_.nodes.clear();
    koord_gang_info info{};
    koord_refusal refusal{};
    const Plan plan = cluster_.gang(gang, request.max_nodes, request.work, info, refusal);
    if (refusal.reason != KOORD_REASON_NONE) {
      out.sentence = refusal_sentence(refusal);
      if (info.blocked < waiting.size())
        out.blocked = result_.pods[waiting[info.blocked]].short_name();
      for (const std::size_t i : waiting) result_.pods[i].rejection = reject(*pods[i]);
      describe_nodes();
      out.after = std::move(result_);
      return out;
    }
    cluster_.commit(plan);
    for (const std::size_t i : waiting) {
      result_.pods[i].state = PodState::kPlaced;
      result_.pods[i].patch = cluster_.patch(*pods[i]);
      describe(result_.pods[i]);
    }
    describe_nodes();
    out.after = std::move(result_);
    return out;
  }

  RebindResult plan_rebind(const RebindRequest &request) {
    start(kNone);
    const std::uint32_t node = find_node(request.node);
    RebindResult out;
    out.node = request.node;
    std::set<std::string> wanted(request.keep.begin(), request.keep.end());
    std::vector<std::string> keep;
    for (const PodResult &pod : result_.pods) {
      if (pod.node != request.node) continue;
      if (wanted.erase(pod.name) + wanted.erase(pod.short_name()) > 0) keep.push_back(pod.uid);
      if (pod.cpus.empty()) continue;
      const std::size_t slash = pod.name.find('/');
      out.pods[pod.uid] = {pod.short_name(), pod.name.substr(0, slash), pod.name.substr(slash + 1),
                           pod.cpus, pod.cpus};
    }
    if (!wanted.empty()) {
      throw Failure(kUsage,
                    "--keep: there is no pod " + quote(*wanted.begin()) + " on " + request.node);
    }
    std::erase_if(result_.pods, [](const PodResult &pod) { return pod.node.empty(); });
    describe_nodes();
    koord_rebind_options how;
    koord_rebind_options_init(&how, sizeof how);
    how.flags = request.no_new_crossing ? KOORD_REBIND_NO_NEW_CROSSING : 0;
    how.max_moved = request.max_moves;
    how.work = request.work;
    koord_rebind_info_init(&out.info, sizeof out.info);
    const Plan found = cluster_.rebind(node, how, keep, out.info);
    for (Plan::Step &step : found.steps()) {
      out.steps.push_back(
          {std::move(step.uid), step.cpus, cluster_.step_status(found, out.steps.size())});
    }
    cluster_.commit(found);
    for (auto &[uid, pod] : out.pods) pod.after = cluster_.pod_cpus(uid);
    out.topology = cluster_.node_topology(node);
    if (out.topology) out.withheld = cluster_.node_cpus(node, KOORD_NODE_WITHHELD);
    out.session = std::move(result_);
    return out;
  }

  PodExplanation explain(const ExplainRequest &request) {
    const auto pods = start(request.pod);
    const Pod &wanted = *pods[request.pod];
    for (std::size_t i = 0; request.after_others && i < request.pod; ++i) {
      if (waits(i)) schedule(*pods[i], result_.pods[i]);
    }
    const Explanation explanation = cluster_.explain(wanted, request.nearest);
    PodExplanation out;
    out.text = explanation.text();
    out.json = explanation.json();
    const std::vector<koord_verdict> fits = explanation.fits();
    const std::vector<koord_near_miss> misses = explanation.misses();
    out.fits = !fits.empty();
    PodResult asked = result_.pods[request.pod];
    std::erase_if(result_.pods, [](const PodResult &pod) { return pod.node.empty(); });
    describe_nodes();
    if (fits.empty() && misses.empty()) {
      out.session = std::move(result_);
      return out;
    }
    const std::uint32_t node = out.fits ? fits[0].node : misses[0].node;
    out.node = cluster_.node_name(node);
    out.session.profile = result_.profile;
    out.session.pods = result_.pods;
    out.session.nodes = std::move(result_.nodes);
    const std::optional<Plan> way = cluster_.make_room(wanted, node);
    if (!way) return out;
    cluster_.commit(*way);
    asked.state = PodState::kPlaced;
    result_.pods.push_back(std::move(asked));
    for (PodResult &pod : result_.pods) describe(pod);
    result_.nodes.clear();
    describe_nodes();
    out.after = std::move(result_);
    return out;
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;

  const SessionInput &input() const { return scenario_.input; }
  bool waits(std::size_t i) const {
    return result_.pods[i].state == PodState::kRefused && result_.pods[i].unreadable.empty();
  }

  // Reads all pods, and puts those that run already where they are; `aside` is left out. Those that nobody can read
  // are nothing.
  std::vector<std::optional<Pod>> start(std::size_t aside) {
    std::vector<std::optional<Pod>> pods;
    for (const SessionInput::Object &object : input().pods) {
      PodResult result;
      result.name = object.name;
      pods.push_back(read(object, result));
      result_.pods.push_back(std::move(result));
    }
    if (aside != kNone && !pods[aside]) throw Failure(kEnvironment, result_.pods[aside].unreadable);
    const auto has = [&](std::size_t i, std::uint32_t property) {
      return (result_.pods[i].info.properties & property) != 0;
    };
    // Whatever runs is there before anything is scheduled, wherever it stands in the files.
    for (std::size_t i = 0; i < pods.size(); ++i) {
      if (i == aside || !pods[i]) continue;
      if (has(i, KOORD_POD_IS_TERMINATED)) {
        result_.pods[i].state = PodState::kTerminated;
      } else if (has(i, KOORD_POD_IS_BOUND)) {
        cluster_.set_pod(*pods[i], input().pods[i].where);
        result_.pods[i].state = PodState::kBound;
      }
    }
    // Who has what is known when all are there.
    for (PodResult &pod : result_.pods) {
      if (pod.state != PodState::kBound) continue;
      pod.conflicts = cluster_.pod_conflicts(pod.uid);
      describe(pod);
    }
    return pods;
  }

  std::optional<Pod> read(const SessionInput::Object &object, PodResult &result) const {
    try {
      Pod pod = Pod::from_json(scenario_.remarks, object.json, object.where);
      result.uid = pod.text(KOORD_POD_TEXT_UID);
      result.info = pod.info();
      for (const std::string &fault : pod.faults())
        result.faults.push_back(object.where + ": Pod " + object.name + ": " + fault);
      if (scenario_.strict && !result.faults.empty())
        throw Failure(kEnvironment, result.faults.front());
      return pod;
    } catch (const BadInput &failure) {
      if (scenario_.strict) throw;
      result.unreadable = failure.what();
      return std::nullopt;
    }
  }

  void add_machines() {
    std::map<std::string, std::string> topologies;
    for (const auto &node : input().nodes) described_.insert(node.name);
    for (const auto &topology : input().topologies) topologies[topology.name] = topology.where;
    for (const Machine &machine : scenario_.machines) {
      for (const std::string &name : machine.names) {
        const auto [first, inserted] = topologies.emplace(name, machine.subject);
        if (!inserted) {
          throw Failure(kUsage, machine.subject + ": the machine of node " + name +
                                    " is given already by " + first->second);
        }
        const bool with_node = described_.insert(name).second;
        cluster_.set_machine(name, machine.topology, with_node, machine.subject);
      }
    }
  }

  std::uint32_t find_node(const std::string &name) const {
    std::vector<std::string> names;
    for (std::uint32_t id = 0; id < cluster_.ids(); ++id) {
      names.push_back(cluster_.node_name(id));
      if (names.back() == name) return id;
    }
    const std::string nearest = nearest_word(name, names);
    throw Failure(kUsage, "NODE: there is no node " + quote(name) +
                              (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
  }

  void schedule(const Pod &pod, PodResult &result) {
    const std::optional<koord_verdict> best = cluster_.best(pod);
    if (!best) {
      result.rejection = reject(pod);
      return;
    }
    const koord_refusal refusal = cluster_.reserve(pod, best->node);
    if (refusal.reason != KOORD_REASON_NONE) {
      throw Failure(kInternal, "pod " + result.name + ": refused where the verdict was yes: " +
                                   refusal_sentence(refusal));
    }
    result.state = PodState::kPlaced;
    result.score = best->score;
    result.patch = cluster_.patch(pod);
    describe(result);
  }

  void describe(PodResult &result) const {
    result.node = cluster_.node_name(cluster_.pod_node(result.uid));
    result.cpus = cluster_.pod_cpus(result.uid);
    result.status = cluster_.pod_status(result.uid);
    result.devices = cluster_.pod_devices(result.uid);
  }

  Rejection reject(const Pod &pod) const {
    const std::vector<koord_verdict> verdicts = cluster_.evaluate(pod);
    Rejection rejection;
    rejection.nodes = verdicts.size();
    std::map<std::string, std::size_t> reasons;
    for (const koord_verdict &verdict : verdicts) {
      ++reasons[koord_reason_name(verdict.reason, result_.profile)];
    }
    rejection.reasons.assign(reasons.begin(), reasons.end());
    std::stable_sort(rejection.reasons.begin(), rejection.reasons.end(),
                     [](const auto &a, const auto &b) { return a.second > b.second; });
    for (std::size_t i = 0; i < std::min(verdicts.size(), Rejection::kMaxJudged); ++i) {
      const NodeRefusal refusal = refusal_of(pod, verdicts[i]);
      if (i == 0 || nearness(refusal) > nearness(rejection.nearest)) rejection.nearest = refusal;
      if (i < Rejection::kMaxRefusals) rejection.refusals.push_back(refusal);
    }
    return rejection;
  }

  NodeRefusal refusal_of(const Pod &pod, const koord_verdict &verdict) const {
    NodeRefusal refusal;
    refusal.node = cluster_.node_name(verdict.node);
    refusal.resolvable = (verdict.flags & KOORD_VERDICT_UNRESOLVABLE) == 0;
    refusal.refusal = cluster_.judge(pod, verdict.node);
    refusal.sentence = refusal_sentence(refusal.refusal);
    if (refusal.refusal.reason == KOORD_REASON_INSUFFICIENT_RESOURCE) {
      const bool known = refusal.refusal.detail >= 0;
      refusal.resource = known ? cluster_.resource_name(refusal.refusal.detail) : "";
      refusal.sentence =
          (known ? refusal.resource : "a resource that no node has") + ": " + refusal.sentence;
    }
    return refusal;
  }

  // Nodes where other pods are in the way come before nodes that cannot take the pod at all, then those that
  // lack the smallest part of what is needed.
  static double nearness(const NodeRefusal &node) {
    const double base = node.resolvable ? 1 : 0;
    if (node.refusal.needed <= 0 || node.refusal.best <= 0) return base;
    const double share =
        static_cast<double>(node.refusal.best) / static_cast<double>(node.refusal.needed);
    return base + std::min(share, 1.0);
  }

  void describe_nodes() {
    std::map<std::string, std::size_t> pods;
    for (const PodResult &pod : result_.pods) {
      if (!pod.node.empty()) ++pods[pod.node];
    }
    for (std::uint32_t id = 0; id < cluster_.ids(); ++id) {
      NodeResult node;
      node.name = cluster_.node_name(id);
      node.described = described_.contains(node.name);
      node.pods = pods[node.name];
      node.topology = cluster_.node_topology(id);
      if (node.topology) {
        node.free = cluster_.node_cpus(id, KOORD_NODE_FREE);
        node.held = cluster_.node_cpus(id, KOORD_NODE_HELD);
        node.withheld = cluster_.node_cpus(id, KOORD_NODE_WITHHELD);
        node.pool = cluster_.node_cpus(id, KOORD_NODE_POOL);
      }
      result_.nodes.push_back(std::move(node));
    }
  }

  const Scenario &scenario_;
  Cluster cluster_;
  std::set<std::string> described_;  // nodes
  SessionResult result_;
};

}  // namespace

std::string Rejection::sentence() const {
  std::string text = "0/" + std::to_string(nodes) + " nodes: ";
  const char *separator = "";
  for (const auto &[reason, count] : reasons) {
    text += separator + std::to_string(count) + " " + reason;
    separator = ", ";
  }
  return text + "; nearest " + nearest.node + ": " + nearest.sentence;
}

std::vector<std::string> conflict_sentences(const koord_pod_conflicts &conflicts) {
  std::vector<std::string> out;
  for (const koord_refusal &refusal : {conflicts.cpus, conflicts.amounts, conflicts.devices}) {
    if (refusal.reason != KOORD_REASON_NONE) out.push_back(refusal_sentence(refusal));
  }
  return out;
}

std::string PodResult::short_name() const {
  constexpr std::string_view kDefault = "default/";
  return name.starts_with(kDefault) ? name.substr(kDefault.size()) : name;
}

bool SessionResult::all_placed() const {
  return std::none_of(pods.begin(), pods.end(),
                      [](const PodResult &pod) { return pod.state == PodState::kRefused; });
}

SessionResult simulate(const Scenario &scenario) { return Session(scenario).run(); }

GangResult place_gang(const Scenario &scenario, const GangRequest &request) {
  return Session(scenario).place_gang(request);
}

RebindResult plan_rebind(const Scenario &scenario, const RebindRequest &request) {
  return Session(scenario).plan_rebind(request);
}

PodExplanation explain(const Scenario &scenario, const ExplainRequest &request) {
  return Session(scenario).explain(request);
}

}  // namespace koordctl

#include "simulation.h"

#include <algorithm>
#include <set>

#include "failure.h"
#include "options.h"
#include "session.h"
#include "simulation_output.h"

namespace koordctl {

std::string Rejection::sentence() const {
  std::string text = "0/" + std::to_string(nodes) + " nodes: ";
  const char *separator = "";
  for (const auto &[reason, count] : reasons) {
    text += separator + std::to_string(count) + " " + reason;
    separator = ", ";
  }
  if (refusals.empty()) return text;
  return text + "; nearest " + refusals[0].node + ": " + refusals[0].sentence;
}

std::vector<std::string> conflict_sentences(const koord_pod_conflicts &conflicts) {
  std::vector<std::string> out;
  for (const koord_refusal &refusal : {conflicts.cpus, conflicts.amounts, conflicts.devices}) {
    if (refusal.reason != KOORD_REASON_NONE) out.push_back(refusal_sentence(refusal));
  }
  return out;
}

std::string PodResult::short_name() const { return short_pod_name(name); }

bool SessionResult::all_placed() const {
  return std::none_of(pods.begin(), pods.end(),
                      [](const PodResult &pod) { return pod.state == PodState::kRefused; });
}

SessionResult simulate(const Scenario &scenario) {
  Session session(scenario);
  const SessionPods pods = session.start();
  for (std::size_t i = 0; i < pods.size(); ++i) {
    PodResult &pod = session.pods()[i];
    if (pod.waits()) session.schedule(*pods[i], pod);
  }
  return session.snapshot();
}

GangResult place_gang(const Scenario &scenario, const GangRequest &request) {
  Session session(scenario);
  const SessionPods pods = session.start();
  std::vector<PodResult> &results = session.pods();
  std::vector<std::size_t> waiting;
  std::vector<const Pod *> gang;
  for (std::size_t i = 0; i < pods.size(); ++i) {
    if (!results[i].waits()) continue;
    waiting.push_back(i);
    gang.push_back(&*pods[i]);
  }
  if (gang.empty()) {
    throw Failure(kUsage, "no pod waits: all have spec.nodeName, or there are none in the files");
  }
  GangResult out;
  out.before = session.snapshot();
  koord_gang_info info{};
  const Plan plan = session.cluster().gang(gang, request.max_nodes, request.budget, info);
  if (info.refusal.reason != KOORD_REASON_NONE) {
    out.sentence = refusal_sentence(info.refusal);
    if (info.blocked < waiting.size()) out.blocked = results[waiting[info.blocked]].short_name();
    for (const std::size_t i : waiting) results[i].rejection = session.reject(*pods[i]);
    out.after = session.snapshot();
    return out;
  }
  session.cluster().commit(plan);
  for (const std::size_t i : waiting) {
    results[i].state = PodState::kPlaced;
    results[i].patch = session.cluster().patch(*pods[i]);
    session.describe(results[i]);
  }
  out.after = session.snapshot();
  return out;
}

RebindResult plan_rebind(const Scenario &scenario, const RebindRequest &request) {
  Session session(scenario);
  session.start();
  if (!request.order.empty() && !session.cluster().has_node(request.node)) {
    throw Failure(kEnvironment, request.order + ": spec.nodeName: found " + quote(request.node) +
                                    ", expected a node of the files");
  }
  const std::uint32_t node = session.find_node(request.node, "NODE");
  RebindResult out;
  out.node = request.node;
  Query query;
  for (const std::string &name : request.keep) {
    query.protect(session.find_bound(name, "--keep", request.node), KOORD_PROTECTION_KEEP);
  }
  std::vector<PodResult> &pods = session.pods();
  for (const PodResult &pod : pods) {
    if (pod.node != request.node || pod.cpus.empty()) continue;
    const std::size_t slash = pod.name.find('/');
    out.pods[pod.uid] = {pod.short_name(), pod.name.substr(0, slash), pod.name.substr(slash + 1),
                         pod.cpus, pod.cpus};
  }
  session.forget_waiting();
  koord_rebind_options how = KOORD_INIT(koord_rebind_options);
  how.flags = request.no_new_crossing ? KOORD_REBIND_NO_NEW_CROSSING : 0;
  how.max_moved = request.max_moves;
  how.budget = request.budget;
  out.info = KOORD_INIT(koord_rebind_info);
  Cluster &cluster = session.cluster();
  const Plan found = cluster.rebind(node, how, query, out.info);
  for (Plan::Step &step : found.steps()) {
    out.steps.push_back(
        {std::move(step.uid), step.cpus, cluster.step_status(found, out.steps.size())});
  }
  cluster.commit(found);
  for (auto &[uid, pod] : out.pods) pod.after = cluster.pod_cpus(uid);
  out.topology = cluster.node_topology(node);
  if (out.topology) out.withheld = cluster.node_cpus(node, KOORD_CLUSTER_CPUSET_RESERVED);
  out.session = session.snapshot();
  return out;
}

PodExplanation explain(const Scenario &scenario, const ExplainRequest &request) {
  Session session(scenario);
  const SessionPods pods = session.start(request.pod);
  const Pod &pod = session.one_of(pods, request.pod);
  Cluster &cluster = session.cluster();
  std::vector<PodResult> &results = session.pods();
  for (std::size_t i = 0; request.after_others && i < request.pod; ++i) {
    if (results[i].waits()) session.schedule(*pods[i], results[i]);
  }
  const Explanation explanation = cluster.explain(pod, request.nearest);
  PodExplanation out;
  out.text = explanation.text();
  out.json = explanation.json();
  const std::vector<koord_verdict> fits = explanation.fits();
  const std::vector<koord_near_miss> misses = explanation.misses();
  out.fits = !fits.empty();
  PodResult asked = results[request.pod];
  session.forget_waiting();
  out.session = session.snapshot();
  if (fits.empty() && misses.empty()) return out;
  const std::uint32_t node = out.fits ? fits[0].node : misses[0].node;
  out.node = cluster.node_name(node);
  const std::optional<Plan> way = cluster.make_room(pod, node);
  if (!way) return out;
  cluster.commit(*way);
  asked.state = PodState::kPlaced;
  results.push_back(std::move(asked));
  for (PodResult &each : results) session.describe(each);
  out.after = session.snapshot();
  return out;
}

}  // namespace koordctl

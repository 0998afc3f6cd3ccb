#include "session/simulation.h"

#include <algorithm>
#include <tuple>

#include "cli/errors.h"
#include "cli/options.h"
#include "output/simulation_output.h"
#include "session/session.h"

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

std::string PodResult::short_name() const { return short_pod_name(name); }

bool SessionResult::all_placed() const {
  return std::none_of(pods.begin(), pods.end(),
                      [](const PodResult &pod) { return pod.state == PodState::kRefused; });
}

SessionResult simulate(const Scenario &scenario) {
  Session session(scenario);
  const SessionPods pods = session.start();
  for (size_t i = 0; i < pods.size(); ++i) {
    PodResult &pod = session.pods()[i];
    if (pod.waits()) session.schedule(pods[i], pod);
  }
  return session.snapshot();
}

GangResult place_gang(const Scenario &scenario, const GangRequest &request) {
  Session session(scenario);
  const SessionPods pods = session.start();
  std::vector<PodResult> &results = session.pods();
  std::vector<size_t> waiting;
  std::vector<koord::Pod> gang;
  for (size_t i = 0; i < pods.size(); ++i) {
    if (!results[i].waits()) continue;
    waiting.push_back(i);
    gang.push_back(pods[i]);
  }
  if (gang.empty()) {
    throw Failure(kUsage,
                  "no pending pods in the files: all have spec.nodeName, or there are none");
  }
  GangResult out;
  out.before = session.snapshot();
  koord_gang_options options = KOORD_INIT(koord_gang_options);
  options.max_nodes = request.max_nodes;
  options.budget = request.budget;
  const auto [plan, info] = session.cluster().plan_gang(gang, &options);
  if (info.refusal.reason != KOORD_REASON_NONE) {
    out.sentence = session.cluster().format_refusal(info.refusal);
    if (info.blocked < waiting.size()) out.blocked = results[waiting[info.blocked]].short_name();
    for (const size_t i : waiting) results[i].rejection = session.reject(pods[i]);
    out.after = session.snapshot();
    return out;
  }
  session.cluster().commit(plan);
  for (const size_t i : waiting) {
    results[i].state = PodState::kPlaced;
    results[i].patch = session.cluster().prebind(pods[i], 0);
    session.describe(results[i]);
  }
  out.after = session.snapshot();
  return out;
}

RebindResult plan_rebind(const Scenario &scenario, const RebindRequest &request) {
  Session session(scenario);
  session.start();
  if (!request.order.empty() && !session.has_node(request.node)) {
    throw Failure(kEnvironment, request.order + ": spec.nodeName: found " + quote(request.node) +
                                    ", expected a node of the files");
  }
  const uint32_t node = session.find_node(request.node, "NODE");
  RebindResult out;
  out.node = request.node;
  koord::Query query = koord::Query::create();
  for (const std::string &name : request.keep)
    query.protect_pod(session.find_bound(name, "--keep", request.node), KOORD_PROTECTION_KEEP);
  std::vector<PodResult> &pods = session.pods();
  for (const PodResult &pod : pods) {
    if (pod.node != request.node || pod.cpus.empty()) continue;
    const size_t slash = pod.name.find('/');
    out.pods[pod.uid] = {pod.short_name(), pod.name.substr(0, slash), pod.name.substr(slash + 1),
                         pod.cpus, pod.cpus};
  }
  session.forget_waiting();
  koord_rebind_options how = KOORD_INIT(koord_rebind_options);
  how.flags = request.no_new_crossing ? KOORD_REBIND_NO_NEW_CROSSING : 0;
  how.max_moved = request.max_moves;
  how.budget = request.budget;
  koord::Cluster &cluster = session.cluster();
  koord::Plan found;
  std::tie(found, out.info) = cluster.plan_rebind(node, &how, query);
  const std::string_view texts = found.get_texts();
  for (const koord_plan_step &step : found.get_steps()) {
    const size_t row = out.steps.size();
    out.steps.push_back({std::string(texts.substr(step.uid_offset, step.uid_length)),
                         found.get_step_cpus(row), cluster.get_step_status(found, row)});
  }
  cluster.commit(found);
  for (auto &[uid, pod] : out.pods) pod.after = cluster.get_pod_cpus(uid);
  out.topology = cluster.get_node_topology(node);
  if (out.topology) out.reserved = cluster.get_node_cpus(node, KOORD_CLUSTER_CPUSET_RESERVED);
  out.session = session.snapshot();
  return out;
}

PodExplanation explain(const Scenario &scenario, const ExplainRequest &request) {
  Session session(scenario);
  const SessionPods pods = session.start(request.pod);
  const koord::Pod &pod = session.one_of(pods, request.pod);
  koord::Cluster &cluster = session.cluster();
  std::vector<PodResult> &results = session.pods();
  for (size_t i = 0; request.after_others && i < request.pod; ++i)
    if (results[i].waits()) session.schedule(pods[i], results[i]);
  koord_explain_options options = KOORD_INIT(koord_explain_options);
  options.nearest = request.nearest;
  const koord::Explanation explanation = cluster.explain(pod, &options);
  PodExplanation out;
  out.text = explanation.to_text();
  out.json = explanation.to_json();
  const std::vector<koord_verdict> fits = explanation.get_fits();
  const std::vector<koord_near_miss> misses = explanation.get_misses();
  out.fits = !fits.empty();
  PodResult asked = results[request.pod];
  session.forget_waiting();
  out.session = session.snapshot();
  if (fits.empty() && misses.empty()) return out;
  const uint32_t node = out.fits ? fits[0].node : misses[0].node;
  out.node = cluster.get_node_name(node);
  const auto way = std::get<koord::Plan>(cluster.plan_rebind_for(pod, node));
  if (!way) return out;
  cluster.commit(way);
  asked.state = PodState::kPlaced;
  results.push_back(std::move(asked));
  for (PodResult &each : results) session.describe(each);
  out.after = session.snapshot();
  return out;
}

}  // namespace koordctl

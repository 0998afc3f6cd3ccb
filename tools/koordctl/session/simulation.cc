#include "session/simulation.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "cli/errors.h"
#include "cli/options.h"
#include "output/simulation_output.h"
#include "session/gang_placing.h"
#include "session/session.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

}  // namespace

std::string Rejection::sentence() const {
  if (!request.empty()) return request;
  if (!gang.empty()) return gang;
  if (nodes == 0) return "no node could be read";
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
  place_in_order(session, pods);
  return session.snapshot();
}

GangResult place_gangs(const Scenario &scenario, const GangRequest &request) {
  Session session(scenario);
  const SessionPods pods = session.start();
  std::vector<Gang> gangs = scenario.input.gangs;
  std::set<size_t> members;
  for (const Gang &gang : gangs) members.insert(gang.pods.begin(), gang.pods.end());
  Gang others;
  for (size_t i = 0; i < pods.size(); ++i)
    if (session.pods()[i].waits() && !members.contains(i)) others.pods.push_back(i);
  others.needed = static_cast<int32_t>(others.pods.size());
  if (!others.pods.empty()) gangs.push_back(std::move(others));
  std::erase_if(gangs, [&](const Gang &gang) {
    return std::none_of(gang.pods.begin(), gang.pods.end(),
                        [&](size_t pod) { return session.pods()[pod].waits(); });
  });
  if (gangs.empty()) {
    throw Failure(kUsage,
                  "no pending pods in the files: all have spec.nodeName, or there are none");
  }
  std::stable_sort(gangs.begin(), gangs.end(),
                   [](const Gang &a, const Gang &b) { return a.pods[0] < b.pods[0]; });
  GangResult out;
  out.before = session.snapshot();
  for (const Gang &gang : gangs) {
    const GangOutcome outcome = place_gang(session, pods, gang, request);
    const std::string subject =
        gang.name.empty() ? "the gang " : "gang " + gang.short_name() + ": ";
    if (!outcome.message.empty()) out.refused.push_back(subject + outcome.message);
    if (!gang.name.empty()) session.gangs().push_back(outcome);
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
  for (const PodResult &pod : pods) {
    if (pod.node != request.node || out.pods.contains(pod.uid)) continue;
    if (const koord::CpuSet cpus = cluster.get_pod_cpus(pod.uid); !cpus.empty())
      out.claims.push_back({pod.short_name(), cpus});
  }
  out.with_claims = out.info.after;
  if (!out.claims.empty()) out.with_claims = std::get<1>(cluster.plan_rebind(node)).before;
  out.topology = cluster.get_node_topology(node);
  if (out.topology) out.reserved = cluster.get_node_cpus(node, KOORD_CLUSTER_CPUSET_RESERVED);
  out.session = session.snapshot();
  return out;
}

namespace {

// Describes the requirements of a pod's gang.
std::string gang_text(const Session &session, size_t pod) {
  for (const Gang &gang : session.input().gangs) {
    if (std::find(gang.pods.begin(), gang.pods.end(), pod) == gang.pods.end()) continue;
    if (!gang.needed) return "PodGroup " + gang.short_name() + " does not exist";
    const auto members =
        static_cast<size_t>(std::count_if(gang.pods.begin(), gang.pods.end(), [&](size_t member) {
          return session.pods()[member].state != PodState::kTerminated;
        }));
    return "gang " + gang.short_name() + " needs " + std::to_string(*gang.needed) + " of its " +
           std::to_string(members) + " members to fit at once";
  }
  return "";
}

// Replaces uids, by which libkoord identifies pods, by the names of the pods that remedies evict:
// in the text and in the messages of the JSON, whose steps keep `uid` and get `pod`.
void name_evicted_pods(const std::vector<PodResult> &pods, PodExplanation &out) {
  std::map<std::string, std::string> names;
  for (const PodResult &pod : pods) names[pod.uid] = pod.name;
  const auto rename = [&](std::string &text, const std::string &uid) {
    const std::string before = "the pod " + uid + " (priority ";
    const std::string after = "the pod " + names.at(uid) + " (priority ";
    for (size_t at = text.find(before); at != std::string::npos;
         at = text.find(before, at + after.size()))
      text.replace(at, before.size(), after);
  };
  OrderedJson json = OrderedJson::parse(out.json);
  for (OrderedJson &miss : json.at("misses")) {
    for (OrderedJson &remedy : miss.at("remedies")) {
      for (OrderedJson &step : remedy.at("steps")) {
        const auto uid = step.find("uid");
        if (uid == step.end() || !names.contains(uid->get<std::string>())) continue;
        const std::string text = *uid;
        rename(remedy.at("message").get_ref<std::string &>(), text);
        rename(out.text, text);
        step["pod"] = names.at(text);
      }
    }
  }
  out.json = json.dump();
}

// Adds the hint of Session::wrong_request() to the message about the request.
void add_hint(const std::string &wrong, PodExplanation &out) {
  const OrderedJson request = OrderedJson::parse(wrong);
  if (!request.contains("hint")) return;
  const std::string line = ": " + request.at("message").get<std::string>() + "\n";
  if (const size_t at = out.text.find(line); at != std::string::npos)
    out.text.insert(at + line.size() - 1, " (" + request["hint"].get<std::string>() + ")");
  OrderedJson json = OrderedJson::parse(out.json);
  json["request"] = request;
  out.json = json.dump();
}

}  // namespace

PodExplanation explain(const Scenario &scenario, const ExplainRequest &request) {
  Session session(scenario);
  const SessionPods pods = session.start(request.pod);
  const koord::Pod &pod = session.one_of(pods, request.pod);
  koord::Cluster &cluster = session.cluster();
  std::vector<PodResult> &results = session.pods();
  if (request.after_others) place_in_order(session, pods, request.pod);
  FilteredNodes filtered = session.filter(request.pod);
  const std::string wrong = session.wrong_request(pod);
  if (!wrong.empty()) filtered = {};  // it is reported alone
  session.leave_out(filtered);
  koord_explain_options options = KOORD_INIT(koord_explain_options);
  options.nearest = request.nearest;
  const koord::Explanation explanation = cluster.explain(pod, &options);
  PodExplanation out;
  out.pod = results[request.pod].name;
  out.nodes = explanation.get_info().nodes;
  out.filtered = filtered;
  out.gang = gang_text(session, request.pod);
  out.text = explanation.to_text();
  out.json = explanation.to_json();
  name_evicted_pods(results, out);
  if (!wrong.empty()) add_hint(wrong, out);
  const std::vector<koord_verdict> fits = explanation.get_fits();
  const std::vector<koord_near_miss> misses = explanation.get_misses();
  out.fits = !fits.empty();
  PodResult explained = results[request.pod];
  session.forget_waiting();
  out.session = session.snapshot();
  if (fits.empty() && misses.empty()) return out;
  const uint32_t node = out.fits ? fits[0].node : misses[0].node;
  out.node = cluster.get_node_name(node);
  const auto way = std::get<koord::Plan>(cluster.plan_rebind_for(pod, node));
  if (!way) return out;
  cluster.commit(way);
  explained.state = PodState::kPlaced;
  results.push_back(std::move(explained));
  for (PodResult &each : results) session.describe(each);
  out.after = session.snapshot();
  return out;
}

}  // namespace koordctl

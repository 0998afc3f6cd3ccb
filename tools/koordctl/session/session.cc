#include "session/session.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/errors.h"
#include "cli/options.h"
#include "session/added_objects.h"
#include "session/claimed_devices.h"
#include "session/json_member.h"
#include "session/pod_faults.h"
#include "session/session_machine.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Returns "; did you mean node-a?", or "" if no name is similar.
std::string perhaps(const std::string &given, const std::vector<std::string> &known) {
  const std::string nearest = nearest_word(given, known);
  return nearest.empty() ? "" : "; did you mean " + nearest + "?";
}

koord::Cluster empty_cluster(const Scenario &scenario) {
  koord_cluster_options options = KOORD_INIT(koord_cluster_options);
  options.profile = scenario.profile;
  options.flags = scenario.ignore_kubelet ? KOORD_CLUSTER_IGNORE_KUBELET : 0;
  const auto &plugin = scenario.input.plugin;
  return with_subject(plugin ? plugin->where : "", [&] {
    return koord::Cluster::create(&options, plugin ? plugin->json : "", scenario.diagnostics);
  });
}

// Returns the object `request` of an explanation if the request is wrong on every node, else null.
OrderedJson request_fault(const koord::Cluster &cluster, const koord::Pod &pod) {
  koord_explain_options options = KOORD_INIT(koord_explain_options);
  options.nearest = options.max_judgements = 1;
  const koord::Explanation explanation = cluster.explain(pod, &options);
  if ((explanation.get_info().properties & KOORD_EXPLANATION_INVALID_REQUEST) == 0) return nullptr;
  return OrderedJson::parse(explanation.to_json()).at("request");
}

// Returns the text of `request` with the hint of Session::wrong_request(), and "" for null.
std::string with_hint(OrderedJson request, const koord::Pod &pod, koord_profile profile) {
  if (request.is_null()) return "";
  if (profile == KOORD_PROFILE_UPSTREAM) {
    const OrderedJson fault = request_fault(koord::Cluster::create(), pod);
    request["hint"] = fault.is_null()
                          ? "profile spec takes it"
                          : fault.at("message").get<std::string>() + "; no profile takes it";
  }
  return request.dump();
}

// Sets the numbers of a refusal to those of the shortage behind it, which its sentence states.
void set_numbers(const koord_bound &bound, koord_refusal &refusal) {
  if (bound.scope == KOORD_SCOPE_NONE) return;
  refusal.object = bound.object;
  refusal.needed = bound.needed;
  refusal.best = bound.best;
  const bool is_numa_node = bound.scope == KOORD_SCOPE_NUMA_NODE;
  const bool is_device = bound.scope == KOORD_SCOPE_DEVICE;
  refusal.where_object = is_numa_node || bound.scope == KOORD_SCOPE_NUMA_NODES
                             ? KOORD_OBJECT_KIND_NUMA_NODE
                         : is_device ? KOORD_OBJECT_KIND_DEVICE
                                     : KOORD_OBJECT_KIND_MACHINE;
  refusal.where = is_numa_node || is_device ? bound.where : -1;  // -1: several NUMA nodes
}

NodeFilters filters_of(const SessionInput::Object &pod) {
  return {nlohmann::json::parse(pod.json), pod.where + ": Pod " + pod.name};
}

}  // namespace

Session::Session(const Scenario &scenario)
    : scenario_(scenario), cluster_(empty_cluster(scenario)) {
  if (scenario.strict && !input().ignored.empty())
    throw Failure(kEnvironment, input().ignored.front());
  ignored_ = input().ignored;
  for (size_t at = 0; at < input().traits.size(); ++at)
    if (input().traits[at].is_restricted()) restricted_.push_back(at);
  for (const auto *objects :
       {&input().nodes, &input().topologies, &input().slices, &input().claims, &input().devices})
    add(*objects);
  add_machines();
  add(input().reservations);
}

void Session::add(const std::vector<SessionInput::Object> &objects) {
  std::vector<const std::string *> texts;
  for (const SessionInput::Object &object : objects) texts.push_back(&object.json);
  const std::vector<AddedRow> rows = add_objects(cluster_, texts);
  for (size_t i = 0; i < objects.size(); ++i) {
    try {
      rows[i].check(objects[i].where);
    } catch (const BadInput &failure) {
      if (scenario_.strict) throw;
      ignored_.emplace_back(failure.what());
    }
  }
}

SessionPods Session::start(size_t aside) {
  SessionPods pods(input().pods.size());
  pods_.resize(pods.size());
  std::vector<size_t> others;
  for (size_t i = 0; i < pods.size(); ++i)
    if (i != aside) others.push_back(i);
  add_pods(cluster_, others, pods);
  if (aside != kNone) {
    koord::Cluster apart = empty_cluster(scenario_);
    add_pods(apart, {aside}, pods);
  }
  for (size_t i = 0; i < pods.size(); ++i) {
    if (i == aside || !pods[i]) continue;
    if ((pods_[i].info.properties & KOORD_POD_PROPERTY_TERMINATED) != 0) {
      pods_[i].state = PodState::kTerminated;
    } else if ((pods_[i].info.properties & KOORD_POD_PROPERTY_BOUND) != 0) {
      pods_[i].state = PodState::kBound;
      pods_[i].node = pods[i].get_text(KOORD_POD_TEXT_NODE);
    }
  }
  // Conflicts are only complete once all running pods are set.
  for (PodResult &pod : pods_) {
    if (pod.state != PodState::kBound) continue;
    pod.conflicts = cluster_.get_pod_conflicts(pod.uid);
    for (const koord_refusal &refusal :
         {pod.conflicts.cpus, pod.conflicts.amounts, pod.conflicts.devices})
      if (refusal.reason != KOORD_REASON_NONE)
        pod.refused_claims.push_back(cluster_.format_refusal(refusal));
    const koord_refusal &devices = pod.conflicts.devices;
    if (devices.reason == KOORD_REASON_DEVICES_UNKNOWN && devices.device_type >= 0)
      pod.unreported_type = cluster_.get_device_type_name(devices.device_type);
    describe(pod);
  }
  return pods;
}

void Session::add_pods(koord::Cluster &cluster, const std::vector<size_t> &which,
                       SessionPods &pods) {
  std::vector<const std::string *> texts;
  for (const size_t i : which) texts.push_back(&input().pods[i].json);
  const std::vector<AddedRow> rows = add_objects(cluster, texts);
  for (size_t row = 0; row < rows.size(); ++row) {
    const SessionInput::Object &object = input().pods[which[row]];
    PodResult &result = pods_[which[row]];
    result.name = object.name;
    try {
      rows[row].check(object.where);
      check(object, result, rows[row].pod);
      pods[which[row]] = rows[row].pod;
    } catch (const BadInput &failure) {
      if (scenario_.strict) throw;
      result.unreadable = failure.what();
    }
  }
}

void Session::check(const SessionInput::Object &object, PodResult &result,
                    const koord::Pod &pod) const {
  result.uid = pod.get_text(KOORD_POD_TEXT_UID);
  result.info = pod.get_info();
  for (const std::string &fault : faults_of(pod))
    result.faults.push_back(object.where + ": Pod " + object.name + ": " + fault);
  if (scenario_.strict && !result.faults.empty())
    throw Failure(kEnvironment, result.faults.front());
  constexpr uint32_t kNotWaiting = KOORD_POD_PROPERTY_BOUND | KOORD_POD_PROPERTY_TERMINATED;
  if ((result.info.properties & kNotWaiting) == 0) result.claims = filters_of(object).claims();
}

const koord::Pod &Session::one_of(const SessionPods &pods, size_t which) const {
  if (!pods[which]) throw Failure(kEnvironment, pods_[which].unreadable);
  return pods[which];
}

void Session::forget_waiting() {
  std::erase_if(pods_, [](const PodResult &pod) {
    return pod.node.empty() && pod.faults.empty() && pod.unreadable.empty();
  });
}

void Session::add_machines() {
  std::map<std::string, std::string> topologies;
  for (const auto &node : input().nodes) described_.insert(node.name);
  for (const auto &topology : input().topologies) topologies[topology.name] = topology.where;
  for (const Machine &machine : scenario_.machines) {
    for (const std::string &name : machine.names) {
      const auto [first, inserted] = topologies.emplace(name, machine.subject);
      if (!inserted) {
        throw Failure(kUsage, machine.subject + ": the machine of node " + name +
                                  " is already given by " + first->second);
      }
      const bool with_node = described_.insert(name).second;
      set_machine(cluster_, name, machine, with_node);
    }
  }
}

bool Session::has_node(const std::string &name) const {
  try {
    (void)cluster_.get_node_id(name);
    return true;
  } catch (const koord::Error &error) {
    if (error.code() != KOORD_E_NOT_FOUND) throw;
    return false;
  }
}

uint32_t Session::find_node(const std::string &name, const char *option) const {
  std::vector<std::string> names;
  const uint32_t nodes = cluster_.get_info().ids;
  for (uint32_t id = 0; id < nodes; ++id) {
    names.push_back(cluster_.get_node_name(id));
    if (names.back() == name) return id;
  }
  throw Failure(kUsage,
                std::string(option) + ": there is no node " + quote(name) + perhaps(name, names));
}

std::string Session::find_bound(const std::string &name, const char *option,
                                const std::string &node) const {
  std::vector<std::string> names;
  for (const PodResult &pod : pods_) {
    if (!has_node(pod.node) || (!node.empty() && pod.node != node)) continue;
    if (pod.name == name || pod.short_name() == name) return pod.uid;
    names.push_back(pod.short_name());
  }
  throw Failure(kUsage, std::string(option) + ": there is no pod " + quote(name) + " on " +
                            (node.empty() ? "any node" : node) + perhaps(name, names));
}

void Session::schedule(const SessionPods &pods, size_t which) {
  const koord::Pod &pod = pods[which];
  PodResult &result = pods_[which];
  const std::optional<koord_verdict> best = find_best(pods, which);
  if (!best) {
    result.rejection = reject(pods, which);
    return;
  }
  const koord_refusal refusal = cluster_.reserve(pod, nullptr, best->node, {});
  if (refusal.reason != KOORD_REASON_NONE) {
    throw Failure(kInternal, "pod " + result.name +
                                 ": refused although the verdict was positive: " +
                                 cluster_.format_refusal(refusal));
  }
  result.state = PodState::kPlaced;
  result.score = best->score;
  result.patch = cluster_.prebind(pod, 0);
  describe(result);
}

std::optional<koord_verdict> Session::find_best(const SessionPods &pods, size_t which) const {
  const FilteredNodes &filtered = filter(which);
  std::vector<koord_verdict> rows(filtered.refusals.size() + 1);
  rows.resize(cluster_.find_best(pods[which], nullptr, rows).count);
  const auto best = std::ranges::find_if(
      rows, [&](const koord_verdict &row) { return !filtered.refusals.contains(row.node); });
  if (best == rows.end()) return std::nullopt;
  return *best;
}

const FilteredNodes &Session::filter(size_t which) const {
  const SessionInput::Object &object = input().pods[which];
  const nlohmann::json pod = nlohmann::json::parse(object.json);
  const NodeFilters filters(pod, object.where + ": Pod " + object.name);
  std::string key = join(filters.unchecked(), ",");
  for (const char *part : {"nodeSelector", "affinity", "tolerations"})
    key += "\n" + member(member(pod, "spec"), part).dump();
  if (const auto known = filtered_.find(key); known != filtered_.end()) return known->second;
  if (filtered_.size() == kMostFiltered) filtered_.clear();
  FilteredNodes &out = filtered_[key];
  out.unchecked = filters.unchecked();
  const auto look = [&](size_t at) {
    const std::string &name = input().nodes[at].name;
    auto refusal = filters.refuse(input().traits[at]);
    if (!refusal || !has_node(name)) return;
    const uint32_t id = cluster_.get_node_id(name);
    out.refusals.emplace(id, std::move(*refusal));
    out.names.emplace(id, name);
  };
  if (!filters.selects())
    std::ranges::for_each(restricted_, look);
  else
    for (size_t at = 0; at < input().traits.size(); ++at) look(at);
  return out;
}

// Most pods of a gang have equal filters: nodes that are refused for all pods are excluded as
// nodes, since the number of pairs of pod and node is limited.
size_t Session::exclude_filtered(std::span<const size_t> which, koord::Query &query) const {
  std::map<uint32_t, size_t> refused;  // by node, the number of pods
  for (const size_t pod : which)
    for (const auto &[node, refusal] : filter(pod).refusals) ++refused[node];
  size_t done = 0;
  try {
    for (const auto &[node, pods] : refused)
      if (pods == which.size()) query.exclude_node(node);
    for (const size_t pod : which) {
      for (const auto &[node, refusal] : filter(pod).refusals)
        if (refused[node] < which.size()) query.exclude_pod_node(pods_[pod].uid, node);
      ++done;
    }
  } catch (const koord::Error &error) {
    if (error.code() != KOORD_E_LIMIT) throw;
  }
  return done;
}

void Session::leave_out(const FilteredNodes &filtered) {
  for (const auto &[id, name] : filtered.names) {
    left_out_.emplace(id, name);
    for (const PodResult &pod : pods_)
      if (pod.node == name) cluster_.remove_pod(pod.uid);
    const auto remove = [&](auto removal) {
      try {
        (cluster_.*removal)(name);
      } catch (const koord::Error &error) {
        if (error.code() != KOORD_E_NOT_FOUND) throw;
      }
    };
    remove(&koord::Cluster::remove_node);
    remove(&koord::Cluster::remove_topology);
    remove(&koord::Cluster::remove_devices);
  }
}

void Session::describe(PodResult &result) const {
  if (result.state != PodState::kBound && result.state != PodState::kPlaced) return;
  // A pod on a node that does not exist holds nothing.
  if (!result.node.empty() && !has_node(result.node)) return;
  result.node = cluster_.get_node_name(cluster_.get_pod_node(result.uid));
  result.cpus = cluster_.get_pod_cpus(result.uid);
  result.status = cluster_.get_pod_status(result.uid);
  result.devices = cluster_.get_pod_devices(result.uid);
}

Rejection Session::reject(const SessionPods &pods, size_t which) const {
  const koord::Pod &pod = pods[which];
  const FilteredNodes &filtered = filter(which);
  koord_explain_options options = KOORD_INIT(koord_explain_options);
  options.nearest = Rejection::kMaxRefusals;
  options.max_judgements = 1;
  const koord::Explanation explanation = cluster_.explain(pod, &options);
  const OrderedJson words = OrderedJson::parse(explanation.to_json());
  Rejection rejection;
  if (words.contains("request"))
    rejection.request = request_sentence(with_hint(words.at("request"), pod, scenario_.profile));
  const auto is_filtered = [&](uint32_t node) {
    return rejection.request.empty() && filtered.refusals.contains(node);
  };
  std::map<std::string, size_t> reasons;
  std::vector<koord_verdict> verdicts(cluster_.get_info().ids);
  rejection.nodes = cluster_.evaluate(pod, nullptr, verdicts).count;
  verdicts.resize(rejection.nodes);
  for (const koord_verdict &verdict : verdicts) {
    ++reasons[is_filtered(verdict.node) ? filtered.refusals.at(verdict.node).reason
                                        : koord_reason_get_name(verdict.reason, scenario_.profile)];
  }
  rejection.reasons.assign(reasons.begin(), reasons.end());
  std::stable_sort(rejection.reasons.begin(), rejection.reasons.end(),
                   [](const auto &a, const auto &b) { return a.second > b.second; });
  const std::vector<koord_near_miss> misses = explanation.get_misses();
  for (size_t i = 0; i < misses.size(); ++i) {
    if (is_filtered(misses[i].node)) continue;
    NodeRefusal refusal;
    refusal.node = cluster_.get_node_name(misses[i].node);
    refusal.resolvable = (misses[i].flags & KOORD_VERDICT_UNRESOLVABLE) == 0;
    refusal.refusal = misses[i].refusal;
    set_numbers(misses[i].bound, refusal.refusal);
    const OrderedJson &miss = words.at("misses")[i];
    refusal.sentence = miss.at("message");
    if (miss.contains("bound")) {
      const OrderedJson &bound = miss["bound"];
      if (bound.at("resource").is_string()) refusal.resource = bound["resource"];
      if (bound.contains("deviceType")) refusal.device_type = bound["deviceType"];
    }
    rejection.refusals.push_back(std::move(refusal));
  }
  if (!rejection.refusals.empty() || filtered.refusals.empty()) return rejection;
  const auto &[id, refusal] = *filtered.refusals.begin();
  NodeRefusal first;
  first.node = filtered.names.at(id);
  first.filter = refusal.reason;
  first.sentence = refusal.sentence;
  rejection.refusals.push_back(std::move(first));
  return rejection;
}

std::string Session::short_resource(const koord::Pod &pod, const koord::Query &query, uint32_t node,
                                    koord_reason reason, const Rejection &unknown) const {
  const koord_refusal refusal = std::get<0>(cluster_.judge(pod, query, node));
  if (refusal.reason != reason) return "";
  if (refusal.resource >= 0) return cluster_.get_resource_name(refusal.resource);
  // A resource that no node has, which has no number; every node refuses it alike.
  for (const NodeRefusal &known : unknown.refusals)
    if (known.refusal.reason == reason && known.refusal.resource < 0) return known.resource;
  return "";
}

std::string Session::wrong_request(const koord::Pod &pod) const {
  return with_hint(request_fault(cluster_, pod), pod, scenario_.profile);
}

bool Session::is_wrong(const koord::Pod &pod) const {
  koord::Query query = koord::Query::create();
  koord_verdict verdict{};
  const uint32_t ids = cluster_.get_info().ids;
  for (uint32_t id = 0; id < ids; ++id) {  // any node suffices
    query.set_nodes(id, 1);
    if (cluster_.evaluate(pod, query, {&verdict, 1}).count > 0)
      return (verdict.flags & KOORD_VERDICT_INVALID_REQUEST) != 0;
  }
  return false;
}

SessionResult Session::snapshot() const {
  SessionResult out;
  out.profile = scenario_.profile;
  out.pods = pods_;
  out.gangs = gangs_;
  out.ignored = ignored_;
  std::map<std::string, size_t> counts;
  for (const PodResult &pod : pods_)
    if (!pod.node.empty()) ++counts[pod.node];
  for (const auto &[id, name] : left_out_) counts.erase(name);
  std::map<std::string, const std::string *> devices;
  for (const SessionInput::Object &object : input().devices) devices[object.name] = &object.json;
  const ClaimNames claims(input());
  const uint32_t nodes = cluster_.get_info().ids;
  for (uint32_t id = 0; id < nodes; ++id) {
    if (left_out_.contains(id)) continue;
    NodeResult node;
    node.name = cluster_.get_node_name(id);
    node.described = described_.contains(node.name);
    node.pods = counts[node.name];
    node.topology = cluster_.get_node_topology(id);
    if (node.topology) {
      node.free = cluster_.get_node_cpus(id, KOORD_CLUSTER_CPUSET_FREE);
      node.held = cluster_.get_node_cpus(id, KOORD_CLUSTER_CPUSET_ALLOCATED);
      node.reserved = cluster_.get_node_cpus(id, KOORD_CLUSTER_CPUSET_RESERVED);
      node.pool = cluster_.get_node_cpus(id, KOORD_CLUSTER_CPUSET_SHARED_POOL);
    }
    if (const auto found = devices.find(node.name); found != devices.end()) {
      node.devices = *found->second;
      node.claimed = claims.devices_of(cluster_, node.name);
    }
    counts.erase(node.name);
    out.nodes.push_back(std::move(node));
  }
  for (const auto &[name, count] : counts) {
    NodeResult node;
    node.name = name;
    node.pods = count;
    out.nodes.push_back(std::move(node));
  }
  return out;
}

std::string request_sentence(const std::string &request) {
  const OrderedJson json = OrderedJson::parse(request);
  const std::string text =
      "the request is wrong on every node: " + json.at("message").get<std::string>();
  return json.contains("hint") ? text + " (" + json["hint"].get<std::string>() + ")" : text;
}

size_t find_pod(const SessionInput &input, const std::string &given,
                const std::string &name_space) {
  const auto full_name = [&](const std::string &name) {
    return name.find('/') == std::string::npos ? name_space + "/" + name : name;
  };
  // A namespace may be named "pod".
  std::vector<std::string> wanted = {full_name(given)};
  for (const char *kind : {"pod/", "pods/", "po/"})
    if (given.starts_with(kind)) wanted.push_back(full_name(given.substr(std::strlen(kind))));
  std::vector<std::string> names;
  for (size_t i = 0; i < input.pods.size(); ++i) names.push_back(input.pods[i].name);
  for (const std::string &name : wanted) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<size_t>(found - names.begin());
  }
  // Suggests the name in another namespace before a similar name.
  const std::string bare = wanted.back().substr(wanted.back().find('/'));
  const auto elsewhere = std::find_if(
      names.begin(), names.end(), [&](const std::string &name) { return name.ends_with(bare); });
  throw Failure(kUsage, "POD: there is no pod " + quote(given) + " in the files" +
                            (elsewhere != names.end() ? "; did you mean " + *elsewhere + "?"
                                                      : perhaps(wanted.back(), names)));
}

}  // namespace koordctl

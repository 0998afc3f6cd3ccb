#include "session/nrt_simulation.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/errors.h"
#include "session/pod_faults.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;
using Amounts = std::map<std::string, int64_t>;  // CPU in milli-CPU

constexpr const char *kContainer = "main";

// Returns the member, or an empty value of its kind.
Json object_at(const Json &parent, const char *key) {
  const auto found = parent.is_object() ? parent.find(key) : parent.end();
  return found != parent.end() && found->is_object() ? *found : Json::object();
}
Json array_at(const Json &parent, const char *key) {
  const auto found = parent.is_object() ? parent.find(key) : parent.end();
  return found != parent.end() && found->is_array() ? *found : Json::array();
}

koord::Pod pod_of(const Json &containers, const std::string &where,
                  const Diagnostics &diagnostics) {
  const Json pod = {{"apiVersion", "v1"},
                    {"kind", "Pod"},
                    {"metadata", {{"name", "pod"}, {"namespace", "default"}, {"uid", "pod"}}},
                    {"spec", {{"containers", containers}}}};
  return with_subject(where, [&] { return koord::Pod::from_json(pod.dump(), diagnostics); });
}

Amounts requests_of(const koord::Pod &pod, const std::set<std::string> &names) {
  Amounts out;
  for (const std::string &name : names)
    if (const int64_t amount = std::get<0>(pod.get_request(name)); amount > 0) out[name] = amount;
  return out;
}

void add_names(const Json &amounts, std::set<std::string> &names) {
  if (!amounts.is_object()) return;
  for (const auto &[name, amount] : amounts.items()) names.insert(name);
}

// Returns the resources that a pod may request.
std::set<std::string> names_in(const Json &pod) {
  std::set<std::string> names;
  const Json spec = object_at(pod, "spec");
  add_names(object_at(spec, "overhead"), names);
  for (const char *kind : {"requests", "limits"})
    add_names(object_at(object_at(spec, "resources"), kind), names);
  for (const char *list : {"containers", "initContainers"})
    for (const Json &container : array_at(spec, list))
      for (const char *kind : {"requests", "limits"})
        add_names(object_at(object_at(container, "resources"), kind), names);
  return names;
}

// Converts amounts of an API list to units that can be added. libkoord parses them as requests.
Amounts amounts_of(const Json &list, const std::string &where, const Diagnostics &diagnostics) {
  std::set<std::string> names;
  add_names(list, names);
  const Json container = {{"name", kContainer}, {"resources", {{"requests", list}}}};
  return requests_of(pod_of(Json::array({container}), where, diagnostics), names);
}

// Returns the containers whose resources stay taken: sidecars, then application containers.
Json running_containers(const Json &pod) {
  const Json spec = object_at(pod, "spec");
  Json out = Json::array();
  for (Json container : array_at(spec, "initContainers"))
    if (container.is_object() && container.value("restartPolicy", Json()) == "Always") {
      container.erase("restartPolicy");
      out.push_back(std::move(container));
    }
  for (const Json &container : array_at(spec, "containers")) out.push_back(container);
  return out;
}

// Returns the zones in ascending order of their NUMA nodes; entries that name none come last.
std::vector<Json *> by_id(Json &zones) {
  const auto id = [](const Json *zone) {
    const std::string name = zone->value("name", "");
    const size_t digits = std::string_view("node-").size();
    int64_t number = std::numeric_limits<int64_t>::max();
    if (name.starts_with("node-"))
      std::from_chars(name.data() + digits, name.data() + name.size(), number);
    return number;
  };
  std::vector<Json *> out;
  for (Json &zone : zones) out.push_back(&zone);
  std::ranges::stable_sort(out, {}, id);
  return out;
}

std::string text_of(const std::string &resource, int64_t amount) {
  return std::to_string(amount) + (resource == "cpu" ? "m" : "");
}

// A node, its zones, and the amounts that pods of this session use.
struct NrtNodeState {
  std::string name;
  std::string node_where, nrt_where;
  std::string node_json;
  const NodeTraits *traits = nullptr;
  Json nrt;  // null if there is none
  Amounts allocatable, used;
  int64_t pods = 0;
  koord::NrtNode match;
  koord_nrt_level level = KOORD_NRT_LEVEL_NONE;  // level at which its kubelet aligns pods
};

class NrtSession {
 public:
  explicit NrtSession(const Scenario &scenario) : scenario_(scenario) {
    ignored_ = scenario.input.ignored;
    if (scenario.strict && !ignored_.empty()) throw Failure(kEnvironment, ignored_.front());
    for (size_t at = 0; at < scenario.input.nodes.size(); ++at) {
      try {
        add(scenario.input.nodes[at], scenario.input.traits[at]);
      } catch (const BadInput &failure) {  // about the Node or its NodeResourceTopology
        if (scenario.strict) throw;
        ignored_.emplace_back(failure.what());
      }
    }
  }

  SessionResult run();

 private:
  void add(const SessionInput::Object &object, const NodeTraits &traits);
  // Diagnostics are printed when a node is added, not again for its reduced copies.
  koord::NrtNode read(const NrtNodeState &node, const Json &nrt,
                      const koord_context *context = nullptr) const;
  koord_nrt_level level_of(const NrtNodeState &node) const;
  PodResult result_of(const SessionInput::Object &object, koord::Pod &pod) const;
  NrtNodeState *find(const std::string &name);
  void charge(NrtNodeState &node, const Amounts &requests);
  // Filters a pod on a node and describes the refusal.
  koord_refusal judge(const NrtNodeState &node, const koord::Pod &pod, const Amounts &requests,
                      NodeRefusal &out) const;
  void schedule(const koord::Pod &pod, const Json &json, const std::string &where,
                PodResult &result);
  void take(NrtNodeState &node, const koord::Pod &pod, const Json &json);
  void take_from_zone(NrtNodeState &node, const koord::Pod &pod, const Amounts &requests);

  const Scenario &scenario_;
  std::vector<NrtNodeState> nodes_;
  std::vector<std::string> ignored_;  // messages about objects that cannot be read
};

void NrtSession::add(const SessionInput::Object &object, const NodeTraits &traits) {
  NrtNodeState node;
  node.traits = &traits;
  node.name = object.name;
  node.node_where = node.nrt_where = object.where;
  node.node_json = object.json;
  const Json status = object_at(Json::parse(object.json), "status");
  // The API server's default of allocatable amounts is the capacity.
  const bool is_stated = status.contains("allocatable") && !status["allocatable"].is_null();
  const char *amounts = is_stated ? "allocatable" : "capacity";
  node.allocatable =
      amounts_of(object_at(status, amounts), object.where + ": Node", scenario_.diagnostics);
  for (const SessionInput::Object &topology : scenario_.input.topologies) {
    if (topology.name != object.name) continue;
    node.nrt = Json::parse(topology.json);
    node.nrt_where = topology.where;
  }
  node.match = read(node, node.nrt, scenario_.diagnostics);
  node.level = level_of(node);
  nodes_.push_back(std::move(node));
}

koord::NrtNode NrtSession::read(const NrtNodeState &node, const Json &nrt,
                                const koord_context *context) const {
  const std::string text = nrt.is_null() ? "" : nrt.dump();
  return with_subject(node.nrt_where,
                      [&] { return koord::NrtNode::from_json(node.node_json, text, context); });
}

// Returns the level at which the filter refuses a pod that no zone can hold, because only the
// library interprets policy and scope.
koord_nrt_level NrtSession::level_of(const NrtNodeState &node) const {
  const Json amounts = {{"cpu", "9000000000000000"}, {"memory", "1"}};
  const Json container = {{"name", kContainer},
                          {"resources", {{"requests", amounts}, {"limits", amounts}}}};
  const koord::Pod pod = pod_of(Json::array({container}), node.nrt_where, scenario_.diagnostics);
  return std::get<1>(node.match.filter(pod)).level;
}

NrtNodeState *NrtSession::find(const std::string &name) {
  const auto found = std::ranges::find(nodes_, name, &NrtNodeState::name);
  return found == nodes_.end() ? nullptr : &*found;
}

void NrtSession::charge(NrtNodeState &node, const Amounts &requests) {
  for (const auto &[resource, amount] : requests) node.used[resource] += amount;
  ++node.pods;
}

koord_refusal NrtSession::judge(const NrtNodeState &node, const koord::Pod &pod,
                                const Amounts &requests, NodeRefusal &out) const {
  koord_refusal refusal{};
  refusal.profile = KOORD_PROFILE_NRT_MATCH;
  const auto left = [&](const std::string &resource) {
    const auto all = node.allocatable.find(resource);
    const auto used = node.used.find(resource);
    return (all == node.allocatable.end() ? 0 : all->second) -
           (used == node.used.end() ? 0 : used->second);
  };
  for (const auto &[resource, amount] : requests) {
    if (amount <= left(resource)) continue;
    refusal.reason = KOORD_REASON_INSUFFICIENT_RESOURCE;
    refusal.needed = amount;
    refusal.best = std::max<int64_t>(0, left(resource));
    out.resource = resource;
    out.sentence = "needs " + text_of(resource, amount) + " of " + resource + "; the node has " +
                   text_of(resource, refusal.best) + " left";
    return refusal;
  }
  if (node.allocatable.contains("pods") && node.pods >= left("pods")) {
    refusal.reason = KOORD_REASON_INSUFFICIENT_RESOURCE;
    refusal.needed = 1;
    out.resource = "pods";
    out.sentence = "the node takes no more pods";
    return refusal;
  }
  auto [resource, verdict] = node.match.filter(pod);
  if (verdict.refusal.reason == KOORD_REASON_NONE) return verdict.refusal;
  out.resource = resource;
  koord_refusal in_our_words = verdict.refusal;
  in_our_words.profile = KOORD_PROFILE_SPEC;
  out.sentence = koord::refusal_format(verdict.refusal) + ": " + resource + ": " +
                 koord::refusal_format(in_our_words);
  return verdict.refusal;
}

// Subtracts the requests from the zone of the lowest id that has all of them. Takes nothing if the
// filter does not read the amounts of zones: no zone reports a requested resource.
void NrtSession::take_from_zone(NrtNodeState &node, const koord::Pod &pod,
                                const Amounts &requests) {
  Json &zones = node.nrt["zones"];
  const auto passes_with = [&](const Json *only) {
    Json nrt = node.nrt;
    for (size_t i = 0; i < zones.size(); ++i)
      if (&zones[i] != only)
        for (Json &resource : nrt["zones"][i]["resources"]) resource["available"] = "0";
    return std::get<1>(read(node, nrt).filter(pod)).refusal.reason == KOORD_REASON_NONE;
  };
  if (passes_with(nullptr)) return;
  for (Json *zone : by_id(zones)) {
    if (!passes_with(zone)) continue;
    for (Json &resource : (*zone)["resources"]) {
      const std::string name = resource.value("name", "");
      const auto wanted = requests.find(name);
      if (wanted == requests.end()) continue;
      Amounts available =
          amounts_of({{name, resource["available"]}}, node.nrt_where, scenario_.diagnostics);
      resource["available"] = text_of(name, std::max<int64_t>(0, available[name] - wanted->second));
    }
    return;
  }
}

// Subtracts a placed pod from the zones: CPUs and memory if it is Guaranteed, devices of every pod.
void NrtSession::take(NrtNodeState &node, const koord::Pod &pod, const Json &json) {
  const bool guaranteed = pod.get_info().kube_qos == KOORD_KUBE_QOS_GUARANTEED;
  const auto pinned = [&](Amounts requests) {
    std::erase_if(requests, [&](const auto &request) {
      const std::string &name = request.first;
      const bool shared = name == "cpu" || name == "memory" || name.starts_with("hugepages-");
      return name == "pods" || (shared && !guaranteed);
    });
    return requests;
  };
  const std::set<std::string> names = names_in(json);
  if (node.level == KOORD_NRT_LEVEL_NONE || !node.nrt.contains("zones")) return;
  if (node.level == KOORD_NRT_LEVEL_POD) {
    take_from_zone(node, pod, pinned(requests_of(pod, names)));
  } else {
    // A second container keeps the pod's QoS class.
    const bool burstable = pod.get_info().kube_qos == KOORD_KUBE_QOS_BURSTABLE;
    for (const Json &container : running_containers(json)) {
      Json containers = Json::array({container});
      if (burstable)
        containers.push_back({{"name", "beside"}, {"resources", {{"requests", {{"cpu", "1m"}}}}}});
      const koord::Pod alone = pod_of(containers, node.nrt_where, scenario_.diagnostics);
      const Amounts requests = pinned(requests_of(alone, names));
      if (!requests.empty()) take_from_zone(node, alone, requests);
    }
  }
  node.match = read(node, node.nrt);
}

void NrtSession::schedule(const koord::Pod &pod, const Json &json, const std::string &where,
                          PodResult &result) {
  const NodeFilters filters(json, where + ": Pod " + result.name);
  const Amounts requests = requests_of(pod, names_in(json));
  NrtNodeState *best = nullptr;
  int32_t best_score = -1;
  std::map<std::string, size_t> reasons;
  Rejection rejection;
  std::vector<NodeRefusal> refusals;
  for (NrtNodeState &node : nodes_) {
    NodeRefusal no;
    const auto filtered = filters.refuse_or_cordoned(*node.traits);
    if (filtered) {
      no.filter = filtered->reason;
      no.sentence = filtered->sentence;
    } else {
      no.refusal = judge(node, pod, requests, no);
    }
    if (!filtered && no.refusal.reason == KOORD_REASON_NONE) {
      const auto &args = scenario_.input.nrt_match;
      const int32_t score = with_subject(
          args ? args->where : "", [&] { return node.match.score(pod, args ? args->json : ""); });
      if (score <= best_score) continue;
      best = &node;
      best_score = score;
      continue;
    }
    ++reasons[filtered ? filtered->reason
                       : koord_reason_get_name(no.refusal.reason, KOORD_PROFILE_NRT_MATCH)];
    no.node = node.name;
    no.resolvable = !filtered;
    refusals.push_back(std::move(no));
  }
  if (best == nullptr) {
    rejection.nodes = nodes_.size();
    // Evictions could help on nodes that no filter refuses, so these are the nearest.
    std::stable_partition(refusals.begin(), refusals.end(),
                          [](const NodeRefusal &no) { return no.resolvable; });
    if (refusals.size() > Rejection::kMaxRefusals) refusals.resize(Rejection::kMaxRefusals);
    rejection.refusals = std::move(refusals);
    rejection.reasons.assign(reasons.begin(), reasons.end());
    std::stable_sort(rejection.reasons.begin(), rejection.reasons.end(),
                     [](const auto &a, const auto &b) { return a.second > b.second; });
    result.rejection = std::move(rejection);
    return;
  }
  result.state = PodState::kPlaced;
  result.node = best->name;
  result.score = best_score;
  result.patch = "{}";  // the plugin writes nothing
  charge(*best, requests);
  take(*best, pod, json);
}

PodResult NrtSession::result_of(const SessionInput::Object &object, koord::Pod &pod) const {
  PodResult result;
  result.name = object.name;
  try {
    pod = with_subject(object.where,
                       [&] { return koord::Pod::from_json(object.json, scenario_.diagnostics); });
    result.uid = pod.get_text(KOORD_POD_TEXT_UID);
    result.info = pod.get_info();
    for (const std::string &fault : faults_of(pod))
      result.faults.push_back(object.where + ": Pod " + object.name + ": " + fault);
    if (scenario_.strict && !result.faults.empty())
      throw Failure(kEnvironment, result.faults.front());
    if ((result.info.properties & (KOORD_POD_PROPERTY_BOUND | KOORD_POD_PROPERTY_TERMINATED)) == 0)
      (void)NodeFilters(Json::parse(object.json), object.where + ": Pod " + object.name);
  } catch (const BadInput &failure) {
    if (scenario_.strict) throw;
    result.unreadable = failure.what();
  }
  return result;
}

SessionResult NrtSession::run() {
  SessionResult out;
  out.profile = KOORD_PROFILE_NRT_MATCH;
  out.ignored = ignored_;
  std::vector<koord::Pod> pods;
  for (const SessionInput::Object &object : scenario_.input.pods) {
    koord::Pod &pod = pods.emplace_back();
    PodResult &result = out.pods.emplace_back(result_of(object, pod));
    if (!pod) continue;
    if ((result.info.properties & KOORD_POD_PROPERTY_TERMINATED) != 0) {
      result.state = PodState::kTerminated;
    } else if ((result.info.properties & KOORD_POD_PROPERTY_BOUND) != 0) {
      result.state = PodState::kBound;
      result.node = pod.get_text(KOORD_POD_TEXT_NODE);
      if (NrtNodeState *node = find(result.node))
        charge(*node, requests_of(pod, names_in(Json::parse(object.json))));
    }
  }
  for (size_t i = 0; i < pods.size(); ++i)
    if (pods[i] && out.pods[i].waits())
      schedule(pods[i], Json::parse(scenario_.input.pods[i].json), scenario_.input.pods[i].where,
               out.pods[i]);
  for (const NrtNodeState &node : nodes_) {
    NodeResult &result = out.nodes.emplace_back();
    result.name = node.name;
    result.described = true;
    result.pods = static_cast<size_t>(node.pods);
  }
  return out;
}

}  // namespace

SessionResult simulate_nrt_match(const Scenario &scenario) {
  if (!scenario.machines.empty())
    throw Failure(kUsage, scenario.machines.front().subject +
                              ": not with --profile nrt-match, which reads NUMA zones of "
                              "NodeResourceTopology objects");
  if (scenario.ignore_kubelet)
    throw Failure(kUsage, "--ignore-kubelet: not with --profile nrt-match");
  return NrtSession(scenario).run();
}

}  // namespace koordctl

#include "session/session_plans.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <tuple>

#include "cli/errors.h"
#include "cli/options.h"
#include "session/amount.h"
#include "session/json_member.h"
#include "session/session.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

// Returns the node nominated for a pod that waits for preemption victims, or "" if there is none.
std::string nominated_node(const SessionInput::Object &pod) {
  const Json object = Json::parse(pod.json);
  const auto status = object.find("status");
  if (status == object.end() || !status->is_object()) return "";
  const auto node = status->find("nominatedNodeName");
  return node != status->end() && node->is_string() ? node->get<std::string>() : "";
}

// Adds nominated pods of at least the preemptor's priority to their nominated nodes.
void add_nominated(const Session &session, const SessionPods &pods, size_t preemptor,
                   const std::map<std::string, uint32_t> &nodes, koord::Query &query,
                   PreemptResult &out) {
  const std::vector<PodResult> &results = session.pods();
  for (size_t i = 0; i < pods.size(); ++i) {
    if (i == preemptor || !results[i].waits()) continue;
    if (results[i].info.priority < results[preemptor].info.priority) continue;
    const auto node = nodes.find(nominated_node(session.input().pods[i]));
    if (node == nodes.end()) continue;
    query.add_pod(pods[i], node->second);
    out.nominated.emplace_back(results[i].name, node->first);
  }
}

// Sets a container's request and limit from "4" or "4:8".
void set_amount(const Scenario &scenario, Json &container, const std::string &resource,
                const std::string &text, const char *option) {
  if (text.empty()) return;
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() > 2 || parts.front().empty() || parts.back().empty()) {
    throw Failure(kUsage, std::string(option) + ": found " + quote(text) +
                              ", expected REQUEST or REQUEST:LIMIT, as in 4 or 500m:2");
  }
  if (parse_amount(scenario.diagnostics, resource, parts.front(), option) >
      parse_amount(scenario.diagnostics, resource, parts.back(), option)) {
    throw Failure(kUsage, std::string(option) + ": found the request " + quote(parts.front()) +
                              " above the limit " + quote(parts.back()));
  }
  Json &resources = container["resources"];
  if (!resources.is_object()) resources = Json::object();
  // A limit without a request is also the request.
  const bool stated = resources.contains("limits") && resources["limits"].is_object() &&
                      resources["limits"].contains(resource);
  resources["requests"][resource] = parts.front();
  if (parts.size() == 2 || stated) resources["limits"][resource] = parts.back();
}

// The original pod was readable, so an error now is in the given changes.
koord::Pod changed_pod(const Scenario &scenario, const Json &changed, const std::string &where) {
  try {
    return with_subject(
        where, [&] { return koord::Pod::from_json(changed.dump(), scenario.diagnostics); });
  } catch (const Failure &failure) {
    throw Failure(kUsage, failure.what());
  }
}

// Adds the containers that can be resized: those of the application, and sidecars among the init
// containers.
void add_containers(Json &spec, const char *list, std::vector<Json *> &out) {
  const auto containers = spec.find(list);
  if (containers == spec.end() || !containers->is_array()) return;
  const bool is_init = std::string_view(list) == "initContainers";
  for (Json &container : *containers)
    if (container.is_object() && (!is_init || member(container, "restartPolicy") == "Always"))
      out.push_back(&container);
}

// Without a name, returns the only container of the application.
Json &find_container(Json &pod, const std::string &subject, const std::string &name) {
  std::vector<Json *> containers;
  if (pod.contains("spec") && pod["spec"].is_object()) {
    add_containers(pod["spec"], "containers", containers);
    if (name.empty() && containers.size() == 1) return *containers[0];
    add_containers(pod["spec"], "initContainers", containers);
  }
  std::vector<std::string> names;
  for (Json *container : containers) {
    names.push_back(container->value("name", ""));
    if (!name.empty() && names.back() == name) return *container;
  }
  if (name.empty()) {
    throw Failure(
        kUsage, "--container: give one of the containers of " + subject + ": " + join(names, ", "));
  }
  throw Failure(kUsage, "--container: there is no container " + quote(name) + " in " + subject +
                            ", expected one of " + join(names, ", "));
}

// Returns for each of the nearest nodes the resource that is insufficient for one more pod.
std::map<std::string, std::string> short_resources(const Session &session, const SessionPods &pods,
                                                   size_t which) {
  std::map<std::string, std::string> out;
  if (!session.pods()[which].waits()) return out;
  for (const NodeRefusal &refusal : session.reject(pods, which).refusals)
    out[refusal.node] = refusal.resource;
  return out;
}

// Names for each node on which evictions do not help the resource that is insufficient. Where any
// pods may be evicted, it is one that remains so without all of them.
void name_resources(const Session &session, const SessionPods &pods, size_t wanted,
                    const std::set<std::string> &kept, const koord::Query &query,
                    PreemptResult &out) {
  const int32_t priority = session.pods()[wanted].info.priority;
  const koord::Pod &pod = session.one_of(pods, wanted);
  const Rejection unknown = session.reject(pods, wanted);
  std::map<std::string, std::vector<std::string>> evictable;
  for (const PodResult &each : session.pods())
    if (each.info.priority < priority && !kept.contains(each.uid))
      evictable[each.node].push_back(each.uid);
  for (PreemptResult::Node &node : out.nodes) {
    if (node.helps() || node.filter) continue;
    koord::Query without = query.clone();
    for (const std::string &uid : evictable[node.name]) without.remove_pod(uid);
    node.resource = session.short_resource(pod, without, node.row.node, node.row.reason, unknown);
  }
}

// The pods that run, and the protection that a request gives them.
struct RunningPods {
  std::map<std::string, PreemptResult::Victim> by_uid;
  std::set<std::string> kept;
};

RunningPods protect_pods(Session &session, const PreemptRequest &request, koord::Query &query) {
  RunningPods out;
  for (const PodResult &each : session.pods())
    out.by_uid[each.uid] = {each.name, each.uid, each.info.priority, false};
  for (const std::string &name : request.avoid) {
    const std::string uid = session.find_bound(name, "--avoid");
    query.protect_pod(uid, KOORD_PROTECTION_AVOID);
    out.by_uid[uid].avoided = true;
  }
  for (const std::string &name : request.keep) {
    const std::string uid = session.find_bound(name, "--keep");
    query.protect_pod(uid, KOORD_PROTECTION_KEEP);
    out.kept.insert(uid);
  }
  return out;
}

// Returns the nodes in the library's order. Filters of other plugins overrule the library.
std::vector<PreemptResult::Node> list_nodes(const koord::Cluster &cluster,
                                            const koord::Preemption &found,
                                            const FilteredNodes &filtered,
                                            const RunningPods &running) {
  std::vector<PreemptResult::Node> out;
  const std::string_view texts = found.get_texts();
  for (const koord_node_preemption &row : found.get_nodes()) {
    PreemptResult::Node node{cluster.get_node_name(row.node), row, {}, {}, {}};
    if (const auto refusal = filtered.refusals.find(row.node); refusal != filtered.refusals.end()) {
      node.filter = refusal->second;
    } else if (row.victims != 0) {
      for (const koord_plan_step &step : found.get_victims(out.size())) {
        const std::string uid(texts.substr(step.uid_offset, step.uid_length));
        node.victims.push_back(running.by_uid.at(uid));
      }
    }
    out.push_back(std::move(node));
  }
  return out;
}

}  // namespace

PreemptResult preempt(const Scenario &scenario, const PreemptRequest &request) {
  const size_t wanted = request.pod;
  Session session(scenario);
  const SessionPods pods = session.start(wanted);
  const koord::Pod &pod = session.one_of(pods, wanted);
  koord::Cluster &cluster = session.cluster();
  std::vector<PodResult> &results = session.pods();
  PreemptResult out;
  out.pod = results[wanted].name;
  koord::Query query = koord::Query::create();
  const RunningPods running = protect_pods(session, request, query);
  std::map<std::string, uint32_t> nodes;
  const uint32_t ids = cluster.get_info().ids;
  for (uint32_t id = 0; id < ids; ++id) nodes[cluster.get_node_name(id)] = id;
  add_nominated(session, pods, wanted, nodes, query, out);
  koord_preempt_options options = KOORD_INIT(koord_preempt_options);
  options.flags = request.least_important ? KOORD_PREEMPT_LEAST_IMPORTANT : 0;
  options.budget = request.budget;
  const koord::Preemption found = cluster.preempt(pod, &options, query);
  out.request = session.wrong_request(pod);
  FilteredNodes filtered = session.filter(wanted);
  if (!out.request.empty()) filtered = {};  // it is reported alone
  out.nodes = list_nodes(cluster, found, filtered, running);
  name_resources(session, pods, wanted, running.kept, query, out);
  const auto best = std::ranges::find_if(out.nodes, &PreemptResult::Node::helps);
  const auto row = static_cast<size_t>(best - out.nodes.begin());
  std::stable_partition(out.nodes.begin(), out.nodes.end(),
                        [](const auto &node) { return !node.filter; });
  PodResult placed = results[wanted];
  session.forget_waiting();
  out.before = session.snapshot();
  if (out.nodes.empty() || !out.nodes[0].helps()) return out;
  const auto [refusal, plan] = cluster.plan_preemption(found, row);
  if (!plan) {
    out.refusal = cluster.format_refusal(refusal);
    return out;
  }
  cluster.commit(plan);
  placed.state = PodState::kPlaced;
  std::erase_if(results, [&](const PodResult &each) {
    return std::any_of(out.nodes[0].victims.begin(), out.nodes[0].victims.end(),
                       [&](const auto &victim) { return victim.uid == each.uid; });
  });
  session.describe(placed);
  placed.patch = cluster.prebind(pod, 0);
  results.push_back(std::move(placed));
  out.after = session.snapshot();
  return out;
}

std::vector<CapacityResult::Group> CapacityResult::reasons() const {
  std::map<std::tuple<bool, koord_reason, std::string>, Group> groups;
  for (const Node &node : nodes) {
    Group &group = groups[{!node.message.empty(), node.code, node.reason}];
    group.reason = node.reason;
    ++group.nodes;
    group.pods += node.pods;
    group.left_milli += node.left_milli;
    group.left_memory += node.left_memory;
  }
  std::vector<Group> out;
  for (auto &[key, group] : groups) out.push_back(std::move(group));
  return out;
}

namespace {

// Returns true for pods that end with their node: those of a DaemonSet, and mirrors of static pods.
bool ends_with_node(const SessionInput::Object &pod) {
  const Json metadata = member(Json::parse(pod.json), "metadata");
  if (!member(member(metadata, "annotations"), "kubernetes.io/config.mirror").is_null())
    return true;
  const Json &owners = member(metadata, "ownerReferences");
  return owners.is_array() && std::ranges::any_of(owners, [](const Json &owner) {
           return member(owner, "kind") == "DaemonSet" && member(owner, "controller") == true;
         });
}

// Restricts the pods that may leave a node of the request to nodes that their selectors, affinity
// and tolerations allow.
void restrict_displaced(const Scenario &scenario, const CapacityRequest &request, Session &session,
                        koord::Query &query) {
  std::set<std::string> nodes(request.drain.begin(), request.drain.end());
  nodes.insert(request.smt_off.begin(), request.smt_off.end());
  for (const auto &[node, cpus] : request.isolate) nodes.insert(node);
  std::vector<size_t> displaced;
  for (size_t i = 0; i < session.pods().size(); ++i) {
    PodResult &pod = session.pods()[i];
    if (pod.state != PodState::kBound || !nodes.contains(pod.node)) continue;
    if (ends_with_node(session.input().pods[i])) query.protect_pod(pod.uid, KOORD_PROTECTION_KEEP);
    try {
      (void)session.filter(i);
      displaced.push_back(i);
    } catch (const BadInput &failure) {
      if (scenario.strict) throw;
      pod.faults.emplace_back(failure.what());
    }
  }
  for (size_t i = session.exclude_filtered(displaced, query); i < displaced.size(); ++i) {
    PodResult &pod = session.pods()[displaced[i]];
    pod.faults.push_back("Pod " + pod.name +
                         ": node selectors, affinity and taints are not considered for it: too "
                         "many pairs of pod and node");
  }
}

// Applies the requested changes of nodes to a query.
void change_nodes(Session &session, const CapacityRequest &request, koord::Query &query) {
  for (const std::string &node : request.drain)
    query.drain_node(session.find_node(node, "--drain"));
  for (const std::string &node : request.smt_off)
    query.disable_smt(session.find_node(node, "--smt-off"));
  koord::Cluster &cluster = session.cluster();
  for (const auto &[node, cpus] : request.isolate) {
    const uint32_t id = session.find_node(node, "--isolate");
    const koord::CpuSet isolated = parse_cpu_list(cpus, "--isolate " + node);
    const koord::CpuSet all = cluster.get_node_cpus(id, KOORD_CLUSTER_CPUSET_SHARED_POOL) |
                              cluster.get_node_cpus(id, KOORD_CLUSTER_CPUSET_ALLOCATED) |
                              cluster.get_node_cpus(id, KOORD_CLUSTER_CPUSET_RESERVED);
    if (all.empty()) {
      throw Failure(kUsage, "--isolate: the CPUs of node " + quote(node) +
                                " are unknown: expected its NodeResourceTopology in the files");
    }
    const koord::CpuSet absent = isolated - all;
    if (!absent.empty()) {
      throw Failure(kUsage, "--isolate: found CPUs " + absent.to_string() + ", which node " +
                                quote(node) + " does not have");
    }
    query.isolate_cpus(id, isolated);
  }
}

}  // namespace

CapacityResult count_capacity(const Scenario &scenario, const CapacityRequest &request) {
  const size_t wanted = request.pod;
  Session session(scenario);
  const SessionPods pods = session.start();
  koord::Cluster &cluster = session.cluster();
  CapacityResult out;
  out.pod = session.pods()[wanted].name;
  koord::Query query = koord::Query::create();
  change_nodes(session, request, query);
  for (const std::string &name : request.keep)
    query.protect_pod(session.find_bound(name, "--keep"), KOORD_PROTECTION_KEEP);
  restrict_displaced(scenario, request, session, query);
  koord_capacity_options options = KOORD_INIT(koord_capacity_options);
  options.max_pods = request.max_pods;
  const koord::Capacity found = cluster.get_capacity(session.one_of(pods, wanted), &options, query);
  out.info = found.get_info();
  out.request = session.wrong_request(pods[wanted]);
  FilteredNodes filtered = session.filter(wanted);
  if (!out.request.empty()) filtered = {};  // it is reported alone
  const std::map<std::string, std::string> resources = short_resources(session, pods, wanted);
  const auto requested = [&](const char *resource) {
    return std::max<int64_t>(0, std::get<0>(pods[wanted].get_request(resource)));
  };
  const int64_t milli = requested("cpu"), memory = requested("memory");
  for (const koord_node_capacity &row : found.get_nodes()) {
    CapacityResult::Node node;
    node.name = cluster.get_node_name(row.node);
    node.pods = row.pods;
    node.left_milli = row.left_milli;
    node.left_memory = row.left_memory;
    node.code = row.reason;
    if (row.reason != KOORD_REASON_NONE)
      node.reason = koord_reason_get_name(row.reason, scenario.profile);
    node.resolvable = (row.flags & KOORD_CAPACITY_UNRESOLVABLE) == 0;
    if (const auto refusal = filtered.refusals.find(row.node); refusal != filtered.refusals.end()) {
      node.left_milli += milli * row.pods;
      node.left_memory += memory * row.pods;
      node.pods = 0;
      node.code = KOORD_REASON_NONE;
      node.reason = refusal->second.reason;
      node.message = refusal->second.sentence;
      node.resolvable = false;
    } else if (const auto resource = resources.find(node.name);
               row.pods == 0 && resource != resources.end()) {
      node.resource = resource->second;
    }
    out.pods += node.pods;
    out.nodes.push_back(std::move(node));
  }
  out.unchecked = filtered.unchecked;
  out.session = session.snapshot();
  return out;
}

namespace {

// Throws a usage Failure where the API server refuses the resize.
void check_qos(const Scenario &scenario, Json changed, const std::string &where,
               const PodResult &before) {
  if (changed.contains("status")) changed["status"].erase("qosClass");
  const koord_kube_qos after = changed_pod(scenario, changed, where).get_info().kube_qos;
  if (after == before.info.kube_qos) return;
  throw Failure(kUsage, "POD: " + before.short_name() + " is " +
                            koord::kube_qos_get_name(before.info.kube_qos) + " and would be " +
                            koord::kube_qos_get_name(after) +
                            ": Pod QOS Class may not change as a result of resizing");
}

}  // namespace

ResizeResult resize(const Scenario &scenario, const ResizeRequest &request) {
  const size_t wanted = request.pod;
  const SessionInput::Object &object = scenario.input.pods[wanted];
  Session session(scenario);
  session.start();
  koord::Cluster &cluster = session.cluster();
  std::vector<PodResult> &results = session.pods();
  if (results[wanted].state != PodState::kBound) {
    throw Failure(kUsage, "POD: " + results[wanted].short_name() +
                              " is not on a node: only pods with spec.nodeName can be resized");
  }
  Json changed = Json::parse(object.json);
  Json &container = find_container(changed, results[wanted].short_name(), request.container);
  set_amount(scenario, container, "cpu", request.cpu, "--cpu");
  set_amount(scenario, container, "memory", request.memory, "--memory");
  const koord::Pod pod = changed_pod(scenario, changed, object.where);
  check_qos(scenario, changed, object.where, results[wanted]);
  ResizeResult out;
  out.session = session.snapshot();
  out.node = results[wanted].node;
  out.before = out.after = results[wanted];
  koord::Query query = koord::Query::create();
  query.set_flags(request.may_move ? KOORD_QUERY_MAY_MOVE : 0);
  const auto [plan, refusal] =
      with_subject(object.where, [&] { return cluster.plan_resize(pod, query); });
  if (!plan) {
    out.refusal = refusal;
    out.sentence = cluster.format_refusal(refusal);
    return out;
  }
  cluster.commit(plan);
  results[wanted].info = pod.get_info();
  session.describe(results[wanted]);
  out.after = results[wanted];
  out.resized = session.snapshot();
  return out;
}

}  // namespace koordctl

#include "agent.h"

#include <stdexcept>
#include <vector>

namespace koord::guest {
namespace {

std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\\\"") : std::string(1, c);
  return out + '"';
}

const char *to_text(Label label) {
  static constexpr const char *kTexts[] = {"", "LSE", "LSR", "LS", "BE", "SYSTEM"};
  return kTexts[static_cast<size_t>(label)];
}

int socket_of(const Machine &machine, int node) {
  for (size_t i = 0; i < machine.nodes.size(); ++i)
    if (machine.nodes[i].first == node) return machine.socket_of_node[i];
  return -1;
}

// Returns the scheduler's annotation, or an empty string if there is none.
std::string status_of(const Machine &machine, const Pod &pod) {
  std::string out;
  if (pod.own.any()) out += R"("cpuset":")" + to_list(pod.own) + '"';
  if (!pod.named_nodes.empty()) {
    out += std::string(out.empty() ? "" : ",") +
           (pod.by_amounts ? R"("numaNodeResources":[)" : R"("cpuSharedPools":[)");
    bool first = true;
    for (const int node : pod.named_nodes) {
      if (!first) out += ',';
      first = false;
      const std::string number = std::to_string(node);
      if (pod.by_amounts)
        out += R"({"node":)" + number + R"(,"resources":{"cpu":"1","memory":"1Gi"}})";
      else
        out += R"({"socket":)" + std::to_string(socket_of(machine, node)) + R"(,"node":)" + number +
               '}';
    }
    out += ']';
  }
  return out.empty() ? "" : '{' + out + '}';
}

std::string to_json(const Machine &machine, const Pod &pod) {
  std::string out =
      R"({"metadata":{"name":"pod-)" + pod.uid + R"(","namespace":"day","uid":")" + pod.uid + '"';
  if (const std::string label = to_text(pod.label); !label.empty())
    out += R"(,"labels":{"koordinator.sh/qosClass":")" + label + "\"}";
  if (const std::string status = status_of(machine, pod); !status.empty())
    out += R"(,"annotations":{"scheduling.koordinator.sh/resource-status":)" + quoted(status) + '}';
  out += R"(},"spec":{"containers":[)";
  bool first = true;
  for (const Container &container : pod.containers) {
    if (container.name.empty()) continue;
    out += std::string(first ? "" : ",") + R"({"name":")" + container.name + '"';
    first = false;
    const std::string milli = std::to_string(container.milli) + "m";
    if (kube_qos(pod) == KOORD_KUBE_QOS_GUARANTEED)
      out += R"(,"resources":{"limits":{"cpu":")" + milli + R"(","memory":"1Gi"}})";
    else if (kube_qos(pod) == KOORD_KUBE_QOS_BURSTABLE)
      out += R"(,"resources":{"requests":{"cpu":")" + milli + R"("},"limits":{"cpu":")" +
             std::to_string(2 * container.milli) + R"(m"}})";
    out += '}';
  }
  return out + "]}}";
}

std::string kubelet_state(const Node &node) {
  Cpus rest = node.machine.cpus;
  std::string entries;
  for (const auto &[uid, containers] : node.entries) {
    entries += std::string(entries.empty() ? "" : ",") + '"' + uid + "\":{";
    bool first = true;
    for (const auto &[name, cpus] : containers) {
      entries += std::string(first ? "" : ",") + '"' + name + "\":\"" + to_list(cpus) + '"';
      first = false;
      rest &= ~cpus;
    }
    entries += '}';
  }
  return R"({"policyName":"static","defaultCpuSet":")" + to_list(rest) + R"(","entries":{)" +
         entries + R"(},"checksum":0})";
}

}  // namespace

void check(koord_status status, const koord_error &err, const char *what) {
  if (status != KOORD_OK) throw std::runtime_error(std::string(what) + ": " + err.message);
}

std::string Plan::text() const {
  koord_buffer *out = nullptr;
  koord_error err{};
  check(koord_cgroup_plan_to_text(handle.get(), &out, &err), err, "koord_cgroup_plan_to_text");
  const std::string text = koord_buffer_get_data(out);
  koord_buffer_unref(out);
  return text;
}

Agent::Agent(const Node &node, const GroupSettings &settings) : settings_(settings) {
  koord_error err{};
  koord_topology *topology = nullptr;
  check(koord_topology_discover(nullptr, 0, &topology, &err), err, "koord_topology_discover");
  topology_.reset(topology);
  restart(node);
}

void Agent::restart(const Node &node) {
  koord_error err{};
  koord_agent *made = nullptr;
  check(koord_agent_new(nullptr, topology_.get(), nullptr, &made, &err), err, "koord_agent_new");
  node_.reset(made);
  std::string object = R"({"metadata":{"name":"day")";
  if (node.system.any())
    object += R"(,"annotations":{"node.koordinator.sh/system-qos-resource":)" +
              quoted(R"({"cpuset":")" + to_list(node.system) + "\"}") + '}';
  object += "}}";
  check(koord_agent_set_node(made, object.data(), object.size(), &err), err,
        "koord_agent_set_node");
  for (const Pod &pod : node.pods) set_pod(node, pod);
  set_kubelet(node);
  koord_cgroup_options options = KOORD_INIT(koord_cgroup_options);
  koord_cgroups *cgroups = nullptr;
  check(koord_cgroups_open(settings_.mount.data(), settings_.mount.size(), settings_.root.data(),
                           settings_.root.size(), &options, &cgroups, &err),
        err, "koord_cgroups_open");
  cgroups_.reset(cgroups);
  koord_cgroups_info info = KOORD_INIT(koord_cgroups_info);
  check(koord_cgroups_get_info(cgroups, &info, &err), err, "koord_cgroups_get_info");
  if (info.driver != settings_.driver || info.version != settings_.version)
    throw std::runtime_error("koord_cgroups_open found another driver or version than there is");
}

void Agent::set_kubelet(const Node &node) {
  koord_error err{};
  const std::string config = std::string(R"({"cpuManagerPolicy":")") +
                             (node.is_static ? "static" : "none") + R"(","reservedSystemCPUs":")" +
                             to_list(node.reserved) + "\"}";
  const std::string state = node.is_static ? kubelet_state(node) : "";
  koord_kubelet_setup *made = nullptr;
  check(koord_kubelet_setup_new(nullptr, &made, &err), err, "koord_kubelet_setup_new");
  const Handle<koord_kubelet_setup, koord_kubelet_setup_free> setup(made);
  check(koord_kubelet_setup_set_config(made, config.data(), config.size(), &err), err,
        "koord_kubelet_setup_set_config");
  check(koord_kubelet_setup_set_cpu_state(made, state.data(), state.size(), &err), err,
        "koord_kubelet_setup_set_cpu_state");
  check(koord_agent_set_kubelet(node_.get(), made, &err), err, "koord_agent_set_kubelet");
}

void Agent::set_pod(const Node &node, const Pod &pod) {
  koord_error err{};
  koord_pod *made = nullptr;
  const std::string json = to_json(node.machine, pod);
  check(koord_pod_from_json(nullptr, json.data(), json.size(), &made, &err), err,
        "koord_pod_from_json");
  const Handle<koord_pod, koord_pod_unref> owner(made);
  check(koord_agent_set_pod(node_.get(), made, &err), err, "koord_agent_set_pod");
}

void Agent::remove_pod(const std::string &uid) {
  koord_error err{};
  uint32_t known = 0;
  check(koord_agent_remove_pod(node_.get(), uid.data(), uid.size(), &known, &err), err,
        "koord_agent_remove_pod");
  if (known != 1) throw std::runtime_error("the node did not know the pod " + uid);
}

Plan Agent::plan(const Node &node) {
  koord_error err{};
  koord_agent_state *made = nullptr;
  check(koord_agent_snapshot(node_.get(), &made, &err), err, "koord_agent_snapshot");
  const Handle<koord_agent_state, koord_agent_state_unref> state(made);
  koord_cgroup_containers *names = nullptr;
  check(koord_cgroup_containers_new(&names, &err), err, "koord_cgroup_containers_new");
  const Handle<koord_cgroup_containers, koord_cgroup_containers_free> owner(names);
  for (const Pod &pod : node.pods)
    for (const Container &container : pod.containers)
      check(koord_cgroup_containers_add(names, container.id.data(), container.id.size(),
                                        container.name.data(), container.name.size(), &err),
            err, "koord_cgroup_containers_add");
  koord_cgroup_plan *plan = nullptr;
  check(koord_cgroup_plan_new(cgroups_.get(), made, names, &plan, &err), err,
        "koord_cgroup_plan_new");
  Plan out;
  out.handle.reset(plan);
  koord_cgroup_plan_get_steps(plan, nullptr, 0, 0, &out.steps, nullptr);
  std::vector<koord_cgroup_step> steps(out.steps);
  check(koord_cgroup_plan_get_steps(plan, steps.data(), sizeof(koord_cgroup_step), steps.size(),
                                    &out.steps, &err),
        err, "koord_cgroup_plan_get_steps");
  for (const koord_cgroup_step &step : steps) out.parks |= step.phase == KOORD_CGROUP_PHASE_PARK;
  return out;
}

int Agent::apply(const Plan &plan) const {
  koord_error err{};
  koord_cgroup_report *made = nullptr;
  if (koord_cgroups_apply(cgroups_.get(), plan.handle.get(), &made, &err) != KOORD_OK) {
    fprintf(stderr, "koord_cgroups_apply: %s\n", err.message);
    return 1;
  }
  const Handle<koord_cgroup_report, koord_cgroup_report_unref> report(made);
  koord_cgroup_report_info info = KOORD_INIT(koord_cgroup_report_info);
  check(koord_cgroup_report_get_info(made, &info, &err), err, "koord_cgroup_report_get_info");
  if (info.outcome == KOORD_CGROUP_OUTCOME_DONE) return 0;
  koord_buffer *json = nullptr;
  check(koord_cgroup_report_to_json(made, &json, &err), err, "koord_cgroup_report_to_json");
  fprintf(stderr, "%s\n", koord_buffer_get_data(json));
  koord_buffer_unref(json);
  return 1;
}

}  // namespace koord::guest

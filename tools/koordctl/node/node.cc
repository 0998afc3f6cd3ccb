#include "node/node.h"

#include <utility>

#include "cli/errors.h"
#include "cli/options.h"
#include "command/session_command.h"
#include "session/pod_faults.h"

namespace koordctl {
namespace {

koord::Agent new_agent(const NodeOptions &options, const koord::Topology &topology,
                       const Diagnostics &diagnostics) {
  koord_agent_options made = KOORD_INIT(koord_agent_options);
  made.profile = options.profile == "upstream" ? KOORD_PROFILE_UPSTREAM : KOORD_PROFILE_SPEC;
  if (options.ignore_kubelet) made.flags |= KOORD_AGENT_IGNORE_KUBELET;
  if (options.isolated_cpus == "excluded") made.flags |= KOORD_AGENT_EXCLUDE_ISOLATED;
  if (options.be_by_numa) made.flags |= KOORD_AGENT_BE_BY_NUMA;
  return with_subject(
      "", [&] { return koord::Agent::create(topology, &made, diagnostics); }, kUsage);
}

}  // namespace

NodeAgent::NodeAgent(const NodeOptions &options, koord::Topology topology)
    : options_(options),
      diagnostics_(options.source.verbose),
      topology_(std::move(topology)),
      agent_(new_agent(options, topology_, diagnostics_)) {}

void NodeAgent::set_pod(const NodePod &pod) {
  const std::string subject = pod.where + ": pod " + quote(pod.name);
  try {
    with_subject(subject, [&] {
      const koord::Pod read = koord::Pod::from_json(pod.json, diagnostics_);
      for (const std::string &fault : faults_of(read))
        diagnose("warning", subject + ": " + fault + "; it is ignored");
      agent_.set_pod(read);
    });
  } catch (const BadInput &failure) {
    diagnose("warning", std::string(failure.what()) + "; the pod is not managed");
  }
}

void NodeAgent::set_state(const koord::AgentState &state) {
  if (state) agent_.set_state(state);
}

void NodeAgent::set_input(const NodeInput &input) {
  with_subject("Node " + quote(input.name), [&] { agent_.set_node(input.node); });
  koord::KubeletSetup setup = koord::KubeletSetup::create(diagnostics_);
  setup.set_version(input.kubelet_version);
  with_subject(input.config_name, [&] { setup.set_config(input.kubelet_config); });
  with_subject(input.state_name, [&] { setup.set_cpu_state(input.cpu_state); });
  with_subject(input.memory_name, [&] { setup.set_memory_state(input.memory_state); });
  try {
    agent_.set_kubelet(setup);
  } catch (const koord::Error &error) {
    const bool of_state = std::string_view(error.what()).starts_with("cpu_manager_state");
    fail_with(error, of_state ? input.state_name : input.config_name);
  }
  try {
    agent_.set_devices(input.devices);
  } catch (const koord::Error &error) {
    diagnose("warning", std::string(error.what()) + "; the Device is ignored");
  }
  for (const NodePod &pod : input.pods) names_[pod.uid] = pod.name;
  input_ = input;
  for (const NodePod &pod : input_.pods) set_pod(pod);
}

std::vector<NodePool> NodeAgent::pools() const {
  std::vector<NodePool> pools;
  for (const koord_agent_pool &row : agent_.get_pools()) {
    const auto number = static_cast<uint32_t>(pools.size());
    pools.push_back({row, agent_.get_pool_cpus(number, KOORD_AGENT_CPUSET_SHARED),
                     agent_.get_pool_cpus(number, KOORD_AGENT_CPUSET_BEST_EFFORT)});
  }
  return pools;
}

std::vector<NodePlace> NodeAgent::places() const {
  const koord::AgentState now = agent_.snapshot();
  const std::string_view texts = now.get_texts();
  std::vector<NodePlace> places;
  for (const koord_agent_pod &row : now.get_pods(0)) {
    places.push_back({std::string(texts.substr(row.uid_offset, row.uid_length)),
                      std::string(texts.substr(row.container_offset, row.container_length)), row,
                      now.get_pod_cpus(row.row), now.get_pod_numa_nodes(row.row)});
  }
  return places;
}

std::string NodeAgent::nrt() const {
  return with_subject("Node " + quote(input_.name), [&] { return agent_.to_nrt(); });
}

koord_suppression NodeAgent::suppress(const koord_suppress_usage &usage,
                                      const koord::CpuSet *current, koord::CpuSet &cpus) const {
  return with_subject(
      "--used", [&] { return agent_.suppress(usage, current ? current->data() : nullptr, cpus); },
      kUsage);
}

std::string NodeAgent::pod_name(const std::string &uid) const {
  const auto found = names_.find(uid);
  return found == names_.end() ? uid : found->second;
}

}  // namespace koordctl

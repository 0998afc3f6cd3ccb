#include "node/node.h"

#include <algorithm>
#include <utility>

#include "cluster_cpp.h"
#include "koord_calls.h"
#include "kubelet_setup.h"
#include "options.h"
#include "session_command.h"

namespace koordctl {
namespace {

// f: a call of koord.h that writes a set, but for where to.
template <typename Call>
CpuSet read_set(const Call &call) {
  CpuSet set;
  koord_error error{};
  check(call(set.data(), CpuSet::kWords, &error), error, "");
  return set;
}

}  // namespace

NodeAgent::NodeAgent(const NodeOptions &options, Topology topology)
    : options_(options), remarks_(options.source.verbose), topology_(std::move(topology)) {
  koord_agent_options made = KOORD_INIT(koord_agent_options);
  made.profile = options.profile == "upstream" ? KOORD_PROFILE_UPSTREAM : KOORD_PROFILE_SPEC;
  if (options.ignore_kubelet) made.flags |= KOORD_AGENT_IGNORE_KUBELET;
  if (options.be_by_numa) made.flags |= KOORD_AGENT_BE_BY_NUMA;
  koord_agent *node = nullptr;
  koord_error error{};
  check(koord_agent_new(remarks_.context(), topology_.get(), &made, &node, &error), error, "",
        kUsage);
  node_.reset(node);
}

void NodeAgent::set_topology(Topology topology) {
  koord_error error{};
  check(koord_agent_set_topology(node_.get(), topology.get(), &error), error, "the machine");
  topology_ = std::move(topology);
}

void NodeAgent::set_pod(const NodePod &pod) {
  const std::string subject = pod.where + ": pod " + quote(pod.name);
  koord_error error{};
  try {
    const Pod read = Pod::from_json(remarks_, pod.json, subject);
    for (const std::string &fault : read.faults()) {
      remark("warning", subject + ": " + fault + "; it is left aside");
    }
    check(koord_agent_set_pod(node_.get(), read.get(), &error), error, subject);
  } catch (const BadInput &failure) {
    remark("warning", std::string(failure.what()) + "; it is left alone");
    check(koord_agent_remove_pod(node_.get(), pod.uid.data(), pod.uid.size(), nullptr, &error),
          error, subject);
  }
}

void NodeAgent::set_state(const koord_agent_state *state) {
  if (state == nullptr) return;
  koord_error error{};
  check(koord_agent_set_state(node_.get(), state, &error), error, "");
}

void NodeAgent::update(const NodeInput &input) {
  koord_error error{};
  check(koord_agent_set_node(node_.get(), input.node.data(), input.node.size(), &error), error,
        "Node " + quote(input.name));
  KubeletSetup setup(remarks_.context());
  setup.set_config(input.kubelet_config, input.config_name);
  setup.set_cpu_state(input.cpu_state, input.state_name);
  const koord_status status = koord_agent_set_kubelet(node_.get(), setup.get(), &error);
  const bool of_state = std::string_view(error.message).starts_with("cpu_manager_state");
  check(status, error, of_state ? input.state_name : input.config_name);
  if (!succeeded(koord_agent_set_devices(node_.get(), input.devices.data(), input.devices.size(),
                                         &error))) {
    remark("warning", std::string(error.message) + "; the Device is left aside");
  }
  std::map<std::string, std::string> names;
  for (const NodePod &pod : input.pods) names[pod.uid] = pod.name;
  // What goes leaves room for what comes.
  for (const auto &[uid, name] : names_) {
    if (names.contains(uid)) continue;
    check(koord_agent_remove_pod(node_.get(), uid.data(), uid.size(), nullptr, &error), error,
          name);
  }
  names_ = std::move(names);
  input_ = input;
  for (const NodePod &pod : input_.pods) set_pod(pod);
}

koord_agent_info NodeAgent::info() const {
  koord_agent_info info = KOORD_INIT(koord_agent_info);
  koord_error error{};
  check(koord_agent_get_info(node_.get(), &info, &error), error, "");
  return info;
}

std::uint64_t NodeAgent::hash() const {
  std::uint64_t hash = 0;
  koord_error error{};
  check(koord_agent_get_hash(node_.get(), &hash, &error), error, "");
  return hash;
}

CpuSet NodeAgent::cpus(koord_agent_cpuset which) const {
  return read_set([&](std::uint64_t *words, std::size_t count, koord_error *error) {
    return koord_agent_get_cpus(node_.get(), which, words, count, error);
  });
}

std::vector<NodePool> NodeAgent::pools() const {
  const auto rows = read_rows<koord_agent_pool>(
      [&](koord_agent_pool *out, std::size_t capacity, std::size_t *count, koord_error *error) {
        return koord_agent_get_pools(node_.get(), out, sizeof *out, capacity, count, error);
      });
  std::vector<NodePool> pools;
  for (const koord_agent_pool &row : rows) {
    const auto cpus = [&](koord_agent_cpuset which) {
      return read_set([&](std::uint64_t *words, std::size_t count, koord_error *error) {
        return koord_agent_get_pool_cpus(node_.get(), static_cast<std::uint32_t>(pools.size()),
                                         which, words, count, error);
      });
    };
    const CpuSet shared = cpus(KOORD_AGENT_CPUSET_SHARED);
    pools.push_back({row, shared, cpus(KOORD_AGENT_CPUSET_BEST_EFFORT)});
  }
  return pools;
}

std::vector<NodePlace> NodeAgent::places() const {
  const NodeStateHandle now = state();
  const auto rows = read_rows<koord_agent_pod>(
      [&](koord_agent_pod *out, std::size_t capacity, std::size_t *count, koord_error *error) {
        return koord_agent_state_get_pods(now.get(), 0, out, sizeof *out, capacity, count, error);
      });
  std::size_t length = 0;
  const char *first = koord_agent_state_get_texts(now.get(), &length);
  const std::string_view texts(first, length);
  std::vector<NodePlace> places;
  for (const koord_agent_pod &row : rows) {
    const auto set = [&](auto *get) {
      return read_set([&](std::uint64_t *words, std::size_t count, koord_error *error) {
        return get(now.get(), row.row, words, count, error);
      });
    };
    places.push_back({std::string(texts.substr(row.uid_offset, row.uid_length)),
                      std::string(texts.substr(row.container_offset, row.container_length)), row,
                      set(koord_agent_state_get_pod_cpus),
                      set(koord_agent_state_get_pod_numa_nodes)});
  }
  return places;
}

std::string NodeAgent::annotation(koord_agent_annotation which) const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_agent_to_annotation(node_.get(), which, &buffer, &error), error, "");
  return take(buffer);
}

std::string NodeAgent::nrt() const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_agent_to_nrt(node_.get(), &buffer, &error), error, "Node " + quote(input_.name));
  return take(buffer);
}

koord_suppression NodeAgent::suppress(const koord_suppress_usage &usage, const CpuSet *current,
                                      CpuSet &cpus) const {
  koord_suppression out = KOORD_INIT(koord_suppression);
  koord_error error{};
  check(koord_agent_suppress(node_.get(), &usage, current != nullptr ? current->data() : nullptr,
                             cpus.data(), CpuSet::kWords, &out, &error),
        error, "--used", kUsage);
  return out;
}

std::string NodeAgent::state_json(const std::string &boot_id) const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_agent_to_json(node_.get(), boot_id.data(), boot_id.size(), &buffer, &error), error,
        "");
  return take(buffer);
}

NodeStateHandle NodeAgent::state() const {
  koord_agent_state *state = nullptr;
  koord_error error{};
  check(koord_agent_snapshot(node_.get(), &state, &error), error, "");
  return NodeStateHandle(state);
}

std::string NodeAgent::pod_name(const std::string &uid) const {
  const auto found = names_.find(uid);
  return found == names_.end() ? uid : found->second;
}

}  // namespace koordctl

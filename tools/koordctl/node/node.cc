#include "node/node.h"

#include <algorithm>
#include <utility>

#include "cluster_cpp.h"
#include "koord_calls.h"
#include "options.h"
#include "session_command.h"

namespace koordctl {
namespace {

CpuSet set_at(const std::vector<std::uint64_t> &words, std::size_t row, std::size_t width) {
  CpuSet set;
  std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(row * width), width, set.data());
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
  check(koord_agent_new(topology_.get(), &made, &node, &error), error, "", kUsage);
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
  check(koord_agent_set_node(node_.get(), remarks_.context(), input.node.data(), input.node.size(),
                             &error),
        error, "Node " + quote(input.name));
  const koord_status status = koord_agent_set_kubelet(
      node_.get(), remarks_.context(), input.kubelet_config.data(), input.kubelet_config.size(),
      input.cpu_state.data(), input.cpu_state.size(), &error);
  const bool of_state = std::string_view(error.message).starts_with("cpu_manager_state");
  check(status, error, of_state ? input.state_name : input.config_name);
  if (!succeeded(koord_agent_set_devices(node_.get(), remarks_.context(), input.devices.data(),
                                         input.devices.size(), &error))) {
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
  CpuSet set;
  koord_error error{};
  check(koord_agent_get_cpus(node_.get(), which, set.data(), CpuSet::kWords, &error), error, "");
  return set;
}

std::vector<NodePool> NodeAgent::pools() const {
  const auto rows = read_rows<koord_agent_pool>(
      [&](koord_agent_pool *out, std::size_t capacity, std::size_t *count, koord_error *error) {
        return koord_agent_get_pools(node_.get(), out, sizeof *out, capacity, count, nullptr,
                                     nullptr, 0, error);
      });
  const std::size_t width = info().words;
  std::vector<std::uint64_t> shared(rows.size() * width), best_effort(shared.size());
  std::vector<koord_agent_pool> again(rows.size());
  std::size_t count = 0;
  koord_error error{};
  check(koord_agent_get_pools(node_.get(), again.data(), sizeof(koord_agent_pool), again.size(),
                              &count, shared.data(), best_effort.data(), width, &error),
        error, "");
  std::vector<NodePool> pools;
  for (std::size_t i = 0; i < count; ++i) {
    pools.push_back({again[i], set_at(shared, i, width), set_at(best_effort, i, width)});
  }
  return pools;
}

std::vector<NodePlace> NodeAgent::places() const {
  std::size_t count = 0, length = 0;
  koord_error error{};
  const koord_status status =
      koord_agent_get_pods(node_.get(), 0, nullptr, sizeof(koord_agent_pod), 0, &count, nullptr, 0,
                           nullptr, 0, &length, &error);
  if (status != KOORD_E_NO_SPACE) check(status, error, "");
  const std::size_t width = info().words;
  std::vector<koord_agent_pod> rows(count);
  std::vector<std::uint64_t> words(count * width);
  std::string arena(length, '\0');
  check(koord_agent_get_pods(node_.get(), 0, rows.data(), sizeof(koord_agent_pod), count, &count,
                             words.data(), width, arena.data(), arena.size(), &length, &error),
        error, "");
  std::vector<NodePlace> places;
  for (std::size_t i = 0; i < count; ++i) {
    const koord_agent_pod &row = rows[i];
    places.push_back({arena.substr(row.uid_offset, row.uid_length),
                      arena.substr(row.container_offset, row.container_length), row,
                      set_at(words, i, width)});
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

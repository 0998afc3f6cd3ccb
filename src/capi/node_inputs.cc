// What a node's agent is told: machine, settings, kubelet, pods.
#include <string>
#include <utility>

#include "agent/report.h"
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/handles.h"
#include "capi/kubelet_inputs.h"
#include "capi/node_handle.h"
#include "capi/pod_handle.h"
#include "capi/struct_reader.h"
#include "koord.h"
#include "wire/cpu_checkpoint.h"
#include "wire/device_object.h"
#include "wire/node_reader.h"
#include "wire/topology_json.h"

using namespace koord::capi;
namespace agent = koord::agent;
namespace wire = koord::wire;

namespace {

agent::Options read_options(const koord_agent_options *options) {
  koord_agent_options given{};
  if (options != nullptr) given = read_struct(options, "options");
  check_flags(given.flags, KOORD_AGENT_IGNORE_KUBELET | KOORD_AGENT_BE_BY_NUMA, "options.flags");
  agent::Options out;
  out.profile =
      number<koord::Profile>(given.profile, KOORD_PROFILE_UPSTREAM + 1, "options.profile");
  out.ignore_kubelet = (given.flags & KOORD_AGENT_IGNORE_KUBELET) != 0;
  out.be_by_numa = (given.flags & KOORD_AGENT_BE_BY_NUMA) != 0;
  return out;
}

uint64_t hash_of(const koord::Topology &topology) {
  return agent::text_hash(wire::to_json(topology));
}

agent::KubeletState read_kubelet(const koord::Topology &machine, const wire::KubeletConfig &config,
                                 std::string_view cpu_state) {
  agent::KubeletState out;
  out.static_policy = config.cpu_manager_policy == wire::CpuManagerPolicy::kStatic;
  out.reserved = reserved_cpus(machine, config);
  if (cpu_state.empty()) return out;
  wire::CpuManagerState known = wire::read_cpu_manager_state(cpu_state);
  out.containers = std::move(known.entries);
  out.pods = std::move(known.pods);
  return out;
}

}  // namespace

koord_status koord_agent_new(const koord_topology *topology, const koord_agent_options *options,
                             koord_agent **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(topology, "topology");
    const agent::Options given = read_options(options);
    *out = new koord_agent{
        agent::Node(topology->topology, given), {}, hash_of(**topology), topology->words};
  });
}

void koord_agent_free(koord_agent *node) { delete node; }

koord_status koord_agent_set_topology(koord_agent *node, const koord_topology *topology,
                                      koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    require(topology, "topology");
    const uint64_t hash = hash_of(**topology);
    node->node.set_machine(topology->topology);
    node->machine_hash = hash;
    node->words = topology->words;
  });
}

koord_status koord_agent_set_node(koord_agent *node, const koord_context *context, const char *json,
                                  size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    node->node.set_node(wire::read_node(document(json, length, "json"), log_of(context)));
  });
}

koord_status koord_agent_set_kubelet(koord_agent *node, const koord_context *context,
                                     const char *kubelet_config, size_t kubelet_config_length,
                                     const char *cpu_state, size_t cpu_state_length,
                                     koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    const std::string_view text = document(kubelet_config, kubelet_config_length, "kubelet_config");
    const std::string_view state = document(cpu_state, cpu_state_length, "cpu_state");
    wire::KubeletConfig config =
        text.empty() ? wire::KubeletConfig{} : wire::parse_kubelet_config(text, log_of(context));
    node->node.set_kubelet(read_kubelet(node->node.machine(), config, state));
    node->kubelet = std::move(config);
  });
}

koord_status koord_agent_set_devices(koord_agent *node, const koord_context *context,
                                     const char *json, size_t length, koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    const std::string_view text = document(json, length, "json");
    node->node.set_devices(text.empty() ? koord::object::DeviceObject{}
                                        : wire::read_device_object(text, log_of(context)));
  });
}

koord_status koord_agent_set_pod(koord_agent *node, const koord_pod *pod, koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    require(pod, "pod");
    node->node.set_pod(pod->object);
  });
}

koord_status koord_agent_remove_pod(koord_agent *node, const char *uid, size_t uid_length,
                                    uint32_t *known, koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    tell<uint32_t>(node->node.remove_pod(document(uid, uid_length, "uid")) ? 1 : 0, known);
  });
}

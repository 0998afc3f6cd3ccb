// Inputs of a node's agent: machine, settings, kubelet, pods.
#include <string>
#include <utility>

#include "agent/report.h"
#include "capi/agent/memory_report.h"
#include "capi/agent/node_handle.h"
#include "capi/agent/plugin_devices_report.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/struct_reader.h"
#include "capi/kubelet/inputs.h"
#include "capi/kubelet/setup_handle.h"
#include "capi/object/pod_handle.h"
#include "koord.h"
#include "kubelet/setup.h"
#include "wire/device/device_object.h"
#include "wire/kubelet/cpu_checkpoint.h"
#include "wire/node/memory_report.h"
#include "wire/node/node_reader.h"
#include "wire/node/plugin_devices_report.h"
#include "wire/node/topology_json.h"

using namespace koord::capi;
namespace agent = koord::agent;
namespace wire = koord::wire;

namespace {

agent::Options read_options(const koord_agent_options *options) {
  koord_agent_options given{};
  if (options != nullptr) given = read_struct(options, "options");
  check_flags(given.flags,
              KOORD_AGENT_IGNORE_KUBELET | KOORD_AGENT_BE_BY_NUMA | KOORD_AGENT_EXCLUDE_ISOLATED,
              "options.flags");
  agent::Options out;
  out.profile =
      number<koord::Profile>(given.profile, KOORD_PROFILE_UPSTREAM + 1, "options.profile");
  out.ignore_kubelet = (given.flags & KOORD_AGENT_IGNORE_KUBELET) != 0;
  out.be_by_numa = (given.flags & KOORD_AGENT_BE_BY_NUMA) != 0;
  out.exclude_isolated = (given.flags & KOORD_AGENT_EXCLUDE_ISOLATED) != 0;
  return out;
}

uint64_t hash_of(const koord::Topology &topology) {
  return agent::text_hash(wire::to_json(topology));
}

agent::KubeletState read_kubelet(const koord::Topology &machine, const wire::KubeletConfig &config,
                                 koord::KubeletVersion version, std::string_view cpu_state) {
  agent::KubeletState out;
  out.static_policy = config.cpu_manager_policy == wire::CpuManagerPolicy::kStatic;
  out.reserved = reserved_cpus(machine, config, version);
  if (cpu_state.empty()) return out;
  wire::CpuManagerState known = wire::read_cpu_manager_state(cpu_state);
  out.containers = std::move(known.entries);
  out.pods = std::move(known.pods);
  return out;
}

}  // namespace

koord_status koord_agent_new(const koord_context *context, const koord_topology *topology,
                             const koord_agent_options *options, koord_agent **out,
                             koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(topology, "topology");
    const agent::Options given = read_options(options);
    *out = new koord_agent{agent::LocalNode(topology->topology, given),
                           {},
                           hash_of(**topology),
                           topology->words,
                           kept_log(context)};
  });
}

void koord_agent_free(koord_agent *agent) { delete agent; }

koord_status koord_agent_set_topology(koord_agent *agent, const koord_topology *topology,
                                      koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    require(topology, "topology");
    const uint64_t hash = hash_of(**topology);
    agent->node.set_machine(topology->topology);
    agent->machine_hash = hash;
    agent->words = topology->words;
  });
}

koord_status koord_agent_set_node(koord_agent *agent, const char *json, size_t length,
                                  koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    agent->node.set_node(wire::read_node(document(json, length, "json"), *agent->log));
  });
}

koord_status koord_agent_set_kubelet(koord_agent *agent, const koord_kubelet_setup *setup,
                                     koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    const GivenSetup given(setup);
    wire::KubeletConfig config = given->config;
    auto memory =
        memory_report(GivenSetup::text(given->memory_state), config, given->version, given->log);
    const uint64_t hash = memory ? agent::text_hash(wire::to_annotation(*memory)) : 0;
    auto devices = plugin_devices_report(*given, agent->node.machine());
    const uint64_t devices_hash = devices ? agent::text_hash(wire::to_annotation(*devices)) : 0;
    agent->node.set_kubelet(read_kubelet(agent->node.machine(), config, given->version,
                                         GivenSetup::text(given->cpu_state)));
    // Only a warning, because a running kubelet may have started before these CPUs went offline.
    std::string error = koord::kubelet::reserved_cpus_error(
        agent->node.machine(), config.reserved_cpus, config.reserved_cpus_text);
    if (!error.empty() && error != agent->kubelet_error)
      given->log.warn("kubelet does not start with this configuration: " + error);
    agent->kubelet_error = std::move(error);
    agent->kubelet = std::move(config);
    agent->memory = std::move(memory);
    agent->memory_hash = hash;
    agent->devices = std::move(devices);
    agent->devices_hash = devices_hash;
  });
}

koord_status koord_agent_set_devices(koord_agent *agent, const char *json, size_t length,
                                     koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    const std::string_view text = document(json, length, "json");
    agent->node.set_devices(text.empty() ? koord::object::DeviceObject{}
                                         : wire::read_device_object(text, *agent->log));
  });
}

koord_status koord_agent_set_pod(koord_agent *agent, const koord_pod *pod, koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    require(pod, "pod");
    agent->node.set_pod(pod->object);
  });
}

koord_status koord_agent_remove_pod(koord_agent *agent, const char *uid, size_t uid_length,
                                    uint32_t *known, koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    write_optional<uint32_t>(agent->node.remove_pod(document(uid, uid_length, "uid")) ? 1 : 0,
                             known);
  });
}

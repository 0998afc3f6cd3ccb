// Documents that a node's agent writes: annotations, NodeResourceTopology, node-state.json.
#include <string>
#include <utility>
#include <vector>

#include "agent/decide.h"
#include "agent/report.h"
#include "capi/agent/memory_report.h"
#include "capi/agent/node_handle.h"
#include "capi/agent/plugin_devices_report.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "koord.h"
#include "wire/agent/node_state.h"
#include "wire/node/nrt_writer.h"

using namespace koord::capi;
namespace agent = koord::agent;
namespace wire = koord::wire;

namespace {

std::string annotation(const agent::LocalNode &node, koord_agent_annotation which) {
  const agent::Pools &pools = node.pools();
  if (which == KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS)
    return wire::to_annotation(agent::held_cpus(node));
  return wire::to_annotation(wire::shared_pools(
      node.machine(),
      which == KOORD_AGENT_ANNOTATION_CPU_SHARED_POOLS ? pools.shared : pools.best_effort));
}

wire::NrtInputs nrt_inputs(const koord_agent &node) {
  wire::NrtInputs out;
  out.node_name = node.node.name();
  out.kubelet = node.kubelet;
  out.reserved = node.node.kubelet_reserved();
  out.allocated = agent::held_cpus(node.node);
  out.memory = node.memory;
  if (out.memory)
    add_pods(node.node, *out.memory);
  else
    out.memory = cpu_report(node.node, node.kubelet);
  out.devices = node.devices;
  if (out.devices) mark_ended(node.node, *out.devices);
  const agent::Pools &pools = node.node.pools();
  out.node = wire::NodeReport{pools.shared,
                              pools.best_effort,
                              node.node.reserved(),
                              node.node.system_qos(),
                              node.node.system_qos_exclusive(),
                              node.node.options().ignore_kubelet,
                              !node.node.excluded().empty()};
  return out;
}

}  // namespace

koord_status koord_agent_to_annotation(const koord_agent *agent, koord_agent_annotation which,
                                       koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(agent, "agent");
    check_number(which, KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS + 1, "which");
    *out = new_buffer(annotation(agent->node, which));
  });
}

koord_status koord_agent_to_nrt(const koord_agent *agent, koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(agent, "agent");
    *out = new_buffer(wire::write_nrt(agent->node.machine(), nrt_inputs(*agent)));
  });
}

koord_status koord_agent_to_json(const koord_agent *agent, const char *boot_id,
                                 size_t boot_id_length, koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(agent, "agent");
    const std::string boot(label(boot_id, boot_id_length, "boot_id"));
    *out = new_buffer(wire::write_node_state({agent::decide(agent->node), boot}));
  });
}

koord_status koord_agent_snapshot(const koord_agent *agent, koord_agent_state **out,
                                  koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(agent, "agent");
    *out = new koord_agent_state({agent::decide(agent->node), ""});
  });
}

koord_status koord_agent_set_state(koord_agent *agent, const koord_agent_state *state,
                                   koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    require(state, "state");
    agent->node.set_state(state->file.state);
  });
}

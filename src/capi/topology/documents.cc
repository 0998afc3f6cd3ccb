// Topologies as documents.
#include <string>
#include <utility>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/kubelet/inputs.h"
#include "capi/kubelet/setup_handle.h"
#include "koord.h"
#include "kubelet/setup.h"
#include "wire/node/cpu_topology.h"
#include "wire/node/nrt_writer.h"
#include "wire/node/topology_json.h"

using namespace koord::capi;

namespace {

template <typename Write>
koord_status write_document(const koord_topology *topology, koord_buffer **out, koord_error *err,
                            Write &&write) {
  return guarded(err, [&] {
    require_out(out);
    require(topology, "topology");
    *out = new_buffer(write(**topology));
  });
}

}  // namespace

koord_status koord_topology_to_json(const koord_topology *topology, koord_buffer **out,
                                    koord_error *err) {
  return write_document(topology, out, err, &koord::wire::to_json);
}

koord_status koord_topology_to_annotation(const koord_topology *topology, koord_buffer **out,
                                          koord_error *err) {
  return write_document(topology, out, err, [](const koord::Topology &machine) {
    return koord::wire::to_annotation(machine);
  });
}

koord_status koord_topology_to_nrt(const koord_topology *topology, const koord_kubelet_setup *setup,
                                   const char *node_name, size_t node_name_length,
                                   koord_buffer **out, koord_error *err) {
  return write_document(topology, out, err, [&](const koord::Topology &machine) {
    koord::wire::NrtInputs inputs;
    inputs.node_name = label(node_name, node_name_length, "node_name");
    const GivenSetup given(setup);
    inputs.kubelet = given->config;
    inputs.reserved = reserved_cpus(machine, inputs.kubelet, given->version);
    // Only a warning, because a running kubelet may have started before these CPUs went offline.
    if (const std::string error = koord::kubelet::reserved_cpus_error(
            machine, inputs.kubelet.reserved_cpus, inputs.kubelet.reserved_cpus_text);
        !error.empty())
      given->log.warn("kubelet does not start with this configuration: " + error);
    inputs.allocated = read_allocations(GivenSetup::text(given->cpu_state));
    return koord::wire::write_nrt(machine, inputs);
  });
}

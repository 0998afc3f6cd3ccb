// Adjustments of containers that the runtime creates or updates.
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/adjust.h"
#include "capi/agent/node_handle.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/struct_reader.h"
#include "koord.h"
#include "object/device_names.h"
#include "probe/sysfs_pci.h"
#include "topology/pci_address.h"
#include "wire/agent/adjustment_writer.h"
#include "wire/pod/pod_annotations.h"

using namespace koord::capi;
namespace agent = koord::agent;
namespace wire = koord::wire;
using koord::CpuSet;
using koord::Error;
using koord::Status;

struct koord_adjustment_request {
  agent::ContainerRequest request;
  std::string sysfs_root;  // empty if device nodes are not requested
};

struct koord_adjustment {
  agent::ContainerRequest request;
  agent::Adjustment adjustment;
  koord::capi::References references{};
};

namespace {

constexpr int32_t kStages = KOORD_HOOK_STAGE_UPDATE_CONTAINER + 1;

agent::Stage read_stage(koord_hook_stage stage) {
  if (stage < KOORD_HOOK_STAGE_RUN_POD_SANDBOX || stage >= kStages)
    throw Error(Status::kInvalid, "stage: found " + std::to_string(stage) + ", expected 1 to " +
                                      std::to_string(kStages - 1));
  return static_cast<agent::Stage>(stage);
}

// Returns the device nodes of the pod's RDMA devices, from sysfs.
std::vector<koord::device::RdmaNodes> rdma_nodes(const agent::PodState *pod,
                                                 const std::string &root) {
  std::vector<koord::device::RdmaNodes> out;
  if (pod == nullptr) return out;
  const auto add = [&](const std::string &bus_id) {
    if (!koord::is_pci_address(bus_id)) return;  // anything else must not become part of a path
    out.push_back({bus_id, koord::probe::read_rdma_nodes(root, bus_id)});
  };
  for (const koord::object::AllocatedDevice &device : pod->devices) {
    if (device.type != koord::object::kRdmaType) continue;
    for (const koord::object::VirtualFunction &function : device.vfs) add(function.bus_id);
    if (device.vfs.empty()) add(device.id);
  }
  return out;
}

CpuSet nodes_of(const agent::Adjustment &adjustment) {
  CpuSet set;
  for (const int node : adjustment.memory_nodes) set.add(node);
  return set;
}

std::string text_of(const agent::Adjustment &adjustment, koord_adjustment_list list,
                    uint32_t item) {
  const auto check = [&](size_t count) {
    if (item >= count)
      throw Error(Status::kInvalid, "item: found " + std::to_string(item) + ", the list has " +
                                        std::to_string(count));
  };
  switch (list) {
    case KOORD_ADJUSTMENT_LIST_ENV:
      check(adjustment.env.size());
      return adjustment.env[item].name + "=" + adjustment.env[item].value;
    case KOORD_ADJUSTMENT_LIST_CDI_DEVICES:
      check(adjustment.cdi.size());
      return adjustment.cdi[item];
    default:
      check(adjustment.device_nodes.size());
      return adjustment.device_nodes[item];
  }
}

}  // namespace

const char *koord_hook_stage_get_name(koord_hook_stage stage) {
  if (stage < KOORD_HOOK_STAGE_RUN_POD_SANDBOX || stage >= kStages) return "Unknown";
  return wire::stage_name(static_cast<agent::Stage>(stage)).data();
}

koord_status koord_adjustment_request_new(koord_hook_stage stage, koord_adjustment_request **out,
                                          koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    koord_adjustment_request handle;
    handle.request.stage = read_stage(stage);
    *out = new koord_adjustment_request(std::move(handle));
  });
}

void koord_adjustment_request_free(koord_adjustment_request *request) { delete request; }

koord_status koord_adjustment_request_set_container(koord_adjustment_request *request,
                                                    const char *uid, size_t uid_length,
                                                    const char *container, size_t container_length,
                                                    koord_error *err) {
  return guarded(err, [&] {
    require(request, "request");
    std::string pod(document(uid, uid_length, "uid"));
    std::string name(document(container, container_length, "container"));
    request->request.pod_uid = std::move(pod);
    request->request.container = std::move(name);
  });
}

koord_status koord_adjustment_request_set_resource_status(koord_adjustment_request *request,
                                                          const char *resource_status,
                                                          size_t resource_status_length,
                                                          koord_error *err) {
  return guarded(err, [&] {
    require(request, "request");
    const std::string_view text =
        document(resource_status, resource_status_length, "resource_status");
    std::optional<CpuSet> stated;
    if (!text.empty())
      stated = wire::read_resource_status(text, "resource_status").cpus.value_or(CpuSet());
    request->request.stated = stated;
  });
}

koord_status koord_adjustment_request_set_sysfs_root(koord_adjustment_request *request,
                                                     const char *sysfs_root,
                                                     size_t sysfs_root_length, koord_error *err) {
  return guarded(err, [&] {
    require(request, "request");
    request->sysfs_root = document(sysfs_root, sysfs_root_length, "sysfs_root");
  });
}

koord_status koord_adjustment_new(const koord_agent_state *state,
                                  const koord_adjustment_request *request, koord_adjustment **out,
                                  koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(state, "state");
    require(request, "request");
    const agent::NodeState &node = state->file.state;
    const std::string &root = request->sysfs_root;
    std::vector<koord::device::RdmaNodes> rdma;
    if (!root.empty()) rdma = rdma_nodes(agent::find_pod(node, request->request.pod_uid), root);
    const agent::DeviceFiles nodes{rdma, false};
    agent::Adjustment adjustment =
        agent::adjust(node, request->request, root.empty() ? nullptr : &nodes);
    *out = new koord_adjustment{request->request, std::move(adjustment)};
  });
}

koord_adjustment *koord_adjustment_ref(const koord_adjustment *adjustment) {
  return add_reference(adjustment);
}
void koord_adjustment_unref(koord_adjustment *adjustment) { drop_reference(adjustment); }

koord_status koord_adjustment_get_info(const koord_adjustment *adjustment,
                                       koord_adjustment_info *info, koord_error *err) {
  return guarded(err, [&] {
    require(adjustment, "adjustment");
    require(info, "info");
    const agent::Adjustment &given = adjustment->adjustment;
    koord_adjustment_info out{};
    out.refusal = to_c(given.refused);
    if (given.cpus) out.changes |= KOORD_ADJUSTMENT_CPUS;
    if (!given.memory_nodes.empty()) out.changes |= KOORD_ADJUSTMENT_NUMA_NODES;
    if (given.unlimited) out.changes |= KOORD_ADJUSTMENT_UNLIMITED;
    out.env = static_cast<uint32_t>(given.env.size());
    out.cdi_devices = static_cast<uint32_t>(given.cdi.size());
    out.device_nodes = static_cast<uint32_t>(given.device_nodes.size());
    write_struct(out, info, "info");
  });
}

koord_status koord_adjustment_get_cpus(const koord_adjustment *adjustment, uint64_t *words,
                                       size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    require(adjustment, "adjustment");
    write_set(adjustment->adjustment.cpus.value_or(CpuSet()), words, word_count);
  });
}

koord_status koord_adjustment_get_numa_nodes(const koord_adjustment *adjustment, uint64_t *words,
                                             size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    require(adjustment, "adjustment");
    write_set(nodes_of(adjustment->adjustment), words, word_count);
  });
}

koord_status koord_adjustment_get_text(const koord_adjustment *adjustment,
                                       koord_adjustment_list list, uint32_t item, char *text,
                                       size_t capacity, size_t *needed, koord_error *err) {
  return guarded(err, [&] {
    require(adjustment, "adjustment");
    check_number(list, KOORD_ADJUSTMENT_LIST_DEVICE_NODES + 1, "list");
    check_text_space(text, capacity);
    write_text(text_of(adjustment->adjustment, list, item), text, capacity, needed);
  });
}

koord_status koord_adjustment_to_json(const koord_adjustment *adjustment, koord_buffer **out,
                                      koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(adjustment, "adjustment");
    *out = new_buffer(wire::write_adjustment(adjustment->request, adjustment->adjustment));
  });
}

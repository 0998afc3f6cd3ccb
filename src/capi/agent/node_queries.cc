// Queries about an agent's node as a whole: counts, pools, sets.
#include <string>

#include "agent/report.h"
#include "base/error.h"
#include "capi/agent/memory_report.h"
#include "capi/agent/node_handle.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/rows.h"
#include "capi/boundary/struct_reader.h"
#include "koord.h"
#include "wire/agent/node_state_names.h"
#include "wire/node/memory_report.h"
#include "wire/node/nrt_annotations.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Status;
namespace agent = koord::agent;
namespace wire = koord::wire;

namespace {

// Returns a text of everything in a report beyond
// agent::LocalNode, so that every change is noticed.
std::string reported(const koord_agent &node) {
  const wire::KubeletConfig &kubelet = node.kubelet;
  wire::CpuManagerReport cpus;
  cpus.policy = name_of(kubelet.cpu_manager_policy);
  cpus.options = kubelet.cpu_manager_options;
  std::string out = std::to_string(node.machine_hash) + wire::to_annotation(cpus);
  out +=
      wire::topology_policy_name({kubelet.topology_manager_policy, kubelet.topology_manager_scope});
  for (const wire::ReservedMemory &reserved : kubelet.reserved_memory)
    out += ' ' + std::to_string(reserved.numa_node) + ' ' + std::to_string(reserved.page_bytes) +
           ' ' + std::to_string(reserved.bytes);
  if (node.devices) {
    out += ' ' + std::to_string(node.devices_hash) + ' ';
    for (const koord::object::KubeletPluginDevices::Pod &pod : node.devices->pods)
      out += node.node.find_pod(pod.uid) == nullptr ? '-' : '+';
  }
  if (!node.memory) {
    if (const auto report = cpu_report(node.node, kubelet)) out += wire::to_annotation(*report);
    return out;
  }
  out += ' ' + std::to_string(node.memory_hash) + ' ';
  for (const koord::object::KubeletMemory::Pod &pod : node.memory->pods)
    out += node.node.find_pod(pod.uid) == nullptr ? '-' : '+';
  for (const auto &[uid, assignment] : node.node.assignments())
    out +=
        ' ' + uid + (node.node.find_pod(uid) == nullptr ? '-' : '+') + assignment.all.to_string();
  return out;
}

const CpuSet &set_of(const agent::LocalNode &node, koord_agent_cpuset which) {
  switch (which) {
    case KOORD_AGENT_CPUSET_SHARED:
      return node.pools().shared;
    case KOORD_AGENT_CPUSET_EXCLUSIVE:
      return node.pools().exclusive;
    case KOORD_AGENT_CPUSET_BEST_EFFORT:
      return node.pools().best_effort;
    case KOORD_AGENT_CPUSET_ALL:
      return node.machine().all_cpus();
    case KOORD_AGENT_CPUSET_RESERVED:
      return node.reserved();
    case KOORD_AGENT_CPUSET_SYSTEM:
      return node.system_qos();
    default:
      return node.kubelet_reserved();
  }
}

}  // namespace

const char *koord_agent_place_get_name(koord_agent_place place) {
  const auto *entry = koord::find_value(wire::kPlaceNames, static_cast<agent::Place>(place));
  return entry != nullptr ? entry->text.data() : "Unknown";
}

koord_status koord_agent_get_info(const koord_agent *agent, koord_agent_info *info,
                                  koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    require(info, "info");
    koord_agent_info out{};
    out.generation = agent->node.generation();
    out.pods = static_cast<uint32_t>(agent->node.pods().size());
    out.words = static_cast<uint32_t>(agent->words);
    write_struct(out, info, "info");
  });
}

koord_status koord_agent_get_hash(const koord_agent *agent, uint64_t *hash, koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    require(hash, "hash");
    *hash = agent::report_hash(agent->node, reported(*agent));
  });
}

koord_status koord_agent_get_cpus(const koord_agent *agent, koord_agent_cpuset which,
                                  uint64_t *words, size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    check_number(which, KOORD_AGENT_CPUSET_KUBELET_RESERVED + 1, "which");
    write_set(set_of(agent->node, which), words, word_count);
  });
}

koord_status koord_agent_get_pools(const koord_agent *agent, koord_agent_pool *rows, size_t stride,
                                   size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    const agent::Pools &pools = agent->node.pools();
    RowArray<koord_agent_pool>{rows, stride, capacity}.write_all(
        agent->node.places(), count, [&](const agent::LocalNode::PoolZone &place) {
          const auto count_of = [&](const CpuSet &pool) {
            return static_cast<uint32_t>(pool.count_and(place.cpus));
          };
          return koord_agent_pool{place.socket, place.node, count_of(pools.shared),
                                  count_of(pools.best_effort)};
        });
  });
}

koord_status koord_agent_get_pool_cpus(const koord_agent *agent, uint32_t pool,
                                       koord_agent_cpuset which, uint64_t *words, size_t word_count,
                                       koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    check_number(which, KOORD_AGENT_CPUSET_KUBELET_RESERVED + 1, "which");
    const auto places = agent->node.places();
    if (pool >= places.size())
      throw Error(Status::kInvalid, "pool: found " + std::to_string(pool) + ", the node has " +
                                        std::to_string(places.size()));
    write_set(set_of(agent->node, which) & places[pool].cpus, words, word_count);
  });
}

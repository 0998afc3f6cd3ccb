// What a node's agent has decided, as rows and sets.
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "agent/decide.h"
#include "agent/report.h"
#include "base/error.h"
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/handles.h"
#include "capi/node_handle.h"
#include "capi/refusals.h"
#include "capi/rows.h"
#include "capi/struct_reader.h"
#include "koord.h"
#include "wire/node_state_names.h"
#include "wire/nrt_annotations.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Status;
namespace agent = koord::agent;
namespace wire = koord::wire;

namespace {

// Of sets over this machine, where any are wanted.
// For so many sets.
void check_words(const koord_agent &node, size_t words, size_t sets) {
  check_extent(words, sizeof(uint64_t) * std::max<size_t>(1, sets), "words");
  if (words < node.words)
    throw Error(Status::kNoSpace, "words: " + std::to_string(words) +
                                      " given, this machine needs " + std::to_string(node.words));
}

// What else a report says of the node than its agent::Node: nothing of it is left out, so that no
// change of it is missed.
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
  return out;
}

const CpuSet &set_of(const agent::Node &node, koord_agent_cpuset which) {
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

// The rows of one call, before it is known whether there is room for them.
struct Found {
  std::vector<koord_agent_pod> rows;
  std::vector<CpuSet> cpus;
  std::string arena;

  std::pair<uint32_t, uint32_t> add(const std::string &text) {
    const auto offset = static_cast<uint32_t>(arena.size());
    arena += text;
    return {offset, static_cast<uint32_t>(text.size())};
  }
  void add(const agent::PodState &pod, uint64_t memory_nodes) {
    const std::pair<uint32_t, uint32_t> uid = add(pod.uid);
    const auto add_row = [&](agent::Place place, const CpuSet &set) -> koord_agent_pod & {
      koord_agent_pod row = koord::capi::to_row(pod, place, set);
      row.memory_nodes = memory_nodes;
      row.uid_offset = uid.first;
      row.uid_length = uid.second;
      rows.push_back(row);
      cpus.push_back(set);
      return rows.back();
    };
    add_row(pod.place, pod.cpus);
    for (const agent::ContainerState &container : pod.containers) {
      koord_agent_pod &row = add_row(container.place, container.cpus);
      std::tie(row.container_offset, row.container_length) = add(container.name);
    }
  }
};

uint64_t memory_bits(const koord::Topology &machine, const std::vector<int> &nodes) {
  uint64_t bits = 0;
  for (const int id : nodes)
    if (const int index = machine.node_index(id); index >= 0 && index < 64)
      bits |= uint64_t{1} << index;
  return bits;
}

}  // namespace

namespace koord::capi {

koord_agent_pod to_row(const agent::PodState &pod, agent::Place place,
                       const CpuSet &cpus) noexcept {
  koord_agent_pod row{};
  row.refusal = to_c(pod.refused);
  row.qos = static_cast<koord_qos>(pod.qos);
  row.place = static_cast<koord_agent_place>(place);
  row.cpus = static_cast<uint32_t>(cpus.count());
  if (pod.unlimited) row.flags |= KOORD_AGENT_POD_UNLIMITED;
  return row;
}

}  // namespace koord::capi

const char *koord_agent_place_get_name(koord_agent_place place) {
  const auto *entry =
      koord::object::find_value(wire::kPlaceNames, static_cast<agent::Place>(place));
  return entry != nullptr ? entry->text.data() : "Unknown";
}

koord_status koord_agent_get_info(const koord_agent *node, koord_agent_info *info,
                                  koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    require(info, "info");
    koord_agent_info out{};
    out.generation = node->node.generation();
    out.pods = static_cast<uint32_t>(node->node.pods().size());
    out.words = static_cast<uint32_t>(node->words);
    write_struct(out, info, "info");
  });
}

koord_status koord_agent_get_hash(const koord_agent *node, uint64_t *hash, koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    require(hash, "hash");
    *hash = agent::report_hash(node->node, reported(*node));
  });
}

koord_status koord_agent_get_cpus(const koord_agent *node, koord_agent_cpuset which,
                                  uint64_t *words, size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    check_number(which, KOORD_AGENT_CPUSET_KUBELET_RESERVED + 1, "which");
    write_set(set_of(node->node, which), words, word_count);
  });
}

koord_status koord_agent_get_pools(const koord_agent *node, koord_agent_pool *rows, size_t stride,
                                   size_t capacity, size_t *count, uint64_t *shared,
                                   uint64_t *best_effort, size_t words, koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    const agent::Pools &pools = node->node.pools();
    const auto places = node->node.places();
    check_extent(words, sizeof *shared, "words");
    if (shared != nullptr || best_effort != nullptr) check_words(*node, words, places.size());
    RowArray<koord_agent_pool>{rows, stride, capacity}.write_all(
        places, count, [&](const agent::Node::Place &place) {
          const auto count_of = [&](const CpuSet &pool) {
            return static_cast<uint32_t>(pool.count_and(place.cpus));
          };
          return koord_agent_pool{place.socket, place.node, count_of(pools.shared),
                                  count_of(pools.best_effort)};
        });
    for (size_t i = 0; i < places.size(); ++i) {
      const auto write = [&](const CpuSet &pool, uint64_t *sets) {
        if (sets != nullptr) (pool & places[i].cpus).to_words({sets + i * words, words});
      };
      write(pools.shared, shared);
      write(pools.best_effort, best_effort);
    }
  });
}

koord_status koord_agent_get_pods(const koord_agent *node, uint64_t since, koord_agent_pod *rows,
                                  size_t stride, size_t capacity, size_t *count, uint64_t *cpus,
                                  size_t words, char *arena, size_t arena_capacity,
                                  size_t *arena_length, koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    require(count, "count");
    const RowArray<koord_agent_pod> space{rows, stride, capacity};
    const TextSpace texts{arena, arena_capacity, arena_length};
    space.check();
    texts.check();
    check_extent(words, sizeof *cpus, "words");
    if (cpus != nullptr) check_words(*node, words, node->node.pods().size());
    Found found;
    for (const auto &[uid, pod] : node->node.pods()) {
      if (agent::last_change(node->node, pod) <= since) continue;
      const agent::PodState state = agent::decide(node->node, pod);
      found.add(state, memory_bits(node->node.machine(), state.memory_nodes));
    }
    *count = found.rows.size();
    *arena_length = found.arena.size();
    space.check_room(*count);
    texts.check_room();
    for (size_t i = 0; i < found.rows.size(); ++i) {
      space.write(i, found.rows[i]);
      if (cpus != nullptr) found.cpus[i].to_words({cpus + i * words, words});
    }
    found.arena.copy(arena, found.arena.size());
  });
}

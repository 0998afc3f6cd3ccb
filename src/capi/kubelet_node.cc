// Kubelet's admission: nodes as their kubelets see them.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/handles.h"
#include "capi/kubelet_setup.h"
#include "capi/pod_handle.h"
#include "capi/refusals.h"
#include "capi/rows.h"
#include "capi/struct_reader.h"
#include "koord.h"
#include "kubelet/demand.h"
#include "kubelet/node.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Status;
namespace kubelet = koord::kubelet;
namespace wire = koord::wire;

struct koord_kubelet {
  kubelet::Node node;
  const size_t words;  // of every set over its machine
};

namespace {

koord_kubelet_container to_row(const kubelet::Affinity &affinity,
                               const kubelet::ContainerHolding *held) {
  koord_kubelet_container row{};
  row.affinity = affinity.nodes;
  if (affinity.preferred) row.flags |= KOORD_KUBELET_CONTAINER_PREFERRED;
  if (held == nullptr || !held->has_cpus) row.flags |= KOORD_KUBELET_CONTAINER_SHARED;
  if (held == nullptr) return row;
  row.cpus = static_cast<uint32_t>(held->cpus.set().count());
  for (const kubelet::MemoryBlock &block : held->memory) row.memory_nodes |= block.nodes;
  return row;
}

// Where the answer about a pod goes, by container.
struct Grants {
  RowArray<koord_kubelet_container> rows;
  size_t *count;
  uint64_t *cpus;
  size_t words;
  koord_refusal *refusal;

  void check(const koord_kubelet *kubelet, const koord_pod *pod) const {
    require(kubelet, "kubelet");
    require(pod, "pod");
    require(refusal, "refusal");
    rows.check();
    check_extent(words, sizeof *cpus, "words");
    const size_t containers = pod->object.containers.size();
    if (count != nullptr) *count = containers;
    if (rows.rows != nullptr) rows.check_room(containers);
    if (cpus != nullptr)
      check_extent(words, sizeof *cpus * std::max<size_t>(1, containers), "words");
    if (cpus != nullptr && words < kubelet->words)
      throw Error(Status::kNoSpace, "words: " + std::to_string(words) +
                                        " given, this machine needs " +
                                        std::to_string(kubelet->words));
  }

  void write(const kubelet::PodDemand &demand, const kubelet::Answer &answer) const noexcept {
    const bool admitted = !answer.verdict.refusal.refused();
    const auto &affinities = answer.verdict.affinities;
    for (size_t i = 0; i < demand.containers.size(); ++i) {
      const kubelet::ContainerHolding *held =
          admitted ? answer.holding.find(demand.containers[i].name) : nullptr;
      koord_kubelet_container row{};
      if (admitted) row = to_row(i < affinities.size() ? affinities[i] : kubelet::Affinity{}, held);
      if (rows.rows != nullptr) write_row(row, rows.rows, rows.stride, i);
      if (cpus != nullptr)
        (held != nullptr ? held->cpus.set() : CpuSet()).to_words({cpus + i * words, words});
    }
    *refusal = koord::capi::to_c(answer.verdict.refusal);
  }
};

}  // namespace

koord_status koord_kubelet_new(const koord_context *context, const koord_topology *topology,
                               const char *kubelet_config, size_t kubelet_config_length,
                               const char *cpu_state, size_t cpu_state_length,
                               const char *memory_state, size_t memory_state_length,
                               koord_kubelet **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(topology, "topology");
    const std::string_view config =
        document(kubelet_config, kubelet_config_length, "kubelet_config");
    const std::string_view cpus = document(cpu_state, cpu_state_length, "cpu_state");
    const std::string_view memory = document(memory_state, memory_state_length, "memory_state");

    const wire::KubeletConfig read = config.empty()
                                         ? wire::KubeletConfig{}
                                         : wire::parse_kubelet_config(config, log_of(context));
    auto setup =
        std::make_shared<const kubelet::NodeSetup>(topology->topology, to_config(read, **topology));
    kubelet::Node node(setup, read_cpu_state(cpus, setup->static_cpus()),
                       read_memory_state(memory, setup->static_memory()));
    *out = new koord_kubelet{std::move(node), topology->words};
  });
}

koord_status koord_kubelet_clone(const koord_kubelet *kubelet, koord_kubelet **out,
                                 koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(kubelet, "kubelet");
    *out = new koord_kubelet{kubelet->node, kubelet->words};
  });
}

void koord_kubelet_free(koord_kubelet *kubelet) { delete kubelet; }

koord_status koord_kubelet_admit(koord_kubelet *kubelet, const koord_pod *pod, uint32_t flags,
                                 koord_kubelet_container *rows, size_t stride, size_t capacity,
                                 size_t *count, uint64_t *cpus, size_t words,
                                 koord_refusal *refusal, koord_error *err) {
  return guarded(err, [&] {
    const Grants grants{{rows, stride, capacity}, count, cpus, words, refusal};
    grants.check(kubelet, pod);
    check_flags(flags, KOORD_ADMIT_LEAVE_REFUSED, "flags");
    const kubelet::PodDemand demand = kubelet::demand_of(pod->object);
    const bool leave = (flags & KOORD_ADMIT_LEAVE_REFUSED) != 0;
    grants.write(demand, kubelet->node.admit(
                             demand, leave ? kubelet::Refused::kLeft : kubelet::Refused::kSwept));
  });
}

koord_status koord_kubelet_judge(const koord_kubelet *kubelet, const koord_pod *pod,
                                 koord_kubelet_container *rows, size_t stride, size_t capacity,
                                 size_t *count, uint64_t *cpus, size_t words,
                                 koord_refusal *refusal, koord_error *err) {
  return guarded(err, [&] {
    const Grants grants{{rows, stride, capacity}, count, cpus, words, refusal};
    grants.check(kubelet, pod);
    const kubelet::PodDemand demand = kubelet::demand_of(pod->object);
    grants.write(demand, kubelet->node.judge(demand));
  });
}

koord_status koord_kubelet_remove_pod(koord_kubelet *kubelet, const char *uid, size_t uid_length,
                                      uint32_t *held, koord_error *err) {
  return guarded(err, [&] {
    require(kubelet, "kubelet");
    const bool removed = kubelet->node.remove(document(uid, uid_length, "uid"));
    if (held != nullptr) *held = removed ? 1 : 0;
  });
}

koord_status koord_kubelet_get_memory(const koord_kubelet *kubelet, const koord_pod *pod,
                                      koord_memory_block *rows, size_t stride, size_t capacity,
                                      size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(kubelet, "kubelet");
    require(pod, "pod");
    require(count, "count");
    const RowArray<koord_memory_block> space{rows, stride, capacity};
    space.check();
    const kubelet::PodHolding *holding = kubelet->node.find(pod->object.uid);
    std::vector<koord_memory_block> blocks;
    const auto &containers = pod->object.containers;
    for (size_t i = 0; holding != nullptr && i < containers.size(); ++i) {
      const kubelet::ContainerHolding *held = holding->find(containers[i].name);
      if (held == nullptr) continue;
      for (const kubelet::MemoryBlock &block : held->memory) {
        const uint64_t page_bytes = kubelet->node.setup().memory().page_bytes(block.kind);
        blocks.push_back({block.nodes, block.bytes, page_bytes, static_cast<uint32_t>(i), 0});
      }
    }
    *count = blocks.size();
    space.check_room(blocks.size());
    for (size_t i = 0; i < blocks.size(); ++i) write_row(blocks[i], rows, stride, i);
  });
}

koord_status koord_kubelet_get_cpus(const koord_kubelet *kubelet, koord_kubelet_cpuset which,
                                    uint64_t *words, size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    require(kubelet, "kubelet");
    require(words, "words");
    check_number(which, KOORD_KUBELET_CPUSET_AVAILABLE + 1, "which");
    const kubelet::Node &node = kubelet->node;
    write_set(which == KOORD_KUBELET_CPUSET_SHARED     ? node.shared()
              : which == KOORD_KUBELET_CPUSET_RESERVED ? node.setup().reserved()
                                                       : node.available(),
              words, word_count);
  });
}

koord_status koord_kubelet_get_cpu_state(const koord_kubelet *kubelet, koord_buffer **out,
                                         koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(kubelet, "kubelet");
    const kubelet::Node &node = kubelet->node;
    *out = new_buffer(write_cpu_state(node.cpu_state(), node.setup().static_cpus()));
  });
}

koord_status koord_kubelet_get_memory_state(const koord_kubelet *kubelet, koord_buffer **out,
                                            koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(kubelet, "kubelet");
    const kubelet::Node &node = kubelet->node;
    *out = new_buffer(write_memory_state(node.memory_state(), node.setup().static_memory()));
  });
}

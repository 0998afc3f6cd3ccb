// Kubelet's admission of pods on a node.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/rows.h"
#include "capi/kubelet/setup.h"
#include "capi/kubelet/setup_handle.h"
#include "capi/object/pod_handle.h"
#include "koord.h"
#include "kubelet/kubelet.h"
#include "kubelet/requests.h"
#include "kubelet/restore.h"
#include "wording/sentence.h"

using namespace koord::capi;
using koord::CpuSet;
namespace kubelet = koord::kubelet;

struct koord_kubelet {
  kubelet::Kubelet node;
  const size_t words;  // size of sets over its machine
};

struct koord_admission {
  std::vector<koord_kubelet_container> rows;  // by container
  std::vector<uint64_t> cpus;                 // `words` for each container
  std::vector<koord_plugin_device> devices;
  size_t words = 0;
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

void check_arguments(const koord_kubelet *kubelet, const koord_pod *pod,
                     const koord_refusal *refusal) {
  require(kubelet, "kubelet");
  require(pod, "pod");
  require(refusal, "refusal");
}

// Allocates the answer before anything is changed.
void prepare(const koord_kubelet &kubelet, const kubelet::PodRequest &request,
             koord_admission *admission) {
  if (admission == nullptr) return;
  admission->rows.reserve(request.containers.size());
  admission->cpus.reserve(request.containers.size() * kubelet.words);
  admission->devices.reserve(kubelet.node.most_devices(request));
}

void add_devices(const kubelet::ContainerHolding &held, uint32_t container,
                 std::vector<koord_plugin_device> &out) {
  const size_t before = out.size();
  for (const kubelet::HeldDevices &devices : held.devices)
    for (const uint32_t number : devices.devices) out.push_back({container, number});
  std::sort(out.begin() + static_cast<ptrdiff_t>(before), out.end(),
            [](const auto &a, const auto &b) { return a.device < b.device; });
}

void write(const koord_kubelet &kubelet, const kubelet::PodRequest &request,
           const kubelet::Answer &answer, koord_admission *admission,
           koord_refusal *refusal) noexcept {
  *refusal = koord::capi::to_c(answer.admission.refusal);
  if (admission == nullptr) return;
  const size_t containers = request.containers.size();
  const bool admitted = !answer.admission.refusal.refused();
  const auto &affinities = answer.admission.affinities;
  admission->words = kubelet.words;
  admission->rows.assign(containers, koord_kubelet_container{});
  admission->cpus.assign(containers * kubelet.words, 0);
  admission->devices.clear();
  for (size_t i = 0; admitted && i < containers; ++i) {
    const kubelet::ContainerHolding *held = answer.holding.find(request.containers[i].name);
    admission->rows[i] = to_row(i < affinities.size() ? affinities[i] : kubelet::Affinity{}, held);
    if (held == nullptr) continue;
    held->cpus.set().to_words({admission->cpus.data() + i * kubelet.words, kubelet.words});
    add_devices(*held, static_cast<uint32_t>(i), admission->devices);
  }
}

}  // namespace

koord_status koord_kubelet_new(const koord_topology *topology, const koord_kubelet_setup *setup,
                               koord_kubelet **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(topology, "topology");
    const GivenSetup given(setup);
    kubelet::Config config = to_config(given->config, given->version, **topology);
    config.devices = given->devices;
    const kubelet::DeviceState devices = read_device_state(given->device_state);
    kubelet::add_held(config, devices);
    auto machine = std::make_shared<const kubelet::NodeSetup>(topology->topology, config);
    const kubelet::CpuState cpus = read_cpu_state(GivenSetup::text(given->cpu_state), *machine);
    // Kubelet starts the CPU manager first, so its errors precede those of the memory manager.
    kubelet::restore_cpus(*machine, cpus);
    const kubelet::MemoryState memory =
        read_memory_state(GivenSetup::text(given->memory_state), *machine);
    kubelet::Kubelet node(machine, cpus, memory, devices);
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

koord_status koord_admission_new(koord_admission **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_admission;
  });
}

void koord_admission_free(koord_admission *admission) { delete admission; }

koord_status koord_admission_get_containers(const koord_admission *admission,
                                            koord_kubelet_container *rows, size_t stride,
                                            size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(admission, "admission");
    const RowArray<koord_kubelet_container> space{rows, stride, capacity};
    space.write_all(admission->rows, count, [](const auto &row) { return row; });
  });
}

koord_status koord_admission_get_cpus(const koord_admission *admission, uint32_t container,
                                      uint64_t *words, size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    require(admission, "admission");
    require(words, "words");
    if (container >= admission->rows.size())
      invalid("container", std::to_string(container) + ", the pod has " +
                               std::to_string(admission->rows.size()) + " containers");
    const uint64_t *own = admission->cpus.data() + container * admission->words;
    write_set(CpuSet::from_words({own, admission->words}), words, word_count);
  });
}

koord_status koord_admission_get_devices(const koord_admission *admission,
                                         koord_plugin_device *rows, size_t stride, size_t capacity,
                                         size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(admission, "admission");
    const RowArray<koord_plugin_device> space{rows, stride, capacity};
    space.write_all(admission->devices, count, [](const auto &row) { return row; });
  });
}

koord_status koord_kubelet_admit(koord_kubelet *kubelet, const koord_pod *pod, uint32_t flags,
                                 koord_admission *admission, koord_refusal *refusal,
                                 koord_error *err) {
  return guarded(err, [&] {
    check_arguments(kubelet, pod, refusal);
    check_flags(flags, KOORD_ADMIT_LEAVE_REFUSED, "flags");
    const kubelet::PodRequest request =
        kubelet::request_of(pod->object, kubelet->node.setup().request_rules());
    const bool leave = (flags & KOORD_ADMIT_LEAVE_REFUSED) != 0;
    prepare(*kubelet, request, admission);
    const kubelet::Answer answer =
        kubelet->node.admit(request, leave ? kubelet::Refused::kLeft : kubelet::Refused::kSwept);
    write(*kubelet, request, answer, admission, refusal);
  });
}

koord_status koord_kubelet_judge(const koord_kubelet *kubelet, const koord_pod *pod,
                                 koord_admission *admission, koord_refusal *refusal,
                                 koord_error *err) {
  return guarded(err, [&] {
    check_arguments(kubelet, pod, refusal);
    const kubelet::PodRequest request =
        kubelet::request_of(pod->object, kubelet->node.setup().request_rules());
    prepare(*kubelet, request, admission);
    write(*kubelet, request, kubelet->node.judge(request), admission, refusal);
  });
}

koord_status koord_kubelet_format_refusal(const koord_kubelet *kubelet,
                                          const koord_refusal *refusal, char *text, size_t capacity,
                                          size_t *needed, koord_error *err) {
  return guarded(err, [&] {
    require(kubelet, "kubelet");
    require(refusal, "refusal");
    koord::RefusalNames names;
    names.resource = kubelet->node.setup().refused_resource(refusal->resource);
    write_text(koord::to_sentence(from_c(*refusal), names), text, capacity, needed);
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
    const kubelet::Kubelet &node = kubelet->node;
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
    const kubelet::Kubelet &node = kubelet->node;
    *out = new_buffer(write_cpu_state(node.cpu_state(), node.setup()));
  });
}

koord_status koord_kubelet_get_memory_state(const koord_kubelet *kubelet, koord_buffer **out,
                                            koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(kubelet, "kubelet");
    const kubelet::Kubelet &node = kubelet->node;
    *out = new_buffer(write_memory_state(node.memory_state(), node.setup()));
  });
}

koord_status koord_kubelet_get_device_state(const koord_kubelet *kubelet, koord_buffer **out,
                                            koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(kubelet, "kubelet");
    const kubelet::Kubelet &node = kubelet->node;
    *out = new_buffer(write_device_state(node.device_state(), node.setup()));
  });
}

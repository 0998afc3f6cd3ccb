#include "kubelet/memory_manager.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "kubelet/memory_books.h"
#include "kubelet/pod_level.h"

namespace koord::kubelet {
namespace {

const std::vector<MemoryBlock> *blocks_of(const ContainerHolding *held) {
  return held != nullptr && held->has_memory ? &held->memory : nullptr;
}

}  // namespace

std::vector<MemoryKindRequest> MemoryManager::requests(
    std::span<const MemoryRequest> memory) const {
  std::vector<MemoryKindRequest> out;
  out.reserve(memory.size());
  for (const MemoryRequest &request : memory)
    out.push_back({setup_.memory().find_kind(request.kind), request.bytes});
  return out;
}

Advice MemoryManager::container_hints(const ContainerRequest &container) const {
  if (!setup_.static_memory() || container.memory.empty() || !container.memory_is_int64())
    return {};
  return hints_for(blocks_of(trial_.pod.find(container.name)), container.memory);
}

Advice MemoryManager::pod_hints(const PodRequest &pod) const {
  if (!setup_.static_memory() || pod.memory.empty() || !pod.memory_is_int64()) return {};
  if (pod.pod_level && check_shared_memory(setup_, pod).refused())
    return {numa::Opinion::kUnsatisfiable, {}};
  const bool restores = setup_.version() >= KubeletVersion::k138;
  if (restores && pod.pod_level && trial_.pod.memory)
    return hints_for(&*trial_.pod.memory, pod.memory);
  // The first container that has blocks decides, even an init container. Before 1.38 kubelet
  // compares its blocks with the request of the whole pod.
  for (const ContainerRequest &container : pod.containers)
    if (const std::vector<MemoryBlock> *held = blocks_of(trial_.pod.find(container.name)))
      return hints_for(held, restores ? container.memory : pod.memory);
  return hints_for(nullptr, pod.memory);
}

// Kubelet has no preference if no set of nodes fits, or if existing blocks do not
// match the request.
Advice MemoryManager::hints_for(const std::vector<MemoryBlock> *held,
                                std::span<const MemoryRequest> memory) const {
  const std::vector<MemoryKindRequest> wanted = requests(memory);
  if (held == nullptr) {
    Advice out{numa::Opinion::kHints,
               memory_hints(setup_.memory(), trial_.memory, trial_.reusable.memory, wanted)};
    return out.hints.empty() ? Advice{} : out;
  }
  if (held->size() != wanted.size() || held->empty()) return {};
  Advice out{numa::Opinion::kHints, {}};
  for (const MemoryBlock &block : *held) {
    const bool as_asked =
        std::any_of(wanted.begin(), wanted.end(), [&](const MemoryKindRequest &request) {
          return request.kind == static_cast<int>(block.kind) && request.bytes == block.bytes;
        });
    if (!as_asked) return {};
    out.hints = {{block.nodes, 0, true, true}};
  }
  return out;
}

bool MemoryManager::satisfies(numa::Mask nodes, std::span<const MemoryKindRequest> requests) const {
  return std::all_of(requests.begin(), requests.end(), [&](const MemoryKindRequest &request) {
    uint64_t missing = request.bytes;
    if (request.kind != MemorySetup::kUnknown)
      numa::for_each_node(nodes, [&](size_t node) {
        const auto kind = static_cast<size_t>(request.kind);
        missing -= std::min(missing, use_of(trial_.memory, setup_.memory(), node, kind).free);
      });
    return missing == 0;
  });
}

Refusal MemoryManager::refuse(Reason reason, std::span<const MemoryKindRequest> requests) const {
  Refusal no = Refusal::of(reason, Profile::kKubelet);
  no.object = Object::kBytes;
  // Reports the kind that is short on all sets of nodes. If there is none, groups are the reason,
  // and the last kind is reported.
  for (const MemoryKindRequest &request : requests) {
    no.needed = static_cast<int64_t>(request.bytes);
    no.best = static_cast<int64_t>(std::min<uint64_t>(
        INT64_MAX,
        most_available(setup_.memory(), trial_.memory, trial_.reusable.memory, request.kind)));
    if (no.best < no.needed) break;
  }
  return no;
}

// Extends the topology manager's choice to a set of nodes that has the memory.
Refusal MemoryManager::choose_nodes(std::span<const MemoryKindRequest> requests,
                                    const numa::Hint &chosen, numa::Mask &nodes) const {
  nodes = chosen.nodes;
  bool preferred = chosen.preferred;
  if (nodes == 0 || !satisfies(nodes, requests)) {
    const std::vector<numa::Hint> hints =
        memory_hints(setup_.memory(), trial_.memory, trial_.reusable.memory, requests);
    if (nodes == 0) {
      const numa::Hint *best = best_hint(hints, 0);
      if (best == nullptr) return refuse(Reason::kNoNumaMemory, requests);
      if (!best->preferred && preferred) return refuse(Reason::kMemoryHintNotPreferred, requests);
      nodes = best->nodes;
      preferred = best->preferred;
    }
    // Kubelet does not count reusable memory here.
    if (!satisfies(nodes, requests)) {
      const numa::Hint *wider = best_hint(hints, nodes);
      if (wider == nullptr) return refuse(Reason::kMemoryHintNotExtensible, requests);
      if (!wider->preferred && preferred)
        return refuse(Reason::kMemoryExtensionNotPreferred, requests);
      nodes = wider->nodes;
    }
  }
  if (breaks_groups(trial_.memory, nodes)) return refuse(Reason::kMemoryGroupViolated, requests);
  return {};
}

Refusal MemoryManager::allocate(const PodRequest &pod, const ContainerRequest &container,
                                const numa::Hint &chosen) {
  if (!setup_.static_memory() || !pod.managed) return {};
  const auto unreadable = std::ranges::find(container.memory, false, &MemoryRequest::is_int64);
  const auto refuse_form = [&] {
    return refuse_memory_form(static_cast<int64_t>(unreadable->bytes));
  };
  const bool is_readable = unreadable == container.memory.end();
  const bool reads_first = setup_.version() >= KubeletVersion::k137;
  if (container.memory.empty() && reads_first) return {};
  if (!is_readable && reads_first) return refuse_form();
  const ContainerHolding *held = trial_.pod.find(container.name);
  if (held != nullptr && held->has_memory) {
    const std::vector<MemoryBlock> blocks = held->memory;
    update_reusable(container, blocks);
    return {};
  }
  if (!is_readable) return refuse_form();
  const std::vector<MemoryKindRequest> wanted = requests(container.memory);
  numa::Mask nodes = 0;
  if (const Refusal no = choose_nodes(wanted, chosen, nodes); no.refused()) return no;

  // Before 1.37 a container that requests no memory gets an entry without blocks.
  std::vector<MemoryBlock> blocks;
  for (const MemoryKindRequest &request : wanted) {
    // No node has the kind, and the request is for 0 bytes. Kubelet crashes here.
    if (request.kind == MemorySetup::kUnknown) continue;
    const MemoryBlock block{nodes, static_cast<uint32_t>(request.kind), request.bytes};
    const uint64_t reused = reusable_bytes(trial_.reusable.memory, nodes, request.kind);
    book(trial_.memory, setup_.memory(), block, request.bytes - std::min(request.bytes, reused));
    blocks.push_back(block);
  }
  if (blocks.empty() && !wanted.empty()) return {};
  ContainerHolding &entry = trial_.at(container.name);
  entry.has_memory = true;
  entry.memory = blocks;
  update_reusable(container, blocks);
  shrink_init_blocks(pod, container, blocks);
  return {};
}

// Kubelet before 1.38 does not look for memory that the pod has already. A pod that is admitted
// again is booked twice.
Refusal MemoryManager::allocate_pod(const PodRequest &pod, const numa::Hint &chosen) {
  if (!setup_.static_memory() || !pod.managed || !pod.memory_is_int64()) return {};
  if (setup_.version() >= KubeletVersion::k138 && trial_.pod.memory) return {};
  if (const Refusal no = check_shared_memory(setup_, pod); no.refused()) return no;
  const std::vector<MemoryKindRequest> wanted = requests(pod.memory);
  numa::Mask nodes = 0;
  if (const Refusal no = choose_nodes(wanted, chosen, nodes); no.refused()) return no;
  std::vector<MemoryBlock> &blocks = trial_.pod.memory.emplace();
  for (const MemoryKindRequest &request : wanted) {
    blocks.push_back({nodes, static_cast<uint32_t>(request.kind), request.bytes});
    book(trial_.memory, setup_.memory(), blocks.back(), request.bytes);
  }
  divide(pod, nodes);
  return {};
}

// Kubelet subtracts without a check. Only pods that the API server refuses ask for more in their
// containers than for themselves.
void MemoryManager::divide(const PodRequest &pod, numa::Mask nodes) {
  using Bytes = std::map<std::string_view, uint64_t>;  // by kind
  const auto blocks_of = [&](const Bytes &bytes) {
    std::vector<MemoryBlock> blocks;
    for (const auto &[name, amount] : bytes)
      if (const int kind = setup_.memory().find_kind(name);
          amount > 0 && kind != MemorySetup::kUnknown)
        blocks.push_back({nodes, static_cast<uint32_t>(kind), amount});
    return blocks;
  };
  Bytes rest;  // without memory of containers that stay
  for (const MemoryRequest &memory : pod.memory) rest[memory.kind] = memory.bytes;
  std::vector<std::vector<MemoryBlock>> parts(pod.containers.size());
  for (size_t i = 0; i < parts.size(); ++i) {
    const ContainerRequest &container = pod.containers[i];
    Bytes own;
    for (const MemoryRequest &memory : container.memory) own[memory.kind] = memory.bytes;
    if (own.empty() && container.ends()) parts[i] = blocks_of(rest);
    if (!own.empty()) parts[i] = blocks_of(own);
    if (container.ends()) continue;
    for (const auto &[kind, bytes] : own)
      if (bytes > 0) rest[kind] -= bytes;
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    const ContainerRequest &container = pod.containers[i];
    ContainerHolding &entry = trial_.at(container.name);
    entry.has_memory = true;
    entry.memory = container.memory.empty() && !container.ends() ? blocks_of(rest) : parts[i];
  }
}

void MemoryManager::update_reusable(const ContainerRequest &container,
                                    std::span<const MemoryBlock> blocks) {
  std::vector<MemoryBlock> &reusable = trial_.reusable.memory;
  for (const MemoryBlock &block : blocks) {
    const auto left = std::find_if(reusable.begin(), reusable.end(), [&](const MemoryBlock &b) {
      return b.nodes == block.nodes && b.kind == block.kind;
    });
    if (container.ends())
      if (left == reusable.end())
        reusable.push_back(block);
      else
        left->bytes = std::max(left->bytes, block.bytes);
    else if (left != reusable.end())
      left->bytes -= std::min(left->bytes, block.bytes);
  }
}

// Memory that a container reuses is in its own blocks and in those of init containers. Kubelet
// shrinks the latter, so that the blocks of a pod add up to the amount booked for it.
void MemoryManager::shrink_init_blocks(const PodRequest &pod, const ContainerRequest &container,
                                       std::span<const MemoryBlock> blocks) {
  for (const MemoryBlock &block : blocks) {
    uint64_t reused = block.bytes;
    for (const ContainerRequest &earlier : pod.containers) {
      if (!earlier.init || earlier.name == container.name) break;
      if (earlier.ends()) reused -= shrink(earlier.name, block, reused);
    }
  }
}

// Takes up to `bytes` from the container's blocks of the same kind and nodes. Returns
// the bytes taken.
uint64_t MemoryManager::shrink(std::string_view name, const MemoryBlock &like, uint64_t bytes) {
  uint64_t taken = 0;
  for (ContainerHolding &held : trial_.pod.containers) {
    if (held.name != name) continue;
    for (MemoryBlock &block : held.memory) {
      if (block.kind != like.kind || block.nodes != like.nodes) continue;
      const uint64_t part = std::min(block.bytes, bytes - taken);
      block.bytes -= part;
      taken += part;
    }
  }
  return taken;
}

void MemoryManager::release(ContainerHolding &container) {
  if (!container.has_memory) return;
  const std::vector<MemoryBlock> blocks = std::move(container.memory);
  container.has_memory = false;
  container.memory.clear();
  const auto release_all = [&](const std::vector<MemoryBlock> &released) {
    for (const MemoryBlock &block : released) unbook(trial_.memory, setup_.memory(), block);
  };
  if (!trial_.pod.memory) {
    release_all(blocks);
  } else if (std::ranges::none_of(trial_.pod.containers, &ContainerHolding::has_memory)) {
    release_all(*trial_.pod.memory);
    trial_.pod.memory.reset();
  }
}

}  // namespace koord::kubelet

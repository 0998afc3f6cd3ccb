#include "kubelet/memory_manager.h"

#include <algorithm>

#include "kubelet/memory_books.h"

namespace koord::kubelet {

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
  return hints_for(trial_.pod.find(container.name), container.memory);
}

Advice MemoryManager::pod_hints(const PodRequest &pod) const {
  if (!setup_.static_memory() || pod.memory.empty() || !pod.memory_is_int64()) return {};
  // Kubelet compares the pod's request with the first container that has blocks, even an
  // init container.
  for (const ContainerRequest &container : pod.containers)
    if (const ContainerHolding *held = trial_.pod.find(container.name);
        held != nullptr && held->has_memory)
      return hints_for(held, pod.memory);
  return hints_for(nullptr, pod.memory);
}

// Kubelet has no preference if no set of nodes fits, or if existing blocks do not
// match the request.
Advice MemoryManager::hints_for(const ContainerHolding *held,
                                std::span<const MemoryRequest> memory) const {
  const std::vector<MemoryKindRequest> wanted = requests(memory);
  if (held == nullptr || !held->has_memory) {
    Advice out{numa::Opinion::kHints,
               memory_hints(setup_.memory(), trial_.memory, trial_.reusable.memory, wanted)};
    return out.hints.empty() ? Advice{} : out;
  }
  if (held->memory.size() != wanted.size()) return {};
  Advice out{numa::Opinion::kHints, {}};
  for (const MemoryBlock &block : held->memory) {
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
  for (const MemoryBlock &block : container.memory) unbook(trial_.memory, setup_.memory(), block);
  container.has_memory = false;
  container.memory.clear();
}

}  // namespace koord::kubelet

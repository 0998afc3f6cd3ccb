// Nearly all pinned pods have one pinned container, for which numbers of the node suffice. For
// others kubelet's managers are run, container by container.
#include "sched/verdict/kubelet_check.h"

#include <algorithm>

namespace koord::sched {
namespace {

Refusal refuse(Reason reason) {
  Refusal refusal = Refusal::of(reason, Profile::kKubelet);
  return refusal;
}

Refusal refuse(Reason reason, int64_t needed, int64_t best, int per_core = 0) {
  Refusal refusal = refuse(reason);
  refusal.needed = needed;
  refusal.best = best;
  refusal.set_threads_per_core(per_core);
  return refusal;
}

// Checks the CPU manager's conditions that do not depend on
// NUMA nodes. `divisor` divides the CPUs of every container.
Refusal check_counts(const View &node, int64_t cpus, int64_t divisor) {
  const int width = node->cpus_per_core;
  if (node->kubelet_full && divisor % width != 0)
    return refuse(Reason::kSmtAlignment, cpus, 0, width);
  if (node->kubelet_full && cpus > node->kubelet_physical)
    return refuse(Reason::kNotEnoughPhysicalCores, cpus, node->kubelet_physical, width);
  if (cpus > node->kubelet_available)
    return refuse(Reason::kNotEnoughCpus, cpus, node->kubelet_available);
  return {};
}

// Tells if NUMA alignment admits a single container: kYes if one NUMA node has room for it.
// Otherwise single-numa-node refuses it. So does restricted if some NUMA node has that many CPUs,
// assigned and reserved ones included: kubelet then prefers single nodes only. With the option
// align-by-socket it also prefers sets of nodes of a socket. In all other cases kubelet's managers
// must decide.
enum class Suits { kYes, kNo, kUnknown };

Suits suits(const View &node, int64_t cpus) {
  if (!node->kubelet_strict || cpus <= node->kubelet_roomiest) return Suits::kYes;
  const bool one_node = cpus <= node->kubelet_largest && !node->kubelet_by_socket;
  return node->kubelet_single || one_node ? Suits::kNo : Suits::kUnknown;
}

Refusal at_container(Refusal refusal, const Pinned &pinned) {
  refusal.where_object = Object::kContainer;
  refusal.where = pinned.places.front();
  return refusal;
}

Refusal refuse_unaligned(const View &node, const Pinned &pinned) {
  const Refusal refusal = refuse(Reason::kNumaUnaligned);
  return node.node().kubelet()->pod_scope() ? refusal : at_container(refusal, pinned);
}

// Returns true if no NUMA node has the CPUs of the pod's only container, and the policy requires
// one. Saves running kubelet's managers.
bool certainly_unaligned(const View &node, const Shape &shape) {
  return node->kubelet_pins && shape.pinned != nullptr &&
         shape.managed->request.containers.size() == 1 && !shape.pinned_as_whole() &&
         suits(node, shape.pinned_cpus) == Suits::kNo;
}

Refusal ask_kubelet(const View &node, const Shape &shape) {
  if (node.node().memory_gate() != nullptr && shape.managed != nullptr)
    return node.node().judge_memory(*shape.managed);
  const KubeletGate &kubelet = *node.node().kubelet();
  // The CPUs of pods that were removed from a copy of the node are not known, only their number.
  const int64_t cpus = node.node().pinned_cpus(shape);
  if (node.node().kubelet_gains() > 0) {
    const bool whole = shape.pinned_as_whole() && kubelet.pod_scope();
    return check_counts(node, cpus, whole ? cpus : shape.pinned->divisor);
  }
  const Refusal refusal = kubelet.judge(*shape.pinned);
  if (refusal.refused() || node.node().kubelet_room() == kubelet.room()) return refusal;
  // Pods on the node that are not in the report yet will have been admitted by then.
  return check_counts(node, cpus, 0);
}

}  // namespace

bool is_managed(const View &node, const Shape &shape) {
  if (shape.managed == nullptr) return false;
  if (node->memory_gate) return true;
  return node->device_gate && shape.managed->may_have_devices() &&
         node.node().memory_gate()->requests_devices(*shape.managed);
}

Refusal check_kubelet(const View &node, const Shape &shape) {
  if (is_managed(node, shape) || (node->kubelet_in_flight && shape.managed != nullptr))
    return certainly_unaligned(node, shape) ? refuse_unaligned(node, *shape.pinned)
                                            : node.node().judge_memory(*shape.managed);
  const Pinned &pinned = *shape.pinned;
  const size_t containers = pinned.request.containers.size();
  if (containers == 0) return check_counts(node, node.node().pinned_cpus(shape), pinned.divisor);
  if (shape.pinned_as_whole()) return ask_kubelet(node, shape);
  if (containers > 1) {
    const bool by_sum = !node->kubelet_strict && !node->kubelet_full;
    return by_sum && shape.pinned_cpus <= node->kubelet_available ? Refusal{}
                                                                  : ask_kubelet(node, shape);
  }
  const Suits suit = suits(node, shape.pinned_cpus);
  if (suit == Suits::kUnknown) return ask_kubelet(node, shape);
  if (suit == Suits::kNo) return refuse_unaligned(node, pinned);
  const Refusal refusal = check_counts(node, shape.pinned_cpus, shape.pinned_cpus);
  // Kubelet's refusal states how many CPUs are missing beside the NUMA nodes that it chose.
  if (refusal.reason == Reason::kNotEnoughCpus) return ask_kubelet(node, shape);
  return refusal.refused() ? at_container(refusal, pinned) : refusal;
}

}  // namespace koord::sched

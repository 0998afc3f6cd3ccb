#include "wording/spec_sentence.h"

#include "base/reason_facts.h"
#include "base/well_known.h"
#include "base/words.h"

namespace koord {
namespace {

std::string location(const Refusal &refusal) {
  switch (refusal.where_object) {
    case Object::kNumaNode:
      return "NUMA node " + std::to_string(refusal.where);
    case Object::kSocket:
      return "socket " + std::to_string(refusal.where);
    default:
      return "the machine";
  }
}

// Describes the pods of a gang, and the number of nodes if it is limited.
std::string gang_text(const Refusal &refusal) {
  return plural(refusal.needed, "pod") + " to fit at once" +
         (refusal.max_nodes == 0 ? "" : " on at most " + plural(refusal.max_nodes, "node"));
}

std::string whole_node_sentence(const Refusal &refusal, const RefusalWords &words) {
  if (words.resource() == kWellKnownResourceNames[kResourcePods])
    return "needs room for " + plural(refusal.needed, "pod") + "; the node has room for " +
           std::to_string(refusal.best);
  if (refusal.object == Object::kUnit && refusal.resource < 0)
    return "needs " + std::to_string(refusal.needed) + " of a resource that no node has";
  return "needs " + words.amount(refusal.needed) + "; the node has " +
         words.bare_amount(refusal.best) + " available";
}

std::string numa_node_sentence(const Refusal &refusal, const RefusalWords &words) {
  // The bind policy is ConstrainedBurst or none.
  const std::string needs = "needs " + words.amount(refusal.needed) +
                            (refusal.bind_policy != 0 ? " on the NUMA node of its shared pool; "
                                                      : " from one NUMA node; ");
  const std::string best = words.bare_amount(refusal.best);
  if (refusal.where_object == Object::kNumaNode)
    return needs + "the best, " + location(refusal) + ", has " + best;
  if (refusal.best > 0) return needs + "the best has " + best;
  return needs + "no suitable NUMA node has any";
}

// The wording for kubelet's memory manager. Amounts are of memory, unless the refusal names a kind.
std::string memory_sentence(const Refusal &refusal, const RefusalWords &words) {
  const std::string memory = words.resource().empty() ? byte_amount(refusal.needed) + " of memory"
                                                      : words.amount(refusal.needed);
  const std::string needs = "needs " + memory + " from ";
  switch (refusal.reason) {
    case Reason::kNoNumaMemory:
      return needs + "NUMA nodes that can be grouped; the best group has " +
             byte_amount(refusal.best);
    case Reason::kMemoryHintNotPreferred:
      return needs + "as few NUMA nodes as possible; only a larger set has it";
    case Reason::kMemoryHintNotExtensible:
      return needs + "NUMA nodes that include those of its CPUs; none have it";
    case Reason::kMemoryExtensionNotPreferred:
      return needs +
             "as few NUMA nodes as possible that include those of its CPUs; only a larger set has "
             "it";
    default:
      return needs + "NUMA nodes of which some are used alone or in other groups";
  }
}

// The wording of refusals about CPUs.
std::string cpu_sentence(const Refusal &refusal, const RefusalWords &words) {
  const std::string needs = "needs " + words.amount(refusal.needed);
  const std::string best = words.bare_amount(refusal.best);
  switch (refusal.reason) {
    case Reason::kNotEnoughCpus:
      return needs + "; " + location(refusal) + " has " + best + " available";
    case Reason::kNotEnoughIsolatedCpus:
      return "needs " + plural(refusal.needed, "isolated CPU") + "; " + location(refusal) +
             " has " + best + " available";
    case Reason::kRequiredBindPolicy:
      return needs + " under the required bind policy " + words.bind_policy() + "; " +
             location(refusal) + " can supply " + best;
    case Reason::kSmtAlignment:
      return "requests " + plural(refusal.needed, "CPU") + ", which is not a multiple of the " +
             std::to_string(refusal.threads_per_core) + " threads per core";
    case Reason::kNotEnoughPhysicalCores:
      return needs + " on entirely free cores; " + location(refusal) + " has " + best;
    case Reason::kBindPolicyUnsupported:
      return "the bind policy " + words.bind_policy() + " is not supported on ARM; use FullPCPUs";
    case Reason::kExclusivePolicyUnsupported:
      return "the exclusive policy " + words.exclusive_policy() +
             " is not supported on ARM; use NUMANodeLevel";
    case Reason::kRequestIsNotLimit:
      return std::string("the ") + (refusal.resource == kResourceCpu ? "cpu" : "memory") +
             " limit is not equal to the request, as QoS LSE and LSR require";
    case Reason::kCpusNotWhole:
      return "requests " + std::to_string(refusal.needed) +
             " milli-CPU; exclusive CPUs must be a whole number";
    case Reason::kNoTopology:
      return "the node reports no CPU topology";
    case Reason::kBindPolicyConflict:
      return "the node's bind policy does not allow " + words.bind_policy();
    case Reason::kSharedPoolTooSmall:
      return needs + " in one NUMA node's shared pool; the largest, " + location(refusal) +
             ", has " + best;
    default:
      return "";
  }
}

// The wording of refusals about NUMA nodes.
std::string numa_sentence(const Refusal &refusal, const RefusalWords &words) {
  const std::string needs = "needs " + words.amount(refusal.needed);
  const std::string best = words.bare_amount(refusal.best);
  switch (refusal.reason) {
    case Reason::kInsufficientNuma:
      return needs + " from the NUMA nodes of the hint; together they can supply " + best;
    case Reason::kNumaUnsatisfied:
      return "no NUMA nodes can supply one of the requested resources";
    case Reason::kNumaUnaligned:
      return "no set of NUMA nodes suits all requested resources under the NUMA policy";
    case Reason::kNumaExclusive:
      return "the NUMA nodes that suit all requested resources are used by pods on several NUMA "
             "nodes or, if this pod needs several, by pods on one NUMA node";
    case Reason::kNoNumaMemory:
    case Reason::kMemoryHintNotPreferred:
    case Reason::kMemoryHintNotExtensible:
    case Reason::kMemoryExtensionNotPreferred:
    case Reason::kMemoryGroupViolated:
      return memory_sentence(refusal, words);
    case Reason::kMemoryNotInt64:
      return "requests " + byte_amount(refusal.needed) +
             " of memory, a fraction rounded up or a number of too many digits; kubelet's memory "
             "manager reads whole 64-bit numbers only";
    case Reason::kPodPoolEmpty:
      return "its containers with resources of their own have " + words.amount(refusal.needed) +
             " of the pod's " + words.bare_amount(refusal.best) +
             ", which leaves nothing to the containers that share the rest";
    case Reason::kPodsInFlight:
      return "kubelet has not reported " + plural(refusal.needed, "pod") +
             " of the node yet, beside which this pod may not fit in every order of admission; "
             "wait for the node's next report";
    case Reason::kNumaPolicyConflict:
      return "the node's NUMA policy is not the one that the pod requires";
    case Reason::kNoNumaNodeFits:
      return numa_node_sentence(refusal, words);
    default:
      return "";
  }
}

// The wording of refusals about nodes, plans and reservations.
std::string whole_sentence(const Refusal &refusal, const RefusalWords &words) {
  const std::string needs = "needs " + words.amount(refusal.needed);
  const std::string best = words.bare_amount(refusal.best);
  switch (refusal.reason) {
    case Reason::kGangUnplaced:
      return "needs " + gang_text(refusal) + "; at most " + best +
             (refusal.best == 1 ? " fits" : " fit");
    case Reason::kReservationShort:
      return needs + " from the reservation; it has " + best + " left";
    case Reason::kWouldMove:
      return "would have to move: only " + best + " of the " + words.amount(refusal.needed) +
             " to keep can stay";
    case Reason::kSearchLimit:
      if (refusal.object == Object::kPod)
        return "needs " + gang_text(refusal) + "; the search reached its limit with " + best;
      return "there are too many combinations of NUMA hints to search";
    case Reason::kInsufficientResource:
      return whole_node_sentence(refusal, words);
    case Reason::kResizeInfeasible:
      return refusal.resource == kResourceMemory
                 ? "kubelet's static memory manager does not resize the memory of Guaranteed pods"
                 : "kubelet's static CPU manager does not resize the CPUs of Guaranteed pods";
    case Reason::kNodeUnknown:
      return "the node has no Node object, or it is invalid and ignored";
    case Reason::kNodeUnschedulable:
      return "the node is marked unschedulable";
    case Reason::kResourceAbsent:
      return words.resource().empty() && refusal.object == Object::kUnit
                 ? needs + " that the node does not have"
                 : needs + ", which the node does not have";
    default:
      return "";
  }
}

}  // namespace

std::string spec_sentence(const Refusal &refusal, const RefusalWords &words) {
  if (!refusal.refused()) return "";
  switch (facts_of(refusal.reason).topic) {
    case Topic::kCpus:
      return cpu_sentence(refusal, words);
    case Topic::kNuma:
      return numa_sentence(refusal, words);
    case Topic::kWhole:
      return whole_sentence(refusal, words);
    case Topic::kDevices:
    case Topic::kRunning:
    case Topic::kClaims:
    case Topic::kNothing:
      break;
  }
  return "refused for a reason that this version does not know (" +
         std::to_string(static_cast<int32_t>(refusal.reason)) + ")";
}

}  // namespace koord

#include "base/refusal.h"

#include "base/claim_refusal.h"
#include "base/device_refusal.h"
#include "base/node_refusal.h"
#include "base/profile_rules.h"
#include "base/refusal_words.h"
#include "base/well_known.h"
#include "base/words.h"

namespace koord {
namespace {

constexpr std::string_view kUnexpected = "UnexpectedAdmissionError";

std::string place(const Refusal &refusal) {
  switch (refusal.where_object) {
    case Object::kNumaNode:
      return "NUMA node " + std::to_string(refusal.where);
    case Object::kSocket:
      return "socket " + std::to_string(refusal.where);
    default:
      return "the machine";
  }
}

// The names as annotations spell them, by the policy's number in koord.h.
const char *bind_policy(int32_t policy) {
  return policy == 1 ? "FullPCPUs" : policy == 2 ? "SpreadByPCPUs" : "Default";
}

const char *exclusive_policy(int32_t policy) {
  return policy == 2 ? "PCPULevel" : policy == 3 ? "NUMANodeLevel" : "None";
}

std::string upstream_sentence(const Refusal &refusal, const RefusalWords &words) {
  switch (refusal.reason) {
    case Reason::kNotEnoughCpus:
      return "not enough cpus available to satisfy request";
    case Reason::kRequiredBindPolicy:
      return std::string("insufficient CPUs to satisfy required cpu bind policy ") +
             bind_policy(refusal.bind_policy);
    case Reason::kInsufficientNuma:
      if (refusal.object == Object::kResources) return "node(s) Insufficient NUMA Node resources";
      return std::string("Insufficient NUMA ") + (refusal.object == Object::kBytes  ? "memory"
                                                  : refusal.object == Object::kUnit ? "resource"
                                                                                    : "cpu");
    case Reason::kNumaUnsatisfied:
      return words.resource().empty() ? "" : "Unsatisfied NUMA " + words.resource();
    case Reason::kNumaPolicyConflict:
      return "node(s) NUMA Topology policy not match";
    case Reason::kCpusNotWhole:
      return "the requested CPUs must be integer";
    case Reason::kNoTopology:
      return refusal.where_object == Object::kNumaNode ? "node(s) missing NUMA resources"
                                                       : "node(s) invalid CPU Topology";
    case Reason::kInsufficientResource:
      return refusal.where_object == Object::kCpu ? "Insufficient amplified cpu" : "";
    case Reason::kBindPolicyConflict:
      return "node(s) cpu bind policy conflicts with pod's required cpu bind policy";
    case Reason::kSmtAlignment:
      return "node(s) requested cpus not multiple cpus per core";
    default:
      return "";
  }
}

// What kubelet's managers say; "" for the reasons of others.
std::string kubelet_cause(const Refusal &refusal) {
  const std::string needed = std::to_string(refusal.needed);
  const std::string best = std::to_string(refusal.best);
  const std::string per_core = std::to_string(refusal.threads_per_core);
  switch (refusal.reason) {
    case Reason::kNotEnoughCpus:
      return "not enough cpus available to satisfy request: requested=" + needed +
             ", available=" + best;
    case Reason::kSmtAlignment:
      return "SMT Alignment Error: requested " + needed +
             " cpus not multiple cpus per core = " + per_core;
    case Reason::kNotEnoughPhysicalCores:
      return "SMT Alignment Error: not enough free physical CPUs: available physical CPUs = " +
             best + ", requested CPUs = " + needed + ", CPUs per core = " + per_core;
    case Reason::kNumaUnsatisfied:
    case Reason::kNumaUnaligned:
      return "Resources cannot be allocated with Topology locality";
    case Reason::kNoNumaMemory:
      return "[memorymanager] failed to get the default NUMA affinity, no NUMA nodes with enough "
             "memory is available";
    case Reason::kMemoryHintNotPreferred:
      return "[memorymanager] failed to find the default preferred hint";
    case Reason::kMemoryHintNotExtensible:
      return "[memorymanager] failed to find NUMA nodes to extend the current topology hint";
    case Reason::kMemoryExtensionNotPreferred:
      return "[memorymanager] failed to find the extended preferred hint";
    case Reason::kMemoryGroupViolated:
      return "[memorymanager] preferred hint violates NUMA node allocation";
    default:
      return "";
  }
}

// A pod is told more than the caller of one manager, where kubelet did not expect the manager to fail.
std::string kubelet_sentence(const Refusal &refusal) {
  const std::string cause = kubelet_cause(refusal);
  const bool unexpected = refusal.where_object == Object::kContainer &&
                          reason_name(refusal.reason, Profile::kKubelet) == kUnexpected;
  return unexpected ? "Allocate failed due to " + cause + ", which is unexpected" : cause;
}

// What could not be aligned, as NodeResourceTopologyMatch says it.
std::string nrt_match_sentence(const Refusal &refusal) {
  switch (refusal.where_object) {
    case Object::kPod:
      return "cannot align pod";
    case Object::kContainer:
      return "cannot align container";
    case Object::kInitContainer:
      return "cannot align init container";
    default:
      return "";
  }
}

// The pods of a gang, which may be bound to so many nodes.
std::string at_once(const Refusal &refusal) {
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
  const std::string needs = "needs " + words.amount(refusal.needed) + " from one NUMA node; ";
  const std::string best = words.bare_amount(refusal.best);
  if (refusal.where_object == Object::kNumaNode)
    return needs + "the best, " + place(refusal) + ", has " + best;
  if (refusal.best > 0) return needs + "the best has " + best;
  return needs + "no suitable NUMA node has any";
}

// Of kubelet's memory manager: what it counts is memory, unless it says of which kind.
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

std::string spec_sentence(const Refusal &refusal, const RefusalWords &words) {
  const std::string needs = "needs " + words.amount(refusal.needed);
  const std::string best = words.bare_amount(refusal.best);
  switch (refusal.reason) {
    case Reason::kNone:
      return "";
    case Reason::kNotEnoughCpus:
      return needs + "; " + place(refusal) + " has " + best + " available";
    case Reason::kRequiredBindPolicy:
      return needs + " under the required bind policy " + bind_policy(refusal.bind_policy) + "; " +
             place(refusal) + " can supply " + best;
    case Reason::kInsufficientNuma:
      return needs + " from the NUMA nodes of the hint; together they can supply " + best;
    case Reason::kSmtAlignment:
      return "requests " + plural(refusal.needed, "CPU") + ", which is not a multiple of the " +
             std::to_string(refusal.threads_per_core) + " threads per core";
    case Reason::kNotEnoughPhysicalCores:
      return needs + " on entirely free cores; " + place(refusal) + " has " + best;
    case Reason::kBindPolicyUnsupported:
      return std::string("the bind policy ") + bind_policy(refusal.bind_policy) +
             " is not supported on ARM; use FullPCPUs";
    case Reason::kExclusivePolicyUnsupported:
      return std::string("the exclusive policy ") + exclusive_policy(refusal.exclusive_policy) +
             " is not supported on ARM; use NUMANodeLevel";
    case Reason::kNumaUnsatisfied:
      return "no NUMA nodes can supply one of the requested resources";
    case Reason::kNumaUnaligned:
      return "no set of NUMA nodes suits all requested resources under the NUMA policy";
    case Reason::kNumaExclusive:
      return "the NUMA nodes that suit all requested resources are used by pods of the other kind "
             "(pods on one NUMA node, or pods on several)";
    case Reason::kGangUnplaced:
      return "needs " + at_once(refusal) + "; at most " + best +
             (refusal.best == 1 ? " fits" : " fit");
    case Reason::kReservationShort:
      return needs + " from the reservation; it has " + best + " left";
    case Reason::kWouldMove:
      return "would have to move: only " + best + " of the " + words.amount(refusal.needed) +
             " to keep can stay";
    case Reason::kSearchLimit:
      if (refusal.object == Object::kPod)
        return "needs " + at_once(refusal) + "; the search reached its limit with " + best;
      return "there are too many combinations of NUMA hints to search";
    case Reason::kNoNumaMemory:
    case Reason::kMemoryHintNotPreferred:
    case Reason::kMemoryHintNotExtensible:
    case Reason::kMemoryExtensionNotPreferred:
    case Reason::kMemoryGroupViolated:
      return memory_sentence(refusal, words);
    case Reason::kRequestIsNotLimit:
      return std::string("the ") + (refusal.resource == kResourceCpu ? "cpu" : "memory") +
             " limit is not equal to the request, as QoS LSE and LSR require";
    case Reason::kCpusNotWhole:
      return "requests " + std::to_string(refusal.needed) +
             " milli-CPU; exclusive CPUs must be a whole number";
    case Reason::kNoTopology:
      return "the node reports no CPU topology";
    case Reason::kBindPolicyConflict:
      return std::string("the node's bind policy does not allow ") +
             bind_policy(refusal.bind_policy);
    case Reason::kNumaPolicyConflict:
      return "the node's NUMA policy is not the one that the pod requires";
    case Reason::kSharedPoolTooSmall:
      return needs + " in one NUMA node's shared pool; the largest, " + place(refusal) + ", has " +
             best;
    case Reason::kInsufficientResource:
      return whole_node_sentence(refusal, words);
    case Reason::kNodeUnknown:
      return "the node has no Node object";
    case Reason::kNodeUnschedulable:
      return "the node is marked unschedulable";
    case Reason::kNoNumaNodeFits:
      return numa_node_sentence(refusal, words);
    case Reason::kResourceAbsent:
      return words.resource().empty() && refusal.object == Object::kUnit
                 ? needs + " that the node does not have"
                 : needs + ", which the node does not have";
    default:
      break;
  }
  return "refused for a reason that this version does not know (" +
         std::to_string(static_cast<int32_t>(refusal.reason)) + ")";
}

}  // namespace

std::string_view object_name(Object object) noexcept {
  switch (object) {
    case Object::kMachine:
      return "machine";
    case Object::kCpu:
      return "cpu";
    case Object::kCore:
      return "core";
    case Object::kL3:
      return "l3";
    case Object::kNumaNode:
      return "numaNode";
    case Object::kSocket:
      return "socket";
    case Object::kMilliCpu:
      return "milliCPU";
    case Object::kPolicy:
      return "policy";
    case Object::kBytes:
      return "byte";
    case Object::kUnit:
      return "unit";
    case Object::kContainer:
      return "container";
    case Object::kPod:
      return "pod";
    case Object::kDevice:
      return "device";
    case Object::kInitContainer:
      return "initContainer";
    case Object::kResources:
      return "resources";
  }
  return "unknown";
}

std::string to_sentence(const Refusal &refusal, const RefusalNames &names) {
  const RefusalWords words(refusal, names);
  if (is_about_devices(refusal.reason)) return device_sentence(refusal, words);
  if (is_about_nodes(refusal.reason)) return node_sentence(refusal);
  if (is_about_claims(refusal.reason)) return claim_sentence(refusal, words);
  std::string text;
  switch (rules_of(refusal.profile).wording) {
    case Wording::kOurs:
      break;
    case Wording::kKoordinator:
      text = upstream_sentence(refusal, words);
      break;
    case Wording::kKubelet:
      text = kubelet_sentence(refusal);
      break;
    case Wording::kNrtMatch:
      if (refusal.refused()) text = nrt_match_sentence(refusal);
      break;
  }
  return text.empty() ? spec_sentence(refusal, words) : text;
}

}  // namespace koord

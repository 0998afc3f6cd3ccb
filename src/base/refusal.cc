#include "base/refusal.h"

#include "base/claim_refusal.h"
#include "base/device_refusal.h"
#include "base/node_refusal.h"

namespace koord {
namespace {

constexpr std::string_view kUnexpected = "UnexpectedAdmissionError";

std::string plural(int64_t n, const char *one) {
  return std::to_string(n) + ' ' + one + (n == 1 ? "" : "s");
}

std::string amount(int64_t n, Object object) {
  switch (object) {
    case Object::kCore:
      return plural(n, "whole core");
    case Object::kMilliCpu:
      return std::to_string(n) + " milli-CPU";
    case Object::kL3:
      return plural(n, "L3 group");
    case Object::kNumaNode:
      return plural(n, "NUMA node");
    case Object::kSocket:
      return plural(n, "socket");
    case Object::kBytes:
      return plural(n, "byte");
    case Object::kUnit:
      return plural(n, "unit");
    case Object::kPod:
      return plural(n, "pod");
    case Object::kDevice:
      return plural(n, "device");
    case Object::kMachine:
    case Object::kCpu:
    case Object::kPolicy:
    case Object::kContainer:
    case Object::kInitContainer:
    case Object::kResources:
      break;
  }
  return plural(n, "CPU");
}

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

std::string upstream_sentence(const Refusal &refusal) {
  switch (refusal.reason) {
    case Reason::kNotEnoughCpus:
      return "not enough cpus available to satisfy request";
    case Reason::kRequiredBindPolicy:
      return std::string("insufficient CPUs to satisfy required cpu bind policy ") +
             bind_policy(refusal.bind_policy);
    case Reason::kInsufficientNuma:
      return std::string("Insufficient NUMA ") + (refusal.object == Object::kBytes  ? "memory"
                                                  : refusal.object == Object::kUnit ? "resource"
                                                                                    : "cpu");
    case Reason::kNumaPolicyConflict:
      return "node(s) NUMA Topology policy not match";
    case Reason::kCpusNotWhole:
      return "the requested CPUs must be integer";
    case Reason::kNoTopology:
      return "node(s) invalid CPU Topology";
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

// Of a gang that is bound to so many.
std::string on_nodes(const Refusal &refusal) {
  if (refusal.max_nodes == 0) return "";
  return " on at most " + plural(refusal.max_nodes, "node");
}

std::string spec_sentence(const Refusal &refusal) {
  const std::string needs = "needs " + amount(refusal.needed, refusal.object);
  switch (refusal.reason) {
    case Reason::kNone:
      return "";
    case Reason::kNotEnoughCpus:
      return needs + "; " + place(refusal) + " has " + std::to_string(refusal.best) + " available";
    case Reason::kRequiredBindPolicy:
      return needs + " under the required bind policy " + bind_policy(refusal.bind_policy) + "; " +
             place(refusal) + " can give " + std::to_string(refusal.best);
    case Reason::kInsufficientNuma:
      return needs + " from the NUMA nodes of the hint; together they can give " +
             std::to_string(refusal.best);
    case Reason::kSmtAlignment:
      return "asks for " + amount(refusal.needed, Object::kCpu) + ", which is no multiple of the " +
             std::to_string(refusal.threads_per_core) + " threads per core";
    case Reason::kNotEnoughPhysicalCores:
      return needs + " in whole free cores; " + place(refusal) + " has " +
             std::to_string(refusal.best);
    case Reason::kBindPolicyUnsupported:
      return std::string("the bind policy ") + bind_policy(refusal.bind_policy) +
             " is not supported on ARM; use FullPCPUs";
    case Reason::kExclusivePolicyUnsupported:
      return std::string("the exclusive policy ") + exclusive_policy(refusal.exclusive_policy) +
             " is not supported on ARM; use NUMANodeLevel";
    case Reason::kNumaUnsatisfied:
      return "no NUMA nodes can give one of the resources";
    case Reason::kNumaUnaligned:
      return "no NUMA nodes suit all resources as the NUMA policy demands";
    case Reason::kNumaExclusive:
      return "the NUMA nodes that suit all resources are used by pods of the other kind, of one or "
             "of "
             "several NUMA nodes";
    case Reason::kGangUnplaced:
      return needs + " to find room at once" + on_nodes(refusal) + "; at most " +
             std::to_string(refusal.best) + " do";
    case Reason::kReservationShort:
      return needs + " from the reservation; it has " + std::to_string(refusal.best) + " left";
    case Reason::kWouldMove:
      return "would have to move: of the " + amount(refusal.needed, refusal.object) +
             " that it should keep, only " + std::to_string(refusal.best) + " could stay";
    case Reason::kSearchLimit:
      if (refusal.object == Object::kPod)
        return needs + " to find room at once" + on_nodes(refusal) + "; so far " +
               std::to_string(refusal.best) + " did, and the work allowed is done";
      return "too many combinations of NUMA hints to find the best among them";
    case Reason::kNoNumaMemory:
      return needs + " of memory from NUMA nodes that may be grouped; the best have " +
             std::to_string(refusal.best);
    case Reason::kMemoryHintNotPreferred:
      return needs + " of memory from as few NUMA nodes as possible; only more of them have it";
    case Reason::kMemoryHintNotExtensible:
      return needs + " of memory from NUMA nodes that include those of its CPUs; none have it";
    case Reason::kMemoryExtensionNotPreferred:
      return needs +
             " of memory from as few NUMA nodes as possible that include those of its CPUs; only "
             "more of them have it";
    case Reason::kMemoryGroupViolated:
      return needs + " of memory from NUMA nodes of which some are used alone or in other groups";
    case Reason::kRequestIsNotLimit:
      return std::string("the limit of ") + (refusal.resource == 0 ? "cpu" : "memory") +
             " is not its request, as it must be for pods with QoS LSE or LSR";
    case Reason::kCpusNotWhole:
      return "asks for " + std::to_string(refusal.needed) +
             " milli-CPU; CPUs of its own come in whole numbers";
    case Reason::kNoTopology:
      return "the node reports no CPU topology";
    case Reason::kBindPolicyConflict:
      return std::string("the node's bind policy does not allow ") +
             bind_policy(refusal.bind_policy);
    case Reason::kNumaPolicyConflict:
      return "the node's NUMA policy is not the one the pod asks for";
    case Reason::kSharedPoolTooSmall:
      return needs + " in one NUMA node's shared pool; the largest, " + place(refusal) + ", has " +
             std::to_string(refusal.best);
    case Reason::kInsufficientResource:
      return needs + " of the node; it has " + std::to_string(refusal.best) + " left";
    case Reason::kNodeUnknown:
      return "the node has not been described yet";
    case Reason::kNodeUnschedulable:
      return "the node is marked unschedulable";
    case Reason::kNoNumaNodeFits:
      if (refusal.where_object == Object::kNumaNode)
        return needs + " from one NUMA node; the best, " + place(refusal) + ", has " +
               std::to_string(refusal.best);
      if (refusal.best > 0)
        return needs + " from one NUMA node; the best has " + std::to_string(refusal.best);
      return needs + " from one NUMA node; none that is left has any";
    case Reason::kResourceAbsent:
      return needs + " of a resource that the node does not have";
    default:
      break;
  }
  return "refused for a reason this version does not know (" +
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

std::string to_sentence(const Refusal &refusal) {
  if (is_about_devices(refusal.reason)) return device_sentence(refusal);
  if (is_about_nodes(refusal.reason)) return node_sentence(refusal);
  if (is_about_claims(refusal.reason)) return claim_sentence(refusal);
  std::string text;
  if (refusal.profile == Profile::kUpstream) text = upstream_sentence(refusal);
  if (refusal.profile == Profile::kKubelet) text = kubelet_sentence(refusal);
  if (refusal.profile == Profile::kNrtMatch && refusal.refused())
    text = nrt_match_sentence(refusal);
  return text.empty() ? spec_sentence(refusal) : text;
}

}  // namespace koord

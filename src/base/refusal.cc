#include "base/refusal.h"

namespace koord {
namespace {

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
    case Object::kMachine:
    case Object::kCpu:
    case Object::kPolicy:
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

// The names as annotations spell them; `detail` holds the policy's number in koord.h.
const char *bind_policy(int32_t policy) {
  return policy == 1 ? "FullPCPUs" : policy == 2 ? "SpreadByPCPUs" : "Default";
}

const char *exclusive_policy(int32_t policy) {
  return policy == 1 ? "PCPULevel" : policy == 2 ? "NUMANodeLevel" : "None";
}

std::string upstream_sentence(const Refusal &refusal) {
  switch (refusal.reason) {
    case Reason::kNotEnoughCpus:
      return "not enough cpus available to satisfy request";
    case Reason::kRequiredBindPolicy:
      return std::string("insufficient CPUs to satisfy required cpu bind policy ") +
             bind_policy(refusal.detail);
    case Reason::kInsufficientNuma:
      return "Insufficient NUMA cpu";
    default:
      return "";
  }
}

std::string kubelet_sentence(const Refusal &refusal) {
  const std::string needed = std::to_string(refusal.needed);
  const std::string best = std::to_string(refusal.best);
  const std::string per_core = std::to_string(refusal.detail);
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
    default:
      return "";
  }
}

// What could not be aligned, as NodeResourceTopologyMatch says it.
std::string nrt_match_sentence(const Refusal &refusal) {
  switch (refusal.detail) {
    case 1:
      return "cannot align pod";
    case 2:
      return "cannot align container";
    case 3:
      return "cannot align init container";
    default:
      return "";
  }
}

std::string spec_sentence(const Refusal &refusal) {
  const std::string needs = "needs " + amount(refusal.needed, refusal.object);
  switch (refusal.reason) {
    case Reason::kNone:
      return "";
    case Reason::kNotEnoughCpus:
      return needs + "; " + place(refusal) + " has " + std::to_string(refusal.best) + " available";
    case Reason::kRequiredBindPolicy:
      return needs + " under the required bind policy " + bind_policy(refusal.detail) + "; " +
             place(refusal) + " can give " + std::to_string(refusal.best);
    case Reason::kInsufficientNuma:
      return needs + " from the NUMA nodes of the hint; together they can give " +
             std::to_string(refusal.best);
    case Reason::kSmtAlignment:
      return "asks for " + amount(refusal.needed, Object::kCpu) + ", which is no multiple of the " +
             std::to_string(refusal.detail) + " threads per core";
    case Reason::kNotEnoughPhysicalCores:
      return needs + " in whole free cores; " + place(refusal) + " has " +
             std::to_string(refusal.best);
    case Reason::kBindPolicyUnsupported:
      return std::string("the bind policy ") + bind_policy(refusal.detail) +
             " is not supported on ARM; use FullPCPUs";
    case Reason::kExclusivePolicyUnsupported:
      return std::string("the exclusive policy ") + exclusive_policy(refusal.detail) +
             " is not supported on ARM; use NUMANodeLevel";
    case Reason::kNoNumaNodeFits:
      if (refusal.where_object != Object::kNumaNode)
        return needs + " from one NUMA node; none that is left has any";
      return needs + " from one NUMA node; the best, " + place(refusal) + ", has " +
             std::to_string(refusal.best);
    case Reason::kResourceAbsent:
      return needs + " of a resource that the node does not have";
  }
  return "refused for a reason this version does not know (" +
         std::to_string(static_cast<int32_t>(refusal.reason)) + ")";
}

}  // namespace

std::string to_sentence(const Refusal &refusal) {
  std::string text;
  if (refusal.profile == Profile::kUpstream) text = upstream_sentence(refusal);
  if (refusal.profile == Profile::kKubelet) text = kubelet_sentence(refusal);
  if (refusal.profile == Profile::kNrtMatch && refusal.refused())
    text = nrt_match_sentence(refusal);
  return text.empty() ? spec_sentence(refusal) : text;
}

std::string_view reason_name(Reason reason, Profile profile) noexcept {
  const bool kubelet = profile == Profile::kKubelet;
  switch (reason) {
    case Reason::kNone:
      return "None";
    case Reason::kNotEnoughCpus:
      return kubelet ? "UnexpectedAdmissionError" : "NotEnoughCPUs";
    case Reason::kRequiredBindPolicy:
      return "RequiredBindPolicy";
    case Reason::kInsufficientNuma:
      return "InsufficientNUMA";
    case Reason::kSmtAlignment:
      return "SMTAlignmentError";
    case Reason::kNotEnoughPhysicalCores:
      return kubelet ? "SMTAlignmentError" : "NotEnoughPhysicalCores";
    case Reason::kBindPolicyUnsupported:
      return "BindPolicyUnsupported";
    case Reason::kExclusivePolicyUnsupported:
      return "ExclusivePolicyUnsupported";
    case Reason::kNoNumaNodeFits:
      return "NoNUMANodeFits";
    case Reason::kResourceAbsent:
      return "ResourceAbsent";
  }
  return "Unknown";
}

}  // namespace koord

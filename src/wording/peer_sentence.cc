#include "wording/peer_sentence.h"

#include "base/profile_rules.h"
#include "base/well_known.h"
#include "wording/sentence.h"

namespace koord {
namespace {

constexpr std::string_view kUnexpected = "UnexpectedAdmissionError";

// Returns the message of kubelet's managers, or an
// empty string for the reasons of other components.
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
      if (refusal.object != Object::kPod)
        return "Resources cannot be allocated with Topology locality";
      return std::string("Pod Scope pod with pod-level resources failed admission ") +
             (refusal.where_object == Object::kContainer ? "with a container-level topology manager"
                                                         : "under pod-scope topology manager");
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
    case Reason::kMemoryNotInt64:
      return "[memorymanager] failed to represent quantity as int64";
    case Reason::kResizeInfeasible:
      return refusal.resource == kResourceMemory
                 ? "Resize is infeasible for Guaranteed Pods alongside Memory Manager policy "
                   "\"Static\""
                 : "Resize is infeasible for Guaranteed Pods alongside CPU Manager policy "
                   "\"static\"";
    default:
      return "";
  }
}

// Returns the message of kubelet's device manager, without the
// names of pod and container, which a refusal does not have.
std::string device_cause(const Refusal &refusal, const RefusalWords &words) {
  const std::string resource = words.resource().empty() ? "a resource" : words.resource();
  const std::string needed = std::to_string(refusal.needed);
  const std::string best = std::to_string(refusal.best);
  switch (refusal.reason) {
    case Reason::kNotEnoughDevices:
      return "requested number of devices unavailable for " + resource + ". Requested: " + needed +
             ", Available: " + best;
    case Reason::kNoDevices:
      return "no healthy devices present; cannot allocate unhealthy devices " + resource;
    case Reason::kDeviceUnhealthy:
      return "previously allocated devices are no longer healthy; cannot allocate unhealthy "
             "devices " +
             resource;
    case Reason::kResourceAbsent:
      return "cannot allocate unregistered device " + resource;
    case Reason::kDeviceCount:
      return "changed request for resource \"" + resource + "\" from " + needed + " to " + best;
    default:
      return "";
  }
}

// Returns the message about a pod whose containers leave nothing of its resources to those that
// share them.
std::string pod_pool_cause(const Refusal &refusal, const RefusalWords &words) {
  if (refusal.reason != Reason::kPodPoolEmpty) return "";
  const bool cpus = refusal.object == Object::kCpu;
  const std::string resource = words.resource().empty() ? "memory" : words.resource();
  if (refusal.where_object == Object::kContainer)
    return "[memorymanager] failed to represent quantity as int64";
  if (refusal.where_object == Object::kInitContainer)
    return "pod rejected, pod has shared init containers but no " +
           (cpus ? std::string("cpus") : resource) + " available for them";
  return "pod rejected, sum of exclusive container " + (cpus ? std::string("cpu") : resource) +
         " requests equals pod budget, leaving no " + (cpus ? "cpus" : "memory") +
         " for shared containers";
}

std::string koordinator_sentence(const Refusal &refusal, const RefusalWords &words) {
  switch (refusal.reason) {
    case Reason::kNotEnoughCpus:
      return "not enough cpus available to satisfy request";
    case Reason::kRequiredBindPolicy:
      return "insufficient CPUs to satisfy required cpu bind policy " + words.bind_policy();
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

// Returns kubelet's message for a pod. It has more text than
// the manager's if kubelet did not expect the manager to fail.
std::string kubelet_sentence(const Refusal &refusal, const RefusalWords &words) {
  std::string cause = kubelet_cause(refusal);
  if (cause.empty()) cause = pod_pool_cause(refusal, words);
  if (cause.empty()) cause = device_cause(refusal, words);
  const bool of_pod =
      refusal.where_object == Object::kContainer || refusal.where_object == Object::kPod;
  const bool unexpected = of_pod && reason_name(refusal.reason, Profile::kKubelet) == kUnexpected;
  return unexpected ? "Allocate failed due to " + cause + ", which is unexpected" : cause;
}

// States what could not be aligned, in the wording of NodeResourceTopologyMatch.
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

}  // namespace

std::string peer_sentence(const Refusal &refusal, const RefusalWords &words) {
  switch (rules_of(refusal.profile).wording) {
    case Wording::kOurs:
      return "";
    case Wording::kKoordinator:
      return koordinator_sentence(refusal, words);
    case Wording::kKubelet:
      return kubelet_sentence(refusal, words);
    case Wording::kNrtMatch:
      return refusal.refused() ? nrt_match_sentence(refusal) : "";
  }
  return "";
}

}  // namespace koord

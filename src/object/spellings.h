// Spellings of this module's enums in Kubernetes objects.
// Exclusive policies have theirs in base/exclusive_policy.h.
#pragma once

#include "base/spelling.h"
#include "object/objects.h"

namespace koord::object {

inline constexpr Spelling<Qos> kQosSpellings[] = {{Qos::kNone, ""},   {Qos::kLse, "LSE"},
                                                  {Qos::kLsr, "LSR"}, {Qos::kLs, "LS"},
                                                  {Qos::kBe, "BE"},   {Qos::kSystem, "SYSTEM"}};
inline constexpr Spelling<KubeQos> kKubeQosSpellings[] = {{KubeQos::kBestEffort, "BestEffort"},
                                                          {KubeQos::kBurstable, "Burstable"},
                                                          {KubeQos::kGuaranteed, "Guaranteed"}};
inline constexpr Spelling<PriorityClass> kPriorityClassSpellings[] = {
    {PriorityClass::kNone, ""},
    {PriorityClass::kProd, "koord-prod"},
    {PriorityClass::kMid, "koord-mid"},
    {PriorityClass::kBatch, "koord-batch"},
    {PriorityClass::kFree, "koord-free"}};
inline constexpr Spelling<PodBind> kPodBindSpellings[] = {
    {PodBind::kDefault, "Default"},
    {PodBind::kDefault, ""},
    {PodBind::kFullPcpus, "FullPCPUs"},
    {PodBind::kSpreadByPcpus, "SpreadByPCPUs"},
    {PodBind::kConstrainedBurst, "ConstrainedBurst"}};
// A label with an empty value means None; an absent label is kAbsent.
inline constexpr Spelling<NodeBind> kNodeBindSpellings[] = {
    {NodeBind::kNone, "None"},
    {NodeBind::kNone, ""},
    {NodeBind::kFullPcpusOnly, "FullPCPUsOnly"},
    {NodeBind::kFullPcpusOnly, "PCPUOnly"},
    {NodeBind::kSpreadByPcpus, "SpreadByPCPUs"}};
inline constexpr Spelling<NumaPolicy> kNumaPolicySpellings[] = {
    {NumaPolicy::kAbsent, ""},
    {NumaPolicy::kNone, "None"},
    {NumaPolicy::kBestEffort, "BestEffort"},
    {NumaPolicy::kRestricted, "Restricted"},
    {NumaPolicy::kSingleNode, "SingleNUMANode"},
    {NumaPolicy::kSingleNode, "SingleNUMANodePodLevel"},
    {NumaPolicy::kSingleNode, "SingleNUMANodeContainerLevel"}};
inline constexpr Spelling<NodeStrategy> kNodeStrategySpellings[] = {
    {NodeStrategy::kAbsent, ""},
    {NodeStrategy::kMostAllocated, "MostAllocated"},
    {NodeStrategy::kLeastAllocated, "LeastAllocated"},
    {NodeStrategy::kDistributeEvenly, "DistributeEvenly"}};
inline constexpr Spelling<NumaExclusive> kNumaExclusiveSpellings[] = {
    {NumaExclusive::kAbsent, ""},
    {NumaExclusive::kPreferred, "Preferred"},
    {NumaExclusive::kRequired, "Required"}};

}  // namespace koord::object

// How Kubernetes objects spell the values of this module's enums: the first spelling of a value is the
// one that is written, the others are read as well.
#pragma once

#include <cstddef>
#include <string_view>

#include "object/objects.h"

namespace koord::object {

template <typename Value>
struct Spelling {
  Value value;
  std::string_view text;  // of a literal, so followed by a NUL
};

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
inline constexpr Spelling<PodExclusive> kPodExclusiveSpellings[] = {
    {PodExclusive::kDefault, "Default"},
    {PodExclusive::kDefault, ""},
    {PodExclusive::kNone, "None"},
    {PodExclusive::kPcpuLevel, "PCPULevel"},
    {PodExclusive::kNumaNodeLevel, "NUMANodeLevel"}};
// A label without a value says None; no label at all is kAbsent.
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

// nullptr for a text or a value that has no entry.
template <typename Value, size_t N>
constexpr const Spelling<Value> *find_text(const Spelling<Value> (&table)[N],
                                           std::string_view text) noexcept {
  for (const Spelling<Value> &entry : table)
    if (entry.text == text) return &entry;
  return nullptr;
}
template <typename Value, size_t N>
constexpr const Spelling<Value> *find_value(const Spelling<Value> (&table)[N],
                                            Value value) noexcept {
  for (const Spelling<Value> &entry : table)
    if (entry.value == value) return &entry;
  return nullptr;
}

}  // namespace koord::object

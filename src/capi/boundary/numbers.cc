// koord.h and the engine define the same numbers separately; these assertions keep them equal.
// Reasons need none, because base/generated/reason.h is generated from koord.h.
#include "agent/hook_action.h"
#include "agent/local_node.h"
#include "agent/suppress.h"
#include "base/cpu_set.h"
#include "base/error.h"
#include "base/log.h"
#include "base/refusal.h"
#include "cpu/koordinator.h"
#include "koord.h"
#include "kubelet/cpu/policy.h"
#include "numa/intersections.h"
#include "numa/merge.h"
#include "object/objects.h"
#include "probe/hwloc_source.h"
#include "render/picture.h"

namespace koord {
namespace {

template <typename Enum>
constexpr bool same(Enum value, int32_t number) {
  return static_cast<int32_t>(value) == number;
}

static_assert(CpuSet::kCapacity == KOORD_MAX_CPUS);

static_assert(same(Status::kOk, KOORD_OK));
static_assert(same(Status::kInvalid, KOORD_E_INVALID));
static_assert(same(Status::kNoMemory, KOORD_E_NO_MEMORY));
static_assert(same(Status::kNoSpace, KOORD_E_NO_SPACE));
static_assert(same(Status::kConflict, KOORD_E_CONFLICT));
static_assert(same(Status::kStale, KOORD_E_STALE));
static_assert(same(Status::kLimit, KOORD_E_LIMIT));
static_assert(same(Status::kIo, KOORD_E_IO));
static_assert(same(Status::kPermission, KOORD_E_PERMISSION));
static_assert(same(Status::kCorrupt, KOORD_E_CORRUPT));
static_assert(same(Status::kUnsupported, KOORD_E_UNSUPPORTED));
static_assert(same(Status::kInternal, KOORD_E_INTERNAL));

static_assert(same(LogLevel::kInfo, KOORD_LOG_LEVEL_INFO));
static_assert(same(LogLevel::kWarning, KOORD_LOG_LEVEL_WARNING));

static_assert(same(Profile::kSpec, KOORD_PROFILE_SPEC));
static_assert(same(Profile::kUpstream, KOORD_PROFILE_UPSTREAM));
static_assert(same(Profile::kKubelet, KOORD_PROFILE_KUBELET));

static_assert(same(Object::kMachine, KOORD_OBJECT_KIND_MACHINE));
static_assert(same(Object::kCpu, KOORD_OBJECT_KIND_CPU));
static_assert(same(Object::kCore, KOORD_OBJECT_KIND_CORE));
static_assert(same(Object::kL3, KOORD_OBJECT_KIND_L3));
static_assert(same(Object::kNumaNode, KOORD_OBJECT_KIND_NUMA_NODE));
static_assert(same(Object::kSocket, KOORD_OBJECT_KIND_SOCKET));
static_assert(same(Object::kMilliCpu, KOORD_OBJECT_KIND_MILLI_CPU));
static_assert(same(Object::kPolicy, KOORD_OBJECT_KIND_POLICY));
static_assert(same(Object::kContainer, KOORD_OBJECT_KIND_CONTAINER));
static_assert(same(Object::kPod, KOORD_OBJECT_KIND_POD));
static_assert(same(Object::kDevice, KOORD_OBJECT_KIND_DEVICE));
static_assert(same(Object::kBytes, KOORD_OBJECT_KIND_BYTES));

static_assert(same(object::PodBind::kDefault, KOORD_BIND_POLICY_DEFAULT));
static_assert(same(object::PodBind::kFullPcpus, KOORD_BIND_POLICY_FULL_PCPUS));
static_assert(same(object::PodBind::kSpreadByPcpus, KOORD_BIND_POLICY_SPREAD_BY_PCPUS));
static_assert(same(object::PodBind::kConstrainedBurst, KOORD_BIND_POLICY_CONSTRAINED_BURST));
static_assert(same(object::NodeBind::kAbsent, KOORD_BIND_POLICY_DEFAULT));
static_assert(same(object::NodeBind::kFullPcpusOnly, KOORD_BIND_POLICY_FULL_PCPUS));
static_assert(same(object::NodeBind::kSpreadByPcpus, KOORD_BIND_POLICY_SPREAD_BY_PCPUS));
static_assert(same(object::NodeBind::kNone, KOORD_BIND_POLICY_NONE));
static_assert(same(ExclusivePolicy::kDefault, KOORD_EXCLUSIVE_POLICY_DEFAULT));
static_assert(same(ExclusivePolicy::kNone, KOORD_EXCLUSIVE_POLICY_NONE));
static_assert(same(ExclusivePolicy::kPcpuLevel, KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL));
static_assert(same(ExclusivePolicy::kNumaNodeLevel, KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL));
static_assert(kExclusivePolicyCount == KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL + 1);
static_assert(same(object::NodeStrategy::kAbsent, KOORD_NUMA_STRATEGY_DEFAULT));
static_assert(same(object::NodeStrategy::kMostAllocated, KOORD_NUMA_STRATEGY_MOST_ALLOCATED));
static_assert(same(object::NodeStrategy::kLeastAllocated, KOORD_NUMA_STRATEGY_LEAST_ALLOCATED));
static_assert(same(object::NodeStrategy::kDistributeEvenly, KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY));

static_assert(same(cpu::BindPolicy::kDefault, KOORD_BIND_POLICY_DEFAULT));
static_assert(same(cpu::BindPolicy::kFullPcpus, KOORD_BIND_POLICY_FULL_PCPUS));
static_assert(same(cpu::BindPolicy::kSpreadByPcpus, KOORD_BIND_POLICY_SPREAD_BY_PCPUS));

static_assert(same(kubelet::kFullPcpusOnly, KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY));
static_assert(same(kubelet::kDistributeNuma, KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA));
static_assert(same(kubelet::kAlignBySocket, KOORD_KUBELET_OPTION_ALIGN_BY_SOCKET));
static_assert(same(kubelet::kDistributeCores, KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES));
static_assert(same(kubelet::kStrictReservation, KOORD_KUBELET_OPTION_STRICT_CPU_RESERVATION));
static_assert(same(kubelet::kUncoreCache, KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE));

static_assert(same(KubeletVersion::k135, KOORD_KUBELET_VERSION_V1_35));
static_assert(same(KubeletVersion::k136, KOORD_KUBELET_VERSION_V1_36));
static_assert(same(KubeletVersion::k137, KOORD_KUBELET_VERSION_V1_37));
static_assert(same(KubeletVersion::k138, KOORD_KUBELET_VERSION_V1_38));

static_assert(same(numa::NumaPolicy::kAbsent, KOORD_NUMA_POLICY_UNSET));
static_assert(same(numa::NumaPolicy::kNone, KOORD_NUMA_POLICY_NONE));
static_assert(same(numa::NumaPolicy::kBestEffort, KOORD_NUMA_POLICY_BEST_EFFORT));
static_assert(same(numa::NumaPolicy::kRestricted, KOORD_NUMA_POLICY_RESTRICTED));
static_assert(same(numa::NumaPolicy::kSingleNode, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE));
static_assert(same(numa::NumaExclusive::kAbsent, KOORD_NUMA_EXCLUSIVE_UNSET));
static_assert(same(numa::NumaExclusive::kPreferred, KOORD_NUMA_EXCLUSIVE_PREFERRED));
static_assert(same(numa::NumaExclusive::kRequired, KOORD_NUMA_EXCLUSIVE_REQUIRED));
static_assert(same(numa::NodeUse::kIdle, KOORD_NUMA_USE_IDLE));
static_assert(same(numa::NodeUse::kSingle, KOORD_NUMA_USE_SINGLE));
static_assert(same(numa::NodeUse::kShared, KOORD_NUMA_USE_SHARED));
static_assert(same(numa::Opinion::kHints, KOORD_NUMA_HINT_KIND_HINTS));
static_assert(same(numa::Opinion::kNoPreference, KOORD_NUMA_HINT_KIND_NO_PREFERENCE));
static_assert(same(numa::Opinion::kUnsatisfiable, KOORD_NUMA_HINT_KIND_UNSATISFIABLE));
static_assert(numa::kMaxNodes == KOORD_MAX_NUMA_NODES);
static_assert(numa::kMaxLists == KOORD_MAX_NUMA_LISTS);
static_assert(numa::kMaxScore == int64_t{1} << 53 && numa::kMaxPermutations == 1000000 &&
              numa::kMaxTableNodes == 16);  // as in koord.h

static_assert(same(agent::Place::kUntouched, KOORD_AGENT_PLACE_UNTOUCHED));
static_assert(same(agent::Place::kOwn, KOORD_AGENT_PLACE_EXCLUSIVE));
static_assert(same(agent::Place::kKubelet, KOORD_AGENT_PLACE_KUBELET));
static_assert(same(agent::Place::kShared, KOORD_AGENT_PLACE_SHARED));
static_assert(same(agent::Place::kNamedPools, KOORD_AGENT_PLACE_NAMED_POOLS));
static_assert(same(agent::Place::kBestEffort, KOORD_AGENT_PLACE_BEST_EFFORT));
static_assert(same(agent::Place::kSystem, KOORD_AGENT_PLACE_SYSTEM));
static_assert(same(agent::StartOutcome::kNotOurs, KOORD_HOOK_OUTCOME_NOT_OURS) &&
              same(agent::StartOutcome::kDone, KOORD_HOOK_OUTCOME_DONE) &&
              same(agent::StartOutcome::kLeft, KOORD_HOOK_OUTCOME_LEFT) &&
              same(agent::StartOutcome::kRefused, KOORD_HOOK_OUTCOME_REFUSED));
static_assert(agent::LocalNode::kMaxPods == 65536 &&
              agent::CpuUse::kMost == int64_t{1} << 42);  // as in koord.h

static_assert(same(probe::kOnlyAllowed, KOORD_TOPOLOGY_ONLY_ALLOWED));
static_assert(kMaxPictureHolders == 64);  // as in koord.h

}  // namespace
}  // namespace koord

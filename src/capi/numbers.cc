// koord.h and the engine number the same things on their own; here the compiler holds them
// together.
#include "agent/node.h"
#include "agent/suppress.h"
#include "base/cpu_set.h"
#include "base/error.h"
#include "base/log.h"
#include "base/refusal.h"
#include "cpu/koordinator.h"
#include "cpu/kubelet_policy.h"
#include "koord.h"
#include "numa/meetings.h"
#include "numa/merge.h"
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

static_assert(same(LogLevel::kInfo, KOORD_LOG_INFO));
static_assert(same(LogLevel::kWarning, KOORD_LOG_WARNING));

static_assert(same(Profile::kSpec, KOORD_PROFILE_SPEC));
static_assert(same(Profile::kUpstream, KOORD_PROFILE_UPSTREAM));
static_assert(same(Profile::kKubelet, KOORD_PROFILE_KUBELET));

static_assert(same(Reason::kNone, KOORD_REASON_NONE));
static_assert(same(Reason::kNotEnoughCpus, KOORD_REASON_NOT_ENOUGH_CPUS));
static_assert(same(Reason::kRequiredBindPolicy, KOORD_REASON_REQUIRED_BIND_POLICY));
static_assert(same(Reason::kInsufficientNuma, KOORD_REASON_INSUFFICIENT_NUMA));
static_assert(same(Reason::kSmtAlignment, KOORD_REASON_SMT_ALIGNMENT));
static_assert(same(Reason::kNotEnoughPhysicalCores, KOORD_REASON_NOT_ENOUGH_PHYSICAL_CORES));
static_assert(same(Reason::kBindPolicyUnsupported, KOORD_REASON_BIND_POLICY_UNSUPPORTED));
static_assert(same(Reason::kExclusivePolicyUnsupported, KOORD_REASON_EXCLUSIVE_POLICY_UNSUPPORTED));

static_assert(same(Reason::kNumaUnsatisfied, KOORD_REASON_NUMA_UNSATISFIED));
static_assert(same(Reason::kNumaUnaligned, KOORD_REASON_NUMA_UNALIGNED));
static_assert(same(Reason::kNumaExclusive, KOORD_REASON_NUMA_EXCLUSIVE));
static_assert(same(Reason::kSearchLimit, KOORD_REASON_SEARCH_LIMIT));
static_assert(same(Reason::kNoNumaMemory, KOORD_REASON_NO_NUMA_MEMORY));
static_assert(same(Reason::kMemoryHintNotPreferred, KOORD_REASON_MEMORY_HINT_NOT_PREFERRED));
static_assert(same(Reason::kMemoryHintNotExtensible, KOORD_REASON_MEMORY_HINT_NOT_EXTENSIBLE));
static_assert(same(Reason::kMemoryExtensionNotPreferred,
                   KOORD_REASON_MEMORY_EXTENSION_NOT_PREFERRED));
static_assert(same(Reason::kMemoryGroupViolated, KOORD_REASON_MEMORY_GROUP_VIOLATED));
static_assert(same(Reason::kGangUnplaced, KOORD_REASON_GANG_UNPLACED));
static_assert(same(Reason::kReservationShort, KOORD_REASON_RESERVATION_SHORT));
static_assert(same(Reason::kWouldMove, KOORD_REASON_WOULD_MOVE));
static_assert(same(Reason::kDeviceUnit, KOORD_REASON_DEVICE_UNIT));
static_assert(same(Reason::kDeviceMix, KOORD_REASON_DEVICE_MIX));
static_assert(same(Reason::kNoShareTemplate, KOORD_REASON_NO_SHARE_TEMPLATE));
static_assert(same(Reason::kNoDevices, KOORD_REASON_NO_DEVICES));
static_assert(same(Reason::kNotEnoughDevices, KOORD_REASON_NOT_ENOUGH_DEVICES));
static_assert(same(Reason::kNotEnoughVfs, KOORD_REASON_NOT_ENOUGH_VFS));
static_assert(same(Reason::kDeviceScope, KOORD_REASON_DEVICE_SCOPE));
static_assert(same(Reason::kDeviceNuma, KOORD_REASON_DEVICE_NUMA));
static_assert(same(Reason::kNoPartitionTable, KOORD_REASON_NO_PARTITION_TABLE));
static_assert(same(Reason::kPartitionSize, KOORD_REASON_PARTITION_SIZE));
static_assert(same(Reason::kPartitionsTaken, KOORD_REASON_PARTITIONS_TAKEN));
static_assert(same(Reason::kDevicesUnplaced, KOORD_REASON_DEVICES_UNPLACED));
static_assert(same(Reason::kSharesSpread, KOORD_REASON_SHARES_SPREAD));
static_assert(same(Reason::kDevicesApart, KOORD_REASON_DEVICES_APART));
static_assert(same(Reason::kDeviceUnhealthy, KOORD_REASON_DEVICE_UNHEALTHY));
static_assert(same(Reason::kDeviceUnnamed, KOORD_REASON_DEVICE_UNNAMED));
static_assert(same(Reason::kCpuNotOnMachine, KOORD_REASON_CPU_NOT_ON_MACHINE));
static_assert(same(Reason::kCpuTaken, KOORD_REASON_CPU_TAKEN));
static_assert(same(Reason::kClaimNotDue, KOORD_REASON_CLAIM_NOT_DUE));
static_assert(same(Reason::kCpuReserved, KOORD_REASON_CPU_RESERVED));
static_assert(same(Reason::kMoreCpusThanAsked, KOORD_REASON_MORE_CPUS_THAN_ASKED));
static_assert(same(Reason::kPoolEmpty, KOORD_REASON_POOL_EMPTY));
static_assert(same(Reason::kNumaNodeAbsent, KOORD_REASON_NUMA_NODE_ABSENT));
static_assert(same(Reason::kPodUnknown, KOORD_REASON_POD_UNKNOWN));
static_assert(same(Reason::kStateDisagrees, KOORD_REASON_STATE_DISAGREES));
static_assert(same(Reason::kNotThePods, KOORD_REASON_NOT_THE_PODS));

static_assert(same(Object::kMachine, KOORD_OBJECT_MACHINE));
static_assert(same(Object::kCpu, KOORD_OBJECT_CPU));
static_assert(same(Object::kCore, KOORD_OBJECT_CORE));
static_assert(same(Object::kL3, KOORD_OBJECT_L3));
static_assert(same(Object::kNumaNode, KOORD_OBJECT_NUMA_NODE));
static_assert(same(Object::kSocket, KOORD_OBJECT_SOCKET));
static_assert(same(Object::kMilliCpu, KOORD_OBJECT_MILLI_CPU));
static_assert(same(Object::kPolicy, KOORD_OBJECT_POLICY));
static_assert(same(Object::kContainer, KOORD_OBJECT_CONTAINER));
static_assert(same(Object::kPod, KOORD_OBJECT_POD));
static_assert(same(Object::kDevice, KOORD_OBJECT_DEVICE));
static_assert(same(Object::kBytes, KOORD_OBJECT_BYTES));

static_assert(same(cpu::BindPolicy::kDefault, KOORD_BIND_DEFAULT));
static_assert(same(cpu::BindPolicy::kFullPcpus, KOORD_BIND_FULL_PCPUS));
static_assert(same(cpu::BindPolicy::kSpreadByPcpus, KOORD_BIND_SPREAD_BY_PCPUS));
static_assert(same(cpu::ExclusivePolicy::kNone, KOORD_EXCLUSIVE_NONE));
static_assert(same(cpu::ExclusivePolicy::kPcpuLevel, KOORD_EXCLUSIVE_PCPU_LEVEL));
static_assert(same(cpu::ExclusivePolicy::kNumaNodeLevel, KOORD_EXCLUSIVE_NUMA_NODE_LEVEL));
static_assert(same(cpu::NumaStrategy::kMostAllocated, KOORD_NUMA_MOST_ALLOCATED));
static_assert(same(cpu::NumaStrategy::kLeastAllocated, KOORD_NUMA_LEAST_ALLOCATED));
static_assert(same(cpu::NumaStrategy::kDistributeEvenly, KOORD_NUMA_DISTRIBUTE_EVENLY));

static_assert(same(kubelet::kFullPcpusOnly, KOORD_KUBELET_FULL_PCPUS_ONLY));
static_assert(same(kubelet::kDistributeNuma, KOORD_KUBELET_DISTRIBUTE_NUMA));
static_assert(same(kubelet::kAlignBySocket, KOORD_KUBELET_ALIGN_BY_SOCKET));
static_assert(same(kubelet::kDistributeCores, KOORD_KUBELET_DISTRIBUTE_CORES));
static_assert(same(kubelet::kStrictReservation, KOORD_KUBELET_STRICT_RESERVATION));
static_assert(same(kubelet::kUncoreCache, KOORD_KUBELET_UNCORE_CACHE));

static_assert(same(numa::NumaPolicy::kAbsent, KOORD_NUMA_POLICY_ABSENT));
static_assert(same(numa::NumaPolicy::kNone, KOORD_NUMA_POLICY_NONE));
static_assert(same(numa::NumaPolicy::kBestEffort, KOORD_NUMA_POLICY_BEST_EFFORT));
static_assert(same(numa::NumaPolicy::kRestricted, KOORD_NUMA_POLICY_RESTRICTED));
static_assert(same(numa::NumaPolicy::kSingleNode, KOORD_NUMA_POLICY_SINGLE_NODE));
static_assert(same(numa::NumaExclusive::kAbsent, KOORD_NUMA_EXCLUSIVE_ABSENT));
static_assert(same(numa::NumaExclusive::kPreferred, KOORD_NUMA_EXCLUSIVE_PREFERRED));
static_assert(same(numa::NumaExclusive::kRequired, KOORD_NUMA_EXCLUSIVE_REQUIRED));
static_assert(same(numa::NodeUse::kIdle, KOORD_NUMA_USE_IDLE));
static_assert(same(numa::NodeUse::kSingle, KOORD_NUMA_USE_SINGLE));
static_assert(same(numa::NodeUse::kShared, KOORD_NUMA_USE_SHARED));
static_assert(same(numa::Opinion::kHints, KOORD_NUMA_HINTS));
static_assert(same(numa::Opinion::kNoPreference, KOORD_NUMA_NO_PREFERENCE));
static_assert(same(numa::Opinion::kUnsatisfiable, KOORD_NUMA_UNSATISFIABLE));
static_assert(numa::kMaxNodes == KOORD_MAX_NUMA_NODES);
static_assert(numa::kMaxLists == KOORD_MAX_NUMA_LISTS);
static_assert(numa::kMaxScore == int64_t{1} << 53 && numa::kMaxPermutations == 1000000 &&
              numa::kMaxTableNodes == 16);  // as koord.h says

static_assert(same(agent::Place::kUntouched, KOORD_PLACE_UNTOUCHED));
static_assert(same(agent::Place::kOwn, KOORD_PLACE_OWN));
static_assert(same(agent::Place::kKubelet, KOORD_PLACE_KUBELET));
static_assert(same(agent::Place::kShared, KOORD_PLACE_SHARED));
static_assert(same(agent::Place::kNamedPools, KOORD_PLACE_NAMED_POOLS));
static_assert(same(agent::Place::kBestEffort, KOORD_PLACE_BEST_EFFORT));
static_assert(same(agent::Place::kSystem, KOORD_PLACE_SYSTEM));
static_assert(agent::Node::kMaxPods == 65536 &&
              agent::CpuUse::kMost == int64_t{1} << 42);  // as koord.h says

static_assert(same(probe::kOnlyAllowed, KOORD_TOPOLOGY_ONLY_ALLOWED));
static_assert(kMaxPictureHolders == 64);  // as koord.h says

}  // namespace
}  // namespace koord

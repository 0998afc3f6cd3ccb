// Checks the stack size that koord.h promises for a pick, for callers on small threads.
#include <pthread.h>

#include <memory>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

constexpr size_t kStackBytes = size_t{384} * 1024;  // "384 KiB" in koord.h
constexpr size_t kWords = 64;

struct Work {
  const koord_topology *topology;
  uint64_t available[kWords];
  uint64_t sets[3 * kWords];  // three copies of one set
  int granted;
  int refused;
};

void pick_by_every_policy(Work &work) {
  uint64_t out[kWords];
  koord_refusal refusal;
  koord_error err;
  for (int32_t bind = 0; bind <= KOORD_BIND_POLICY_SPREAD_BY_PCPUS; ++bind)
    for (int32_t exclusive = KOORD_EXCLUSIVE_POLICY_NONE;
         exclusive <= KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL; ++exclusive)
      for (int32_t strategy = KOORD_NUMA_STRATEGY_MOST_ALLOCATED;
           strategy <= KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY; ++strategy)
        for (const uint32_t cpus : {8u, 700u}) {
          koord_cpu_request request = KOORD_INIT(koord_cpu_request);
          request.bind_policy = bind;
          request.exclusive_policy = exclusive;
          request.numa_strategy = strategy;
          request.cpus = cpus;
          request.flags = KOORD_PICK_FEWEST_L3;
          request.words = kWords;
          request.sets = KOORD_PICK_SET_CORE_HELD | KOORD_PICK_SET_NODE_HELD;
          koord_cpu_pick(work.topology, &request, work.sets, nullptr, nullptr, out, &refusal, &err);
          ++(refusal.reason == KOORD_REASON_NONE ? work.granted : work.refused);
        }
  for (const uint32_t options :
       {0u, uint32_t{KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY | KOORD_KUBELET_OPTION_ALIGN_BY_SOCKET},
        uint32_t{KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY |
                 KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA},
        uint32_t{KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES},
        uint32_t{KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE}})
    for (const uint32_t cpus : {8u, 700u}) {
      koord_kubelet_request request = KOORD_INIT(koord_kubelet_request);
      request.options = options;
      request.cpus = cpus;
      koord_kubelet_pick(work.topology, &request, work.available, kWords, out, &refusal, &err);
      ++(refusal.reason == KOORD_REASON_NONE ? work.granted : work.refused);
    }
}

// All 64 NUMA nodes give equal parts, and all but one give
// another part, which needs the largest tables.
void distribute(Work &work) {
  uint64_t out[kWords];
  koord_refusal refusal;
  koord_error err;
  koord_kubelet_request request = KOORD_INIT(koord_kubelet_request);
  request.options =
      KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY | KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA;
  request.cpus = 2 * 1023;
  koord_kubelet_pick(work.topology, &request, work.available, kWords, out, &refusal, &err);
  ++(refusal.reason == KOORD_REASON_NONE ? work.granted : work.refused);
}

// Picks from 4,096 CPUs, every other core free, on a thread with exactly the promised stack.
template <void (*kPick)(Work &)>
std::unique_ptr<Work> on_small_stack(int numa_nodes) {
  const std::vector<koord_cpu> rows = machine_rows(numa_nodes, 2048 / numa_nodes, 2);
  const TopologyPtr topology = from_rows(rows);
  auto work = std::make_unique<Work>();
  work->topology = topology.get();
  for (uint64_t &word : work->available) word = 0x5555555555555555;
  for (uint64_t &word : work->sets) word = 0x5555555555555555;

  pthread_attr_t attributes;
  EXPECT_EQ(pthread_attr_init(&attributes), 0);
  EXPECT_EQ(pthread_attr_setstacksize(&attributes, kStackBytes), 0);
  pthread_t thread;
  const auto run = [](void *arg) -> void * {
    kPick(*static_cast<Work *>(arg));
    return nullptr;
  };
  EXPECT_EQ(pthread_create(&thread, &attributes, run, work.get()), 0);
  EXPECT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
  return work;
}

TEST(Stack, APickFitsTheDocumentedStackSize) {
  if (kSanitized) GTEST_SKIP() << "sanitizers widen stack frames";
  const auto work = on_small_stack<pick_by_every_policy>(8);
  EXPECT_EQ(work->granted, 64);
  EXPECT_EQ(work->refused, 0);
}

TEST(Stack, ADistributionFitsTheDocumentedStackSize) {
  if (kSanitized) GTEST_SKIP() << "sanitizers widen stack frames";
  const auto work = on_small_stack<distribute>(64);
  EXPECT_EQ(work->granted, 1);
  EXPECT_EQ(work->refused, 0);
}

}  // namespace
}  // namespace koord::testing

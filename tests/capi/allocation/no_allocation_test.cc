// Picks allocate no heap memory, whether they are granted or
// refused, and neither do queries about a pod.
#include "capi/allocation/counting_new.h"
#include "capi/capi_support.h"

namespace koord::testing {
namespace {

// 2 sockets of 64 cores of 2 threads; every other core is in use.
struct HalfTaken {
  HalfTaken() {
    for (const std::vector<uint64_t> &set : {free, preferred, held, held})
      sets.insert(sets.end(), set.begin(), set.end());
  }
  TopologyPtr topology = from_rows(machine_rows(2, 64, 2));
  std::vector<uint64_t> free = std::vector<uint64_t>(4, 0x5555555555555555ull);
  std::vector<uint64_t> preferred = set_words("0-63", 4);
  std::vector<uint64_t> held = set_words("4-9", 4);
  std::vector<uint64_t> sets;
  std::vector<uint16_t> ref_counts = std::vector<uint16_t>(256, 0);
  std::vector<uint64_t> picked = std::vector<uint64_t>(4);
  koord_refusal refusal{};
};

TEST(NoAllocation, TheCountersCount) {
  const long before = allocations();
  { const std::vector<int> block(100); }
  EXPECT_EQ(allocations(), before + 1);
}

TEST(NoAllocation, InKoordinatorsPicks) {
  HalfTaken machine;
  koord_numa_grant grants[2] = {{-1, 0, 0, 0}, {-1, 0, 1, 0}};
  koord_cpu_request request = KOORD_INIT(koord_cpu_request);
  request.words = 4;
  request.sets = KOORD_PICK_SET_PREFERRED | KOORD_PICK_SET_CORE_HELD | KOORD_PICK_SET_NODE_HELD;
  request.grant_stride = sizeof grants[0];
  for (int bind = 0; bind < 3; ++bind)
    for (int exclusive = 0; exclusive < 4; ++exclusive)
      for (int strategy = 0; strategy < 4; ++strategy)
        for (uint32_t flags = 0; flags < 4; ++flags)
          for (int profile = 0; profile < 2; ++profile)
            for (const uint32_t cpus : {0u, 1u, 8u, 32u, 65u, 128u, 129u, 300u})
              for (const uint32_t nodes : {0u, 1u, 2u}) {
                request.flags = flags;
                request.profile = profile;
                request.bind_policy = bind;
                request.exclusive_policy = exclusive;
                request.numa_strategy = strategy;
                request.cpus = cpus;
                request.max_ref_count = 1 + cpus % 3;
                request.grant_count = nodes;
                const long before = allocations();
                const koord_status status =
                    koord_cpu_pick(machine.topology.get(), &request, machine.sets.data(),
                                   machine.ref_counts.data(), grants, machine.picked.data(),
                                   &machine.refusal, nullptr);
                ASSERT_EQ(allocations(), before)
                    << "bind " << bind << ", exclusive " << exclusive << ", strategy " << strategy
                    << ", flags " << flags << ", profile " << profile << ", CPUs " << cpus
                    << ", NUMA nodes " << nodes;
                ASSERT_EQ(status, KOORD_OK);
              }
}

TEST(NoAllocation, InKubeletsPicks) {
  HalfTaken machine;
  koord_kubelet_request request = KOORD_INIT(koord_kubelet_request);
  request.sets = KOORD_KUBELET_SET_RESERVED | KOORD_KUBELET_SET_REUSABLE;
  std::vector<uint64_t> sets(machine.free.begin(), machine.free.end());
  for (int i = 0; i < 2; ++i) sets.insert(sets.end(), machine.held.begin(), machine.held.end());
  int tried = 0;
  for (uint32_t options = 0; options < 64; ++options)
    for (const uint32_t cpus : {0u, 1u, 8u, 32u, 65u, 128u, 129u, 300u})
      for (const uint64_t affinity : {0u, 2u}) {
        request.options = options;
        request.cpus = cpus;
        request.affinity = affinity;
        const long before = allocations();
        const koord_status status =
            koord_kubelet_pick(machine.topology.get(), &request, sets.data(), 4,
                               machine.picked.data(), &machine.refusal, nullptr);
        if (status == KOORD_E_INVALID) continue;  // mutually exclusive options
        ++tried;
        ASSERT_EQ(allocations(), before) << "options " << options << ", CPUs " << cpus;
        ASSERT_EQ(status, KOORD_OK);
      }
  EXPECT_GT(tried, 16);
}

// All 64 NUMA nodes give equal parts, and all but one give another core.
TEST(NoAllocation, InADistributionOverManyNumaNodes) {
  const TopologyPtr topology = from_rows(machine_rows(64, 4, 2));
  const std::vector<uint64_t> free(8, ~uint64_t{0});
  std::vector<uint64_t> picked(8);
  koord_refusal refusal{};
  koord_kubelet_request request = KOORD_INIT(koord_kubelet_request);
  request.options =
      KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY | KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA;
  request.cpus = 2 * (4 * 64 - 1);
  const long before = allocations();
  ASSERT_EQ(koord_kubelet_pick(topology.get(), &request, free.data(), 8, picked.data(), &refusal,
                               nullptr),
            KOORD_OK);
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(refusal.reason, KOORD_REASON_NONE);
}

// Eight NUMA nodes, and hints of four resources for every set of them, preferred or not.
TEST(NoAllocation, InNumaMerges) {
  std::vector<koord_numa_place> places;
  for (int i = 0; i < 8; ++i) places.push_back({i, i % 3});
  const std::vector<uint32_t> distances(64, 10);
  const NumaHintsPtr numa_hints = new_numa_hints();
  // Adds a list of hints for each of `lists` resources.
  const auto fill = [&](uint32_t lists) {
    static const char kNames[] = "abcd";
    koord_numa_hint hints[255];
    koord_numa_hint_list list = KOORD_INIT(koord_numa_hint_list);
    ASSERT_EQ(koord_numa_hints_reset(numa_hints.get(), nullptr), KOORD_OK);
    ASSERT_EQ(koord_numa_hints_set_nodes(numa_hints.get(), places.data(), sizeof places[0], 8,
                                         distances.data(), nullptr),
              KOORD_OK);
    for (uint32_t i = 0; i < lists; ++i) {
      for (uint64_t set = 255; set > 0; --set) hints[255 - set] = {set, 3, i % 2, 0};
      ASSERT_EQ(koord_numa_hints_add_list(numa_hints.get(), &list, kNames + i, 1, hints,
                                          sizeof hints[0], 255, nullptr),
                KOORD_OK);
    }
  };
  fill(4);  // the maximum: from now on the handle has enough memory
  koord_numa_options options = KOORD_INIT(koord_numa_options);
  options.exclusive = KOORD_NUMA_EXCLUSIVE_REQUIRED;
  options.flags = KOORD_NUMA_MERGE_PREFER_CLOSEST;
  for (const koord_profile profile :
       {KOORD_PROFILE_SPEC, KOORD_PROFILE_KUBELET, KOORD_PROFILE_UPSTREAM})
    for (koord_numa_policy policy = 0; policy <= KOORD_NUMA_POLICY_SINGLE_NUMA_NODE; ++policy) {
      options.profile = profile;
      options.policy = policy;
      koord_numa_merged out;
      const long before = allocations();
      fill(profile == KOORD_PROFILE_UPSTREAM ? 2 : 4);  // 2 lists are 255 * 255 combinations
      const koord_status status =
          koord_numa_merge(&options, numa_hints.get(), &out, nullptr, 0, nullptr, nullptr);
      ASSERT_EQ(allocations(), before) << "profile " << profile << ", policy " << policy;
      ASSERT_EQ(status, KOORD_OK);
    }
}

TEST(NoAllocation, InRowsAndSets) {
  const HalfTaken machine;
  std::vector<koord_cpu> rows(256);
  std::vector<uint64_t> words(4);
  size_t count = 0;
  const long before = allocations();
  koord_topology_get_cpus(machine.topology.get(), rows.data(), sizeof rows[0], 256, &count,
                          nullptr);
  koord_topology_get_cpuset(machine.topology.get(), KOORD_CPUSET_KIND_SOCKET, 1, words.data(), 4,
                            nullptr);
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(count, 256u);
}

TEST(NoAllocation, InQuestionsToAPod) {
  constexpr char kJson[] = R"({"metadata":{"name":"web"},"spec":{"containers":[
      {"resources":{"limits":{"cpu":"4","memory":"1Gi"}}}]}})";
  koord_pod *pod = nullptr;
  ASSERT_EQ(koord_pod_from_json(nullptr, kJson, KOORD_NUL, &pod, nullptr), KOORD_OK);
  const PodPtr owner(pod);
  koord_pod_info info = KOORD_INIT(koord_pod_info);
  char text[8];
  int64_t request = 0;
  int64_t limit = 0;
  uint64_t word = 0;
  const long before = allocations();
  EXPECT_EQ(koord_pod_get_info(pod, &info, nullptr), KOORD_OK);
  EXPECT_EQ(koord_pod_get_request(pod, "memory", 6, &request, &limit, nullptr), KOORD_OK);
  EXPECT_EQ(koord_pod_get_text(pod, KOORD_POD_TEXT_NAME, text, sizeof text, nullptr, nullptr),
            KOORD_OK);
  EXPECT_EQ(koord_pod_get_cpus(pod, &word, 1, nullptr), KOORD_OK);
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace koord::testing

// Many threads share one const topology, as the header allows. The thread sanitizer checks them.
#include <atomic>
#include <thread>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 50;

template <typename Work>
void in_threads(Work &&work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back([&, i] { work(i); });
  for (std::thread &thread : threads) thread.join();
}

std::string everything_about(const koord_topology *topology) {
  std::string text;
  koord_buffer *out = nullptr;
  EXPECT_EQ(koord_topology_to_json(topology, &out, nullptr), KOORD_OK);
  text += text_of(out);
  koord_buffer_unref(out);
  EXPECT_EQ(koord_topology_to_annotation(topology, &out, nullptr), KOORD_OK);
  text += text_of(out);
  koord_buffer_unref(out);
  EXPECT_EQ(koord_topology_draw(topology, nullptr, nullptr, &out, nullptr), KOORD_OK);
  text += text_of(out);
  koord_buffer_unref(out);
  koord_cpu rows[16];
  size_t count = 0;
  EXPECT_EQ(koord_topology_get_cpus(topology, rows, sizeof rows[0], 16, &count, nullptr), KOORD_OK);
  for (size_t i = 0; i < count; ++i) text += std::to_string(rows[i].core_index);
  uint64_t word = 0;
  EXPECT_EQ(koord_topology_get_cpuset(topology, KOORD_CPUSET_KIND_SOCKET, 1, &word, 1, nullptr),
            KOORD_OK);
  return text + list_of(&word, 1);
}

std::string picks_on(const koord_topology *topology, uint32_t cpus) {
  const std::vector<uint64_t> available = set_words("1-15");
  uint64_t picked = 0;
  koord_refusal refusal{};
  koord_cpu_request request = KOORD_INIT(koord_cpu_request);
  request.cpus = cpus;
  request.words = 1;
  EXPECT_EQ(koord_cpu_pick(topology, &request, available.data(), nullptr, nullptr, &picked,
                           &refusal, nullptr),
            KOORD_OK);
  std::string text = list_of(&picked, 1) + ";";
  koord_kubelet_request kubelet = KOORD_INIT(koord_kubelet_request);
  kubelet.cpus = cpus;
  EXPECT_EQ(koord_kubelet_pick(topology, &kubelet, available.data(), 1, &picked, &refusal, nullptr),
            KOORD_OK);
  return text + list_of(&picked, 1);
}

TEST(Concurrency, ReadersOfOneTopologyAgree) {
  const TopologyPtr topology = two_sockets();
  const std::string expected = everything_about(topology.get());
  std::atomic<int> differing{0};
  in_threads([&](int) {
    for (int i = 0; i < kRounds; ++i)
      if (everything_about(topology.get()) != expected) ++differing;
  });
  EXPECT_EQ(differing, 0);
}

TEST(Concurrency, PickersOnOneTopologyAgree) {
  const TopologyPtr topology = two_sockets();
  std::vector<std::string> expected;
  for (uint32_t cpus = 0; cpus < 17; ++cpus) expected.push_back(picks_on(topology.get(), cpus));
  std::atomic<int> differing{0};
  in_threads([&](int thread) {
    for (int i = 0; i < kRounds; ++i) {
      const auto cpus = static_cast<uint32_t>((i + thread * 5) % 17);
      if (picks_on(topology.get(), cpus) != expected[cpus]) ++differing;
    }
  });
  EXPECT_EQ(differing, 0);
}

TEST(Concurrency, MergesOfTheSameHintsAgree) {
  const NumaHintsPtr hints = new_numa_hints();
  const koord_numa_place nodes[] = {{0, 0}, {1, 0}};
  const koord_numa_hint rows[] = {{1, 3, 0, 0}, {2, 0, KOORD_NUMA_HINT_PREFERRED, 0}};
  const koord_numa_hint_list list = KOORD_INIT(koord_numa_hint_list);
  ASSERT_EQ(koord_numa_hints_set_nodes(hints.get(), nodes, sizeof nodes[0], 2, nullptr, nullptr),
            KOORD_OK);
  ASSERT_EQ(
      koord_numa_hints_add_list(hints.get(), &list, "cpu", 3, rows, sizeof rows[0], 2, nullptr),
      KOORD_OK);
  in_threads([&](int thread) {
    koord_numa_options options = KOORD_INIT(koord_numa_options);
    options.policy = KOORD_NUMA_POLICY_RESTRICTED;
    options.profile = thread % 3;
    for (int i = 0; i < kRounds; ++i) {
      koord_numa_merged merged{};
      char text[64];
      EXPECT_EQ(
          koord_numa_merge(&options, hints.get(), &merged, text, sizeof text, nullptr, nullptr),
          KOORD_OK);
      EXPECT_EQ(merged.nodes, 2u);
      koord_numa_hints *same = nullptr;
      EXPECT_EQ(koord_numa_hints_clone(hints.get(), &same, nullptr), KOORD_OK);
      EXPECT_EQ(koord_numa_hints_reset(same, nullptr), KOORD_OK);
      koord_numa_hints_free(same);
    }
  });
}

TEST(Concurrency, TheLastReferenceFreesFromAnyThread) {
  for (int round = 0; round < kRounds; ++round) {
    koord_topology *topology = two_sockets().release();
    for (int i = 0; i < kThreads; ++i) koord_topology_ref(topology);
    koord_topology_unref(topology);
    in_threads([&](int) {
      size_t count = 0;
      koord_topology_get_numa_nodes(topology, nullptr, sizeof(koord_numa_node), 0, &count, nullptr);
      EXPECT_EQ(count, 2u);
      koord_topology_unref(topology);
    });
  }
}

TEST(Concurrency, ReadersOfOnePodAgreeAndTheLastOneFreesIt) {
  constexpr char kJson[] = R"({"metadata":{"name":"web"},"spec":{"containers":[
      {"resources":{"limits":{"cpu":"4","memory":"1Gi"}}}]}})";
  for (int round = 0; round < kRounds; ++round) {
    koord_pod *pod = nullptr;
    ASSERT_EQ(koord_pod_from_json(nullptr, kJson, KOORD_NUL, &pod, nullptr), KOORD_OK);
    for (int i = 0; i < kThreads; ++i) koord_pod_ref(pod);
    koord_pod_unref(pod);
    in_threads([&](int) {
      koord_pod_info info = KOORD_INIT(koord_pod_info);
      EXPECT_EQ(koord_pod_get_info(pod, &info, nullptr), KOORD_OK);
      EXPECT_EQ(info.kube_qos, KOORD_KUBE_QOS_GUARANTEED);
      koord_pod_unref(pod);
    });
  }
}

TEST(Concurrency, ManyPodsComeOfOneBuilder) {
  koord_pod_builder *builder = nullptr;
  ASSERT_EQ(koord_pod_builder_new(&builder, nullptr), KOORD_OK);
  koord_pod_builder_set_text(builder, KOORD_POD_TEXT_NAME, "web", 3, nullptr);
  koord_pod_builder_set_label(builder, "koordinator.sh/qosClass", KOORD_NUL, "LSR", 3, nullptr);
  koord_pod_builder_add_container(builder, KOORD_CONTAINER_KIND_APP, "c", 1, nullptr, nullptr);
  for (const char *name : {"memory", "cpu"})
    koord_pod_builder_set_resource(builder, 0, name, KOORD_NUL, 4000, 4000, nullptr);
  in_threads([&](int) {
    for (int i = 0; i < kRounds; ++i) {
      koord_pod *pod = nullptr;
      EXPECT_EQ(koord_pod_from_builder(nullptr, builder, &pod, nullptr), KOORD_OK);
      koord_pod_info info = KOORD_INIT(koord_pod_info);
      EXPECT_EQ(koord_pod_get_info(pod, &info, nullptr), KOORD_OK);
      EXPECT_EQ(info.qos, KOORD_QOS_LSR);
      EXPECT_EQ(info.cpu_request_milli, 4000);
      koord_pod_unref(pod);
    }
  });
  koord_pod_builder_free(builder);
}

TEST(Concurrency, SourcesShareNothing) {
  constexpr char kJson[] =
      R"({"detail":[{"id":0},{"id":1,"core":1},{"id":2,"core":2,"socket":1}]})";
  in_threads([&](int) {
    for (int i = 0; i < 5; ++i) {
      koord_topology *topology = nullptr;
      EXPECT_EQ(koord_topology_from_annotation(nullptr, kJson, KOORD_NUL, &topology, nullptr),
                KOORD_OK);
      koord_topology_unref(topology);
      EXPECT_EQ(koord_topology_from_annotation(nullptr, "{", KOORD_NUL, &topology, nullptr),
                KOORD_E_INVALID);
      EXPECT_EQ(koord_topology_from_synthetic(nullptr, "pack:2 core:2 pu:2", KOORD_NUL, &topology,
                                              nullptr),
                KOORD_OK);
      koord_topology_unref(topology);
    }
  });
}

}  // namespace
}  // namespace koord::testing

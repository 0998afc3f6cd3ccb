// Every allocation of every allocating call fails once. The call reports it, leaks nothing, and
// leaves its out parameter NULL.
#include <functional>
#include <memory>

#include "capi/allocation/counting_new.h"
#include "capi/kubelet_setup_support.h"

namespace koord::testing {
namespace {

// Runs `call` with its first, second, ... allocation failing until no allocation fails any more.
template <typename Handle>
void fail_each_allocation(const std::function<koord_status(Handle **, koord_error *)> &call,
                          void (*release)(Handle *), Failing mode) {
  constexpr long kEnough = 20000;
  for (long n = 1; n < kEnough; ++n) {
    const long live = live_blocks();
    auto *out = reinterpret_cast<Handle *>(0x10);
    koord_error err{};
    fail_allocation(n, mode);
    const koord_status status = call(&out, &err);
    const bool failed = allocation_failed();
    fail_allocation(0);
    if (status == KOORD_OK) {
      release(out);
      ASSERT_EQ(live_blocks(), live) << "leaks on success";
      ASSERT_FALSE(failed) << "allocation " << n << " failed and nobody said so";
      EXPECT_GT(n, 1) << "this call allocates nothing";
      return;
    }
    ASSERT_TRUE(failed) << "fails for another reason: " << err.message;
    ASSERT_EQ(status, KOORD_E_NO_MEMORY) << "allocation " << n << ": " << err.message;
    ASSERT_EQ(err.code, KOORD_E_NO_MEMORY);
    ASSERT_EQ(out, nullptr);
    ASSERT_EQ(live_blocks(), live) << "leaks when allocation " << n << " fails";
  }
  FAIL() << "still failing after " << kEnough << " allocations";
}

using Topologies = std::function<koord_status(koord_topology **, koord_error *)>;
using Buffers = std::function<koord_status(koord_buffer **, koord_error *)>;

void topologies(const Topologies &call) {
  fail_each_allocation(call, &koord_topology_unref, Failing::kOnce);
  fail_each_allocation(call, &koord_topology_unref, Failing::kFromThenOn);
}

void pods(const std::function<koord_status(koord_pod **, koord_error *)> &call) {
  fail_each_allocation(call, &koord_pod_unref, Failing::kOnce);
  fail_each_allocation(call, &koord_pod_unref, Failing::kFromThenOn);
}

void buffers(const Buffers &call) {
  fail_each_allocation(call, &koord_buffer_unref, Failing::kOnce);
  fail_each_allocation(call, &koord_buffer_unref, Failing::kFromThenOn);
}

constexpr char kAnnotation[] =
    R"({"detail":[{"id":0,"core":0,"socket":0,"node":0},{"id":1,"core":1,"socket":1,"node":1}],"x":[{}]})";

TEST(FailingAllocation, OfAContext) {
  fail_each_allocation<koord_context>(&koord_context_new, &koord_context_free, Failing::kOnce);
}

TEST(FailingAllocation, OfNumaHints) {
  constexpr int kNodes = 8;
  std::vector<koord_numa_place> nodes;
  for (int i = 0; i < kNodes; ++i) nodes.push_back({i, 0});
  const std::vector<uint32_t> distances(kNodes * kNodes, 10);
  const std::vector<koord_numa_hint> rows(100, {1, 0, 0, 0});
  const koord_numa_hint_list list = KOORD_INIT(koord_numa_hint_list);
  const std::string name(100, 'x');
  for (const Failing mode : {Failing::kOnce, Failing::kFromThenOn}) {
    fail_each_allocation<koord_numa_hints>(&koord_numa_hints_new, &koord_numa_hints_free, mode);
    const NumaHintsPtr filled = new_numa_hints();
    // Repeats the call until the list is added; after each failure the handle is unchanged.
    const auto add = [&] {
      return koord_numa_hints_add_list(filled.get(), &list, name.data(), name.size(), rows.data(),
                                       sizeof rows[0], rows.size(), nullptr);
    };
    const auto set = [&] {
      return koord_numa_hints_set_nodes(filled.get(), nodes.data(), sizeof nodes[0], nodes.size(),
                                        distances.data(), nullptr);
    };
    const auto count = [&](auto get) {
      size_t out = 0;
      get(filled.get(), nullptr, 0, 0, &out, nullptr);
      return out;
    };
    for (long n = 1;; ++n) {
      fail_allocation(n, mode);
      const koord_status status = set();
      fail_allocation(0);
      if (status == KOORD_OK) break;
      ASSERT_EQ(status, KOORD_E_NO_MEMORY);
      EXPECT_EQ(count(koord_numa_hints_get_nodes), 0u);
    }
    for (long n = 1;; ++n) {
      fail_allocation(n, mode);
      const koord_status status = add();
      fail_allocation(0);
      if (status == KOORD_OK) break;
      ASSERT_EQ(status, KOORD_E_NO_MEMORY);
      size_t length = 99;
      koord_numa_hints_get_texts(filled.get(), &length);
      EXPECT_EQ(length, 0u);
      EXPECT_EQ(count(koord_numa_hints_get_lists), 0u);
    }
    EXPECT_EQ(count(koord_numa_hints_get_lists), 1u);
    fail_each_allocation<koord_numa_hints>(
        [&](koord_numa_hints **out, koord_error *err) {
          return koord_numa_hints_clone(filled.get(), out, err);
        },
        &koord_numa_hints_free, mode);
  }
}

TEST(FailingAllocation, OfRows) {
  const std::vector<koord_cpu> rows = machine_rows(2, 4, 2);
  topologies([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_rows(rows.data(), sizeof rows[0], rows.size(), "a long architecture",
                                    19, out, err);
  });
}

TEST(FailingAllocation, OfAnAnnotation) {
  topologies([](koord_topology **out, koord_error *err) {
    return koord_topology_from_annotation(nullptr, kAnnotation, KOORD_NUL, out, err);
  });
}

TEST(FailingAllocation, OfASynthetic) {
  topologies([](koord_topology **out, koord_error *err) {
    return koord_topology_from_synthetic(nullptr, "pack:2 l3:1 core:2 pu:2", KOORD_NUL, out, err);
  });
}

TEST(FailingAllocation, OfThisMachine) {
  topologies([](koord_topology **out, koord_error *err) {
    return koord_topology_discover(nullptr, 0, out, err);
  });
}

TEST(FailingAllocation, OfDocuments) {
  const TopologyPtr topology = two_sockets();
  buffers([&](koord_buffer **out, koord_error *err) {
    return koord_topology_to_json(topology.get(), out, err);
  });
  buffers([&](koord_buffer **out, koord_error *err) {
    return koord_topology_to_annotation(topology.get(), out, err);
  });
  constexpr char kConfig[] = R"({"cpuManagerPolicy":"static","kubeReserved":{"cpu":"2"}})";
  constexpr char kState[] =
      R"({"policyName":"static","defaultCpuSet":"0-3","entries":{"u":{"c":"4-5"}},"checksum":0})";
  const SetupPtr setup = setup_of(kConfig, kState);
  buffers([&](koord_buffer **out, koord_error *err) {
    return koord_topology_to_nrt(topology.get(), setup.get(), "node-1", KOORD_NUL, out, err);
  });
}

TEST(FailingAllocation, OfReportsOnDevices) {
  constexpr char kMachine[] =
      R"(<topology version="2.0"><object type="Machine" os_index="0" cpuset="0x1" complete_cpuset="0x1"
  nodeset="0x1" complete_nodeset="0x1"><object type="NUMANode" os_index="0" cpuset="0x1"
  complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1"/><object type="PU" os_index="0" cpuset="0x1"
  complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1"/><object type="PCIDev"
  pci_busid="0000:1f:00.0"><object type="OSDev" name="mlx5_0" osdev_type="3"/></object></object></topology>)";
  koord_topology *made = nullptr;
  ASSERT_EQ(koord_topology_from_hwloc_xml(nullptr, 0, kMachine, KOORD_NUL, &made, nullptr),
            KOORD_OK);
  const TopologyPtr topology(made);
  constexpr char kCheckpoint[] =
      R"({"Data":{"PodDeviceEntries":null,"RegisteredDevices":null},"Checksum":1944006890})";
  buffers([&](koord_buffer **out, koord_error *err) {
    *out = nullptr;
    koord_device_report *report = nullptr;
    koord_status status = koord_device_report_new(nullptr, KOORD_DEVICE_REPORT_SYSFS, &report, err);
    const auto set = [&](auto call, const char *text) {
      if (status == KOORD_OK) status = call(report, text, KOORD_NUL, err);
    };
    set(koord_device_report_set_sysfs_root, "/a/long/path/to/nowhere");
    set(koord_device_report_set_checkpoint, kCheckpoint);
    set(koord_device_report_set_pods, "[]");
    if (status == KOORD_OK)
      status = koord_device_report_to_json(report, topology.get(), "a-long-name-of-a-node",
                                           KOORD_NUL, out, err);
    koord_device_report_free(report);
    return status;
  });
  constexpr char kDevice[] =
      R"({"metadata":{"name":"a-long-name-of-a-node","labels":{"node.koordinator.sh/gpu-model":"H200"}},
  "spec":{"devices":[{"type":"gpu","health":true,"resources":{"koordinator.sh/gpu-core":"100"}}]}})";
  buffers([&](koord_buffer **out, koord_error *err) {
    return koord_device_get_node_resources(nullptr, kDevice, KOORD_NUL, KOORD_NODE_RESOURCES_SHARED,
                                           out, err);
  });
}

TEST(FailingAllocation, OfAnNrtReadBack) {
  const TopologyPtr topology = two_sockets();
  koord_buffer *nrt = nullptr;
  ASSERT_EQ(koord_topology_to_nrt(topology.get(), nullptr, "n", 1, &nrt, nullptr), KOORD_OK);
  const BufferPtr owner(nrt);
  topologies([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_nrt(nullptr, koord_buffer_get_data(nrt),
                                   koord_buffer_get_length(nrt), out, err);
  });
}

TEST(FailingAllocation, OfADocumentReadBack) {
  constexpr char kJson[] = R"({"apiVersion":"koord.sh/v1","kind":"Topology","unknown":[],
    "cpus":[{"cpu":0,"core":0,"socket":0,"node":0,"l3":0},{"cpu":1,"core":1,"socket":0,"node":1}],
    "numaNodes":[{"node":0,"hugePages":[{"pageBytes":2097152,"count":1}]},{"node":1}],
    "distances":{"nodes":[0,1],"values":[[10,20],[20,10]]},
    "sockets":[{"socket":0},{"socket":3}],"l3s":[{"l3":0},{"l3":1}],
    "devices":[{"busId":"0000:3b:00.0","names":["a-long-name-of-a-device"],"nodes":[0],
      "rdma":[{"name":"mlx5_0"}]}]})";
  topologies([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_json(nullptr, kJson, KOORD_NUL, out, err);
  });
}

TEST(FailingAllocation, OfAPod) {
  constexpr std::string_view kPod = R"({
    "metadata": {"name": "a-long-name-of-a-pod", "namespace": "a-long-name-of-a-namespace",
      "labels": {"koordinator.sh/qosClass": "LSR"},
      "annotations": {
        "scheduling.koordinator.sh/resource-spec": "{\"preferredCPUBindPolicy\":\"FullPCPUs\"}",
        "scheduling.koordinator.sh/resource-status": "{\"numaNodeResources\":[{\"resources\":{\"cpu\":1}}]}"}},
    "spec": {"resources": {"limits": {"cpu": 1}}, "containers": [{"resources": {"limits": {"cpu": "1"}}}]}})";
  pods([&](koord_pod **out, koord_error *err) {
    return koord_pod_from_json(nullptr, kPod.data(), kPod.size(), out, err);
  });
}

TEST(FailingAllocation, OfAPodFromItsParts) {
  constexpr char kLong[] = "a-long-name-of-something";
  // A builder, all its setters and the pod in one call: whichever
  // allocation fails, everything is freed.
  pods([&](koord_pod **out, koord_error *err) {
    koord_pod_builder *b = nullptr;
    koord_status status = koord_pod_builder_new(&b, err);
    const auto then = [&](auto call, auto... arguments) {
      if (status == KOORD_OK) status = call(b, arguments..., err);
    };
    constexpr size_t n = sizeof kLong - 1;
    then(koord_pod_builder_set_text, KOORD_POD_TEXT_NAME, kLong, n);
    then(koord_pod_builder_set_label, "koordinator.sh/qosClass", KOORD_NUL, "LSR", 3);
    then(koord_pod_builder_set_annotation, "scheduling.koordinator.sh/resource-spec", KOORD_NUL,
         R"({"preferredCPUBindPolicy":"FullPCPUs"})", KOORD_NUL);
    then(koord_pod_builder_add_container, KOORD_CONTAINER_KIND_APP, kLong, n, nullptr);
    then(koord_pod_builder_set_env, 0, "NVIDIA_VISIBLE_DEVICES", KOORD_NUL, kLong, n);
    then(koord_pod_builder_set_resource, 0, kLong, n, 1, 2);
    then(koord_pod_builder_set_numa_resource, 0, kLong, n, 1);
    *out = nullptr;
    if (status == KOORD_OK) status = koord_pod_from_builder(nullptr, b, out, err);
    koord_pod_builder_free(b);
    return status;
  });
}

TEST(FailingAllocation, OfAVerdictOnNumaZones) {
  constexpr char kAsking[] = R"({"metadata":{"name":"p"},"spec":{"containers":[{"resources":
    {"limits":{"cpu":"9","memory":"1Gi","a-long-name-of/a-resource":"1"}}}]}})";
  koord_pod *asking = nullptr;
  ASSERT_EQ(koord_pod_from_json(nullptr, kAsking, KOORD_NUL, &asking, nullptr), KOORD_OK);
  const PodPtr owner(asking);
  constexpr char kNode[] = R"({"metadata":{"name":"n"},"status":{"allocatable":{"cpu":"8"}}})";
  constexpr char kNrt[] = R"({"metadata":{"name":"n"},"topologyPolicies":["SingleNUMANodePodLevel"],
    "zones":[{"name":"node-0","type":"Node","resources":[{"name":"cpu","available":"8"},
    {"name":"a-long-name-of/a-resource","available":"8"}],"costs":[{"name":"node-0","value":10}]}]})";
  koord_nrt_node *node = nullptr;
  ASSERT_EQ(koord_nrt_node_from_json(nullptr, kNode, KOORD_NUL, kNrt, KOORD_NUL, &node, nullptr),
            KOORD_OK);
  const std::unique_ptr<koord_nrt_node, decltype(&koord_nrt_node_unref)> kept(node,
                                                                              koord_nrt_node_unref);
  // The call returns no handle, so a reference to the pod stands for success.
  pods([&](koord_pod **out, koord_error *err) {
    koord_nrt_node *made = nullptr;
    const koord_status status =
        koord_nrt_node_from_json(nullptr, kNode, KOORD_NUL, kNrt, KOORD_NUL, &made, err);
    EXPECT_EQ(made == nullptr, status != KOORD_OK);
    koord_nrt_node_unref(made);
    *out = status == KOORD_OK ? koord_pod_ref(asking) : nullptr;
    return status;
  });
  pods([&](koord_pod **out, koord_error *err) {
    koord_nrt_verdict verdict = KOORD_INIT(koord_nrt_verdict);
    const koord_status status =
        koord_nrt_node_filter(node, asking, &verdict, nullptr, 0, nullptr, err);
    *out = status == KOORD_OK ? koord_pod_ref(asking) : nullptr;
    return status;
  });
  pods([&](koord_pod **out, koord_error *err) {
    constexpr char kArgs[] = R"({"scoringStrategy":{"type":"LeastNUMANodes","resources":[
      {"name":"a-long-name-of/a-resource","weight":2}]}})";
    int32_t score = 0;
    const koord_status status = koord_nrt_node_score(node, asking, kArgs, KOORD_NUL, &score, err);
    *out = status == KOORD_OK ? koord_pod_ref(asking) : nullptr;
    return status;
  });
}

TEST(FailingAllocation, OfPictures) {
  const TopologyPtr topology = two_sockets();
  const uint64_t sets[] = {0x0F, 0xF0};
  for (const koord_picture_format format : {KOORD_PICTURE_FORMAT_TEXT, KOORD_PICTURE_FORMAT_SVG}) {
    koord_picture_options options = KOORD_INIT(koord_picture_options);
    options.format = format;
    buffers([&](koord_buffer **out, koord_error *err) {
      *out = nullptr;
      koord_picture *picture = nullptr;
      koord_status status = koord_picture_new(&picture, err);
      if (status == KOORD_OK)
        status = koord_picture_set_title(picture, "a title that is long", KOORD_NUL, err);
      for (const uint64_t &set : sets)
        if (status == KOORD_OK)
          status = koord_picture_add_set(picture, "some long label", KOORD_NUL, &set, 1, err);
      if (status == KOORD_OK)
        status = koord_topology_draw(topology.get(), &options, picture, out, err);
      koord_picture_free(picture);
      return status;
    });
  }
}

TEST(FailingAllocation, OfACpuList) {
  const uint64_t word = 0x5555555555555555;
  for (long n = 1; n < 100; ++n) {
    char text[256] = "#";
    fail_allocation(n);
    const koord_status status = koord_cpulist_format(&word, 1, text, sizeof text, nullptr, nullptr);
    const bool failed = allocation_failed();
    fail_allocation(0);
    if (!failed) {
      EXPECT_EQ(status, KOORD_OK);
      return;
    }
    EXPECT_EQ(status, KOORD_E_NO_MEMORY);
    EXPECT_STREQ(text, "#");
  }
  FAIL() << "a list of 32 CPUs takes more than 100 allocations";
}

}  // namespace
}  // namespace koord::testing

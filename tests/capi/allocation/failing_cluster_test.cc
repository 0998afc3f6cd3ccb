// Nodes, pods, reservations and verdicts while memory runs out, also after many nodes and pods.
#include "capi/allocation/failing_cluster.h"

namespace koord::testing {
namespace {

TEST_F(FailingCluster, NodesAndTopologies) {
  std::string node = node_json("a", policy_label("Restricted"));
  const std::string nrt = nrt_json("b", from_rows(machine_rows(4, 2, 2)).get());
  fail_each([&](koord_error *err) { return set_node(cluster_, node, nullptr, err); });
  fail_each([&](koord_error *err) { return set_topology(cluster_, nrt, nullptr, err); });
  // A name that is new to the cluster.
  undo_ = [this] {
    koord_cluster_remove_node(cluster_.get(), "a name as long as that", 22, nullptr);
  };
  node = node_json("a name as long as that");
  fail_each([&](koord_error *err) { return set_node(cluster_, node, nullptr, err); });
  undo_ = [&] { set_topology(cluster_, nrt, nullptr, nullptr); };
  fail_each(
      [&](koord_error *err) { return koord_cluster_remove_topology(cluster_.get(), "b", 1, err); });
  undo_ = [this] { add_node(cluster_, "b"); };
  fail_each(
      [&](koord_error *err) { return koord_cluster_remove_node(cluster_.get(), "b", 1, err); });
}

TEST_F(FailingCluster, NodesAndTopologiesWithoutJson) {
  constexpr char kName[] = "a name as long as that";
  constexpr char kResource[] = "vendor.example/resource";
  const TopologyPtr machine = two_sockets();
  koord_node_builder *node = nullptr;
  koord_nrt_builder *nrt = nullptr;
  koord_device_builder *devices = nullptr;
  ASSERT_EQ(koord_node_builder_new(&node, nullptr), KOORD_OK);
  koord_node_builder_set_text(node, KOORD_NODE_TEXT_NAME, kName, KOORD_NUL, nullptr);
  koord_node_builder_set_resource(node, kResource, KOORD_NUL, 5, 1, nullptr);
  ASSERT_EQ(koord_nrt_builder_new(&nrt, nullptr), KOORD_OK);
  koord_nrt_builder_set_name(nrt, kName, KOORD_NUL, nullptr);
  koord_nrt_builder_set_topology(nrt, machine.get(), nullptr);
  koord_nrt_builder_add_zone(nrt, "node-0", 6, nullptr, 0, nullptr, nullptr);
  koord_nrt_builder_add_resource(nrt, 0, kResource, KOORD_NUL, 5, 5, 5, nullptr);
  ASSERT_EQ(koord_device_builder_new(&devices, nullptr), KOORD_OK);
  koord_device_builder_set_name(devices, kName, KOORD_NUL, nullptr);
  koord_device_spec spec = KOORD_INIT(koord_device_spec);
  koord_device_builder_add_device(devices, &spec, nullptr, nullptr);
  koord_device_builder_set_device_text(devices, 0, KOORD_DEVICE_TEXT_TYPE, "a-long-type-of-device",
                                       KOORD_NUL, nullptr);
  koord_device_builder_set_resource(devices, 0, kResource, KOORD_NUL, 100, nullptr);
  fail_each([&](koord_error *err) {
    return koord_cluster_set_node_from_builder(cluster_.get(), node, nullptr, err);
  });
  fail_each([&](koord_error *err) {
    return koord_cluster_set_topology_from_builder(cluster_.get(), nrt, nullptr, err);
  });
  fail_each([&](koord_error *err) {
    return koord_cluster_set_devices_from_builder(cluster_.get(), devices, nullptr, err);
  });
  koord_node_builder_free(node);
  koord_nrt_builder_free(nrt);
  koord_device_builder_free(devices);
}

TEST_F(FailingCluster, DevicesComeAndGoAndAreGiven) {
  const std::string devices =
      R"({"metadata":{"name":"b"},"spec":{"devices":[{"type":"gpu","id":"GPU-with-a-long-name","minor":0,)"
      R"("health":true,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"80Gi",)"
      R"("koordinator.sh/gpu-memory-ratio":"100"}},{"type":"some long type of device","minor":1,)"
      R"("health":true,"resources":{"vendor.example/with-a-long-name":"100"},)"
      R"("vfGroups":[{"vfs":[{"busID":"0000:0f:00.1"}]}]}]}})";
  const auto set = [&](koord_error *err) {
    return koord_cluster_set_devices(cluster_.get(), devices.data(), devices.size(), nullptr, err);
  };
  fail_each(set);
  ASSERT_EQ(set(nullptr), KOORD_OK);
  const PodPtr pod = pod_from(R"({"metadata":{"name":"p","uid":"a uid that needs memory of its own",
      "annotations":{"scheduling.koordinator.sh/device-allocate-hint":
      "{\"gpu\":{\"requiredTopologyScope\":\"Node\"}}"}},"spec":{"containers":[{"resources":{"limits":
      {"cpu":"1","nvidia.com/gpu":"1","vendor.example/with-a-long-name":"50"}}}]}})");
  koord_refusal refusal{};
  const auto take = [&](koord_error *err) {
    return koord_cluster_reserve(cluster_.get(), pod.get(), nullptr, 1, nullptr, 0, &refusal, err);
  };
  const std::string uid = "a uid that needs memory of its own";
  undo_ = [&] { remove_pod(cluster_, uid, nullptr); };
  fail_each(take);
  ASSERT_EQ(take(nullptr), KOORD_OK);
  EXPECT_EQ(refusal.reason, KOORD_REASON_NONE);
  undo_ = nullptr;
  const koord_task_class tasks[] = {{3, 1000, 500, 1, 0, 24, 0}, {1, 8000, 1000, 2, 0, 0, 0}};
  for (const koord_gpu_policy placing : {KOORD_GPU_POLICY_FGD, KOORD_GPU_POLICY_ROOM_LEFT,
                                         KOORD_GPU_POLICY_PACKING, KOORD_GPU_POLICY_NONE}) {
    const auto place = [&](koord_error *err) {
      return koord_cluster_set_gpu_policy(cluster_.get(), placing, tasks, sizeof tasks[0], 2,
                                          "a-model|with-a-long-name", 24, err);
    };
    fail_each(place);
    ASSERT_EQ(place(nullptr), KOORD_OK);
  }
  koord_buffer *out = nullptr;
  undo_ = [&] { koord_buffer_unref(out); };
  fail_each([&](koord_error *err) {
    return koord_cluster_get_pod_devices(cluster_.get(), uid.data(), uid.size(), &out, err);
  });
  undo_ = nullptr;
  fail_each([&](koord_error *err) {
    int32_t minors[2];
    size_t count = 0;
    return koord_cluster_get_pod_minors(cluster_.get(), uid.data(), uid.size(), 0, minors, 2,
                                        &count, err);
  });
  koord_refusal no{};
  no.reason = KOORD_REASON_NOT_ENOUGH_DEVICES;
  no.object = KOORD_OBJECT_KIND_DEVICE;
  ASSERT_EQ(koord_cluster_get_device_type(cluster_.get(), "some long type of device", KOORD_NUL,
                                          &no.device_type, nullptr),
            KOORD_OK);
  fail_each([&](koord_error *err) {
    char text[128];
    return koord_cluster_format_refusal(cluster_.get(), &no, text, sizeof text, nullptr, err);
  });
  undo_ = [&] { set(nullptr); };
  fail_each(
      [&](koord_error *err) { return koord_cluster_remove_devices(cluster_.get(), "b", 1, err); });
}

TEST_F(FailingCluster, PodsComeAndGo) {
  const PodPtr pod = pod_of({.uid = "a uid that needs memory of its own", .cpu = "2"});
  koord_refusal refusal{};
  uint64_t word = 0;
  const auto take = [&](koord_error *err) {
    return koord_cluster_reserve(cluster_.get(), pod.get(), nullptr, 1, &word, 1, &refusal, err);
  };
  const auto drop = [&](koord_error *err) {
    return remove_pod(cluster_, "a uid that needs memory of its own", err);
  };
  undo_ = [&] { drop(nullptr); };
  fail_each(take);
  EXPECT_EQ(refusal.reason, KOORD_REASON_NONE);
  take(nullptr);
  undo_ = [&] { take(nullptr); };
  fail_each(drop);
  const PodPtr twin = pod_of({.uid = "twin-1", .node = "b", .status = R"({"cpuset":"0-1"})"});
  undo_ = [&] { koord_cluster_set_pod(cluster_.get(), twin.get(), nullptr, nullptr); };
  fail_each([&](koord_error *err) { return remove_pod(cluster_, "twin-1", err); });
}

TEST_F(FailingCluster, PodsAsTheApiServerShowsThem) {
  const char *status =
      R"({"cpuset":"4-7","numaNodeResources":[{"node":0,"resources":{"cpu":"4","x":"1"}}]})";
  const PodPtr fresh = pod_of({.uid = "a uid that needs memory of its own",
                               .node = "a node nobody has heard of",
                               .status = status});
  const PodPtr gone = pod_of({.uid = "a uid that needs memory of its own", .phase = "Failed"});
  const auto set = [&](const PodPtr &pod) {
    return [&](koord_error *err) {
      koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
      return koord_cluster_set_pod(cluster_.get(), pod.get(), &conflicts, err);
    };
  };
  undo_ = [&] {
    set(gone)(nullptr);
    koord_cluster_remove_node(cluster_.get(), "a node nobody has heard of", KOORD_NUL, nullptr);
  };
  fail_each(set(fresh));
  // The pod moves, and leaves CPUs that another pod claims, too.
  const PodPtr here = pod_of({.uid = "twin-1", .node = "b", .status = R"({"cpuset":"0-1"})"});
  const PodPtr moved = pod_of({.uid = "twin-1", .node = "a new node", .status = status});
  undo_ = [&] {
    set(here)(nullptr);
    koord_cluster_remove_node(cluster_.get(), "a new node", KOORD_NUL, nullptr);
  };
  fail_each(set(moved));
}

TEST_F(FailingCluster, VerdictsAreMadeAnewAfterwards) {
  // After a change, each round evaluates a new shape and one whose verdicts are cached.
  const PodPtr asked = pod_of({.uid = "", .cpu = "5"});
  koord_verdict rows[8];
  koord_evaluation evaluation{};
  const auto ask = [&](koord_error *err) {
    return koord_cluster_evaluate(cluster_.get(), asked.get(), nullptr, rows, sizeof rows[0], 8,
                                  &evaluation, err);
  };
  fail_each(ask);
  undo_ = [&] {
    ASSERT_EQ(remove_pod(cluster_, "held"), KOORD_OK);
    reserve(cluster_, held_, 0);
  };
  undo_();
  fail_each(ask);
  // Nodes are added, with failures in between, until the tournament tree has to grow.
  for (int i = 0; i < 6; ++i) {
    add_node(cluster_, "node-" + std::to_string(i));
    fail_each([&](koord_error *err) {
      return koord_cluster_find_best(cluster_.get(), asked.get(), nullptr, rows, sizeof rows[0], 3,
                                     &evaluation, err);
    });
    ASSERT_EQ(evaluation.count, 3u);
    EXPECT_GE(rows[0].score, rows[1].score);
  }
  fail_each([&](koord_error *err) {
    return koord_cluster_get_changes(cluster_.get(), asked.get(), nullptr, rows, sizeof rows[0], 8,
                                     &evaluation, err);
  });
  for (const koord_verdict &row : evaluate(cluster_, asked).rows) {
    koord_refusal refusal{};
    int32_t score = 0;
    ASSERT_EQ(koord_cluster_judge(cluster_.get(), asked.get(), nullptr, row.node, &refusal, &score,
                                  nullptr),
              KOORD_OK);
    EXPECT_EQ(row.reason, refusal.reason);
    EXPECT_EQ(row.score, score);
  }
}

TEST_F(FailingCluster, FailuresWhileVerdictsAreBroughtUpToDateLoseNoChange) {
  const PodPtr asked = pod_of({.uid = "", .cpu = "14"});
  Rows known = evaluate(cluster_, asked);
  for (long n = 1; n < 40; ++n) {
    const bool take = n % 2 == 0;
    if (take)
      reserve(cluster_, held_, 0);
    else
      ASSERT_EQ(remove_pod(cluster_, "held"), KOORD_OK);
    koord_verdict rows[8];
    koord_evaluation evaluation{};
    fail_allocation(n / 2 + 1);
    koord_cluster_evaluate(cluster_.get(), asked.get(), nullptr, rows, sizeof rows[0], 8,
                           &evaluation, nullptr);
    fail_allocation(0);
    auto now = known.by_node();
    const Rows changed = changes(cluster_, asked, known.generation);
    for (const koord_verdict &row : changed.rows) now[row.node] = row;
    known = evaluate(cluster_, asked);
    std::vector<koord_verdict> followed;
    for (const auto &[node, row] : now) followed.push_back(row);
    ASSERT_EQ(format_rows(followed), format_rows(known.rows)) << n;
  }
}

TEST_F(FailingCluster, EvaluationLeaksNothing) {
  const PodPtr asked = pod_of({.uid = "held", .cpu = "3"});
  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_remove_pod(query.get(), "held", 4, nullptr), KOORD_OK);
  ASSERT_EQ(koord_query_add_pod(query.get(), asked.get(), 1, nullptr), KOORD_OK);
  koord_refusal refusal{};
  koord_verdict rows[8];
  koord_evaluation evaluation{};
  const auto questions = {
      std::function<koord_status(koord_error *)>([&](koord_error *err) {
        return koord_cluster_judge(cluster_.get(), asked.get(), query.get(), 0, &refusal, nullptr,
                                   err);
      }),
      std::function<koord_status(koord_error *)>([&](koord_error *err) {
        return koord_cluster_evaluate(cluster_.get(), asked.get(), query.get(), rows,
                                      sizeof rows[0], 8, &evaluation, err);
      }),
      std::function<koord_status(koord_error *)>([&](koord_error *err) {
        koord_numa_hints *hints = nullptr;
        koord_status status = koord_numa_hints_new(&hints, err);
        const NumaHintsPtr owner(hints);
        if (status == KOORD_OK)
          status = koord_cluster_get_hints(cluster_.get(), asked.get(), 0,
                                           KOORD_NUMA_POLICY_RESTRICTED, hints, err);
        return status;
      }),
  };
  for (const auto &question : questions) {
    ASSERT_EQ(question(nullptr), KOORD_OK);  // caches the shape and its verdicts
    const long live = live_blocks();
    fail_each(question);
    EXPECT_EQ(live_blocks(), live);
  }
  using Write =
      koord_status (*)(const koord_cluster *, const char *, size_t, koord_buffer **, koord_error *);
  for (const Write write : {Write{&koord_cluster_get_pod_status}})
    fail_each([&](koord_error *err) {
      auto *out = reinterpret_cast<koord_buffer *>(0x10);
      const koord_status status = write(cluster_.get(), "held", 4, &out, err);
      EXPECT_EQ(out == nullptr, status != KOORD_OK);
      if (status == KOORD_OK) koord_buffer_unref(out);
      return status;
    });
  fail_each([&](koord_error *err) {
    koord_buffer *out = nullptr;
    const koord_status status = koord_cluster_prebind(cluster_.get(), asked.get(), 0, &out, err);
    koord_buffer_unref(out);
    return status;
  });
  fail_each([&](koord_error *err) {
    koord_buffer *out = nullptr;
    const koord_status status = koord_cluster_get_pods(cluster_.get(), 1, &out, err);
    koord_buffer_unref(out);
    return status;
  });
}

TEST_F(FailingCluster, CreationAndQueries) {
  constexpr std::string_view kArgs =
      R"({"scoringStrategy":{"resources":[{"name":"a/long-name-of-a-resource","weight":2}]}})";
  const long live = live_blocks();
  fail_each([&](koord_error *err) {
    auto *out = reinterpret_cast<koord_cluster *>(0x10);
    const koord_status status =
        koord_cluster_new(nullptr, nullptr, kArgs.data(), kArgs.size(), &out, err);
    EXPECT_EQ(out == nullptr, status != KOORD_OK);
    if (status == KOORD_OK) koord_cluster_free(out);
    return status;
  });
  fail_each([&](koord_error *err) {
    koord_query *out = nullptr;
    const koord_status status = koord_query_new(&out, err);
    koord_query_free(out);
    return status;
  });
  {
    const QueryPtr query = new_query();
    fail_each([&](koord_error *err) {
      return koord_query_remove_pod(query.get(), "a uid that needs memory of its own", KOORD_NUL,
                                    err);
    });
    fail_each(
        [&](koord_error *err) { return koord_query_add_pod(query.get(), held_.get(), 0, err); });
  }
  EXPECT_EQ(live_blocks(), live);
}

TEST(FailingClusterLeaks, AWholeLifeLeavesNothingBehind) {
  const auto live_a_little = [] {
    const ClusterPtr cluster = new_cluster();
    const uint32_t node = add_node(cluster, "n");
    reserve(cluster, pod_of(Ask{}), node);
    evaluate(cluster, pod_of({.uid = "", .cpu = "2"}));
    remove_pod(cluster, "uid");
    koord_cluster_remove_node(cluster.get(), "n", 1, nullptr);
  };
  live_a_little();
  const long live = live_blocks();
  live_a_little();
  EXPECT_EQ(live_blocks(), live);
}

// Objects before the one that needed the memory may have been added; a repeated call adds the rest.
TEST_F(FailingCluster, ObjectsOfATextAreAddedByARepeatedCall) {
  const std::string nrt = nrt_json("c", two_sockets().get());
  const std::string text =
      R"([{"kind":"Node","metadata":{"name":"c"},"status":{"allocatable":{"cpu":"16"}}},
      {"kind":"Device","metadata":{"name":"c"},"spec":{"devices":[
        {"type":"gpu","id":"GPU-0","health":true,"resources":{"koordinator.sh/gpu-core":"100",
          "koordinator.sh/gpu-memory":"80Gi","koordinator.sh/gpu-memory-ratio":"100"}}]}},
      {"kind":"ResourceSlice","metadata":{"name":"s"},"spec":{"driver":"gpu.nvidia.com",
        "nodeName":"c","pool":{"name":"c"},"devices":[
          {"name":"gpu-0","attributes":{"uuid":{"string":"GPU-0"}}}]}},
      {"kind":"ResourceClaim","metadata":{"name":"c"},"status":{"allocation":{"devices":{"results":[
        {"request":"r","driver":"gpu.nvidia.com","pool":"c","device":"gpu-0"}]}}}},
      {"kind":"NodeResourceTopology",)" +
      nrt.substr(1) + R"(,{"kind":"Deployment","metadata":{"name":"d"},"spec":{"template":{}}},
      {"kind":"Pod",)" +
      pod_json({.uid = "new", .node = "c", .status = R"({"cpuset":"0-3"})"}).substr(1) + "]";
  for (const Failing mode : {Failing::kOnce, Failing::kFromThenOn}) {
    for (long n = 1;; ++n) {
      ASSERT_LT(n, 5000);
      koord_added_objects *out = nullptr;
      koord_error err{};
      fail_allocation(n, mode);
      const koord_status status =
          koord_cluster_add_objects(cluster_.get(), text.data(), text.size(), &out, &err);
      const bool failed = allocation_failed();
      fail_allocation(0);
      if (status == KOORD_OK) {
        size_t count = 0;
        koord_added_object rows[8];
        ASSERT_EQ(koord_added_objects_get_rows(out, rows, sizeof rows[0], 8, &count, nullptr),
                  KOORD_OK);
        for (const koord_added_object &row : rows)
          ASSERT_NE(row.result, KOORD_ADDED_RESULT_REFUSED) << "allocation " << n;
        koord_added_objects_unref(out);
        ASSERT_FALSE(failed) << "allocation " << n << " failed and nobody said so";
        break;
      }
      ASSERT_EQ(status, KOORD_E_NO_MEMORY) << "allocation " << n << ": " << err.message;
      ASSERT_EQ(out, nullptr);
    }
    EXPECT_EQ(pods_on(cluster_, 2), "new\n");
    EXPECT_EQ(cpus_of(cluster_, 2, KOORD_CLUSTER_CPUSET_ALLOCATED), "0-3");
  }
  // The claim holds the only GPU until it is removed.
  const PodPtr gpu_pod = pod_from(R"({"metadata":{"name":"g"},"spec":{"containers":[{"name":"c",
      "resources":{"limits":{"nvidia.com/gpu":"1"}}}]}})");
  const auto reason = [&] { return evaluate(cluster_, gpu_pod).by_node().at(2).reason; };
  EXPECT_EQ(reason(), KOORD_REASON_NOT_ENOUGH_DEVICES);
  koord_buffer *held = nullptr;
  undo_ = [&] { koord_buffer_unref(held); };
  fail_each([&](koord_error *err) {
    return koord_cluster_get_claimed_devices(cluster_.get(), "c", 1, &held, err);
  });
  undo_ = [&] {
    EXPECT_EQ(reason(), KOORD_REASON_NONE);
    koord_added_objects *out = nullptr;
    EXPECT_EQ(koord_cluster_add_objects(cluster_.get(), text.data(), text.size(), &out, nullptr),
              KOORD_OK);
    koord_added_objects_unref(out);
    EXPECT_EQ(reason(), KOORD_REASON_NOT_ENOUGH_DEVICES);
  };
  fail_each([&](koord_error *err) {
    return koord_cluster_remove_resource_claim(cluster_.get(), "default/c", KOORD_NUL, err);
  });
  // The slice names the node of the claim.
  fail_each([&](koord_error *err) {
    return koord_cluster_remove_resource_slice(cluster_.get(), "s", KOORD_NUL, err);
  });
}

}  // namespace
}  // namespace koord::testing

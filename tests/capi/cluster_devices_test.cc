// Devices of nodes and their allocation to pods, through the C interface.
#include "capi/cluster_devices_support.h"

namespace koord::testing {
namespace {

class ClusterDevices : public ::testing::Test {
 protected:
  ClusterDevices() : cluster_(new_cluster()) {
    add_node(cluster_, "n");
    koord_error err{};
    EXPECT_EQ(set_devices(cluster_, device_json("n"), &err), KOORD_OK) << err.message;
  }
  std::string get(std::string_view uid, std::string_view requests,
                  std::string_view annotations = "", std::string_view cpu = "1") {
    const Reserved reserved = reserve(cluster_, device_pod(uid, requests, "", annotations, cpu), 0);
    if (reserved.reason != KOORD_REASON_NONE) return std::to_string(reserved.reason);
    return minors_in(devices_of(cluster_, uid));
  }
  using Minors = std::vector<int32_t>;
  Minors minors_of(std::string_view uid, std::string_view type) {
    Minors out(16, -1);
    size_t count = 0;
    int32_t id = -1;
    koord_error err{};
    const koord_status found =
        koord_cluster_get_device_type(cluster_.get(), type.data(), type.size(), &id, &err);
    EXPECT_TRUE(found == KOORD_OK || (found == KOORD_E_NOT_FOUND && id == -1)) << err.message;
    EXPECT_EQ(koord_cluster_get_pod_minors(cluster_.get(), uid.data(), uid.size(), id, out.data(),
                                           out.size(), &count, &err),
              KOORD_OK)
        << err.message;
    out.resize(count);
    return out;
  }
  ClusterPtr cluster_;
};

TEST_F(ClusterDevices, GpusComeByTheBestLinkAndGoBack) {
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"2")"), "gpu 0 1");
  EXPECT_EQ(get("b", R"("nvidia.com/gpu":"4")"), "gpu 4 5 6 7");
  EXPECT_EQ(get("c", R"("nvidia.com/gpu":"4")"), std::to_string(KOORD_REASON_NOT_ENOUGH_DEVICES));
  EXPECT_EQ(remove_pod(cluster_, "b"), KOORD_OK);
  EXPECT_EQ(get("c", R"("nvidia.com/gpu":"4")"), "gpu 4 5 6 7");
  EXPECT_EQ(remove_pod(cluster_, "c"), KOORD_OK);
  EXPECT_EQ(remove_pod(cluster_, "a"), KOORD_OK);
  EXPECT_EQ(get("d", R"("nvidia.com/gpu":"8")"), "gpu 0 1 2 3 4 5 6 7");
}

TEST_F(ClusterDevices, SharesFillOneGpuBeforeAnother) {
  EXPECT_EQ(get("a", R"("koordinator.sh/gpu":"50")"), "gpu 0");
  EXPECT_EQ(get("b", R"("koordinator.sh/gpu":"60")"), "gpu 1");
  EXPECT_EQ(get("c", R"("koordinator.sh/gpu":"40")"), "gpu 1");
  EXPECT_EQ(devices_of(cluster_, "c"),
            R"({"gpu":[{"minor":1,"resources":{"koordinator.sh/gpu-core":"40",)"
            R"("koordinator.sh/gpu-memory":"32Gi","koordinator.sh/gpu-memory-ratio":"40"},)"
            R"("id":"GPU-1"}]})");
}

TEST_F(ClusterDevices, RdmaComesFromTheSamePcieSwitch) {
  const char *joint =
      R"("scheduling.koordinator.sh/device-joint-allocate":"{\"deviceTypes\":[\"gpu\",\"rdma\"]}")";
  const char *asks = R"("nvidia.com/gpu":"2","koordinator.sh/rdma":"100")";
  EXPECT_EQ(get("a", asks, joint), "gpu 0 1; rdma 0");
  EXPECT_EQ(get("b", asks, joint), "gpu 2 3; rdma 1");
}

TEST_F(ClusterDevices, AreOnTheNumaNodeOfThePod) {
  const std::string single =
      R"("scheduling.koordinator.sh/numa-topology-spec":"{\"numaTopologyPolicy\":\"SingleNUMANode\"}")";
  // CPUs of NUMA node 0 are in use, so GPUs of node 1 are allocated.
  EXPECT_EQ(reserve(cluster_, pod_of({.uid = "cpus", .cpu = "6"}), 0).reason, KOORD_REASON_NONE);
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"2")", single, "4"), "gpu 4 5");
  EXPECT_EQ(get("b", R"("nvidia.com/gpu":"3")", single, "4"),
            std::to_string(KOORD_REASON_NUMA_UNALIGNED));
  EXPECT_EQ(get("c", R"("nvidia.com/gpu":"3")", "", "4"), "gpu 0 1 2");
}

TEST_F(ClusterDevices, ThatFailOrVanishAreNotGiven) {
  ASSERT_EQ(set_devices(cluster_, device_json("n", "0")), KOORD_OK);
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"2")"), "gpu 2 3");
  koord_error err{};
  ASSERT_EQ(koord_cluster_remove_devices(cluster_.get(), "n", 1, &err), KOORD_OK) << err.message;
  EXPECT_EQ(get("b", R"("nvidia.com/gpu":"1")"), std::to_string(KOORD_REASON_NOT_ENOUGH_DEVICES));
  EXPECT_EQ(minors_in(devices_of(cluster_, "a")), "gpu 2 3");
  ASSERT_EQ(set_devices(cluster_, device_json("n")), KOORD_OK);
  EXPECT_EQ(get("b", R"("nvidia.com/gpu":"6")"), "gpu 0 1 4 5 6 7");
}

TEST_F(ClusterDevices, AreRestoredFromTheirAnnotation) {
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"2","koordinator.sh/rdma":"50")"), "gpu 0 1; rdma 0");
  const std::string held = devices_of(cluster_, "a");
  koord_buffer *patch = nullptr;
  ASSERT_EQ(koord_cluster_prebind(cluster_.get(), device_pod("a", R"("nvidia.com/gpu":"2")").get(),
                                  0, &patch, nullptr),
            KOORD_OK);
  const BufferPtr owner(patch);
  EXPECT_NE(text_of(patch).find("scheduling.koordinator.sh/device-allocated"), std::string::npos);
  ASSERT_EQ(remove_pod(cluster_, "a"), KOORD_OK);
  const PodPtr bound =
      device_pod("a", R"("nvidia.com/gpu":"2","koordinator.sh/rdma":"50")", "n",
                 R"("scheduling.koordinator.sh/device-allocated":)" + quote_json(held));
  koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
  ASSERT_EQ(koord_cluster_set_pod(cluster_.get(), bound.get(), &conflicts, nullptr), KOORD_OK);
  EXPECT_EQ(conflicts.devices_unknown + conflicts.devices_overcommitted, 0u);
  EXPECT_EQ(devices_of(cluster_, "a"), held);
  // Another pod claims the same devices.
  const PodPtr other =
      device_pod("b", R"("nvidia.com/gpu":"2","koordinator.sh/rdma":"50")", "n",
                 R"("scheduling.koordinator.sh/device-allocated":)" + quote_json(held));
  ASSERT_EQ(koord_cluster_set_pod(cluster_.get(), other.get(), &conflicts, nullptr), KOORD_OK);
  EXPECT_EQ(conflicts.devices_overcommitted, 2u);
  EXPECT_EQ(conflicts.claims_refused, 1u);
  EXPECT_EQ(conflicts.devices_unexplained, 3u);
  EXPECT_EQ(conflicts.devices.reason, KOORD_REASON_DEVICE_TAKEN);
  EXPECT_EQ(devices_of(cluster_, "b"), "{}");
  EXPECT_EQ(get("c", R"("nvidia.com/gpu":"5")"), std::to_string(KOORD_REASON_NOT_ENOUGH_DEVICES));
  EXPECT_EQ(get("c", R"("nvidia.com/gpu":"7")"), std::to_string(KOORD_REASON_NOT_ENOUGH_DEVICES));
}

TEST_F(ClusterDevices, ThatKubeletGaveAreNotGivenAgain) {
  std::string given = device_json("n");
  given.replace(given.find(R"("name":"n")"), 10,
                R"("name":"n","annotations":{"node.koordinator.sh/devices-checkpoints":
      "[{\"podUID\":\"old\",\"containerName\":\"c\",\"resourceName\":\"nvidia.com/gpu\",
         \"deviceIDs\":[\"GPU-0\",\"GPU-5::1\"]},
        {\"podUID\":\"ours\",\"containerName\":\"c\",\"resourceName\":\"nvidia.com/gpu\",
         \"deviceIDs\":[\"GPU-7\"]}]"})");
  std::erase(given, '\n');
  koord_error err{};
  ASSERT_EQ(set_devices(cluster_, given, &err), KOORD_OK) << err.message;
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"6")"), std::to_string(KOORD_REASON_NOT_ENOUGH_DEVICES));
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"5")"), "gpu 1 2 3 4 6");
  ASSERT_EQ(remove_pod(cluster_, "a"), KOORD_OK);
  // A pod with devices in its annotation is not counted twice.
  const PodPtr ours = device_pod(
      "ours", R"("nvidia.com/gpu":"1")", "n",
      R"("scheduling.koordinator.sh/device-allocated":"{\"gpu\":[{\"minor\":6,\"resources\":{)"
      R"(\"koordinator.sh/gpu-core\":\"100\",\"koordinator.sh/gpu-memory-ratio\":\"100\"}}]}")");
  ASSERT_EQ(koord_cluster_set_pod(cluster_.get(), ours.get(), nullptr, &err), KOORD_OK)
      << err.message;
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"5")"), "gpu 1 2 3 4 7");
}

// Kubelet gave a GPU to a pod of another scheduler, and the report follows later.
TEST_F(ClusterDevices, ThatNoReportNamesYetAreNotGiven) {
  const auto report = [&](const std::string &annotations) {
    std::string object = device_json("n");
    object.replace(object.find(R"("name":"n")"), 10,
                   R"("name":"n","annotations":{)" + annotations + "}");
    koord_error err{};
    EXPECT_EQ(set_devices(cluster_, object, &err), KOORD_OK) << err.message;
  };
  const std::string empty = R"("node.koordinator.sh/devices-checkpoints":"[]")";
  const std::string refused = std::to_string(KOORD_REASON_DEVICES_NOT_REPORTED);
  report(empty);
  const PodPtr other = device_pod("other", R"("nvidia.com/gpu":"1")", "n");
  ASSERT_EQ(koord_cluster_set_pod(cluster_.get(), other.get(), nullptr, nullptr), KOORD_OK);
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"1")"), refused);
  EXPECT_EQ(get("nic", R"("koordinator.sh/rdma":"100")"), "rdma 0");
  report(
      R"("node.koordinator.sh/devices-checkpoints":"[{\"podUID\":\"other\",)"
      R"(\"containerName\":\"c\",\"resourceName\":\"nvidia.com/gpu\",\"deviceIDs\":[\"GPU-3\"]}]")");
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"7")"), "gpu 0 1 2 4 5 6 7");
  ASSERT_EQ(remove_pod(cluster_, "a"), KOORD_OK);
  ASSERT_EQ(remove_pod(cluster_, "other"), KOORD_OK);
  report(empty + R"(,"node.koordinator.sh/devices-checkpoints-error":"permission denied")");
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"1")"), refused);
  EXPECT_EQ(devices_of(cluster_, "nic").substr(0, 9), R"({"rdma":[)");
  report(empty);
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"8")"), "gpu 0 1 2 3 4 5 6 7");
}

TEST_F(ClusterDevices, StayWithAPodThatIsResized) {
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"2")", "", "2"), "gpu 0 1");
  koord_plan *plan = nullptr;
  koord_refusal refusal{};
  ASSERT_EQ(koord_cluster_plan_resize(cluster_.get(),
                                      device_pod("a", R"("nvidia.com/gpu":"2")", "", "", "3").get(),
                                      nullptr, &plan, &refusal, nullptr),
            KOORD_OK);
  const PlanPtr owner(plan);
  ASSERT_NE(plan, nullptr);
  koord_buffer *out = nullptr;
  ASSERT_EQ(koord_cluster_get_step_devices(cluster_.get(), plan, 0, &out, nullptr), KOORD_OK);
  const BufferPtr text(out);
  EXPECT_EQ(minors_in(text_of(out)), "gpu 0 1");
  ASSERT_EQ(koord_cluster_commit(cluster_.get(), plan, nullptr), KOORD_OK);
  EXPECT_EQ(get("b", R"("nvidia.com/gpu":"6")"), "gpu 2 3 4 5 6 7");
}

TEST_F(ClusterDevices, OfAGangAreOnAsFewNodesAsWillDo) {
  add_node(cluster_, "m");
  ASSERT_EQ(set_devices(cluster_, device_json("m")), KOORD_OK);
  EXPECT_EQ(get("old", R"("nvidia.com/gpu":"1")"), "gpu 0");
  std::vector<PodPtr> owned;
  std::vector<const koord_pod *> pods;
  for (const char *uid : {"x", "y", "z"}) {
    owned.push_back(device_pod(uid, R"("nvidia.com/gpu":"2")"));
    pods.push_back(owned.back().get());
  }
  koord_gang_info info = KOORD_INIT(koord_gang_info);
  koord_plan *plan = nullptr;
  koord_error err{};
  ASSERT_EQ(koord_cluster_plan_gang(cluster_.get(), pods.data(), pods.size(), nullptr, nullptr,
                                    &plan, &info, &err),
            KOORD_OK)
      << err.message;
  const PlanPtr owner(plan);
  EXPECT_EQ(info.nodes, 1u);
  EXPECT_EQ(steps_of(owner), "place x on 1; place y on 1; place z on 1; ");
  ASSERT_EQ(koord_cluster_commit(cluster_.get(), plan, &err), KOORD_OK) << err.message;
  EXPECT_EQ(minors_in(devices_of(cluster_, "x")), "gpu 0 1");
  EXPECT_EQ(minors_in(devices_of(cluster_, "z")), "gpu 4 5");
}

TEST_F(ClusterDevices, OfReservationsGoToTheirOwners) {
  EXPECT_EQ(get("r", R"("nvidia.com/gpu":"4")"), "gpu 0 1 2 3");
  ASSERT_EQ(koord_cluster_set_reservation(cluster_.get(), "r", 1,
                                          KOORD_RESERVATION_POLICY_RESTRICTED, nullptr),
            KOORD_OK);
  koord_refusal refusal{};
  koord_error err{};
  const PodPtr owner = device_pod("a", R"("nvidia.com/gpu":"2")");
  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_use_reservation(query.get(), "r", 1, &err), KOORD_OK);
  ASSERT_EQ(koord_cluster_reserve_from(cluster_.get(), owner.get(), query.get(), nullptr, 0,
                                       &refusal, &err),
            KOORD_OK)
      << err.message;
  EXPECT_EQ(refusal.reason, KOORD_REASON_NONE);
  EXPECT_EQ(minors_in(devices_of(cluster_, "a")), "gpu 0 1");
  EXPECT_EQ(minors_in(devices_of(cluster_, "r")), "gpu 2 3");
  EXPECT_EQ(get("b", R"("nvidia.com/gpu":"5")"), std::to_string(KOORD_REASON_NOT_ENOUGH_DEVICES));
  ASSERT_EQ(remove_pod(cluster_, "a"), KOORD_OK);
  EXPECT_EQ(minors_in(devices_of(cluster_, "r")), "gpu 0 1 2 3");
}

TEST_F(ClusterDevices, OfATypeAreListedByMinor) {
  EXPECT_EQ(get("whole", R"("nvidia.com/gpu":"2","koordinator.sh/rdma":"50")"), "gpu 0 1; rdma 0");
  EXPECT_EQ(minors_of("whole", "gpu"), (Minors{0, 1}));
  EXPECT_EQ(minors_of("whole", "rdma"), (Minors{0}));
  EXPECT_EQ(minors_of("whole", "fpga"), Minors());
  EXPECT_EQ(get("shares", R"("koordinator.sh/gpu":"50")"), "gpu 2");
  EXPECT_EQ(get("with it", R"("koordinator.sh/gpu":"30")"), "gpu 2");
  EXPECT_EQ(minors_of("shares", "gpu"), (Minors{2}));
  EXPECT_EQ(minors_of("with it", "gpu"), (Minors{2}));
  EXPECT_EQ(reserve(cluster_, pod_of({.uid = "no devices", .cpu = "1"}), 0).reason,
            KOORD_REASON_NONE);
  EXPECT_EQ(minors_of("no devices", "gpu"), Minors());
  for (const char *other : {"", "GPU", "gpus", "quantum"})
    EXPECT_EQ(minors_of("whole", other), Minors()) << other;
}

TEST_F(ClusterDevices, OfATypeComeInOrderHoweverTheyWereListed) {
  const std::string held =
      R"({"rdma":[{"minor":7}],"gpu":[{"minor":5},{"minor":2147483647},{"minor":0},{"minor":3}]})";
  const PodPtr bound =
      device_pod("a", R"("nvidia.com/gpu":"4","koordinator.sh/rdma":"100")", "n",
                 R"("scheduling.koordinator.sh/device-allocated":)" + quote_json(held));
  koord_error err{};
  ASSERT_EQ(koord_cluster_set_pod(cluster_.get(), bound.get(), nullptr, &err), KOORD_OK)
      << err.message;
  // Devices that the node does not report are listed, too.
  EXPECT_EQ(minors_of("a", "gpu"), (Minors{0, 3, 5, INT32_MAX}));
  EXPECT_EQ(minors_of("a", "rdma"), (Minors{7}));
}

TEST_F(ClusterDevices, OfATypeGoIntoTheRoomThereIs) {
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"3")"), "gpu 0 1 2");
  koord_cluster *const c = cluster_.get();
  int32_t minors[4] = {-7, -7, -7, -7};
  size_t count = 9;
  EXPECT_FAILS(koord_cluster_get_pod_minors(c, "a", 1, 0, minors, 2, &count, &err),
               KOORD_E_NO_SPACE, "minors: needs 3, capacity is 2");
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(minors[0], -7);
  count = 9;
  EXPECT_FAILS(koord_cluster_get_pod_minors(c, "a", 1, 0, nullptr, 0, &count, &err),
               KOORD_E_NO_SPACE, "minors: needs 3");
  EXPECT_EQ(count, 3u);
  ASSERT_EQ(koord_cluster_get_pod_minors(c, "a", 1, 0, minors, 4, &count, nullptr), KOORD_OK);
  EXPECT_EQ(count, 3u);
  EXPECT_EQ((Minors{minors, minors + 4}), (Minors{0, 1, 2, -7}));
  EXPECT_EQ(koord_cluster_get_pod_minors(c, "a", 1, -1, nullptr, 0, &count, nullptr), KOORD_OK);
  EXPECT_EQ(count, 0u);
}

TEST_F(ClusterDevices, OfATypeAreAskedAboutAPodThatIsThere) {
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"1")"), "gpu 0");
  koord_cluster *const c = cluster_.get();
  int32_t minor = 0;
  size_t n = 0;
  EXPECT_FAILS(koord_cluster_get_pod_minors(c, "no", 2, 0, &minor, 1, &n, &err), KOORD_E_NOT_FOUND,
               "no");
  EXPECT_FAILS(koord_cluster_get_pod_minors(nullptr, "a", 1, 0, &minor, 1, &n, &err),
               KOORD_E_INVALID, "cluster");
  EXPECT_FAILS(koord_cluster_get_pod_minors(c, "", 0, 0, &minor, 1, &n, &err), KOORD_E_INVALID,
               "uid");
  EXPECT_EQ(koord_cluster_get_pod_minors(c, "a", 1, 12345, &minor, 1, &n, nullptr), KOORD_OK);
  EXPECT_EQ(n, 0u) << "there is no such type";
  int32_t id = 7;
  EXPECT_FAILS(koord_cluster_get_device_type(c, nullptr, 3, &id, &err), KOORD_E_INVALID, "name");
  EXPECT_FAILS(koord_cluster_get_device_type(c, "\xFF", 1, &id, &err), KOORD_E_INVALID,
               "name: byte 0 is not UTF-8");
  EXPECT_FAILS(koord_cluster_get_device_type(c, "gpu", 3, nullptr, &err), KOORD_E_INVALID, "id");
  EXPECT_FAILS(koord_cluster_get_device_type(nullptr, "gpu", 3, &id, &err), KOORD_E_INVALID,
               "cluster");
  EXPECT_FAILS(koord_cluster_get_device_type(c, "nothing", 7, &id, &err), KOORD_E_NOT_FOUND,
               "type \"nothing\": there is no such type");
  EXPECT_EQ(id, 7);
  EXPECT_EQ(koord_cluster_get_device_type(c, "rdma", KOORD_NUL, &id, nullptr), KOORD_OK);
  EXPECT_EQ(id, 1);
  EXPECT_FAILS(koord_cluster_get_pod_minors(c, "a", 1, 0, nullptr, 1, &n, &err), KOORD_E_INVALID,
               "minors");
  EXPECT_FAILS(koord_cluster_get_pod_minors(c, "a", 1, 0, &minor, 1, nullptr, &err),
               KOORD_E_INVALID, "count");
  ASSERT_EQ(remove_pod(cluster_, "a"), KOORD_OK);
  EXPECT_FAILS(koord_cluster_get_pod_minors(c, "a", 1, 0, &minor, 1, &n, &err), KOORD_E_NOT_FOUND,
               "a");
}

TEST_F(ClusterDevices, InvalidRequestsHaveReasons) {
  EXPECT_EQ(get("a", R"("koordinator.sh/gpu":"150")"), std::to_string(KOORD_REASON_DEVICE_UNIT));
  EXPECT_EQ(get("a", R"("koordinator.sh/gpu-core":"50")"), std::to_string(KOORD_REASON_DEVICE_MIX));
  EXPECT_EQ(get("a", R"("koordinator.sh/fpga":"100")"), std::to_string(KOORD_REASON_NO_DEVICES));
}

TEST_F(ClusterDevices, BadObjectsChangeNothing) {
  EXPECT_EQ(get("a", R"("nvidia.com/gpu":"2")"), "gpu 0 1");
  std::string twice = device_json("n");
  twice.replace(twice.find(R"("minor":1)"), 9, R"("minor":0)");
  EXPECT_FAILS_UNCHANGED(cluster_, set_devices(cluster_, twice, &err), KOORD_E_INVALID,
                         "is listed twice");
  std::string amount = device_json("n");
  amount.replace(amount.find(R"("80Gi")"), 6, R"("80GiB")");
  EXPECT_FAILS_UNCHANGED(cluster_, set_devices(cluster_, amount, &err), KOORD_E_INVALID,
                         "spec.devices[0].resources");
  EXPECT_FAILS(set_devices(cluster_, R"({"metadata":{"name":""}})", &err), KOORD_E_INVALID,
               "metadata.name");
  EXPECT_FAILS(koord_cluster_set_devices(nullptr, "{}", 2, nullptr, &err), KOORD_E_INVALID,
               "cluster");
  EXPECT_FAILS(koord_cluster_remove_devices(cluster_.get(), "m", 1, &err), KOORD_E_NOT_FOUND, "m");
  koord_buffer *out = nullptr;
  EXPECT_FAILS(koord_cluster_get_pod_devices(cluster_.get(), "no", 2, &out, &err),
               KOORD_E_NOT_FOUND, "no");
  EXPECT_FAILS(koord_cluster_get_pod_devices(cluster_.get(), "a", 1, nullptr, &err),
               KOORD_E_INVALID, "out");
}

TEST(DeviceOptions, AreChecked) {
  koord_cluster_options options = KOORD_INIT(koord_cluster_options);
  koord_cluster *cluster = nullptr;
  options.device_strategy = 3;
  EXPECT_FAILS(koord_cluster_new(nullptr, &options, "", 0, &cluster, &err), KOORD_E_INVALID,
               "options.device_strategy");
  options.device_strategy = KOORD_DEVICE_STRATEGY_MOST_ALLOCATED;
  options.gpu_pick = 2;
  EXPECT_FAILS(koord_cluster_new(nullptr, &options, "", 0, &cluster, &err), KOORD_E_INVALID,
               "options.gpu_pick");
}

TEST(NodesWithoutDevices, AreJudgedByTheAmountsTheyReport) {
  const ClusterPtr cluster = new_cluster();
  std::string node = node_json("n");
  node.replace(node.find(R"("pods")"), 6, R"("nvidia.com/gpu":"1","pods")");
  ASSERT_EQ(set_node(cluster, node, nullptr, nullptr), KOORD_OK);
  EXPECT_EQ(reserve(cluster, device_pod("a", R"("nvidia.com/gpu":"1")"), 0).reason,
            KOORD_REASON_NONE);
  EXPECT_EQ(devices_of(cluster, "a"), "{}");
  EXPECT_EQ(reserve(cluster, device_pod("b", R"("nvidia.com/gpu":"1")"), 0).reason,
            KOORD_REASON_INSUFFICIENT_RESOURCE);
}

}  // namespace
}  // namespace koord::testing

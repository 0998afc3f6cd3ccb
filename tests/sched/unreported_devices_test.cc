// Devices of a type are not allocated while it is unknown which of them are in use: another
// scheduler bound a pod, kubelet's device plugin chose its devices, and the report follows later.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

#include "sched/gpu_pods.h"

namespace koord::testing {
namespace {

PodObject waiting_pod(int gpus = 1) { return seeing("new", "", {}, gpus); }

PodObject foreign(const std::string &uid, int gpus = 1) { return seeing(uid, "n", {}, gpus); }

PodObject pod_requesting(const std::string &uid, const std::string &node, Amounts amounts) {
  PodObject pod = seeing(uid, node, {}, 0);
  Amounts &requests = pod.containers[0].requests;
  requests.insert(requests.end(), amounts.begin(), amounts.end());
  std::ranges::sort(requests, {}, &Amount::resource);
  pod.containers[0].limits = requests;
  return pod;
}

KubeletDevices assigned(const std::string &uid, std::vector<std::string> ids) {
  return {uid, "main", "nvidia.com/gpu", std::move(ids)};
}

class UnreportedDevices : public ::testing::Test {
 protected:
  explicit UnreportedDevices(sched::Options options = {}) : cluster_(options) {
    node_ = add_node(cluster_, "n");
    devices_.reports_kubelet = true;
    cluster_.set_devices(devices_);
  }
  void report(std::vector<KubeletDevices> kubelet) {
    devices_.kubelet = std::move(kubelet);
    cluster_.set_devices(devices_);
  }
  Reason reason(const PodObject &pod) { return explain(cluster_, pod, node_).reason; }

  DeviceObject devices_ = visible_gpus_of("n", 4);
  Cluster cluster_;
  uint32_t node_ = 0;
};

// Kubelet gave GPU 3 to the pod. Without the report, GPU 0 would be withheld, and GPU 3 allocated.
TEST_F(UnreportedDevices, AreNotAllocatedUntilTheReportNamesThem) {
  set(cluster_, foreign("other"));
  for (const int gpus : {1, 3}) {
    const Refusal refusal = explain(cluster_, waiting_pod(gpus), node_);
    EXPECT_EQ(refusal.reason, Reason::kDevicesNotReported);
    EXPECT_EQ(refusal.needed, gpus);
    EXPECT_EQ(refusal.best, 1);
    EXPECT_EQ(refusal.device_type, int32_t{kTypeGpu});
  }
  EXPECT_EQ(reserve(cluster_, waiting_pod(), node_).refusal.reason, Reason::kDevicesNotReported);
  report({assigned("other", {"GPU-3"})});
  EXPECT_EQ(reason(waiting_pod(4)), Reason::kNotEnoughDevices);
  EXPECT_FALSE(reserve(cluster_, waiting_pod(3), node_).refusal.refused());
  EXPECT_EQ(minors(cluster_, "new"), "0 1 2 ");
  EXPECT_EQ(minors(cluster_, "other"), "3 ");
}

TEST_F(UnreportedDevices, AreAllocatedOnceThePodsEnd) {
  set(cluster_, foreign("a"));
  set(cluster_, foreign("b", 2));
  EXPECT_EQ(explain(cluster_, waiting_pod(), node_).best, 2);
  cluster_.remove_pod("a");
  EXPECT_EQ(explain(cluster_, waiting_pod(), node_).best, 1);
  PodObject ended = foreign("b", 2);
  ended.terminated = true;  // kubelet refused it
  set(cluster_, ended);
  EXPECT_EQ(reason(waiting_pod(4)), Reason::kNone);
}

TEST_F(UnreportedDevices, StayWithTheirPods) {
  ASSERT_FALSE(reserve(cluster_, seeing("ours", "", {}, 2), node_).refusal.refused());
  const std::string before = minors(cluster_, "ours");
  set(cluster_, foreign("other"));
  EXPECT_EQ(minors(cluster_, "ours"), before);
  EXPECT_FALSE(conflicts_of(cluster_, "ours").any());
  PodObject bound = stating("ours", {0, 1}, 2);
  EXPECT_FALSE(set(cluster_, bound).any());
  // After a restart, too.
  Cluster restarted{sched::Options{}};
  add_node(restarted, "n");
  set(restarted, foreign("other"));
  restarted.set_devices(devices_);
  EXPECT_FALSE(set(restarted, bound).any());
  EXPECT_EQ(minors(restarted, "ours"), before);
  EXPECT_EQ(explain(restarted, waiting_pod(), 0).reason, Reason::kDevicesNotReported);
}

// One of two devices is in the report, or one of two replicas of a GPU.
TEST_F(UnreportedDevices, StayUnreportedUntilAllAreNamed) {
  set(cluster_, foreign("other", 2));
  report({assigned("other", {"GPU-1"})});
  EXPECT_EQ(reason(waiting_pod()), Reason::kDevicesNotReported);
  report({assigned("other", {"GPU-1", "GPU-2"})});
  EXPECT_EQ(reason(waiting_pod(2)), Reason::kNone);
  report({assigned("other", {"GPU-1::0"})});
  EXPECT_EQ(reason(waiting_pod()), Reason::kDevicesNotReported);
  report({assigned("other", {"GPU-1::0", "GPU-1::1"})});
  EXPECT_EQ(reason(waiting_pod(3)), Reason::kNone);
  EXPECT_EQ(reason(waiting_pod(4)), Reason::kNotEnoughDevices);
  // MIG instances under the name of whole GPUs.
  report({assigned("other", {"MIG-GPU-2/1/0", "MIG-GPU-2/2/0"})});
  EXPECT_EQ(reason(waiting_pod(3)), Reason::kNone);
}

// A GPU that failed is not on the node any more. The report cannot become any better.
TEST_F(UnreportedDevices, AreReportedIfTheReportNamesDevicesThatTheNodeLacks) {
  set(cluster_, foreign("other"));
  report({assigned("other", {"GPU-9"})});
  EXPECT_EQ(reason(waiting_pod(4)), Reason::kNotEnoughDevices);
  EXPECT_EQ(reason(waiting_pod(3)), Reason::kNone);
  report({assigned("other", {"MIG-9"})});
  EXPECT_EQ(reason(waiting_pod(3)), Reason::kNone);
}

// The name of the device plugin stays beside the percentages that it is translated to.
TEST_F(UnreportedDevices, AreOfDevicePlugins) {
  set(cluster_, pod_requesting("translated", "n",
                               {{"koordinator.sh/gpu-core", 100},
                                {"koordinator.sh/gpu-memory-ratio", 100},
                                {"nvidia.com/gpu", 1}}));
  EXPECT_EQ(reason(waiting_pod()), Reason::kDevicesNotReported);
}

TEST_F(UnreportedDevices, AreOfOneType) {
  for (int minor = 0; minor < 2; ++minor) {
    DeviceInfo dsp;
    dsp.type = "dsp";
    dsp.id = "dsp-" + std::to_string(minor);
    dsp.minor = minor;
    dsp.healthy = true;
    dsp.resources = {{"example.com/dsp", 100}};
    devices_.devices.push_back(dsp);
  }
  report({});
  const auto dsp = [](const std::string &uid, const std::string &node) {
    return pod_requesting(uid, node, {{"example.com/dsp", 100}});
  };
  set(cluster_, foreign("other"));
  EXPECT_EQ(reason(dsp("new", "")), Reason::kNone);
  cluster_.remove_pod("other");
  set(cluster_, dsp("other", "n"));
  EXPECT_EQ(reason(waiting_pod()), Reason::kNone);
  const Refusal refusal = explain(cluster_, dsp("new", ""), node_);
  EXPECT_EQ(refusal.reason, Reason::kDevicesNotReported);
  EXPECT_GE(refusal.device_type, int32_t{kWellKnownTypes});
  report({{"other", "main", "example.com/dsp", {"dsp-1"}}});
  EXPECT_EQ(reason(dsp("new", "")), Reason::kNone);
}

// The report names no devices of pods with a valid annotation, but those of pods whose annotation
// is invalid by itself.
TEST_F(UnreportedDevices, AreNotThoseOfAnAnnotation) {
  set(cluster_, stating("a", {2}));
  set(cluster_, stating("b", {2}));
  EXPECT_EQ(conflicts_of(cluster_, "b").devices.reason, Reason::kDeviceTaken);
  EXPECT_EQ(reason(waiting_pod(2)), Reason::kNone);
  set(cluster_, stating("c", {0, 1}));
  EXPECT_EQ(conflicts_of(cluster_, "c").devices.reason, Reason::kDeviceCount);
  EXPECT_EQ(reason(waiting_pod()), Reason::kDevicesNotReported);
  report({assigned("c", {"GPU-0"})});
  EXPECT_NE(reason(waiting_pod()), Reason::kDevicesNotReported);
}

// Nothing gives the pod the devices of an annotation that its request does not cover. Kubelet may
// have given it any other device of the type.
TEST_F(UnreportedDevices, AreThoseOfAnAnnotationThatIsNotRequested) {
  for (const char *name : {"hygon.com/dcu", "nvidia.com/gpu.shared", "huawei.com/Ascend910"}) {
    PodObject other = pod_requesting("other", "n", {{name, 1}});
    other.devices.allocated = {{"gpu", 3, "", {}, {}, {}, false}};
    set(cluster_, other);
    EXPECT_EQ(conflicts_of(cluster_, "other").devices.reason, Reason::kDevicesNotAsked) << name;
    EXPECT_EQ(reason(waiting_pod()), Reason::kDevicesNotReported) << name;
    report({{"other", "main", name, {"GPU-2"}}});
    EXPECT_EQ(minors(cluster_, "other"), "2 ") << name;
    EXPECT_EQ(reason(waiting_pod(3)), Reason::kNone) << name;
    EXPECT_EQ(reason(waiting_pod(4)), Reason::kNotEnoughDevices) << name;
    cluster_.remove_pod("other");
    report({});
  }
}

// An annotation about devices of another type says nothing about the GPUs.
TEST_F(UnreportedDevices, AreThoseOfTypesThatNoAnnotationNames) {
  DeviceInfo nic;
  nic.type = "rdma";
  nic.healthy = true;
  nic.resources = {{"koordinator.sh/rdma", 100}};
  devices_.devices.push_back(nic);
  report({});
  for (const bool requests_nic : {true, false}) {
    PodObject other =
        requests_nic
            ? pod_requesting("other", "n", {{"koordinator.sh/rdma", 100}, {"nvidia.com/gpu", 1}})
            : foreign("other");
    other.devices.allocated = {{"rdma", 0, "", {{"koordinator.sh/rdma", 100}}, {}, {}, false}};
    set(cluster_, other);
    EXPECT_EQ(reason(waiting_pod()), Reason::kDevicesNotReported) << requests_nic;
    report({assigned("other", {"GPU-3"})});
    EXPECT_EQ(reason(waiting_pod(3)), Reason::kNone) << requests_nic;
    cluster_.remove_pod("other");
    report({});
  }
}

// Kubelet may have chosen another GPU than the one that the pod's own variable names.
TEST_F(UnreportedDevices, MayBeOthersThanThoseOfTheEnvironment) {
  set(cluster_, seeing("other", "n", {false, {"GPU-0"}}, 1));
  EXPECT_EQ(reason(waiting_pod()), Reason::kDevicesNotReported);
  report({assigned("other", {"GPU-3"})});
  EXPECT_EQ(reason(waiting_pod(3)), Reason::kNotEnoughDevices);
  EXPECT_EQ(reason(waiting_pod(2)), Reason::kNone);
}

// Replicas of a failed GPU, and an instance that one of two containers has.
TEST_F(UnreportedDevices, AreCountedByTheirIds) {
  set(cluster_, foreign("other", 2));
  report({assigned("other", {"GPU-9::0", "GPU-9::1"})});
  EXPECT_NE(reason(waiting_pod()), Reason::kDevicesNotReported);
  report({assigned("other", {"MIG-9"})});
  EXPECT_EQ(reason(waiting_pod()), Reason::kDevicesNotReported);
  report({assigned("other", {"MIG-9", "MIG-8"})});
  EXPECT_NE(reason(waiting_pod()), Reason::kDevicesNotReported);
}

// The pod runs before its node has a Device object, and before the node is known.
TEST_F(UnreportedDevices, DoNotDependOnTheOrderOfEvents) {
  for (int order = 0; order < 3; ++order) {
    Cluster cluster{sched::Options{}};
    if (order == 0) set(cluster, foreign("other"));
    add_node(cluster, "n");
    if (order == 1) set(cluster, foreign("other"));
    cluster.set_devices(devices_);
    if (order == 2) set(cluster, foreign("other"));
    EXPECT_EQ(explain(cluster, waiting_pod(), 0).reason, Reason::kDevicesNotReported) << order;
    EXPECT_EQ(explain(cluster, seeing("plain", "", {}, 0), 0).reason, Reason::kNone);
  }
}

// Removing one of two such pods does not help; removing both does.
TEST_F(UnreportedDevices, AreFreeWithoutAllOfTheirPods) {
  set(cluster_, foreign("a"));
  set(cluster_, foreign("b"));
  const auto without = [&](std::vector<std::string_view> uids) {
    const auto rows = evaluate(cluster_, waiting_pod(), {std::move(uids), {}, {}, {}});
    return static_cast<Reason>(rows.at(0).reason);
  };
  EXPECT_EQ(without({"a"}), Reason::kDevicesNotReported);
  EXPECT_EQ(without({"b"}), Reason::kDevicesNotReported);
  EXPECT_EQ(without({"a", "b"}), Reason::kNone);
}

// The reporter cannot read kubelet's assignments.
TEST_F(UnreportedDevices, OfKubeletsThatCannotBeRead) {
  set(cluster_, stating("ours", {0}));
  devices_.kubelet_unreported = true;
  report({assigned("other", {"GPU-1"})});
  const Refusal refusal = explain(cluster_, waiting_pod(), node_);
  EXPECT_EQ(refusal.reason, Reason::kDevicesNotReported);
  EXPECT_EQ(refusal.best, 0);
  EXPECT_NE(evaluate(cluster_, waiting_pod()).at(0).flags & sched::kUnresolvable, 0u);
  EXPECT_FALSE(conflicts_of(cluster_, "ours").any());
  EXPECT_EQ(minors(cluster_, "ours"), "0 ");
  EXPECT_EQ(reason(seeing("plain", "", {}, 0)), Reason::kNone);
  devices_.kubelet_unreported = false;
  report({assigned("other", {"GPU-1"})});
  EXPECT_EQ(reason(waiting_pod(2)), Reason::kNone);
  set(cluster_, foreign("another"));
  EXPECT_EQ(evaluate(cluster_, waiting_pod()).at(0).flags & sched::kUnresolvable, 0u);
}

// Without a report of kubelet's assignments, as many devices are withheld as the pod requests.
TEST(UnreportedDevicesOptions, StateTheNodesOnWhichTheyAreWithheld) {
  struct Case {
    WithholdUnreported where;
    bool reported, upstream, closed;
  };
  for (const Case &each : {Case{WithholdUnreported::kWhereReported, true, false, true},
                           Case{WithholdUnreported::kWhereReported, false, false, false},
                           Case{WithholdUnreported::kAlways, false, false, true},
                           Case{WithholdUnreported::kNever, true, false, false},
                           Case{WithholdUnreported::kAlways, true, true, false}}) {
    sched::Options options;
    options.withhold_unreported_devices = each.where;
    if (each.upstream) options.profile = Profile::kUpstream;
    Cluster cluster{options};
    add_node(cluster, "n");
    DeviceObject devices = visible_gpus_of("n", 4);
    devices.reports_kubelet = each.reported;
    devices.kubelet_unreported = each.upstream;
    cluster.set_devices(devices);
    set(cluster, foreign("other"));
    EXPECT_EQ(explain(cluster, waiting_pod(3), 0).refused(), each.closed);
    EXPECT_EQ(explain(cluster, waiting_pod(4), 0).refused(), !each.upstream);
  }
}

// A node whose kubelet gives GPUs to pods of another scheduler, and a report that follows late. The
// cluster is restarted now and then.
class MovingNode {
 public:
  explicit MovingNode(int gpus) : gpus_(gpus), devices_(visible_gpus_of("n", gpus)) {
    devices_.reports_kubelet = true;
    history_.push_back({});
    start();
  }

  void start() {
    cluster_.emplace(sched::Options{});
    add_node(*cluster_, "n");
    std::vector<PodObject> bound;
    for (const auto &[uid, ids] : kubelets_)
      bound.push_back(foreign(uid, static_cast<int>(ids.size())));
    for (const auto &[uid, held] : ours_)
      bound.push_back(stating(uid, held, static_cast<int>(held.size())));
    const size_t first = *rc::gen::inRange<size_t>(0, bound.size() + 1);
    for (size_t i = 0; i < bound.size(); ++i) {
      if (i == first) deliver(delivered_);
      set(*cluster_, bound[i]);
    }
    deliver(delivered_);
  }
  // Another scheduler binds a pod, and kubelet gives it GPUs that are not in use, or replicas.
  void bind_foreign() {
    std::vector<int32_t> free;
    for (int32_t gpu = 0; gpu < gpus_; ++gpu)
      if (!is_in_use(gpu)) free.push_back(gpu);
    if (free.empty()) return;
    const std::string uid = "foreign-" + std::to_string(next_++);
    const bool slices = one_of(3);
    const int count = slices ? 2 : *rc::gen::inRange(1, static_cast<int>(free.size()) + 1);
    std::vector<std::string> ids;
    for (int i = 0; i < count; ++i) {
      const auto at = *rc::gen::inRange<size_t>(0, free.size());
      ids.push_back("GPU-" + std::to_string(free[at]) + (slices ? "::" + std::to_string(i) : ""));
      if (!slices) free.erase(free.begin() + static_cast<ptrdiff_t>(at));
    }
    kubelets_[uid] = ids;
    history_.push_back(kubelets_);
    set(*cluster_, foreign(uid, count));
  }
  void end_foreign() {
    if (kubelets_.empty()) return;
    const auto at =
        std::next(kubelets_.begin(), *rc::gen::inRange<ptrdiff_t>(0, std::ssize(kubelets_)));
    cluster_->remove_pod(at->first);
    kubelets_.erase(at);
    history_.push_back(kubelets_);
  }
  void end_ours() {
    if (ours_.empty()) return;
    cluster_->remove_pod(ours_.begin()->first);
    ours_.erase(ours_.begin());
  }
  // Delivers a report that may be older than kubelet's last change.
  void report() { deliver(*rc::gen::inRange(delivered_, history_.size())); }
  void report_all() { deliver(history_.size() - 1); }

  void schedule() {
    const std::string uid = "ours-" + std::to_string(next_++);
    const PodObject pod = seeing(uid, "", {}, *rc::gen::inRange(1, gpus_ + 1));
    const Answer answer = reserve(*cluster_, pod, 0);
    if (answer.refusal.refused()) return;
    std::vector<int32_t> held;
    for (const AllocatedDevice &device : answer.allocation.devices) {
      RC_ASSERT(!is_in_use(device.minor));
      held.push_back(device.minor);
    }
    ours_[uid] = held;
    if (one_of(2)) set(*cluster_, stating(uid, held, static_cast<int>(held.size())));
  }
  void check_that_all_is_known() {
    report_all();
    int free = 0;
    for (int32_t gpu = 0; gpu < gpus_; ++gpu) free += is_in_use(gpu) ? 0 : 1;
    if (free > 0) RC_ASSERT(!explain(*cluster_, seeing("last", "", {}, free), 0).refused());
  }
  static bool one_of(int n) { return *rc::gen::inRange(0, n) == 0; }

 private:
  using Assignments = std::map<std::string, std::vector<std::string>>;

  bool is_in_use(int32_t gpu) const {
    const std::string id = "GPU-" + std::to_string(gpu);
    const auto is_of = [&](const std::string &given) {
      return given == id || given.starts_with(id + "::");
    };
    return std::ranges::any_of(
               kubelets_,
               [&](const auto &pod) { return std::ranges::any_of(pod.second, is_of); }) ||
           std::ranges::any_of(
               ours_, [&](const auto &pod) { return std::ranges::count(pod.second, gpu) > 0; });
  }
  void deliver(size_t version) {
    delivered_ = version;
    devices_.kubelet.clear();
    for (const auto &[uid, ids] : history_[version]) devices_.kubelet.push_back(assigned(uid, ids));
    devices_.kubelet_unreported = version + 1 < history_.size() && one_of(3);
    cluster_->set_devices(devices_);
  }

  int gpus_;
  DeviceObject devices_;
  std::optional<Cluster> cluster_;
  Assignments kubelets_;
  std::vector<Assignments> history_;
  size_t delivered_ = 0;
  std::map<std::string, std::vector<int32_t>> ours_;
  int next_ = 0;
};

RC_GTEST_PROP(UnreportedDevicesOfAMovingNode, AreNeverAllocatedTwice, ()) {
  MovingNode node(*rc::gen::inRange(1, 7));
  for (int i = *rc::gen::inRange(1, 40); i > 0; --i) {
    switch (*rc::gen::inRange(0, 8)) {
      case 0:
      case 1:
        node.bind_foreign();
        break;
      case 2:
        node.end_foreign();
        break;
      case 3:
        node.report();
        break;
      case 4:
        node.end_ours();
        break;
      case 5:
        MovingNode::one_of(4) ? node.start() : node.report_all();
        break;
      default:
        node.schedule();
    }
  }
  node.check_that_all_is_known();
}

}  // namespace
}  // namespace koord::testing

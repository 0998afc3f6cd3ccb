// Devices allocated to a pod: R100-R104, R107-R109, R113, R117, through the modules that read and
// decide; R112 and R114 through koord.h.
#include <nlohmann/json.hpp>

#include "device/allocation/allocate.h"
#include "spec/cluster_support.h"
#include "spec/spec_support.h"
#include "wire/device/device_object.h"
#include "wire/object/amount.h"
#include "wire/pod/device_annotations.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

using device::Grant;
using device::Grants;
using device::Ledger;
using nlohmann::json;

constexpr int64_t kGi = int64_t{1} << 30;

json device_object(const json &devices, const json &annotations, const std::string &node) {
  return {{"apiVersion", "scheduling.koordinator.sh/v1alpha1"},
          {"kind", "Device"},
          {"metadata", {{"name", node}, {"annotations", annotations}}},
          {"spec", {{"devices", devices}}}};
}

// A node described by a Device object, and pods described by their requests.
class DeviceNode {
 public:
  explicit DeviceNode(const json &devices, const json &annotations = json::object())
      : ledger_(device::make_inventory(
            wire::read_device_object(device_object(devices, annotations, "node-1").dump(), {}),
            resources_)) {}

  Refusal filter(const json &requests, Grants &out) {
    const std::string text = requests.dump();
    const wire::JsonDocument document = wire::JsonDocument::parse(text, "requests");
    device::ResourceAmounts parts;
    for (const object::Amount &amount : wire::read_amounts(document.root()))
      parts.push_back({resources_.intern(amount.resource), amount.value});
    std::sort(parts.begin(), parts.end(),
              [](const auto &a, const auto &b) { return a.resource < b.resource; });
    device::Request ask;
    const Refusal refusal = device::make_request(parts, {}, resources_, {}, ask);
    return refusal.refused() ? refusal : device::allocate(ledger_, ask, {}, out);
  }
  Grants reserve(const json &requests) {
    Grants out;
    const Refusal refusal = filter(requests, out);
    EXPECT_FALSE(refusal.refused()) << to_sentence(refusal);
    ledger_.hold(out);
    return out;
  }
  Reason refused(const json &requests) {
    Grants out;
    return filter(requests, out).reason;
  }
  // Returns the sums of the pod's devices.
  json sums(const Grants &grants) const {
    json out = json::object();
    for (const Grant &grant : grants)
      for (const device::ResourceAmount &part : grant.parts) {
        json &sum = out[resources_.name(part.resource)];
        sum = (sum.is_null() ? 0 : sum.get<int64_t>()) + part.amount;
      }
    return out;
  }

 private:
  object::Resources resources_;
  Ledger ledger_;
};

json gpu(int minor, int64_t memory = 8 * kGi, bool health = true) {
  return {{"type", "gpu"},
          {"id", "GPU-" + std::to_string(minor)},
          {"minor", minor},
          {"health", health},
          {"resources",
           {{"koordinator.sh/gpu-core", "100"},
            {"koordinator.sh/gpu-memory", memory},
            {"koordinator.sh/gpu-memory-ratio", "100"}}}};
}
json other(const std::string &type, int minor) {
  return {{"type", type},
          {"minor", minor},
          {"health", true},
          {"resources", {{"koordinator.sh/" + type, "100"}}}};
}
std::vector<int32_t> minors(const Grants &grants) {
  std::vector<int32_t> out;
  for (const Grant &grant : grants) out.push_back(grant.minor);
  return out;
}

// The proposal's node: four GPUs of 8 GiB sum up to 400, 32Gi and
// 400; an RDMA and an FPGA device to 100 each.
TEST(SpecDevices, R100_DimensionsAndTheirSums) {
  DeviceNode node(
      json::array({gpu(0), gpu(1), gpu(2), gpu(3), other("rdma", 0), other("fpga", 0)}));
  json given = node.sums(node.reserve({{"koordinator.sh/gpu-core", 400},
                                       {"koordinator.sh/gpu-memory-ratio", 400},
                                       {"koordinator.sh/rdma", 100},
                                       {"koordinator.sh/fpga", 100}}));
  EXPECT_EQ(given, (json{{"koordinator.sh/gpu-core", 400},
                         {"koordinator.sh/gpu-memory", 32 * kGi},
                         {"koordinator.sh/gpu-memory-ratio", 400},
                         {"koordinator.sh/rdma", 100},
                         {"koordinator.sh/fpga", 100}}));
  EXPECT_EQ(node.refused({{"koordinator.sh/gpu", 1}}), Reason::kNotEnoughDevices);
  EXPECT_EQ(node.refused({{"koordinator.sh/rdma", 1}}), Reason::kNotEnoughDevices);
  EXPECT_EQ(node.refused({{"koordinator.sh/fpga", 1}}), Reason::kNotEnoughDevices);
}

TEST(SpecDevices, R101_OneNameForComputeAndMemory) {
  DeviceNode node(json::array({gpu(0), gpu(1), gpu(2)}));
  EXPECT_EQ(node.sums(node.reserve({{"koordinator.sh/gpu", 50}})),
            (json{{"koordinator.sh/gpu-core", 50},
                  {"koordinator.sh/gpu-memory", 4 * kGi},
                  {"koordinator.sh/gpu-memory-ratio", 50}}));
  EXPECT_EQ(node.sums(node.reserve({{"nvidia.com/gpu", 2}})),
            (json{{"koordinator.sh/gpu-core", 200},
                  {"koordinator.sh/gpu-memory", 16 * kGi},
                  {"koordinator.sh/gpu-memory-ratio", 200}}));
}

// Memory is that of the chosen GPU; GPUs may differ.
TEST(SpecDevices, R102_S15_MemoryOfTheChosenGpu) {
  DeviceNode node(json::array({gpu(0, 16 * kGi), gpu(1, 1001)}));
  EXPECT_EQ(
      node.sums(node.reserve({{"koordinator.sh/gpu-memory-ratio", 100}})),
      (json{{"koordinator.sh/gpu-memory", 16 * kGi}, {"koordinator.sh/gpu-memory-ratio", 100}}));
  EXPECT_EQ(node.sums(node.reserve({{"koordinator.sh/gpu-memory-ratio", 25}})),
            (json{{"koordinator.sh/gpu-memory", 250}, {"koordinator.sh/gpu-memory-ratio", 25}}))
      << "rounded down";
  EXPECT_EQ(node.sums(node.reserve({{"koordinator.sh/gpu-memory", 501}})),
            (json{{"koordinator.sh/gpu-memory", 501}, {"koordinator.sh/gpu-memory-ratio", 51}}))
      << "rounded up";
}

// The proposal's translated requests name both units of memory. The GPU must have both amounts, and
// the result states one amount in both units.
TEST(SpecDevices, R102_TranslatedRequestsHaveBothUnits) {
  const json half = {{"koordinator.sh/gpu-core", 50},
                     {"koordinator.sh/gpu-memory-ratio", 50},
                     {"koordinator.sh/gpu-memory", 4 * kGi}};
  for (const int64_t memory : {4 * kGi, 8 * kGi, 16 * kGi}) {
    DeviceNode node(json::array({gpu(0, memory)}));
    const int64_t bytes = std::max(4 * kGi, memory / 2);
    EXPECT_EQ(node.sums(node.reserve(half)),
              (json{{"koordinator.sh/gpu-core", 50},
                    {"koordinator.sh/gpu-memory", bytes},
                    {"koordinator.sh/gpu-memory-ratio", 100 * bytes / memory}}));
    EXPECT_EQ(node.refused(half) == Reason::kNone, memory > 4 * kGi);
  }
  EXPECT_EQ(DeviceNode(json::array({gpu(0, 2 * kGi)})).refused(half), Reason::kNotEnoughDevices);
}

TEST(SpecDevices, R117_S26_TranslatedRequestsAreRequests) {
  DeviceNode node(json::array({gpu(0), gpu(1), gpu(2), gpu(3)}));
  json two = {{"koordinator.sh/gpu-core", 200},
              {"koordinator.sh/gpu-memory-ratio", 200},
              {"koordinator.sh/gpu-memory", 16 * kGi}};
  EXPECT_EQ(minors(node.reserve(two)), (std::vector<int32_t>{0, 1}));
  two["nvidia.com/gpu"] = 2;
  EXPECT_EQ(minors(node.reserve(two)), (std::vector<int32_t>{2, 3}));
}

TEST(SpecDevices, R103_OverAHundredIsSeveralDevices) {
  DeviceNode node(json::array({gpu(0), gpu(1), gpu(2), other("rdma", 0), other("rdma", 1)}));
  EXPECT_EQ(node.reserve({{"koordinator.sh/gpu", 200}}).size(), 2u);
  EXPECT_EQ(node.reserve({{"koordinator.sh/rdma", 200}}).size(), 2u);
  for (const char *name : {"koordinator.sh/gpu", "koordinator.sh/gpu-memory-ratio",
                           "koordinator.sh/rdma", "koordinator.sh/fpga"})
    EXPECT_EQ(node.refused({{name, 150}}), Reason::kDeviceUnit) << name;
  EXPECT_EQ(node.refused({{"koordinator.sh/gpu-core", 150}, {"koordinator.sh/gpu-memory", "1Gi"}}),
            Reason::kDeviceUnit);
}

// In total sixty are free, but not on a single device.
TEST(SpecDevices, R104_EachDeviceIsCompared) {
  DeviceNode node(json::array({gpu(0), gpu(1)}));
  node.reserve({{"koordinator.sh/gpu", 70}});
  node.reserve({{"koordinator.sh/gpu", 70}});
  EXPECT_EQ(node.refused({{"koordinator.sh/gpu", 60}}), Reason::kNotEnoughDevices);
  EXPECT_EQ(node.refused({{"koordinator.sh/gpu", 31}}), Reason::kNotEnoughDevices);
  EXPECT_EQ(node.refused({{"koordinator.sh/gpu-core", 10}, {"koordinator.sh/gpu-memory", "3Gi"}}),
            Reason::kNotEnoughDevices);
  node.reserve({{"koordinator.sh/gpu", 30}});
  EXPECT_EQ(minors(node.reserve({{"koordinator.sh/gpu", 30}})), (std::vector<int32_t>{1}));
}

TEST(SpecDevices, R107_NewTypesNeedNoCode) {
  DeviceNode node(json::array({other("dpu", 0), other("dpu", 1)}));
  EXPECT_EQ(minors(node.reserve({{"koordinator.sh/dpu", 60}})), (std::vector<int32_t>{0}));
  EXPECT_EQ(minors(node.reserve({{"koordinator.sh/dpu", 60}})), (std::vector<int32_t>{1}));
  EXPECT_EQ(node.refused({{"koordinator.sh/dpu", 60}}), Reason::kNotEnoughDevices);
  EXPECT_EQ(minors(node.reserve({{"koordinator.sh/dpu", 40}})), (std::vector<int32_t>{0}));
}

TEST(SpecDevices, R108_ByMinorWhereNothingElseDecides) {
  DeviceNode node(json::array({gpu(3), gpu(0), gpu(2), gpu(1)}));
  EXPECT_EQ(minors(node.reserve({{"nvidia.com/gpu", 2}})), (std::vector<int32_t>{0, 1}));
  EXPECT_EQ(minors(node.reserve({{"koordinator.sh/gpu", 50}})), (std::vector<int32_t>{2}));
}

TEST(SpecDevices, R109_UnhealthyDevicesAreNotGiven) {
  DeviceNode node(json::array({gpu(0, 8 * kGi, false), gpu(1)}));
  EXPECT_EQ(minors(node.reserve({{"koordinator.sh/gpu", 50}})), (std::vector<int32_t>{1}));
  EXPECT_EQ(node.refused({{"nvidia.com/gpu", 1}}), Reason::kNotEnoughDevices);
  json unsaid = gpu(0);
  unsaid.erase("health");
  EXPECT_EQ(DeviceNode(json::array({unsaid})).refused({{"koordinator.sh/gpu", 50}}),
            Reason::kNotEnoughDevices)
      << "left out when false";
}

// The best linked pairs do not have the lowest minors.
TEST(SpecDevices, R113_S14_TheCombinationWithTheMostSpeed) {
  DeviceNode node(
      json::array({gpu(0), gpu(1), gpu(2), gpu(3)}),
      {{"node.koordinator.sh/gpu-links",
        R"([{"minors":[0,3],"nvlinks":4},{"minors":[1,2],"nvlinks":6},{"minors":[0,1],"nvlinks":1}])"}});
  EXPECT_EQ(minors(node.reserve({{"nvidia.com/gpu", 2}})), (std::vector<int32_t>{1, 2}));
  EXPECT_EQ(minors(node.reserve({{"nvidia.com/gpu", 2}})), (std::vector<int32_t>{0, 3}));
}

// A scheduler whose nodes have devices.
class DeviceCluster : public ClusterSession {
 public:
  uint32_t add(const std::string &name, const json &devices, const json &annotations) {
    NodeGiven node;
    node.name = name;
    const uint32_t id = set(node);
    koord_error err{};
    const std::string text = device_object(devices, annotations, name).dump();
    EXPECT_EQ(koord_cluster_set_devices(get(), text.data(), text.size(), nullptr, &err), KOORD_OK)
        << err.message;
    return id;
  }
  // Sets a running pod with `gpus` GPUs and these visible devices. Returns the
  // number of visible devices that the node lacks.
  uint32_t see(const std::string &name, int gpus, const std::string &visible,
               const std::string &node) {
    json object = pod(name, "LS", "1").object();
    json &container = object["spec"]["containers"][0];
    if (gpus > 0) container["resources"]["limits"]["nvidia.com/gpu"] = std::to_string(gpus);
    container["env"] = {{{"name", "NVIDIA_VISIBLE_DEVICES"}, {"value", visible}}};
    object["spec"]["nodeName"] = node;
    koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
    koord_error err{};
    EXPECT_EQ(koord_cluster_set_pod(get(), read_json(object).get(), &conflicts, &err), KOORD_OK)
        << err.message;
    return conflicts.devices_unknown;
  }
  // Returns the minors of the largest number of GPUs that one pod can still get.
  std::string left() const {
    for (int gpus = 8; gpus > 0; --gpus) {
      json object = pod("asks", "LS", "1").object();
      object["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/gpu"] =
          std::to_string(gpus);
      const PodPtr handle = read_json(object);
      koord_refusal refusal{};
      EXPECT_EQ(
          koord_cluster_reserve(get(), handle.get(), nullptr, 0, nullptr, 0, &refusal, nullptr),
          KOORD_OK);
      if (refusal.reason != KOORD_REASON_NONE) continue;
      const std::string out = devices("asks");
      EXPECT_EQ(koord_cluster_remove_pod(get(), "asks", 4, nullptr), KOORD_OK);
      return out;
    }
    return "";
  }
  // Returns the minors of a pod's GPUs, or an empty string if it has none.
  std::string devices(const std::string &uid) const {
    koord_buffer *buffer = nullptr;
    EXPECT_EQ(koord_cluster_get_pod_devices(get(), uid.data(), uid.size(), &buffer, nullptr),
              KOORD_OK);
    const BufferPtr owner(buffer);
    return minors_of(json::parse(text_of(buffer)));
  }
  // Returns "node: minors" for each of `pods` pods with `gpus` GPUs, in the order of placement.
  std::vector<std::string> gang(int pods, int gpus) const {
    std::vector<PodPtr> owned;
    std::vector<const koord_pod *> handles;
    for (int i = 0; i < pods; ++i) {
      json object = pod("pod-" + std::to_string(i), "LS", "1").object();
      object["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/gpu"] =
          std::to_string(gpus);
      owned.push_back(read_json(object));
      handles.push_back(owned.back().get());
    }
    koord_plan *plan = nullptr;
    koord_gang_info info = KOORD_INIT(koord_gang_info);
    koord_error err{};
    EXPECT_EQ(koord_cluster_plan_gang(get(), handles.data(), handles.size(), nullptr, nullptr,
                                      &plan, &info, &err),
              KOORD_OK)
        << err.message;
    EXPECT_EQ(info.refusal.reason, KOORD_REASON_NONE) << sentence(info.refusal);
    std::vector<std::string> out;
    for (size_t step = 0; plan != nullptr && step < handles.size(); ++step)
      out.push_back(step_of(plan, step));
    koord_plan_unref(plan);
    return out;
  }

 private:
  static PodPtr read_json(const json &object) {
    const std::string text = object.dump();
    koord_pod *handle = nullptr;
    EXPECT_EQ(koord_pod_from_json(nullptr, text.data(), text.size(), &handle, nullptr), KOORD_OK);
    return PodPtr(handle);
  }
  static std::string minors_of(const json &allocated) {
    std::string out;
    for (const json &device : allocated.value("gpu", json::array()))
      out += (out.empty() ? "" : " ") + std::to_string(device.at("minor").get<int>());
    return out;
  }
  std::string step_of(const koord_plan *plan, size_t step) const {
    std::vector<koord_plan_step> rows(1024);
    size_t count = 0;
    EXPECT_EQ(koord_plan_get_steps(plan, rows.data(), sizeof rows[0], rows.size(), &count, nullptr),
              KOORD_OK);
    koord_buffer *buffer = nullptr;
    EXPECT_EQ(koord_cluster_get_step_devices(get(), plan, step, &buffer, nullptr), KOORD_OK);
    const BufferPtr owner(buffer);
    return std::to_string(rows[step].node) + ": " + minors_of(json::parse(text_of(buffer)));
  }
};

// "If GPU allocation info is not in annotation, we will find the GPU allocations from Env."
TEST(SpecDevices, R112_PodsWithoutTheAnnotationHaveWhatTheirEnvironmentNames) {
  const json gpus = {gpu(0), gpu(1), gpu(2), gpu(3)};
  DeviceCluster cluster;
  cluster.add("node-0", gpus, json::object());
  EXPECT_EQ(cluster.see("a", 1, "GPU-2", "node-0"), 0u);
  EXPECT_EQ(cluster.devices("a"), "2");
  EXPECT_EQ(cluster.left(), "0 1 3");
  EXPECT_EQ(cluster.see("b", 2, "0,GPU-9,3", "node-0"), 1u);  // existing devices are accepted
  EXPECT_EQ(cluster.devices("b"), "0 3");
  EXPECT_EQ(cluster.left(), "1");
  // The pod requested two GPUs, so two are set aside for it, whatever its environment names.
  EXPECT_EQ(cluster.see("b", 2, "none", "node-0"), 0u);
  EXPECT_EQ(cluster.devices("b"), "");
  EXPECT_EQ(cluster.see("c", 0, "void", "node-0"), 0u);
  EXPECT_EQ(cluster.left(), "3");
  cluster.remove("b");
  // "all" gives a pod all GPUs only if it requests them; a monitor sees them and holds none.
  EXPECT_EQ(cluster.see("monitor", 0, "all", "node-0"), 0u);
  EXPECT_EQ(cluster.left(), "0 1 3");
  cluster.remove("a");
  EXPECT_EQ(cluster.see("d", 4, "all", "node-0"), 0u);
  EXPECT_EQ(cluster.left(), "");
  cluster.remove("d");
  EXPECT_EQ(cluster.left(), "0 1 2 3");
  // Names are looked up again when devices are added or removed.
  EXPECT_EQ(cluster.see("e", 2, "GPU-1,GPU-4", "node-0"), 1u);
  EXPECT_EQ(cluster.devices("e"), "1");
  EXPECT_EQ(cluster.left(), "2 3");  // one is set aside for it
  cluster.add("node-0", {gpu(0), gpu(1), gpu(2), gpu(3), gpu(4)}, json::object());
  EXPECT_EQ(cluster.left(), "0 2 3");
  EXPECT_EQ(cluster.devices("e"), "1 4");
}

// "When we want the GPU instances among a group of Pods to have the maximum data transfer speed
// combined relationship, the scheduler should batch allocate the best GPU instances to these Pods
// and assign them to the same node." Here the strongest link is in the middle of a chain, so one
// pod that takes it would leave none to another.
TEST(SpecDevices, R114_S14_SetsOfAGroupAreChosenTogether) {
  const json gpus = {gpu(0), gpu(1), gpu(2), gpu(3)};
  const json chain = {
      {"node.koordinator.sh/gpu-links",
       R"([{"minors":[0,3],"nvlinks":4},{"minors":[1,2],"nvlinks":4},{"minors":[2,3],"nvlinks":5}])"}};
  DeviceCluster cluster;
  cluster.add("node-0", gpus, chain);
  EXPECT_EQ(cluster.gang(1, 2), (std::vector<std::string>{"0: 2 3"}));
  EXPECT_EQ(cluster.gang(2, 2), (std::vector<std::string>{"0: 0 3", "0: 1 2"}));
  // The pods stay on one node, although an empty node is better for a single pod.
  cluster.add("node-1", gpus, chain);
  EXPECT_EQ(cluster.gang(4, 1), (std::vector<std::string>{"0: 0", "0: 1", "0: 2", "0: 3"}));
}

// The proposal's requests, one after the other; GPUs have 8 GiB, as it assumes.
TEST(SpecDevices, R117_TheRequestsOfTheProposal) {
  const json rest = {{"cpu", "4"}, {"memory", "8Gi"}};
  const auto translated = [&](json requests) {
    DeviceNode node(json::array({gpu(0), gpu(1), other("rdma", 0)}));
    requests.update(rest);
    return node.sums(node.reserve(requests));
  };
  const auto gpus = [](int64_t core, int64_t memory, int64_t ratio) {
    return json{{"koordinator.sh/gpu-core", core},
                {"koordinator.sh/gpu-memory", memory},
                {"koordinator.sh/gpu-memory-ratio", ratio}};
  };
  EXPECT_EQ(translated({{"nvidia.com/gpu", "2"}}), gpus(200, 16 * kGi, 200));
  EXPECT_EQ(translated({{"koordinator.sh/gpu", "50"}}), gpus(50, 4 * kGi, 50));
  EXPECT_EQ(
      translated({{"koordinator.sh/gpu-core", "50"}, {"koordinator.sh/gpu-memory-ratio", "60"}}),
      gpus(50, 8 * kGi * 60 / 100, 60));
  EXPECT_EQ(translated({{"koordinator.sh/gpu-core", "60"}, {"koordinator.sh/gpu-memory", "4Gi"}}),
            gpus(60, 4 * kGi, 50));
  EXPECT_EQ(translated({{"koordinator.sh/rdma", "100"}}), (json{{"koordinator.sh/rdma", 100}}));
}

}  // namespace
}  // namespace koord::testing

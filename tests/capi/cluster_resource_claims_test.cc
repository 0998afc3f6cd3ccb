// Devices that ResourceClaims of a text hold.
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "capi/cluster_devices_support.h"
#include "capi/cluster_objects_support.h"
#include "support/resource_claims.h"

namespace koord::testing {
namespace {

using nlohmann::json;

json gpu_node(const std::string &name) {
  json out = json::parse(R"({"kind":"Node","apiVersion":"v1","metadata":{},"status":{"allocatable":
      {"cpu":"16","memory":"64Gi","pods":"110","nvidia.com/gpu":"8","example.com/npu":"8"}}})");
  out["metadata"]["name"] = name;
  return out;
}

// A slice with the GPUs of device_json(), named "gpu-0" and so on.
json gpu_slice(const std::string &name, const std::string &node) {
  json out = json::parse(R"({"kind":"ResourceSlice","apiVersion":"resource.k8s.io/v1",
      "spec":{"driver":"gpu.nvidia.com","pool":{"generation":1},"devices":[]}})");
  out["metadata"]["name"] = name;
  out["spec"]["nodeName"] = node;
  out["spec"]["pool"]["name"] = node;
  for (int i = 0; i < 8; ++i) {
    json &device = out["spec"]["devices"].emplace_back();
    device["name"] = "gpu-" + std::to_string(i);
    device["attributes"]["uuid"]["string"] = "GPU-" + std::to_string(i);
  }
  return out;
}

json gpu_claim(const std::string &name, const std::string &node, std::vector<int> gpus) {
  json out = json::parse(R"({"kind":"ResourceClaim","apiVersion":"resource.k8s.io/v1",
      "metadata":{"namespace":"ml"}})");
  out["metadata"]["name"] = name;
  if (gpus.empty()) return out;
  json &allocation = out["status"]["allocation"];
  allocation["nodeSelector"] = json::parse(R"({"nodeSelectorTerms":[{"matchFields":[
      {"key":"metadata.name","operator":"In"}]}]})");
  allocation["nodeSelector"]["nodeSelectorTerms"][0]["matchFields"][0]["values"] = {node};
  for (const int gpu : gpus) {
    json &result = allocation["devices"]["results"].emplace_back();
    result["request"] = "r";
    result["driver"] = "gpu.nvidia.com";
    result["pool"] = node;
    result["device"] = "gpu-" + std::to_string(gpu);
  }
  return out;
}

// Returns reasons and numbers of all nodes for pods with each number of devices, sorted by name.
std::vector<std::string> verdicts(const ClusterPtr &cluster) {
  std::vector<std::string> out;
  for (const char *requests :
       {R"("nvidia.com/gpu":"1")", R"("nvidia.com/gpu":"2")", R"("nvidia.com/gpu":"3")",
        R"("koordinator.sh/gpu":"50")", R"("koordinator.sh/rdma":"100")",
        R"("example.com/npu":"1")", R"("nvidia.com/mig-1g.10gb":"1")"})
    for (const koord_verdict &row : evaluate(cluster, device_pod("", requests)).rows) {
      koord_refusal refusal{};
      int32_t score = 0;
      koord_error err{};
      EXPECT_EQ(koord_cluster_judge(cluster.get(), device_pod("", requests).get(), nullptr,
                                    row.node, &refusal, &score, &err),
                KOORD_OK)
          << err.message;
      char name[64];
      EXPECT_EQ(
          koord_cluster_get_node_name(cluster.get(), row.node, name, sizeof name, nullptr, nullptr),
          KOORD_OK);
      out.push_back(std::string(name) + ' ' + requests + ' ' + std::to_string(refusal.reason) +
                    ' ' + std::to_string(refusal.needed) + ' ' + std::to_string(refusal.best));
    }
  std::ranges::sort(out);
  return out;
}

// Returns what koord_cluster_get_claimed_devices writes.
std::string claimed_devices(const ClusterPtr &cluster, const std::string &node) {
  koord_buffer *out = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_cluster_get_claimed_devices(cluster.get(), node.data(), node.size(), &out, &err),
            KOORD_OK)
      << err.message;
  std::string text = koord_buffer_get_data(out);
  koord_buffer_unref(out);
  return text;
}

// Returns the entries of a case with an empty name where none is stated.
json with_containers(json held) {
  for (json &entry : held)
    if (!entry.contains("containerName")) entry["containerName"] = "";
  return held;
}

// Each case results in the same cluster as Device objects with the annotation, whatever the order
// of its objects, and whatever calls add them.
RC_GTEST_PROP(AddClaims, HaveTheEffectOfTheAnnotation, ()) {
  static const std::vector<HeldDevicesCase> cases = held_devices_cases();
  const HeldDevicesCase &one = cases[*rc::gen::inRange<size_t>(0, cases.size())];
  std::vector<json> objects = one.objects;
  std::string annotated;
  for (const json &device : one.devices) {
    const std::string name = device.at("metadata").at("name");
    objects.push_back(device);
    objects.push_back(gpu_node(name));
    json whole = device;
    if (const json &held = one.held.at(name); !held.empty())
      whole["metadata"]["annotations"]["node.koordinator.sh/claimed-devices"] = held.dump();
    annotated += whole.dump() + gpu_node(name).dump();
  }
  for (const json &object : one.objects)
    if (object.at("kind") == "Pod") annotated += object.dump();
  const ClusterPtr expected = new_cluster();
  add(expected, annotated);
  std::string text = "[";
  const ClusterPtr cluster = new_cluster();
  while (!objects.empty()) {
    const auto at = objects.begin() + *rc::gen::inRange<int>(0, static_cast<int>(objects.size()));
    if (at->at("kind") == "Device" && *rc::gen::arbitrary<bool>()) {
      RC_ASSERT(set_devices(cluster, at->dump()) == KOORD_OK);
    } else {
      text += (text.size() > 1 ? "," : "") + at->dump();
      if (*rc::gen::inRange(0, 3) == 0) {
        RC_ASSERT(format(add(cluster, text + "]")).find("refused") == std::string::npos);
        text = "[";
      }
    }
    objects.erase(at);
  }
  RC_ASSERT(format(add(cluster, text + "]")).find("refused") == std::string::npos);
  RC_LOG() << one.name;
  RC_ASSERT(verdicts(cluster) == verdicts(expected));
  for (const auto &[node, held] : one.held.items())
    RC_ASSERT(json::parse(claimed_devices(cluster, node)) == with_containers(held));
}

class Claims : public ::testing::Test {
 protected:
  Claims() : cluster_(new_cluster()) {
    add(gpu_node("n"));
    EXPECT_EQ(set_devices(cluster_, device_json("n")), KOORD_OK);
    add(gpu_slice("s", "n"));
  }
  std::string add(const json &object) {
    return format(testing::add(cluster_, object.dump()), false, "");
  }
  // Returns the number of GPUs that a new pod can have.
  int free() {
    for (int gpus = 8; gpus > 0; --gpus)
      if (evaluate(cluster_, device_pod("", R"("nvidia.com/gpu":")" + std::to_string(gpus) + "\""))
              .rows.at(0)
              .reason == KOORD_REASON_NONE)
        return gpus;
    return 0;
  }
  koord_status remove_claim(std::string_view name, koord_error *err = nullptr) {
    return koord_cluster_remove_resource_claim(cluster_.get(), name.data(), name.size(), err);
  }
  koord_status remove_slice(std::string_view name, koord_error *err = nullptr) {
    return koord_cluster_remove_resource_slice(cluster_.get(), name.data(), name.size(), err);
  }
  ClusterPtr cluster_;
};

TEST_F(Claims, AreReplacedByTheirNames) {
  EXPECT_EQ(free(), 8);
  EXPECT_EQ(add(gpu_claim("c", "n", {0, 3})), "ResourceClaim ml/c added");
  EXPECT_EQ(free(), 6);
  EXPECT_EQ(reserve(cluster_, device_pod("a", R"("nvidia.com/gpu":"6")"), 0).reason,
            KOORD_REASON_NONE);
  EXPECT_EQ(minors_in(devices_of(cluster_, "a")), "gpu 1 2 4 5 6 7");
  EXPECT_EQ(remove_pod(cluster_, "a"), KOORD_OK);
  EXPECT_EQ(add(gpu_claim("c", "n", {7})), "ResourceClaim ml/c added");
  EXPECT_EQ(free(), 7);
  json other = gpu_claim("c", "n", {1, 2});
  other["metadata"]["namespace"] = "other";
  add(other);
  EXPECT_EQ(free(), 5);
  EXPECT_EQ(add(gpu_claim("c", "n", {})), "ResourceClaim ml/c added");  // deallocated
  EXPECT_EQ(free(), 6);
  json slice = gpu_slice("s", "n");
  slice["spec"]["devices"] = json::array();
  EXPECT_EQ(add(slice), "ResourceSlice s added");
  EXPECT_EQ(free(), 0) << "the claim's devices are not identified any more";
}

TEST_F(Claims, AreReadWithThoseOfTheDeviceObject) {
  EXPECT_EQ(claimed_devices(cluster_, "n"), "[]");
  add(gpu_claim("c", "n", {0, 3}));
  const std::string entry = R"({"podUID":"resourceclaim:ml/c","containerName":"",)"
                            R"("resourceName":"nvidia.com/gpu","deviceIDs":["GPU-0","GPU-3"]})";
  EXPECT_EQ(claimed_devices(cluster_, "n"), "[" + entry + "]");
  json device = json::parse(device_json("n"));
  device["metadata"]["annotations"]["node.koordinator.sh/claimed-devices"] =
      R"([{"podUID":"other","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-5"]}])";
  EXPECT_EQ(set_devices(cluster_, device.dump()), KOORD_OK);
  EXPECT_EQ(claimed_devices(cluster_, "n"),
            R"([{"podUID":"other","containerName":"","resourceName":"nvidia.com/gpu",)"
            R"("deviceIDs":["GPU-5"]},)" +
                entry + "]");
  EXPECT_EQ(koord_cluster_remove_devices(cluster_.get(), "n", 1, nullptr), KOORD_OK);
  koord_buffer *out = nullptr;
  EXPECT_FAILS(koord_cluster_get_claimed_devices(cluster_.get(), "n", 1, &out, &err),
               KOORD_E_NOT_FOUND, "has no Device object");
}

TEST_F(Claims, AreRemovedByTheirNames) {
  add(gpu_claim("c", "n", {0, 3}));
  EXPECT_FAILS(remove_claim("c", &err), KOORD_E_NOT_FOUND, "no ResourceClaim \"c\"");
  EXPECT_FAILS(remove_claim("other/c", &err), KOORD_E_NOT_FOUND, "other/c");
  EXPECT_FAILS(remove_slice("c", &err), KOORD_E_NOT_FOUND, "no ResourceSlice \"c\"");
  EXPECT_EQ(free(), 6);
  EXPECT_EQ(remove_slice("s"), KOORD_OK);
  EXPECT_EQ(free(), 0);
  add(gpu_slice("s", "n"));
  EXPECT_EQ(free(), 6);
  EXPECT_EQ(remove_claim("ml/c"), KOORD_OK);
  EXPECT_EQ(free(), 8);
  EXPECT_FAILS(remove_claim("ml/c", &err), KOORD_E_NOT_FOUND, "ml/c");
}

// The devices stay held if other calls change the node and its Device object.
TEST_F(Claims, ApplyToLaterDeviceObjects) {
  add(gpu_claim("c", "n", {0, 3}));
  EXPECT_EQ(set_devices(cluster_, device_json("n", "5")), KOORD_OK);
  EXPECT_EQ(free(), 5);
  EXPECT_EQ(koord_cluster_remove_devices(cluster_.get(), "n", 1, nullptr), KOORD_OK);
  add(gpu_claim("d", "n", {1}));
  EXPECT_EQ(set_devices(cluster_, device_json("n")), KOORD_OK);
  EXPECT_EQ(free(), 5);
  EXPECT_EQ(koord_cluster_remove_node(cluster_.get(), "n", 1, nullptr), KOORD_OK);
  EXPECT_EQ(remove_claim("ml/d"), KOORD_OK);  // does not bring the Device object back
  add(gpu_node("n"));
  EXPECT_NE(free(), 6);
  EXPECT_EQ(set_devices(cluster_, device_json("n")), KOORD_OK);
  EXPECT_EQ(free(), 6);
}

// The annotation of an object and the claims of the cluster hold devices together.
TEST_F(Claims, AddToTheAnnotation) {
  add(gpu_claim("c", "n", {0, 3}));
  json device = json::parse(device_json("n"));
  device["metadata"]["annotations"]["node.koordinator.sh/claimed-devices"] =
      R"([{"podUID":"x","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-3","GPU-4"]}])";
  EXPECT_EQ(set_devices(cluster_, device.dump()), KOORD_OK);
  EXPECT_EQ(free(), 5);
  EXPECT_EQ(remove_claim("ml/c"), KOORD_OK);
  EXPECT_EQ(free(), 6);
}

// Returns the explanation for a pod with GPUs.
std::string explained(const ClusterPtr &cluster, int gpus) {
  const PodPtr pod = device_pod("", R"("nvidia.com/gpu":")" + std::to_string(gpus) + "\"");
  koord_explanation *explanation = nullptr;
  koord_buffer *text = nullptr;
  EXPECT_EQ(
      koord_cluster_explain(cluster.get(), pod.get(), nullptr, nullptr, &explanation, nullptr),
      KOORD_OK);
  const koord_status status = koord_explanation_to_text(explanation, &text, nullptr);
  koord_explanation_unref(explanation);
  return text_of_call(status, text);
}

TEST_F(Claims, AreNamedByExplanations) {
  add(gpu_claim("c", "n", {0, 3}));
  json shared = gpu_claim("d", "n", {3});
  add(shared);
  std::string text = explained(cluster_, 8);
  EXPECT_NE(text.find("needs 8 free GPUs; n has 6 free GPUs; ResourceClaims hold 2 GPUs\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("n: needs 8 free GPUs; it has 6 free GPUs; ResourceClaims hold 2 GPUs\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(remove_slice("s"), KOORD_OK);
  const std::string closed =
      "needs 1 GPU; ResourceClaims hold GPUs of the node, and no ResourceSlice states which by "
      "UUID "
      "or PCI address, so none is allocated until the claims are deallocated";
  text = explained(cluster_, 1);
  EXPECT_NE(text.find("1 of 1 node: " + closed + " (n)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("n: " + closed + "\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("report"), std::string::npos) << text;
  // A node whose devices are those of pods alone says nothing of claims.
  EXPECT_EQ(remove_claim("ml/c"), KOORD_OK);
  EXPECT_EQ(remove_claim("ml/d"), KOORD_OK);
  EXPECT_EQ(reserve(cluster_, device_pod("a", R"("nvidia.com/gpu":"2")"), 0).reason,
            KOORD_REASON_NONE);
  EXPECT_EQ(explained(cluster_, 7).find("ResourceClaims"), std::string::npos);
}

TEST_F(Claims, ThatAreTooManyAreNamedByExplanations) {
  json claims = json::array();
  for (int i = 0; i <= 1024; ++i) claims.push_back(gpu_claim("c" + std::to_string(i), "n", {0}));
  add(claims);
  const std::string text = explained(cluster_, 1);
  EXPECT_NE(text.find("more ResourceClaims may hold devices of the node than are counted"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("UUID"), std::string::npos) << text;
}

json extended_pod() {
  return json::parse(R"({"kind":"Pod","metadata":{"name":"p","namespace":"ml","uid":"u"},
      "spec":{"nodeName":"n","containers":[{"name":"c","resources":{"limits":{"nvidia.com/gpu":"2"}}}]},
      "status":{"extendedResourceClaimStatus":{"resourceClaimName":"c","requestMappings":[
        {"containerName":"c","resourceName":"nvidia.com/gpu","requestName":"r"}]}}})");
}

// A pod with a claim for its extended resource has the devices of the claim, and they stay those of
// the claim until it is deallocated.
TEST_F(Claims, ServeExtendedResources) {
  json claim = gpu_claim("c", "n", {2, 5});
  claim["status"]["reservedFor"] = json::parse(R"([{"resource":"pods","name":"p","uid":"u"}])");
  EXPECT_EQ(add(json::array({extended_pod(), claim})), "Pod ml/p addedResourceClaim ml/c added");
  EXPECT_EQ(minors_in(devices_of(cluster_, "u")), "gpu 2 5");
  EXPECT_EQ(free(), 6);
  EXPECT_EQ(remove_pod(cluster_, "u"), KOORD_OK);
  EXPECT_EQ(free(), 6);
  EXPECT_EQ(remove_pod(cluster_, "u"), KOORD_E_NOT_FOUND);
  add(extended_pod());
  EXPECT_EQ(minors_in(devices_of(cluster_, "u")), "gpu 2 5");
  json ended = extended_pod();
  ended["status"]["phase"] = "Succeeded";
  add(ended);
  EXPECT_EQ(free(), 6);
  EXPECT_EQ(remove_claim("ml/c"), KOORD_OK);
  EXPECT_EQ(free(), 8);
}

// A pod for which claims of a pool without nodes may be reserved.
json pod_with_claims(const std::string &node) {
  json out = json::parse(R"({"kind":"Pod","metadata":{"name":"p","namespace":"ml","uid":"u"},
      "spec":{"resourceClaims":[{"name":"c"}],"containers":[{"name":"c","resources":{"requests":
        {"cpu":"1"}}}]}})");
  if (!node.empty()) out["spec"]["nodeName"] = node;
  return out;
}

// A claim to GPU 0 of a pool without nodes, whose node is that of its pod.
json claim_of_pod() {
  json claim = gpu_claim("c", "everywhere", {0});
  claim["status"]["allocation"].erase("nodeSelector");
  claim["status"]["reservedFor"] = json::parse(R"([{"resource":"pods","name":"p","uid":"u"}])");
  return claim;
}

json slice_of_all() {
  json slice = gpu_slice("all", "everywhere");
  slice["spec"].erase("nodeName");
  return slice;
}

TEST_F(Claims, OfPodsThatAreTooLarge) {
  json pod = pod_with_claims("");
  for (const char *name : {"d", "e", "f"}) {
    json &container = pod["spec"]["containers"].emplace_back();
    container["name"] = name;
    container["resources"]["requests"]["memory"] = "9223372036854775807";
  }
  EXPECT_NE(add(pod).find("refused limit"), std::string::npos) << add(pod);
  EXPECT_NE(add(json::array({pod, gpu_claim("d", "n", {1})})).find("refused limit"),
            std::string::npos);
  EXPECT_EQ(free(), 7);
}

// A pod of the cluster keeps the claims that it had if a later text cannot change it.
TEST_F(Claims, StayThoseOfRefusedPods) {
  add(json::array({slice_of_all(), claim_of_pod(), pod_with_claims("n")}));
  EXPECT_EQ(free(), 7);
  json twice = json::array({pod_with_claims("n"), pod_with_claims("n")});
  EXPECT_NE(add(twice).find("refused conflict"), std::string::npos);
  EXPECT_EQ(free(), 7) << "refused before it was applied";
  add(json::parse(R"({"kind":"Reservation","metadata":{"name":"r","uid":"r"},
      "spec":{"template":{"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]}},
        "owners":[{"object":{"name":"p","namespace":"ml"}}]},
      "status":{"phase":"Available","nodeName":"n"}})"));
  json owner = pod_with_claims("n");
  owner["metadata"]["annotations"]["scheduling.koordinator.sh/reservation-allocated"] =
      R"({"name":"r","uid":"r"})";
  EXPECT_EQ(add(owner), "Pod ml/p added");
  add(gpu_node("m"));
  owner["spec"]["nodeName"] = "m";
  EXPECT_NE(add(owner).find("refused"), std::string::npos);
  EXPECT_EQ(free(), 7) << "refused after it was applied";
  EXPECT_EQ(remove_pod(cluster_, "u"), KOORD_OK);
  EXPECT_EQ(free(), 8);
}

TEST_F(Claims, ThatAreWrongAffectNoOthers) {
  json wrong = gpu_claim("w", "n", {1});
  wrong["status"]["allocation"]["devices"]["results"][0]["driver"] = 7;
  json old = gpu_claim("o", "n", {1});
  old["apiVersion"] = "resource.k8s.io/v1beta1";
  const std::string text = format(testing::add(
      cluster_, json::array({wrong, gpu_claim("c", "n", {0}), old, gpu_claim("twice", "n", {1}),
                             gpu_claim("twice", "n", {1})})
                    .dump()));
  for (const char *part :
       {"0 ResourceClaim ml/w refused invalid: ResourceClaim ml/w: "
        "status.allocation.devices.results[0].driver: found 7",
        "1 ResourceClaim ml/c added; ",
        "2 ResourceClaim ml/o refused invalid: ResourceClaim ml/o: apiVersion: found "
        "\"resource.k8s.io/v1beta1\", expected resource.k8s.io/v1",
        "3 ResourceClaim ml/twice refused conflict: ", "4 ResourceClaim ml/twice refused"})
    EXPECT_NE(text.find(part), std::string::npos) << part << '\n' << text;
  EXPECT_EQ(free(), 7);
  EXPECT_EQ(add(json::parse(R"({"kind":"DeviceClass","metadata":{"name":"gpu"}})")),
            "DeviceClass gpu skipped");
}

}  // namespace
}  // namespace koord::testing

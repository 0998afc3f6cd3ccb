// Devices that ResourceClaims hold, from the objects of the API server.
#include "support/resource_claims.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "device/resource_claims/claim_index.h"
#include "wire/device/device_object.h"
#include "wire/device/resource_objects.h"
#include "wire/pod/pod_claims.h"
#include "wire/pod/pod_reader.h"

namespace koord::testing {
namespace {

using device::ClaimIndex;
using device::ResourceObjects;
using nlohmann::json;

wire::JsonDocument parsed(const json &object) {
  return wire::JsonDocument::parse(object.dump(), "object");
}

object::ResourceSlice read_slice(const json &object) {
  return wire::read_resource_slice(parsed(object).root(), Log{});
}
object::ResourceClaim read_claim(const json &object) {
  return wire::read_resource_claim(parsed(object).root(), Log{});
}
std::shared_ptr<const object::PodClaims> read_pod(const json &object) {
  const wire::JsonDocument document = parsed(object);
  return wire::read_pod_claims(document.root(),
                               wire::read_pod(document.root(), Log{}, wire::Faults::kKeep));
}

void add(ResourceObjects &objects, const json &object) {
  const std::string kind = object.at("kind");
  if (kind == "ResourceSlice") {
    auto slice = std::make_shared<const object::ResourceSlice>(read_slice(object));
    objects.slices.emplace(slice->name, slice);
  } else if (kind == "ResourceClaim") {
    auto claim = std::make_shared<const object::ResourceClaim>(read_claim(object));
    objects.claims.emplace(object::claim_key(claim->name_space, claim->name), claim);
  } else if (auto pod = read_pod(object)) {
    objects.pods.emplace(pod->uid, pod);
  }
}

ClaimIndex index_of(const std::vector<json> &objects) {
  auto out = std::make_shared<ResourceObjects>();
  for (const json &object : objects) add(*out, object);
  return ClaimIndex(out);
}

json to_json(const std::vector<object::KubeletDevices> &entries) {
  json out = json::array();
  for (const object::KubeletDevices &entry : entries) {
    json &row = out.emplace_back();
    row["podUID"] = entry.pod_uid;
    if (!entry.container.empty()) row["containerName"] = entry.container;
    row["resourceName"] = entry.resource;
    row["deviceIDs"] = entry.ids;
  }
  return out;
}

TEST(ResourceClaims, HoldTheDevicesOfEachCase) {
  for (const HeldDevicesCase &one : held_devices_cases()) {
    const ClaimIndex index = index_of(one.objects);
    ASSERT_EQ(one.devices.size(), one.held.size()) << one.name;
    for (const json &device : one.devices) {
      const object::DeviceObject node = wire::read_device_object(device.dump(), Log{});
      EXPECT_EQ(to_json(index.devices_of(node)), one.held.at(node.node)) << one.name;
    }
  }
}

json slice(const std::string &name, const std::string &node, const std::string &device,
           const std::string &uuid) {
  json out = json::parse(R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","metadata":{},
    "spec":{"driver":"gpu.nvidia.com","pool":{"name":"pool","generation":1},
      "devices":[{"attributes":{"uuid":{}}}]}})");
  out["metadata"]["name"] = name;
  out["spec"]["nodeName"] = node;
  out["spec"]["devices"][0]["name"] = device;
  out["spec"]["devices"][0]["attributes"]["uuid"]["string"] = uuid;
  return out;
}

json claim(const std::string &name, const std::string &device) {
  json out = json::parse(R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim",
    "metadata":{"namespace":"ml"},"status":{"allocation":{"devices":{"results":[
      {"request":"r","driver":"gpu.nvidia.com","pool":"pool"}]}}}})");
  out["metadata"]["name"] = name;
  out["status"]["allocation"]["devices"]["results"][0]["device"] = device;
  return out;
}

object::DeviceObject node_with_gpu(const std::string &name) {
  object::DeviceObject out;
  out.node = name;
  out.devices.resize(1);
  out.devices[0].type = "gpu";
  out.devices[0].id = "GPU-0";
  return out;
}

constexpr char kClosed[] =
    R"([{"podUID":"resourceclaims","resourceName":"nvidia.com/gpu","deviceIDs":["*"]}])";

TEST(ResourceClaims, TooManyEntriesCloseTheGpusOfTheNode) {
  std::vector<json> objects = {slice("s", "a", "gpu-0", "GPU-0")};
  for (size_t i = 0; i < ClaimIndex::kMaxEntries; ++i)
    objects.push_back(claim("c" + std::to_string(i), "gpu-0"));
  EXPECT_EQ(index_of(objects).devices_of(node_with_gpu("a")).size(), ClaimIndex::kMaxEntries);
  objects.push_back(claim("last", "gpu-0"));
  EXPECT_EQ(to_json(index_of(objects).devices_of(node_with_gpu("a"))), json::parse(kClosed));
  EXPECT_TRUE(index_of(objects).devices_of(node_with_gpu("b")).empty());
}

// Claims that select no node may be on each node of their pool: the pairs are bounded.
TEST(ResourceClaims, TooManyNodesOfAPoolCloseTheirGpus) {
  std::vector<json> objects;
  constexpr size_t kNodes = 512;
  for (size_t i = 0; i < kNodes; ++i) {
    const std::string name = "n" + std::to_string(i);
    objects.push_back(slice(name, name, "gpu-0", "GPU-0"));
  }
  for (size_t i = 0; i < ClaimIndex::kMaxPairs / kNodes; ++i)
    objects.push_back(claim("c" + std::to_string(i), "gpu-0"));
  const size_t most = ClaimIndex::kMaxPairs / kNodes;
  EXPECT_EQ(index_of(objects).devices_of(node_with_gpu("n7")).size(), most);
  objects.push_back(claim("last", "gpu-0"));
  EXPECT_EQ(to_json(index_of(objects).devices_of(node_with_gpu("n7"))), json::parse(kClosed));
  EXPECT_TRUE(index_of(objects).devices_of(node_with_gpu("other")).empty());
}

// Claims to devices that are no GPUs close none, however many there are.
TEST(ResourceClaims, OfOtherDevicesCloseNoGpus) {
  std::vector<json> objects;
  for (const char *driver : {"dra.net", "dra.cpu"})
    for (size_t i = 0; i <= 64; ++i) {
      const std::string name = "n" + std::to_string(i);
      json &published = objects.emplace_back(slice(driver + name, name, "d", ""));
      published["spec"]["driver"] = driver;
      json &of = objects.emplace_back(claim(driver + name, "d"));
      of["status"]["allocation"]["devices"]["results"][0]["driver"] = driver;
    }
  EXPECT_TRUE(index_of(objects).devices_of(node_with_gpu("n7")).empty());
  objects.push_back(slice("s", "n7", "gpu-0", "GPU-0"));
  objects.push_back(claim("gpu", "gpu-0"));
  EXPECT_EQ(
      to_json(index_of(objects).devices_of(node_with_gpu("n7"))).dump(),
      R"([{"deviceIDs":["GPU-0"],"podUID":"resourceclaim:ml/gpu","resourceName":"nvidia.com/gpu"}])");
}

// A pod of a file without metadata.uid has the uid "NAMESPACE/NAME" in a cluster.
TEST(ResourceClaims, ArePodsWithoutAUidToo) {
  json of = claim("c", "gpu-0");
  of["status"]["reservedFor"] = json::parse(
      R"([{"resource":"pods","name":"p","uid":"0b5e"},{"resource":"pods","name":"q"}])");
  object::PodClaims pod;
  pod.uid = "ml/p";
  pod.name_space = "ml";
  pod.name = "p";
  pod.node = "a";
  auto objects = std::make_shared<ResourceObjects>();
  add(*objects, of);
  objects->pods.emplace(pod.uid, std::make_shared<const object::PodClaims>(pod));
  EXPECT_EQ(ClaimIndex(objects).devices_of(node_with_gpu("a")).size(), 1u);
}

// Returns the error of a reader, or "" if there is none.
std::string error_of(const std::function<void()> &read) {
  try {
    read();
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

json with(json object, const char *pointer, const json &value) {
  object[json::json_pointer(pointer)] = value;
  return object;
}

TEST(ResourceClaims, NameTheFieldThatIsWrong) {
  const json good = slice("s", "a", "gpu-0", "GPU-0");
  EXPECT_EQ(error_of([&] { read_slice(good); }), "");
  struct Case {
    const char *pointer;
    json value;
    const char *message;
  };
  const std::string longest(253, 'a');
  for (const Case &of : std::vector<Case>{
           {"/apiVersion", "resource.k8s.io/v1beta1",
            "apiVersion: found \"resource.k8s.io/v1beta1\""},
           {"/metadata/name", "", "metadata.name: "},
           {"/metadata/name", "a/b", "metadata.name: "},
           {"/metadata/name", longest + "a", "metadata.name: found 254 bytes"},
           {"/spec", nullptr, "spec: "},
           {"/spec/driver", 7, "spec.driver: "},
           {"/spec/pool/name", json::array(), "spec.pool.name: "},
           {"/spec/pool/generation", "1", "spec.pool.generation: "},
           {"/spec/nodeName", 7, "spec.nodeName: "},
           {"/spec/devices", "x", "spec.devices: "},
           {"/spec/devices/0/name", nullptr, "spec.devices[0].name: "},
           {"/spec/devices/0/attributes", 1, "spec.devices[0].attributes: "},
           {"/spec/devices/0/attributes/uuid", "x", "spec.devices[0].attributes.uuid: "},
           {"/spec/devices/0/attributes/uuid/string", 1,
            "spec.devices[0].attributes.uuid.string: "}}) {
    const std::string found = error_of([&] { read_slice(with(good, of.pointer, of.value)); });
    EXPECT_NE(found.find(of.message), std::string::npos) << of.message << ": " << found;
    EXPECT_TRUE(found.starts_with("ResourceSlice")) << found;
  }
  // Attributes that identify no device are not read, and names may have the longest length.
  EXPECT_EQ(error_of([&] { read_slice(with(good, "/spec/devices/0/attributes/x", 7)); }), "");
  EXPECT_EQ(error_of([&] { read_slice(with(good, "/metadata/name", longest)); }), "");
}

TEST(ResourceClaims, NameTheFieldOfAClaimThatIsWrong) {
  json good = claim("c", "gpu-0");
  good["status"]["allocation"]["nodeSelector"] = json::parse(
      R"({"nodeSelectorTerms":[{"matchFields":[{"key":"metadata.name","operator":"In","values":["a"]}]}]})");
  good["status"]["reservedFor"] = json::parse(R"([{"resource":"pods","name":"p","uid":"u"}])");
  EXPECT_EQ(error_of([&] { read_claim(good); }), "");
  EXPECT_EQ(read_claim(good).node, "a");
  EXPECT_EQ(read_claim(good).uid, "ml/c");
  EXPECT_EQ(read_claim(with(good, "/metadata/namespace", nullptr)).name_space, "default");
  const std::string result = "/status/allocation/devices/results/0/";
  struct Case {
    std::string pointer;
    json value;
    const char *message;
  };
  for (const Case &of : std::vector<Case>{
           {"/apiVersion", "resource.k8s.io/v1alpha3", "apiVersion: "},
           {"/metadata/namespace", "a/b", "metadata.namespace: "},
           {"/metadata/uid", 7, "metadata.uid: "},
           {"/status", 7, "status: "},
           {"/status/allocation", "x", "status.allocation: "},
           {"/status/allocation/devices", "x", "status.allocation.devices: "},
           {"/status/allocation/nodeSelector", 1, "status.allocation.nodeSelector: "},
           {"/status/reservedFor/0/name", 1, "status.reservedFor[0].name: "},
           {result + "driver", nullptr, "status.allocation.devices.results[0].driver: "},
           {result + "device", "a/b", "status.allocation.devices.results[0].device: "},
           {result + "adminAccess", 1, "status.allocation.devices.results[0].adminAccess: "}}) {
    const std::string found =
        error_of([&] { read_claim(with(good, of.pointer.c_str(), of.value)); });
    EXPECT_NE(found.find(of.message), std::string::npos) << of.message << ": " << found;
    EXPECT_TRUE(found.starts_with("ResourceClaim ")) << found;
  }
}

TEST(ResourceClaims, HaveLimits) {
  json many = slice("s", "a", "gpu-0", "GPU-0");
  many["spec"]["devices"] = json::array();
  for (size_t i = 0; i < wire::kMaxSliceDevices; ++i)
    many["spec"]["devices"].push_back({{"name", "d" + std::to_string(i)}});
  EXPECT_EQ(error_of([&] { read_slice(many); }), "");
  many["spec"]["devices"].push_back({{"name", "last"}});
  EXPECT_NE(error_of([&] { read_slice(many); }).find("devices"), std::string::npos);
  json of = claim("c", "gpu-0");
  json &results = of["status"]["allocation"]["devices"]["results"];
  while (results.size() <= wire::kMaxClaimResults) results.push_back(results[0]);
  EXPECT_NE(error_of([&] { read_claim(of); }).find("devices of a claim"), std::string::npos);
  of = claim("c", "gpu-0");
  json &consumers = of["status"]["reservedFor"];
  while (consumers.size() <= wire::kMaxClaimConsumers)
    consumers.push_back({{"resource", "pods"}, {"name", "p"}, {"uid", "u"}});
  EXPECT_NE(error_of([&] { read_claim(of); }).find("consumers"), std::string::npos);
}

TEST(ResourceClaims, OfPodsAreOnlyReadIfThereAreSome) {
  const json pod = json::parse(
      R"({"kind":"Pod","metadata":{"name":"p","namespace":"ml","uid":"u"},"spec":{"nodeName":"a",
        "containers":[{"name":"c"}]}})");
  EXPECT_EQ(read_pod(pod), nullptr);
  EXPECT_EQ(read_pod(with(pod, "/spec/resourceClaims", json::array())), nullptr);
  const auto claims = read_pod(with(pod, "/spec/resourceClaims", json::parse(R"([{"name":"c"}])")));
  ASSERT_NE(claims, nullptr);
  EXPECT_EQ(claims->uid + " " + claims->name_space + " " + claims->name + " " + claims->node,
            "u ml p a");
  EXPECT_NE(read_pod(with(pod, "/status/resourceClaimStatuses", json::parse(R"([{"name":"c"}])"))),
            nullptr);
  EXPECT_NE(
      error_of([&] {
        read_pod(with(pod, "/status/extendedResourceClaimStatus",
                      json::parse(R"({"resourceClaimName":"x","requestMappings":[{}]})")));
      }).find("Pod ml/p: status.extendedResourceClaimStatus.requestMappings[0].containerName"),
      std::string::npos);
}

}  // namespace
}  // namespace koord::testing

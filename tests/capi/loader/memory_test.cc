// The memory of texts with API objects: the loader counts what it allocates.
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "capi/allocation/counting_new.h"
#include "capi/cluster/object_loader.h"

namespace koord::capi {
namespace {

std::string repeated(std::string_view part, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out.append(out.empty() ? "" : ",").append(part);
  return out;
}
// Returns {"<prefix>0":value,"<prefix>1":value,...}.
std::string map_of(std::string_view prefix, std::string_view value, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    out.append(out.empty() ? "{\"" : ",\"").append(prefix).append(std::to_string(i));
    out.append("\":").append(value);
  }
  return out + "}";
}
std::string quoted(std::string_view json) {
  std::string out = "\"";
  for (const char c : json) out.append(c == '"' ? "\\\"" : std::string(1, c));
  return out + '"';
}
std::string object(std::string_view kind, std::string_view rest, std::string_view annotation = "",
                   std::string_view value = "") {
  std::string annotations;
  if (!annotation.empty())
    annotations = R"(,"annotations":{")" + std::string(annotation) + "\":" + quoted(value) + "}";
  return R"({"kind":")" + std::string(kind) + R"(","metadata":{"name":"a")" + annotations + "}" +
         std::string(rest) + "}";
}

// Objects with much more memory than text.
std::vector<std::string> large_objects() {
  std::string cpus;
  for (int i = 0; i < 4096; ++i)
    cpus.append(i == 0 ? "" : ",")
        .append(R"({"id":)" + std::to_string(i * 2 + i % 7 / 6) + R"(,"core":)" +
                std::to_string(i / 2) + R"(,"socket":0,"node":)" + std::to_string(i / 64) + "}");
  std::string devices;
  for (int i = 0; i < 500; ++i)
    devices.append(i == 0 ? "" : ",")
        .append(R"({"minor":)" + std::to_string(i) + R"(,"resources":{"a":"1"}})");
  return {
      repeated("{}", 100),
      object("Service", ""),
      object("Pod", R"(,"spec":{"containers":[)" + repeated("{}", 1024) + "]}"),
      object("Pod", R"(,"spec":{"containers":[{"resources":{"limits":)" +
                        map_of("example.com/", "1", 500) + "}}]}"),
      object("Pod", R"(,"spec":{"containers":[{}]})", "scheduling.koordinator.sh/device-allocated",
             R"({"gpu":[)" + devices + "]}"),
      object(
          "Pod", "", "scheduling.koordinator.sh/resource-status",
          R"({"numaNodeResources":[)" + repeated(R"({"node":1,"resources":{"cpu":1}})", 1) + "]}"),
      object("Node", R"(,"status":{"allocatable":)" + map_of("example.com/", "\"1\"", 1000) + "}"),
      object("NodeResourceTopology", ""),
      object("NodeResourceTopology", "", "node.koordinator.sh/cpu-topology",
             R"({"detail":[)" + cpus + "]}"),
      object("NodeResourceTopology", "", "node.koordinator.sh/pod-cpu-allocs",
             "[" + repeated(R"({"uid":"u","cpuset":"1"})", 1000) + "]"),
      object("NodeResourceTopology",
             R"(,"attributes":[)" + repeated(R"({"name":"a","value":"b"})", 1000) + "]"),
      object("Device",
             R"(,"spec":{"devices":[)" + repeated(R"({"type":"gpu","minor":1})", 1) + "]}"),
      R"({"kind":"ReplicaSet","metadata":{"name":"web"},"spec":{"replicas":500,"template":{}}})",
      R"({"kind":"ReplicaSet","metadata":{"name":"web"},"spec":{"replicas":500,"template":{
          "spec":{"nodeName":"n","containers":[{},{},{}]}}}})",
  };
}

TEST(LoaderMemory, IsCounted) {
  for (const std::string &large : large_objects()) {
    std::string text;
    for (int i = 0; i < 20; ++i) text += "[" + large + "]";
    koord_cluster cluster({}, std::make_shared<const Log>());
    ObjectLoader loader(cluster);
    const size_t before = testing::live_bytes();
    loader.read(text);
    const size_t grown = testing::live_bytes() - before;
    EXPECT_LE(grown, loader.memory() * 3 / 2 + 4096) << large.substr(0, 200);
  }
}

TEST(LoaderMemory, IsBounded) {
  constexpr size_t kLimit = size_t{1} << 20;
  for (const std::string &large : large_objects()) {
    std::string text;
    while (text.size() < 2 * kLimit) text += "[" + large + "]";
    koord_cluster cluster({}, std::make_shared<const Log>());
    ObjectLoader loader(cluster, kLimit);
    try {
      loader.read(text);
      FAIL() << large.substr(0, 200);
    } catch (const Error &error) {
      EXPECT_EQ(error.status(), Status::kLimit);
      EXPECT_NE(std::string(error.what())
                    .find(" rows take more than 1 MiB of memory: divide the "
                          "text into several"),
                std::string::npos)
          << error.what();
    }
    EXPECT_LE(loader.memory(), 2 * kLimit) << large.substr(0, 200);
  }
}

}  // namespace
}  // namespace koord::capi

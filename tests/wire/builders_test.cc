// Built objects equal the same objects read from JSON, in values, errors and log messages.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "build_objects.h"
#include "draw_objects.h"
#include "object_dump.h"
#include "support/captured_log.h"
#include "support/expect_error.h"
#include "wire/device/device_object.h"
#include "wire/node/node_reader.h"
#include "wire/node/nrt_reader.h"
#include "wire/pod/pod_reader.h"

namespace koord::wire {
namespace {

// Returns the object or the error of either way of reading, with the log.
template <typename Read>
std::string outcome(Read &&read) {
  testing::CapturedLog log;
  std::string out;
  try {
    out = dump(read(log.log()));
  } catch (const Error &error) {
    out = "error " + std::to_string(static_cast<int>(error.status())) + ": " + error.what();
  }
  for (const std::string &remark : log.messages) out += "\nremark: " + remark;
  return out;
}

struct Pods {
  using Builder = PodBuilder;
  static auto read(std::string_view json, const Log &log) {
    return read_pod(json, log, Faults::kKeep);
  }
  static auto build(const Builder &builder, const Log &log) {
    return builder.build(log, Faults::kKeep);
  }
};
struct Nodes {
  using Builder = NodeBuilder;
  static auto read(std::string_view json, const Log &log) { return read_node(json, log); }
  static auto build(const Builder &builder, const Log &log) { return builder.build(log); }
};
struct Nrts {
  using Builder = NrtBuilder;
  static auto read(std::string_view json, const Log &log) { return read_node_topology(json, log); }
  static auto build(const Builder &builder, const Log &log) { return builder.build(log); }
};
struct DeviceObjects {
  using Builder = DeviceBuilder;
  static auto read(std::string_view json, const Log &log) { return read_device_object(json, log); }
  static auto build(const Builder &builder, const Log &log) { return builder.build(log); }
};

// Returns true if the object can be built, and then checks that both ways
// agree. Tests reuse one builder for all objects.
template <typename Kind>
bool is_same(const nlohmann::json &object, typename Kind::Builder &builder) {
  builder.clear();
  try {
    build(object, builder);
  } catch (const Unbuildable &) {
    return false;
  }
  const std::string json = object.dump();
  const std::string expected = outcome([&](const Log &log) { return Kind::read(json, log); });
  EXPECT_EQ(outcome([&](const Log &log) { return Kind::build(builder, log); }), expected) << json;
  return true;
}

// Returns the number of files below a directory that contain a buildable object.
template <typename Kind>
int compare_files(const std::string &directory) {
  typename Kind::Builder builder;
  int count = 0;
  for (const auto &file :
       std::filesystem::directory_iterator(std::string(KOORD_SOURCE_DIR) + '/' + directory)) {
    std::ifstream in(file.path());
    std::stringstream text;
    text << in.rdbuf();
    const auto object = nlohmann::json::parse(text.str(), nullptr, false);
    if (object.is_object() && is_same<Kind>(object, builder)) ++count;
  }
  return count;
}

TEST(Builders, PodsOfKubernetesAreTheSame) {
  PodBuilder builder;
  std::ifstream lines(std::string(KOORD_SOURCE_DIR) + "/tests/data/pods/kubernetes-1.36.jsonl");
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    EXPECT_TRUE(is_same<Pods>(nlohmann::json::parse(line).at("pod"), builder)) << line;
  EXPECT_GE(count, 250);
}

TEST(Builders, SeedsOfFuzzersAreTheSame) {
  EXPECT_GE(compare_files<Pods>("fuzz/corpus/pod"), 3);
  EXPECT_GE(compare_files<Nodes>("fuzz/corpus/node"), 3);
  EXPECT_GE(compare_files<Nrts>("fuzz/corpus/nrt"), 3);
  EXPECT_GE(compare_files<DeviceObjects>("fuzz/corpus/device"), 3);
}

// Compares random objects.
template <typename Kind>
void compare_drawn(nlohmann::json (*draw)(Draw &)) {
  typename Kind::Builder builder;
  Draw from(*rc::gen::arbitrary<uint64_t>());
  for (int i = 0; i < 20; ++i) RC_ASSERT(is_same<Kind>(draw(from), builder));
  RC_ASSERT(!::testing::Test::HasFailure());
}

RC_GTEST_PROP(Builders, DrawnPodsAreTheSame, ()) { compare_drawn<Pods>(draw_pod); }
RC_GTEST_PROP(Builders, DrawnNodesAreTheSame, ()) { compare_drawn<Nodes>(draw_node); }
RC_GTEST_PROP(Builders, DrawnTopologiesAreTheSame, ()) { compare_drawn<Nrts>(draw_nrt); }
RC_GTEST_PROP(Builders, DrawnDevicesAreTheSame, ()) { compare_drawn<DeviceObjects>(draw_device); }

TEST(Builders, MachinesAreTheSame) {
  Draw from(7);
  NrtBuilder builder;
  int machines = 0;
  for (int i = 0; i < 300; ++i) {
    const nlohmann::json nrt = draw_nrt(from);
    builder.clear();
    build(nrt, builder);
    const auto text = [](const std::shared_ptr<const Topology> &machine) {
      return to_json(*machine);
    };
    std::string built;
    std::string expected;
    try {
      expected = text(topology_from_nrt(nrt.dump(), Log{}));
      ++machines;
    } catch (const Error &error) {
      expected = error.what();
    }
    try {
      built = text(builder.machine(Log{}));
    } catch (const Error &error) {
      built = error.what();
    }
    EXPECT_EQ(built, expected) << nrt;
  }
  EXPECT_GE(machines, 20);
}

TEST(Builders, TheLaterOfTwoCounts) {
  PodBuilder builder;
  builder.set_text(PodBuilder::Text::kName, "first");
  builder.set_text(PodBuilder::Text::kName, "web");
  builder.set_label("koordinator.sh/qosClass", "odd");
  builder.set_label("koordinator.sh/qosClass", "LSR");
  const int32_t app = builder.add_container(PodBuilder::ContainerKind::kApp, "app");
  builder.set_resource(app, "cpu", 1000, 2000);
  builder.set_resource(app, "memory", 1, 1);
  builder.set_resource(app, "cpu", -1, 3000);
  builder.set_env(app, "NVIDIA_VISIBLE_DEVICES", "0");
  builder.set_env(app, "NVIDIA_VISIBLE_DEVICES", "1");
  const object::PodObject pod = builder.build(Log{}, Faults::kKeep);
  EXPECT_EQ(pod.name, "web");
  EXPECT_EQ(pod.qos, object::Qos::kLsr);
  ASSERT_EQ(pod.containers.size(), 1U);
  EXPECT_EQ(amount_of(pod.containers[0].requests, "cpu"), 3000);  // taken from the limit
  EXPECT_EQ(amount_of(pod.containers[0].limits, "cpu"), 3000);
  EXPECT_EQ(amount_of(pod.containers[0].requests, "memory"), 1);
  EXPECT_EQ(pod.devices.visible.names, std::vector<std::string>{"1"});
}

TEST(Builders, ClearedOnesAreAsNew) {
  Draw from(11);
  PodBuilder used;
  for (int i = 0; i < 50; ++i) build(draw_pod(from), used);
  used.clear();
  EXPECT_ERROR(used.build(Log{}, Faults::kKeep), Status::kInvalid, "Pod: metadata.name: missing");
  used.set_text(PodBuilder::Text::kName, "web");
  PodBuilder fresh;
  fresh.set_text(PodBuilder::Text::kName, "web");
  EXPECT_EQ(dump(used.build(Log{}, Faults::kKeep)), dump(fresh.build(Log{}, Faults::kKeep)));
}

TEST(Builders, TextsAreBoundedAsDocumentsAre) {
  PodBuilder builder;
  builder.set_text(PodBuilder::Text::kName, "web");
  const std::string large(size_t{1} << 20, 'x');
  for (int i = 0; i < 3; ++i) builder.set_annotation("a", large);
  const std::string before = dump(builder.build(Log{}, Faults::kKeep));
  EXPECT_ERROR(builder.set_annotation("a", large), Status::kLimit,
               "texts: more than 4194304 bytes");
  EXPECT_ERROR(builder.set_label(large, ""), Status::kLimit, "texts: more than 4194304 bytes");
  EXPECT_EQ(dump(builder.build(Log{}, Faults::kKeep)), before);
  NodeBuilder pieces;
  for (int i = 0; i < 1 << 20; ++i) pieces.set_resource("", 0, 0);
  EXPECT_ERROR(pieces.set_resource("", 0, 0), Status::kLimit, "object: more than 1048576 parts");
}

TEST(Builders, AnnotationsReplaceNumbers) {
  NodeBuilder node;
  node.set_text(NodeBuilder::Text::kName, "n");
  NodeSettings settings;
  settings.bind = object::NodeBind::kSpreadByPcpus;
  settings.cpu_amplification = 2;
  node.set_settings(settings);
  node.set_resource("cpu", 8000, 1000);
  node.set_cpus(NodeBuilder::Cpus::kReserved, CpuSet::parse("0-1", ""));
  node.set_cpus(NodeBuilder::Cpus::kSystem, CpuSet::parse("2", ""));
  object::NodeObject built = node.build(Log{});
  EXPECT_EQ(built.bind, object::NodeBind::kSpreadByPcpus);
  EXPECT_EQ(built.cpu_amplification, 2);
  EXPECT_EQ(amount_of(built.reserved, "cpu"), 1000);
  EXPECT_EQ(built.reserved_cpus.to_string(), "0-1");
  EXPECT_EQ(built.system_qos_cpus.to_string(), "2");
  node.set_label("node.koordinator.sh/cpu-bind-policy", "FullPCPUsOnly");
  node.set_annotation("node.koordinator.sh/reservation", R"({"reservedCPUs":"4-6"})");
  node.set_annotation("node.koordinator.sh/system-qos-resource", R"({"cpuset":"7"})");
  node.set_annotation("node.koordinator.sh/resource-amplification-ratio", R"({"cpu":1.5})");
  built = node.build(Log{});
  EXPECT_EQ(built.bind, object::NodeBind::kFullPcpusOnly);
  EXPECT_EQ(built.cpu_amplification, 1.5);
  EXPECT_EQ(amount_of(built.reserved, "cpu"), 3000);
  EXPECT_EQ(built.reserved_cpus.to_string(), "4-6");
  EXPECT_EQ(built.system_qos_cpus.to_string(), "7");
}

}  // namespace
}  // namespace koord::wire

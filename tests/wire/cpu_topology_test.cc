#include "wire/node/cpu_topology.h"

#include <gtest/gtest.h>

#include "support/captured_log.h"
#include "support/expect_error.h"

namespace koord::wire {
namespace {

std::shared_ptr<const Topology> read_cpus(std::string_view json) {
  return topology_from_annotation(json, Log{});
}

// Returns `count` entries with one CPU per core, followed by `last`.
std::string detail(int count, const std::string &last) {
  std::string out = "{\"detail\":[";
  for (int i = 0; i < count; ++i) {
    const std::string id = std::to_string(i);
    out += "{\"id\":" + id + ",\"core\":" + id + ",\"socket\":0,\"node\":0},";
  }
  return out + last + "]}";
}

TEST(CpuTopology, ReadsAnnotationsOfKoordlet) {
  const auto topology = read_cpus(R"({"detail":[
      {"id":0,"core":0,"socket":0,"node":0},{"id":4,"core":0,"socket":0,"node":0},
      {"id":1,"core":1,"socket":0,"node":0},{"id":5,"core":1,"socket":0,"node":0},
      {"id":2,"core":2,"socket":1,"node":3},{"id":6,"core":2,"socket":1,"node":3}]})");
  EXPECT_EQ(topology->cpus().size(), 6u);
  EXPECT_EQ(topology->cores().size(), 3u);
  EXPECT_EQ(topology->smt_width(), 2);
  ASSERT_EQ(topology->nodes().size(), 2u);
  EXPECT_EQ(topology->nodes()[1].id, 3);
  EXPECT_EQ(topology->nodes()[1].cpus.to_string(), "2,6");
  EXPECT_EQ(topology->sockets().size(), 2u);
  EXPECT_TRUE(topology->l3s().empty());
  EXPECT_FALSE(topology->distances().known());
}

TEST(CpuTopology, AbsentAndNullNumbersAreZeroAndUnknownFieldsAreIgnored) {
  const auto topology = read_cpus(R"({"x":[[{"id":7}],{"detail":[1]}],"detail":[
      {},{"id":1,"core":null,"id2":-5,"more":{"id":9,"deep":[[1]]},"vendor":"x"}],"y":"z"})");
  EXPECT_EQ(topology->all_cpus().to_string(), "0-1");
  EXPECT_EQ(topology->cores().size(), 1u);
}

TEST(CpuTopology, S13_CoresOfOneNumberInTwoSocketsAreTwoCores) {
  const auto topology =
      read_cpus(R"({"detail":[{"id":0,"core":0,"socket":0},{"id":1,"core":0,"socket":1}]})");
  EXPECT_EQ(topology->cores().size(), 2u);
}

TEST(CpuTopology, WritesZerosAndRoundTrips) {
  const std::string text =
      R"({"detail":[{"id":0,"core":0,"socket":0,"node":0},{"id":1,"core":7,"socket":0,"node":0},)"
      R"({"id":9,"core":2147483646,"socket":2147483646,"node":1023}]})";
  EXPECT_EQ(to_annotation(*read_cpus(text)), text);
}

TEST(CpuTopology, CpusWithoutNodeAreWrittenWithNodeZero) {
  TopologySpec spec;
  spec.cpus.resize(2);
  spec.cpus[1].id = 1;
  spec.cpus[1].core = 1;
  spec.cpus[1].node = 2;
  EXPECT_EQ(to_annotation(*Topology::build(spec)),
            R"({"detail":[{"id":0,"core":0,"socket":0,"node":0},)"
            R"({"id":1,"core":1,"socket":0,"node":2}]})");
}

TEST(CpuTopology, OfTwoDetailsTheLastCounts) {
  EXPECT_EQ(
      read_cpus(R"({"detail":[{"id":3},{"id":4}],"detail":[{"id":3}]})")->all_cpus().to_string(),
      "3");
}

TEST(CpuTopology, ErrorsNameEntryAndField) {
  const auto with = [](const char *last) { return read_cpus(detail(17, last)); };
  EXPECT_ERROR(with(R"({"id":17,"core":-1})"), Status::kInvalid,
               "cpu-topology: detail[17].core: found -1, expected a whole number in 0..2147483646");
  EXPECT_ERROR(with(R"({"id":2147483648})"), Status::kInvalid,
               "detail[17].id: found 2147483648, expected a whole number in 0..8191");
  EXPECT_ERROR(with(R"({"id":8192})"), Status::kInvalid, "detail[17].id: found 8192");
  EXPECT_ERROR(with(R"({"id":17,"socket":2147483647})"), Status::kInvalid, "detail[17].socket");
  EXPECT_ERROR(with(R"({"id":17,"core":18446744073709551615})"), Status::kInvalid,
               "detail[17].core");
  EXPECT_ERROR(with(R"({"id":17,"node":1024})"), Status::kInvalid,
               "detail[17].node: found 1024, expected a whole number in 0..1023");
  EXPECT_ERROR(with(R"({"id":17.0})"), Status::kInvalid, "detail[17].id: found 17.0, expected");
  EXPECT_ERROR(with(R"({"id":1e1})"), Status::kInvalid, "detail[17].id: found 1e1");
  EXPECT_ERROR(with(R"({"id":"17"})"), Status::kInvalid, "detail[17].id: found \"17\"");
  EXPECT_ERROR(with(R"({"id":true})"), Status::kInvalid, "detail[17].id: found true");
  EXPECT_ERROR(with(R"({"id":[17]})"), Status::kInvalid, "detail[17].id: found an array");
  EXPECT_ERROR(with(R"({"id":{}})"), Status::kInvalid, "detail[17].id: found an object");
  EXPECT_ERROR(with("17"), Status::kInvalid, "detail[17]: found 17, expected an object");
  EXPECT_ERROR(with("null"), Status::kInvalid, "detail[17]: found null, expected an object");
  EXPECT_ERROR(with("[]"), Status::kInvalid, "detail[17]: found an array, expected an object");
}

TEST(CpuTopology, DuplicatesNameBothEntries) {
  EXPECT_ERROR(read_cpus(detail(17, R"({"id":3,"core":99})")), Status::kInvalid,
               "detail[17].id: CPU 3 was listed at detail[3]");
  EXPECT_ERROR(read_cpus(detail(17, R"({"id":3,"core":3,"node":1})")), Status::kInvalid,
               "detail[17].node: CPU 3 is in NUMA node 1, but in 0 at detail[3]");
}

TEST(CpuTopology, NothingUsableIsAnError) {
  for (const char *text :
       {"{}", "null", R"({"detail":[]})", R"({"detail":null})", R"({"Detail":[{"id":1}]})"})
    EXPECT_ERROR(read_cpus(text), Status::kInvalid, "cpu-topology: detail: lists no CPU") << text;
  EXPECT_ERROR(read_cpus("[]"), Status::kInvalid,
               "cpu-topology: found an array, expected an object");
  EXPECT_ERROR(read_cpus("7"), Status::kInvalid, "cpu-topology: found 7, expected an object");
  EXPECT_ERROR(read_cpus(R"({"detail":{}})"), Status::kInvalid,
               "detail: found an object, expected an array");
  EXPECT_ERROR(read_cpus(R"({"detail":"x"})"), Status::kInvalid, "detail: found \"x\", expected");
  EXPECT_ERROR(read_cpus(""), Status::kInvalid, "cpu-topology: is empty, expected JSON");
  EXPECT_ERROR(read_cpus(R"({"detail":[{"id":0}])"), Status::kInvalid, "not valid JSON");
  EXPECT_ERROR(read_cpus(R"({"detail":[{"id":0}]} {})"), Status::kInvalid, "not valid JSON");
}

TEST(CpuTopology, SizeAndDepthAreLimited) {
  const std::string entry = R"({"detail":[{"id":0}],"x":)";
  EXPECT_EQ(read_cpus(entry + std::string(63, '[') + std::string(63, ']') + '}')->cpus().size(),
            1u);
  EXPECT_ERROR(read_cpus(entry + std::string(64, '[') + std::string(64, ']') + '}'), Status::kLimit,
               "nested deeper than 64");
  EXPECT_ERROR(read_cpus(entry + std::string(3000000, '[')), Status::kLimit,
               "nested deeper than 64");
  EXPECT_ERROR(read_cpus(std::string(10 << 20, ' ')), Status::kLimit,
               "at most 4194304 are accepted");
  EXPECT_ERROR(read_cpus(std::string_view("{\"detail\":[{\"id\":0}]}\0", 22)), Status::kInvalid,
               "NUL byte");
}

TEST(CpuTopology, EveryCpuTheLibrarySupportsFits) {
  std::string text = detail(8191, R"({"id":8191,"core":8191})");
  const auto topology = read_cpus(text);
  EXPECT_EQ(topology->cpus().size(), 8192u);
  EXPECT_EQ(to_annotation(*topology).size(),
            text.size() + std::string(",\"socket\":0,\"node\":0").size());
}

TEST(CpuTopology, ACoreOverTwoNodesIsRemarkedOn) {
  koord::testing::CapturedLog log;
  topology_from_annotation(R"({"detail":[{"id":0,"node":0},{"id":1,"node":1}]})", log.log());
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_NE(log.messages[0].find("core 0 of socket 0"), std::string::npos);
  log.messages.clear();
  topology_from_annotation(detail(3, R"({"id":3,"socket":1})"), log.log());
  EXPECT_TRUE(log.messages.empty());
}

}  // namespace
}  // namespace koord::wire

// RebindResource objects: reading, writing of the status, and agreement with the CRD.
#include "wire/pod/rebind_resource.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "support/expect_error.h"
#include "wire/object/rfc3339.h"

namespace koord::wire {
namespace {

RebindResource read_plan(const std::string &spec, const std::string &more = "") {
  return read_rebind_resource(R"({"metadata":{"name":"r"},"spec":)" + spec + more + "}", Log{});
}

TEST(RebindResource, ReadsEveryField) {
  const RebindResource got = read_rebind_resource(
      R"({"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"RebindResource",
          "metadata":{"name":"r"},
          "spec":{"nodeName":"node-1","rebindAction":"RebindCPU","deadlineInSeconds":30},
          "status":{"updateTimestamp":"2022-05-30T18:00:00Z","phase":"Pending","reason":"queued"}})",
      Log{});
  EXPECT_EQ(got.node, "node-1");
  EXPECT_EQ(got.action, RebindAction::kCpu);
  EXPECT_EQ(got.deadline, 30);
  EXPECT_EQ(got.phase, RebindPhase::kPending);
}

TEST(RebindResource, AbsentFieldsHaveDefaults) {
  const RebindResource got = read_plan(R"({"nodeName":"n","rebindAction":"RebindCPU"})");
  EXPECT_EQ(got.deadline, 600);
  EXPECT_EQ(got.phase, RebindPhase::kNone);
  EXPECT_EQ(read_plan(R"({"nodeName":"n","rebindAction":"RebindCPU"})", R"(,"status":{"phase":""})")
                .phase,
            RebindPhase::kNone);
}

TEST(RebindResource, ErrorsNameTheField) {
  EXPECT_ERROR(read_plan("null"), Status::kInvalid, "RebindResource r: spec");
  EXPECT_ERROR(read_plan(R"({"rebindAction":"RebindCPU"})"), Status::kInvalid, "spec.nodeName");
  EXPECT_ERROR(read_plan(R"({"nodeName":"","rebindAction":"RebindCPU"})"), Status::kInvalid,
               "spec.nodeName: found \"\", expected a name of 1 to 253 bytes");
  EXPECT_ERROR(
      read_plan(R"({"nodeName":")" + std::string(254, 'n') + R"(","rebindAction":"RebindCPU"})"),
      Status::kInvalid, "spec.nodeName");
  EXPECT_ERROR(read_plan(R"({"nodeName":"n"})"), Status::kInvalid, "spec.rebindAction");
  EXPECT_ERROR(read_plan(R"({"nodeName":"n","rebindAction":"RebindGPU"})"), Status::kInvalid,
               "spec.rebindAction: found \"RebindGPU\", expected one of RebindCPU");
  for (const char *deadline : {"0", "-1", "1.5", "\"600\"", "2147483648"})
    EXPECT_ERROR(read_plan(R"({"nodeName":"n","rebindAction":"RebindCPU","deadlineInSeconds":)" +
                           std::string(deadline) + "}"),
                 Status::kInvalid, "spec.deadlineInSeconds");
  EXPECT_ERROR(
      read_plan(R"({"nodeName":"n","rebindAction":"RebindCPU"})",
                R"(,"status":{"phase":"Running"})"),
      Status::kInvalid,
      "status.phase: found \"Running\", expected one of Pending, Succeed, Failed, Unknown");
  EXPECT_ERROR(read_rebind_resource(R"({"kind":"Pod"})", Log{}), Status::kInvalid,
               "RebindResource");
  EXPECT_ERROR(read_rebind_resource("{", Log{}), Status::kInvalid, "not valid JSON");
}

TEST(RebindResource, StatusIsAMergePatch) {
  EXPECT_EQ(rebind_status_patch(RebindPhase::kFailed, "2022-05-30T18:00:00Z", "no \"better\" plan"),
            R"({"status":{"updateTimestamp":"2022-05-30T18:00:00Z","phase":"Failed",)"
            R"("reason":"no \"better\" plan"}})");
  EXPECT_EQ(rebind_status_patch(RebindPhase::kSucceed, "2022-05-30T18:00:00.25+08:00", ""),
            R"({"status":{"updateTimestamp":"2022-05-30T18:00:00.25+08:00","phase":"Succeed",)"
            R"("reason":null}})");
  EXPECT_ERROR(rebind_status_patch(RebindPhase::kPending, "yesterday", ""), Status::kInvalid,
               "timestamp: found \"yesterday\"");
  rebind_status_patch(RebindPhase::kPending, "2022-05-30T18:00:00Z", std::string(1024, 'x'));
  EXPECT_ERROR(
      rebind_status_patch(RebindPhase::kPending, "2022-05-30T18:00:00Z", std::string(1025, 'x')),
      Status::kLimit, "reason: has 1025 bytes, the limit is 1024");
}

TEST(Rfc3339, TimesThatExist) {
  for (const char *time : {"2022-05-30T18:00:00Z", "2024-02-29T00:00:00Z", "2000-02-29T23:59:59Z",
                           "0001-01-01T00:00:00Z", "2022-12-31T23:59:59.999999999-07:00"})
    EXPECT_TRUE(is_rfc3339(time)) << time;
  for (const char *time : {"",
                           "2022",
                           "2022-05-30",
                           "2022-05-30T18:00:00",
                           "2022-05-30 18:00:00Z",
                           "2022-05-30t18:00:00z",
                           "2022-13-01T00:00:00Z",
                           "2022-00-01T00:00:00Z",
                           "2022-04-31T00:00:00Z",
                           "2023-02-29T00:00:00Z",
                           "1900-02-29T00:00:00Z",
                           "2022-05-30T24:00:00Z",
                           "2022-05-30T18:60:00Z",
                           "2022-05-30T18:00:60Z",
                           "2022-05-30T18:00:00.Z",
                           "2022-05-30T18:00:00+0800",
                           "2022-05-30T18:00:00+08:00Z",
                           "2022-05-30T18:00:00Z ",
                           "22022-05-30T18:00:00Z",
                           "2022-5-30T18:00:00Z"})
    EXPECT_FALSE(is_rfc3339(time)) << time;
}

// Returns the lines below the first line `key:` in the YAML, with their indentation level.
std::string under(const std::string &yaml, const std::string &key) {
  std::istringstream lines(yaml);
  std::string out;
  size_t depth = std::string::npos;
  for (std::string line; std::getline(lines, line);) {
    const size_t indent = line.find_first_not_of(' ');
    if (depth == std::string::npos) {
      if (indent != std::string::npos && line.substr(indent) == key + ":") depth = indent;
    } else if (indent == std::string::npos || indent <= depth) {
      break;
    } else {
      out += line + "\n";
    }
  }
  return out;
}

TEST(RebindResource, TheCrdAndTheReaderAgree) {
  std::ifstream file(KOORD_SOURCE_DIR
                     "/kubernetes/crds/scheduling.koordinator.sh_rebindresources.yaml");
  std::ostringstream text;
  text << file.rdbuf();
  const std::string crd = text.str();
  // Compares whole lines, at any indentation.
  const auto says = [](const std::string &part, const std::string &line) {
    std::istringstream lines(part);
    for (std::string other; std::getline(lines, other);)
      if (other.substr(std::min(other.find_first_not_of(' '), other.size())) == line) return true;
    return false;
  };
  EXPECT_TRUE(says(crd, "name: rebindresources.scheduling.koordinator.sh"));
  EXPECT_TRUE(says(crd, "group: scheduling.koordinator.sh"));
  EXPECT_TRUE(says(crd, "scope: Cluster"));
  EXPECT_TRUE(says(under(crd, "names"), "kind: RebindResource"));
  EXPECT_TRUE(says(under(crd, "subresources"), "status: {}"));
  EXPECT_TRUE(says(under(crd, "deadlineInSeconds"), "default: 600"));
  EXPECT_TRUE(says(under(crd, "deadlineInSeconds"), "minimum: 1"));
  EXPECT_TRUE(says(under(crd, "deadlineInSeconds"),
                   "maximum: " + std::to_string(RebindResource::kLongestDeadline)));
  EXPECT_TRUE(says(under(crd, "nodeName"), "minLength: 1"));
  EXPECT_TRUE(
      says(under(crd, "nodeName"), "maxLength: " + std::to_string(RebindResource::kLongestNode)));
  EXPECT_TRUE(says(under(crd, "reason"), "maxLength: " + std::to_string(kLongestReason)));
  EXPECT_TRUE(says(under(crd, "updateTimestamp"), "format: date-time"));
  // The reader accepts exactly the values of the enum.
  const auto values = [&](const std::string &field) {
    std::istringstream words(under(under(crd, field), "enum"));
    std::string out;
    for (std::string word; words >> word;)
      if (word != "-") out += word + " ";
    return out;
  };
  EXPECT_EQ(values("rebindAction"), "RebindCPU ");
  EXPECT_EQ(values("phase"), "Pending Succeed Failed Unknown ");
  for (const char *phase : {"Pending", "Succeed", "Failed", "Unknown"})
    EXPECT_NE(read_plan(R"({"nodeName":"n","rebindAction":"RebindCPU"})",
                        R"(,"status":{"phase":")" + std::string(phase) + "\"}")
                  .phase,
              RebindPhase::kNone);
}

}  // namespace
}  // namespace koord::wire

// The annotation mig-instances of a Device object.
#include "wire/device/mig_annotation.h"

#include <gtest/gtest.h>

#include <string>

#include "object/mig_instances.h"
#include "support/expect_error.h"
#include "wire/device/device_object.h"
#include "wire/device/device_writer.h"

namespace koord {
namespace {

const std::string kPath = R"(metadata.annotations["node.koordinator.sh/mig-instances"])";

object::DeviceObject object_with(std::string annotation) {
  for (size_t at = 0; (at = annotation.find('"', at)) != annotation.npos; at += 2)
    annotation.insert(at, 1, '\\');
  return wire::read_device_object(
      R"({"metadata":{"name":"n","annotations":{"node.koordinator.sh/mig-instances":")" +
          annotation + R"("}},"spec":{"devices":[{"type":"gpu","minor":0},{"type":"gpu","minor":4},
      {"type":"rdma","minor":1}]}})",
      {});
}

std::string instance(const std::string &uuid, int gi, const std::string &placement,
                     const std::string &profile = "1g.10gb", int ci = 0) {
  return R"({"uuid":"MIG-)" + uuid + R"(","profile":")" + profile + R"(","gi":)" +
         std::to_string(gi) + R"(,"ci":)" + std::to_string(ci) + R"(,"placement":")" + placement +
         R"("})";
}

std::string gpu(int minor, const std::string &instances, int max = 7) {
  return R"([{"minor":)" + std::to_string(minor) + R"(,"max":)" + std::to_string(max) +
         R"(,"instances":[)" + instances + "]}]";
}

TEST(MigAnnotation, IsReadAndWrittenUnchanged) {
  const std::string text =
      gpu(4, instance("a", 2, "4:4", "3g.40gb") + ',' + instance("b", 1, "0:4", "2c.4g.40gb") +
                 ',' + instance("c", 1, "0:4", "1c.4g.40gb", 7));
  const object::DeviceObject object = object_with(text);
  ASSERT_EQ(object.mig.size(), 1u);
  EXPECT_EQ(object.mig[0].minor, 4);
  EXPECT_EQ(object.mig[0].instances[0].id, "MIG-a");
  EXPECT_EQ(object.mig[0].instances[0].start, 4);
  EXPECT_EQ(object.mig[0].instances[0].size, 4);
  EXPECT_EQ(object.mig[0].instances[2].ci, 7);
  EXPECT_EQ(wire::mig_instances_text(object.mig), text);
  EXPECT_EQ(wire::write_device(wire::read_device_object(wire::write_device(object), {})),
            wire::write_device(object));
}

TEST(MigAnnotation, PlacementsMayBeUnknown) {
  const std::string text =
      R"([{"minor":0,"max":4,"instances":[{"uuid":"MIG-a","profile":"1g.6gb","gi":3,"ci":0},)"
      R"({"uuid":"MIG-b","profile":"1g.6gb","gi":4,"ci":0}]},{"minor":4,"max":7,"instances":[]}])";
  const object::DeviceObject object = object_with(text);
  EXPECT_EQ(object.mig[0].instances[1].size, 0);
  EXPECT_EQ(wire::mig_instances_text(object.mig), text);
  EXPECT_EQ(object_with(R"([{"minor":0}])").mig[0].max, 7);
}

TEST(MigAnnotation, ErrorsNameTheField) {
  struct Case {
    std::string text;
    Status status;
    std::string message;
  };
  const std::string eight = instance("0", 0, "0:1") + ',' + instance("1", 1, "1:1") + ',' +
                            instance("2", 2, "2:1") + ',' + instance("3", 3, "3:1") + ',' +
                            instance("4", 4, "4:1") + ',' + instance("5", 5, "5:1") + ',' +
                            instance("6", 6, "6:1") + ',' + instance("7", 7, "7:1");
  for (const Case &c : {
           Case{gpu(1, ""), Status::kInvalid,
                kPath + R"([0].minor: found "1", expected the minor of a GPU of the object)"},
           Case{gpu(0, eight), Status::kLimit, kPath + "[0].instances[7]: more than 7 instances"},
           Case{gpu(0, instance("0", 0, "0:1") + ',' + instance("1", 1, "1:1"), 1), Status::kLimit,
                "[0].instances[1]: more than 1 instances"},
           Case{gpu(0, "", 8), Status::kInvalid, "[0].max: found 8, expected"},
           Case{R"([{"minor":0},{"minor":0}])", Status::kInvalid,
                "[1].minor: GPU 0 is listed twice"},
           Case{gpu(0, instance("a", 0, "0:1") + ',' + instance("a", 1, "1:1")), Status::kInvalid,
                R"([0].instances[1].uuid: "MIG-a" is listed twice)"},
           Case{gpu(0, instance("a,all", 0, "0:1")), Status::kInvalid,
                R"([0].instances[0].uuid: found "MIG-a,all", expected MIG-<uuid>)"},
           Case{gpu(0, instance("a", 0, "0:1", "1g")), Status::kInvalid,
                R"([0].instances[0].profile: found "1g", expected a profile such as 1g.10gb)"},
           Case{gpu(0, instance("a", 16, "0:1")), Status::kInvalid, "[0].instances[0].gi: found"},
           Case{gpu(0, instance("a", 0, "0:1", "1g.5gb", 8)), Status::kInvalid, ".ci: found"},
           Case{gpu(0, instance("a", 0, "0-1")), Status::kInvalid, ".placement: found"},
           Case{gpu(0, instance("a", 0, "0:0")), Status::kInvalid, ".placement: found"},
           Case{gpu(0, instance("a", 0, "-1:2")), Status::kInvalid, ".placement: found"},
           Case{gpu(0, instance("a", 0, "2147483647:2147483647")), Status::kInvalid,
                "expected start:size within 64 memory slices"},
           Case{gpu(0, instance("a", 1, "0:4") + ',' + instance("b", 2, "3:1")), Status::kInvalid,
                R"([0].instances[1].placement: 3:1 overlaps 0:4 of "MIG-a")"},
           Case{gpu(0, instance("a", 1, "0:4") + ',' + instance("b", 1, "4:4")), Status::kInvalid,
                "[0].instances[1].ci: position gi 1, ci 0 is listed twice"},
           Case{gpu(0, instance("a", 1, "0:4") + ',' + instance("b", 1, "4:4", "1g.5gb", 1)),
                Status::kInvalid, "expected 0:4 as for the other instances of gi 1"},
           Case{R"([{"minor":0,"instances":[{"uuid":"MIG-a"}]}])", Status::kInvalid,
                "[0].instances[0].profile: missing"},
           Case{R"({"minor":0})", Status::kInvalid, "expected"},
       }) {
    SCOPED_TRACE(c.message);
    EXPECT_ERROR(object_with(c.text), c.status, c.message);
  }
}

TEST(MigProfile, SyntaxIsThatOfNvidia) {
  for (const char *text : {"1g.5gb", "7g.186gb", "1c.3g.40gb", "3c.3g.40gb", "1g.10gb+me",
                           "1g.24gb+me.all", "1g.24gb-me", "2g.48gb+gfx", "1g.5gb+me+gfx"})
    EXPECT_TRUE(object::is_mig_profile(text)) << text;
  for (const char *text :
       {"", "1g", "g.5gb", "0g.5gb", "8g.80gb", "1g.gb", "1g.0gb", "01g.5gb", "1g.5gbme", "1g.5gb+",
        "1g.5gb+me.", "1g.5gb+.me", "1g.5gb,all", "1g.5gb+ME", "4c.3g.40gb", "c.1g.5gb",
        "1g.99999gb", "1g.5gb+me+aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "1g.5gb\n"})
    EXPECT_FALSE(object::is_mig_profile(text)) << text;
  EXPECT_EQ(object::mig_resource("1g.10gb+me"), "nvidia.com/mig-1g.10gb.me");
  EXPECT_EQ(object::mig_type("1c.3g.40gb"), "mig-1c.3g.40gb");
}

}  // namespace
}  // namespace koord

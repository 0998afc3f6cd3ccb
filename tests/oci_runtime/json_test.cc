// JSON that authors of pods can influence.
#include "json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "command_line.h"
#include "owner.h"

namespace koord_runtime {
namespace {

std::string failure_of(const std::string &text, const JsonLimits &limits) {
  try {
    parse_json(text, "file", limits);
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.code(), kEnvironment);
    return failure.what();
  }
  return "";
}

std::string annotations(size_t count) {
  std::string out = R"({"annotations":{)";
  for (size_t i = 0; i < count; ++i) {
    // The keys are neither in the order of the names nor in its reverse.
    out += (i == 0 ? "\"" : ",\"") + std::to_string(i * 7919 % count) + "\":\"\"";
  }
  return out + "}}";
}

TEST(RuntimeJson, WorkGrowsWithTheNumberOfMembersAndNotWithItsSquare) {
  for (const size_t count : {1'000, 10'000, 100'000}) {
    uint64_t comparisons = 0;
    const Json config = parse_json(annotations(count), "file", kConfigLimits, &comparisons);
    ASSERT_EQ(config["annotations"].size(), count);
    EXPECT_GT(comparisons, count);
    EXPECT_LT(static_cast<double>(comparisons),
              3.0 * static_cast<double>(count) * std::log2(static_cast<double>(count)));
  }
}

TEST(RuntimeJson, BoundsHoldAndNameTheFile) {
  const JsonLimits limits{64, 4, 8};
  EXPECT_EQ(failure_of("[[[[]]]]", limits), "");
  EXPECT_EQ(failure_of("[[[[[]]]]]", limits), "file: nested deeper than 4 levels");
  EXPECT_EQ(failure_of(R"([[[{"a":{}}]]])", limits), "file: nested deeper than 4 levels");
  EXPECT_EQ(failure_of("[1,2,3,4,5,6,7]", limits), "");
  EXPECT_EQ(failure_of("[1,2,3,4,5,6,7,8]", limits), "file: more than 8 values");
  EXPECT_EQ(failure_of(R"({"a":1,"a":2,"a":3,"a":4,"a":5,"a":6,"a":7,"a":8})", limits),
            "file: more than 8 values");
  EXPECT_EQ(failure_of(std::string(65, ' '), limits), "file: over 0 MiB");
  EXPECT_EQ(failure_of("{", limits), "file: invalid JSON at byte 2");
  EXPECT_EQ(failure_of("\"\xff\"", limits), "file: invalid JSON at byte 2");
}

TEST(RuntimeJson, MembersStayInOrderAndTheLastOfOneNameCounts) {
  const std::string text = R"({"z":1,"a":[true,null,-2],"m":{"y":"\u00e9","b":1.5}})";
  EXPECT_EQ(parse_json(text, "file", kConfigLimits).dump(-1, ' ', true), text);
  EXPECT_EQ(parse_json(R"({"b":1,"a":1,"b":{"c":1,"c":2},"a":3})", "f", kConfigLimits).dump(),
            R"({"b":{"c":2},"a":3})");
  EXPECT_EQ(parse_json("18446744073709551615", "f", kConfigLimits).dump(), "18446744073709551615");
}

TEST(RuntimeJson, CrioAnnotationsHaveBoundsOfTheirOwn) {
  const auto owner = [](const std::string &inner) {
    Json config;
    config["annotations"]["io.kubernetes.pod.uid"] = "u1";
    config["annotations"]["io.kubernetes.cri-o.Annotations"] = inner;
    return owner_of(config);
  };
  EXPECT_EQ(owner(R"({"scheduling.koordinator.sh/resource-status":"s"})").resource_status, "s");
  EXPECT_EQ(owner(annotations(100'000)).uid, "u1");
  for (const std::string &inner :
       {std::string(262'144, '['), std::string("{\"a\":"), annotations(262'144)}) {
    try {
      owner(inner);
      ADD_FAILURE() << inner.substr(0, 20);
    } catch (const Failure &failure) {
      EXPECT_TRUE(std::string(failure.what())
                      .starts_with("config.json: annotation io.kubernetes.cri-o.Annotations: "))
          << failure.what();
    }
  }
}

TEST(RuntimeJson, TextOfOthersIsShownInOneShortLine) {
  EXPECT_EQ(printable("a\x1b[31m\n\x07\xc2\x9b\xff\x7f", 100),
            R"(a\x1b[31m\x0a\x07\xc2\x9b\xff\x7f)");
  EXPECT_EQ(printable("abcdef", 3), "abc...");
  EXPECT_EQ(in_quotes("ab\n"), R"("ab\x0a")");
  EXPECT_EQ(in_quotes("abcdef", 3), R"("abc"...)");
}

}  // namespace
}  // namespace koord_runtime

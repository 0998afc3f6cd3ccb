#include "wire/json/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/expect_error.h"

namespace koord::wire {
namespace {

JsonDocument parse(std::string_view text, JsonLimits limits = {}) {
  return JsonDocument::parse(text, "doc", limits);
}

TEST(Json, ReadsEveryType) {
  const auto document =
      parse(R"({"s":"x","i":-3,"u":18446744073709551615,"b":true,"n":null,"a":[1]})");
  const JsonValue root = document.root();
  EXPECT_EQ(root.at("s").as_string(), "x");
  EXPECT_EQ(root.at("i").as_int(-3, 0), -3);
  EXPECT_EQ(root.at("u").as_uint(0, UINT64_MAX), UINT64_MAX);
  EXPECT_TRUE(root.at("b").as_bool());
  EXPECT_FALSE(root.find("n"));
  EXPECT_FALSE(root.find("absent"));
  ASSERT_EQ(root.at("a").elements().size(), 1u);
  EXPECT_EQ(root.members().size(), 6u);
}

TEST(Json, PathsNameTheField) {
  const auto document = parse(R"({"zones":[{},{"a/b":{"c":1}}]})");
  const JsonValue zone = document.root().at("zones").elements()[1];
  EXPECT_EQ(zone.at("a/b").at("c").path(), "doc.zones[1][\"a/b\"].c");
  EXPECT_ERROR(zone.at("a/b").at("c").as_string(), Status::kInvalid,
               "doc.zones[1][\"a/b\"].c: found 1, expected a string");
  EXPECT_ERROR(zone.at("gone"), Status::kInvalid, "doc.zones[1].gone: missing");
}

TEST(Json, HostileKeysAreQuotedInPaths) {
  const auto document = parse("{\"a\\n\\u00e9\":1}");
  EXPECT_ERROR(document.root().members()[0].second.as_bool(), Status::kInvalid,
               "doc[\"a\\x0a\\xc3\\xa9\"]: found 1, expected true or false");
}

TEST(Json, IntegersAreCheckedExactly) {
  const auto document = parse(R"([8,-1,8.0,"8",1e1,9223372036854775808,123456789012345678901234])");
  const auto at = [&](size_t i) { return document.root().elements()[i]; };
  EXPECT_EQ(at(0).as_int(8, 8), 8);
  EXPECT_ERROR(at(0).as_int(0, 7), Status::kInvalid,
               "doc[0]: found 8, expected a whole number in 0..7");
  EXPECT_ERROR(at(1).as_uint(0, 7), Status::kInvalid, "doc[1]: found -1");
  EXPECT_ERROR(at(2).as_int(0, 9), Status::kInvalid, "doc[2]: found 8.0");
  EXPECT_ERROR(at(3).as_int(0, 9), Status::kInvalid, "doc[3]: found \"8\"");
  EXPECT_ERROR(at(4).as_int(0, 99), Status::kInvalid, "doc[4]");
  EXPECT_ERROR(at(5).as_int(INT64_MIN, INT64_MAX), Status::kInvalid, "found 9223372036854775808");
  EXPECT_EQ(at(5).as_uint(0, UINT64_MAX), uint64_t{1} << 63);
  EXPECT_ERROR(at(6).as_uint(0, UINT64_MAX), Status::kInvalid, "doc[6]");
}

TEST(Json, NumbersAsText) {
  const auto document = parse(R"([20,"20Gi",0.5,-7,true])");
  const auto text = [&](size_t i) { return document.root().elements()[i].as_number_text(); };
  EXPECT_EQ(text(0), "20");
  EXPECT_EQ(text(1), "20Gi");
  EXPECT_EQ(text(2), "0.5");
  EXPECT_EQ(text(3), "-7");
  EXPECT_ERROR(text(4), Status::kInvalid, "doc[4]: found true, expected a number or a string");
}

TEST(Json, DefaultsForAbsentMembers) {
  const auto document = parse(R"({"s":"x","n":null,"i":5})");
  const JsonValue root = document.root();
  EXPECT_EQ(root.string_or("s", "d"), "x");
  EXPECT_EQ(root.string_or("n", "d"), "d");
  EXPECT_TRUE(root.bool_or("absent", true));
  EXPECT_EQ(root.int_or("i", 0, 9, 1), 5);
  EXPECT_EQ(root.int_or("absent", 0, 9, 1), 1);
  EXPECT_TRUE(root.elements_of("n").empty());
  EXPECT_ERROR(root.elements_of("i"), Status::kInvalid, "doc.i: found 5, expected an array");
  EXPECT_ERROR(root.at("s").find("x"), Status::kInvalid, "doc.s: found \"x\", expected an object");
}

TEST(Json, OfTwoMembersTheLastWins) {
  const auto document = parse(R"({"a":{"x":1},"a":[2]})");
  EXPECT_EQ(document.root().at("a").elements()[0].as_int(0, 9), 2);
}

TEST(Json, DeeperThanTheLimitIsRefusedWithoutUsingTheStack) {
  EXPECT_NO_THROW(parse(std::string(64, '[') + std::string(64, ']')));
  EXPECT_ERROR(parse(std::string(65, '[') + std::string(65, ']')), Status::kLimit,
               "doc: nested deeper than 64 levels");
  EXPECT_ERROR(parse(std::string(4000000, '[')), Status::kLimit, "nested deeper");
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  EXPECT_ERROR(parse(objects), Status::kLimit, "nested deeper");
}

TEST(Json, SizesAreLimited) {
  JsonLimits small;
  small.bytes = 4;
  EXPECT_NO_THROW(parse("1234", small));
  EXPECT_ERROR(parse("12345", small), Status::kLimit, "doc: 5 bytes, at most 4 are accepted");
  JsonLimits few;
  few.values = 3;
  EXPECT_NO_THROW(parse("[1,2]", few));
  EXPECT_ERROR(parse("[1,2,3]", few), Status::kLimit, "doc: more than 3 values");
}

TEST(Json, BrokenTextNamesTheOffset) {
  EXPECT_ERROR(parse(""), Status::kInvalid, "doc: is empty, expected JSON");
  EXPECT_ERROR(parse("{\"a\":}"), Status::kInvalid, "doc: not valid JSON at byte 6");
  EXPECT_ERROR(parse("[1,]"), Status::kInvalid, "not valid JSON at byte 4");
  EXPECT_ERROR(parse("[1"), Status::kInvalid, "not valid JSON");
  EXPECT_ERROR(parse("{} x"), Status::kInvalid, "not valid JSON at byte 4");
  EXPECT_ERROR(parse("[1e999]"), Status::kInvalid, "not valid JSON");
  EXPECT_ERROR(parse("[NaN]"), Status::kInvalid, "not valid JSON");
  EXPECT_ERROR(parse("// c\n1"), Status::kInvalid, "not valid JSON");
}

TEST(Json, EscapedNulsAffectOnlyTheirOwnField) {
  const auto doc = parse(R"({"a":"x\u0000y","b":{"k\u0000":1},"c":"z"})");
  const JsonValue root = doc.root();
  EXPECT_EQ(root.at("c").as_string(), "z");
  EXPECT_ERROR(root.at("a").as_string(), Status::kInvalid, "doc.a: found ");
  EXPECT_ERROR(root.at("a").as_number_text(), Status::kInvalid,
               "expected a string without NUL characters");
  EXPECT_ERROR(root.string_or("a", ""), Status::kInvalid, "doc.a: found ");
  EXPECT_ERROR(root.at("b").members(), Status::kInvalid, "doc.b: the name ");
}

TEST(Json, NulAndBrokenUtf8AreRefused) {
  using namespace std::string_view_literals;
  EXPECT_ERROR(parse("{}\0{}"sv), Status::kInvalid, "doc: NUL byte at offset 2");
  EXPECT_EQ(parse("[\"\\\\u0000\"]").root().elements()[0].as_string(), "\\u0000") << "a backslash";
  EXPECT_ERROR(parse("[\"\xff\"]"), Status::kInvalid, "not valid JSON at byte 3");
  EXPECT_ERROR(parse("[\"\xc0\xaf\"]"), Status::kInvalid, "not valid JSON");
  EXPECT_ERROR(parse("[\"\\ud800\"]"), Status::kInvalid, "not valid JSON");
}

TEST(Json, DocumentsMove) {
  JsonDocument document = parse("[1]");
  const JsonValue before = document.root();
  const JsonDocument moved = std::move(document);
  EXPECT_EQ(before.elements()[0].as_int(0, 1), 1);
  EXPECT_EQ(&before.raw(), &moved.root().raw());
  EXPECT_EQ(before.elements()[0].path(), "doc[0]");
}

}  // namespace
}  // namespace koord::wire

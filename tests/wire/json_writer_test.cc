#include "wire/json/json_writer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>

namespace koord::wire {
namespace {

void write_sample(JsonWriter &out) {
  out.begin_object().member("empty", "").member("yes", true);
  out.key("none").begin_array().end_array();
  out.key("nothing").begin_object().end_object();
  out.key("numbers").begin_array().value(-1).value(UINT64_MAX).value(INT64_MIN).null().end_array();
  out.key("rows").begin_array();
  out.begin_object().member("a", 1).member("b", "x").end_object();
  out.begin_object().end_object();
  out.end_array().end_object();
}

TEST(JsonWriter, WritesOneLine) {
  JsonWriter out;
  write_sample(out);
  EXPECT_EQ(out.take(),
            R"({"empty":"","yes":true,"none":[],"nothing":{},"numbers":[-1,18446744073709551615,)"
            R"(-9223372036854775808,null],"rows":[{"a":1,"b":"x"},{}]})");
}

// Uses the common indented layout, with nlohmann's output as the reference.
TEST(JsonWriter, IndentsAsOthersDo) {
  for (const int indent : {0, 2, 4}) {
    JsonWriter out(indent);
    write_sample(out);
    const std::string text = out.take();
    EXPECT_EQ(text, nlohmann::ordered_json::parse(text).dump(indent));
  }
}

TEST(JsonWriter, EscapesControlCharactersAndQuotes) {
  JsonWriter out;
  out.begin_object().member("a\"b\\c\n\x01", "d\"\x7f\u00e9\u2028").end_object();
  const std::string text = out.take();
  EXPECT_EQ(text, "{\"a\\\"b\\\\c\\n\\u0001\":\"d\\\"\x7f\u00e9\u2028\"}");
  EXPECT_EQ(nlohmann::json::parse(text)["a\"b\\c\n\x01"], "d\"\x7f\u00e9\u2028");
}

TEST(JsonWriter, ReplacesBytesThatAreNotUtf8) {
  JsonWriter out;
  out.begin_array().value("x\xffy").end_array();
  EXPECT_EQ(out.take(), "[\"x\xef\xbf\xbdy\"]");
}

TEST(JsonWriter, UnknownIdsAreNull) {
  JsonWriter out;
  out.begin_array().value_or_null(-1).value_or_null(0).end_array();
  EXPECT_EQ(out.take(), "[null,0]");
}

}  // namespace
}  // namespace koord::wire

// Rules of Go's JSON and text formatting on which kubelet's
// checkpoints depend. Expected messages are Go's.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "wire/json/go_decoder.h"
#include "wire/json/go_json_syntax.h"
#include "wire/json/go_text.h"
#include "wire/json/go_writer.h"

namespace koord::wire {
namespace {

using namespace std::string_literals;

TEST(CheckpointGoSyntax, AcceptsTheSyntaxOfGo) {
  for (const std::string &json :
       {"{}"s, " [ ] "s, "0"s, "-0.5e+10"s, "1E5"s, "\"\""s, "null"s, "true"s, "false\n"s,
        "{\"a\":[1,{\"b\":null}],\"a\":2}"s, "\"\\ud800\""s, "\"\xff\xfe\""s, "\"\x7f\""s,
        "\"\\b\\f\\n\\r\\t\\/\\\\\\\"\\u00e9\""s, "[[[[]]],{}]"s, "1e999999"s})
    EXPECT_EQ(go_json_syntax_error(json), "") << json;
}

TEST(CheckpointGoSyntax, HasTheErrorsOfGo) {
  struct Row {
    std::string json, error;
  };
  const std::string character = "invalid character ";
  for (const Row &row :
       {Row{"", "unexpected end of JSON input"},
        {" ", "unexpected end of JSON input"},
        {"{", "unexpected end of JSON input"},
        {"{\"a", "unexpected end of JSON input"},
        {"{\"a\":", "unexpected end of JSON input"},
        {"[1,", "unexpected end of JSON input"},
        {"tr", character + "' ' in literal true (expecting 'u')"},
        {"nul", character + "' ' in literal null (expecting 'l')"},
        {"-", character + "' ' in numeric literal"},
        {"\"\\", character + "' ' in string escape code"},
        {"\"\\u12", character + "' ' in \\u hexadecimal character escape"},
        {"{}x", character + "'x' after top-level value"},
        {"01", character + "'1' after top-level value"},
        {"[1 2]", character + "'2' after array element"},
        {"[1,]", character + "']' looking for beginning of value"},
        {"{\"a\":1,}", character + "'}' looking for beginning of object key string"},
        {"{\"a\" 1}", character + "'1' after object key"},
        {"{\"a\":1 \"b\"}", character + "'\"' after object key:value pair"},
        {"'", character + "'\\'' looking for beginning of value"},
        {"{\0}"s, character + "'\\x00' looking for beginning of object key string"},
        {"\xef\xbb\xbf{}", character + "'\xc3\xaf' looking for beginning of value"},
        {"\xa0", character + "'\\u00a0' looking for beginning of value"},
        {"1.x", character + "'x' after decimal point in numeric literal"},
        {"1e+", character + "' ' in exponent of numeric literal"},
        {"\"\x01\"", character + "'\\x01' in string literal"},
        {"\"\n\"", character + "'\\n' in string literal"},
        {"\"\\q\"", character + "'q' in string escape code"}})
    EXPECT_EQ(go_json_syntax_error(row.json), row.error) << row.json;
}

TEST(CheckpointGoSyntax, BoundsDepth) {
  const size_t most = 10'000;
  EXPECT_EQ(go_json_syntax_error(std::string(most, '[') + std::string(most, ']')), "");
  for (const size_t depth : {most + 1, size_t{8} << 20})
    EXPECT_EQ(go_json_syntax_error(std::string(depth, '[')),
              "invalid character '[' exceeded max depth");
  std::string objects;
  for (size_t i = 0; i < most + 1; ++i) objects += "{\"a\":";
  EXPECT_EQ(go_json_syntax_error(objects), "invalid character '{' exceeded max depth");
}

TEST(CheckpointGoText, QuotesAsGo) {
  EXPECT_EQ(go_quote("a b\"\\"), R"("a b\"\\")");
  EXPECT_EQ(go_quote("\a\b\f\n\r\t\v\0\x7f"s + "\x1b"), R"("\a\b\f\n\r\t\v\x00\x7f\x1b")");
  EXPECT_EQ(go_quote("\xc3\xbc\xe5\x90\x8d\xf0\x9f\x9a\x80"),
            "\"\xc3\xbc\xe5\x90\x8d\xf0\x9f\x9a\x80\"");
  EXPECT_EQ(go_quote("\xe2\x80\xa8\xc2\xa0\xef\xbb\xbf"), R"("\u2028\u00a0\ufeff")");
  EXPECT_EQ(go_quote("\xf3\xa0\x80\x81"), R"("\U000e0001")");
  EXPECT_EQ(go_quote("\xff\xc3\xed\xa0\x80\xc0\x80"), R"("\xff\xc3\xed\xa0\x80\xc0\x80")");
  EXPECT_EQ(go_quote("\xef\xbf\xbd"), "\"\xef\xbf\xbd\"");  // U+FFFD itself is a character
}

TEST(CheckpointGoText, WritesJsonAsGo) {
  const auto written = [](std::string_view text) {
    std::string out;
    append_go_json(out, text);
    return out;
  };
  EXPECT_EQ(written("<a>&\"\\/"), R"("\u003ca\u003e\u0026\"\\/")");
  EXPECT_EQ(written("\b\f\n\r\t\x01\0\x7f"s), "\"\\b\\f\\n\\r\\t\\u0001\\u0000\x7f\"");
  EXPECT_EQ(written("\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa"), "\"\\u2028\\u2029\xe2\x80\xaa\"");
  EXPECT_EQ(written("a\xff\xef\xbf\xbd"), "\"a\\ufffd\xef\xbf\xbd\"");
}

TEST(CheckpointGoText, ReadsSetsAsKubelet) {
  const auto read = [](const std::string &text) {
    CpuSet set{1};
    const std::string error = parse_kubelet_cpus(text, set);
    EXPECT_TRUE(error.empty() || set.empty()) << text;
    return error.empty() ? set.to_string() : error;
  };
  const auto syntax = [](const std::string &item) {
    return "strconv.Atoi: parsing \"" + item + "\": invalid syntax";
  };
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("7,0-2,1"), "0-2,7");
  EXPECT_EQ(read("+0-+3,003,2-5"), "0-5");
  EXPECT_EQ(read("62-65,127-128,0-8191"), "0-8191");
  EXPECT_EQ(read("62-65,127-128,190-320"), "62-65,127-128,190-320");
  EXPECT_EQ(read("0-3,"), syntax(""));
  EXPECT_EQ(read(","), syntax(""));
  EXPECT_EQ(read("0-x"), syntax("x"));
  EXPECT_EQ(read("1, 2"), syntax(" 2"));
  EXPECT_EQ(read("-1"), syntax(""));
  EXPECT_EQ(read("0-1-2"), syntax("1-2"));
  EXPECT_EQ(read("1_0"), syntax("1_0"));
  EXPECT_EQ(read("+-1"), syntax("+"));
  EXPECT_EQ(read("1\0"s), syntax("1\\x00"));
  EXPECT_EQ(read("7-0"), "invalid range \"7-0\" (7 > 0)");
  EXPECT_EQ(read("1--5"), "invalid range \"1--5\" (1 > -5)");
  const std::string range = ": value out of range";
  EXPECT_EQ(read("9223372036854775808"), "strconv.Atoi: parsing \"9223372036854775808\"" + range);
  EXPECT_EQ(read("99999999999999999999x"),
            "strconv.Atoi: parsing \"99999999999999999999x\"" + range);
  EXPECT_EQ(read("8192"), "CPU 8192 is above the largest supported id 8191");
  EXPECT_EQ(read("0-9223372036854775807"),
            "CPU 9223372036854775807 is above the largest supported id 8191");
}

TEST(CheckpointGoText, ReadsAndWritesBase64AsGo) {
  const auto read = [](std::string_view text) {
    std::string bytes;
    const std::string error = decode_base64(text, bytes);
    return error.empty() ? bytes : error;
  };
  for (const std::string &bytes : {""s, "f"s, "fo"s, "foo"s, "foob"s, "\0\xff\xfe\x80"s})
    EXPECT_EQ(read(encode_base64(bytes)), bytes);
  EXPECT_EQ(encode_base64("\0\1\2\xff"s), "AAEC/w==");
  EXPECT_EQ(read("QU\nJ\r\nD\n"), "ABC");
  EXPECT_EQ(read("QUI\n="), "AB");
  const std::string corrupt = "illegal base64 data at input byte ";
  EXPECT_EQ(read("Q"), corrupt + "0");
  EXPECT_EQ(read("QUJDQU"), corrupt + "4");
  EXPECT_EQ(read("Q==="), corrupt + "1");
  EXPECT_EQ(read("QQ="), corrupt + "3");
  EXPECT_EQ(read("QQ=x"), corrupt + "2");
  EXPECT_EQ(read("QQ==x"), corrupt + "4");
  EXPECT_EQ(read("Q*"), corrupt + "1");
}

TEST(CheckpointGoText, HashesAsFnv) {
  EXPECT_EQ(fnv1a(""), 2166136261u);
  EXPECT_EQ(fnv1a("a"), 0xe40c292cu);
  EXPECT_EQ(fnv1a("foobar"), 0xbf9cf968u);
}

// A struct with one field of each kind that the checkpoints use.
struct Sample {
  std::string name = "old";
  int64_t count = 7;
  uint64_t size = 7;
  GoMap<std::string, std::string> map;
  GoMap<int64_t, GoList<std::string>> lists;
  GoList<int64_t> numbers;
  std::string error;
};

Sample decoded(std::string_view json) {
  Sample sample;
  GoDecoder decoder(json, "sample");
  const auto text = [&](std::string &out) { decoder.text(out); };
  decoder.structure(
      "t.Sample",
      {{"name", [&] { decoder.text(sample.name); }},
       {"count", [&] { decoder.number(sample.count); }},
       {"size", [&] { decoder.number(sample.size); }},
       {"map", [&] { decoder.map(sample.map, "map[string]string", text); }},
       {"lists",
        [&] {
          decoder.map(sample.lists, "map[int][]string",
                      [&](GoList<std::string> &list) { decoder.list(list, "[]string", text); });
        }},
       {"numbers", [&] {
          decoder.list(sample.numbers, "[]int", [&](int64_t &value) { decoder.number(value); });
        }}});
  sample.error = decoder.error();
  return sample;
}

TEST(CheckpointGoDecoder, FindsFieldsInAnyLetterCase) {
  EXPECT_EQ(decoded(R"({"NAME":"a"})").name, "a");
  EXPECT_EQ(decoded("{\"\\u017fize\":3}").size, 3u);  // a long s
  EXPECT_EQ(decoded(R"({"naMe":"a","x":{"name":[1,{"q":"}"}]},"nam":2})").name, "a");
  EXPECT_EQ(decoded(R"({"name\u0000":"a"})").name, "old");
}

TEST(CheckpointGoDecoder, AddsToExistingValues) {
  const Sample sample =
      decoded(R"({"name":"a","name":"b","map":{"x":"1","y":"2"},"map":{"y":"3"},"numbers":[1,2,3],)"
              R"("numbers":[null,5],"lists":{"1":["a"],"1":["b",null]}})");
  EXPECT_EQ(sample.error, "");
  EXPECT_EQ(sample.name, "b");
  EXPECT_EQ(*sample.map, (std::map<std::string, std::string>{{"x", "1"}, {"y", "3"}}));
  EXPECT_EQ(*sample.numbers, (std::vector<int64_t>{1, 5}));
  EXPECT_EQ(*sample.lists->at(1), (std::vector<std::string>{"b", ""}));
}

TEST(CheckpointGoDecoder, NullEmptiesMapsAndListsOnly) {
  const Sample sample = decoded(R"({"name":null,"count":null,"size":null,"map":{"a":"b"},)"
                                R"("map":null,"lists":{"-1":null},"numbers":[1],"numbers":null})");
  EXPECT_EQ(sample.error, "");
  EXPECT_EQ(sample.name, "old");
  EXPECT_EQ(sample.count, 7);
  EXPECT_FALSE(sample.map);
  EXPECT_FALSE(sample.lists->at(-1));
  EXPECT_FALSE(sample.numbers);
  EXPECT_EQ(decoded("null").error, "");
}

TEST(CheckpointGoDecoder, ReportsTheFirstWrongTypeAndGoesOn) {
  const auto field = [](const std::string &found, const std::string &name,
                        const std::string &type) {
    return "json: cannot unmarshal " + found + " into Go struct field Sample." + name +
           " of type " + type;
  };
  EXPECT_EQ(decoded("[]").error, "json: cannot unmarshal array into Go value of type t.Sample");
  EXPECT_EQ(decoded("5").error, "json: cannot unmarshal number into Go value of type t.Sample");
  EXPECT_EQ(decoded(R"({"name":5})").error, field("number", "name", "string"));
  EXPECT_EQ(decoded(R"({"name":{}})").error, field("object", "name", "string"));
  EXPECT_EQ(decoded(R"({"count":"5"})").error, field("string", "count", "int"));
  EXPECT_EQ(decoded(R"({"count":1e3})").error, field("number 1e3", "count", "int"));
  EXPECT_EQ(decoded(R"({"size":-1})").error, field("number -1", "size", "uint64"));
  EXPECT_EQ(decoded(R"({"size":18446744073709551616})").error,
            field("number 18446744073709551616", "size", "uint64"));
  EXPECT_EQ(decoded(R"({"map":[1]})").error, field("array", "map", "map[string]string"));
  EXPECT_EQ(decoded(R"({"map":{"a":true}})").error, field("bool", "map", "string"));
  EXPECT_EQ(decoded(R"({"lists":{"x":[]}})").error, field("number x", "lists", "int"));
  EXPECT_EQ(decoded(R"({"numbers":"a"})").error, field("string", "numbers", "[]int"));

  const Sample sample = decoded(R"({"size":[],"count":{},"name":"new","map":{"a":1,"b":"2"}})");
  EXPECT_EQ(sample.error, field("array", "size", "uint64"));
  EXPECT_EQ(sample.name, "new");
  EXPECT_EQ(*sample.map, (std::map<std::string, std::string>{{"a", ""}, {"b", "2"}}));
}

TEST(CheckpointGoDecoder, ReplacesInvalidUnicode) {
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(decoded("{\"name\":\"\xff\xed\xa0\x80\"}").name, bad + bad + bad + bad);
  EXPECT_EQ(decoded(R"({"name":"\ud800"})").name, bad);
  EXPECT_EQ(decoded(R"({"name":"\ud800\ud83d\ude00"})").name, bad + "\xf0\x9f\x98\x80");
  EXPECT_EQ(decoded(R"({"name":"\udc00\u0041\ud83d\u0041"})").name, bad + "A" + bad + "A");
  EXPECT_EQ(decoded(R"({"name":"a\u0000b"})").name, "a\0b"s);
}

TEST(CheckpointGoDecoder, NothingIsDecodedAfterASyntaxError) {
  const Sample sample = decoded(R"({"name":"new"}x)");
  EXPECT_EQ(sample.error, "invalid character 'x' after top-level value");
  EXPECT_EQ(sample.name, "old");
}

TEST(CheckpointGoDecoder, BoundsBytesAndEntries) {
  const auto status = [](const std::string &json) {
    try {
      decoded(json);
      return Status::kOk;
    } catch (const Error &error) {
      EXPECT_TRUE(std::string_view(error.what()).starts_with("sample: ")) << error.what();
      return error.status();
    }
  };
  EXPECT_EQ(status(std::string(GoDecoder::kMaxBytes - 2, ' ') + "{}"), Status::kOk);
  EXPECT_EQ(status(std::string(GoDecoder::kMaxBytes - 1, ' ') + "{}"), Status::kLimit);
  std::string numbers = "{\"numbers\":[0";
  for (size_t i = 0; i < GoDecoder::kMaxValues; ++i) numbers += ",0";
  EXPECT_EQ(status(numbers + "]}"), Status::kLimit);
  numbers.resize(numbers.size() - 2);
  EXPECT_EQ(status(numbers + "]}"), Status::kOk);
}

}  // namespace
}  // namespace koord::wire

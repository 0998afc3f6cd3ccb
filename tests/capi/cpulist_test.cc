#include "capi/capi_support.h"

namespace koord::testing {
namespace {

koord_status parse(std::string_view list, std::vector<uint64_t> &words, koord_error *err) {
  return koord_cpulist_parse(list.data(), list.size(), words.data(), words.size(), err);
}

TEST(CpuListParse, WritesEveryWord) {
  EXPECT_EQ(set_words("0-3,8", 3), (std::vector<uint64_t>{0x10F, 0, 0}));
  EXPECT_EQ(set_words("63-64,191", 3), (std::vector<uint64_t>{1ull << 63, 1, 1ull << 63}));
  EXPECT_EQ(set_words("", 2), (std::vector<uint64_t>{0, 0}));
}

TEST(CpuListParse, TakesNulTerminatedText) {
  uint64_t word = 0;
  ASSERT_EQ(koord_cpulist_parse("1,3", KOORD_NUL, &word, 1, nullptr), KOORD_OK);
  EXPECT_EQ(word, 0b1010u);
}

TEST(CpuListParse, RefusesInvalidLists) {
  std::vector<uint64_t> words(1, 42);
  for (const char *list : {"3-1", "1,,2", ",", "1,", " 1", "1 ", "1-", "-1", "a", "0x1", "1-2-3",
                           "+1", "1;2", "0-4294967295", "8192", "99999999999999999999", "0-3:2"})
    EXPECT_FAILS(parse(list, words, &err), KOORD_E_INVALID, "list");
  EXPECT_EQ(words[0], 42u);
}

TEST(CpuListParse, RefusesNulInside) {
  std::vector<uint64_t> words(1, 42);
  EXPECT_FAILS(parse(std::string_view("1\0002", 3), words, &err), KOORD_E_INVALID, "byte 1 is NUL");
  EXPECT_EQ(words[0], 42u);
}

TEST(CpuListParse, NeedsRoomForTheHighestCpu) {
  std::vector<uint64_t> words(1, 42);
  EXPECT_FAILS(parse("0,64", words, &err), KOORD_E_NO_SPACE, "needs 2");
  EXPECT_EQ(words[0], 42u);
  words.resize(KOORD_MAX_CPUS / 64);
  EXPECT_EQ(parse("0-8191", words, nullptr), KOORD_OK);
  EXPECT_EQ(list_of(words), "0-8191");
}

TEST(CpuListParse, EmptyFitsNowhere) {
  EXPECT_EQ(koord_cpulist_parse(nullptr, 0, nullptr, 0, nullptr), KOORD_OK);
  EXPECT_FAILS(koord_cpulist_parse("0", 1, nullptr, 0, &err), KOORD_E_NO_SPACE, "needs 1");
}

TEST(CpuListParse, NamesTheNullArgument) {
  uint64_t word = 0;
  EXPECT_FAILS(koord_cpulist_parse(nullptr, 1, &word, 1, &err), KOORD_E_INVALID, "list: is NULL");
  EXPECT_FAILS(koord_cpulist_parse(nullptr, KOORD_NUL, &word, 1, &err), KOORD_E_INVALID, "list");
  EXPECT_FAILS(koord_cpulist_parse("0", 1, nullptr, 1, &err), KOORD_E_INVALID, "words: is NULL");
}

TEST(CpuListFormat, CollapsesRuns) {
  EXPECT_EQ(list_of({0x10F}), "0-3,8");
  EXPECT_EQ(list_of({1ull << 63, 1}), "63-64");
  EXPECT_EQ(list_of({0, 0}), "");
}

TEST(CpuListFormat, ReturnsTheNeededLengthIfTheBufferIsTooSmall) {
  const uint64_t word = 0x10F;
  char text[8] = "#######";
  size_t needed = 0;
  EXPECT_FAILS(koord_cpulist_format(&word, 1, text, 5, &needed, &err), KOORD_E_NO_SPACE, "needs 6");
  EXPECT_EQ(needed, 5u);
  EXPECT_STREQ(text, "#######");
  needed = 0;
  EXPECT_EQ(koord_cpulist_format(&word, 1, nullptr, 0, &needed, nullptr), KOORD_E_NO_SPACE);
  EXPECT_EQ(needed, 5u);
  EXPECT_EQ(koord_cpulist_format(&word, 1, text, 6, nullptr, nullptr), KOORD_OK);
  EXPECT_STREQ(text, "0-3,8");
  EXPECT_EQ(text[6], '#');
}

TEST(CpuListFormat, EmptySetStillNeedsItsNul) {
  char text[1] = {'#'};
  size_t needed = 9;
  EXPECT_EQ(koord_cpulist_format(nullptr, 0, text, 0, &needed, nullptr), KOORD_E_NO_SPACE);
  EXPECT_EQ(needed, 0u);
  EXPECT_EQ(koord_cpulist_format(nullptr, 0, text, 1, &needed, nullptr), KOORD_OK);
  EXPECT_EQ(text[0], '\0');
}

TEST(CpuListFormat, RefusesBitsBeyondTheLargestCpu) {
  std::vector<uint64_t> words(KOORD_MAX_CPUS / 64 + 1, 0);
  char text[8];
  EXPECT_EQ(koord_cpulist_format(words.data(), words.size(), text, 8, nullptr, nullptr), KOORD_OK);
  words.back() = 1;
  EXPECT_FAILS(koord_cpulist_format(words.data(), words.size(), text, 8, nullptr, &err),
               KOORD_E_INVALID, "8192");
}

TEST(CpuListFormat, NamesTheNullArgument) {
  const uint64_t word = 1;
  char text[8];
  EXPECT_FAILS(koord_cpulist_format(nullptr, 1, text, 8, nullptr, &err), KOORD_E_INVALID, "words");
  EXPECT_FAILS(koord_cpulist_format(&word, 1, nullptr, 8, nullptr, &err), KOORD_E_INVALID, "text");
}

}  // namespace
}  // namespace koord::testing

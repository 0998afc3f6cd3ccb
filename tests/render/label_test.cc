#include "render/label.h"

#include <gtest/gtest.h>

namespace koord::render {
namespace {

std::string clean(std::string_view text, bool ascii = false) {
  return clean_label(text, 60, ascii);
}

TEST(Label, PlainTextStays) {
  EXPECT_EQ(clean("web-7f9c/main 2"), "web-7f9c/main 2");
  EXPECT_EQ(clean("Größe 日本"), "Größe 日本");
  EXPECT_EQ(clean(""), "");
}

TEST(Label, EscapeSequencesGo) {
  EXPECT_EQ(clean("a\x1b[31;1mred\x1b[0mb"), "aredb");
  EXPECT_EQ(clean("a\x1b]0;title\x07z"), "az");
  EXPECT_EQ(clean("a\x1b]8;;http://x\x1b\\link"), "alink");
  EXPECT_EQ(clean("a\xc2\x9b"
                  "2Jb"),
            "ab");
  EXPECT_EQ(clean("a\x1b"
                  "cb"),
            "ab");
  EXPECT_EQ(clean("end\x1b"), "end");
  EXPECT_EQ(clean("end\x1b["), "end");
  EXPECT_EQ(clean("a\x1b\xc3\xa9"), "aé");
}

TEST(Label, ControlAndInvisibleCharactersGo) {
  EXPECT_EQ(clean(std::string_view("a\0b\x7f\x08"
                                   "c",
                                   6)),
            "abc");
  EXPECT_EQ(clean("a\tb\r\nc\n"), "a b c");
  EXPECT_EQ(clean("a\u202eb\u200bc\ufeffd\u2066e"), "abcde");
  EXPECT_EQ(clean("  a   b  "), "a b");
}

TEST(Label, InvalidUtf8IsReplaced) {
  EXPECT_EQ(clean("a\xff"
                  "b"),
            "a�b");
  EXPECT_EQ(clean("\xc0\xaf"), "��") << "overlong";
  EXPECT_EQ(clean("\xed\xa0\x80"), "���") << "surrogate";
  EXPECT_EQ(clean("\xf4\x90\x80\x80"), "����") << "beyond Unicode";
  EXPECT_EQ(clean("a\xe6\x97"), "a��") << "cut short";
}

TEST(Label, AsciiOnDemand) {
  EXPECT_EQ(clean("Größe 日本", true), "Gr??e ??");
  EXPECT_EQ(clean("a\xff", true), "a?");
  EXPECT_EQ(clean("e\u0301", true), "e");
}

TEST(Label, IsCutAtTheLimit) {
  EXPECT_EQ(clean_label("abcdef", 6, false), "abcdef");
  EXPECT_EQ(clean_label("abcdefg", 6, false), "abcde…");
  EXPECT_EQ(clean_label("abcdefg", 6, true), "abc...");
  EXPECT_EQ(clean_label(std::string(1 << 20, 'x'), 60, false), std::string(59, 'x') + "…");
  EXPECT_EQ(clean_label("日本日本日本日本", 4, false), "日本日…");
  EXPECT_LT(clean_label("e" + std::string(500, '\xcc') + "\x81", 60, false).size(), 200u);
}

TEST(Label, CombiningMarksAreBoundedToo) {
  std::string zalgo = "e";
  for (int i = 0; i < 1000; ++i) zalgo += "\u0301";
  const std::string shown = clean(zalgo);
  EXPECT_LE(shown.size(), 60u * 2 + 3);
  EXPECT_EQ(clean("\u0301a"), "a") << "nothing to sit on";
}

TEST(Label, Width) {
  EXPECT_EQ(display_width("abc"), 3);
  EXPECT_EQ(display_width("日本"), 4);
  EXPECT_EQ(display_width("e\u0301"), 1);
  EXPECT_EQ(display_width("│·…"), 3);
  EXPECT_EQ(display_width("😀"), 2);
}

TEST(Wrap, BreaksAfterBlanksAndCommas) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrap("", 5), Lines{});
  EXPECT_EQ(wrap("abc", 5), Lines{"abc"});
  EXPECT_EQ(wrap("ab cd ef", 5), (Lines{"ab cd", "ef"}));
  EXPECT_EQ(wrap("0-3,8-11,16", 9), (Lines{"0-3,8-11,", "16"}));
  EXPECT_EQ(wrap("abcdefgh", 3), (Lines{"abc", "def", "gh"}));
  EXPECT_EQ(wrap("日本日", 3), (Lines{"日", "本", "日"}));
}

TEST(Wrap, LosesNothing) {
  std::string list;
  for (int i = 0; i < 300; i += 2) list += (i > 0 ? "," : "") + std::to_string(i);
  for (int width = 2; width < 80; ++width) {
    std::string again;
    for (const std::string &line : wrap(list, width)) {
      EXPECT_LE(display_width(line), width);
      again += line;
    }
    EXPECT_EQ(again, list) << width;
  }
}

TEST(Xml, EveryDelimiterIsEscaped) {
  EXPECT_EQ(escape_xml("<a href=\"x\">'&amp;"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;");
}

}  // namespace
}  // namespace koord::render

#include <memory>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

class Draw : public ::testing::Test {
 protected:
  Draw() { options_ = KOORD_INIT(koord_picture_options); }

  koord_status draw(koord_error *err = nullptr) {
    koord_buffer *out = reinterpret_cast<koord_buffer *>(0x10);
    const koord_status status =
        koord_topology_draw(topology_.get(), &options_, picture_.get(), &out, err);
    if (status != KOORD_OK) {
      EXPECT_EQ(out, nullptr);
      return status;
    }
    const BufferPtr owner(out);
    text_ = text_of(out);
    return status;
  }
  koord_status title(std::string_view text, koord_error *err = nullptr) {
    return koord_picture_set_title(picture_.get(), text.data(), text.size(), err);
  }
  koord_status add(std::string_view label, const std::vector<uint64_t> &set,
                   koord_error *err = nullptr) {
    return koord_picture_add_set(picture_.get(), label.data(), label.size(), set.data(), set.size(),
                                 err);
  }
  static koord_picture *new_picture() {
    koord_picture *out = nullptr;
    EXPECT_EQ(koord_picture_new(&out, nullptr), KOORD_OK);
    return out;
  }
  bool has(std::string_view part) const { return text_.find(part) != std::string::npos; }

  TopologyPtr topology_ = two_sockets();
  koord_picture_options options_;
  std::unique_ptr<koord_picture, decltype(&koord_picture_free)> picture_{new_picture(),
                                                                         koord_picture_free};
  std::string text_;
};

TEST_F(Draw, TextWithNamesAndATitle) {
  EXPECT_EQ(title("another"), KOORD_OK);
  EXPECT_EQ(title("who holds what"), KOORD_OK);
  EXPECT_EQ(add("web", {0x0F}), KOORD_OK);
  EXPECT_EQ(add("db", {0xF0, 0}), KOORD_OK);
  EXPECT_EQ(add("", {}), KOORD_OK);
  ASSERT_EQ(draw(), KOORD_OK);
  EXPECT_TRUE(has("web") && has("db") && has("who holds what") && !has("another")) << text_;
  const std::string first = text_;
  ASSERT_EQ(draw(), KOORD_OK);
  EXPECT_EQ(text_, first);
}

TEST_F(Draw, Svg) {
  options_.format = KOORD_PICTURE_FORMAT_SVG;
  ASSERT_EQ(draw(), KOORD_OK);
  EXPECT_TRUE(has("<svg"));
}

TEST_F(Draw, AsciiMeansAscii) {
  options_.flags = KOORD_PICTURE_ASCII;
  ASSERT_EQ(draw(), KOORD_OK);
  for (const char c : text_) EXPECT_GE(c, 0) << text_;
}

TEST_F(Draw, OptionsAndPictureMayBeNull) {
  koord_buffer *out = nullptr;
  ASSERT_EQ(koord_topology_draw(topology_.get(), nullptr, nullptr, &out, nullptr), KOORD_OK);
  const BufferPtr owner(out);
  ASSERT_EQ(draw(), KOORD_OK);
  EXPECT_EQ(text_of(out), text_) << "a picture without sets is that of the machine alone";
}

TEST_F(Draw, WidthIsBounded) {
  options_.columns = UINT32_MAX;
  EXPECT_EQ(draw(), KOORD_OK);
  EXPECT_LT(text_.size(), size_t{1} << 20);
}

TEST_F(Draw, ChecksItsArguments) {
  ASSERT_EQ(title("kept"), KOORD_OK);
  EXPECT_FAILS(add("one\ntwo", {1}, &err), KOORD_E_INVALID,
               "label: found several lines, expected one line");
  EXPECT_FAILS(add("one\xFF", {1}, &err), KOORD_E_INVALID, "label: byte 3 is not UTF-8");
  EXPECT_FAILS(title(std::string_view("a\0b", 3), &err), KOORD_E_INVALID, "title");
  std::vector<uint64_t> wide(KOORD_MAX_CPUS / 64 + 1, 0);
  wide.back() = 1;
  EXPECT_FAILS(add("wide", wide, &err), KOORD_E_INVALID, "8192");
  options_.flags = 8;
  EXPECT_FAILS(draw(&err), KOORD_E_INVALID, "options.flags");
  options_.flags = 0;
  options_.format = 2;
  EXPECT_FAILS(draw(&err), KOORD_E_INVALID, "options.format");
  options_.format = 0;
  ASSERT_EQ(draw(), KOORD_OK);
  EXPECT_TRUE(has("kept") && !has("one") && !has("wide"))
      << "what failed changed nothing: " << text_;
  for (int i = 0; i < 64; ++i) EXPECT_EQ(add(std::to_string(i), {1}), KOORD_OK);
  EXPECT_FAILS(add("more", {1}, &err), KOORD_E_LIMIT, "picture: has 64 sets already");
  EXPECT_EQ(draw(), KOORD_OK);
}

TEST_F(Draw, NamesTheNullArgument) {
  koord_buffer *out = nullptr;
  EXPECT_FAILS(koord_topology_draw(nullptr, nullptr, nullptr, &out, &err), KOORD_E_INVALID,
               "topology");
  EXPECT_FAILS(koord_topology_draw(topology_.get(), nullptr, nullptr, nullptr, &err),
               KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_picture_new(nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_picture_set_title(nullptr, "t", 1, &err), KOORD_E_INVALID, "picture");
  EXPECT_FAILS(koord_picture_set_title(picture_.get(), nullptr, 1, &err), KOORD_E_INVALID, "title");
  const uint64_t word = 1;
  EXPECT_FAILS(koord_picture_add_set(nullptr, "l", 1, &word, 1, &err), KOORD_E_INVALID, "picture");
  EXPECT_FAILS(koord_picture_add_set(picture_.get(), nullptr, 1, &word, 1, &err), KOORD_E_INVALID,
               "label");
  EXPECT_FAILS(koord_picture_add_set(picture_.get(), "l", 1, nullptr, 1, &err), KOORD_E_INVALID,
               "words");
  koord_picture_free(nullptr);
}

}  // namespace
}  // namespace koord::testing

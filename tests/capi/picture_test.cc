#include "capi/capi_support.h"

namespace koord::testing {
namespace {

class Draw : public ::testing::Test {
 protected:
  Draw() { options_ = KOORD_INIT(koord_picture_options); }

  koord_status draw(koord_error *err = nullptr) {
    koord_buffer *out = reinterpret_cast<koord_buffer *>(0x10);
    const koord_status status = koord_topology_draw(
        topology_.get(), &options_, sets_.data(), sets_.size() / words_, words_, labels_.data(),
        labels_.size(), title_.data(), title_.size(), &out, err);
    if (status != KOORD_OK) {
      EXPECT_EQ(out, nullptr);
      return status;
    }
    const BufferPtr owner(out);
    text_ = text_of(out);
    return status;
  }
  bool has(std::string_view part) const { return text_.find(part) != std::string::npos; }

  TopologyPtr topology_ = two_sockets();
  koord_picture_options options_;
  std::vector<uint64_t> sets_;
  size_t words_ = 1;
  std::string labels_;
  std::string title_;
  std::string text_;
};

TEST_F(Draw, TextWithNamesAndATitle) {
  sets_ = {0x0F, 0xF0};
  labels_ = "web\ndb";
  title_ = "who holds what";
  ASSERT_EQ(draw(), KOORD_OK);
  EXPECT_TRUE(has("web") && has("db") && has("who holds what")) << text_;
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

TEST_F(Draw, OptionsMayBeNull) {
  koord_buffer *out = nullptr;
  ASSERT_EQ(koord_topology_draw(topology_.get(), nullptr, nullptr, 0, 0, nullptr, 0, nullptr, 0,
                                &out, nullptr),
            KOORD_OK);
  EXPECT_GT(koord_buffer_get_length(out), 0u);
  koord_buffer_unref(out);
}

TEST_F(Draw, WidthIsBounded) {
  options_.columns = UINT32_MAX;
  EXPECT_EQ(draw(), KOORD_OK);
  EXPECT_LT(text_.size(), size_t{1} << 20);
}

TEST_F(Draw, ChecksItsArguments) {
  sets_ = {1, 2};
  labels_ = "one";
  EXPECT_FAILS(draw(&err), KOORD_E_INVALID, "labels: 1 lines for 2 sets");
  labels_ = "one\ntwo\n";
  EXPECT_FAILS(draw(&err), KOORD_E_INVALID, "labels");
  labels_ = "one\n\xFF";
  EXPECT_FAILS(draw(&err), KOORD_E_INVALID, "labels: byte 4 is not UTF-8");
  labels_ = "";
  title_ = std::string("a\0b", 3);
  EXPECT_FAILS(draw(&err), KOORD_E_INVALID, "title");
  title_ = "";
  options_.flags = 8;
  EXPECT_FAILS(draw(&err), KOORD_E_INVALID, "options.flags");
  options_.flags = 0;
  options_.format = 2;
  EXPECT_FAILS(draw(&err), KOORD_E_INVALID, "options.format");
  options_.format = 0;
  sets_.assign(65, 0);
  EXPECT_FAILS(draw(&err), KOORD_E_LIMIT, "65");
  sets_.assign(KOORD_MAX_CPUS / 64 + 1, 0);
  words_ = sets_.size();
  sets_.back() = 1;
  EXPECT_FAILS(draw(&err), KOORD_E_INVALID, "8192");
}

TEST_F(Draw, NamesTheNullArgument) {
  koord_buffer *out = nullptr;
  EXPECT_FAILS(
      koord_topology_draw(nullptr, nullptr, nullptr, 0, 0, nullptr, 0, nullptr, 0, &out, &err),
      KOORD_E_INVALID, "topology");
  EXPECT_FAILS(koord_topology_draw(topology_.get(), nullptr, nullptr, 1, 1, nullptr, 0, nullptr, 0,
                                   &out, &err),
               KOORD_E_INVALID, "sets");
  EXPECT_FAILS(koord_topology_draw(topology_.get(), nullptr, nullptr, 0, 0, nullptr, 0, nullptr, 0,
                                   nullptr, &err),
               KOORD_E_INVALID, "out");
}

}  // namespace
}  // namespace koord::testing

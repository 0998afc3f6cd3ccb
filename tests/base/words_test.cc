#include "base/words.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace koord {
namespace {

TEST(ByteAmount, IsWrittenAsKubernetesDoesWhereItIsExact) {
  EXPECT_EQ(byte_amount(int64_t{16} << 30), "16Gi");
  EXPECT_EQ(byte_amount(int64_t{1536} << 20), "1536Mi");
  EXPECT_EQ(byte_amount(int64_t{1024}), "1Ki");
  EXPECT_EQ(byte_amount(uint64_t{15} << 60), "15Ei");
  EXPECT_EQ(byte_amount((int64_t{16} << 30) - 1), "17179869183 bytes");
  EXPECT_EQ(byte_amount(UINT64_MAX), "18446744073709551615 bytes");
  EXPECT_EQ(byte_amount(int64_t{0}), "0 bytes");
  EXPECT_EQ(byte_amount(int64_t{1}), "1 byte");
  EXPECT_EQ(byte_amount(INT64_MIN), "-9223372036854775808 bytes");
}

TEST(Plain, QuotesNamesThatCouldBeMisread) {
  EXPECT_EQ(plain("example.com/nic"), "example.com/nic");
  EXPECT_EQ(plain("two words"), "\"two words\"");
  EXPECT_EQ(plain("a\nb"), R"("a\x0ab")");
  EXPECT_EQ(plain(std::string(253, 'x')), std::string(253, 'x'));
  EXPECT_EQ(plain(std::string(254, 'x')).front(), '"');
}

}  // namespace
}  // namespace koord

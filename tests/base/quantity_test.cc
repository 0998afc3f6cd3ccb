#include "base/quantity.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "base/error.h"

namespace koord {
namespace {

using Format = Quantity::Format;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

// Returns the status and message with which `text` is refused, or kOk if it parses.
std::pair<Status, std::string> refusal(std::string_view text) {
  try {
    Quantity::parse(text, "cpu");
    return {Status::kOk, ""};
  } catch (const Error &error) {
    return {error.status(), error.what()};
  }
}

TEST(Quantity, KeepsTheTextThatUpstreamKeeps) {
  struct Row {
    const char *text, *shown, *canonical;
  };
  for (const Row &row : {Row{"+5", "+5", "5"},
                         {"00100", "00100", "100"},
                         {"5.", "5.", "5"},
                         {"1e+3", "1e+3", "1e3"},
                         {"1000", "1k", "1k"},
                         {"1.5", "1500m", "1500m"},
                         {"0.5Gi", "512Mi", "512Mi"},
                         {"1.1Ki", "1126400m", "1126400m"},
                         {"1E", "1E", "1E"},
                         {"1000E", "1", "1"},
                         {"-0", "0", "0"},
                         {"0000000000000000000000000", "0", "0"}}) {
    const Quantity quantity = Quantity::parse(row.text);
    EXPECT_EQ(quantity.to_string(), row.shown) << row.text;
    EXPECT_EQ(quantity.canonical(), row.canonical) << row.text;
  }
}

TEST(Quantity, RoundsUpBelowNano) {
  for (const char *text : {"0.1n", "1e-10", "0.00000000000000000000001", "1e-2147483648"}) {
    EXPECT_EQ(Quantity::parse(text).value(), 1) << text;
    EXPECT_EQ(compare(Quantity::parse(text), Quantity::parse("1n")), 0) << text;
    EXPECT_EQ(compare(Quantity::parse("-" + std::string(text)), Quantity::parse("-1n")), 0) << text;
  }
  EXPECT_EQ(Quantity::parse("1.0000000001").to_string(), "1000000001n");
}

TEST(Quantity, CutsBinaryQuantitiesAtTheLargestInteger) {
  EXPECT_EQ(Quantity::parse("9223372036854775807Ei").value(), kMax);
  EXPECT_EQ(Quantity::parse("8Ei").to_string(), "9223372036854775807");
  EXPECT_EQ(Quantity::parse("-8Ei").to_string(), "-9223372036854775807");
  EXPECT_EQ(Quantity::parse("7Ei").to_string(), "7Ei");
}

TEST(Quantity, WholeIsExactOrNothing) {
  EXPECT_EQ(Quantity::parse("10E").value(), 0);  // upstream's answer
  EXPECT_EQ(Quantity::parse("10E").whole(), std::nullopt);
  EXPECT_EQ(Quantity::parse("1e100").whole(), std::nullopt);
  EXPECT_EQ(Quantity::parse("1e2147483647").whole(), std::nullopt);
  EXPECT_EQ(Quantity::parse("-1500m").whole(), -2);
  EXPECT_EQ(Quantity::parse("1n").whole(), 1);
  EXPECT_EQ(Quantity::parse("0").whole(), 0);
  EXPECT_EQ(Quantity::parse("0e9999").whole(), 0);
  EXPECT_EQ(Quantity::parse("9223372036854775807").whole(), kMax);
  EXPECT_EQ(Quantity::parse("9223372036854775806.1").whole(), kMax);
  EXPECT_EQ(Quantity::parse("9223372036854775807.1").whole(), std::nullopt);
  EXPECT_EQ(Quantity::parse("9223372036854775808").whole(), std::nullopt);
  EXPECT_EQ(Quantity::parse("-9223372036854775808").whole(), kMin);
  EXPECT_EQ(Quantity::parse("-9223372036854775809").whole(), std::nullopt);
  EXPECT_EQ(Quantity::parse("-5Pi").whole(), -5629499534213120);
}

TEST(Quantity, MilliValueEndsWhereValueIsTooLarge) {
  EXPECT_EQ(Quantity::parse("1500m").milli_value(), 1500);
  EXPECT_EQ(Quantity(9223372036854775, Format::kDecimalSi).milli_value(), 9223372036854775000);
  EXPECT_EQ(Quantity(9223372036854776, Format::kDecimalSi).milli_value(), std::nullopt);
  EXPECT_EQ(Quantity(-9223372036854776, Format::kDecimalSi).milli_value(), std::nullopt);
  EXPECT_EQ(Quantity(kMin, Format::kDecimalSi).milli_value(), std::nullopt);
}

TEST(Quantity, MakesTextFromNumbers) {
  EXPECT_EQ(Quantity().to_string(), "0");
  EXPECT_EQ(Quantity(1000, Format::kBinarySi).to_string(), "1k");
  EXPECT_EQ(Quantity(1024, Format::kBinarySi).to_string(), "1Ki");
  EXPECT_EQ(Quantity(1024, Format::kDecimalSi).to_string(), "1024");
  EXPECT_EQ(Quantity(4000000000, Format::kDecimalExponent).to_string(), "4e9");
  EXPECT_EQ(Quantity(kMin, Format::kBinarySi).to_string(), "-9223372036854775808");
  EXPECT_EQ(Quantity::from_milli(2500, Format::kDecimalSi).to_string(), "2500m");
  EXPECT_EQ(Quantity::from_milli(1024000, Format::kBinarySi).to_string(), "1Ki");
  EXPECT_EQ(Quantity::from_milli(1024500, Format::kBinarySi).to_string(), "1024500m");
}

TEST(Quantity, AddsAndSubtractsByTheFormatRule) {
  Quantity sum = Quantity::parse("+5");
  sum += Quantity();
  EXPECT_EQ(sum.to_string(), "5");  // the parsed text is not kept

  sum = Quantity::parse("0");
  sum += Quantity::parse("16Gi");
  EXPECT_EQ(sum.to_string(), "16Gi");
  sum -= Quantity::parse("16G");
  EXPECT_EQ(sum.format(), Format::kBinarySi);
  EXPECT_EQ(sum.value(), (int64_t{16} << 30) - 16000000000);

  sum = Quantity(kMax, Format::kDecimalSi);
  sum += Quantity(1, Format::kDecimalSi);
  EXPECT_EQ(sum.canonical(), "9223372036854775808");
  sum -= Quantity(1, Format::kDecimalSi);
  EXPECT_EQ(sum.whole(), kMax);

  sum = Quantity(0, Format::kDecimalSi);
  sum -= Quantity(kMin, Format::kBinarySi);
  EXPECT_EQ(sum.canonical(), "8Ei");

  sum = Quantity::parse("1.0000000000000000001Gi");
  sum -= sum;
  EXPECT_TRUE(sum.is_zero());
  EXPECT_EQ(sum.to_string(), "0");
}

TEST(Quantity, ComparesByNumberAlone) {
  const std::vector<const char *> ascending = {
      "-1e1000000", "-1E", "-1Ki", "-1", "-1n", "0",  "1n",  "1u",    "999m",
      "1",          "1k",  "1Ki",  "1G", "1Gi", "1E", "1Ei", "1e100", "1e1000000"};
  for (size_t i = 0; i < ascending.size(); ++i)
    for (size_t j = 0; j < ascending.size(); ++j)
      EXPECT_EQ(compare(Quantity::parse(ascending[i]), Quantity::parse(ascending[j])), i < j   ? -1
                                                                                       : i > j ? 1
                                                                                               : 0)
          << ascending[i] << ' ' << ascending[j];
  EXPECT_EQ(Quantity::parse("1000m"), Quantity::parse("1"));
  EXPECT_EQ(Quantity::parse("0Gi"), Quantity::parse("-0e5"));
  EXPECT_EQ(Quantity::parse("1.00000000000000000000"), Quantity::parse("1"));
}

TEST(Quantity, RefusesInvalidQuantities) {
  const std::string format = std::string(": ") + std::string(Quantity::kFormatError);
  const std::string suffix = std::string(": ") + std::string(Quantity::kSuffixError);
  using namespace std::string_literals;
  for (const std::string &text : {""s, " "s, "1.2.3"s, "0x10"s, "Gi"s, "e3"s, "."s, "+"s, "-"s,
                                  "-.Ki"s, "1\0"s, "\0"s, "1e3\n"s, "1\xff"s, "1e+-5"s}) {
    const auto [status, message] = refusal(text);
    EXPECT_EQ(status, Status::kInvalid) << koord::in_quotes(text);
    EXPECT_EQ(message, "cpu: " + koord::in_quotes(text) + format);
  }
  for (const char *text : {"--1", "1e", "1e+", "1m5", "1Eim", "1e9223372036854775808", "K"}) {
    const auto [status, message] = refusal(text);
    EXPECT_EQ(status, Status::kInvalid) << text;
    EXPECT_EQ(message, "cpu: " + koord::in_quotes(text) + suffix);
  }
}

TEST(Quantity, NamesASimilarQuantity) {
  const struct {
    const char *text, *similar;
  } cases[] = {{"4GiB", "4Gi"},     {"4GB", "4G"},          {"4 cores", "4"},
               {"1 ", "1"},         {"1K", "1k"},           {"500 mCPU", "500m"},
               {"1.5gib", "1.5Gi"}, {"2vCPUs", "2"},        {"8g", "8G"},
               {"3pi", "3Pi"},      {"1,5", "1.5"},         {"0,25 cores", "0.25"},
               {"1,5Gi", "1.5Gi"},  {"1,50 GiB", "1.50Gi"}, {" 4Gi", "4Gi"},
               {"4 Gi", "4Gi"},     {"500 m", "500m"},      {"2 M", "2M"}};
  for (const auto &[text, similar] : cases) {
    const auto [status, message] = refusal(text);
    EXPECT_EQ(status, Status::kInvalid) << text;
    EXPECT_NE(message.find(" (did you mean " + std::string(similar) + "?): "), std::string::npos)
        << message;
    EXPECT_NO_THROW(Quantity::parse(similar));
  }
  for (const char *text :
       {"1.2.3GB", "GB", "1 2", "4 apples", ".GB", "-1GB", "1,000", "1,2,3", "1,2.5", ",", "1;5"})
    EXPECT_EQ(refusal(text).second.find("did you mean"), std::string::npos) << text;
}

TEST(Quantity, BoundsHugeNumbers) {
  EXPECT_EQ(refusal(std::string(Quantity::kMaxText, '9')).first, Status::kOk);
  EXPECT_EQ(refusal(std::string(Quantity::kMaxText + 1, '9')).first, Status::kLimit);
  EXPECT_EQ(refusal(std::string(100'000'000, '0')).first, Status::kLimit);
  EXPECT_EQ(refusal("1234567890123456789e4000").first, Status::kOk);
  EXPECT_EQ(refusal("1234567890123456789e2147483647").first, Status::kLimit);

  const Quantity huge = Quantity::parse("1e2147483647");  // held by its exponent alone
  EXPECT_EQ(huge.to_string(), "10e2147483646");
  EXPECT_EQ(huge.value(), 0);
  Quantity sum = Quantity::parse("+5");
  EXPECT_THROW(sum += huge, Error);
  EXPECT_EQ(sum.to_string(), "+5");  // unchanged
}

// Values from Kubernetes 1.37: RoundUp(-3), then AsInt64 of the quantity parsed from String().
TEST(Quantity, IsReadAsInt64AsKubeletReadsIt) {
  const struct {
    const char *text;
    bool is_int64;
    int excess_milli;
  } kRows[] = {{"1", true, 0},
               {"1500m", false, 500},
               {"1000m", true, 0},
               {"1u", false, 999},
               {"1500u", false, 998},
               {"999999999n", true, 0},
               {"1.0000001", false, 999},
               {"1000.9999999", true, 0},
               {"0.5Gi", true, 0},
               {"1.1Gi", false, 600},
               {"0.1Gi", false, 600},
               {"1.5Gi", true, 0},
               {"1.1Ki", false, 600},
               {"99Ti", true, 0},
               {"100Ti", false, 0},
               {"1Pi", false, 0},
               {"1125899906842624", true, 0},
               {"104857600Mi", false, 0},
               {"1.5e3", true, 0},
               {"1e18", true, 0},
               {"922337203685477580e1", false, 0},
               {"9223372036854775807", false, 0},
               {"1E", true, 0},
               {"7.9E", true, 0},
               {"0m", true, 0},
               {"0Gi", true, 0},
               {"12e-1", false, 800},
               {"100e-2", true, 0},
               {"1.000", true, 0},
               {"+5", true, 0},
               {"1n", false, 999},
               {"1e-9", false, 999},
               {"1023.5", false, 500},
               {"1024.5Ki", true, 0},
               {"4096000m", true, 0}};
  for (const auto &[text, is_int64, excess_milli] : kRows) {
    const Quantity quantity = Quantity::parse(text);
    const Quantity stored = quantity.stored();
    EXPECT_EQ(stored.as_int64().has_value(), is_int64) << text;
    if (is_int64) {
      EXPECT_EQ(stored.as_int64(), quantity.whole()) << text;
    }
    EXPECT_EQ(quantity.excess_milli(), excess_milli) << text;
    EXPECT_EQ(stored.excess_milli(), excess_milli) << text;
    EXPECT_EQ(stored.whole(), quantity.whole()) << text;
  }
  EXPECT_EQ(Quantity::parse("10E").as_int64(), std::nullopt);
  EXPECT_EQ(Quantity::parse("1000m").as_int64(), std::nullopt) << "as in a file of a static pod";
}

}  // namespace
}  // namespace koord

// Tests every row of the shared quantity tables.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "base/quantity.h"
#include "support/shared_data.h"

namespace koord {
namespace {

using Json = nlohmann::json;
using Format = Quantity::Format;

Json tables(const std::string &shared) {
  return Json::parse(testing::read_file(shared + "/vectors/quantity-tables.json"));
}

Json parsed_row(const Json &expected, const Json &errors) {
  const auto text = expected[0].get<std::string>();
  try {
    const Quantity quantity = Quantity::parse(text);
    const auto milli = quantity.milli_value();
    return {text,
            quantity.to_string(),
            quantity.canonical(),
            std::string(format_name(quantity.format())),
            std::to_string(quantity.value()),
            milli ? Json(std::to_string(*milli)) : Json(),
            0};
  } catch (const Error &error) {
    for (const auto &[number, message] : errors.items())
      if (std::string_view(error.what()).ends_with(message.get<std::string>()))
        return {text, nullptr, nullptr, nullptr, nullptr, nullptr, std::stoi(number)};
    return {text, error.what()};
  }
}

TEST(QuantityVectors, Parse) {
  KOORD_NEED_SHARED(shared);
  const Json all = tables(shared);
  ASSERT_FALSE(all.at("parse").empty());
  for (const Json &row : all.at("parse")) EXPECT_EQ(parsed_row(row, all.at("errors")), row);
}

TEST(QuantityVectors, Arithmetic) {
  KOORD_NEED_SHARED(shared);
  const Json all = tables(shared);
  ASSERT_FALSE(all.at("arith").empty());
  for (const Json &row : all.at("arith")) {
    const Quantity a = Quantity::parse(row.at("a").get<std::string>());
    const Quantity b = Quantity::parse(row.at("b").get<std::string>());
    Quantity sum = a;
    sum += b;
    Quantity difference = a;
    difference -= b;
    const Json got = {{"a", row.at("a")},
                      {"b", row.at("b")},
                      {"add", sum.to_string()},
                      {"add_format", std::string(format_name(sum.format()))},
                      {"sub", difference.to_string()},
                      {"sub_format", std::string(format_name(difference.format()))},
                      {"cmp", compare(a, b)}};
    EXPECT_EQ(got, row);
  }
}

TEST(QuantityVectors, Constructors) {
  KOORD_NEED_SHARED(shared);
  const Json all = tables(shared);
  ASSERT_FALSE(all.at("new").empty());
  for (const Json &row : all.at("new")) {
    const auto value = row.at("value").get<int64_t>();
    for (const Format format : {Format::kDecimalSi, Format::kBinarySi, Format::kDecimalExponent})
      EXPECT_EQ(Quantity(value, format).to_string(), row.at(std::string(format_name(format))))
          << value << ' ' << format_name(format);
  }
}

}  // namespace
}  // namespace koord

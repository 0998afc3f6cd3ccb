#include "base/quantity.h"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/error.h"
#include "replay.h"

namespace {

using koord::Quantity;
using Format = koord::Quantity::Format;
using Json = nlohmann::json;

std::string format_text(Format format) { return std::string(koord::format_name(format)); }

// Returns the row that results from parsing the text of `expected`.
Json parsed_row(const Json &expected, const Json &errors) {
  const auto text = expected.at(0).get<std::string>();
  try {
    const Quantity quantity = Quantity::parse(text);
    const auto milli = quantity.milli_value();
    return Json::array({text, quantity.to_string(), quantity.canonical(),
                        format_text(quantity.format()), std::to_string(quantity.value()),
                        milli ? Json(std::to_string(*milli)) : Json(), 0});
  } catch (const koord::Error &error) {
    for (const auto &[number, message] : errors.items())
      if (std::string_view(error.what()).ends_with(message.get<std::string>()))
        return Json::array({text, nullptr, nullptr, nullptr, nullptr, nullptr, std::stoi(number)});
    return Json::array({text, error.what()});
  }
}

Json arithmetic_row(const Json &expected) {
  const Quantity a = Quantity::parse(expected.at("a").get<std::string>());
  const Quantity b = Quantity::parse(expected.at("b").get<std::string>());
  Quantity sum = a;
  sum += b;
  Quantity difference = a;
  difference -= b;
  return {{"a", expected.at("a")},         {"b", expected.at("b")},
          {"add", sum.to_string()},        {"add_format", format_text(sum.format())},
          {"sub", difference.to_string()}, {"sub_format", format_text(difference.format())},
          {"cmp", compare(a, b)}};
}

Json constructed_row(const Json &expected) {
  const auto value = expected.at("value").get<int64_t>();
  Json row = {{"value", value}};
  for (const Format format : {Format::kDecimalSi, Format::kBinarySi, Format::kDecimalExponent})
    row[format_text(format)] = Quantity(value, format).to_string();
  return row;
}

template <typename Row>
void replay_rows(const Json &document, const char *list, Report &report, Row &&row) {
  size_t index = 0;
  for (const Json &expected : document.at(list)) {
    const std::string id = list + std::string("[") + std::to_string(index++) + "]";
    replay_case(report, id, [&] { return Outcome{expected, row(expected)}; });
  }
}

}  // namespace

void replay_quantity(const Json &document, Report &report) {
  replay_rows(document, "parse", report,
              [&](const Json &row) { return parsed_row(row, document.at("errors")); });
  replay_rows(document, "arith", report, arithmetic_row);
  replay_rows(document, "new", report, constructed_row);
}

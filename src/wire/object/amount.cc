#include "wire/object/amount.h"

#include "base/error.h"
#include "base/quantity.h"

namespace koord::wire {
namespace {

constexpr std::string_view kHugePages = "hugepages-";

Quantity parse_quantity(const JsonValue &value) {
  const std::string text = value.as_number_text();
  try {
    return Quantity::parse(text, "");
  } catch (const Error &error) {
    throw Error(error.status(), value.path() + ": " + error.what());
  }
}

Quantity read_quantity(const JsonValue &value) {
  Quantity quantity = parse_quantity(value);
  if (quantity.sign() < 0) value.fail_expected("an amount that is not negative");
  return quantity;
}

// Returns true for resources in bytes, which are shown in powers of two.
bool counts_bytes(std::string_view resource) {
  return resource.ends_with("memory") || resource.ends_with("storage") ||
         resource.starts_with(kHugePages);
}

constexpr std::string_view kBelowMax = "an amount below 2^63";
constexpr std::string_view kBelowMaxMilli = "an amount below 2^63 thousandths";

// Returns nullopt if whole units do not fit, because the milli value is meaningless then.
std::optional<int64_t> milli_of(const Quantity &quantity) {
  return quantity.whole() ? quantity.milli_value() : std::nullopt;
}

template <typename Read>
object::Amounts read_all(const JsonValue &map, Read &&read) {
  object::Amounts out;
  for (const auto &[resource, value] : map.members()) {
    if (value.is_null()) continue;
    if (resource.empty()) map.fail("a resource without a name");
    out.push_back(read(resource, value));
  }
  return out;
}

}  // namespace

int64_t read_bytes(const JsonValue &value) {
  const auto bytes = read_quantity(value).whole();
  if (!bytes) value.fail_expected(kBelowMax);
  return *bytes;
}

int64_t read_milli(const JsonValue &value) {
  const auto milli = milli_of(read_quantity(value));
  if (!milli) value.fail_expected(kBelowMaxMilli);
  return *milli;
}

std::string bytes_text(int64_t bytes) {
  return Quantity(bytes, Quantity::Format::kBinarySi).canonical();
}

std::optional<uint64_t> huge_page_bytes(std::string_view resource, std::string_view field) {
  if (!resource.starts_with(kHugePages)) return std::nullopt;
  const auto bytes = Quantity::parse(resource.substr(kHugePages.size()), field).whole();
  if (!bytes || *bytes <= 0)
    throw Error(Status::kInvalid, std::string(field) + ": found " + koord::in_quotes(resource) +
                                      ", expected hugepages- and a page size above 0");
  return static_cast<uint64_t>(*bytes);
}

std::string huge_page_resource(uint64_t page_bytes) {
  return std::string(kHugePages) + bytes_text(static_cast<int64_t>(page_bytes));
}

int64_t read_amount(std::string_view resource, const JsonValue &value) {
  return resource == object::kCpu ? read_milli(value) : read_bytes(value);
}

object::Amount capped_amount(std::string_view resource, const Quantity &quantity) {
  const bool is_cpu = resource == object::kCpu;
  const auto value = is_cpu ? milli_of(quantity) : quantity.whole();
  object::Amount out{std::string(resource), value.value_or(INT64_MAX), {}};
  if (!value) {
    out.form.is_int64 = is_cpu;  // AsInt64 fails for such amounts; it is not used for CPU
    return out;
  }
  if (!is_cpu)
    out.form = {static_cast<int16_t>(quantity.excess_milli()),
                quantity.stored().as_int64().has_value()};
  return out;
}

object::Amounts read_amounts(const JsonValue &map) {
  return read_all(map, [](const auto &resource, const JsonValue &value) {
    return object::Amount{std::string(resource), read_amount(resource, value)};
  });
}

object::Amounts read_capped_amounts_of(const JsonValue &object, std::string_view key) {
  object::Amounts out = read_requests_of(object, key);
  for (object::Amount &amount : out) amount.form = {};
  return out;
}

object::Amounts read_requests_of(const JsonValue &object, std::string_view key) {
  const auto map = object.find(key);
  if (!map) return {};
  return read_all(*map, [](const auto &resource, const JsonValue &value) {
    return capped_amount(resource, read_quantity(value));
  });
}

std::string amount_text(std::string_view resource, int64_t value) {
  if (resource == object::kCpu)
    return Quantity::from_milli(value, Quantity::Format::kDecimalSi).canonical();
  if (counts_bytes(resource)) return bytes_text(value);
  return Quantity(value, Quantity::Format::kDecimalSi).canonical();
}

}  // namespace koord::wire

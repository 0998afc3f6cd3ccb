// Amounts of CPU, memory and pages as Kubernetes objects write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/quantity.h"
#include "object/objects.h"
#include "wire/json/json.h"

namespace koord::wire {

// Read a quantity, written as string or number, in bytes or milli-CPU; fractions are rounded up.
// Throw kInvalid naming the field if it is not a quantity, negative, or above 2^63 - 1.
int64_t read_bytes(const JsonValue &value);
int64_t read_milli(const JsonValue &value);

// Returns the canonical quantity of a number of bytes: "16Gi", "131864468Ki".
std::string bytes_text(int64_t bytes);

// Returns the page size in a resource name such as "hugepages-2Mi", or nullopt for other names.
// Throws kInvalid naming `field` if no size follows the prefix.
std::optional<uint64_t> huge_page_bytes(std::string_view resource, std::string_view field);
std::string huge_page_resource(uint64_t page_bytes);

// Reads an amount of `resource` in the units of object::Amount.
int64_t read_amount(std::string_view resource, const JsonValue &value);
// Converts a quantity of at least 0 to an amount of `resource` in these units, with its form.
// Amounts above 2^63 - 1 count as 2^63 - 1.
object::Amount capped_amount(std::string_view resource, const Quantity &quantity);
// Reads a map of resources to amounts, {"cpu":"2","memory":"4Gi"}.
object::Amounts read_amounts(const JsonValue &map);

// Read an optional member of that kind, or return an empty list if it is absent. Amounts above
// 2^63 - 1, which Kubernetes accepts ("10E"), count as 2^63 - 1, so that nodes and running pods
// that state them keep their other resources. read_requests_of() also sets the form of each amount.
object::Amounts read_capped_amounts_of(const JsonValue &object, std::string_view key);
object::Amounts read_requests_of(const JsonValue &object, std::string_view key);

// Returns the canonical quantity of such an amount: "1500m", "4Gi", "3".
std::string amount_text(std::string_view resource, int64_t value);

}  // namespace koord::wire

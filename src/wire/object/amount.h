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

// A quantity, written as string or number, in bytes or milli-CPU; fractions are rounded up.
// Throws kInvalid naming the field: not a quantity, negative, or above 2^63 - 1.
int64_t read_bytes(const JsonValue &value);
int64_t read_milli(const JsonValue &value);

// The canonical quantity of a number of bytes: "16Gi", "131864468Ki".
std::string bytes_text(int64_t bytes);

// The page size in a resource name such as "hugepages-2Mi"; none for other names. A name that
// starts so and goes on with no size is kInvalid, named by `field`.
std::optional<uint64_t> huge_page_bytes(std::string_view resource, std::string_view field);
std::string huge_page_resource(uint64_t page_bytes);

// An amount of `resource` in the units of object::Amount.
int64_t read_amount(std::string_view resource, const JsonValue &value);
// The amount of `resource` that a quantity >= 0 states, in these units. Returns nullopt if it does
// not fit 64 bits.
std::optional<object::Amount> amount_of(std::string_view resource, const Quantity &quantity);
// A map of resources to amounts, {"cpu":"2","memory":"4Gi"}.
object::Amounts read_amounts(const JsonValue &map);
// An optional member of that kind; empty when absent.
object::Amounts read_amounts_of(const JsonValue &object, std::string_view key);

// Reads amounts with the form of each, for the requests and limits of pods.
object::Amounts read_requests_of(const JsonValue &object, std::string_view key);

// The canonical quantity of such an amount: "1500m", "4Gi", "3".
std::string amount_text(std::string_view resource, int64_t value);

}  // namespace koord::wire

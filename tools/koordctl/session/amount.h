// Amounts of resources in Kubernetes' spelling.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/diagnostics.h"

namespace koordctl {

// Parses an amount such as 4, 500m or 2Gi into milli-CPU for "cpu", or into bytes or pieces for
// other resources. Throws a usage Failure that names `option`.
int64_t parse_amount(const Diagnostics &diagnostics, const std::string &resource,
                     const std::string &text, const std::string &option);

// Parses an amount of an object in the same way. Returns nullopt if libkoord refuses it.
std::optional<int64_t> find_amount(const std::string &resource, const std::string &text);

}  // namespace koordctl

// What was measured on a node, from the command line: "node=12.5,pods=8,non-be-pods=6".
#ifndef KOORDCTL_NODE_USAGE_H_
#define KOORDCTL_NODE_USAGE_H_

#include <cstdint>
#include <string_view>

#include "koord.h"

namespace koordctl {

// CPUs as "2", "0.5" or "500m", in milli-CPU. Throws a usage Failure that names `subject`.
std::int64_t parse_milli_cpus(std::string_view subject, std::string_view text);
// Fills the amounts; those that are not named stay as they are.
void parse_usage(std::string_view text, koord_suppress_usage &usage);

}  // namespace koordctl

#endif  // KOORDCTL_NODE_USAGE_H_

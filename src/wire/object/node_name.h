#pragma once

#include <string_view>

namespace koord::wire {

// A name the API server takes for a node; kInvalid otherwise.
void check_node_name(std::string_view name);

}  // namespace koord::wire

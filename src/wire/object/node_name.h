#pragma once

#include <string_view>

namespace koord::wire {

// Throws kInvalid if the API server does not accept the name for a node.
void check_node_name(std::string_view name);

}  // namespace koord::wire

// Kinds of API objects by their use in a cluster.
#pragma once

#include <string>
#include <string_view>

#include "koord.h"

namespace koord::capi {

// An empty version is accepted.
koord_added_kind kind_of(std::string_view kind, std::string_view version);

// Returns the namespace of an object for its row; that of an unknown kind as stated.
std::string namespace_of(koord_added_kind kind, std::string stated);

}  // namespace koord::capi

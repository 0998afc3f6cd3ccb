// The grammar of JSON as Go's encoding/json checks it before decoding, with the exact texts of its
// errors, which kubelet reports to users.
#pragma once

#include <string>
#include <string_view>

namespace koord::wire {

// Returns an empty string if `json` is one valid value, and Go's error otherwise ("unexpected end
// of JSON input"). Reads each byte once and allows a depth of 10,000, as Go does.
std::string go_json_syntax_error(std::string_view json);

}  // namespace koord::wire

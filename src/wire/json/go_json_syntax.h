// The grammar of JSON as Go's encoding/json checks it before it decodes anything, down to the words
// of its complaints, which kubelet hands on to people.
#pragma once

#include <string>
#include <string_view>

namespace koord::wire {

// "" when `json` is one valid value, else what Go says ("unexpected end of JSON input"). Looks at
// each byte once and nests at most 10,000 deep, as Go does.
std::string go_json_syntax_error(std::string_view json);

}  // namespace koord::wire

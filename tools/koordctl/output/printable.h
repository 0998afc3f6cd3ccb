// Text of users on a terminal. Names and messages hold whatever somebody wrote into an object.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace koordctl {

// One line that says what it looks like: control characters (line breaks, escapes), characters that
// are invisible or turn the direction of writing, and bytes that are not UTF-8 become "\x1b", byte
// by byte.
std::string printable(std::string_view text);

// Characters of it: columns of a terminal, but for wide ones.
size_t printed_width(std::string_view printable);

// A message to standard error: "koordctl: <text>".
void say(std::string_view text);

}  // namespace koordctl

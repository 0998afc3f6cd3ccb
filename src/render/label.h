// Text from outside, made safe to show: no control or escape sequences, no invisible or
// direction-changing characters, valid UTF-8, of bounded length; and its width on a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace koord::render {

// Returns at most `limit` characters; a longer text ends with an
// ellipsis. Tabs and line breaks become blanks, bytes that are not UTF-8
// become U+FFFD. With `ascii`, characters beyond ASCII become '?'.
std::string clean_label(std::string_view text, size_t limit, bool ascii);

// Returns the columns that valid UTF-8 takes on a terminal, in doubt too many rather than too few.
int display_width(std::string_view text);

// Returns lines of at most `width` columns (>= 2), broken after blanks and commas if possible.
std::vector<std::string> wrap(std::string_view text, int width);

// Escapes a cleaned label for XML text and for attributes in double quotes.
std::string escape_xml(std::string_view text);

}  // namespace koord::render

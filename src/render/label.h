// Text from outside, made fit to be shown: no control or escape sequences, no invisible or
// direction-changing characters, valid UTF-8, of bounded length; and its width on a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace koord::render {

// At most `limit` characters; what is cut off leaves an ellipsis. Tabs and line breaks become
// blanks, bytes that are not UTF-8 become U+FFFD. With `ascii`, every other character becomes '?'.
std::string clean_label(std::string_view text, size_t limit, bool ascii);

// Columns that valid UTF-8 takes on a terminal; in doubt too many rather than too few.
int display_width(std::string_view text);

// Lines of at most `width` columns (>= 2), broken after blanks and commas where possible.
std::vector<std::string> wrap(std::string_view text, int width);

// For XML text and for attributes in double quotes; `text` is a cleaned label.
std::string escape_xml(std::string_view text);

}  // namespace koord::render

// Lines for terminals: printable text with styles (SGR sequences) of this program only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace koordctl {

inline constexpr const char *kPlain = "\x1b[0m";
inline constexpr const char *kBold = "\x1b[1m";
inline constexpr const char *kDim = "\x1b[2m";
inline constexpr const char *kReverse = "\x1b[7m";

// Returns the terminal columns of a text without styles, by the locale.
size_t columns_of(std::string_view text);

// Returns at most `columns` columns of a line, without its first `skip` ones. Styles stay, and the
// line ends with the plain one if it has any.
std::string cut_line(std::string_view line, size_t skip, size_t columns);

// Returns the text with blanks up to `columns` columns.
std::string padded(std::string text, size_t columns);

// Compares as people sort: numbers within texts by their values.
bool precedes_naturally(std::string_view a, std::string_view b);

}  // namespace koordctl

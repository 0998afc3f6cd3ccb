// Reading input of bounded size, writing results, and saying which of it failed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace koordctl {

inline constexpr size_t kMaxFile = size_t{64} << 20;

// How messages call it.
std::string shown_name(const std::string &path);
// The whole of a file, a pipe, or standard input ("-").
std::string read_file(const std::string &path, size_t limit = kMaxFile);
void write_file(const std::string &path, std::string_view text);
// Writes to standard output and adds the newline that `text` may lack.
void print(std::string_view text);

}  // namespace koordctl

// Reads input of limited size and writes results. Errors name the file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace koordctl {

inline constexpr size_t kMaxFile = size_t{64} << 20;

// Returns the name of a file for messages.
std::string shown_name(const std::string &path);
// Returns the contents of a file, a pipe, or standard input ("-").
std::string read_file(const std::string &path, size_t limit = kMaxFile);
void write_file(const std::string &path, std::string_view text);
// Writes to standard output, and adds a newline if `text` lacks one.
void print(std::string_view text);

}  // namespace koordctl

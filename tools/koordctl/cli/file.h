// Reading input of bounded size, writing results, and saying which of it failed.
#ifndef KOORDCTL_FILE_H_
#define KOORDCTL_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace koordctl {

inline constexpr std::size_t kMaxFile = std::size_t{64} << 20;

// How messages call it.
std::string shown_name(const std::string &path);
// The whole of a file, a pipe, or standard input ("-").
std::string read_file(const std::string &path, std::size_t limit = kMaxFile);
void write_file(const std::string &path, std::string_view text);
// Writes to standard output and adds the newline that `text` may lack.
void print(std::string_view text);

}  // namespace koordctl

#endif  // KOORDCTL_FILE_H_

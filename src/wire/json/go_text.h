// How Go writes and reads the pieces of text that reach kubelet's files and messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "base/cpu_set.h"

namespace koord::wire {

struct Rune {
  uint32_t code;
  size_t size;  // bytes taken
};

// The first code point of `text`, which is not empty; U+FFFD of size 1 where it is not UTF-8.
Rune first_rune(std::string_view text) noexcept;
void append_rune(std::string &out, uint32_t code);

// A string as Go's %q writes it. Code points that Unicode has not assigned count as printable.
std::string go_quote(std::string_view text);

// A decimal integer with an optional sign, in full: invalid_argument or result_out_of_range as Go's
// strconv finds them.
std::errc go_parse_int(std::string_view text, int64_t &value) noexcept;

// Reads a set as kubelet does: "0-3,8", in any order, overlapping, with leading '+'. Returns "", or
// what Go says of the text ("strconv.Atoi: parsing \"x\": invalid syntax"), or that an id is at or
// above CpuSet::kCapacity, a bound kubelet does not have. `set` is then empty.
std::string parse_kubelet_cpus(std::string_view text, CpuSet &set);

// Standard base64 as Go reads it: with padding, line ends skipped. Returns "" or Go's error.
std::string decode_base64(std::string_view text, std::string &bytes);
std::string encode_base64(std::string_view bytes);

// 32-bit FNV-1a, the checksum of kubelet's files.
uint32_t fnv1a(std::string_view text) noexcept;

}  // namespace koord::wire

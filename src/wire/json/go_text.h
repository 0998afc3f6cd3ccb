// Go's text formats in kubelet's files and messages.
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
  size_t size;  // in bytes
};

// Returns the first code point of `text`, which must
// not be empty, or U+FFFD of size 1 if it is not UTF-8.
Rune first_rune(std::string_view text) noexcept;
void append_rune(std::string &out, uint32_t code);

// Quotes a string as Go's %q does. Code points that Unicode has not assigned count as printable.
std::string go_quote(std::string_view text);

// Parses the whole text as a decimal integer with an optional sign. Returns invalid_argument or
// result_out_of_range as Go's strconv does.
std::errc go_parse_int(std::string_view text, int64_t &value) noexcept;

// Parses a set as kubelet does: "0-3,8", in any order, overlapping, with leading '+'. Returns an
// empty string on success. Otherwise `set` is empty, and the result is Go's error ("strconv.Atoi:
// parsing \"x\": invalid syntax") or, for an id at or above CpuSet::kCapacity, an error of our own,
// because kubelet does not have that bound.
std::string parse_kubelet_cpus(std::string_view text, CpuSet &set);

// Decodes standard base64 as Go does: with padding, line
// ends skipped. Returns an empty string or Go's error.
std::string decode_base64(std::string_view text, std::string &bytes);
std::string encode_base64(std::string_view bytes);

// Returns the 32-bit FNV-1a hash, the checksum of kubelet's files.
uint32_t fnv1a(std::string_view text) noexcept;

}  // namespace koord::wire

// Writes plain XML that every hwloc parser reads alike: one line per tag, double quotes, ASCII.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/cpu_set.h"

namespace koord::probe {

// Returns text from a machine in a form fit for a name: printable ASCII, at most `limit` bytes, no
// trailing blanks. Other bytes become '?'.
std::string clean_text(std::string_view text, size_t limit = 256);

// Returns hwloc's form of a set: 32-bit hexadecimal words, the highest first ("0x1,,0x80").
std::string to_hwloc_text(const CpuSet &set);

class XmlWriter {
 public:
  void raw(std::string_view text) { out_ += text; }
  void open(std::string_view name) { (out_ += '<') += name; }
  void attribute(std::string_view name, std::string_view value);
  void attribute(std::string_view name, uint64_t value) { attribute(name, std::to_string(value)); }
  void attribute(std::string_view name, const CpuSet &set) { attribute(name, to_hwloc_text(set)); }
  void end_open() { out_ += ">\n"; }
  void end_empty() { out_ += "/>\n"; }
  void close(std::string_view name) { ((out_ += "</") += name) += ">\n"; }

  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace koord::probe

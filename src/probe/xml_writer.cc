#include "probe/xml_writer.h"

namespace koord::probe {

std::string clean_text(std::string_view text, size_t limit) {
  std::string out(text.substr(0, limit));
  for (char &c : out)
    if (c < 0x20 || c >= 0x7f) c = '?';
  out.erase(out.find_last_not_of(' ') + 1);
  return out;
}

std::string to_hwloc_text(const CpuSet &set) {
  std::string out;
  for (size_t i = 2 * set.word_count(); i-- > 0;) {
    const auto bits = static_cast<uint32_t>(set.word(i / 2) >> (i % 2 * 32));
    if (bits != 0 || i == 0) {
      char digits[8];
      const auto end = std::to_chars(digits, digits + sizeof digits, bits, 16).ptr;
      (out += "0x").append(digits, end);
    }
    if (i > 0 && !out.empty()) out += ',';  // words of zeros are left empty, but for the last
  }
  return out.empty() ? "0x0" : out;
}

void XmlWriter::attribute(std::string_view name, std::string_view value) {
  ((out_ += ' ') += name) += "=\"";
  for (const char c : value) {
    switch (c) {
      case '&':
        out_ += "&amp;";
        break;
      case '<':
        out_ += "&lt;";
        break;
      case '>':
        out_ += "&gt;";
        break;
      case '"':
        out_ += "&quot;";
        break;
      default:
        out_ += c;
    }
  }
  out_ += '"';
}

}  // namespace koord::probe

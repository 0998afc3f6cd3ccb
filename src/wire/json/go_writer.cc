#include "wire/json/go_writer.h"

#include "wire/json/go_text.h"

namespace koord::wire {

void append_go_json(std::string &out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  constexpr std::string_view kPlain = "\"\\\b\f\n\r\t";
  out += '"';
  while (!text.empty()) {
    const Rune rune = first_rune(text);
    const auto c = static_cast<char>(rune.code);
    if (const size_t at = kPlain.find(c); rune.code < 0x80 && at != kPlain.npos)
      out += {'\\', "\"\\bfnrt"[at]};
    else if (rune.code < 0x20 || rune.code == '<' || rune.code == '>' || rune.code == '&')
      out += {'\\', 'u', '0', '0', kHex[rune.code >> 4], kHex[rune.code & 15]};
    else if (rune.code == 0x2028 || rune.code == 0x2029)
      out += {'\\', 'u', '2', '0', '2', kHex[rune.code & 15]};
    else if (rune.code == 0xfffd && rune.size == 1)
      out += "\\ufffd";
    else
      out += text.substr(0, rune.size);
    text.remove_prefix(rune.size);
  }
  out += '"';
}

}  // namespace koord::wire

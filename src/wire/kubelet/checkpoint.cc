#include "wire/kubelet/checkpoint.h"

#include "wire/json/go_text.h"
#include "wire/json/go_writer.h"

namespace koord::wire {

uint32_t data_checksum_of(std::string_view data) {
  return fnv1a(std::string("(string)").append(data));
}

std::string closed_file(std::string members, uint32_t checksum,
                        const std::optional<std::string> &data) {
  members += ",\"checksum\":" + std::to_string(checksum);
  if (data) {
    members += ",\"data\":";
    append_go_json(members, *data);
    members += ",\"dataChecksum\":" + std::to_string(data_checksum_of(*data));
  }
  return members + '}';
}

std::string one_line(std::string_view message) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (const char c : message) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f)
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    else
      out += c;
  }
  return out;
}

std::string quoted_path(std::string_view directory, std::string_view file) {
  while (directory.size() > 1 && directory.ends_with('/')) directory.remove_suffix(1);
  std::string path(directory);
  if (!path.empty() && path != "/") path += '/';
  return go_quote(path.append(file));
}

}  // namespace koord::wire

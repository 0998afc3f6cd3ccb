#include "node/plugin_devices.h"

#include <charconv>

#include "cli/failure.h"
#include "cli/options.h"

namespace koordctl {
namespace {

[[noreturn]] void refuse(const std::string &text) {
  throw Failure(
      kUsage, "--device: found " + quote(text) + ", expected RESOURCE:ID[,ID...][@NODE[,NODE...]]");
}

int32_t parse_node(const std::string &number, const std::string &text) {
  int32_t node = -1;
  const char *end = number.data() + number.size();
  const auto read = std::from_chars(number.data(), end, node);
  if (read.ec != std::errc() || read.ptr != end || node < 0) refuse(text);
  return node;
}

}  // namespace

std::vector<PluginDevice> parse_plugin_devices(const std::string &text) {
  const size_t colon = text.find(':');
  const size_t at = text.rfind('@');
  if (colon == 0 || colon == text.npos || (at != text.npos && at < colon)) refuse(text);
  std::vector<int32_t> nodes;
  if (at != text.npos)
    for (const std::string &number : split(std::string_view(text).substr(at + 1), ','))
      nodes.push_back(parse_node(number, text));
  std::vector<PluginDevice> devices;
  for (std::string &id : split(std::string_view(text).substr(colon + 1, at - colon - 1), ',')) {
    if (id.empty()) refuse(text);
    devices.push_back({text.substr(0, colon), std::move(id), nodes});
  }
  if (devices.empty() || (at != text.npos && nodes.empty())) refuse(text);
  return devices;
}

}  // namespace koordctl

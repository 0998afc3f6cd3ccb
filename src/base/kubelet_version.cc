#include "base/kubelet_version.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace koord {

std::string_view version_name(KubeletVersion version) noexcept {
  switch (version) {
    case KubeletVersion::k135:
      return "1.35";
    case KubeletVersion::k136:
      return "1.36";
    case KubeletVersion::k137:
      return "1.37";
    case KubeletVersion::k138:
      return "1.38";
  }
  return "unknown";
}

std::optional<KubeletVersion> find_kubelet_version(std::string_view text) noexcept {
  if (text.starts_with('v')) text.remove_prefix(1);
  if (!text.starts_with("1.")) return std::nullopt;
  const char *digits = text.data() + 2;
  const char *end = text.data() + text.size();
  unsigned minor = 0;
  const auto read = std::from_chars(digits, end, minor);
  if (read.ec != std::errc{}) return std::nullopt;
  // A patch level and a suffix of the distribution may follow: "1.37.2-gke.1", "1.37+".
  if (read.ptr != end && *read.ptr != '.' && *read.ptr != '+' && *read.ptr != '-')
    return std::nullopt;
  return static_cast<KubeletVersion>(std::clamp(minor, 35U, 38U));
}

}  // namespace koord

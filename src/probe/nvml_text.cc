#include "probe/nvml_text.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"

namespace koord::probe::nvml {

void corrupt(const std::string &where, const std::string &what) {
  throw Error(Status::kCorrupt, "NVML: " + where + ": " + what);
}

std::string checked_text(const std::string &where, const char *buffer, size_t size) {
  const void *end = std::memchr(buffer, '\0', size);
  if (end == nullptr)
    corrupt(where, "a text of " + std::to_string(size) + " bytes is not terminated");
  return {buffer, static_cast<const char *>(end)};
}

std::string checked_uuid(const std::string &where, const std::string &uuid,
                         const std::string &prefix) {
  const bool plain = std::all_of(uuid.begin(), uuid.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           (c == '/' && prefix == "MIG-");
  });
  if (!plain || !uuid.starts_with(prefix) || uuid.size() <= prefix.size())
    corrupt(where, "found UUID " + in_quotes(uuid) + ", expected " + prefix +
                       " and letters, digits and '-'");
  return uuid;
}

}  // namespace koord::probe::nvml

#include "object/device_names.h"

#include <algorithm>

namespace koord::object {

bool is_rdma_device_file(std::string_view name) {
  for (const std::string_view kind : {"uverbs", "umad", "issm"}) {
    if (!name.starts_with(kind)) continue;
    const std::string_view number = name.substr(kind.size());
    return !number.empty() && number.size() <= 5 &&
           std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
  }
  return false;
}

}  // namespace koord::object

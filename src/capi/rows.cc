#include "capi/rows.h"

namespace koord::capi {

std::string Arena::text(uint32_t offset, uint32_t length, const std::string &name) const {
  if (length == 0) return "";
  if (offset > length_ || length > length_ - offset)
    throw Error(Status::kInvalid, name + ": bytes " + std::to_string(offset) + " to " +
                                      std::to_string(uint64_t{offset} + length) +
                                      " of an arena of " + std::to_string(length_));
  if (length > kMaxText)
    throw Error(Status::kInvalid, name + ": " + std::to_string(length) + " bytes, at most " +
                                      std::to_string(kMaxText) + " are accepted");
  return std::string(label(bytes_ + offset, length, name.c_str()));
}

}  // namespace koord::capi

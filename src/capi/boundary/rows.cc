#include "capi/boundary/rows.h"

namespace koord::capi {

void fail_stride(size_t stride, size_t row, const std::string &prefix) {
  const bool is_less = stride < row;
  throw Error(Status::kInvalid,
              prefix + std::to_string(stride) +
                  (is_less ? " is less than a row, " : " is more than any row, ") +
                  std::to_string(is_less ? row : kLargestStruct) + " bytes");
}

std::string Arena::text(uint32_t offset, uint32_t length, const FieldName &name) const {
  if (length == 0) return "";
  if (offset > length_ || length > length_ - offset)
    invalid(name, "bytes " + std::to_string(offset) + " to " +
                      std::to_string(uint64_t{offset} + length) + " of an arena of " +
                      std::to_string(length_));
  if (length > kMaxText)
    invalid(name, std::to_string(length) + " bytes, at most " + std::to_string(kMaxText) +
                      " are accepted");
  return std::string(label(bytes_ + offset, length, name));
}

}  // namespace koord::capi

#include "capi/boundary/struct_reader.h"

#include <string>

namespace koord::capi {
namespace {

constexpr uint32_t kSmallest = 8;  // struct_size and flags

}  // namespace

void check_struct_size(uint32_t struct_size, size_t alignment, const FieldName &name) {
  if (struct_size < kSmallest || struct_size > kLargestStruct || struct_size % alignment != 0)
    invalid(name.field("struct_size"), "invalid struct_size " + std::to_string(struct_size) +
                                           ", expected the struct's sizeof (KOORD_INIT)");
}

void check_zeros(const void *bytes, size_t given, size_t known, const FieldName &name) {
  const auto *byte = static_cast<const unsigned char *>(bytes);
  for (size_t i = known; i < given; ++i)
    if (byte[i] != 0)
      invalid(name, "byte " + std::to_string(i) + " is set, this version knows the first " +
                        std::to_string(known));
}

}  // namespace koord::capi

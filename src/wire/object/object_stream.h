// Texts with many API objects: documents after each other, each an object, a List or an array.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace koord::wire {

// The text of one object, which points into the stream.
struct ObjectSlice {
  std::string_view json;
  std::string_view list_kind;  // kind of the items of a List that states it ("Pod" for a PodList)
};

struct StreamLimits {
  size_t bytes = size_t{256} << 20;
  size_t objects = 1'000'000;
};

// Finds the objects by brackets and strings alone, so that an object with other errors is a slice
// like any other. Items of a List that are no objects are slices, too. A byte order mark before a
// document is skipped. Throws kInvalid with line and byte if brackets or strings do not end, or if
// there is other text between documents or objects; kLimit beyond the limits.
std::vector<ObjectSlice> split_objects(std::string_view text, StreamLimits limits = {});

}  // namespace koord::wire

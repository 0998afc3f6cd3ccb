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
// like any other. Items of a List that are no objects are slices, too. Throws kInvalid with the
// byte if brackets or strings do not end, or if there is text between documents; kLimit beyond the
// limits and beyond 128 nested brackets.
std::vector<ObjectSlice> split_objects(std::string_view text, StreamLimits limits = {});

}  // namespace koord::wire

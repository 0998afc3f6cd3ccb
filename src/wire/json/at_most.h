// Lists of documents with a limit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "wire/json/json.h"

namespace koord::wire {

// Returns the elements of a list, none if the member is absent or null. Throws kLimit for more than
// `most`.
inline std::vector<JsonValue> at_most(size_t most, const JsonValue &object, std::string_view key) {
  auto out = object.elements_of(key);
  if (out.size() > most)
    throw Error(Status::kLimit, object.path() + "." + std::string(key) + ": " +
                                    std::to_string(out.size()) + " entries, at most " +
                                    std::to_string(most) + " are accepted");
  return out;
}

}  // namespace koord::wire

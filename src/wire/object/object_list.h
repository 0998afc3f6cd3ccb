// Documents with many objects of one kind, as "kubectl get -o json" writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wire/object/api_object.h"

namespace koord::wire {

inline constexpr JsonLimits kListLimits{size_t{128} << 20, 64, size_t{1} << 23};

// Returns the objects of a list or array, or the single object.
std::vector<JsonValue> list_elements(const JsonValue &root, const ApiKind &kind);

template <typename Object, typename Read>
std::vector<Object> read_list(std::string_view json, const ApiKind &kind, const Log &log,
                              Read &&read) {
  const JsonDocument document =
      JsonDocument::parse(json, std::string(kind.kind) + "List", kListLimits);
  std::vector<Object> out;
  for (const JsonValue &value : list_elements(document.root(), kind))
    out.push_back(read_object(value, kind, log, read));
  return out;
}

}  // namespace koord::wire

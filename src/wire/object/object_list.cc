#include "wire/object/object_list.h"

namespace koord::wire {

std::vector<JsonValue> list_elements(const JsonValue &root, const ApiKind &kind) {
  if (root.is_array()) return root.elements();
  const auto found = root.find("kind");
  const std::string_view name = found ? found->as_string() : kind.kind;
  if (name == kind.kind) return {root};
  const std::string list = std::string(kind.kind) + "List";
  if (name != "List" && name != list)
    found->fail_expected(std::string(kind.kind) + ", " + list + " or List");
  return root.elements_of("items");
}

}  // namespace koord::wire

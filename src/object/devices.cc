#include "object/devices.h"

#include <algorithm>

namespace koord::object {

const std::string *find_label(const Labels &labels, std::string_view name) {
  const auto at = std::lower_bound(
      labels.begin(), labels.end(), name,
      [](const Attribute &label, std::string_view wanted) { return label.name < wanted; });
  return at != labels.end() && at->name == name ? &at->value : nullptr;
}

bool matches(const LabelSelector &selector, const Labels &labels) {
  using Operator = LabelRequirement::Operator;
  return std::all_of(selector.begin(), selector.end(), [&](const LabelRequirement &wanted) {
    const std::string *value = find_label(labels, wanted.key);
    if (wanted.op == Operator::kExists) return value != nullptr;
    if (wanted.op == Operator::kDoesNotExist) return value == nullptr;
    const bool is_listed = value != nullptr && std::find(wanted.values.begin(), wanted.values.end(),
                                                         *value) != wanted.values.end();
    return is_listed == (wanted.op == Operator::kIn);
  });
}

}  // namespace koord::object

#include "wire/object/object_texts.h"

#include "base/error.h"

namespace koord::wire {

std::string ObjectText::path() const {
  return json_ ? json_->path() : member_path("metadata." + std::string(map_), name_);
}

void ObjectText::fail_expected(std::string_view expected) const {
  if (json_) json_->fail_expected(expected);
  throw Error(Status::kInvalid,
              path() + ": found " + in_quotes(text_) + ", expected " + std::string(expected));
}

std::optional<ObjectText> ObjectTexts::entry(std::string_view map, std::string_view name,
                                             std::string_view alias) const {
  auto canonical = find(map, name);
  auto other = alias.empty() ? std::nullopt : find(map, alias);
  if (!canonical) return other;
  if (other && canonical->as_string() != other->as_string())
    log_.warn(other->path() + ": differs from " + std::string(name) + ", which is used");
  return canonical;
}

}  // namespace koord::wire

#include "wire/object/text_store.h"

#include <algorithm>

#include "base/error.h"

namespace koord::wire {
namespace {

// Sorts by name and keeps the last of several rows with one name.
template <typename Row, typename Name>
void keep_last(std::vector<Row> &rows, Name &&name) {
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Row &a, const Row &b) { return name(a) < name(b); });
  size_t kept = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i + 1 < rows.size() && name(rows[i]) == name(rows[i + 1])) continue;
    if (kept != i) rows[kept] = std::move(rows[i]);
    ++kept;
  }
  rows.resize(kept);
}

}  // namespace

void TextStore::check_room(size_t bytes) const {
  if (bytes > max_bytes_ - bytes_.size())
    throw Error(Status::kLimit,
                "texts: more than " + std::to_string(max_bytes_) + " bytes in one object");
  if (pieces_ == kMaxPieces)
    throw Error(Status::kLimit,
                "object: more than " + std::to_string(kMaxPieces) + " parts in one object");
}

TextRange TextStore::add(std::string_view text) {
  check_room(text.size());
  const auto offset = static_cast<uint32_t>(bytes_.size());
  bytes_.append(text);
  ++pieces_;
  return {offset, static_cast<uint32_t>(text.size())};
}

void TextMap::set(TextStore &texts, std::string_view name, std::string_view text) {
  texts.check_room(name.size() + text.size());
  const TextRange first = texts.add(name);
  entries_.push_back({first, texts.add(text)});
}

std::optional<std::string_view> TextMap::find(const TextStore &texts, std::string_view name) const {
  for (auto at = entries_.rbegin(); at != entries_.rend(); ++at)
    if (texts.at(at->name) == name) return texts.at(at->text);
  return std::nullopt;
}

std::vector<object::Attribute> TextMap::sorted(const TextStore &texts) const {
  std::vector<object::Attribute> out;
  out.reserve(entries_.size());
  for (const Entry &entry : entries_)
    out.push_back({std::string(texts.at(entry.name)), std::string(texts.at(entry.text))});
  sort_labels(out);
  return out;
}

std::optional<ObjectText> BuiltTexts::find(std::string_view map, std::string_view name) const {
  const auto found = (map == kLabels ? labels_ : annotations_).find(texts_, name);
  if (!found) return std::nullopt;
  return ObjectText(map, name, *found);
}

void sort_amounts(object::Amounts &amounts) {
  const auto out_of_order = [](const object::Amount &a, const object::Amount &b) {
    return a.resource >= b.resource;
  };
  if (std::adjacent_find(amounts.begin(), amounts.end(), out_of_order) == amounts.end()) return;
  keep_last(amounts, [](const object::Amount &a) -> const std::string & { return a.resource; });
}

void sort_labels(std::vector<object::Attribute> &labels) {
  keep_last(labels, [](const object::Attribute &a) -> const std::string & { return a.name; });
}

}  // namespace koord::wire

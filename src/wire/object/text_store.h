// Storage for the texts of an object that is assembled piece by piece. clear() keeps its memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "object/amounts.h"
#include "wire/object/object_texts.h"

namespace koord::wire {

struct TextRange {
  uint32_t offset = 0;
  uint32_t length = 0;
};

// All texts of one object, one after the other.
class TextStore {
 public:
  // The number of values that a document may have.
  static constexpr size_t kMaxPieces = size_t{1} << 20;

  explicit TextStore(size_t max_bytes) : max_bytes_(max_bytes) {}

  // Throws kLimit and changes nothing if a piece of this size does not fit.
  void check_room(size_t bytes) const;
  TextRange add(std::string_view text);
  std::string_view at(TextRange range) const {
    return std::string_view(bytes_).substr(range.offset, range.length);
  }
  void clear() {
    bytes_.clear();
    pieces_ = 0;
  }

 private:
  const size_t max_bytes_;
  std::string bytes_;
  size_t pieces_ = 0;
};

// Labels or annotations. Of entries with one name the last counts.
class TextMap {
 public:
  void set(TextStore &texts, std::string_view name, std::string_view text);
  std::optional<std::string_view> find(const TextStore &texts, std::string_view name) const;
  // Returns the entries ascending by name, each once.
  std::vector<object::Attribute> sorted(const TextStore &texts) const;
  void clear() { entries_.clear(); }

 private:
  struct Entry {
    TextRange name;
    TextRange text;
  };
  std::vector<Entry> entries_;
};

// The labels and annotations of an assembled object.
class BuiltTexts final : public ObjectTexts {
 public:
  BuiltTexts(const TextStore &texts, const TextMap &labels, const TextMap &annotations,
             const Log &log)
      : ObjectTexts(log), texts_(texts), labels_(labels), annotations_(annotations) {}

  bool carries(std::string_view annotation) const override {
    return annotations_.find(texts_, annotation).has_value();
  }

 private:
  std::optional<ObjectText> find(std::string_view map, std::string_view name) const override;

  const TextStore &texts_;
  const TextMap &labels_;
  const TextMap &annotations_;
};

// Sort by name. Of entries with one name the last counts.
void sort_amounts(object::Amounts &amounts);
void sort_labels(std::vector<object::Attribute> &labels);

}  // namespace koord::wire

// What stands behind koord_numa_hints.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "koord.h"
#include "numa/hints.h"

// Hints and names of all lists lie in one place each, so that a handle that is filled again needs
// no memory.
struct koord_numa_hints {
  struct List {
    uint32_t first_hint;
    uint32_t hint_count;
    uint32_t name_offset;
    uint32_t name_length;
    int32_t provider;
    koord::numa::Opinion opinion;
  };

  size_t node_count = 0;
  std::array<int32_t, koord::numa::kMaxNodes> ids{};
  std::array<koord::numa::NodeUse, koord::numa::kMaxNodes> use{};
  std::vector<uint32_t> distances;  // a row for each node; empty: unknown
  std::vector<List> lists;
  std::vector<koord::numa::Hint> hints;
  std::string texts;
  koord::numa::Mask named = 0;  // nodes of all hints

  koord::numa::Nodes nodes() const {
    return {{ids.data(), node_count}, distances, {use.data(), node_count}};
  }
  koord::numa::HintList list(const List &list) const {
    return {std::string_view(texts).substr(list.name_offset, list.name_length), list.provider,
            list.opinion, std::span(hints).subspan(list.first_hint, list.hint_count)};
  }

  void clear() noexcept;
  // Makes room for the given number in all (NUMA nodes have it). Throws kLimit where they are more
  // than one handle may have.
  void reserve(size_t count, size_t list_count, size_t hint_count, size_t text_bytes);
  // Appends where there is room.
  void add_list(std::string_view name, int32_t provider, koord::numa::Opinion opinion,
                std::span<const koord::numa::Hint> added) noexcept;
};

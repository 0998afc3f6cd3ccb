// Definition of koord_numa_hints.
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

// Hints and names of all lists are in one vector each, so that refilling a handle needs no memory.
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
  std::vector<uint32_t> distances;  // a row for each node; empty if unknown
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
  // Reserves space for the given totals; NUMA nodes need
  // none. Throws kLimit if a handle cannot have as many.
  void reserve(size_t count, size_t list_count, size_t hint_count, size_t text_bytes);
  // Appends a list. Its space must have been reserved.
  void add_list(std::string_view name, int32_t provider, koord::numa::Opinion opinion,
                std::span<const koord::numa::Hint> added) noexcept;
};

// The input of a topology manager: NUMA nodes, and the hints of providers.
#include "capi/pick/numa_hints.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/rows.h"
#include "capi/boundary/struct_reader.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace numa = koord::numa;

namespace {

void check_limit(size_t count, size_t most, const char *what) {
  if (count > most)
    throw Error(Status::kLimit, "hints: " + std::to_string(count) + ' ' + what + ", at most " +
                                    std::to_string(most));
}

// Reserves space for `count` elements, and some more to avoid frequent growth.
template <typename Elements>
void make_room(Elements &elements, size_t count) {
  if (count > elements.capacity()) elements.reserve(std::max(count, 2 * elements.capacity()));
}

// Checks rows of a caller. Without rows the stride may be 0.
template <typename Row>
void check_some_rows(const Row *rows, size_t stride, size_t count, size_t most) {
  if (count != 0 || stride != 0) check_rows(rows, stride, count, most, "rows");
}

numa::Hint read_hint(const koord_numa_hint *rows, size_t stride, size_t i, size_t node_count) {
  const FieldName name("rows", i);
  const koord_numa_hint hint = read_row(rows, stride, i, name);
  check_flags(hint.flags, KOORD_NUMA_HINT_PREFERRED | KOORD_NUMA_HINT_NO_AFFINITY,
              name.field("flags"));
  const bool affinity = (hint.flags & KOORD_NUMA_HINT_NO_AFFINITY) == 0;
  if ((hint.nodes & ~numa::first_nodes(node_count)) != 0)
    invalid(name.field("nodes"), "bit " + std::to_string(63 - std::countl_zero(hint.nodes)) +
                                     " is set, there are " + std::to_string(node_count) +
                                     " NUMA nodes");
  if (!affinity && hint.nodes != 0) invalid(name.field("nodes"), "must be 0 without affinity");
  if (hint.score < -numa::kMaxScore || hint.score > numa::kMaxScore)
    invalid(name.field("score"), std::to_string(hint.score) + " is outside of -2^53 to 2^53");
  if (hint.reserved != 0) invalid(name.field("reserved"), "must be 0");
  return {hint.nodes, hint.score, affinity, (hint.flags & KOORD_NUMA_HINT_PREFERRED) != 0};
}

koord_numa_hint to_c(const numa::Hint &hint) {
  uint32_t flags = 0;
  if (hint.preferred) flags |= KOORD_NUMA_HINT_PREFERRED;
  if (!hint.has_affinity) flags |= KOORD_NUMA_HINT_NO_AFFINITY;
  return {hint.nodes, hint.score, flags, 0};
}

const koord_numa_hints &checked(const koord_numa_hints *hints) {
  require(hints, "hints");
  return *hints;
}

}  // namespace

void koord_numa_hints::clear() noexcept {
  node_count = 0;
  distances.clear();
  lists.clear();
  hints.clear();
  texts.clear();
  named = 0;
}

void koord_numa_hints::reserve(size_t count, size_t list_count, size_t hint_count,
                               size_t text_bytes) {
  check_limit(count, KOORD_MAX_NUMA_NODES, "NUMA nodes");
  check_limit(list_count, KOORD_MAX_NUMA_LISTS, "lists");
  check_limit(hint_count, KOORD_MAX_NUMA_HINTS, "hints of all lists");
  check_limit(text_bytes, UINT32_MAX, "bytes of names");
  make_room(lists, list_count);
  make_room(hints, hint_count);
  make_room(texts, text_bytes);
}

void koord_numa_hints::add_list(std::string_view name, int32_t provider, numa::Opinion opinion,
                                std::span<const numa::Hint> added) noexcept {
  lists.push_back({static_cast<uint32_t>(hints.size()), static_cast<uint32_t>(added.size()),
                   static_cast<uint32_t>(texts.size()), static_cast<uint32_t>(name.size()),
                   provider, opinion});
  texts += name;
  hints.insert(hints.end(), added.begin(), added.end());
  for (const numa::Hint &hint : added) named |= hint.nodes;
}

koord_status koord_numa_hints_new(koord_numa_hints **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_numa_hints;
  });
}

koord_status koord_numa_hints_clone(const koord_numa_hints *hints, koord_numa_hints **out,
                                    koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_numa_hints(checked(hints));
  });
}

void koord_numa_hints_free(koord_numa_hints *hints) { delete hints; }

koord_status koord_numa_hints_reset(koord_numa_hints *hints, koord_error *err) {
  return guarded(err, [&] {
    require(hints, "hints");
    hints->clear();
  });
}

koord_status koord_numa_hints_set_nodes(koord_numa_hints *hints, const koord_numa_place *rows,
                                        size_t stride, size_t count, const uint32_t *distances,
                                        koord_error *err) {
  return guarded(err, [&] {
    require(hints, "hints");
    check_some_rows(rows, stride, count, KOORD_MAX_NUMA_NODES);
    std::array<int32_t, numa::kMaxNodes> ids{};
    std::array<numa::NodeUse, numa::kMaxNodes> use{};
    for (size_t i = 0; i < count; ++i) {
      const FieldName name("rows", i);
      const koord_numa_place place = read_row(rows, stride, i, name);
      if (place.numa_node < 0 || (i > 0 && place.numa_node <= ids[i - 1]))
        invalid(name.field("numa_node"),
                std::to_string(place.numa_node) + ", expected ascending numbers from 0");
      ids[i] = place.numa_node;
      use[i] = number<numa::NodeUse>(place.use, KOORD_NUMA_USE_SHARED + 1, name.field("use"));
    }
    if (const numa::Mask lost = hints->named & ~numa::first_nodes(count); lost != 0)
      invalid("count", std::to_string(count) + ", but a hint names row " +
                           std::to_string(63 - std::countl_zero(lost)));
    const size_t pairs = distances == nullptr ? 0 : count * count;
    make_room(hints->distances, pairs);
    hints->distances.assign(distances, distances + pairs);
    hints->ids = ids;
    hints->use = use;
    hints->node_count = count;
  });
}

koord_status koord_numa_hints_add_list(koord_numa_hints *hints, const koord_numa_hint_list *list,
                                       const char *name, size_t length, const koord_numa_hint *rows,
                                       size_t stride, size_t count, koord_error *err) {
  return guarded(err, [&] {
    require(hints, "hints");
    require(list, "list");
    const koord_numa_hint_list given = read_struct(list, "list");
    check_flags(given.flags, 0, "list.flags");
    const auto opinion =
        number<numa::Opinion>(given.kind, KOORD_NUMA_HINT_KIND_UNSATISFIABLE + 1, "list.kind");
    if (!hints->lists.empty() && given.provider < hints->lists.back().provider)
      invalid("list.provider", std::to_string(given.provider) + " after " +
                                   std::to_string(hints->lists.back().provider));
    const std::string_view resource = label(name, length, "name");
    if (resource.size() > Arena::kMaxText)
      invalid("name", std::to_string(resource.size()) + " bytes, at most " +
                          std::to_string(Arena::kMaxText) + " are accepted");
    check_some_rows(rows, stride, count, KOORD_MAX_NUMA_HINTS);
    if (opinion != numa::Opinion::kHints && count != 0)
      invalid("count", std::to_string(count) + ", but list.kind is not KOORD_NUMA_HINT_KIND_HINTS");

    const size_t first = hints->hints.size();
    hints->reserve(hints->node_count, hints->lists.size() + 1, first + count,
                   hints->texts.size() + resource.size());
    numa::Mask named = hints->named;
    try {
      for (size_t i = 0; i < count; ++i) {
        hints->hints.push_back(read_hint(rows, stride, i, hints->node_count));
        named |= hints->hints.back().nodes;
      }
    } catch (...) {
      hints->hints.resize(first);
      throw;
    }
    hints->add_list(resource, given.provider, opinion, {});
    hints->lists.back().first_hint = static_cast<uint32_t>(first);
    hints->lists.back().hint_count = static_cast<uint32_t>(count);
    hints->named = named;
  });
}

koord_status koord_numa_hints_get_nodes(const koord_numa_hints *hints, koord_numa_place *rows,
                                        size_t stride, size_t capacity, size_t *count,
                                        koord_error *err) {
  return guarded(err, [&] {
    const numa::Nodes nodes = checked(hints).nodes();
    const RowArray<koord_numa_place> array{rows, stride, capacity};
    size_t i = 0;
    array.write_all(nodes.ids, count, [&](int32_t id) {
      return koord_numa_place{id, static_cast<koord_numa_use>(nodes.use[i++])};
    });
  });
}

koord_status koord_numa_hints_get_lists(const koord_numa_hints *hints,
                                        koord_numa_hint_list_info *rows, size_t stride,
                                        size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    const RowArray<koord_numa_hint_list_info> array{rows, stride, capacity};
    array.write_all(checked(hints).lists, count, [](const koord_numa_hints::List &list) {
      return koord_numa_hint_list_info{list.name_offset, list.name_length, list.hint_count,
                                       list.provider,
                                       static_cast<koord_numa_hint_kind>(list.opinion)};
    });
  });
}

const char *koord_numa_hints_get_texts(const koord_numa_hints *hints, size_t *length) {
  return get_texts(hints, length);
}

koord_status koord_numa_hints_get_hints(const koord_numa_hints *hints, uint32_t list,
                                        koord_numa_hint *rows, size_t stride, size_t capacity,
                                        size_t *count, koord_error *err) {
  return guarded(err, [&] {
    const std::vector<koord_numa_hints::List> &lists = checked(hints).lists;
    if (list >= lists.size())
      invalid("list", "found " + std::to_string(list) + ", there are " +
                          std::to_string(lists.size()) + " lists");
    const RowArray<koord_numa_hint> array{rows, stride, capacity};
    array.write_all(hints->list(lists[list]).hints, count,
                    [](const numa::Hint &hint) { return to_c(hint); });
  });
}

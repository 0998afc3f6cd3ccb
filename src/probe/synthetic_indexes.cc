#include "probe/synthetic_indexes.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "base/error.h"
#include "probe/characters.h"
#include "topology/topology.h"

namespace koord::probe {
namespace {

// One factor of an interleaving: the index increases by one every `step` objects, `count` times.
struct Loop {
  uint64_t step;
  uint64_t count;
};

[[noreturn]] void invalid(const std::string &what) {
  throw Error(Status::kInvalid, "synthetic topology: indexes: " + what);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t from = 0;;) {
    const size_t end = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, end - from));
    if (end == text.size()) return parts;
    from = end + 1;
  }
}

void check_list(const SyntheticLevel &level, bool is_cpu) {
  const auto parts = split(level.indexes, ',');
  if (parts.size() != level.width)
    invalid(std::to_string(parts.size()) + " indexes for " + std::to_string(level.width) +
            " objects");
  const bool is_node = level.type == HWLOC_OBJ_NUMANODE;
  const uint64_t end_of_range = is_cpu    ? CpuSet::kCapacity
                                : is_node ? Topology::kMaxNodes
                                          : INT_MAX;
  std::vector<uint64_t> indexes;
  for (const std::string_view part : parts) {
    uint64_t index = 0;
    const auto [end, status] = std::from_chars(part.data(), part.data() + part.size(), index);
    if (status == std::errc::invalid_argument) invalid("an index is missing");
    if (status != std::errc() || index >= end_of_range)
      throw Error(Status::kLimit, "synthetic topology: index " + in_quotes(part, 20) +
                                      " is at or above " + std::to_string(end_of_range));
    indexes.push_back(index);
  }
  if (!is_cpu && !is_node && level.type != HWLOC_OBJ_PACKAGE) return;
  std::sort(indexes.begin(), indexes.end());
  const auto twice = std::adjacent_find(indexes.begin(), indexes.end());
  if (twice != indexes.end()) invalid("index " + std::to_string(*twice) + " is given twice");
}

std::vector<Loop> counted_loops(const std::vector<std::string_view> &parts,
                                const SyntheticLevel &level) {
  std::vector<Loop> loops;
  for (const std::string_view part : parts) {
    const auto factors = split(part, '*');
    uint64_t value[2] = {0, 0};
    bool valid = factors.size() == 2;
    for (size_t i = 0; valid && i < 2; ++i) {
      const char *const end = factors[i].data() + factors[i].size();
      const auto [stop, status] = std::from_chars(factors[i].data(), end, value[i]);
      valid =
          status == std::errc() && stop == end && factors[i][0] != '0' && value[i] <= level.width;
    }
    if (!valid) invalid("interleaving loop " + in_quotes(part) + " is not of the form 2*4");
    loops.push_back({value[0], value[1]});
  }
  return loops;
}

// Returns the first level of a type, or 0 if there is none.
size_t find_level(std::string_view name, std::span<const SyntheticLevel> levels) {
  hwloc_obj_type_t type = kNoType;
  hwloc_obj_attr_u attributes{};
  if (!std::all_of(name.begin(), name.end(), is_word) ||
      hwloc_type_sscanf(std::string(name).c_str(), &type, &attributes, sizeof attributes) != 0)
    return 0;
  for (size_t i = 1; i < levels.size(); ++i) {
    if (levels[i].type != type) continue;
    if (type == HWLOC_OBJ_GROUP && attributes.group.depth != UINT_MAX &&
        attributes.group.depth != levels[i].group_depth)
      continue;
    return i;
  }
  return 0;
}

std::vector<Loop> typed_loops(const std::vector<std::string_view> &parts,
                              const SyntheticLevel &level, std::span<const SyntheticLevel> levels) {
  std::vector<size_t> depths;
  for (const std::string_view part : parts) {
    const size_t depth = find_level(part, levels);
    if (depth == 0 || levels[depth].width > level.width ||
        std::find(depths.begin(), depths.end(), depth) != depths.end())
      invalid("interleaving loop " + in_quotes(part) +
              " is not a level above this one, or is given twice");
    depths.push_back(depth);
  }
  std::vector<Loop> loops;
  for (const size_t depth : depths) {
    size_t above = 0;
    for (const size_t other : depths)
      if (other < depth) above = std::max(above, other);
    loops.push_back({level.width / levels[depth].width, levels[depth].width / levels[above].width});
  }
  return loops;
}

// Checks "2*4:8*2" or "numa:core". hwloc ignores an interleaving that is not a permutation.
void check_interleaving(const SyntheticLevel &level, std::span<const SyntheticLevel> levels) {
  const auto parts = split(level.indexes, ':');
  if (parts.size() > kMaxSyntheticLevels) invalid("too many interleaving loops");
  std::vector<Loop> loops =
      is_digit(level.indexes[0]) ? counted_loops(parts, level) : typed_loops(parts, level, levels);
  uint64_t product = 1;
  uint64_t smallest = level.width;
  for (const Loop &loop : loops) {
    product *= loop.count;
    smallest = std::min(smallest, loop.step);
    if (product > level.width) break;
  }
  const auto bad = [&]() {
    invalid(in_quotes(level.indexes) + " does not number every object once");
  };
  if (product == 0 || level.width % product != 0) bad();
  if (product != level.width) {
    if (smallest != level.width / product) bad();
    loops.push_back({1, smallest});
  }
  std::vector<bool> seen(level.width, false);
  for (uint64_t i = 0; i < level.width; ++i) {
    uint64_t index = 0;
    uint64_t factor = 1;
    for (const Loop &loop : loops) {
      index += i / loop.step % loop.count * factor;
      factor *= loop.count;
    }
    if (index >= level.width || seen[index]) bad();
    seen[index] = true;
  }
}

}  // namespace

void check_indexes(const SyntheticLevel &level, std::span<const SyntheticLevel> levels) {
  if (level.indexes.empty()) return;
  if (level.indexes.find_first_not_of("0123456789,") == std::string_view::npos)
    check_list(level, &level == &levels.back());
  else
    check_interleaving(level, levels);
}

}  // namespace koord::probe

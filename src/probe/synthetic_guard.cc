#include "probe/synthetic_guard.h"

#include <algorithm>
#include <charconv>
#include <climits>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/error.h"
#include "probe/characters.h"
#include "probe/synthetic_indexes.h"
#include "probe/synthetic_types.h"
#include "topology/topology.h"

namespace koord::probe {
namespace {

using Level = SyntheticLevel;

constexpr size_t kMaxText = 64 << 10;
constexpr uint64_t kMaxObjects = 65536;
constexpr uint64_t kManyChildren = 256;
constexpr uint64_t kTooManyChildren = 1024;
constexpr uint64_t kSmallestGroup = 16;
constexpr uint64_t kUsualGroup = 64;

// Returns true if the text contains "gr", hwloc's shortest form of "group".
bool names_group(std::string_view text) {
  for (size_t i = 0; i + 1 < text.size(); ++i)
    if ((text[i] | 0x20) == 'g' && (text[i + 1] | 0x20) == 'r') return true;
  return false;
}

// Returns the size of equal groups into which `children` can be divided, or 0 if there is none.
uint64_t group_size(uint64_t children) {
  for (uint64_t size = kUsualGroup; size <= kManyChildren; ++size)
    if (children % size == 0) return size;
  for (uint64_t size = kUsualGroup; size >= kSmallestGroup; --size)
    if (children % size == 0) return size;
  return 0;
}

class Guard {
 public:
  explicit Guard(std::string_view text) : text_(text), has_groups_(names_group(text)) {}

  CheckedSynthetic run() {
    levels_.emplace_back().type = HWLOC_OBJ_MACHINE;
    skip_blanks();
    if (peek() == '(') attributes(levels_[0]);
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
      if (!out_.empty()) out_ += ' ';
      if (peek() == '[')
        attached();
      else
        level();
    }
    check_levels();
    name_levels();
    uint64_t numa_levels = attached_.width;
    for (const Level &level : levels_)
      if (level.type == HWLOC_OBJ_NUMANODE) numa_levels += level.width;
    if (numa_levels > Topology::kMaxNodes)
      limit(std::to_string(numa_levels) + " NUMA nodes, at most " +
            std::to_string(Topology::kMaxNodes) + " are supported");
    for (const Level &level : levels_) check_indexes(level, levels_);
    check_indexes({HWLOC_OBJ_NUMANODE, UINT_MAX, attached_.width, attached_.indexes}, levels_);
    part_children();
    return {std::move(out_), objects_};
  }

 private:
  [[noreturn]] void fail(const std::string &what) const {
    throw Error(Status::kInvalid,
                "synthetic topology: at byte " + std::to_string(at_) + ": " + what);
  }
  [[noreturn]] static void invalid(const std::string &what) {
    throw Error(Status::kInvalid, "synthetic topology: " + what);
  }
  [[noreturn]] static void limit(const std::string &what) {
    throw Error(Status::kLimit, "synthetic topology: " + what);
  }

  // hwloc refuses these itself, but leaks memory for some of them.
  void check_levels() const {
    if (levels_.size() == 1) invalid("it has no levels");
    if (attached_.level == levels_.size() - 1) invalid("memory is attached to a PU");
    const auto count = [&](hwloc_obj_type_t type) {
      return std::count_if(levels_.begin(), levels_.end(),
                           [type](const Level &level) { return level.type == type; });
    };
    for (const hwloc_obj_type_t type :
         {HWLOC_OBJ_PACKAGE, HWLOC_OBJ_DIE, HWLOC_OBJ_NUMANODE, HWLOC_OBJ_CORE, HWLOC_OBJ_PU})
      if (count(type) > 1)
        invalid("two levels of type " + std::string(hwloc_obj_type_string(type)));
    if (count(HWLOC_OBJ_NUMANODE) > 0 && attached_.width > 0)
      invalid("NUMA nodes are both a level and attached");
    const hwloc_obj_type_t last = levels_.back().type;
    if (last != HWLOC_OBJ_PU && last != kNoType)
      invalid("the last level is not PU: add one, as in pack:2 core:4 pu:1");
    const auto unnamed = static_cast<size_t>(count(kNoType) - (last == kNoType ? 1 : 0));
    if (unnamed != 0 && unnamed != levels_.size() - 2)
      invalid("some levels have a type and some have none");
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (is_blank(peek())) ++at_;
  }
  void expect(char c) {
    if (peek() != c || at_ == text_.size())
      fail("expected '" + std::string(1, c) + "', found " + in_quotes(text_.substr(at_, 8)));
    ++at_;
    out_ += c;
  }
  std::string_view word() {
    const size_t from = at_;
    while (is_word(peek())) ++at_;
    out_ += text_.substr(from, at_ - from);
    return text_.substr(from, at_ - from);
  }

  // Reads a type name as hwloc spells or abbreviates it.
  Level type() {
    const std::string name(word());
    Level level;
    hwloc_obj_attr_u attributes{};
    if (name.empty() ||
        hwloc_type_sscanf(name.c_str(), &level.type, &attributes, sizeof attributes) != 0)
      fail(in_quotes(name) + " is not a type of object");
    switch (level.type) {
      case HWLOC_OBJ_MACHINE:
      case HWLOC_OBJ_MEMCACHE:
      case HWLOC_OBJ_MISC:
      case HWLOC_OBJ_BRIDGE:
      case HWLOC_OBJ_PCI_DEVICE:
      case HWLOC_OBJ_OS_DEVICE:
        fail(in_quotes(name) + " cannot be a level");
      default:
        break;
    }
    if (level.type == HWLOC_OBJ_GROUP) level.group_depth = attributes.group.depth;
    return level;
  }

  // Gives levels without a type the one that hwloc would choose, so that the limits apply
  // to them, too.
  void name_levels() {
    const auto types = default_types(levels_.size() - 1, attached_.width > 0);
    for (size_t i = written_.size(); i-- > 0;) {
      Level &level = levels_[i + 1];
      if (level.type != kNoType) continue;
      level.type = types[i].type;
      insert(i, written_[i].start, std::string(types[i].name) + ':');
      written_[i].number += types[i].name.size() + 1;
      if (level.type == HWLOC_OBJ_GROUP) has_groups_ = true;
    }
  }

  // hwloc inserts an object by walking over all its siblings, which takes minutes for thousands.
  // Groups in between keep the lists short. A Topology does not contain them.
  void part_children() {
    for (size_t i = written_.size(); i-- > 0;) {
      const auto [start, number, arity] = written_[i];
      if (arity <= kManyChildren) continue;
      const uint64_t size = has_groups_ ? 0 : group_size(arity);
      if (size != 0) {
        const std::string digits = std::to_string(arity);
        out_.replace(number, digits.size(), std::to_string(size));
        out_.insert(start, "group:" + std::to_string(arity / size) + ' ');
      } else if (arity > kTooManyChildren) {
        limit(std::to_string(arity) + " objects of type " +
              hwloc_obj_type_string(levels_[i + 1].type) +
              " in one parent, at most 1024 are supported if they cannot be divided evenly");
      }
    }
  }

  // Inserts text at the start of level `i` of the description and moves the levels after it.
  void insert(size_t i, size_t at, const std::string &text) {
    out_.insert(at, text);
    for (size_t later = i + 1; later < written_.size(); ++later) {
      written_[later].start += text.size();
      written_[later].number += text.size();
    }
  }

  // Reads "pack:2(...)" or "2(...)".
  void level() {
    Level level;
    const size_t start = out_.size();
    if (!is_digit(peek())) {
      level = type();
      expect(':');
    }
    const size_t number = out_.size();
    const std::string_view digits = word();
    uint64_t arity = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), arity);
    if (status == std::errc::result_out_of_range)
      arity = CpuSet::kCapacity + 1;
    else if (status != std::errc() || end != digits.data() + digits.size() || arity == 0 ||
             digits[0] == '0')
      fail(in_quotes(digits) + " is not a number of objects");
    if (levels_.size() > kMaxSyntheticLevels)
      limit("more than " + std::to_string(kMaxSyntheticLevels) + " levels");
    if (arity > CpuSet::kCapacity || arity * levels_.back().width > CpuSet::kCapacity)
      limit("more than " + std::to_string(CpuSet::kCapacity) + " objects in one level");
    level.width = arity * levels_.back().width;
    objects_ += level.width;
    if (objects_ > kMaxObjects) limit("more than " + std::to_string(kMaxObjects) + " objects");
    if (peek() == '(') attributes(level);
    levels_.push_back(level);
    written_.push_back({start, number, arity});
  }

  // Reads "[numa(...)]", the memory of every object of the previous level.
  void attached() {
    expect('[');
    if (type().type != HWLOC_OBJ_NUMANODE) fail("only NUMA nodes can be attached");
    Level memory;
    if (peek() == '(') attributes(memory);
    expect(']');
    if (!memory.indexes.empty()) {
      if (!attached_.indexes.empty()) fail("indexes of attached NUMA nodes are given twice");
      attached_.indexes = memory.indexes;
    }
    attached_.width += levels_.back().width;
    attached_.level = levels_.size() - 1;
    if (attached_.width > Topology::kMaxNodes)
      limit("more than " + std::to_string(Topology::kMaxNodes) + " NUMA nodes");
  }

  // Reads "(memory=16GB indexes=0,2,1,3)".
  void attributes(Level &level) {
    for (expect('('); peek() != ')';) {
      const std::string_view name = word();
      expect('=');
      const size_t from = at_;
      while (at_ < text_.size() && text_[at_] != ')' && text_[at_] != ' ') ++at_;
      const std::string_view value = text_.substr(from, at_ - from);
      out_ += value;
      if (name == "memory" || name == "size")
        check_bytes(value);
      else if (name == "indexes" && level.indexes.empty() && !value.empty())
        level.indexes = value;
      else
        fail("attribute " + in_quotes(name) + " is unknown, empty or given twice");
      if (peek() == ' ') {
        skip_blanks();
        if (peek() != ')') out_ += ' ';
      }
    }
    expect(')');
  }

  void check_bytes(std::string_view text) const {
    uint64_t value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
    // hwloc multiplies unchecked.
    static constexpr std::pair<std::string_view, uint64_t> kUnits[] = {{"", 1},
                                                                       {"TB", 1000000000000},
                                                                       {"TiB", uint64_t{1} << 40},
                                                                       {"GB", 1000000000},
                                                                       {"GiB", uint64_t{1} << 30},
                                                                       {"MB", 1000000},
                                                                       {"MiB", uint64_t{1} << 20},
                                                                       {"kB", 1000},
                                                                       {"kiB", 1024},
                                                                       {"KB", 1024}};
    const auto known = std::find_if(std::begin(kUnits), std::end(kUnits),
                                    [&](const auto &entry) { return entry.first == unit; });
    if (status != std::errc() || known == std::end(kUnits))
      fail(in_quotes(text) + " is not a number of bytes");
    if (value > INT64_MAX / known->second) fail(in_quotes(text) + " is more than 2^63 - 1 bytes");
  }

  // Position of a level in out_.
  struct Written {
    size_t start;
    size_t number;
    uint64_t arity;
  };
  struct Attached {
    uint64_t width = 0;
    size_t level = SIZE_MAX;
    std::string_view indexes;
  };

  std::string_view text_;
  size_t at_ = 0;
  std::string out_;
  std::vector<Level> levels_;
  std::vector<Written> written_;  // of every level but the machine
  Attached attached_;
  uint64_t objects_ = 0;
  bool has_groups_;
};

}  // namespace

CheckedSynthetic checked_synthetic(std::string_view text) {
  if (text.size() > kMaxText)
    throw Error(Status::kLimit, "synthetic topology: " + std::to_string(text.size()) +
                                    " bytes, at most 64 KiB are read");
  return Guard(text).run();
}

}  // namespace koord::probe

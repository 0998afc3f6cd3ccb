// The NUMA topology manager.
#include <array>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/struct_reader.h"
#include "koord.h"
#include "numa/manager_options.h"
#include "numa/merge.h"

using namespace koord::capi;
using koord::Error;
using koord::Profile;
using koord::Status;
namespace numa = koord::numa;

namespace {

[[noreturn]] void invalid(const std::string &what) { throw Error(Status::kInvalid, what); }

std::string at(const char *array, size_t i, const char *field) {
  return std::string(array) + '[' + std::to_string(i) + "]." + field;
}

template <typename Row>
void check_rows(const Row *rows, size_t stride, size_t count, const char *name) {
  if (count != 0) require(rows, name);
  if (!is_stride(stride, count == 0 ? 0 : sizeof(Row)) || stride % alignof(Row) != 0)
    invalid(std::string(name) + ": stride " + std::to_string(stride) + ", expected " +
            std::to_string(sizeof(Row)) + " to " + std::to_string(kLargestStruct) +
            " and a multiple of " + std::to_string(alignof(Row)));
}

void check_limit(size_t count, size_t most, const char *name) {
  if (count > most)
    throw Error(Status::kLimit, std::string(name) + ": " + std::to_string(count) + ", at most " +
                                    std::to_string(most));
}

void check_enum(int32_t value, int32_t count, const char *array, size_t i, const char *field) {
  if (value < 0 || value >= count)
    invalid(at(array, i, field) + ": " + std::to_string(value) + " is unknown, expected 0 to " +
            std::to_string(count - 1));
}

koord_numa_options read_options(const koord_numa_options *options) {
  require(options, "options");
  const koord_numa_options given = read_struct(options, "options");
  check_flags(given.flags, KOORD_NUMA_MERGE_PREFER_CLOSEST, "options.flags");
  check_number(given.profile, KOORD_PROFILE_KUBELET + 1, "options.profile");
  check_number(given.policy, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE + 1, "options.policy");
  check_number(given.exclusive, KOORD_NUMA_EXCLUSIVE_REQUIRED + 1, "options.exclusive");
  return given;
}

// Kubelet's texts under its profile, where the policy none limits nothing.
void check_node_count(const koord_numa_options &options, size_t count) {
  check_limit(count, KOORD_MAX_NUMA_NODES, "places");
  if (options.profile != KOORD_PROFILE_KUBELET) {
    if (options.max_nodes != 0) check_limit(count, options.max_nodes, "places");
    return;
  }
  if (options.policy == KOORD_NUMA_POLICY_NONE || options.policy == KOORD_NUMA_POLICY_UNSET) return;
  const int most = options.max_nodes == 0 ? numa::kKubeletMaxNodes
                                          : read_amount(options.max_nodes, "options.max_nodes");
  if (most < numa::kKubeletMaxNodes) invalid("options.max_nodes: " + numa::too_low_max_nodes());
  if (count > static_cast<size_t>(most))
    throw Error(Status::kLimit, "places: " + numa::too_many_nodes(most));
}

// What a question points to, with room on the stack for what is usual.
class Storage {
 public:
  Storage() {}

  void read_places(const koord_numa_place *places, size_t stride, size_t count, bool peer) {
    check_rows(places, stride, count, "places");
    const int most = peer ? 64 : INT32_MAX;  // where a mask of numbers is 64 bits
    for (size_t i = 0; i < count; ++i) {
      const koord_numa_place place = read_row(places, stride, i, "places");
      if (place.node < 0 || place.node >= most || (i > 0 && place.node <= ids_[i - 1]))
        invalid(at("places", i, "node") + ": " + std::to_string(place.node) +
                ", expected ascending numbers from 0, below " + std::to_string(most));
      check_enum(place.use, KOORD_NUMA_USE_SHARED + 1, "places", i, "use");
      ids_[i] = place.node;
      use_[i] = static_cast<numa::NodeUse>(place.use);
    }
    node_count_ = count;
  }

  void read_hints(const koord_numa_hint *hints, size_t stride, size_t count) {
    check_limit(count, KOORD_MAX_NUMA_HINTS, "hints");
    check_rows(hints, stride, count, "hints");
    if (count > kUsualHints) more_hints_ = std::make_unique_for_overwrite<numa::Hint[]>(count);
    numa::Hint *out = count > kUsualHints ? more_hints_.get() : usual_hints_.data();
    const numa::Mask all = numa::first_nodes(node_count_);
    for (size_t i = 0; i < count; ++i) {
      const koord_numa_hint hint = read_row(hints, stride, i, "hints");
      if ((hint.flags & ~uint32_t{KOORD_NUMA_HINT_PREFERRED | KOORD_NUMA_HINT_NO_AFFINITY}) != 0)
        invalid(at("hints", i, "flags") + ": unknown bits in " + std::to_string(hint.flags));
      const bool affinity = (hint.flags & KOORD_NUMA_HINT_NO_AFFINITY) == 0;
      if ((hint.nodes & ~all) != 0)
        invalid(at("hints", i, "nodes") + ": bit " +
                std::to_string(63 - std::countl_zero(hint.nodes)) + " is set, there are " +
                std::to_string(node_count_) + " places");
      if (!affinity && hint.nodes != 0)
        invalid(at("hints", i, "nodes") + ": must be 0 without affinity");
      if (hint.score < -numa::kMaxScore || hint.score > numa::kMaxScore)
        invalid(at("hints", i, "score") + ": " + std::to_string(hint.score) +
                " is outside of -2^53 to 2^53");
      if (hint.reserved != 0) invalid(at("hints", i, "reserved") + ": must be 0");
      out[i] = {hint.nodes, hint.score, affinity, (hint.flags & KOORD_NUMA_HINT_PREFERRED) != 0};
    }
    hints_ = {out, count};
  }

  void read_lists(const koord_numa_hint_list *lists, size_t stride, size_t count,
                  std::string_view names) {
    check_limit(count, KOORD_MAX_NUMA_LISTS, "lists");
    check_rows(lists, stride, count, "lists");
    size_t used = 0;
    for (size_t i = 0; i < count; ++i) {
      const koord_numa_hint_list list = read_row(lists, stride, i, "lists");
      check_enum(list.opinion, KOORD_NUMA_HINT_KIND_UNSATISFIABLE + 1, "lists", i, "opinion");
      if (i > 0 && list.provider < lists_[i - 1].provider)
        invalid(at("lists", i, "provider") + ": " + std::to_string(list.provider) + " after " +
                std::to_string(lists_[i - 1].provider));
      check_part(list.first_hint, list.hint_count, hints_.size(), "hints", i, "first_hint");
      check_part(list.name_offset, list.name_length, names.size(), "bytes of names", i,
                 "name_offset");
      if (list.opinion != KOORD_NUMA_HINT_KIND_HINTS && list.hint_count != 0)
        invalid(at("lists", i, "hint_count") + ": " + std::to_string(list.hint_count) +
                ", but its opinion is not KOORD_NUMA_HINT_KIND_HINTS");
      used += list.hint_count;
      check_limit(used, KOORD_MAX_NUMA_HINTS, "hints of all lists");
      lists_[i] = {names.substr(list.name_offset, list.name_length), list.provider,
                   static_cast<numa::Opinion>(list.opinion),
                   hints_.subspan(list.first_hint, list.hint_count)};
    }
    list_count_ = count;
  }

  numa::Nodes nodes(const uint32_t *distances) const {
    const size_t pairs = distances == nullptr ? 0 : node_count_ * node_count_;
    return {{ids_.data(), node_count_}, {distances, pairs}, {use_.data(), node_count_}};
  }
  std::span<const numa::HintList> lists() const { return {lists_.data(), list_count_}; }

 private:
  static constexpr size_t kUsualHints = 1024;

  static void check_part(uint32_t first, uint32_t count, size_t size, const char *what, size_t i,
                         const char *field) {
    if (first > size || count > size - first)
      invalid(at("lists", i, field) + ": " + std::to_string(first) + " and " +
              std::to_string(count) + " more, there are " + std::to_string(size) + ' ' + what);
  }

  size_t node_count_ = 0;
  size_t list_count_ = 0;
  std::span<const numa::Hint> hints_;
  std::unique_ptr<numa::Hint[]> more_hints_;
  std::array<int32_t, numa::kMaxNodes> ids_;
  std::array<numa::NodeUse, numa::kMaxNodes> use_;
  // Written as far as used: a union's members do not start with their defaults.
  union {
    std::array<numa::HintList, numa::kMaxLists> lists_;
  };
  union {
    std::array<numa::Hint, kUsualHints> usual_hints_;
  };
};

koord_numa_merged to_c(const numa::Merged &merged) {
  koord_numa_merged out{};
  out.nodes = merged.nodes;
  out.score = merged.score;
  if (merged.admit) out.flags |= KOORD_NUMA_MERGED_ADMIT;
  if (merged.preferred) out.flags |= KOORD_NUMA_MERGED_PREFERRED;
  if (merged.has_affinity) out.flags |= KOORD_NUMA_MERGED_AFFINITY;
  if (merged.unsatisfied) out.flags |= KOORD_NUMA_MERGED_UNSATISFIED;
  out.reason = static_cast<koord_reason>(merged.reason);
  return out;
}

}  // namespace

koord_status koord_numa_merge(const koord_numa_options *options, const koord_numa_place *places,
                              size_t place_stride, size_t place_count, const uint32_t *distances,
                              const koord_numa_hint_list *lists, size_t list_stride,
                              size_t list_count, const koord_numa_hint *hints, size_t hint_stride,
                              size_t hint_count, const char *names, size_t names_length,
                              koord_numa_merged *out, char *text, size_t text_capacity,
                              size_t *text_needed, koord_error *err) {
  return guarded(err, [&] {
    require(out, "out");
    const koord_numa_options given = read_options(options);
    const auto profile = static_cast<Profile>(given.profile);
    check_node_count(given, place_count);
    const bool closest = (given.flags & KOORD_NUMA_MERGE_PREFER_CLOSEST) != 0;
    if (closest && place_count != 0) require(distances, "distances");
    const std::string_view resources = label(names, names_length, "names");

    Storage storage;
    storage.read_places(places, place_stride, place_count, profile != Profile::kSpec);
    storage.read_hints(hints, hint_stride, hint_count);
    storage.read_lists(lists, list_stride, list_count, resources);
    const numa::Question question{
        storage.nodes(distances), static_cast<numa::NumaPolicy>(given.policy),
        static_cast<numa::NumaExclusive>(given.exclusive), closest, storage.lists()};

    const numa::Merged merged = numa::merge(profile, question);
    if (text != nullptr || text_capacity != 0)
      write_text(numa::reasons(profile, question, merged), text, text_capacity, text_needed);
    else if (text_needed != nullptr)
      *text_needed = numa::reasons(profile, question, merged).size();
    *out = to_c(merged);
  });
}

// The NUMA topology manager.
#include <array>
#include <string>

#include "base/error.h"
#include "base/profile_rules.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/struct_reader.h"
#include "capi/pick/numa_hints.h"
#include "koord.h"
#include "numa/manager_options.h"
#include "numa/merge.h"

using namespace koord::capi;
using koord::Error;
using koord::HintMerge;
using koord::Profile;
using koord::ProfileRules;
using koord::Status;
namespace numa = koord::numa;

namespace {

koord_numa_options read_options(const koord_numa_options *options) {
  require(options, "options");
  const koord_numa_options given = read_struct(options, "options");
  check_flags(given.flags, KOORD_NUMA_MERGE_PREFER_CLOSEST, "options.flags");
  check_number(given.profile, KOORD_PROFILE_KUBELET + 1, "options.profile");
  check_number(given.policy, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE + 1, "options.policy");
  check_number(given.exclusive, KOORD_NUMA_EXCLUSIVE_REQUIRED + 1, "options.exclusive");
  return given;
}

void check_limit(size_t count, size_t most) {
  if (count > most)
    throw Error(Status::kLimit,
                "hints: " + std::to_string(count) + " NUMA nodes, at most " + std::to_string(most));
}

// Under kubelet's profile the errors are kubelet's, and the policy none has no limit.
void check_node_count(const koord_numa_options &options, const ProfileRules &rules, size_t count) {
  if (rules.hint_merge != HintMerge::kKubelet) {
    if (options.max_nodes != 0) check_limit(count, options.max_nodes);
    return;
  }
  if (options.policy == KOORD_NUMA_POLICY_NONE || options.policy == KOORD_NUMA_POLICY_UNSET) return;
  const int most = options.max_nodes == 0 ? numa::kKubeletMaxNodes
                                          : read_amount(options.max_nodes, "options.max_nodes");
  if (most < numa::kKubeletMaxNodes) invalid("options.max_nodes", numa::too_low_max_nodes());
  if (count > static_cast<size_t>(most))
    throw Error(Status::kLimit, "hints: " + numa::too_many_nodes(most));
}

void check_node_numbers(const ProfileRules &rules, const numa::Nodes &nodes) {
  constexpr int kMost = 64;
  if (rules.node_numbers_are_bits && !nodes.ids.empty() && nodes.ids.back() >= kMost)
    invalid("hints", "NUMA node " + std::to_string(nodes.ids.back()) + ", expected numbers below " +
                         std::to_string(kMost) + " under this profile");
}

// The lists of a handle in the engine's form, on the stack.
class Lists {
 public:
  explicit Lists(const koord_numa_hints &hints) : count_(hints.lists.size()) {
    for (size_t i = 0; i < count_; ++i) lists_[i] = hints.list(hints.lists[i]);
  }
  std::span<const numa::HintList> get() const { return {lists_.data(), count_}; }

 private:
  size_t count_;
  // Only the used part is written: members of a union are not initialised.
  union {
    std::array<numa::HintList, numa::kMaxLists> lists_;
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

koord_status koord_numa_merge(const koord_numa_options *options, const koord_numa_hints *hints,
                              koord_numa_merged *out, char *text, size_t capacity, size_t *needed,
                              koord_error *err) {
  return guarded(err, [&] {
    const koord_numa_options given = read_options(options);
    require(hints, "hints");
    require(out, "out");
    const auto profile = static_cast<Profile>(given.profile);
    const numa::Nodes nodes = hints->nodes();
    check_node_count(given, rules_of(profile), nodes.ids.size());
    check_node_numbers(rules_of(profile), nodes);
    const bool closest = (given.flags & KOORD_NUMA_MERGE_PREFER_CLOSEST) != 0;
    if (closest && !nodes.ids.empty() && nodes.distances.empty())
      invalid("hints", "no distances, which KOORD_NUMA_MERGE_PREFER_CLOSEST needs");

    const Lists lists(*hints);
    const numa::Query query{nodes, static_cast<numa::NumaPolicy>(given.policy),
                            static_cast<numa::NumaExclusive>(given.exclusive), closest,
                            lists.get()};

    const numa::Merged merged = numa::merge(profile, query);
    if (text != nullptr || capacity != 0)
      write_text(numa::reasons(profile, query, merged), text, capacity, needed);
    else if (needed != nullptr)
      *needed = numa::reasons(profile, query, merged).size();
    *out = to_c(merged);
  });
}

// Texts for refused merges: upstream's, kubelet's, and libkoord's own, which name NUMA nodes.
#include <algorithm>
#include <vector>

#include "base/profile_rules.h"
#include "numa/merge.h"
#include "wording/sentence.h"

namespace koord::numa {
namespace {

using Texts = std::vector<std::string>;

std::string joined(const Texts &texts, std::string_view separator) {
  std::string out;
  for (const std::string &text : texts) {
    if (!out.empty()) out += separator;
    out += text;
  }
  return out;
}

// Formats a bit mask of node numbers as upstream does: binary, with zeros up to an even number of
// digits. Powers of four above 1 are not padded.
std::string binary(Mask mask) {
  size_t digits = 2;
  for (size_t shift = 62; shift > 0 && digits == 2; shift -= 2)
    if (mask > Mask{1} << shift) digits = shift + 2;
  const auto needed = static_cast<size_t>(std::bit_width(mask));
  std::string out;
  for (size_t bit = std::max(digits, needed); bit-- > 0;) out += (mask >> bit & 1) != 0 ? '1' : '0';
  return out;
}

Mask by_number(const Nodes &nodes, Mask mask) {
  Mask out = 0;
  for_each_node(mask, [&](size_t i) {
    if (nodes.ids[i] >= 0 && nodes.ids[i] < 64) out |= Mask{1} << nodes.ids[i];
  });
  return out;
}

Texts unsatisfiable(const Query &query) {
  Texts out;
  for (const HintList &list : query.lists)
    if (list.unsatisfiable()) out.emplace_back(list.resource);
  return out;
}

// Hints without affinity are "<nil>" in upstream's text.
std::string upstream_masks(const Query &query, const HintList &list, bool only_preferred) {
  Texts out;
  for (const Hint &hint : list.hints)
    if (hint.preferred || !only_preferred)
      out.push_back(hint.has_affinity ? binary(by_number(query.nodes, hint.nodes)) : "<nil>");
  return '[' + joined(out, " ") + ']';
}

std::string upstream_reasons(const Query &query, const Merged &merged) {
  Texts lines;
  if (merged.reason == Reason::kNumaUnsatisfied) {
    for (const std::string &resource : unsatisfiable(query))
      lines.push_back("Unsatisfied NUMA " + resource);
    std::sort(lines.begin(), lines.end());
    return joined(lines, "\n");
  }
  for (const HintList &list : query.lists)
    if (list.opinion == Opinion::kHints)
      lines.push_back(std::string(list.resource) + " prefer " + upstream_masks(query, list, true) +
                      " among " + upstream_masks(query, list, false));
  std::sort(lines.begin(), lines.end());
  const bool single = query.policy == NumaPolicy::kSingleNode;
  return "Unaligned NUMA Hint cause " + joined(lines, single ? "," : " & ");
}

// Returns a text such as "0+2".
std::string numbers(const Nodes &nodes, Mask mask) {
  Texts out;
  for_each_node(mask, [&](size_t i) { out.push_back(std::to_string(nodes.ids[i])); });
  return joined(out, "+");
}

std::string choices(const Query &query, const HintList &list) {
  constexpr size_t kShown = 4;
  Texts out;
  for (const Hint &hint : list.hints) {
    if (out.size() > kShown) break;
    if (out.size() == kShown)
      out.emplace_back("...");
    else
      out.push_back(hint.has_affinity ? numbers(query.nodes, hint.nodes) : "any");
  }
  return std::string(list.resource) + " fits on " + joined(out, ", ");
}

std::string unaligned(const Query &query) {
  Texts resources;
  Texts offers;
  for (const HintList &list : query.lists) {
    if (list.opinion == Opinion::kNoPreference) continue;
    resources.emplace_back(list.resource);
    offers.push_back(choices(query, list));
  }
  const bool single = query.policy == NumaPolicy::kSingleNode;
  return std::string(single ? "no single NUMA node" : "no preferred set of NUMA nodes") +
         " suits " + joined(resources, " and ") + ": " + joined(offers, "; ");
}

std::string spec_reasons(const Query &query, const Merged &merged) {
  switch (merged.reason) {
    case Reason::kNumaUnsatisfied:
      return "no NUMA nodes can supply " + joined(unsatisfiable(query), " or ");
    case Reason::kNumaExclusive:
      return "NUMA nodes " + numbers(query.nodes, merged.nodes) +
             " are suitable, but are used by pods " +
             (width(merged.nodes) > 1 ? "on one NUMA node" : "on several NUMA nodes");
    default:
      return unaligned(query);
  }
}

}  // namespace

std::string reasons(Profile profile, const Query &query, const Merged &merged) {
  if (merged.reason == Reason::kNone) return "";
  const bool words_of_our_own = merged.reason == Reason::kSearchLimit;
  const Wording wording = rules_of(profile).wording;
  if (!words_of_our_own && wording == Wording::kKoordinator) return upstream_reasons(query, merged);
  if (!words_of_our_own && wording == Wording::kOurs) return spec_reasons(query, merged);
  return to_sentence(Refusal::of(merged.reason, profile));
}

}  // namespace koord::numa

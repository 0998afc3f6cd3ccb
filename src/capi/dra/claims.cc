// Claims of a pod: requests with their alternatives, and constraints.
#include <algorithm>
#include <string>

#include "base/error.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/rows.h"
#include "capi/dra/handles.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace dra = koord::dra;

static_assert(KOORD_MAX_DRA_CLAIM_DEVICES == dra::kMaxClaimDevices &&
              KOORD_MAX_DRA_CLAIM_REQUESTS == dra::kMaxClaimRequests &&
              KOORD_MAX_DRA_REQUEST_ALTERNATIVES == dra::kMaxRequestAlternatives &&
              KOORD_MAX_DRA_ALTERNATIVES == dra::kMaxAlternatives &&
              KOORD_MAX_DRA_CONSTRAINTS == dra::kMaxConstraints);

namespace {

void check_most(size_t count, size_t most, const char *what) {
  if (count > most)
    throw Error(Status::kLimit,
                std::string("claims: ") + what + ", at most " + std::to_string(most));
}

// Alternatives arrive in the order of claims and requests, without gaps.
void check_order(const dra::Claims &claims, const koord_dra_alternative &added) {
  const dra::Alternative *last =
      claims.alternatives.empty() ? nullptr : &claims.alternatives.back();
  const bool same_claim = last != nullptr && added.claim == last->claim;
  const uint32_t next_claim = last != nullptr ? last->claim + 1 : 0;
  if (!same_claim && added.claim != next_claim)
    invalid("alternative.claim", std::to_string(added.claim) + ", expected the last claim or " +
                                     std::to_string(next_claim));
  const uint32_t next = same_claim ? last->request + 1 : 0;
  const bool same_request = same_claim && added.request == last->request;
  if (!same_request && added.request != next)
    invalid("alternative.request", std::to_string(added.request) +
                                       ", expected the last request or " + std::to_string(next));
  check_most(added.request + size_t{1}, dra::kMaxClaimRequests, "too many requests of a claim");
  const auto is_sibling = [&](const dra::Alternative &a) {
    return a.claim == added.claim && a.request == added.request;
  };
  const size_t siblings = static_cast<size_t>(
      std::count_if(claims.alternatives.begin(), claims.alternatives.end(), is_sibling));
  check_most(siblings + 1, dra::kMaxRequestAlternatives, "too many alternatives of a request");
  check_most(claims.alternatives.size() + 1, dra::kMaxAlternatives, "too many alternatives");
}

// A constraint of the whole claim would not apply to alternatives that are added later.
void check_constraints(const dra::Claims &claims, uint32_t claim) {
  for (const dra::Constraint &constraint : claims.constraints)
    if (constraint.whole && constraint.claim == claim)
      invalid("alternative.claim", std::to_string(claim) +
                                       " has a constraint for all of its alternatives; add "
                                       "alternatives before such constraints");
}

dra::Alternative read_alternative(const koord_dra_alternative &given) {
  check_flags(given.flags, KOORD_DRA_ALTERNATIVE_ALL | KOORD_DRA_ALTERNATIVE_ADMIN,
              "alternative.flags");
  if (given.reserved != 0) invalid("alternative.reserved", "must be 0");
  dra::Alternative out;
  out.claim = given.claim;
  out.request = given.request;
  out.all = (given.flags & KOORD_DRA_ALTERNATIVE_ALL) != 0;
  out.admin = (given.flags & KOORD_DRA_ALTERNATIVE_ADMIN) != 0;
  if (out.all != (given.count == 0))
    invalid("alternative.count",
            std::to_string(given.count) + ", expected " + (out.all ? "0 with ALL" : "1 or more"));
  out.count = given.count;
  out.tolerated = given.tolerated;
  return out;
}

// The bindings pass sets as wide as their sets of CPUs.
void check_words(const uint64_t *words, size_t count, const char *name) {
  constexpr size_t kMostWords = KOORD_MAX_CPUS / 64;
  if (count > kMostWords)
    throw Error(Status::kLimit,
                "word_count: " + std::to_string(count) + ", at most " + std::to_string(kMostWords));
  if (count != 0) require(words, name);
}

bool is_empty(const uint64_t *words, size_t count) {
  return std::all_of(words, words + count, [](uint64_t w) { return w == 0; });
}

// Returns the alternatives of a constraint's scope.
std::vector<bool> read_scope(const dra::Claims &claims, uint32_t claim, const uint64_t *words,
                             size_t word_count) {
  std::vector<bool> out;
  const size_t end = 64 * word_count;
  const bool all = is_empty(words, word_count);
  for (size_t i = 0; i < std::max(claims.alternatives.size(), end); ++i) {
    const bool mine = i < claims.alternatives.size() && claims.alternatives[i].claim == claim;
    const bool given = all ? mine : i < end && (words[i / 64] >> i % 64 & 1) != 0;
    if (given && !mine)
      invalid("alternatives",
              "bit " + std::to_string(i) + " is no alternative of claim " + std::to_string(claim));
    if (i < claims.alternatives.size()) out.push_back(given);
  }
  return out;
}

}  // namespace

koord_status koord_dra_claims_new(koord_dra_claims **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_dra_claims;
  });
}

void koord_dra_claims_free(koord_dra_claims *claims) { delete claims; }

koord_status koord_dra_claims_reset(koord_dra_claims *claims, koord_error *err) {
  return guarded(err, [&] {
    require(claims, "claims");
    claims->claims.alternatives.clear();
    claims->claims.constraints.clear();
  });
}

koord_status koord_dra_claims_add_alternative(koord_dra_claims *claims,
                                              const koord_dra_alternative *alternative,
                                              const uint64_t *devices, size_t word_count,
                                              koord_error *err) {
  return guarded(err, [&] {
    require(claims, "claims");
    require(alternative, "alternative");
    const koord_dra_alternative given = read_struct(alternative, "alternative");
    check_words(devices, word_count, "devices");
    check_order(claims->claims, given);
    check_constraints(claims->claims, given.claim);
    dra::Alternative added = read_alternative(given);
    const size_t known = std::min(word_count, dra::kMaxDevices / 64);
    added.selected = dra::DeviceSet(64 * known);
    for (size_t i = 0; i < known; ++i) added.selected.set_word(i, devices[i]);
    const size_t count = claims->claims.alternatives.size() + 1;
    for (dra::Constraint &constraint : claims->claims.constraints)
      constraint.scope.resize(count, false);
    claims->claims.alternatives.push_back(std::move(added));
  });
}

koord_status koord_dra_claims_add_amounts(koord_dra_claims *claims, const koord_dra_amount *rows,
                                          size_t stride, size_t count, koord_error *err) {
  return guarded(err, [&] {
    require(claims, "claims");
    if (count != 0 || !is_stride(stride, 0)) check_rows(rows, stride, count, kMaxDraRows, "rows");
    std::vector<dra::Alternative> changed = claims->claims.alternatives;
    size_t have = 0;
    for (const dra::Alternative &alternative : changed) have += alternative.amounts.size();
    check_dra_room(have, count, kMaxDraRows, "amounts");
    for (size_t i = 0; i < count; ++i) {
      const FieldName name("rows", i);
      const koord_dra_amount row = read_row(rows, stride, i, name);
      if (row.owner >= changed.size())
        invalid(name.field("owner"), std::to_string(row.owner) + ", but there are " +
                                         std::to_string(changed.size()) + " alternatives");
      check_dra_room(changed[row.owner].amounts.size(), 1, dra::kMaxCapacities,
                     "amounts of an alternative");
      if (dra::requested(changed[row.owner], row.name))
        invalid(name.field("name"), std::to_string(row.name) + " is there twice");
      changed[row.owner].amounts.push_back(
          {row.owner, row.name, dra_amount(row.amount, name.field("amount"))});
    }
    claims->claims.alternatives = std::move(changed);
  });
}

koord_status koord_dra_claims_set_tolerated(koord_dra_claims *claims, uint32_t alternative,
                                            const uint64_t *taints, size_t word_count,
                                            koord_error *err) {
  return guarded(err, [&] {
    require(claims, "claims");
    check_words(taints, word_count, "taints");
    if (alternative >= claims->claims.alternatives.size())
      invalid("alternative", std::to_string(alternative) + ", but there are " +
                                 std::to_string(claims->claims.alternatives.size()) +
                                 " alternatives");
    const size_t known = std::min(word_count, dra::kMaxTaints / 64);
    std::vector<uint64_t> more;
    if (known > 1) more.assign(taints + 1, taints + known);
    dra::Alternative &changed = claims->claims.alternatives[alternative];
    changed.tolerated = known > 0 ? taints[0] : 0;
    changed.tolerated_more = std::move(more);
  });
}

koord_status koord_dra_claims_add_constraint(koord_dra_claims *claims,
                                             const koord_dra_constraint *constraint,
                                             const uint64_t *alternatives, size_t word_count,
                                             koord_error *err) {
  return guarded(err, [&] {
    require(claims, "claims");
    require(constraint, "constraint");
    const koord_dra_constraint given = read_struct(constraint, "constraint");
    check_flags(given.flags, 0, "constraint.flags");
    if (given.kind != KOORD_DRA_CONSTRAINT_KIND_MATCH &&
        given.kind != KOORD_DRA_CONSTRAINT_KIND_DISTINCT)
      invalid("constraint.kind", std::to_string(given.kind) + ", expected MATCH or DISTINCT");
    if (given.reserved != 0) invalid("constraint.reserved", "must be 0");
    const dra::Claims &all = claims->claims;
    if (all.alternatives.empty() || given.claim > all.alternatives.back().claim)
      invalid("constraint.claim", std::to_string(given.claim) + " has no alternatives");
    check_words(alternatives, word_count, "alternatives");
    check_most(all.constraints.size() + 1, dra::kMaxConstraints, "too many constraints");
    dra::Constraint added;
    added.distinct = given.kind == KOORD_DRA_CONSTRAINT_KIND_DISTINCT;
    added.claim = given.claim;
    added.attribute = given.attribute;
    added.whole = is_empty(alternatives, word_count);
    added.scope = read_scope(all, given.claim, alternatives, word_count);
    claims->claims.constraints.push_back(std::move(added));
  });
}

// The handles of koord/experimental/dra.h.
#pragma once

#include <vector>

#include "dra/claims.h"
#include "dra/fleet.h"
#include "dra/inventory.h"
#include "dra/miss.h"
#include "dra/problem.h"
#include "dra/search.h"
#include "koord.h"

struct koord_dra_inventory {
  koord::dra::Inventory inventory{};
};

struct koord_dra_claims {
  koord::dra::Claims claims{};
};

struct koord_dra_allocation {
  koord::dra::Problem problem{};
  koord::dra::Search search{};
  koord::dra::Answer answer{};
  std::vector<koord_dra_result> results{};
  std::vector<koord_dra_amount> amounts{};
  // Results and amounts of a run that has not succeeded yet.
  std::vector<koord_dra_result> next_results{};
  std::vector<koord_dra_amount> next_amounts{};
};

struct koord_dra_nodes {
  koord::dra::Fleet fleet{};
  koord::dra::Problem problem{};
  koord::dra::Search search{};
  koord::dra::Answer answer{};
};

namespace koord::capi {

inline constexpr size_t kMaxDraRows = KOORD_MAX_DRA_ROWS;

// Throws kInvalid unless the amount is 0 to 2^50.
int64_t dra_amount(int64_t amount, const class FieldName &name);
// Throws kLimit if `have` and `more` rows are more than `most`.
void check_dra_room(size_t have, size_t more, size_t most, const char *what);

// Throws kLimit if the claims may get too many devices.
void check_dra_devices(const koord::dra::Problem &problem);
// Reads options with their defaults. Throws kInvalid if a flag is not one of `known`.
koord_dra_options read_dra_options(const koord_dra_options *options, koord_dra_options_flags known);

}  // namespace koord::capi

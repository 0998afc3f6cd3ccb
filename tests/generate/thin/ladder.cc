// Implementation of the functions that the test adds to the library.
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/rows.h"
#include "koord.h"

using namespace koord::capi;

struct koord_ladder {
  koord_ladder_material material;
  std::vector<int64_t> heights;
  References references{};
};

koord_status koord_ladder_new(const koord_ladder_options *options, koord_ladder **out,
                              koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    const koord_ladder_options given = options != nullptr ? *options : koord_ladder_options{};
    check_number(given.material, KOORD_LADDER_MATERIAL_STEEL + 1, "options.material");
    if (given.rungs > 64)
      throw koord::Error(koord::Status::kLimit,
                         "options.rungs: " + std::to_string(given.rungs) + ", at most 64");
    *out = new koord_ladder{given.material, {}};
    for (uint32_t rung = 1; rung <= given.rungs; ++rung) (*out)->heights.push_back(300 * rung);
  });
}

koord_ladder *koord_ladder_ref(const koord_ladder *ladder) { return add_reference(ladder); }
void koord_ladder_unref(koord_ladder *ladder) { drop_reference(ladder); }

koord_status koord_ladder_get_rungs(const koord_ladder *ladder, koord_rung *rows, size_t stride,
                                    size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(ladder, "ladder");
    const RowArray<koord_rung> array{rows, stride, capacity};
    array.write_all(ladder->heights, count, [&](int64_t height) {
      return koord_rung{height, ladder->material, 0};
    });
  });
}

koord_status koord_ladder_reach(const koord_ladder *ladder, int64_t height, koord_refusal *refusal,
                                koord_error *err) {
  return guarded(err, [&] {
    require(ladder, "ladder");
    require(refusal, "refusal");
    *refusal = {};
    refusal->best = ladder->heights.empty() ? 0 : ladder->heights.back();
    if (height <= refusal->best) return;
    refusal->reason = KOORD_REASON_LADDER_TOO_SHORT;
    refusal->needed = height;
  });
}

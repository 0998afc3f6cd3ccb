#include <cstdio>

#include "koord.hpp"

int main() {
  koord_ladder_options options = KOORD_INIT(koord_ladder_options);
  options.rungs = 9;
  options.material = KOORD_LADDER_MATERIAL_STEEL;
  const koord::Ladder ladder = koord::Ladder::create(&options);
  const koord::Ladder again = ladder;
  const auto rungs = again.get_rungs();
  if (rungs.size() != 9 || rungs[8].height != 2700) return 1;
  const koord_refusal refusal = ladder.reach(3000);
  if (refusal.reason != KOORD_REASON_LADDER_TOO_SHORT || refusal.best != 2700) return 1;
  if (ladder.reach(2000).reason != KOORD_REASON_NONE) return 1;
  std::puts("C++: 9 rungs");
}

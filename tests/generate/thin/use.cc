#include <cstdio>

#include "koord.hpp"

int main() {
  koord_ladder_options options = KOORD_INIT(koord_ladder_options);
  options.rungs = 9;
  const auto [refusal, none] = koord::Ladder::create(&options);
  if (none || refusal.reason != KOORD_REASON_LADDER_TOO_LONG || refusal.best != 8) return 1;
  options.material = KOORD_LADDER_MATERIAL_STEEL;
  const koord::Ladder ladder = std::get<1>(koord::Ladder::create(&options));
  const koord::Ladder again = ladder;
  const auto rungs = again.get_rungs();
  if (rungs.size() != 9 || rungs[8].height != 2700) return 1;
  std::puts("C++: 9 rungs");
}

#include "numa/provider.h"

#include "numa_support.h"
#include "support/expect_error.h"

namespace koord::numa {
namespace {

using namespace testing;

std::string shown(const std::vector<Hint> &hints) {
  std::string out;
  for (const Hint &hint : hints)
    out += (out.empty() ? "" : " ") + std::to_string(hint.nodes) + (hint.preferred ? "+" : "-");
  return out;
}

TEST(CollectHints, ByWidthThenLexicographically) {
  const std::vector<int64_t> free{1, 1, 1};
  EXPECT_EQ(shown(collect_hints(AmountProvider("cpu", free, 1), 3, false)), "1+ 2+ 4+ 3- 5- 6- 7-");
  EXPECT_EQ(shown(collect_hints(AmountProvider("cpu", free, 2), 3, false)), "3+ 5+ 6+ 7-");
  EXPECT_EQ(shown(collect_hints(AmountProvider("cpu", free, 2), 3, true)), "3+ 5+ 6+ 7+");
  EXPECT_EQ(shown(collect_hints(AmountProvider("cpu", free, 4), 3, false)), "");
}

TEST(CollectHints, NodesWithoutTheResourceAreInNoSet) {
  const std::vector<int64_t> free{2, -1, 0};
  EXPECT_EQ(shown(collect_hints(AmountProvider("gpu", free, 2), 3, false)), "1+ 5-");
}

TEST(CollectHints, ScoresAreTheProviders) {
  class Scored : public HintProvider {
   public:
    std::string_view resource() const override { return "cpu"; }
    std::optional<int64_t> fit(Mask nodes) const override {
      if (nodes == 0b10) return std::nullopt;
      return static_cast<int64_t>(nodes) * 7;
    }
  };
  const std::vector<Hint> hints = collect_hints(Scored(), 2, false);
  EXPECT_EQ(shown(hints), "1+ 3-");
  EXPECT_EQ(hints[1].score, 21);
}

TEST(CollectHints, TooManyNodesAreALimit) {
  const std::vector<int64_t> free(17, 1);
  EXPECT_ERROR(collect_hints(AmountProvider("cpu", free, 1), 17, false), Status::kLimit,
               "hints for 17 nodes, at most 16");
}

}  // namespace
}  // namespace koord::numa

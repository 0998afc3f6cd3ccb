#include "picks.h"

#include <gtest/gtest.h>

#include <bit>

#ifdef KOORD_HEAP_COUNTED
#include "heap_calls.h"
#endif

namespace koord::bench {
namespace {

size_t size(const Words &set) {
  size_t n = 0;
  for (const uint64_t word : set) n += static_cast<size_t>(std::popcount(word));
  return n;
}

// Calls `check(picks, cpus)` for everything that is measured.
template <typename Picks, typename Cases, typename Check>
void for_each(const Cases &cases, Check check) {
  for (const auto &wanted : cases)
    for (const Machine &machine : machines())
      for (const uint32_t cpus : kAmounts) {
        SCOPED_TRACE(std::string(wanted.name) + ", " + machine.name + ", " + std::to_string(cpus));
        Picks picks(machine, wanted, cpus);
        check(picks, cpus);
        if (::testing::Test::HasFatalFailure()) return;
      }
}

const auto grants_on_every_state = [](auto &picks, uint32_t cpus) {
  for (uint32_t i = 0; i < kStates; ++i) {
    ASSERT_TRUE(picks.pick()) << "state " << i;
    ASSERT_EQ(size(picks.picked()), cpus) << "state " << i;
  }
};

TEST(Picks, OfKoordinatorsPoliciesAreGranted) {
  for_each<KoordinatorPicks>(koordinator_cases(), grants_on_every_state);
}

TEST(Picks, OfKubeletAreGranted) { for_each<KubeletPicks>(kubelet_cases(), grants_on_every_state); }

#ifdef KOORD_HEAP_COUNTED

const auto allocates_nothing = [](auto &picks, uint32_t) {
  const long before = heap_calls();
  for (uint32_t i = 0; i < kStates; ++i) picks.pick();
  ASSERT_EQ(heap_calls(), before);
};

// The tests below rely on heap_calls() counting both libraries' allocations.
TEST(Heap, OfTheLibraryAndOfHwlocIsSeen) {
  const long before = heap_calls();
  topology_of(machines().front());
  const long after_library = heap_calls();
  EXPECT_GT(after_library, before);
  koord_topology *topology = nullptr;
  ASSERT_EQ(koord_topology_from_synthetic(nullptr, "pu:1", KOORD_NUL, &topology, nullptr),
            KOORD_OK);
  koord_topology_unref(topology);
  EXPECT_GT(heap_calls(), after_library);
}

TEST(Heap, IsNotTouchedByKoordinatorsPicks) {
  for_each<KoordinatorPicks>(koordinator_cases(), allocates_nothing);
}

TEST(Heap, IsNotTouchedByKubeletsPicks) {
  for_each<KubeletPicks>(kubelet_cases(), allocates_nothing);
}

#else

TEST(Heap, IsNotTouchedByPicks) {
  GTEST_SKIP()
      << "NOT CHECKED: malloc cannot be counted in this build (a sanitizer has its own, or "
         "this is not glibc); the release build checks it";
}

#endif

}  // namespace
}  // namespace koord::bench

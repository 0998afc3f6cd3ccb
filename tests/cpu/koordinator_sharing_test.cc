// CPUs that several pods may hold: CPUs with the fewest holders are picked first.
#include <gtest/gtest.h>

#include "koordinator_machines.h"

namespace koord::cpu::testing {
namespace {

// Adjacent siblings: cores 0-1, 2-3, 4-5 and 6-7.
MachinePtr four_cores() {
  return machine({{0, 0, "0-1"}, {0, 0, "2-3"}, {0, 0, "4-5"}, {0, 0, "6-7"}});
}

TEST(KoordinatorSharing, WholeCoresByTheSumOfTheirHolders) {
  const auto full = [](std::vector<uint16_t> refs, int cpus) {
    return ask(four_cores(),
               {.cpus = cpus, .bind = kFull, .max_ref_count = 3, .ref_counts = std::move(refs)})
        .cpus;
  };
  EXPECT_EQ(full({1, 0, 0, 0, 0, 0, 0, 0}, 2), "2-3");
  EXPECT_EQ(full({1, 1, 2, 0, 0, 1, 1, 1}, 2), "4-5");
  // two cores have the sum 2; the lower one is picked
  EXPECT_EQ(full({1, 1, 2, 0, 0, 1, 1, 1}, 4), "0-1,4-5");
  EXPECT_EQ(full({2, 2, 1, 2, 2, 2, 2, 2}, 8), "0-7");
}

TEST(KoordinatorSharing, SingleCpusByTheirHolders) {
  const auto spread = [](std::vector<uint16_t> refs, int cpus) {
    return ask(four_cores(),
               {.cpus = cpus, .bind = kSpread, .max_ref_count = 3, .ref_counts = std::move(refs)})
        .cpus;
  };
  // Each core is represented by its thread with the fewest holders.
  EXPECT_EQ(spread({1, 0, 0, 0, 0, 0, 0, 0}, 2), "1-2");
  EXPECT_EQ(spread({1, 1, 1, 0, 1, 1, 0, 0}, 3), "0,3,6");
  EXPECT_EQ(spread({1, 1, 1, 0, 1, 1, 0, 0}, 4), "0,3-4,6");
  // CPUs are spread over the cores first, then ordered by holders.
  EXPECT_EQ(spread({0, 0, 0, 0, 2, 2, 0, 1}, 4), "0,2,4,6");
  EXPECT_EQ(spread({0, 0, 1, 0, 2, 2, 0, 1}, 6), "0-4,6");
}

TEST(KoordinatorSharing, InTheLastStageToo) {
  // Five CPUs need both sockets. Cores are ordered by socket, then by
  // holders; core 0 is represented by CPU 1.
  const MachinePtr m = machine({{0, 0, "0-1"}, {0, 0, "2-3"}, {1, 1, "4-5"}, {1, 1, "6-7"}});
  EXPECT_EQ(
      ask(m,
          {.cpus = 5, .bind = kSpread, .max_ref_count = 2, .ref_counts = {1, 0, 0, 0, 0, 0, 0, 0}})
          .cpus,
      "1-4,6");
}

TEST(KoordinatorSharing, HoldersDoNotCountWithoutSharing) {
  for (const int max : {0, 1})
    EXPECT_EQ(ask(four_cores(), {.cpus = 2,
                                 .bind = kFull,
                                 .max_ref_count = max,
                                 .ref_counts = {9, 9, 0, 0, 0, 0, 0, 0}})
                  .cpus,
              "0-1");
}

TEST(KoordinatorSharing, CpusBeyondTheCountsHaveNone) {
  EXPECT_EQ(
      ask(four_cores(), {.cpus = 2, .bind = kFull, .max_ref_count = 2, .ref_counts = {1}}).cpus,
      "2-3");
  EXPECT_EQ(ask(four_cores(), {.cpus = 2, .bind = kFull, .max_ref_count = 2}).cpus, "0-1");
}

TEST(KoordinatorSharing, CountsAsLargeAsTheyGet) {
  const std::vector<uint16_t> refs = {65535, 65535, 65535, 65534, 65535, 65535, 65535, 65535};
  EXPECT_EQ(
      ask(four_cores(), {.cpus = 2, .bind = kFull, .max_ref_count = 70000, .ref_counts = refs})
          .cpus,
      "2-3");
}

TEST(KoordinatorSharing, OnlyAvailableThreadsCountForTheirCore) {
  // Two threads of two cores are free; the holders of CPUs 0 and 2 do not count.
  EXPECT_EQ(ask(four_cores(), {.cpus = 1,
                               .bind = kSpread,
                               .max_ref_count = 2,
                               .free = "1,3",
                               .ref_counts = {0, 1, 2, 0, 0, 0, 0, 0}})
                .cpus,
            "3");
}

TEST(KoordinatorSharing, OfACoreThatCountsAsWholeToo) {
  // Cores have one thread on average, so core 0 is whole with CPU 0
  // alone, and only the holders of CPU 0 count.
  const MachinePtr m = machine({{0, 0, "0-1"}, {0, 0, "2"}, {0, 0, "3"}});
  EXPECT_EQ(ask(m, {.cpus = 1,
                    .bind = kFull,
                    .max_ref_count = 2,
                    .profile = kUpstream,
                    .free = "0,2-3",
                    .ref_counts = {0, 2, 1, 1}})
                .cpus,
            "0");
}

TEST(KoordinatorSharing, NodesAreChosenBeforeHoldersAreLookedAt) {
  const MachinePtr m = machine({{0, 0, "0-1"}, {0, 0, "2-3"}, {1, 1, "4-5"}, {1, 1, "6-7"}});
  EXPECT_EQ(
      ask(m, {.cpus = 2, .bind = kFull, .max_ref_count = 2, .ref_counts = {1, 1, 1, 1, 0, 0, 0, 0}})
          .cpus,
      "0-1");
}

}  // namespace
}  // namespace koord::cpu::testing

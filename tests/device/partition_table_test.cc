// Partition tables: valid contents, and the partition that is chosen.
#include "device/gpu/partition_table.h"

#include <tuple>

#include "link_support.h"
#include "support/expect_error.h"

namespace koord::device::testing {
namespace {

constexpr DeviceMask kEight = 0xff;

PartitionTable hopper() { return *built_in_table("nvidia", "H100"); }

PartitionRequest asks(int count, DeviceMask used = 0) {
  PartitionRequest request;
  request.count = count;
  request.present = kEight;
  request.used = used;
  return request;
}

std::vector<int> taken(const PartitionTable &table, const PartitionRequest &request,
                       Profile profile = Profile::kSpec) {
  const PartitionChoice choice = pick_partition(table, request, profile);
  EXPECT_EQ(choice.partition == nullptr, choice.refusal != NoPartition::kNone);
  return choice.partition == nullptr ? std::vector<int>{} : list_of(choice.partition->minors);
}

TEST(PartitionTable, BuiltInForHopper) {
  for (const char *model : {"H100", "H800", "H20"}) {
    const auto table = built_in_table("", model);
    ASSERT_TRUE(table) << model;
    EXPECT_EQ(table->of(1)->size(), 8u);
    EXPECT_EQ(table->of(2)->size(), 4u);
    EXPECT_EQ(table->of(4)->size(), 2u);
    EXPECT_EQ(table->of(8)->size(), 1u);
    EXPECT_EQ(table->of(3), nullptr);
    EXPECT_EQ((*table->of(2))[3].minors, mask_of({6, 7}));
    EXPECT_EQ((*table->of(4))[1].minors, mask_of({4, 5, 6, 7}));
  }
  EXPECT_FALSE(built_in_table("nvidia", "A100"));
  EXPECT_FALSE(built_in_table("nvidia", ""));
  EXPECT_FALSE(built_in_table("huawei", "H100"));
}

TEST(PartitionTable, RefusesInvalidPartitions) {
  PartitionTable table;
  EXPECT_ERROR(table.add(2, {mask_of({0, 1, 2}), 0, 1}), Status::kInvalid,
               "partitions of 2 GPUs: a partition has 3 minors, expected 2");
  EXPECT_ERROR(table.add(0, {0, 0, 1}), Status::kInvalid, "partitions of 0 GPUs");
  EXPECT_ERROR(table.add(65, {~DeviceMask{0}, 0, 1}), Status::kInvalid, "partitions of 65 GPUs");
  for (size_t i = 0; i < kMaxPartitionsPerCount; ++i) table.add(1, {1, 0, 1});
  EXPECT_ERROR(table.add(1, {1, 0, 1}), Status::kLimit, "partitions of 1 GPUs: more than 1024");
  EXPECT_EQ(table.of(2), nullptr) << "nothing is kept of what was refused";
}

TEST(PartitionTable, PairsComeFromTheQuadInUse) {
  EXPECT_EQ(taken(hopper(), asks(2)), (std::vector{0, 1}));
  EXPECT_EQ(taken(hopper(), asks(2, mask_of({4}))), (std::vector{6, 7})) << "keeps the quad 0 to 3";
  EXPECT_EQ(taken(hopper(), asks(1, mask_of({4}))), (std::vector{5}));
  EXPECT_EQ(taken(hopper(), asks(1, mask_of({2, 4, 6, 7}))), (std::vector{3}))
      << "3 and 5 keep as much whole, and 3 is first";
  EXPECT_EQ(taken(hopper(), asks(4, mask_of({4}))), (std::vector{0, 1, 2, 3}));
}

TEST(PartitionTable, RefusalsHaveReasons) {
  const auto refusal = [](const PartitionTable &table, const PartitionRequest &request) {
    return pick_partition(table, request, Profile::kSpec).refusal;
  };
  EXPECT_EQ(refusal(PartitionTable(), asks(1)), NoPartition::kNoTable);
  EXPECT_EQ(refusal(hopper(), asks(3)), NoPartition::kCountNotInTable);
  EXPECT_EQ(refusal(hopper(), asks(0)), NoPartition::kCountNotInTable);
  EXPECT_EQ(refusal(hopper(), asks(-1)), NoPartition::kCountNotInTable);
  EXPECT_EQ(refusal(hopper(), asks(8, mask_of({7}))), NoPartition::kNoneFree);
}

TEST(PartitionTable, ADeviceThatIsAbsentBreaksItsPartition) {
  PartitionRequest request = asks(4);
  request.present = mask_of({0, 1, 2, 4, 5, 6, 7});
  EXPECT_EQ(taken(hopper(), request), (std::vector{4, 5, 6, 7}));
  request.present = mask_of({0, 1, 2, 3, 4, 5, 6});
  request.count = 2;
  // The second quad is incomplete, whichever pair is taken. A pair of
  // that quad leaves the first quad complete.
  EXPECT_EQ(taken(hopper(), request, Profile::kSpec), (std::vector{4, 5}));
  EXPECT_EQ(taken(hopper(), request, Profile::kUpstream), (std::vector{0, 1}))
      << "the peer thinks the quad with the absent device whole";
}

TEST(PartitionTable, RequiredDevicesAreInThePartition) {
  PartitionRequest request = asks(2);
  request.required = mask_of({5});
  EXPECT_EQ(taken(hopper(), request), (std::vector{4, 5}));
  request.required = mask_of({5, 6});
  EXPECT_EQ(taken(hopper(), request), (std::vector<int>{}));
}

// Three pairs with different scores and bandwidths.
PartitionTable scored() {
  PartitionTable table;
  table.add(2, {mask_of({0, 1}), 200, 1});
  table.add(2, {mask_of({2, 3}), 400, 5});
  table.add(2, {mask_of({4, 5}), 0, 5});
  return table;
}

TEST(PartitionTable, TheHighestScoreIsFirstAndUpstreamsIsLast) {
  EXPECT_EQ(taken(scored(), asks(2), Profile::kSpec), (std::vector{2, 3}));
  EXPECT_EQ(taken(scored(), asks(2), Profile::kUpstream), (std::vector{0, 1}));
  EXPECT_EQ(taken(scored(), asks(2, mask_of({2, 4})), Profile::kSpec), (std::vector{0, 1}));
  EXPECT_EQ(taken(scored(), asks(2, mask_of({0})), Profile::kUpstream), (std::vector{2, 3}));
}

TEST(PartitionTable, RestrictedStopsAtTheFirstScore) {
  PartitionRequest request = asks(2, mask_of({2, 4}));
  request.restricted = true;
  EXPECT_EQ(pick_partition(scored(), request, Profile::kSpec).refusal, NoPartition::kNoneFree);
  EXPECT_EQ(taken(scored(), request, Profile::kUpstream), (std::vector{0, 1}));
  request.used = mask_of({0});
  EXPECT_EQ(taken(scored(), request, Profile::kSpec), (std::vector{2, 3}));
  EXPECT_EQ(pick_partition(scored(), request, Profile::kUpstream).refusal, NoPartition::kNoneFree);
}

TEST(PartitionTable, BandwidthMustBeReportedAndSufficient) {
  PartitionRequest request = asks(2);
  request.ring_bandwidth = 200;
  EXPECT_EQ(taken(scored(), request, Profile::kUpstream), (std::vector{0, 1}));
  request.ring_bandwidth = 201;
  EXPECT_EQ(taken(scored(), request, Profile::kUpstream), (std::vector{2, 3}));
  request.used = mask_of({2});
  EXPECT_EQ(taken(scored(), request), (std::vector<int>{})) << "that of 4 and 5 is not told";
  request.ring_bandwidth = 0;
  EXPECT_EQ(taken(scored(), request), (std::vector{4, 5})) << "any will do";
}

TEST(PartitionTable, OnlyPartitionsOfTheFirstScoreAreKeptWhole) {
  PartitionTable table;
  for (int minor = 0; minor < 4; ++minor) table.add(1, {device_bit(minor), 0, 1});
  table.add(2, {mask_of({0, 1}), 0, 3});
  table.add(2, {mask_of({2, 3}), 0, 1});
  EXPECT_EQ(taken(table, asks(1), Profile::kSpec), (std::vector{2})) << "0 and 1 score 3";
  EXPECT_EQ(taken(table, asks(1), Profile::kUpstream), (std::vector{0})) << "2 and 3 score 1";
}

TEST(PartitionTable, EightInOnePieceAreWorthMoreThanFour) {
  PartitionTable table;
  table.add(2, {mask_of({0, 1}), 0, 1});
  table.add(2, {mask_of({8, 9}), 0, 1});
  table.add(4, {mask_of({8, 9, 10, 11}), 0, 1});
  table.add(8, {first_devices(8), 0, 1});
  PartitionRequest request = asks(2);
  request.present = first_devices(12);
  EXPECT_EQ(taken(table, request), (std::vector{8, 9}));
}

// Applies the rule literally to the partitions of a random table.
RC_GTEST_PROP(PartitionTable, IsTheFirstOfTheRule, ()) {
  const Profile profile = *rc::gen::element(Profile::kSpec, Profile::kUpstream);
  const int sign = profile == Profile::kSpec ? -1 : 1;
  PartitionTable table;
  for (const int count : {1, 2, 4}) {
    const int entries = *rc::gen::inRange(0, 6);
    for (int i = 0; i < entries; ++i) {
      DeviceMask minors = 0;
      while (width(minors) < count)
        minors |= device_bit(*rc::gen::resize(100, rc::gen::inRange(0, 8)));
      table.add(count, {minors, 0, *rc::gen::inRange(1, 4)});
    }
  }
  PartitionRequest request = asks(*rc::gen::element(1, 2, 4), 0);
  request.present = kEight & (~draw_subset(draw_subset(kEight)));
  request.used = draw_subset(draw_subset(kEight));
  request.restricted = *rc::gen::element(0, 1) != 0;
  const PartitionChoice choice = pick_partition(table, request, profile);
  const auto *partitions = table.of(request.count);
  if (partitions == nullptr) {
    RC_ASSERT(choice.partition == nullptr);
    return;
  }
  const auto first_of = [&](const std::vector<Partition> &list) {
    int first = sign * list.front().score;
    for (const Partition &entry : list) first = std::min(first, sign * entry.score);
    return sign * first;
  };
  const auto kept = [&](DeviceMask minors) {
    int64_t sum = 0;
    for (const int count : {2, 4}) {
      if (count < request.count || table.of(count) == nullptr) continue;
      for (const Partition &entry : *table.of(count)) {
        const bool whole = (entry.minors & (request.used | minors)) == 0;
        const bool there = profile == Profile::kUpstream || (entry.minors & ~request.present) == 0;
        if (whole && there && entry.score == first_of(*table.of(count)))
          sum += (count == 4 ? 100 : 1) * entry.score;
      }
    }
    return sum;
  };
  using Rank = std::tuple<int, int64_t, size_t>;
  std::optional<Rank> best;
  for (size_t i = 0; i < partitions->size(); ++i) {
    const Partition &entry = (*partitions)[i];
    if ((entry.minors & request.used) != 0 || (entry.minors & ~request.present) != 0) continue;
    if (request.restricted && entry.score != first_of(*partitions)) continue;
    const Rank rank{sign * entry.score, -kept(entry.minors), i};
    if (!best || rank < *best) best = rank;
  }
  RC_ASSERT(best.has_value() == (choice.partition != nullptr));
  if (best) RC_ASSERT(choice.partition == &(*partitions)[std::get<2>(*best)]);
}

}  // namespace
}  // namespace koord::device::testing

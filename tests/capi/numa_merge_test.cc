#include <cstring>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

// Two NUMA nodes; CPUs fit either, memory only the second.
class NumaMerge : public ::testing::Test {
 protected:
  NumaMerge() {
    options_ = KOORD_INIT(koord_numa_options);
    options_.policy = KOORD_NUMA_POLICY_RESTRICTED;
  }

  koord_status merge(koord_error *err = nullptr) {
    return koord_numa_merge(&options_, places_.data(), sizeof places_[0], places_.size(),
                            distances_, lists_.data(), sizeof lists_[0], lists_.size(),
                            hints_.data(), sizeof hints_[0], hints_.size(), names_.data(),
                            names_.size(), &out_, text_, capacity_, &needed_, err);
  }
  // The reasons, asked for as C programs do: once for the length, once for the text.
  std::string reasons() {
    EXPECT_EQ(merge(), KOORD_OK);
    std::vector<char> text(needed_ + 1, 'x');
    text_ = text.data();
    capacity_ = text.size();
    EXPECT_EQ(merge(), KOORD_OK);
    text_ = nullptr;
    capacity_ = 0;
    EXPECT_EQ(std::strlen(text.data()), needed_);
    return text.data();
  }
  void make_places(int count) {
    places_.clear();
    for (int i = 0; i < count; ++i) places_.push_back({i, KOORD_NUMA_USE_IDLE});
  }

  koord_numa_options options_;
  std::vector<koord_numa_place> places_{{0, KOORD_NUMA_USE_IDLE}, {1, KOORD_NUMA_USE_IDLE}};
  const uint32_t *distances_ = nullptr;
  std::vector<koord_numa_hint> hints_{{0b01, 5, KOORD_NUMA_HINT_PREFERRED, 0},
                                      {0b10, 5, KOORD_NUMA_HINT_PREFERRED, 0},
                                      {0b11, 5, 0, 0},
                                      {0b10, 7, KOORD_NUMA_HINT_PREFERRED, 0}};
  std::vector<koord_numa_hint_list> lists_{{0, 3, 0, 3, 0, KOORD_NUMA_HINT_KIND_HINTS},
                                           {3, 1, 3, 6, 1, KOORD_NUMA_HINT_KIND_HINTS}};
  std::string names_ = "cpumemory";
  koord_numa_merged out_{1, 2, 3, 4};
  char *text_ = nullptr;
  size_t capacity_ = 0;
  size_t needed_ = 77;
};

TEST_F(NumaMerge, AnswersUnderEveryProfile) {
  for (const koord_profile profile :
       {KOORD_PROFILE_SPEC, KOORD_PROFILE_UPSTREAM, KOORD_PROFILE_KUBELET}) {
    options_.profile = profile;
    EXPECT_EQ(reasons(), "");
    EXPECT_EQ(out_.nodes, 0b10u);
    EXPECT_EQ(out_.flags,
              static_cast<uint32_t>(KOORD_NUMA_MERGED_ADMIT | KOORD_NUMA_MERGED_PREFERRED |
                                    KOORD_NUMA_MERGED_AFFINITY));
    EXPECT_EQ(out_.score, profile == KOORD_PROFILE_KUBELET ? 0 : 12);
    EXPECT_EQ(out_.reason, KOORD_REASON_NONE);
  }
}

TEST_F(NumaMerge, RefusalsHaveTheWordsOfTheProfile) {
  options_.policy = KOORD_NUMA_POLICY_SINGLE_NUMA_NODE;
  hints_[3].nodes = 0b11;
  EXPECT_EQ(reasons(),
            "no single NUMA node suits cpu and memory: cpu could have 0, 1, 0+1; "
            "memory could have 0+1");
  EXPECT_EQ(out_.reason, KOORD_REASON_NUMA_UNALIGNED);
  EXPECT_EQ(out_.flags, static_cast<uint32_t>(KOORD_NUMA_MERGED_UNSATISFIED));
  options_.profile = KOORD_PROFILE_KUBELET;
  EXPECT_EQ(reasons(), "Resources cannot be allocated with Topology locality");
  EXPECT_STREQ(koord_reason_get_name(out_.reason, KOORD_PROFILE_KUBELET), "TopologyAffinityError");
  options_.profile = KOORD_PROFILE_UPSTREAM;
  EXPECT_EQ(reasons(),
            "Unaligned NUMA Hint cause cpu prefer [01 10] among [01 10 11],"
            "memory prefer [11] among [11]");
  lists_[0] = {0, 0, 0, 3, 0, KOORD_NUMA_HINT_KIND_UNSATISFIABLE};
  EXPECT_EQ(reasons(), "Unsatisfied NUMA cpu");
  EXPECT_EQ(out_.reason, KOORD_REASON_NUMA_UNSATISFIED);
}

TEST_F(NumaMerge, ExclusivityIsARefusalOfItsOwn) {
  options_.exclusive = KOORD_NUMA_EXCLUSIVE_REQUIRED;
  places_ = {{3, KOORD_NUMA_USE_IDLE}, {900, KOORD_NUMA_USE_SHARED}};
  EXPECT_EQ(reasons(), "NUMA nodes 900 would do, but are used by pods that span NUMA nodes");
  EXPECT_EQ(out_.reason, KOORD_REASON_NUMA_EXCLUSIVE);
  options_.exclusive = KOORD_NUMA_EXCLUSIVE_PREFERRED;
  EXPECT_EQ(reasons(), "");
}

TEST_F(NumaMerge, UpstreamStopsAtAMillionCombinations) {
  options_.profile = KOORD_PROFILE_UPSTREAM;
  lists_.assign(20, {0, 3, 0, 3, 0, KOORD_NUMA_HINT_KIND_HINTS});
  EXPECT_EQ(reasons(), "too many combinations of NUMA hints to find the best among them");
  EXPECT_EQ(out_.reason, KOORD_REASON_SEARCH_LIMIT);
  EXPECT_EQ(out_.flags & KOORD_NUMA_MERGED_ADMIT, 0u);
}

TEST_F(NumaMerge, TheClosestNodes) {
  make_places(3);
  const uint32_t distances[] = {10, 30, 12, 30, 10, 30, 12, 30, 10};
  hints_ = {{0b011, 0, KOORD_NUMA_HINT_PREFERRED, 0}, {0b101, 0, KOORD_NUMA_HINT_PREFERRED, 0}};
  lists_ = {{0, 2, 0, 3, 0, KOORD_NUMA_HINT_KIND_HINTS}};
  ASSERT_EQ(merge(), KOORD_OK);
  EXPECT_EQ(out_.nodes, 0b011u);
  options_.flags = KOORD_NUMA_MERGE_PREFER_CLOSEST;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "distances: is NULL");
  distances_ = distances;
  ASSERT_EQ(merge(), KOORD_OK);
  EXPECT_EQ(out_.nodes, 0b101u);
}

TEST_F(NumaMerge, NothingSaidNothingAsked) {
  EXPECT_EQ(koord_numa_merge(&options_, nullptr, 0, 0, nullptr, nullptr, 0, 0, nullptr, 0, 0,
                             nullptr, 0, &out_, nullptr, 0, nullptr, nullptr),
            KOORD_OK);
  EXPECT_EQ(out_.nodes, 0u);
  EXPECT_EQ(out_.flags,
            static_cast<uint32_t>(KOORD_NUMA_MERGED_ADMIT | KOORD_NUMA_MERGED_PREFERRED));
}

TEST_F(NumaMerge, MaxNodes) {
  make_places(9);
  EXPECT_EQ(merge(), KOORD_OK);
  options_.max_nodes = 8;
  EXPECT_FAILS(merge(&err), KOORD_E_LIMIT, "places: 9, at most 8");
  options_.max_nodes = 0;
  options_.profile = KOORD_PROFILE_KUBELET;
  EXPECT_FAILS(merge(&err), KOORD_E_LIMIT, "unsupported on machines with more than 8 NUMA Nodes");
  options_.max_nodes = 7;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID,
               "the minimum value of \"max-allowable-numa-nodes\" should not be less than 8");
  options_.max_nodes = UINT32_MAX;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "options.max_nodes");
  options_.max_nodes = 9;
  EXPECT_EQ(merge(), KOORD_OK);
  options_.max_nodes = 7;
  options_.policy = KOORD_NUMA_POLICY_NONE;
  EXPECT_EQ(merge(), KOORD_OK);
  make_places(65);
  EXPECT_FAILS(merge(&err), KOORD_E_LIMIT, "places: 65, at most 64");
}

TEST_F(NumaMerge, FailuresWriteNothing) {
  options_.policy = 5;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "options.policy: 5 is unknown, expected 0 to 4");
  EXPECT_EQ(out_.nodes, 1u);
  EXPECT_EQ(out_.reason, 4);
  EXPECT_EQ(needed_, 77u);
}

TEST_F(NumaMerge, ShortTextIsNoSpace) {
  hints_[3].nodes = 0b01;
  hints_[3].flags = 0;
  char text[8] = "before";
  text_ = text;
  capacity_ = sizeof text;
  EXPECT_FAILS(merge(&err), KOORD_E_NO_SPACE, "text: needs");
  EXPECT_STREQ(text, "before");
  EXPECT_GT(needed_, sizeof text);
  EXPECT_EQ(out_.nodes, 1u);
  text_ = nullptr;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "text: is NULL");
}

TEST_F(NumaMerge, NullArguments) {
  EXPECT_FAILS(koord_numa_merge(nullptr, nullptr, 0, 0, nullptr, nullptr, 0, 0, nullptr, 0, 0,
                                nullptr, 0, &out_, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "options: is NULL");
  EXPECT_FAILS(koord_numa_merge(&options_, nullptr, 0, 0, nullptr, nullptr, 0, 0, nullptr, 0, 0,
                                nullptr, 0, nullptr, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "out: is NULL");
  EXPECT_FAILS(koord_numa_merge(&options_, nullptr, 8, 1, nullptr, nullptr, 0, 0, nullptr, 0, 0,
                                nullptr, 0, &out_, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "places: is NULL");
  EXPECT_FAILS(koord_numa_merge(&options_, nullptr, 0, 0, nullptr, nullptr, 24, 1, nullptr, 0, 0,
                                nullptr, 0, &out_, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "lists: is NULL");
  EXPECT_FAILS(koord_numa_merge(&options_, nullptr, 0, 0, nullptr, nullptr, 0, 0, nullptr, 24, 1,
                                nullptr, 0, &out_, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "hints: is NULL");
  EXPECT_FAILS(koord_numa_merge(&options_, nullptr, 0, 0, nullptr, nullptr, 0, 0, nullptr, 0, 0,
                                nullptr, 3, &out_, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "names: is NULL");
}

TEST_F(NumaMerge, OptionsAreChecked) {
  const koord_numa_options good = options_;
  options_.flags = 2;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "options.flags");
  options_ = good;
  options_.profile = 3;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "options.profile");
  options_ = good;
  options_.exclusive = -1;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "options.exclusive");
  options_ = good;
  options_.struct_size = 0;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "options.struct_size");
}

TEST_F(NumaMerge, PlacesAreChecked) {
  places_[1].node = 0;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "places[1].node: 0, expected ascending");
  places_[0].node = -1;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "places[0].node: -1");
  places_ = {{0, 0}, {64, 0}};
  EXPECT_EQ(merge(), KOORD_OK);
  options_.profile = KOORD_PROFILE_UPSTREAM;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "places[1].node: 64");
  places_ = {{0, 0}, {1, 3}};
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "places[1].use: 3 is unknown, expected 0 to 2");
}

TEST_F(NumaMerge, HintsAreChecked) {
  const auto good = hints_;
  hints_[2].nodes = 0b111;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "hints[2].nodes: bit 2 is set, there are 2 places");
  hints_ = good;
  hints_[0].flags = KOORD_NUMA_HINT_NO_AFFINITY;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "hints[0].nodes: must be 0 without affinity");
  hints_[0].flags = 4;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "hints[0].flags");
  hints_ = good;
  hints_[1].score = INT64_MIN;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "hints[1].score");
  hints_ = good;
  hints_[3].reserved = 1;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "hints[3].reserved");
}

TEST_F(NumaMerge, ListsAreChecked) {
  const auto good = lists_;
  lists_[1].first_hint = 4;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID,
               "lists[1].first_hint: 4 and 1 more, there are 4 hints");
  lists_[1].first_hint = UINT32_MAX;
  lists_[1].hint_count = UINT32_MAX;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "lists[1].first_hint");
  lists_ = good;
  lists_[1].name_length = 7;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "lists[1].name_offset");
  lists_ = good;
  lists_[0].opinion = 3;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "lists[0].opinion");
  lists_ = good;
  lists_[0].opinion = KOORD_NUMA_HINT_KIND_NO_PREFERENCE;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "lists[0].hint_count: 3");
  lists_ = good;
  lists_[0].provider = 2;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "lists[1].provider: 1 after 2");
  lists_.assign(257, {0, 0, 0, 0, 0, KOORD_NUMA_HINT_KIND_NO_PREFERENCE});
  EXPECT_FAILS(merge(&err), KOORD_E_LIMIT, "lists: 257, at most 256");
  lists_ = good;
  names_ = "cpu\xFFmemor";
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "names: byte 3 is not UTF-8");
}

// Many lists over the same hints are more work than the hints are bytes.
TEST_F(NumaMerge, HintsOfAllListsAreBounded) {
  hints_.assign(65536, {0b01, 0, KOORD_NUMA_HINT_PREFERRED, 0});
  lists_.assign(64, {0, 65536, 0, 3, 0, KOORD_NUMA_HINT_KIND_HINTS});
  for (const koord_profile profile : {KOORD_PROFILE_SPEC, KOORD_PROFILE_KUBELET}) {
    options_.profile = profile;
    EXPECT_EQ(merge(), KOORD_OK);
    EXPECT_EQ(out_.nodes, 1u);
  }
  lists_.push_back(lists_[0]);
  EXPECT_FAILS(merge(&err), KOORD_E_LIMIT, "hints of all lists: 4259840, at most 4194304");
}

TEST_F(NumaMerge, Strides) {
  const auto call = [&](size_t places, size_t lists, size_t hints, koord_error *err) {
    return koord_numa_merge(&options_, places_.data(), places, 1, nullptr, lists_.data(), lists, 1,
                            hints_.data(), hints, 1, names_.data(), names_.size(), &out_, nullptr,
                            0, nullptr, err);
  };
  EXPECT_FAILS(call(4, 24, 24, &err), KOORD_E_INVALID, "places: stride 4");
  EXPECT_FAILS(call(8, 23, 24, &err), KOORD_E_INVALID, "lists: stride 23");
  EXPECT_FAILS(call(8, 24, 28, &err), KOORD_E_INVALID, "hints: stride 28");
}

TEST_F(NumaMerge, RowsOfNewerCallers) {
  struct Newer {
    koord_numa_hint hint;
    uint64_t newer;
  };
  std::vector<Newer> rows;
  for (const koord_numa_hint &hint : hints_) rows.push_back({hint, 0});
  const auto call = [&](koord_error *err) {
    return koord_numa_merge(&options_, places_.data(), sizeof places_[0], places_.size(), nullptr,
                            lists_.data(), sizeof lists_[0], lists_.size(), &rows[0].hint,
                            sizeof rows[0], rows.size(), names_.data(), names_.size(), &out_,
                            nullptr, 0, nullptr, err);
  };
  EXPECT_EQ(call(nullptr), KOORD_OK);
  EXPECT_EQ(out_.nodes, 0b10u);
  rows[2].newer = 1;
  EXPECT_FAILS(call(&err), KOORD_E_INVALID, "byte 24 is set, this version knows the first 24");
}

}  // namespace
}  // namespace koord::testing

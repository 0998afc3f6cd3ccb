#include <cstring>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

// Two NUMA nodes; CPUs fit on either, memory only on the second.
class NumaMerge : public ::testing::Test {
 protected:
  struct List {
    std::string name;
    int32_t provider;
    koord_numa_hint_kind kind;
    std::vector<koord_numa_hint> hints;
  };

  NumaMerge() {
    options_ = KOORD_INIT(koord_numa_options);
    options_.policy = KOORD_NUMA_POLICY_RESTRICTED;
  }

  koord_status merge(koord_error *err = nullptr) {
    fill();
    return koord_numa_merge(&options_, said_.get(), &out_, text_, capacity_, &needed_, err);
  }
  void fill() {
    koord_error err{};
    EXPECT_EQ(koord_numa_hints_reset(said_.get(), &err), KOORD_OK);
    EXPECT_EQ(koord_numa_hints_set_nodes(said_.get(), places_.data(), sizeof places_[0],
                                         places_.size(), distances_, &err),
              KOORD_OK)
        << err.message;
    for (const List &list : lists_) {
      koord_numa_hint_list row = KOORD_INIT(koord_numa_hint_list);
      row.provider = list.provider;
      row.kind = list.kind;
      EXPECT_EQ(koord_numa_hints_add_list(said_.get(), &row, list.name.data(), list.name.size(),
                                          list.hints.data(), sizeof list.hints[0],
                                          list.hints.size(), &err),
                KOORD_OK)
          << err.message;
    }
  }
  // Reads the reasons as C programs do: first the length, then the text.
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

  const NumaHintsPtr said_ = new_numa_hints();
  koord_numa_options options_;
  std::vector<koord_numa_place> places_{{0, KOORD_NUMA_USE_IDLE}, {1, KOORD_NUMA_USE_IDLE}};
  const uint32_t *distances_ = nullptr;
  std::vector<List> lists_{
      {"cpu",
       0,
       KOORD_NUMA_HINT_KIND_HINTS,
       {{0b01, 5, KOORD_NUMA_HINT_PREFERRED, 0},
        {0b10, 5, KOORD_NUMA_HINT_PREFERRED, 0},
        {0b11, 5, 0, 0}}},
      {"memory", 1, KOORD_NUMA_HINT_KIND_HINTS, {{0b10, 7, KOORD_NUMA_HINT_PREFERRED, 0}}}};
  koord_numa_hint &memory_ = lists_[1].hints[0];
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
  memory_.nodes = 0b11;
  EXPECT_EQ(reasons(),
            "no single NUMA node suits cpu and memory: cpu fits on 0, 1, 0+1; "
            "memory fits on 0+1");
  EXPECT_EQ(out_.reason, KOORD_REASON_NUMA_UNALIGNED);
  EXPECT_EQ(out_.flags, static_cast<uint32_t>(KOORD_NUMA_MERGED_UNSATISFIED));
  options_.profile = KOORD_PROFILE_KUBELET;
  EXPECT_EQ(reasons(), "Resources cannot be allocated with Topology locality");
  EXPECT_STREQ(koord_reason_get_name(out_.reason, KOORD_PROFILE_KUBELET), "TopologyAffinityError");
  options_.profile = KOORD_PROFILE_UPSTREAM;
  EXPECT_EQ(reasons(),
            "Unaligned NUMA Hint cause cpu prefer [01 10] among [01 10 11],"
            "memory prefer [11] among [11]");
  lists_[0] = {"cpu", 0, KOORD_NUMA_HINT_KIND_UNSATISFIABLE, {}};
  EXPECT_EQ(reasons(), "Unsatisfied NUMA cpu");
  EXPECT_EQ(out_.reason, KOORD_REASON_NUMA_UNSATISFIED);
}

TEST_F(NumaMerge, ExclusivityIsARefusalOfItsOwn) {
  options_.exclusive = KOORD_NUMA_EXCLUSIVE_REQUIRED;
  places_ = {{3, KOORD_NUMA_USE_IDLE}, {900, KOORD_NUMA_USE_SHARED}};
  EXPECT_EQ(reasons(), "NUMA nodes 900 are suitable, but are used by pods on several NUMA nodes");
  EXPECT_EQ(out_.reason, KOORD_REASON_NUMA_EXCLUSIVE);
  options_.exclusive = KOORD_NUMA_EXCLUSIVE_PREFERRED;
  EXPECT_EQ(reasons(), "");
}

TEST_F(NumaMerge, UpstreamStopsAtAMillionCombinations) {
  options_.profile = KOORD_PROFILE_UPSTREAM;
  lists_.assign(20, List(lists_[0]));
  EXPECT_EQ(reasons(), "there are too many combinations of NUMA hints to search");
  EXPECT_EQ(out_.reason, KOORD_REASON_SEARCH_LIMIT);
  EXPECT_EQ(out_.flags & KOORD_NUMA_MERGED_ADMIT, 0u);
}

TEST_F(NumaMerge, TheClosestNodes) {
  make_places(3);
  const uint32_t distances[] = {10, 30, 12, 30, 10, 30, 12, 30, 10};
  lists_.pop_back();
  lists_[0].hints = {{0b011, 0, KOORD_NUMA_HINT_PREFERRED, 0},
                     {0b101, 0, KOORD_NUMA_HINT_PREFERRED, 0}};
  ASSERT_EQ(merge(), KOORD_OK);
  EXPECT_EQ(out_.nodes, 0b011u);
  options_.flags = KOORD_NUMA_MERGE_PREFER_CLOSEST;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "hints: no distances");
  distances_ = distances;
  ASSERT_EQ(merge(), KOORD_OK);
  EXPECT_EQ(out_.nodes, 0b101u);
}

TEST_F(NumaMerge, WithoutHintsEveryNodeIsAdmitted) {
  options_.flags = KOORD_NUMA_MERGE_PREFER_CLOSEST;  // has no effect without hints
  EXPECT_EQ(koord_numa_merge(&options_, said_.get(), &out_, nullptr, 0, nullptr, nullptr),
            KOORD_OK);
  EXPECT_EQ(out_.nodes, 0u);
  EXPECT_EQ(out_.flags,
            static_cast<uint32_t>(KOORD_NUMA_MERGED_ADMIT | KOORD_NUMA_MERGED_PREFERRED));
}

TEST_F(NumaMerge, MaxNodes) {
  make_places(9);
  EXPECT_EQ(merge(), KOORD_OK);
  options_.max_nodes = 8;
  EXPECT_FAILS(merge(&err), KOORD_E_LIMIT, "hints: 9 NUMA nodes, at most 8");
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
}

TEST_F(NumaMerge, NumbersOfNodesThatPeersHave) {
  places_ = {{0, 0}, {64, 0}};
  EXPECT_EQ(merge(), KOORD_OK);
  for (const koord_profile profile : {KOORD_PROFILE_UPSTREAM, KOORD_PROFILE_KUBELET}) {
    options_.profile = profile;
    EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "hints: NUMA node 64, expected numbers below 64");
  }
}

TEST_F(NumaMerge, FailuresWriteNothing) {
  options_.policy = 5;
  EXPECT_FAILS(merge(&err), KOORD_E_INVALID, "options.policy: 5 is unknown, expected 0 to 4");
  EXPECT_EQ(out_.nodes, 1u);
  EXPECT_EQ(out_.reason, 4);
  EXPECT_EQ(needed_, 77u);
}

TEST_F(NumaMerge, ShortTextIsNoSpace) {
  memory_.nodes = 0b01;
  memory_.flags = 0;
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
  EXPECT_FAILS(koord_numa_merge(nullptr, said_.get(), &out_, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "options: is NULL");
  EXPECT_FAILS(koord_numa_merge(&options_, nullptr, &out_, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "hints: is NULL");
  EXPECT_FAILS(koord_numa_merge(&options_, said_.get(), nullptr, nullptr, 0, nullptr, &err),
               KOORD_E_INVALID, "out: is NULL");
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

// A failed call leaves the handle unchanged, so later merges give equal results.
TEST_F(NumaMerge, HintsOfOneHandleServeManyMerges) {
  fill();
  for (const koord_profile profile :
       {KOORD_PROFILE_SPEC, KOORD_PROFILE_UPSTREAM, KOORD_PROFILE_KUBELET}) {
    options_.profile = profile;
    ASSERT_EQ(koord_numa_merge(&options_, said_.get(), &out_, nullptr, 0, nullptr, nullptr),
              KOORD_OK);
    EXPECT_EQ(out_.nodes, 0b10u);
    koord_numa_hint wild{0b100, 0, 0, 0};
    koord_numa_hint_list list = KOORD_INIT(koord_numa_hint_list);
    list.provider = 1;
    EXPECT_FAILS(koord_numa_hints_add_list(said_.get(), &list, "x", 1, &wild, sizeof wild, 1, &err),
                 KOORD_E_INVALID, "rows[0].nodes");
  }
}

}  // namespace
}  // namespace koord::testing

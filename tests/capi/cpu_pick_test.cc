#include "capi/capi_support.h"

namespace koord::testing {
namespace {

class CpuPick : public ::testing::Test {
 protected:
  CpuPick() {
    request_ = KOORD_INIT(koord_cpu_request);
    request_.words = 2;
    request_.grant_stride = sizeof(koord_numa_grant);
  }

  koord_status pick(koord_error *err = nullptr) {
    std::vector<uint64_t> sets = available_;
    for (const std::vector<uint64_t> &set : more_) sets.insert(sets.end(), set.begin(), set.end());
    request_.grant_count = static_cast<uint32_t>(grants_.size());
    return koord_cpu_pick(topology_.get(), &request_, sets.data(), nullptr, grants_.data(), picked_,
                          &refusal_, err);
  }
  // Appends a set.
  void add(koord_pick_set_flags flag, const char *list) {
    request_.sets |= flag;
    more_.push_back(set_words(list, 2));
  }
  std::string picked(uint32_t cpus) {
    request_.cpus = cpus;
    koord_error err{};
    EXPECT_EQ(pick(&err), KOORD_OK) << err.message;
    return list_of(picked_, 2);
  }

  TopologyPtr topology_ = two_sockets();
  koord_cpu_request request_;
  std::vector<uint64_t> available_ = set_words("0-15", 2);
  std::vector<std::vector<uint64_t>> more_;
  std::vector<koord_numa_grant> grants_;
  uint64_t picked_[2] = {7, 7};
  koord_refusal refusal_{};
};

TEST_F(CpuPick, FullPcpusGivesWholeCores) {
  request_.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  EXPECT_EQ(picked(4), "0-1,8-9");
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
}

TEST_F(CpuPick, SpreadGivesOneCpuPerCore) {
  request_.bind_policy = KOORD_BIND_POLICY_SPREAD_BY_PCPUS;
  EXPECT_EQ(picked(4), "0-3");
}

TEST_F(CpuPick, PreferredCpusComeFirst) {
  request_.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  add(KOORD_PICK_SET_PREFERRED, "6,14");
  EXPECT_EQ(picked(2), "6,14");
}

TEST_F(CpuPick, ExclusivePodsAvoidHeldCores) {
  request_.bind_policy = KOORD_BIND_POLICY_SPREAD_BY_PCPUS;
  request_.exclusive_policy = KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL;
  available_ = set_words("1-15", 2);
  add(KOORD_PICK_SET_CORE_HELD, "0");
  EXPECT_EQ(picked(3), "1-3");
}

// Each set is at the position given by the mask, whichever other sets are present.
TEST_F(CpuPick, SetsFollowInTheOrderOfTheirFlags) {
  request_.bind_policy = KOORD_BIND_POLICY_SPREAD_BY_PCPUS;
  request_.exclusive_policy = KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL;
  add(KOORD_PICK_SET_NODE_HELD, "0");
  EXPECT_EQ(picked(2), "4-5");
  more_.clear();
  request_.sets = 0;
  add(KOORD_PICK_SET_PREFERRED, "7");
  add(KOORD_PICK_SET_CORE_HELD, "");
  add(KOORD_PICK_SET_NODE_HELD, "0");
  EXPECT_EQ(picked(2), "4,7");
  request_.exclusive_policy = KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL;
  more_ = {set_words("7", 2), set_words("0-1", 2), set_words("", 2)};
  EXPECT_EQ(picked(1), "7");
  more_ = {set_words("", 2), set_words("0-1", 2), set_words("", 2)};
  EXPECT_EQ(picked(2), "2-3");
}

TEST_F(CpuPick, ReportsTheAmountOfEachHintedNode) {
  request_.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  grants_ = {{-1, 99, 1, 0}};
  EXPECT_EQ(picked(4), "4-5,12-13");
  EXPECT_EQ(grants_[0].granted_milli, 4000);
  EXPECT_EQ(grants_[0].numa_node, 1);
}

TEST_F(CpuPick, RefusesAsAValue) {
  EXPECT_EQ(picked(17), "");
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NOT_ENOUGH_CPUS);
  EXPECT_EQ(refusal_.needed, 17);
  EXPECT_EQ(refusal_.best, 16);
  EXPECT_EQ(refusal_.profile, KOORD_PROFILE_SPEC);
  request_.profile = KOORD_PROFILE_UPSTREAM;
  EXPECT_EQ(picked(17), "");
  EXPECT_EQ(refusal_.profile, KOORD_PROFILE_UPSTREAM);
  grants_ = {{-1, 99, 1, 0}};
  EXPECT_EQ(picked(9), "");
  EXPECT_NE(refusal_.reason, KOORD_REASON_NONE);
  EXPECT_EQ(grants_[0].granted_milli, 0);
}

TEST_F(CpuPick, ARequestForNoCpusIsGrantedNone) {
  EXPECT_EQ(picked(0), "");
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
}

TEST_F(CpuPick, IgnoresCpusTheMachineLacks) {
  available_ = {uint64_t{1} << 20 | 1, ~uint64_t{0}};
  EXPECT_EQ(picked(1), "0");
  EXPECT_EQ(picked(2), "");
  EXPECT_EQ(refusal_.best, 1);
}

TEST_F(CpuPick, WithoutSetsAllCpusAreAvailable) {
  request_.cpus = 4;
  request_.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  ASSERT_EQ(koord_cpu_pick(topology_.get(), &request_, nullptr, nullptr, nullptr, picked_,
                           &refusal_, nullptr),
            KOORD_OK);
  EXPECT_EQ(list_of(picked_, 2), picked(4));
  request_.cpus = 17;
  ASSERT_EQ(koord_cpu_pick(topology_.get(), &request_, nullptr, nullptr, nullptr, picked_,
                           &refusal_, nullptr),
            KOORD_OK);
  EXPECT_EQ(refusal_.best, 16);
}

TEST_F(CpuPick, OutMayBeAnInput) {
  request_.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  request_.cpus = 2;
  ASSERT_EQ(koord_cpu_pick(topology_.get(), &request_, available_.data(), nullptr, nullptr,
                           available_.data(), &refusal_, nullptr),
            KOORD_OK);
  EXPECT_EQ(list_of(available_), "0,8");
}

TEST_F(CpuPick, ChecksNumbersAndFlags) {
  const auto fails = [&](auto change, const char *fragment) {
    const koord_cpu_request before = request_;
    change(request_);
    EXPECT_FAILS(pick(&err), KOORD_E_INVALID, fragment);
    request_ = before;
  };
  fails([](auto &r) { r.flags = 4; }, "request.flags");
  fails([](auto &r) { r.profile = KOORD_PROFILE_KUBELET; }, "koord_kubelet_pick");
  fails([](auto &r) { r.profile = 3; }, "request.profile");
  fails([](auto &r) { r.profile = -1; }, "request.profile");
  fails([](auto &r) { r.bind_policy = 3; }, "request.bind_policy");
  fails([](auto &r) { r.exclusive_policy = 4; }, "request.exclusive_policy");
  fails([](auto &r) { r.numa_strategy = -1; }, "request.numa_strategy");
  fails([](auto &r) { r.numa_strategy = 4; }, "request.numa_strategy");
  fails([](auto &r) { r.cpus = UINT32_MAX; }, "request.cpus");
  fails([](auto &r) { r.max_ref_count = UINT32_MAX; }, "request.max_ref_count");
  fails([](auto &r) { r.sets = 8; }, "request.sets");
  EXPECT_EQ(picked_[0], 7u) << "nothing is changed on failure";
}

TEST_F(CpuPick, ChecksTheGrants) {
  const auto fails = [&](std::vector<koord_numa_grant> grants, const char *fragment) {
    grants_ = std::move(grants);
    EXPECT_FAILS(pick(&err), KOORD_E_INVALID, fragment);
  };
  fails({{-1, 0, 2, 0}}, "grants[0].numa_node: the machine has no NUMA node 2");
  fails({{-1, 0, -1, 0}}, "grants[0].numa_node");
  fails({{-1, 0, 0, 0}, {-1, 0, 0, 0}}, "grants[1].numa_node: 0 after 0");
  fails({{-1, 0, 1, 0}, {-1, 0, 0, 0}}, "grants[1].numa_node: 0 after 1");
  fails({{-1, 0, 1, 1}}, "grants[0].reserved");
}

TEST_F(CpuPick, NeedsWordsForTheWholeMachine) {
  request_.words = 0;
  EXPECT_FAILS(pick(&err), KOORD_E_NO_SPACE, "request.words: found 0, this machine needs 1");
}

// Sizes and strides in the struct may have any value.
TEST_F(CpuPick, WildSizesAreRefused) {
  grants_ = {{-1, 0, 0, 0}};
  request_.cpus = 2;
  for (const uint32_t words : {129u, 1u << 28, uint32_t{INT32_MAX} + 1, UINT32_MAX}) {
    request_.words = words;
    EXPECT_FAILS(pick(&err), KOORD_E_LIMIT, "request.words: found " + std::to_string(words));
  }
  request_.words = 2;
  for (const uint32_t stride : {0u, 8u, 23u, 4097u, 1u << 31, UINT32_MAX}) {
    request_.grant_stride = stride;
    EXPECT_FAILS(pick(&err), KOORD_E_INVALID, "request.grant_stride: " + std::to_string(stride));
  }
  request_.grant_stride = sizeof(koord_numa_grant);
  for (const uint32_t count : {3u, 1025u, uint32_t{INT32_MAX}, UINT32_MAX}) {
    request_.grant_count = count;
    EXPECT_FAILS(koord_cpu_pick(topology_.get(), &request_, available_.data(), nullptr,
                                grants_.data(), picked_, &refusal_, &err),
                 KOORD_E_INVALID, "request.grant_count: " + std::to_string(count));
  }
  EXPECT_EQ(picked_[0], 7u) << "nothing is changed on failure";
  EXPECT_EQ(picked(2), "0-1");
}

TEST_F(CpuPick, GrantsHaveAStride) {
  struct Newer {
    koord_numa_grant grant;
    uint64_t newer;
  };
  Newer rows[] = {{{-1, 99, 0, 0}, 0}, {{2000, 99, 1, 0}, 0}};
  request_.grant_stride = sizeof rows[0];
  request_.grant_count = 2;
  request_.cpus = 10;
  const auto call = [&](koord_error *err) {
    return koord_cpu_pick(topology_.get(), &request_, available_.data(), nullptr, &rows[0].grant,
                          picked_, &refusal_, err);
  };
  ASSERT_EQ(call(nullptr), KOORD_OK);
  EXPECT_EQ(rows[0].grant.granted_milli, 8000);
  EXPECT_EQ(rows[1].grant.granted_milli, 2000);
  rows[1].newer = 1;
  EXPECT_FAILS(call(&err), KOORD_E_INVALID, "grants[1]: byte 24 is set");
}

TEST_F(CpuPick, TakesAHintOverManyNodes) {
  topology_ = from_rows(machine_rows(40, 1, 1));
  available_ = set_words("0-39", 2);
  for (int node = 0; node < 40; ++node) grants_.push_back({-1, 0, node, 0});
  request_.numa_strategy = KOORD_NUMA_STRATEGY_MOST_ALLOCATED;
  const std::string cpus = picked(3);
  int64_t granted = 0;
  for (const koord_numa_grant &grant : grants_) granted += grant.granted_milli;
  EXPECT_EQ(granted, 3000) << cpus;
}

TEST_F(CpuPick, NamesTheNullArgument) {
  const koord_topology *machine = topology_.get();
  const auto call = [&](const koord_topology *t, const koord_cpu_request *r, const uint64_t *a,
                        uint32_t grants, uint64_t *out, koord_refusal *no, koord_error *err) {
    request_.grant_count = grants;
    return koord_cpu_pick(t, r, a, nullptr, nullptr, out, no, err);
  };
  const uint64_t *free = available_.data();
  uint64_t *out = picked_;
  EXPECT_FAILS(call(nullptr, &request_, free, 0, out, &refusal_, &err), KOORD_E_INVALID,
               "topology");
  EXPECT_FAILS(call(machine, nullptr, free, 0, out, &refusal_, &err), KOORD_E_INVALID, "request");
  request_.sets = KOORD_PICK_SET_PREFERRED;
  EXPECT_FAILS(call(machine, &request_, nullptr, 0, out, &refusal_, &err), KOORD_E_INVALID, "sets");
  request_.sets = 0;
  EXPECT_FAILS(call(machine, &request_, free, 0, nullptr, &refusal_, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(call(machine, &request_, free, 0, out, nullptr, &err), KOORD_E_INVALID, "refusal");
  EXPECT_FAILS(call(machine, &request_, free, 1, out, &refusal_, &err), KOORD_E_INVALID, "grants");
}

}  // namespace
}  // namespace koord::testing

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

class CpuPick : public ::testing::Test {
 protected:
  CpuPick() { request_ = KOORD_INIT(koord_cpu_request); }

  koord_status pick(koord_error *err = nullptr) {
    return koord_cpu_pick(topology_.get(), &request_, available_.data(), preferred_, core_held_,
                          node_held_, ref_counts_, words_, hint_.data(), hint_.size(), picked_,
                          &refusal_, err);
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
  const uint64_t *preferred_ = nullptr;
  const uint64_t *core_held_ = nullptr;
  const uint64_t *node_held_ = nullptr;
  const uint16_t *ref_counts_ = nullptr;
  size_t words_ = 2;
  std::vector<koord_numa_grant> hint_;
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
  const std::vector<uint64_t> preferred = set_words("6,14", 2);
  preferred_ = preferred.data();
  EXPECT_EQ(picked(2), "6,14");
}

TEST_F(CpuPick, ExclusivePodsAvoidHeldCores) {
  request_.bind_policy = KOORD_BIND_POLICY_SPREAD_BY_PCPUS;
  request_.exclusive_policy = KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL;
  available_ = set_words("1-15", 2);
  const std::vector<uint64_t> held = set_words("0", 2);
  core_held_ = held.data();
  EXPECT_EQ(picked(3), "1-3");
}

TEST_F(CpuPick, ReportsWhatEachNodeOfTheHintGave) {
  request_.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  hint_ = {{-1, 99, 1, 0}};
  EXPECT_EQ(picked(4), "4-5,12-13");
  EXPECT_EQ(hint_[0].granted_milli, 4000);
  EXPECT_EQ(hint_[0].node, 1);
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
  hint_ = {{-1, 99, 1, 0}};
  EXPECT_EQ(picked(9), "");
  EXPECT_NE(refusal_.reason, KOORD_REASON_NONE);
  EXPECT_EQ(hint_[0].granted_milli, 0);
}

TEST_F(CpuPick, GrantsNothingToWhoAsksForNothing) {
  EXPECT_EQ(picked(0), "");
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
}

TEST_F(CpuPick, IgnoresCpusTheMachineLacks) {
  available_ = {uint64_t{1} << 20 | 1, ~uint64_t{0}};
  EXPECT_EQ(picked(1), "0");
  EXPECT_EQ(picked(2), "");
  EXPECT_EQ(refusal_.best, 1);
}

TEST_F(CpuPick, OutMayBeAnInput) {
  request_.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  request_.cpus = 2;
  ASSERT_EQ(koord_cpu_pick(topology_.get(), &request_, available_.data(), nullptr, nullptr, nullptr,
                           nullptr, 2, nullptr, 0, available_.data(), &refusal_, nullptr),
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
  EXPECT_EQ(picked_[0], 7u) << "nothing is changed on failure";
}

TEST_F(CpuPick, ChecksTheHint) {
  const auto fails = [&](std::vector<koord_numa_grant> hint, const char *fragment) {
    hint_ = std::move(hint);
    EXPECT_FAILS(pick(&err), KOORD_E_INVALID, fragment);
  };
  fails({{-1, 0, 2, 0}}, "hint[0].node: the machine has no NUMA node 2");
  fails({{-1, 0, -1, 0}}, "hint[0].node");
  fails({{-1, 0, 0, 0}, {-1, 0, 0, 0}}, "hint[1].node: 0 after 0");
  fails({{-1, 0, 1, 0}, {-1, 0, 0, 0}}, "hint[1].node: 0 after 1");
  fails({{-1, 0, 1, 1}}, "hint[0].reserved");
}

TEST_F(CpuPick, NeedsWordsForTheWholeMachine) {
  words_ = 0;
  EXPECT_FAILS(pick(&err), KOORD_E_NO_SPACE, "this machine needs 1");
}

TEST_F(CpuPick, TakesAHintOverManyNodes) {
  topology_ = from_rows(machine_rows(40, 1, 1));
  available_ = set_words("0-39", 2);
  for (int node = 0; node < 40; ++node) hint_.push_back({-1, 0, node, 0});
  request_.numa_strategy = KOORD_NUMA_STRATEGY_MOST_ALLOCATED;
  const std::string cpus = picked(3);
  int64_t granted = 0;
  for (const koord_numa_grant &grant : hint_) granted += grant.granted_milli;
  EXPECT_EQ(granted, 3000) << cpus;
}

TEST_F(CpuPick, NamesTheNullArgument) {
  const koord_topology *machine = topology_.get();
  const auto call = [&](const koord_topology *t, const koord_cpu_request *r, const uint64_t *a,
                        size_t hints, uint64_t *out, koord_refusal *no, koord_error *err) {
    return koord_cpu_pick(t, r, a, nullptr, nullptr, nullptr, nullptr, 2, nullptr, hints, out, no,
                          err);
  };
  const uint64_t *free = available_.data();
  uint64_t *out = picked_;
  EXPECT_FAILS(call(nullptr, &request_, free, 0, out, &refusal_, &err), KOORD_E_INVALID,
               "topology");
  EXPECT_FAILS(call(machine, nullptr, free, 0, out, &refusal_, &err), KOORD_E_INVALID, "request");
  EXPECT_FAILS(call(machine, &request_, nullptr, 0, out, &refusal_, &err), KOORD_E_INVALID,
               "available");
  EXPECT_FAILS(call(machine, &request_, free, 0, nullptr, &refusal_, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(call(machine, &request_, free, 0, out, nullptr, &err), KOORD_E_INVALID, "refusal");
  EXPECT_FAILS(call(machine, &request_, free, 1, out, &refusal_, &err), KOORD_E_INVALID, "hint");
}

}  // namespace
}  // namespace koord::testing

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

class KubeletPick : public ::testing::Test {
 protected:
  KubeletPick() { request_ = KOORD_INIT(koord_kubelet_request); }

  koord_status pick(koord_error *err = nullptr) {
    request_.sets = 0;
    std::vector<uint64_t> sets = shared_;
    const auto add = [&](const std::vector<uint64_t> &set, uint32_t flag) {
      if (set.empty()) return;
      request_.sets |= flag;
      sets.insert(sets.end(), set.begin(), set.end());
    };
    add(reserved_, KOORD_KUBELET_SET_RESERVED);
    add(reusable_, KOORD_KUBELET_SET_REUSABLE);
    return koord_kubelet_pick(topology_.get(), &request_, sets.data(), words_, picked_, &refusal_,
                              err);
  }
  std::string picked(uint32_t cpus) {
    request_.cpus = cpus;
    EXPECT_EQ(pick(), KOORD_OK);
    return list_of(picked_, 2);
  }

  TopologyPtr topology_ = two_sockets();
  koord_kubelet_request request_;
  std::vector<uint64_t> shared_ = set_words("0-15", 2);
  std::vector<uint64_t> reserved_, reusable_;  // empty if not passed
  size_t words_ = 2;
  uint64_t picked_[2] = {7, 7};
  koord_refusal refusal_{};
};

TEST_F(KubeletPick, GivesWholeCores) {
  EXPECT_EQ(picked(4), "0-1,8-9");
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  EXPECT_EQ(refusal_.profile, KOORD_PROFILE_KUBELET);
}

TEST_F(KubeletPick, KeepsOffReservedCpus) {
  reserved_ = set_words("0,8", 2);
  EXPECT_EQ(picked(2), "1,9");
}

TEST_F(KubeletPick, UsesReusableCpus) {
  shared_ = set_words("0", 2);
  reusable_ = set_words("5", 2);
  EXPECT_EQ(picked(2), "0,5");
  reserved_ = set_words("0", 2);
  EXPECT_EQ(picked(1), "5") << "each set is where its flag says";
}

TEST_F(KubeletPick, FollowsTheHint) {
  request_.affinity = 2;
  EXPECT_EQ(picked(2), "4,12");
  request_.affinity = 3;
  EXPECT_EQ(picked(2), "0,8");
}

TEST_F(KubeletPick, ARequestForNoCpusIsGrantedNone) {
  EXPECT_EQ(picked(0), "");
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
}

TEST_F(KubeletPick, RefusesAsAValue) {
  EXPECT_EQ(picked(17), "");
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NOT_ENOUGH_CPUS);
  EXPECT_EQ(refusal_.needed, 17);
  EXPECT_EQ(refusal_.best, 16);
  request_.options = KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY;
  EXPECT_EQ(picked(3), "");
  EXPECT_EQ(refusal_.reason, KOORD_REASON_SMT_ALIGNMENT);
  EXPECT_EQ(refusal_.threads_per_core, 2u);
}

TEST_F(KubeletPick, IgnoresCpusTheMachineLacks) {
  shared_ = {uint64_t{1} << 20 | 1, ~uint64_t{0}};
  EXPECT_EQ(picked(1), "0");
  EXPECT_EQ(picked(2), "");
  EXPECT_EQ(refusal_.best, 1);
}

TEST_F(KubeletPick, ChecksItsArguments) {
  request_.options =
      KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY | KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES;
  EXPECT_FAILS(pick(&err), KOORD_E_INVALID, "full-pcpus-only");
  request_.options = 64;
  EXPECT_FAILS(pick(&err), KOORD_E_INVALID, "request.options");
  request_.options = 0;
  request_.flags = 1;
  EXPECT_FAILS(pick(&err), KOORD_E_INVALID, "request.flags");
  request_.flags = 0;
  request_.cpus = uint32_t{1} << 31;
  EXPECT_FAILS(pick(&err), KOORD_E_INVALID, "request.cpus");
  request_.cpus = 1;
  request_.affinity = 5;
  EXPECT_FAILS(pick(&err), KOORD_E_INVALID,
               "request.affinity: has bit 2, the machine has 2 NUMA nodes");
  request_.affinity = uint64_t{1} << 63;
  EXPECT_FAILS(pick(&err), KOORD_E_INVALID, "request.affinity: has bit 63");
  request_.affinity = 0;
  request_.version = 1;
  EXPECT_FAILS(pick(&err), KOORD_E_INVALID,
               "request.version: found 1, expected a koord_kubelet_version");
  request_.version = 0;
  words_ = 0;
  EXPECT_FAILS(pick(&err), KOORD_E_NO_SPACE, "words");
  EXPECT_EQ(picked_[0], 7u) << "nothing is changed on failure";
}

TEST_F(KubeletPick, NamesTheNullArgument) {
  const koord_topology *machine = topology_.get();
  uint64_t *out = picked_;
  const auto call = [&](const koord_topology *t, const koord_kubelet_request *r, const uint64_t *s,
                        uint64_t *o, koord_refusal *no,
                        koord_error *err) { return koord_kubelet_pick(t, r, s, 2, o, no, err); };
  const uint64_t *free = shared_.data();
  EXPECT_FAILS(call(nullptr, &request_, free, out, &refusal_, &err), KOORD_E_INVALID, "topology");
  EXPECT_FAILS(call(machine, nullptr, free, out, &refusal_, &err), KOORD_E_INVALID, "request");
  EXPECT_FAILS(call(machine, &request_, nullptr, out, &refusal_, &err), KOORD_E_INVALID, "sets");
  EXPECT_FAILS(call(machine, &request_, free, nullptr, &refusal_, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(call(machine, &request_, free, out, nullptr, &err), KOORD_E_INVALID, "refusal");
  request_.sets = 4;
  EXPECT_FAILS(call(machine, &request_, free, out, &refusal_, &err), KOORD_E_INVALID,
               "request.sets");
}

}  // namespace
}  // namespace koord::testing

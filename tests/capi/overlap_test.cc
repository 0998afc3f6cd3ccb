// Overlapping buffers in one call. If the header allows it, the result is unchanged; else only the
// given buffers are written. Sanitizers check that nothing is read out of bounds.
#include <cstring>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

constexpr size_t kSetWords = 2;

TEST(Overlap, APickMayBeWrittenOverAnyOfItsSets) {
  const TopologyPtr topology = two_sockets();
  koord_cpu_request request = KOORD_INIT(koord_cpu_request);
  request.words = kSetWords;
  request.cpus = 4;
  request.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  request.sets = KOORD_PICK_SET_PREFERRED | KOORD_PICK_SET_CORE_HELD | KOORD_PICK_SET_NODE_HELD;
  const char *lists[] = {"1-15", "6,14", "2,10", "3"};
  std::vector<uint64_t> sets;
  for (const char *list : lists) {
    const std::vector<uint64_t> set = set_words(list, kSetWords);
    sets.insert(sets.end(), set.begin(), set.end());
  }
  uint64_t apart[kSetWords];
  koord_refusal refusal{};
  ASSERT_EQ(koord_cpu_pick(topology.get(), &request, sets.data(), nullptr, nullptr, apart, &refusal,
                           nullptr),
            KOORD_OK);
  for (size_t at = 0; at < std::size(lists); ++at) {
    std::vector<uint64_t> room = sets;
    uint64_t *out = room.data() + at * kSetWords;
    ASSERT_EQ(koord_cpu_pick(topology.get(), &request, room.data(), nullptr, nullptr, out, &refusal,
                             nullptr),
              KOORD_OK);
    EXPECT_EQ(list_of(out, kSetWords), list_of(apart, kSetWords)) << "over set " << at;
  }
}

TEST(Overlap, AKubeletPickMayBeWrittenOverAnyOfItsSets) {
  const TopologyPtr topology = two_sockets();
  koord_kubelet_request request = KOORD_INIT(koord_kubelet_request);
  request.cpus = 3;
  request.sets = KOORD_KUBELET_SET_RESERVED | KOORD_KUBELET_SET_REUSABLE;
  std::vector<uint64_t> sets;
  for (const char *list : {"0-12", "0,8", "5"}) {
    const std::vector<uint64_t> set = set_words(list, kSetWords);
    sets.insert(sets.end(), set.begin(), set.end());
  }
  uint64_t apart[kSetWords];
  koord_refusal refusal{};
  ASSERT_EQ(koord_kubelet_pick(topology.get(), &request, sets.data(), kSetWords, apart, &refusal,
                               nullptr),
            KOORD_OK);
  for (size_t at = 0; at < 3; ++at) {
    std::vector<uint64_t> room = sets;
    uint64_t *out = room.data() + at * kSetWords;
    ASSERT_EQ(koord_kubelet_pick(topology.get(), &request, room.data(), kSetWords, out, &refusal,
                                 nullptr),
              KOORD_OK);
    EXPECT_EQ(list_of(out, kSetWords), list_of(apart, kSetWords)) << "over set " << at;
  }
}

TEST(Overlap, AListMayBeWrittenOverItsWords) {
  std::vector<uint64_t> room = set_words("0-3,8,100", kSetWords);
  room.resize(8);
  size_t needed = 0;
  auto *text = reinterpret_cast<char *>(room.data());
  ASSERT_EQ(
      koord_cpulist_format(room.data(), kSetWords, text, 8 * sizeof room[0], &needed, nullptr),
      KOORD_OK);
  EXPECT_STREQ(text, "0-3,8,100");
}

TEST(Overlap, WordsMayBeWrittenOverTheirList) {
  std::vector<uint64_t> room(8);
  auto *text = reinterpret_cast<char *>(room.data());
  std::strcpy(text, "0-3,8,100");
  ASSERT_EQ(koord_cpulist_parse(text, KOORD_NUL, room.data(), kSetWords, nullptr), KOORD_OK);
  EXPECT_EQ(list_of(room.data(), kSetWords), "0-3,8,100");
}

TEST(Overlap, AHandleOverItsDocumentIsAnErrorOrTheHandle) {
  constexpr std::string_view kPod =
      R"({"metadata":{"name":"p","uid":"u"},"spec":{"containers":[{"name":"c"}]}})";
  std::vector<uint64_t> room(32);
  std::memcpy(room.data(), kPod.data(), kPod.size());
  auto *out = reinterpret_cast<koord_pod **>(room.data());
  koord_error err{};
  const koord_status status = koord_pod_from_json(
      nullptr, reinterpret_cast<const char *>(room.data()), kPod.size(), out, &err);
  if (status == KOORD_OK) {
    koord_pod_unref(*out);
  } else {
    EXPECT_EQ(status, KOORD_E_INVALID);
    EXPECT_EQ(*out, nullptr);
  }
}

TEST(Overlap, RowsOverTheirCountKeepWithinTheirRoom) {
  const TopologyPtr topology = two_sockets();
  constexpr size_t kRows = 16;
  std::vector<koord_cpu> rows(kRows + 1);
  std::memset(&rows[kRows], 0x5a, sizeof rows[kRows]);
  auto *count = reinterpret_cast<size_t *>(&rows[3]);
  EXPECT_EQ(
      koord_topology_get_cpus(topology.get(), rows.data(), sizeof rows[0], kRows, count, nullptr),
      KOORD_OK);
  EXPECT_EQ(rows[15].cpu, 15);
  EXPECT_EQ(reinterpret_cast<const unsigned char *>(&rows[kRows])[0], 0x5a);
}

}  // namespace
}  // namespace koord::testing

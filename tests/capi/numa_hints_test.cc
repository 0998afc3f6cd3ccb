// The hints handle of a merge: accepted and rejected inputs, and its queries.
#include "capi/capi_support.h"

namespace koord::testing {
namespace {

class NumaHints : public ::testing::Test {
 protected:
  NumaHints() {
    list_ = KOORD_INIT(koord_numa_hint_list);
    EXPECT_EQ(set({{0, KOORD_NUMA_USE_SINGLE}, {3, KOORD_NUMA_USE_SHARED}}), KOORD_OK);
  }
  koord_status set(const std::vector<koord_numa_place> &places, koord_error *err = nullptr,
                   const uint32_t *distances = nullptr) {
    return koord_numa_hints_set_nodes(hints_.get(), places.data(), sizeof places[0], places.size(),
                                      distances, err);
  }
  koord_status add(std::string_view name, const std::vector<koord_numa_hint> &rows,
                   koord_error *err = nullptr) {
    return koord_numa_hints_add_list(hints_.get(), &list_, name.data(), name.size(), rows.data(),
                                     sizeof rows[0], rows.size(), err);
  }
  static std::vector<koord_numa_place> nodes_of(const NumaHintsPtr &hints) {
    std::vector<koord_numa_place> rows(KOORD_MAX_NUMA_NODES);
    size_t count = 0;
    EXPECT_EQ(koord_numa_hints_get_nodes(hints.get(), rows.data(), sizeof rows[0], rows.size(),
                                         &count, nullptr),
              KOORD_OK);
    rows.resize(count);
    return rows;
  }
  // Formats lists, one per line, as "name provider kind hints".
  static std::string lists_of(const NumaHintsPtr &hints) {
    std::vector<koord_numa_hint_list_info> rows(KOORD_MAX_NUMA_LISTS);
    size_t count = 0, length = 0;
    EXPECT_EQ(koord_numa_hints_get_lists(hints.get(), rows.data(), sizeof rows[0], rows.size(),
                                         &count, nullptr),
              KOORD_OK);
    const char *texts = koord_numa_hints_get_texts(hints.get(), &length);
    std::string out;
    for (size_t i = 0; i < count; ++i) {
      EXPECT_LE(rows[i].name_offset + rows[i].name_length, length);
      out += std::string(texts + rows[i].name_offset, rows[i].name_length) + ' ' +
             std::to_string(rows[i].provider) + ' ' + std::to_string(rows[i].kind) + ' ' +
             std::to_string(rows[i].hint_count) + '\n';
    }
    return out;
  }

  const NumaHintsPtr hints_ = new_numa_hints();
  koord_numa_hint_list list_;
};

TEST_F(NumaHints, GettersReturnTheAddedHints) {
  ASSERT_EQ(add("cpu", {{0b01, 5, KOORD_NUMA_HINT_PREFERRED, 0}, {0, -7, 2, 0}}), KOORD_OK);
  list_.kind = KOORD_NUMA_HINT_KIND_NO_PREFERENCE;
  ASSERT_EQ(add("", {}), KOORD_OK);
  list_.kind = KOORD_NUMA_HINT_KIND_UNSATISFIABLE;
  list_.provider = 4;
  ASSERT_EQ(add("\xC3\xA9/gpu", {}), KOORD_OK);
  EXPECT_EQ(lists_of(hints_), "cpu 0 0 2\n 0 1 0\n\xC3\xA9/gpu 4 2 0\n");
  const auto nodes = nodes_of(hints_);
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_EQ(nodes[1].numa_node, 3);
  EXPECT_EQ(nodes[1].use, KOORD_NUMA_USE_SHARED);
  koord_numa_hint rows[2];
  size_t count = 0;
  ASSERT_EQ(koord_numa_hints_get_hints(hints_.get(), 0, rows, sizeof rows[0], 2, &count, nullptr),
            KOORD_OK);
  ASSERT_EQ(count, 2u);
  EXPECT_EQ(rows[0].nodes, 1u);
  EXPECT_EQ(rows[0].flags, uint32_t{KOORD_NUMA_HINT_PREFERRED});
  EXPECT_EQ(rows[1].score, -7);
  EXPECT_EQ(rows[1].flags, uint32_t{KOORD_NUMA_HINT_NO_AFFINITY});
  ASSERT_EQ(koord_numa_hints_get_hints(hints_.get(), 2, nullptr, 0, 0, &count, nullptr), KOORD_OK);
  EXPECT_EQ(count, 0u);
  EXPECT_FAILS(koord_numa_hints_get_hints(hints_.get(), 3, rows, sizeof rows[0], 2, &count, &err),
               KOORD_E_INVALID, "list: found 3, there are 3");
  EXPECT_FAILS(koord_numa_hints_get_hints(hints_.get(), 0, rows, sizeof rows[0], 1, &count, &err),
               KOORD_E_NO_SPACE, "rows: needs 2, capacity is 1");
  EXPECT_FAILS(koord_numa_hints_get_nodes(hints_.get(), nullptr, 0, 0, &count, &err),
               KOORD_E_NO_SPACE, "rows: needs 2");
  EXPECT_FAILS(koord_numa_hints_get_lists(hints_.get(), nullptr, 0, 0, &count, &err),
               KOORD_E_NO_SPACE, "rows: needs 3");
  EXPECT_FAILS(koord_numa_hints_get_lists(hints_.get(), nullptr, 20, 3, &count, &err),
               KOORD_E_INVALID, "rows: is NULL");
}

TEST_F(NumaHints, ClonesAreTheirOwn) {
  ASSERT_EQ(add("cpu", {{0b11, 0, 0, 0}}), KOORD_OK);
  koord_numa_hints *out = nullptr;
  ASSERT_EQ(koord_numa_hints_clone(hints_.get(), &out, nullptr), KOORD_OK);
  const NumaHintsPtr same(out);
  ASSERT_EQ(koord_numa_hints_reset(hints_.get(), nullptr), KOORD_OK);
  EXPECT_EQ(lists_of(hints_), "");
  EXPECT_TRUE(nodes_of(hints_).empty());
  EXPECT_EQ(lists_of(same), "cpu 0 0 1\n");
  EXPECT_EQ(nodes_of(same).size(), 2u);
  // Earlier contents are gone: providers as well as NUMA nodes.
  list_.provider = -5;
  EXPECT_FAILS(add("cpu", {{0b01, 0, 0, 0}}, &err), KOORD_E_INVALID,
               "rows[0].nodes: bit 0 is set, there are 0 NUMA nodes");
  EXPECT_EQ(set({}), KOORD_OK);
  EXPECT_EQ(add("cpu", {{0, 0, KOORD_NUMA_HINT_NO_AFFINITY, 0}}), KOORD_OK);
}

TEST_F(NumaHints, NodesAreChecked) {
  EXPECT_FAILS(set({{1, 0}, {0, 0}}, &err), KOORD_E_INVALID,
               "rows[1].numa_node: 0, expected ascending");
  EXPECT_FAILS(set({{-1, 0}}, &err), KOORD_E_INVALID, "rows[0].numa_node: -1");
  EXPECT_FAILS(set({{0, 0}, {1, 3}}, &err), KOORD_E_INVALID,
               "rows[1].use: 3 is unknown, expected 0 to 2");
  EXPECT_FAILS(set(std::vector<koord_numa_place>(65), &err), KOORD_E_LIMIT,
               "rows: 65 rows, at most 64");
  EXPECT_EQ(nodes_of(hints_).size(), 2u) << "nothing is changed on failure";
  EXPECT_EQ(set({{0, 0}, {INT32_MAX, 0}}), KOORD_OK);
}

// Distances may be set when lists already exist, as after koord_cluster_get_hints.
TEST_F(NumaHints, NodesMayBeReplacedWhileHintsFit) {
  ASSERT_EQ(add("cpu", {{0b10, 0, 0, 0}}), KOORD_OK);
  const uint32_t distances[] = {10, 20, 20, 10};
  EXPECT_EQ(set(nodes_of(hints_), nullptr, distances), KOORD_OK);
  EXPECT_EQ(lists_of(hints_), "cpu 0 0 1\n");
  EXPECT_FAILS(set({{0, 0}}, &err), KOORD_E_INVALID, "count: 1, but a hint names row 1");
  EXPECT_EQ(nodes_of(hints_).size(), 2u);
}

TEST_F(NumaHints, HintsAreChecked) {
  EXPECT_FAILS(add("x", {{0b11, 0, 0, 0}, {0b111, 0, 0, 0}}, &err), KOORD_E_INVALID,
               "rows[1].nodes: bit 2 is set, there are 2 NUMA nodes");
  EXPECT_FAILS(add("x", {{1, 0, KOORD_NUMA_HINT_NO_AFFINITY, 0}}, &err), KOORD_E_INVALID,
               "rows[0].nodes: must be 0 without affinity");
  EXPECT_FAILS(add("x", {{1, 0, 4, 0}}, &err), KOORD_E_INVALID, "rows[0].flags");
  EXPECT_FAILS(add("x", {{1, INT64_MIN, 0, 0}}, &err), KOORD_E_INVALID, "rows[0].score");
  EXPECT_FAILS(add("x", {{1, 0, 0, 1}}, &err), KOORD_E_INVALID, "rows[0].reserved");
  EXPECT_EQ(lists_of(hints_), "") << "nothing is changed on failure";
  EXPECT_EQ(set({}), KOORD_OK) << "no hint names a row";
}

TEST_F(NumaHints, ListsAreChecked) {
  const koord_numa_hint_list good = list_;
  list_.kind = 3;
  EXPECT_FAILS(add("x", {}, &err), KOORD_E_INVALID, "list.kind: 3 is unknown, expected 0 to 2");
  list_.kind = KOORD_NUMA_HINT_KIND_NO_PREFERENCE;
  EXPECT_FAILS(add("x", {{1, 0, 0, 0}}, &err), KOORD_E_INVALID, "count: 1, but list.kind");
  list_ = good;
  list_.flags = 1;
  EXPECT_FAILS(add("x", {}, &err), KOORD_E_INVALID, "list.flags");
  list_ = good;
  list_.struct_size = 0;
  EXPECT_FAILS(add("x", {}, &err), KOORD_E_INVALID, "list.struct_size");
  list_ = good;
  list_.provider = 2;
  ASSERT_EQ(add("x", {}), KOORD_OK);
  list_.provider = 1;
  EXPECT_FAILS(add("x", {}, &err), KOORD_E_INVALID, "list.provider: 1 after 2");
  list_.provider = 2;
  EXPECT_FAILS(add("cpu\xFF", {}, &err), KOORD_E_INVALID, "name: byte 3 is not UTF-8");
  EXPECT_FAILS(add(std::string(1025, 'x'), {}, &err), KOORD_E_INVALID, "name: 1025 bytes");
  for (int i = 1; i < KOORD_MAX_NUMA_LISTS; ++i)
    ASSERT_EQ(add(std::string(1024, 'x'), {}), KOORD_OK) << i;
  EXPECT_FAILS(add("x", {}, &err), KOORD_E_LIMIT, "hints: 257 lists, at most 256");
}

TEST_F(NumaHints, HintsOfAllListsAreBounded) {
  const std::vector<koord_numa_hint> many(65536, {0b01, 0, KOORD_NUMA_HINT_PREFERRED, 0});
  for (int i = 0; i < 64; ++i) ASSERT_EQ(add("x", many), KOORD_OK);
  EXPECT_FAILS(add("x", {{1, 0, 0, 0}}, &err), KOORD_E_LIMIT,
               "hints: 4194305 hints of all lists, at most 4194304");
  koord_numa_options options = KOORD_INIT(koord_numa_options);
  options.policy = KOORD_NUMA_POLICY_RESTRICTED;
  for (const koord_profile profile : {KOORD_PROFILE_SPEC, KOORD_PROFILE_KUBELET}) {
    options.profile = profile;
    koord_numa_merged merged{};
    EXPECT_EQ(koord_numa_merge(&options, hints_.get(), &merged, nullptr, 0, nullptr, nullptr),
              KOORD_OK);
    EXPECT_EQ(merged.nodes, 1u);
  }
}

TEST_F(NumaHints, NullArguments) {
  koord_numa_hints *hints = hints_.get();
  koord_numa_hints *out = hints;
  size_t count = 0;
  EXPECT_FAILS(koord_numa_hints_new(nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_numa_hints_clone(nullptr, &out, &err), KOORD_E_INVALID, "hints");
  EXPECT_EQ(out, nullptr);
  EXPECT_FAILS(koord_numa_hints_clone(hints, nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_numa_hints_reset(nullptr, &err), KOORD_E_INVALID, "hints");
  EXPECT_FAILS(koord_numa_hints_set_nodes(nullptr, nullptr, 0, 0, nullptr, &err), KOORD_E_INVALID,
               "hints");
  EXPECT_FAILS(koord_numa_hints_set_nodes(hints, nullptr, 8, 1, nullptr, &err), KOORD_E_INVALID,
               "rows: is NULL");
  EXPECT_FAILS(koord_numa_hints_add_list(nullptr, &list_, "x", 1, nullptr, 0, 0, &err),
               KOORD_E_INVALID, "hints");
  EXPECT_FAILS(koord_numa_hints_add_list(hints, nullptr, "x", 1, nullptr, 0, 0, &err),
               KOORD_E_INVALID, "list");
  EXPECT_FAILS(koord_numa_hints_add_list(hints, &list_, nullptr, 1, nullptr, 0, 0, &err),
               KOORD_E_INVALID, "name");
  EXPECT_FAILS(koord_numa_hints_add_list(hints, &list_, "x", 1, nullptr, 24, 1, &err),
               KOORD_E_INVALID, "rows: is NULL");
  EXPECT_FAILS(koord_numa_hints_get_nodes(nullptr, nullptr, 0, 0, &count, &err), KOORD_E_INVALID,
               "hints");
  EXPECT_FAILS(koord_numa_hints_get_lists(nullptr, nullptr, 0, 0, &count, &err), KOORD_E_INVALID,
               "hints");
  EXPECT_FAILS(koord_numa_hints_get_hints(nullptr, 0, nullptr, 0, 0, &count, &err), KOORD_E_INVALID,
               "hints");
  EXPECT_FAILS(koord_numa_hints_get_nodes(hints, nullptr, 0, 0, nullptr, &err), KOORD_E_INVALID,
               "count");
  count = 5;
  EXPECT_STREQ(koord_numa_hints_get_texts(nullptr, &count), "");
  EXPECT_EQ(count, 0u);
  EXPECT_STREQ(koord_numa_hints_get_texts(hints, nullptr), "");
  koord_numa_hints_free(nullptr);
}

TEST_F(NumaHints, RowsHaveAStride) {
  const koord_numa_place place{};
  EXPECT_FAILS(koord_numa_hints_set_nodes(hints_.get(), &place, 4, 1, nullptr, &err),
               KOORD_E_INVALID, "rows: stride 4");
  struct Newer {
    koord_numa_hint hint;
    uint64_t newer;
  };
  std::vector<Newer> rows{{{0b01, 0, 0, 0}, 0}, {{0b10, 0, 0, 0}, 0}};
  const auto call = [&](size_t stride, koord_error *err) {
    return koord_numa_hints_add_list(hints_.get(), &list_, "x", 1, &rows[0].hint, stride,
                                     rows.size(), err);
  };
  EXPECT_FAILS(call(23, &err), KOORD_E_INVALID, "rows: stride 23");
  EXPECT_FAILS(call(4104, &err), KOORD_E_INVALID, "rows: stride 4104");
  EXPECT_EQ(call(sizeof rows[0], nullptr), KOORD_OK);
  rows[1].newer = 1;
  EXPECT_FAILS(call(sizeof rows[0], &err), KOORD_E_INVALID,
               "byte 24 is set, this version knows the first 24");
  EXPECT_EQ(lists_of(hints_), "x 0 0 2\n");
}

}  // namespace
}  // namespace koord::testing

// node-state.json through the C interface: writing, reading and queries.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "capi/node_support.h"

namespace koord::testing {
namespace {

koord_status read(std::string_view json, NodeStatePtr &out, koord_error *err = nullptr) {
  koord_agent_state *state = nullptr;
  const koord_status status = koord_agent_state_from_json(json.data(), json.size(), &state, err);
  out.reset(state);
  return status;
}

TEST(NodeState, HasTheContentsOfTheAgent) {
  NodeUnderTest node;
  node.kubelet(kStatic, kServesOne);
  node.object(R"({"metadata":{"name":"n"}})");
  node.set("k", "", "2");
  node.set("a", "LSE", "2",
           R"({"cpuset":"2-3","numaNodeResources":[{"node":1,"resources":{"memory":"1Gi"}}]})");
  NodeStatePtr state;
  ASSERT_EQ(read(node.state("boot-1"), state), KOORD_OK);
  char text[16];
  size_t needed = 0;
  ASSERT_EQ(koord_agent_state_get_text(state.get(), KOORD_AGENT_TEXT_BOOT_ID, text, sizeof text,
                                       &needed, nullptr),
            KOORD_OK);
  EXPECT_STREQ(text, "boot-1");
  ASSERT_EQ(koord_agent_state_get_text(state.get(), KOORD_AGENT_TEXT_NAME, text, sizeof text,
                                       &needed, nullptr),
            KOORD_OK);
  EXPECT_STREQ(text, "n");
  koord_agent_info info = KOORD_INIT(koord_agent_info);
  ASSERT_EQ(koord_agent_state_get_info(state.get(), &info, nullptr), KOORD_OK);
  EXPECT_EQ(info.pods, 2u);
  EXPECT_EQ(info.words, 1u);
  EXPECT_EQ(info.generation, node.generation());

  uint64_t word = 0;
  for (const koord_agent_cpuset which : {KOORD_AGENT_CPUSET_SHARED, KOORD_AGENT_CPUSET_EXCLUSIVE,
                                         KOORD_AGENT_CPUSET_BEST_EFFORT, KOORD_AGENT_CPUSET_ALL}) {
    ASSERT_EQ(koord_agent_state_get_cpus(state.get(), which, &word, 1, nullptr), KOORD_OK);
    EXPECT_EQ(list_of(&word, 1), node.set_of(which));
  }
  EXPECT_FAILS(koord_agent_state_get_cpus(state.get(), KOORD_AGENT_CPUSET_RESERVED, &word, 1, &err),
               KOORD_E_INVALID, "which");

  koord_agent_pod row;
  const auto find = [&](const char *uid, const char *container, koord_error *err = nullptr) {
    return koord_agent_state_find_container(state.get(), uid, KOORD_NUL, container, KOORD_NUL, &row,
                                            sizeof row, err);
  };
  const auto cpus = [&] {
    EXPECT_EQ(koord_agent_state_get_pod_cpus(state.get(), row.row, &word, 1, nullptr), KOORD_OK);
    return list_of(&word, 1);
  };
  ASSERT_EQ(find("a", "any"), KOORD_OK);
  EXPECT_EQ(row.place, KOORD_AGENT_PLACE_EXCLUSIVE);
  EXPECT_EQ(row.qos, KOORD_QOS_LSE);
  EXPECT_EQ(row.properties, static_cast<uint32_t>(KOORD_AGENT_POD_UNLIMITED));
  EXPECT_EQ(cpus(), "2-3");
  EXPECT_EQ(row.numa_nodes, 1u);
  ASSERT_EQ(koord_agent_state_get_pod_numa_nodes(state.get(), row.row, &word, 1, nullptr),
            KOORD_OK);
  EXPECT_EQ(word, 2u);
  EXPECT_EQ(row.container_length, 0u) << "it runs where its pod does";
  ASSERT_EQ(find("k", "app"), KOORD_OK);
  EXPECT_EQ(row.place, KOORD_AGENT_PLACE_KUBELET);
  EXPECT_EQ(cpus(), "1,9");
  size_t length = 0;
  const char *first = koord_agent_state_get_texts(state.get(), &length);
  const std::string_view texts(first, length);
  EXPECT_EQ(texts.substr(row.uid_offset, row.uid_length), "k");
  EXPECT_EQ(texts.substr(row.container_offset, row.container_length), "app");
  ASSERT_EQ(find("k", ""), KOORD_OK);
  EXPECT_EQ(row.place, KOORD_AGENT_PLACE_SHARED);
  EXPECT_EQ(row.cpus, 12u);
  EXPECT_EQ(cpus(), node.set_of(KOORD_AGENT_CPUSET_SHARED));
  EXPECT_FAILS(find("x", "", &err), KOORD_E_NOT_FOUND, "no pod \"x\"");
  EXPECT_FAILS(koord_agent_state_find_container(state.get(), "k", 1, nullptr, 0, &row, 8, &err),
               KOORD_E_INVALID, "row_size");
  EXPECT_FAILS(koord_agent_state_get_pod_cpus(state.get(), 3, &word, 1, &err), KOORD_E_INVALID,
               "row: found 3, the state has 3");
  EXPECT_FAILS(koord_agent_state_get_pod_cpus(state.get(), 0, &word, 0, &err), KOORD_E_NO_SPACE,
               "words");
  EXPECT_FAILS(koord_agent_state_get_pod_numa_nodes(state.get(), 3, &word, 1, &err),
               KOORD_E_INVALID, "row");
}

TEST(NodeState, TooFewRowsReturnTheNeededCount) {
  NodeUnderTest node;
  node.set("a", "LSR", "2", R"({"cpuset":"0-1"})");
  const NodeStatePtr state = node.snapshot();
  size_t count = 0;
  EXPECT_EQ(koord_agent_state_get_pods(state.get(), 0, nullptr, sizeof(koord_agent_pod), 0, &count,
                                       nullptr),
            KOORD_E_NO_SPACE);
  EXPECT_EQ(count, 1u);
  koord_agent_pod row{};
  EXPECT_FAILS(koord_agent_state_get_pods(state.get(), 0, &row, 8, 1, &count, &err),
               KOORD_E_INVALID, "stride");
  EXPECT_EQ(
      koord_agent_state_get_pods(state.get(), UINT64_MAX, &row, sizeof row, 1, &count, nullptr),
      KOORD_OK);
  EXPECT_EQ(count, 0u);
  // A wider row of a newer caller: fields unknown to this library are zeroed.
  struct {
    koord_agent_pod row;
    uint64_t newer;
  } wide{{}, 7};
  EXPECT_EQ(koord_agent_state_find_container(state.get(), "a", 1, nullptr, 0, &wide.row,
                                             sizeof wide, nullptr),
            KOORD_OK);
  EXPECT_EQ(wide.row.place, KOORD_AGENT_PLACE_EXCLUSIVE);
  EXPECT_EQ(wide.newer, 0u);
}

TEST(NodeState, AReadStateHasItsOwnGeneration) {
  NodeUnderTest node;
  node.set("a", "LSR", "2", R"({"cpuset":"0-1"})");
  const uint64_t first = node.generation();
  node.set("b", "LSR", "2", R"({"cpuset":"2-3"})");
  NodeStatePtr state;
  ASSERT_EQ(read(node.state(), state), KOORD_OK);
  const auto count_since = [&](uint64_t since) {
    koord_agent_pod rows[2];
    size_t count = 0;
    EXPECT_EQ(
        koord_agent_state_get_pods(state.get(), since, rows, sizeof rows[0], 2, &count, nullptr),
        KOORD_OK);
    return count;
  };
  EXPECT_EQ(count_since(0), 2u);
  EXPECT_EQ(count_since(first), 2u);
  EXPECT_EQ(count_since(node.generation()), 0u);
}

TEST(NodeState, OnDisk) {
  std::string directory = ::testing::TempDir() + "koord-state-XXXXXX";
  ASSERT_NE(mkdtemp(directory.data()), nullptr);
  const std::string path = directory + "/node-state.json";
  const auto load = [&](NodeStatePtr &out, koord_error *err) {
    koord_agent_state *state = nullptr;
    const koord_status status = koord_agent_state_load(path.data(), path.size(), &state, err);
    out.reset(state);
    return status;
  };
  const auto save = [&](std::string_view json, koord_error *err) {
    return koord_agent_state_save(path.data(), path.size(), json.data(), json.size(), err);
  };
  NodeUnderTest node;
  NodeStatePtr state;
  EXPECT_FAILS(load(state, &err), KOORD_E_NOT_FOUND, path.c_str());
  for (const char *boot : {"boot-1", "boot-2"}) {
    ASSERT_EQ(save(node.state(boot), nullptr), KOORD_OK);
    ASSERT_EQ(load(state, nullptr), KOORD_OK);
    char text[16];
    ASSERT_EQ(koord_agent_state_get_text(state.get(), KOORD_AGENT_TEXT_BOOT_ID, text, sizeof text,
                                         nullptr, nullptr),
              KOORD_OK);
    EXPECT_STREQ(text, boot);
  }
  // Invalid states are never written.
  EXPECT_FAILS(save("{}", &err), KOORD_E_INVALID, "node-state");
  EXPECT_FAILS(save(R"({"version":9})", &err), KOORD_E_UNSUPPORTED, "version");
  ASSERT_EQ(load(state, nullptr), KOORD_OK);
  ASSERT_EQ(chmod(path.c_str(), 0666), 0);
  EXPECT_FAILS(save(node.state("b"), &err), KOORD_E_PERMISSION, "written by others");
  EXPECT_FAILS(load(state, &err), KOORD_E_PERMISSION, "written by others");
  ASSERT_EQ(unlink(path.c_str()), 0);
  ASSERT_EQ(symlink("elsewhere", path.c_str()), 0);
  EXPECT_FAILS(save(node.state("b"), &err), KOORD_E_PERMISSION, "regular file");
  EXPECT_FAILS(load(state, &err), KOORD_E_PERMISSION, "symbolic link");
  ASSERT_EQ(unlink(path.c_str()), 0);
  EXPECT_FAILS(koord_agent_state_save("", 0, "{}", 2, &err), KOORD_E_INVALID, "path");
  EXPECT_FAILS(koord_agent_state_load(nullptr, 0, nullptr, &err), KOORD_E_INVALID, "out");
  ASSERT_EQ(rmdir(directory.c_str()), 0) << "nothing is left";
}

TEST(NodeState, InvalidFilesAreRefused) {
  NodeStatePtr state;
  EXPECT_FAILS(read("", state, &err), KOORD_E_INVALID, "node-state");
  EXPECT_FAILS(read(R"({"version":2})", state, &err), KOORD_E_UNSUPPORTED, "found 2, expected 1");
  EXPECT_FAILS(read(R"({"version":1})", state, &err), KOORD_E_INVALID, "node-state.node");
  EXPECT_FAILS(koord_agent_state_from_json("{}", 2, nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_EQ(state, nullptr);
}

}  // namespace
}  // namespace koord::testing

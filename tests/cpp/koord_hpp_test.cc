// koord.hpp: handles that free themselves, texts, rows and exceptions over koord.h.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <koord.hpp>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace koord::testing {
namespace {

constexpr std::string_view kMachine = "pack:2 numa:1 core:8 pu:2";
constexpr std::string_view kNode =
    R"({"metadata":{"name":"n"},"status":{"allocatable":{"cpu":"8","memory":"8Gi","pods":"20"}}})";

std::string pod_json(int number, std::string_view cpu) {
  const std::string name = "p" + std::to_string(number);
  return R"({"metadata":{"name":")" + name + R"(","uid":")" + name +
         R"("},"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":")" +
         std::string(cpu) + R"("}}}]}})";
}

TEST(CpuSets, AreListsAndSets) {
  CpuSet a("0-3,8");
  EXPECT_EQ(a.count(), 5U);
  EXPECT_TRUE(a.contains(8));
  EXPECT_FALSE(a.contains(4));
  EXPECT_FALSE(a.contains(KOORD_MAX_CPUS));
  EXPECT_EQ(a.ids(), (std::vector<int32_t>{0, 1, 2, 3, 8}));
  const CpuSet b("2-5");
  EXPECT_EQ((a | b).to_string(), "0-5,8");
  EXPECT_EQ((a & b).to_string(), "2-3");
  EXPECT_EQ((a - b).to_string(), "0-1,8");
  a.erase(8);
  a.insert(100);
  EXPECT_EQ(a, CpuSet("0-3,100"));
  EXPECT_TRUE(CpuSet().empty());
  EXPECT_THROW(a.insert(KOORD_MAX_CPUS), std::out_of_range);
  EXPECT_THROW(CpuSet("3-1"), Error);
}

TEST(CpuSets, OfAnyLengthAreWritten) {
  CpuSet every_second;
  for (size_t cpu = 0; cpu < KOORD_MAX_CPUS; cpu += 2) every_second.insert(cpu);
  EXPECT_EQ(CpuSet(every_second.to_string()), every_second);
}

TEST(Errors, HaveTheCodeAndMessageOfTheLibrary) {
  try {
    (void)Topology::from_synthetic("pack:two");
    FAIL() << "no error";
  } catch (const Error &error) {
    EXPECT_EQ(error.code(), KOORD_E_INVALID);
    EXPECT_NE(std::string(error.what()), "");
  }
}

TEST(Errors, OfMemoryAreThoseOfNew) {
  const auto fail = [](koord_status status) {
    detail::checked([&](koord_error *) { return status; });
  };
  EXPECT_THROW(fail(KOORD_E_NO_MEMORY), std::bad_alloc);
  EXPECT_THROW(fail(KOORD_E_IO), Error);
  EXPECT_NO_THROW(fail(KOORD_OK));
}

TEST(Handles, OfImmutableObjectsAreCounted) {
  Topology copy;
  EXPECT_FALSE(copy);
  {
    const Topology machine = Topology::from_synthetic(kMachine);
    copy = machine;
    EXPECT_EQ(copy.get(), machine.get());
  }
  EXPECT_EQ(copy.get_info().cpus, 32U);
  const Topology moved = std::move(copy);
  EXPECT_FALSE(copy);  // NOLINT: the state after the move is documented
  EXPECT_EQ(moved.get_cpus().size(), 32U);
  Topology self = moved;
  self = *&self;
  EXPECT_EQ(self.get_info().sockets, 2U);
}

TEST(Handles, ThatAreEmptyAreInvalidArguments) {
  try {
    (void)Topology().get_info();
    FAIL() << "no error";
  } catch (const Error &error) {
    EXPECT_EQ(error.code(), KOORD_E_INVALID);
  }
}

TEST(Rows, AreAsManyAsThereAre) {
  const Topology machine = Topology::from_synthetic("pack:4 numa:1 core:64 pu:2");
  const std::vector<koord_cpu> cpus = machine.get_cpus();
  ASSERT_EQ(cpus.size(), 512U);
  EXPECT_EQ(cpus.back().cpu, 511);
  EXPECT_EQ(machine.get_numa_nodes().size(), 4U);
  const CpuSet socket = machine.get_cpuset(KOORD_CPUSET_KIND_SOCKET, 1);
  EXPECT_EQ(socket.count(), 128U);
  CpuSet same;
  machine.get_cpuset(KOORD_CPUSET_KIND_SOCKET, 1, same);
  EXPECT_EQ(same, socket);
}

TEST(Picks, TakeSetsOfTheirOwnType) {
  const Topology machine = Topology::from_synthetic("pack:2 numa:1 core:8 pu:2");
  koord_cpu_request request = KOORD_INIT(koord_cpu_request);
  request.cpus = 4;
  CpuSet picked;
  EXPECT_EQ(cpu_pick(machine, request, picked).reason, KOORD_REASON_NONE);
  EXPECT_EQ(picked.to_string(), "0,2,4,6");
  EXPECT_EQ(cpu_pick(machine, request, CpuSet("8-10"), picked).reason,
            KOORD_REASON_NOT_ENOUGH_CPUS);
  EXPECT_TRUE(picked.empty());

  std::array<CpuSet, 2> sets{CpuSet("0-31"), CpuSet("20-23")};
  request.sets = KOORD_PICK_SET_PREFERRED;
  EXPECT_EQ(cpu_pick(machine, request, sets, picked).reason, KOORD_REASON_NONE);
  EXPECT_EQ(picked, sets[1]);
  EXPECT_THROW(std::ignore = cpu_pick(machine, request, picked), Error);  // the second is missing
  request.sets = 0;
  EXPECT_THROW(std::ignore = cpu_pick(machine, request, sets, picked), Error);

  std::array<koord_numa_grant, 1> grants{};
  grants[0].available_milli = -1;
  grants[0].numa_node = 1;
  EXPECT_EQ(cpu_pick(machine, request, {}, picked, grants).reason, KOORD_REASON_NONE);
  EXPECT_EQ(picked.to_string(), "16,18,20,22");
  EXPECT_EQ(grants[0].granted_milli, 4000);
  const std::vector<uint16_t> few(7);
  EXPECT_THROW(std::ignore = cpu_pick(machine, request, {}, picked, {}, few), Error);
}

TEST(Documents, AreStrings) {
  const Topology machine = Topology::from_synthetic(kMachine);
  const std::string json = machine.to_json();
  EXPECT_EQ(Topology::from_json(json).to_json(), json);
}

TEST(Clusters, PlacePods) {
  Cluster cluster = Cluster::create(nullptr, {});
  const uint32_t node = cluster.set_node(kNode);
  EXPECT_EQ(cluster.get_node_name(node), "n");
  std::vector<koord_verdict> best(4);
  for (int number = 0; number < 8; ++number) {
    const Pod pod = Pod::from_json(pod_json(number, "1"));
    ASSERT_EQ(cluster.find_best(pod, nullptr, best).count, 1U);
    EXPECT_EQ(best[0].node, node);
    CpuSet cpus;
    EXPECT_EQ(cluster.reserve(pod, nullptr, node, cpus).reason, KOORD_REASON_NONE);
    EXPECT_TRUE(cpus.empty());  // the pod shares CPUs
  }
  const Pod ninth = Pod::from_json(pod_json(9, "1"));
  const auto [refusal, score] = cluster.judge(ninth, nullptr, node);
  EXPECT_EQ(refusal.reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  EXPECT_EQ(score, 0);
  EXPECT_EQ(cluster.format_refusal(refusal), refusal_format(refusal));
  EXPECT_NE(refusal_format(refusal).find("the node has 0 available"), std::string::npos);
  EXPECT_STREQ(reason_get_name(refusal.reason, KOORD_PROFILE_SPEC), "InsufficientResource");
  Query query = Query::create();
  query.remove_pod("p0");
  EXPECT_EQ(std::get<0>(cluster.judge(ninth, query, node)).reason, KOORD_REASON_NONE);
  cluster.remove_pod("p0");
  EXPECT_THROW(cluster.remove_pod("p0"), Error);
}

TEST(Contexts, AreLastAndMayBeLeftOut) {
  Context context = Context::create();
  std::vector<std::string> said;
  context.set_log(
      [](void *user, int32_t, const char *message, size_t length) {
        static_cast<std::vector<std::string> *>(user)->emplace_back(message, length);
      },
      &said);
  constexpr std::string_view kOdd = R"({"detail":[{"id":0,"core":0,"socket":0,"node":0},)"
                                    R"({"id":1,"core":0,"socket":0,"node":1}]})";
  EXPECT_EQ(Topology::from_annotation(kOdd).get_info().cpus, 2U);
  EXPECT_TRUE(said.empty());
  EXPECT_EQ(Topology::from_annotation(kOdd, context).get_info().cpus, 2U);
  EXPECT_FALSE(said.empty());
}

#ifdef KOORD_EXPERIMENTAL
TEST(Plans, PlaceGangs) {
  Cluster cluster = Cluster::create(nullptr, {});
  const uint32_t node = cluster.set_node(kNode);
  const std::vector<Pod> gang = {Pod::from_json(pod_json(1, "3")),
                                 Pod::from_json(pod_json(2, "5"))};
  const auto [plan, info] = cluster.plan_gang(gang);
  EXPECT_EQ(info.refusal.reason, KOORD_REASON_NONE);
  std::set<std::string_view> uids;
  for (const koord_plan_step &step : plan.get_steps()) {
    uids.insert(plan.get_texts().substr(step.uid_offset, step.uid_length));
  }
  EXPECT_EQ(uids, (std::set<std::string_view>{"p1", "p2"}));
  EXPECT_TRUE(plan.get_step_cpus(0).empty());  // the pod shares CPUs
  EXPECT_THROW((void)plan.get_step_cpus(2), Error);
  EXPECT_EQ(Plan().get_texts(), "");
  cluster.commit(plan);
  EXPECT_EQ(cluster.get_pod_node("p2"), node);
  const std::vector<Pod> more = {Pod::from_json(pod_json(3, "1"))};
  EXPECT_EQ(std::get<koord_gang_info>(cluster.plan_gang(more)).refusal.reason,
            KOORD_REASON_GANG_UNPLACED);
}

class Files : public ::testing::Test {
 protected:
  ~Files() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string &name, std::string_view text) const {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  using Failure = std::pair<koord_status, std::string>;
  // Returns the error of loading these files, or KOORD_OK.
  static Failure error_of(const std::vector<std::string> &paths) {
    try {
      (void)Cluster::from_files(paths);
    } catch (const Error &error) {
      return {error.code(), error.what()};
    }
    return {KOORD_OK, ""};
  }

  const std::string folder_ = [] {
    std::string name = ::testing::TempDir() + "koord-files-XXXXXX";
    return std::string(mkdtemp(name.data()));
  }();
  const std::string node_ =
      write("node.json", "\xEF\xBB\xBF" + std::string(kNode).insert(1, R"("kind":"Node",)"));
  const std::string web_ =
      write("web.json", R"({"kind":"StatefulSet","metadata":{"name":"web"},"spec":{"replicas":2,
      "template":{"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]}}}})");
};

TEST_F(Files, AreAddedInAnyOrder) {
  for (const std::vector<std::string> &paths : {std::vector{node_, web_}, {web_, node_}}) {
    Cluster cluster = Cluster::create();
    const AddedObjects objects = cluster.add_files(paths);
    size_t pending = 0;
    const std::vector<koord_added_object> rows = objects.get_rows();
    for (size_t row = 0; row < rows.size(); ++row) {
      if (rows[row].result != KOORD_ADDED_RESULT_PENDING) continue;
      ++pending;
      CpuSet cpus;
      const koord_refusal why =
          cluster.reserve(objects.get_pod(row), nullptr, cluster.get_node_id("n"), cpus);
      EXPECT_EQ(why.reason, KOORD_REASON_NONE);
    }
    EXPECT_EQ(pending, 2U);
    EXPECT_EQ(Cluster::from_files(paths).get_info().nodes, 1U);
  }
  EXPECT_EQ(Cluster::from_files({}).get_info().nodes, 0U);
  EXPECT_EQ(Cluster::from_files({web_}).get_info().nodes, 0U);
  koord_cluster_options options = KOORD_INIT(koord_cluster_options);
  options.profile = 99;
  EXPECT_THROW((void)Cluster::from_files({node_}, &options), Error);
}

TEST_F(Files, MayHaveClaims) {
  Cluster cluster = Cluster::create();
  const AddedObjects objects = cluster.add_files({KOORD_SOURCE_DIR "/examples/claims.json"});
  const auto reason = [&](size_t row) {
    return std::get<0>(cluster.judge(objects.get_pod(row), nullptr, 0)).reason;
  };
  EXPECT_EQ(reason(5), KOORD_REASON_NOT_ENOUGH_DEVICES);
  EXPECT_EQ(reason(6), KOORD_REASON_NONE);
  cluster.remove_resource_slice("gpu-a-gpus");
  EXPECT_EQ(reason(6), KOORD_REASON_DEVICES_NOT_REPORTED);
  cluster.remove_resource_claim("default/inference-gpu");
  EXPECT_EQ(reason(5), KOORD_REASON_NONE);
}

TEST_F(Files, AreNamedByErrors) {
  const std::vector<std::pair<std::string, std::string>> broken = {
      {"{", "line 1, byte 0: the bracket does not close"},
      {"", "empty; "},
      {"\xEF\xBB\xBF \n", "empty; "},
      {"{}\n]", "line 2, byte 3: "}};
  for (const auto &[text, says] : broken) {
    const std::string bad = write("bad.json", text);
    for (const std::vector<std::string> &paths :
         {std::vector{bad}, {bad, web_}, {node_, web_, bad}}) {
      const auto [status, message] = error_of(paths);
      EXPECT_EQ(status, KOORD_E_INVALID) << text;
      EXPECT_TRUE(message.starts_with(bad + ": " + says)) << message;
    }
  }
  EXPECT_EQ(error_of({folder_ + "/none"}),
            Failure(KOORD_E_NOT_FOUND, folder_ + "/none: No such file or directory"));
  EXPECT_EQ(error_of({node_, folder_}), Failure(KOORD_E_IO, folder_ + ": Is a directory"));
  EXPECT_EQ(error_of({std::string("a\0b", 3)}).first, KOORD_E_IO);
  const std::string large = write("large.json", "");
  std::filesystem::resize_file(large, (size_t{256} << 20) + 1);
  EXPECT_EQ(error_of({large}), Failure(KOORD_E_LIMIT, large + ": the file has more than 256 MiB"));
}

TEST_F(Files, ObjectsThatCannotBeAddedAreNamedAndDoNotAffectOthers) {
  const std::string bad =
      write("bad.json", R"({"kind":"List","items":[{"kind":"Node","metadata":{"name":"a"}},
      {"kind":"Node","metadata":{"name":"b"},"status":{"allocatable":{"cpu":"many"}}}]})");
  const auto [status, message] = error_of({node_, web_, bad});
  EXPECT_EQ(status, KOORD_E_INVALID);
  EXPECT_TRUE(message.starts_with(bad + ": object 1: Node b: status.allocatable.cpu")) << message;
  const auto [conflict, twice] = error_of({web_, node_, node_});
  EXPECT_EQ(conflict, KOORD_E_CONFLICT);
  EXPECT_TRUE(twice.starts_with(node_ + ": object 0: Node n: ")) << twice;
  Cluster cluster = Cluster::create();
  EXPECT_EQ(cluster.add_files({bad, node_}).get_rows().size(), 3U);
  EXPECT_EQ(cluster.get_info().nodes, 2U);
}

TEST_F(Files, DoNotContinueEachOther) {
  const std::string whole = R"({"kind":"Node","metadata":{"name":"a"}})";
  for (size_t cut = 1; cut < whole.size(); ++cut) {
    const auto [status, message] =
        error_of({write("1", whole.substr(0, cut)), write("2", whole.substr(cut))});
    EXPECT_EQ(status, KOORD_E_INVALID) << cut;
  }
  const std::string open = whole.substr(0, whole.size() - 1) + R"(,"x":[)";
  for (const auto &[first, second] :
       std::vector<std::pair<std::string, std::string>>{{"[" + whole + ",", "," + whole + "]"},
                                                        {"[" + whole + ",", whole + "]"},
                                                        {open, "]}"},
                                                        {open + "1,", ",2]}"}}) {
    const auto [status, message] = error_of({write("1", first), write("2", second)});
    EXPECT_EQ(status, KOORD_E_INVALID) << first;
    EXPECT_TRUE(message.starts_with(folder_ + "/1: ")) << message;
  }
}
#endif

}  // namespace
}  // namespace koord::testing

// Compares room left with its formula, and checks the nodes that the policy chooses.
#include "device/gpu_policy/room_left.h"

#include <algorithm>

#include "gpu_support.h"
#include "support/expect_error.h"

namespace koord::device::testing {
namespace {

constexpr int64_t kUnit = RoomLeft::kUnit;
constexpr int64_t kShares = RoomLeft::kShares;

NodeKind kind_of(const Node &node, int64_t nodes) {
  return {node.cpu_milli, static_cast<int32_t>(node.gpu_milli.size()), node.model, nodes};
}

bool hosts(const NodeKind &kind, const GpuTask &task) {
  return kind.cpu_milli >= task.cpu_milli && kind.memory >= task.memory &&
         kind.gpu_count >= task.gpu_count && task.allows(kind.model);
}

// Returns the ratio of all devices to those on nodes that can host the
// task, squared if the task needs several devices.
double scarcity(const GpuTask &task, const std::vector<NodeKind> &kinds) {
  double all = 0;
  double those = 0;
  for (const NodeKind &kind : kinds) {
    const auto devices = static_cast<double>(kind.nodes * kind.gpu_count);
    all += devices;
    if (hosts(kind, task)) those += devices;
  }
  if (those == 0) return 1;
  const double times = std::min(all / those, 256.0);
  return task.gpu_count > 1 ? times * times : times;
}

// Computes the formula in floating point, in milli-GPU.
double by_formula(const Node &node, const std::vector<TaskClass> &classes,
                  const std::vector<NodeKind> &kinds, double cpu_load) {
  double room = 0;
  double tasks = 0;
  for (const TaskClass &one : classes) tasks += static_cast<double>(one.tasks);
  for (const auto &[task, count] : classes) {
    int devices = 0;
    for (const int32_t milli : node.gpu_milli) devices += milli >= task.gpu_milli;
    if (task.gpu_count == 0 || !fits(node.free(), task)) continue;
    const double by_gpu = devices * task.gpu_milli;
    const double by_cpu = task.cpu_milli == 0
                              ? by_gpu
                              : static_cast<double>(node.cpu_milli * task.gpu_total()) /
                                    (static_cast<double>(task.cpu_milli) * cpu_load);
    room += scarcity(task, kinds) * static_cast<double>(count) / tasks * std::min(by_gpu, by_cpu);
  }
  return room;
}

TEST(RoomLeft, WorkedExamples) {
  // Tasks of one GPU and 8 CPUs on nodes with 8 CPUs for each GPU: the CPU load is 1.
  const std::vector<TaskClass> whole{{{8000, 1000, 1}, 1}};
  const Node node{16000, {1000, 1000}};
  const std::vector<NodeKind> kinds{kind_of(node, 10)};
  const RoomLeft room(whole, kinds);
  EXPECT_EQ(room.cpu_load(), kUnit);
  EXPECT_EQ(room.room(node.free()), 2000 * kUnit * kShares);
  EXPECT_EQ(room.room(Node{12000, {1000, 1000}}.free()), 1500 * kUnit * kShares)
      << "CPU for one and a half";
  EXPECT_EQ(room.room(Node{16000, {1000, 999}}.free()), 1000 * kUnit * kShares);
  EXPECT_EQ(room.room(Node{7999, {1000, 1000}}.free()), 0);
}

TEST(RoomLeft, CpuCountsForLessWhereTheClusterHasPlenty) {
  const std::vector<TaskClass> classes{{{8000, 1000, 1}, 1}, {{8000, 0, 0}, 1}};
  const Node rich{64000, {1000, 1000}};
  const std::vector<NodeKind> kinds{kind_of(rich, 1)};
  const RoomLeft room(classes, kinds);
  EXPECT_EQ(room.cpu_load(), kUnit / 2) << "16 CPUs for each GPU, 32 there";
  // Half of the tasks request GPUs.
  EXPECT_EQ(room.room(Node{8000, {1000, 1000}}.free()), 2000 * kUnit * kShares / 2);
}

TEST(RoomLeft, GpuThatOthersDependOnCostsMore) {
  const Node common{16000, {1000, 1000}, 1};
  const Node rare{16000, {1000, 1000}, 2};
  const std::vector<TaskClass> classes{{{1000, 1000, 1}, 6}, {{1000, 1000, 1, 2}, 4}};
  const std::vector<NodeKind> kinds{kind_of(common, 3), kind_of(rare, 1)};
  const RoomLeft room(classes, kinds);
  EXPECT_EQ(room.price(kinds[0]), 0);
  // 4 of 10 tasks need a quarter of the devices: 1.6. Half of its square is 1.28.
  EXPECT_NEAR(static_cast<double>(room.price(kinds[1])), 1.28 * kUnit, 0.01 * kUnit);
  const GpuTask any{1000, 1000, 1};
  EXPECT_GT(room.place(common.free(), room.price(kinds[0]), any).score,
            room.place(rare.free(), room.price(kinds[1]), any).score);
}

TEST(RoomLeft, TasksKeepOffTheOnlyNodesForOthersOfSeveralDevices) {
  constexpr int64_t kGi = int64_t{1} << 30;
  const GpuTask whole{8000, 1000, 2, kAnyModel, 96 * kGi};
  const std::vector<TaskClass> classes{{{1000, 1000, 1}, 99}, {whole, 1}};
  // The kinds differ only in memory, and few nodes have enough of it.
  const NodeKind common{16000, 2, 1, 9, 64 * kGi};
  const NodeKind large{16000, 2, 1, 1, 128 * kGi};
  const RoomLeft room(classes, std::vector{common, large});
  const std::vector<int32_t> idle{1000, 1000};
  const std::vector<int32_t> used{1000, 0};
  const auto loss = [&](const NodeKind &kind, const std::vector<int32_t> &shares,
                        const GpuTask &task) {
    return room.place({16000, shares, 1, kind.memory}, room.price(kind), task).score;
  };
  const GpuTask one{1000, 1000, 1};
  EXPECT_GT(loss(common, idle, one), loss(large, idle, one));
  EXPECT_EQ(loss(common, used, one), loss(large, used, one)) << "nothing left to keep";
  // A tenth of the devices, squared, is a factor of a hundred. It applies to
  // one task of a hundred, which loses both devices.
  EXPECT_NEAR(static_cast<double>(loss(common, idle, one) - loss(large, idle, one)), 2000.0 * kUnit,
              0.01 * 2000 * kUnit);
  // A task without GPU that leaves too little memory costs as much.
  const GpuTask memory{0, 0, 0, kAnyModel, 40 * kGi};
  EXPECT_NEAR(static_cast<double>(loss(large, idle, memory)), -2000.0 * kUnit, 20 * kUnit);
  EXPECT_EQ(loss(common, idle, memory), 0);
}

TEST(RoomLeft, KindsThatComeLaterHaveTheirPriceToo) {
  const std::vector<TaskClass> classes{{{1000, 1000, 1}, 6}, {{8000, 1000, 1, 2}, 4}};
  const std::vector<NodeKind> kinds{{16000, 2, 1, 3}, {16000, 2, 2, 1}};
  const RoomLeft room(classes, kinds);
  EXPECT_GT(room.price(kinds[1]), room.price(kinds[0]));
  EXPECT_EQ(room.price({64000, 8, 2, 0}), room.price(kinds[1])) << "wanted by the same tasks";
  EXPECT_EQ(room.price({4000, 8, 2, 0}), room.price(kinds[0])) << "not enough CPU for the choosy";
  EXPECT_EQ(room.price({500, 8, 1, 0}), room.price(kinds[0])) << "wanted by none: no bargain";
  EXPECT_EQ(room.price({16000, 0, 2, 0}), 0);
}

TEST(RoomLeft, ShortCpuSendsTasksToNodesThatHaveIt) {
  const Node poor{8000, {1000}, 1};
  const Node rich{64000, {1000}, 1};
  const std::vector<NodeKind> kinds{kind_of(poor, 1), kind_of(rich, 1)};
  const std::vector<TaskClass> scarce{{{1000, 1000, 1}, 1}, {{36000, 0, 0}, 1}};
  const RoomLeft room(scarce, kinds);
  EXPECT_GT(room.cpu_load(), kUnit);
  EXPECT_GT(room.price(kinds[0]), room.price(kinds[1]));
  const std::vector<TaskClass> plenty{{{1000, 1000, 1}, 1}};
  const RoomLeft easy(plenty, kinds);
  EXPECT_EQ(easy.price(kinds[0]), 0);
  EXPECT_EQ(easy.price(kinds[1]), 0);
}

TEST(RoomLeft, CpuTasksKeepOffIdleGpus) {
  const Node idle{16000, {1000, 1000}};
  const Node busy{16000, {0, 100}};
  const Node without{16000, {}};
  const std::vector<NodeKind> kinds{kind_of(idle, 5), kind_of(without, 5)};
  const std::vector<TaskClass> classes{{{8000, 1000, 1}, 3}, {{8000, 0, 0}, 1}};
  const RoomLeft room(classes, kinds);
  const GpuTask cpu{8000, 0, 0};
  EXPECT_LT(room.place(idle.free(), room.price(kinds[0]), cpu).score, 0);
  EXPECT_EQ(room.place(busy.free(), room.price(kinds[0]), cpu).score, 0);
  EXPECT_EQ(room.place(without.free(), room.price(kinds[1]), cpu).score, 0);
}

TEST(RoomLeft, AModelCostsMoreTheMoreOfItIsInUse) {
  const std::vector<TaskClass> classes{{{1000, 1000, 1}, 1}};
  const NodeKind idle{16000, 4, 1, 10};
  const auto priced = [&](int64_t used) {
    NodeKind other{16000, 2, 2, 10};
    other.used_milli = used;
    return RoomLeft(classes, std::vector{idle, other, NodeKind{32000, 2, 2, 10}}).price(other);
  };
  EXPECT_EQ(priced(0), 0);
  EXPECT_EQ(priced(20'000), kUnit / 2) << "all kinds of the model are counted together";
  EXPECT_EQ(priced(10'000), kUnit / 4);
  NodeKind full{16000, 2, 2, 10};
  full.used_milli = 20'000;
  const RoomLeft room(classes, std::vector{idle, full});
  EXPECT_EQ(room.price(full), kUnit * 3 / 4) << "beyond three quarters it rises no more";
  EXPECT_EQ(room.price(idle), 0);
  EXPECT_EQ(room.price({64000, 1, 2, 0}), kUnit * 3 / 4) << "a kind that came later";
}

TEST(RoomLeft, FillsRestsBeforeWholeDevices) {
  const std::vector<TaskClass> classes{{{0, 470, 1}, 1}, {{0, 1000, 1}, 1}};
  const Node node{16000, {1000, 530, 470}};
  const std::vector<NodeKind> kinds{{16000, 3, 1, 1}};
  const RoomLeft room(classes, kinds);
  const PlacementScore placed = room.place(node.free(), room.price(kinds[0]), {0, 470, 1});
  EXPECT_EQ(placed.devices, 0b010u) << "530 and 470 lose the same, the first is taken";
}

TEST(RoomLeft, RefusesAmountsOutOfBounds) {
  const std::vector<TaskClass> classes{{{0, 470, 1}, 1}};
  const auto with = [&](NodeKind kind) { RoomLeft(classes, std::vector{kind}); };
  EXPECT_ERROR(with({-1, 1, 1, 1}), Status::kInvalid, "node kind: cpu_milli is -1");
  EXPECT_ERROR(with({0, 65, 1, 1}), Status::kInvalid, "gpu_count is 65, expected 0 to 64");
  EXPECT_ERROR(with({0, 1, 1, -1}), Status::kInvalid, "nodes is -1");
  EXPECT_ERROR(with({0, 1, 1, kMaxKindNodes + 1}), Status::kInvalid, "at most 1048576");
  EXPECT_ERROR(with({0, 2, 1, 3, 0, 6001}), Status::kInvalid,
               "used_milli is 6001, expected 0 to 6000");
  EXPECT_ERROR(with({0, 2, 1, 3, 0, -1}), Status::kInvalid, "used_milli is -1");
  const std::vector<NodeKind> many(kMaxNodeKinds + 1);
  EXPECT_ERROR(RoomLeft(classes, many), Status::kLimit, "4097 kinds of nodes, at most 4096");
}

TEST(RoomLeft, LargestAmountsStayInRange) {
  const std::vector<TaskClass> classes{{{1, 1000, 64, 1}, kMaxTasks - 2},
                                       {{kMaxCpuMilli, 1000, 1, 1}, 1},
                                       {{kMaxCpuMilli, 0, 0}, 1}};
  const Node node{kMaxCpuMilli, std::vector<int32_t>(64, 1000)};
  const std::vector<NodeKind> kinds{kind_of(node, 1), {kMaxCpuMilli, 64, 2, kMaxKindNodes - 1}};
  const RoomLeft room(classes, kinds);
  EXPECT_GE(room.room(Node{INT64_MAX, node.gpu_milli}.free()), room.room(node.free()));
  const PlacementScore placed = room.place(node.free(), room.price(kinds[0]), {1, 1000, 64});
  EXPECT_TRUE(placed.fits);
  EXPECT_LT(placed.score, 0);
}

RC_GTEST_PROP(RoomLeft, IsWhatTheFormulaSays, ()) {
  const auto classes = *drawn_classes();
  const Node node = *drawn_node();
  const std::vector<NodeKind> kinds{{48000, 4, 1, 3}, {8000, 1, 2, 2}, {32000, 0, 0, 1}};
  const RoomLeft room(classes, kinds);
  const double expected =
      by_formula(node, classes, kinds, static_cast<double>(room.cpu_load()) / kUnit);
  const double found = static_cast<double>(room.room(node.free())) / kUnit / kShares;
  // Rates are rounded down to 2^-20 of a milli-GPU for each milli-CPU, scarcities to 1/1024, and
  // weights to 2^-20 of all tasks.
  RC_ASSERT(found <= expected + 1e-6);
  RC_ASSERT(found >=
            expected * (1 - 2.0 / kUnit) - 0.2 - 0.02 * static_cast<double>(classes.size()));
}

RC_GTEST_PROP(RoomLeft, NothingTakenEverMakesRoom, ()) {
  const auto classes = *drawn_classes();
  const Node node = *drawn_node();
  const GpuTask task = *drawn_task();
  const std::vector<NodeKind> kinds{{48000, 4, 1, 3}, {8000, 1, 2, 2}};
  const RoomLeft room(classes, kinds);
  const DeviceMask allowed = *drawn_allowed();
  const PlacementScore placed = room.place(node.free(), room.price(kinds[0]), task, allowed);
  RC_ASSERT(placed.fits == fits(node.free(), task, allowed));
  if (!placed.fits) return;
  RC_ASSERT(placed.score <= 0);
  const int64_t now = room.room(node.free());
  int64_t best = INT64_MIN;
  DeviceMask devices = 0;
  for (const DeviceMask way : ways(node, task, allowed)) {
    const int64_t then = room.room(node.after(task, way).free());
    RC_ASSERT(then <= now);
    const int64_t score = (then - now) / kShares - room.price(kinds[0]) * task.gpu_total();
    if (score > best) devices = way;
    best = std::max(best, score);
  }
  RC_ASSERT(placed.score == best);
  RC_ASSERT(placed.devices == devices);
}

}  // namespace
}  // namespace koord::device::testing

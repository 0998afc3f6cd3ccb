// Nodes to draw from against those that a fresh look at all of them finds.
#include "replay/fitting_nodes.h"

#include "failure_support.h"
#include "replay/koord_trace.h"

namespace koordctl {
namespace {

TracePod one_that_asks(std::int64_t cpu, std::int32_t count, std::int32_t milli,
                       std::vector<std::string> models = {}) {
  TracePod pod;
  pod.cpu_milli = cpu;
  pod.gpu_count = count;
  pod.gpu_milli = milli;
  pod.models = std::move(models);
  return pod;
}

class Drawing : public ::testing::Test {
 protected:
  Drawing() {
    koord_cluster *cluster = nullptr;
    EXPECT_EQ(koord_cluster_new(nullptr, nullptr, 0, &cluster, nullptr), KOORD_OK);
    cluster_.reset(cluster);
    for (int i = 0; i < 130; ++i) {
      TraceNode node;
      node.name = "n" + std::to_string(i);
      node.cpu_milli = 2000 + 1000 * (i % 3);
      node.memory_mib = 1024;
      node.gpus = i % 4;
      node.model = i % 2 == 0 ? "A" : "B";
      nodes_.push_back(node);
    }
    add_nodes(cluster_.get(), nodes_, GpuLabels::kNone);
  }

  std::vector<std::uint32_t> fitting(const koord_pod *asking, const TracePod &wanted) const {
    std::vector<koord_verdict> rows(nodes_.size());
    std::size_t count = 0;
    EXPECT_EQ(koord_cluster_evaluate(cluster_.get(), asking, 0, nullptr, 0, SIZE_MAX, rows.data(),
                                     sizeof rows[0], rows.size(), &count, nullptr, nullptr),
              KOORD_OK);
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < count; ++i)
      if (rows[i].reason == KOORD_REASON_NONE && wanted.may_use(nodes_[rows[i].node].model))
        out.push_back(rows[i].node);
    return out;
  }

  std::vector<TraceNode> nodes_;
  ClusterHandle cluster_;
};

TEST_F(Drawing, EveryDrawIsFromTheNodesThatFitNow) {
  const std::vector<TracePod> kinds = {
      one_that_asks(1000, 1, 500), one_that_asks(1000, 1, 500, {"B"}), one_that_asks(500, 2, 1000),
      one_that_asks(900, 0, 0), one_that_asks(1, 1, 10)};
  FittingNodes fitting_nodes(nodes_);
  Random random(1);
  Random same(1);
  int refused = 0;
  for (int i = 0; i < 1500; ++i) {
    const TracePod &wanted = kinds[static_cast<std::size_t>(i) % kinds.size()];
    const PodHandle handle = make_pod(wanted, "p" + std::to_string(i));
    const std::vector<std::uint32_t> expected = fitting(handle.get(), wanted);
    const auto drawn = fitting_nodes.draw(cluster_.get(), handle.get(), wanted, random);
    ASSERT_EQ(drawn.has_value(), !expected.empty()) << i;
    if (!drawn) {
      ++refused;
      continue;
    }
    ASSERT_EQ(*drawn, expected[same.below(static_cast<std::uint32_t>(expected.size()))]) << i;
    koord_refusal refusal{};
    ASSERT_EQ(koord_cluster_reserve(cluster_.get(), handle.get(), *drawn, nullptr, nullptr, 0,
                                    &refusal, nullptr),
              KOORD_OK);
    ASSERT_EQ(refusal.reason, KOORD_REASON_NONE);
  }
  EXPECT_GT(refused, 0) << "the cluster is full in the end";
}

// More kinds than a cluster keeps verdicts of, asked about in turns: what it says of changes is all of its nodes.
TEST_F(Drawing, KindsThatTheClusterForgot) {
  FittingNodes fitting_nodes(nodes_);
  Random random(2);
  Random same(2);
  for (int i = 0; i < 700; ++i) {
    const TracePod wanted = one_that_asks(100 + i % 300, 1, 300);
    const PodHandle handle = make_pod(wanted, "p" + std::to_string(i));
    const auto drawn = fitting_nodes.draw(cluster_.get(), handle.get(), wanted, random);
    const std::vector<std::uint32_t> expected = fitting(handle.get(), wanted);
    ASSERT_EQ(drawn.has_value(), !expected.empty()) << i;
    if (!drawn) continue;
    ASSERT_EQ(*drawn, expected[same.below(static_cast<std::uint32_t>(expected.size()))]) << i;
    koord_refusal refusal{};
    ASSERT_EQ(koord_cluster_reserve(cluster_.get(), handle.get(), *drawn, nullptr, nullptr, 0,
                                    &refusal, nullptr),
              KOORD_OK);
    ASSERT_EQ(refusal.reason, KOORD_REASON_NONE);
  }
}

}  // namespace
}  // namespace koordctl

// Compares FittingNodes with an evaluation of all nodes.
#include "fitting_nodes.h"

#include "koord_trace.h"
#include "support/failure_support.h"
#include "trace_pods.h"

namespace koordctl {
namespace {

class Drawing : public ::testing::Test {
 protected:
  Drawing() {
    for (int i = 0; i < 130; ++i) {
      TraceNode node;
      node.name = "n" + std::to_string(i);
      node.cpu_milli = 2000 + 1000 * (i % 3);
      node.memory_mib = 1024;
      node.gpus = i % 4;
      node.model = i % 2 == 0 ? "A" : "B";
      nodes_.push_back(node);
    }
    add_nodes(cluster_, nodes_, GpuLabels::kNone);
  }

  std::vector<uint32_t> fitting(const koord::Pod &asking, const TracePod &wanted) const {
    std::vector<koord_verdict> rows(nodes_.size());
    const koord_evaluation evaluation = cluster_.evaluate(asking, nullptr, rows);
    std::vector<uint32_t> out;
    for (size_t i = 0; i < evaluation.count; ++i)
      if (rows[i].reason == KOORD_REASON_NONE && wanted.may_use(nodes_[rows[i].node].model))
        out.push_back(rows[i].node);
    return out;
  }

  // Places one more pod on a node that `nodes` draws, and expects the node that a full evaluation
  // and an equal random sequence select. Returns false if no node fits.
  bool draw_for(const TracePod &wanted, FittingNodes &nodes) {
    const koord::Pod pod = make_pod(wanted, "p" + std::to_string(++pods_));
    const std::vector<uint32_t> expected = fitting(pod, wanted);
    const auto drawn = nodes.draw(cluster_, pod, wanted, random_);
    EXPECT_EQ(drawn.has_value(), !expected.empty()) << pods_;
    if (!drawn || expected.empty()) return false;
    EXPECT_EQ(*drawn, expected[same_.below(static_cast<uint32_t>(expected.size()))]) << pods_;
    EXPECT_EQ(cluster_.reserve(pod, nullptr, *drawn, {}).reason, KOORD_REASON_NONE);
    return true;
  }

  std::vector<TraceNode> nodes_;
  koord::Cluster cluster_ = koord::Cluster::create(nullptr, {});
  Random random_{1};
  Random same_{1};
  int pods_ = 0;
};

TEST_F(Drawing, EveryDrawIsFromTheNodesThatFitNow) {
  const std::vector<TracePod> kinds = {testing::trace_pod(1000, 1, 500),
                                       testing::trace_pod(1000, 1, 500, {"B"}),
                                       testing::trace_pod(500, 2, 1000),
                                       testing::trace_pod(900, 0, 0), testing::trace_pod(1, 1, 10)};
  FittingNodes fitting_nodes(nodes_);
  int refused = 0;
  for (size_t i = 0; i < 1500 && !HasFailure(); ++i)
    refused += draw_for(kinds[i % kinds.size()], fitting_nodes) ? 0 : 1;
  EXPECT_GT(refused, 0) << "the cluster is full in the end";
}

// More kinds than a cluster keeps verdicts for are queried in turn,
// so each report of changes covers all nodes.
TEST_F(Drawing, KindsThatTheClusterForgot) {
  FittingNodes fitting_nodes(nodes_);
  int placed = 0;
  for (int i = 0; i < 700 && !HasFailure(); ++i)
    placed += draw_for(testing::trace_pod(100 + i % 300, 1, 300), fitting_nodes) ? 1 : 0;
  EXPECT_GT(placed, 300) << "kinds came again";
}

}  // namespace
}  // namespace koordctl

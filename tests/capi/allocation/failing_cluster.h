// Calls on a cluster, each of whose allocations fails once: the call
// reports it, and the cluster is unchanged.
#pragma once

#include <functional>

#include "capi/allocation/counting_new.h"
#include "capi/cluster_support.h"

namespace koord::testing {

class FailingCluster : public ::testing::Test {
 protected:
  FailingCluster() : cluster_(new_cluster()) {
    for (const char *name : {"a", "b"}) add_node(cluster_, name, policy_label("BestEffort"));
    held_ = pod_of({.uid = "held", .cpu = "3"});
    EXPECT_EQ(reserve(cluster_, held_, 0).reason, KOORD_REASON_NONE);
    // Two pods claim one CPU, so removing either re-evaluates all claims.
    for (const char *uid : {"twin-1", "twin-2"}) {
      const PodPtr twin =
          pod_of({.uid = uid, .cpu = "2", .node = "b", .status = R"({"cpuset":"0-1"})"});
      EXPECT_EQ(koord_cluster_set_pod(cluster_.get(), twin.get(), nullptr, nullptr), KOORD_OK);
    }
    everything(cluster_);  // caches the verdicts that it queries
  }

  // Runs `call` with its first, second, ... allocation failing until no allocation fails any more.
  void fail_each(const std::function<koord_status(koord_error *)> &call) {
    for (const Failing mode : {Failing::kOnce, Failing::kFromThenOn})
      for (long n = 1;; ++n) {
        ASSERT_LT(n, 5000);
        const std::string before = everything(cluster_);
        koord_error err{};
        fail_allocation(n, mode);
        const koord_status status = call(&err);
        const bool failed = allocation_failed();
        fail_allocation(0);
        if (status == KOORD_OK) {
          ASSERT_FALSE(failed) << "allocation " << n << " failed and nobody said so";
          if (undo_) undo_();
          break;
        }
        ASSERT_EQ(status, KOORD_E_NO_MEMORY) << "allocation " << n << ": " << err.message;
        ASSERT_TRUE(failed);
        ASSERT_EQ(everything(cluster_), before) << "allocation " << n;
      }
  }

  ClusterPtr cluster_;
  PodPtr held_;
  std::function<void()> undo_;  // reverts the call, so that it can be repeated
};

}  // namespace koord::testing

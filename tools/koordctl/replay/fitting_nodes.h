// The nodes that can take a pod, kept for all pods that ask for the same and brought up to date by
// what changed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "koord.hpp"
#include "replay/inflation.h"
#include "replay/trace.h"

namespace koordctl {

class FittingNodes {
 public:
  // `nodes` as the cluster numbers them; they must outlive this.
  explicit FittingNodes(const std::vector<TraceNode> &nodes) : nodes_(nodes), rows_(nodes.size()) {}

  // One of them, each as likely as the others; `pod` is what libkoord makes of `wanted`.
  std::optional<uint32_t> draw(const koord::Cluster &cluster, const koord::Pod &pod,
                               const TracePod &wanted, Random &random);

 private:
  using Asked = std::tuple<int64_t, int64_t, int32_t, int32_t, std::vector<std::string>>;
  struct Known {
    uint64_t generation = 0;      // of the cluster, up to which they are known
    std::vector<uint64_t> words;  // a bit for each node
  };
  void update(const koord::Cluster &cluster, const koord::Pod &pod, const TracePod &wanted,
              Known &known);

  const std::vector<TraceNode> &nodes_;
  std::map<Asked, Known> known_;
  std::vector<koord_verdict> rows_;  // of one question, kept for their memory
};

}  // namespace koordctl

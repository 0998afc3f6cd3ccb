// The nodes that fit a pod, cached for all pods with equal requests and updated incrementally.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "inflation.h"
#include "koord.hpp"
#include "trace.h"

namespace koordctl {

class FittingNodes {
 public:
  // `nodes` are in the order of the cluster's node ids, and must outlive this.
  explicit FittingNodes(const std::vector<TraceNode> &nodes) : nodes_(nodes), rows_(nodes.size()) {}

  // Draws one of the fitting nodes, each with equal probability. `pod` is libkoord's form of
  // `wanted`.
  std::optional<uint32_t> draw(const koord::Cluster &cluster, const koord::Pod &pod,
                               const TracePod &wanted, Random &random);

 private:
  using Asked = std::tuple<int64_t, int64_t, int32_t, int32_t, std::vector<std::string>>;
  struct Known {
    uint64_t generation = 0;      // generation of the cluster that the bits reflect
    std::vector<uint64_t> words;  // one bit per node
  };
  void update(const koord::Cluster &cluster, const koord::Pod &pod, const TracePod &wanted,
              Known &known);

  const std::vector<TraceNode> &nodes_;
  std::map<Asked, Known> known_;
  std::vector<koord_verdict> rows_;  // buffer, reused between calls
};

}  // namespace koordctl

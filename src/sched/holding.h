// What a pod holds on its node, in ids: it outlives a change of the node's topology. Clusters have a great
// many of these: one allocation each, beside the shape that pods share.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/cpu_set.h"
#include "cpu/koordinator.h"
#include "sched/shape.h"

namespace koord::sched {

using ShapePtr = std::shared_ptr<const Shape>;

struct NumaGrant {
  int32_t node;  // id
  ResourceId resource;
  int64_t amount;
  bool operator==(const NumaGrant &) const = default;
};

// A pod is bound to the pools of the NUMA nodes of its grants: one without an amount names a pool of which it
// holds nothing else.
void name_pool(int32_t node, std::vector<NumaGrant> &grants);

class Holding {
 public:
  struct Kind {
    cpu::ExclusivePolicy exclusive = cpu::ExclusivePolicy::kNone;
    bool pooled = false;  // bound to the shared pools of the NUMA nodes of its grants
  };

  Holding() = default;  // nothing, of no pod
  // Amounts of the whole pod only.
  explicit Holding(ShapePtr shape) : shape_(std::move(shape)) {}
  // `cpus` are its own, none: it shares; grants come in any order.
  Holding(ShapePtr shape, const CpuSet &cpus, std::vector<NumaGrant> grants, Kind kind);

  const Shape &shape() const { return *shape_; }
  std::span<const uint64_t> cpus() const { return {data_.get(), cpu_words_}; }
  CpuSet cpu_set() const { return CpuSet::from_words(cpus()); }
  // Ascending by node and resource.
  std::span<const NumaGrant> grants() const {
    return {reinterpret_cast<const NumaGrant *>(data_.get() + cpu_words_), grant_count_};
  }
  cpu::ExclusivePolicy exclusive() const { return exclusive_; }
  bool pooled() const { return pooled_; }

 private:
  ShapePtr shape_;
  std::unique_ptr<uint64_t[]> data_;  // CPUs, then grants
  uint32_t grant_count_ = 0;
  uint16_t cpu_words_ = 0;
  cpu::ExclusivePolicy exclusive_ : 8 = cpu::ExclusivePolicy::kNone;
  bool pooled_ = false;
};

}  // namespace koord::sched

// Resources that a pod holds on its node. NUMA nodes are stored by id, so that a holding stays
// valid when the node's topology changes. A cluster has very many holdings: each takes one
// allocation beside the shape, which pods share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/cpu_set.h"
#include "cpu/koordinator.h"
#include "device/ledger/ledger.h"
#include "sched/pod/shape.h"

namespace koord::sched {

using ShapePtr = std::shared_ptr<const Shape>;
using device::DeviceGrants;
// Returns nullptr if there are no grants.
inline DeviceGrants as_devices(device::Grants grants) {
  return grants.empty() ? nullptr : std::make_shared<const device::Grants>(std::move(grants));
}

struct NumaGrant {
  int32_t node;  // id
  ResourceId resource;
  int64_t amount;
  bool operator==(const NumaGrant &) const = default;
};

class Holding {
 public:
  Holding() = default;  // holds nothing and has no shape
  // Holds only the amounts of the whole pod.
  explicit Holding(ShapePtr shape) : shape_(std::move(shape)) {}
  // `cpus` are the pod's own CPUs; empty if it shares CPUs. Grants may be in any order.
  Holding(ShapePtr shape, const CpuSet &cpus, std::vector<NumaGrant> grants,
          const std::vector<int32_t> &pools);

  Holding(const Holding &other);
  Holding(Holding &&) = default;
  Holding &operator=(const Holding &other) { return *this = Holding(other); }
  Holding &operator=(Holding &&) = default;

  const Shape &shape() const { return *shape_; }
  const ShapePtr &shared_shape() const { return shape_; }
  std::span<const uint64_t> cpus() const { return {at<uint64_t>(0), cpu_words_}; }
  // Fills all of `out`, which must have enough words.
  void write_cpus(std::span<uint64_t> out) const {
    for (size_t i = 0; i < out.size(); ++i) out[i] = i < cpu_words_ ? cpus()[i] : 0;
  }
  CpuSet cpu_set() const { return CpuSet::from_words(cpus()); }
  // Ascending by node and resource.
  std::span<const NumaGrant> grants() const { return {at<NumaGrant>(grants_at()), grant_count_}; }
  // Returns the exclusive policy of the pod's own CPUs, kNone if it has none.
  ExclusivePolicy exclusive() const {
    return cpu_words_ == 0 ? ExclusivePolicy::kNone : exclusive_policy(*shape_);
  }
  // Returns the pod's devices, nullptr if it has none.
  const DeviceGrants &devices() const { return devices_; }
  void set_devices(DeviceGrants devices) { devices_ = std::move(devices); }
  // Ids of the NUMA nodes to whose shared pools the pod is bound, ascending.
  std::span<const int32_t> pools() const { return {at<int32_t>(pools_at()), pool_count_}; }
  // Returns the part of the grants that the node does not count, because kubelet's report already
  // withholds the pod's CPUs. It is derived from the node: see Node::mark_reported.
  std::span<const NumaGrant> reported() const {
    return {at<NumaGrant>(reported_at()), reported_count_};
  }
  void set_reported(std::span<const NumaGrant> grants);
  // Returns key_of_uid() of the pod, 0 if it is not known.
  uint64_t pod_key() const { return pod_key_; }
  void set_pod_key(uint64_t key) { pod_key_ = key; }

 private:
  size_t grants_at() const { return cpu_words_ * sizeof(uint64_t); }
  size_t reported_at() const { return grants_at() + grant_count_ * sizeof(NumaGrant); }
  size_t pools_at() const { return reported_at() + reported_count_ * sizeof(NumaGrant); }
  size_t bytes() const { return pools_at() + pool_count_ * sizeof(int32_t); }
  template <typename T>
  const T *at(size_t offset) const {
    return reinterpret_cast<const T *>(data_.get() + offset);
  }

  ShapePtr shape_;
  DeviceGrants devices_;
  std::unique_ptr<std::byte[]> data_;  // CPUs, grants, reported grants, pools
  uint32_t grant_count_ = 0;
  uint32_t pool_count_ = 0;
  uint16_t cpu_words_ = 0;
  uint16_t reported_count_ = 0;
  uint64_t pod_key_ = 0;
};

using Holdings = std::span<const Holding *const>;

}  // namespace koord::sched

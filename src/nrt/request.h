// The part of a pod that NodeResourceTopologyMatch
// evaluates, preprocessed for its filter and scores.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "object/objects.h"
#include "sched/resources.h"

namespace koord::sched {

// Returns true if kubelet's managers assign the resource per NUMA node: cpu, memory and huge pages.
bool is_numa_affine(std::string_view resource) noexcept;
// Returns true if the resource may belong to the whole machine:
// storage and all extended resources, devices included.
bool is_host_level(std::string_view resource) noexcept;

// Maps resource names to numbers. A pod and a node that are compared must use the same mapping.
using NrtNumbering = std::function<uint16_t(std::string_view resource)>;

// A request of one resource. A request of 0 still limits
// LeastNUMANodes to zones that report the resource.
struct NrtRequest {
  uint32_t column;  // index into NrtPod::columns
  int64_t value;
};
using NrtRequests = std::span<const NrtRequest>;

class NrtPod {
 public:
  static constexpr size_t kMaxResources = 256;

  struct Column {
    std::string resource;
    uint16_t number;
    bool affine;
    bool host_level;
    bool milli;  // counted in thousandths (cpu)
  };

  // Throws kLimit if there are more than kMaxResources names or a sum exceeds 2^63 - 1.
  NrtPod(const object::PodObject &pod, object::KubeQos qos, const NrtNumbering &number);

  const std::vector<Column> &columns() const { return columns_; }  // ascending by name
  // Column indexes, ascending by the number of their resource.
  const std::vector<uint32_t> &by_number() const { return by_number_; }

  bool guaranteed() const { return qos_ == object::KubeQos::kGuaranteed; }
  // Returns true for BestEffort pods without devices. They pass every filter.
  bool exempt() const { return exempt_; }

  size_t init_containers() const { return init_containers_; }
  size_t containers() const { return parts_.size() - 1; }  // init containers included
  // Requests of one container, ascending by column. Init containers come first.
  NrtRequests requests(size_t container) const { return view(parts_[container]); }
  // Requests of the pod: per resource, the larger of the sum over its containers and the maximum
  // over its init containers, plus its overhead.
  NrtRequests effective() const { return view(parts_.back()); }

 private:
  struct Part {
    size_t first;
    size_t count;
  };
  NrtRequests view(Part part) const {
    return NrtRequests(requests_).subspan(part.first, part.count);
  }
  void add_columns(const object::PodObject &pod, const NrtNumbering &number);
  void add_part(const object::Amounts &amounts);

  std::vector<Column> columns_;
  std::vector<uint32_t> by_number_;
  std::vector<NrtRequest> requests_;
  std::vector<Part> parts_;  // each container, then the whole pod
  size_t init_containers_ = 0;
  object::KubeQos qos_;
  bool exempt_ = false;
};

}  // namespace koord::sched

// What NodeResourceTopologyMatch looks at in a pod, in the form its filter and scores run on.
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

// Bound to NUMA nodes by kubelet's managers: cpu, memory and huge pages.
bool is_numa_affine(std::string_view resource) noexcept;
// May belong to the machine as a whole: storage, and whatever is not native (devices included).
bool is_host_level(std::string_view resource) noexcept;

// Numbers the names of resources. Pods and nodes that meet must be numbered by one function.
using NrtNumbering = std::function<uint16_t(std::string_view resource)>;

// An amount asked for; 0 is one too: it asks for nothing, but names the resource.
struct NrtRequest {
  uint32_t column;  // in NrtPod::columns
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
    bool milli;  // counted in thousandths: cpu
  };

  // Throws kLimit: more than kMaxResources names, or a sum above 2^63 - 1.
  NrtPod(const object::PodObject &pod, object::KubeQos qos, const NrtNumbering &number);

  const std::vector<Column> &columns() const { return columns_; }  // ascending by name
  // Columns ascending by their resource's number.
  const std::vector<uint32_t> &by_number() const { return by_number_; }

  bool guaranteed() const { return qos_ == object::KubeQos::kGuaranteed; }
  // BestEffort and without devices: never filtered.
  bool exempt() const { return exempt_; }

  size_t init_containers() const { return init_containers_; }
  size_t containers() const { return parts_.size() - 1; }  // those included
  // What one container asks for, ascending by column; init containers come first.
  NrtRequests requests(size_t container) const { return view(parts_[container]); }
  // What the pod asks for: per resource the larger of what its containers ask for together and of
  // what its hungriest init container asks for, then its overhead.
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

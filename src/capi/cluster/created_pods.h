// The pods that workloads of a text stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "capi/object/pod_handle.h"
#include "koord.h"
#include "wire/pod/workload.h"

namespace koord::capi {

struct DropPod {
  void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
};
using PodHandle = std::unique_ptr<koord_pod, DropPod>;

// A workload and its pods, which differ in name and uid only. They share all other data: a workload
// of a few bytes may have many thousands of pods.
class CreatedPods {
 public:
  // Limits of all workloads of a text.
  static constexpr size_t kMaxPods = 100'000;
  static constexpr size_t kMaxBytes = size_t{256} << 20;  // of their JSON

  explicit CreatedPods(wire::Workload workload) : workload_(std::move(workload)) {}

  const wire::Workload &workload() const { return workload_; }
  // Returns the bytes of JSON of all pods.
  size_t bytes() const { return workload_.count * workload_.pod.size(); }
  // Reads the pod object. Throws kInvalid naming pod and field.
  void read(const Log &log);
  // The following calls need a pod that was read.
  const object::PodObject &first() const { return first_->object; }
  std::string name(uint32_t i) const { return workload_.pod_name(i); }
  std::string uid(uint32_t i) const { return workload_.name_space + "/" + name(i); }
  PodHandle make(uint32_t i) const;
  // Returns the first pod, which has the shape of all.
  const koord_pod *shaped() const { return first_.get(); }

 private:
  wire::Workload workload_;
  PodHandle first_;
};

// Returns the workloads that do not fit into the limits, by index. Each is accepted if it fits
// beside those with less JSON, so that the order in the text does not matter.
std::vector<size_t> beyond_limits(const std::vector<const CreatedPods *> &workloads);

}  // namespace koord::capi

// Preemption, capacity and resizing of koord.h with destructors and exceptions.
#ifndef KOORDCTL_PLANS_CPP_H_
#define KOORDCTL_PLANS_CPP_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cluster_cpp.h"

namespace koordctl {

class Preemption {
 public:
  Preemption(const Cluster &cluster, const Pod &pod, const koord_preempt_options &options,
             const Query &query);

  std::vector<koord_node_preemption> rows() const;
  // Uids, by priority, descending.
  std::vector<std::string> victims(std::size_t row) const;
  // Unset where Reserve would not do it: `refusal` says why.
  std::optional<Plan> plan(const Cluster &cluster, std::size_t row, koord_refusal &refusal) const;

 private:
  struct Free {
    void operator()(koord_preemption *preemption) const { koord_preemption_unref(preemption); }
  };
  std::unique_ptr<koord_preemption, Free> handle_;
};

class Capacity {
 public:
  Capacity(const Cluster &cluster, const Pod &pod, const koord_capacity_options &options,
           const Query &query);

  koord_capacity_info info() const;
  std::vector<koord_node_capacity> rows() const;
  std::vector<koord_capacity_reason> reasons() const;

 private:
  struct Free {
    void operator()(koord_capacity *capacity) const { koord_capacity_unref(capacity); }
  };
  std::unique_ptr<koord_capacity, Free> handle_;
};

// The pod as it is to be, where it is; unset where it is refused. `subject` leads messages about the pod.
std::optional<Plan> plan_resize(const Cluster &cluster, const Pod &pod, std::uint32_t flags,
                                std::string_view subject, koord_refusal &refusal);

}  // namespace koordctl

#endif  // KOORDCTL_PLANS_CPP_H_

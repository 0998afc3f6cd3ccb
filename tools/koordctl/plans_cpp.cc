#include "plans_cpp.h"

#include "koord_calls.h"

namespace koordctl {

Preemption::Preemption(const Cluster &cluster, const Pod &pod, const koord_preempt_options &options,
                       const Query &query) {
  koord_preemption *preemption = nullptr;
  koord_error error{};
  check(koord_cluster_preempt(cluster.get(), pod.get(), &options, query.get(), &preemption, &error),
        error, "");
  handle_.reset(preemption);
}

std::vector<koord_node_preemption> Preemption::rows() const {
  return read_rows<koord_node_preemption>([&](auto *rows, auto capacity, auto *count, auto *error) {
    return koord_preemption_get_nodes(handle_.get(), rows, sizeof *rows, capacity, count, error);
  });
}

std::vector<std::string> Preemption::victims(std::size_t row) const {
  const auto steps =
      read_rows<koord_plan_step>([&](auto *rows, auto capacity, auto *count, auto *error) {
        return koord_preemption_get_victims(handle_.get(), row, rows, sizeof *rows, capacity, count,
                                            error);
      });
  const char *texts = koord_preemption_get_texts(handle_.get(), nullptr);
  std::vector<std::string> uids;
  for (const koord_plan_step &step : steps)
    uids.push_back(lent(texts, step.uid_offset, step.uid_length));
  return uids;
}

std::optional<Plan> Preemption::plan(const Cluster &cluster, std::size_t row,
                                     koord_refusal &refusal) const {
  koord_plan *plan = nullptr;
  koord_error error{};
  check(koord_cluster_plan_preemption(cluster.get(), handle_.get(), row, &refusal, &plan, &error),
        error, "");
  if (plan == nullptr) return std::nullopt;
  return Plan(plan);
}

Capacity::Capacity(const Cluster &cluster, const Pod &pod, const koord_capacity_options &options,
                   const Query &query) {
  koord_capacity *capacity = nullptr;
  koord_error error{};
  check(koord_cluster_get_capacity(cluster.get(), pod.get(), &options, query.get(), &capacity,
                                   &error),
        error, "");
  handle_.reset(capacity);
}

koord_capacity_info Capacity::info() const {
  koord_capacity_info info = KOORD_INIT(koord_capacity_info);
  koord_error error{};
  check(koord_capacity_get_info(handle_.get(), &info, &error), error, "");
  return info;
}

std::vector<koord_node_capacity> Capacity::rows() const {
  return read_rows<koord_node_capacity>([&](auto *rows, auto capacity, auto *count, auto *error) {
    return koord_capacity_get_nodes(handle_.get(), rows, sizeof *rows, capacity, count, error);
  });
}

std::vector<koord_capacity_reason> Capacity::reasons() const {
  return read_rows<koord_capacity_reason>([&](auto *rows, auto capacity, auto *count, auto *error) {
    return koord_capacity_get_reasons(handle_.get(), rows, sizeof *rows, capacity, count, error);
  });
}

std::optional<Plan> plan_resize(const Cluster &cluster, const Pod &pod, std::uint32_t flags,
                                std::string_view subject, koord_refusal &refusal) {
  koord_plan *plan = nullptr;
  koord_error error{};
  Query query;
  query.set_flags(flags);
  check(koord_cluster_plan_resize(cluster.get(), pod.get(), query.get(), &plan, &refusal, &error),
        error, subject);
  if (plan == nullptr) return std::nullopt;
  return Plan(plan);
}

}  // namespace koordctl

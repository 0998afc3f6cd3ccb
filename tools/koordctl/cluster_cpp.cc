#include "cluster_cpp.h"

#include "koord_calls.h"

namespace koordctl {

Pod Pod::from_json(const Remarks &remarks, std::string_view json, std::string_view subject) {
  koord_pod *handle = nullptr;
  koord_error error{};
  check(koord_pod_from_json(remarks.context(), json.data(), json.size(), &handle, &error), error,
        subject);
  return Pod(handle);
}

koord_pod_info Pod::info() const {
  koord_pod_info info = KOORD_INIT(koord_pod_info);
  koord_error error{};
  check(koord_pod_get_info(get(), &info, &error), error, "");
  return info;
}

std::int64_t Pod::request(std::string_view resource) const {
  std::int64_t out = 0;
  koord_error error{};
  check(koord_pod_get_request(get(), resource.data(), resource.size(), &out, nullptr, &error),
        error, "");
  return out;
}

std::string Pod::text(koord_pod_text which) const {
  return read_text([&](char *text, std::size_t capacity, std::size_t *needed, koord_error *error) {
    return koord_pod_get_text(get(), which, text, capacity, needed, error);
  });
}

std::vector<std::string> Pod::faults() const {
  const std::string text =
      read_text([&](char *out, std::size_t capacity, std::size_t *needed, koord_error *error) {
        return koord_pod_get_faults(get(), out, capacity, needed, error);
      });
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::vector<koord_verdict> Explanation::fits() const {
  return read_rows<koord_verdict>([&](auto *rows, auto capacity, auto *count, auto *error) {
    return koord_explanation_get_fits(handle_.get(), rows, sizeof *rows, capacity, count, error);
  });
}

std::vector<koord_near_miss> Explanation::misses() const {
  return read_rows<koord_near_miss>([&](auto *rows, auto capacity, auto *count, auto *error) {
    return koord_explanation_get_misses(handle_.get(), rows, sizeof *rows, capacity, count, error);
  });
}

std::string Explanation::text() const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_explanation_to_text(handle_.get(), &buffer, &error), error, "");
  return take(buffer);
}

std::string Explanation::json() const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_explanation_to_json(handle_.get(), &buffer, &error), error, "");
  return take(buffer);
}

Query::Query() {
  koord_query *query = nullptr;
  koord_error error{};
  check(koord_query_new(&query, &error), error, "");
  handle_.reset(query);
}

void Query::set_flags(koord_query_flags flags) {
  koord_error error{};
  check(koord_query_set_flags(get(), flags, &error), error, "");
}

void Query::protect(std::string_view uid, koord_protection protection) {
  koord_error error{};
  check(koord_query_protect_pod(get(), uid.data(), uid.size(), protection, &error), error, "");
}

void Query::there(const Pod &pod, std::uint32_t node) {
  koord_error error{};
  check(koord_query_add_pod(get(), pod.get(), node, &error), error, "");
}

void Query::drain(std::uint32_t node) {
  koord_error error{};
  check(koord_query_drain_node(get(), node, &error), error, "");
}

void Query::smt_off(std::uint32_t node) {
  koord_error error{};
  check(koord_query_disable_smt(get(), node, &error), error, "");
}

void Query::isolate(std::uint32_t node, const CpuSet &cpus) {
  koord_error error{};
  check(koord_query_isolate_cpus(get(), node, cpus.data(), CpuSet::kWords, &error), error, "");
}

Cluster::Cluster(koord_profile profile, std::uint32_t flags, std::string_view args,
                 std::string_view subject) {
  koord_cluster_options options = KOORD_INIT(koord_cluster_options);
  options.profile = profile;
  options.flags = flags;
  koord_cluster *cluster = nullptr;
  koord_error error{};
  check(koord_cluster_new(nullptr, &options, args.data(), args.size(), &cluster, &error), error,
        subject);
  handle_.reset(cluster);
}

void Cluster::set_node(const Remarks &remarks, std::string_view json, std::string_view subject) {
  koord_error error{};
  check(koord_cluster_set_node(handle_.get(), json.data(), json.size(), nullptr, &error), error,
        subject);
}

void Cluster::set_topology(const Remarks &remarks, std::string_view json,
                           std::string_view subject) {
  koord_error error{};
  check(koord_cluster_set_topology(handle_.get(), json.data(), json.size(), nullptr, &error), error,
        subject);
}

void Cluster::set_devices(const Remarks &remarks, std::string_view json, std::string_view subject) {
  koord_error error{};
  check(koord_cluster_set_devices(handle_.get(), json.data(), json.size(), nullptr, &error), error,
        subject);
}

void Cluster::set_pod(const Pod &pod, std::string_view subject) {
  koord_error error{};
  check(koord_cluster_set_pod(handle_.get(), pod.get(), nullptr, &error), error, subject);
}

koord_pod_conflicts Cluster::pod_conflicts(std::string_view uid) const {
  koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
  koord_error error{};
  check(koord_cluster_get_pod_conflicts(handle_.get(), uid.data(), uid.size(), &conflicts, &error),
        error, "");
  return conflicts;
}

std::optional<koord_verdict> Cluster::best(const Pod &pod) const {
  koord_verdict verdict{};
  koord_evaluation told{};
  koord_error error{};
  check(koord_cluster_find_best(handle_.get(), pod.get(), nullptr, &verdict, sizeof verdict, 1,
                                &told, &error),
        error, "");
  if (told.count == 0) return std::nullopt;
  return verdict;
}

std::vector<koord_verdict> Cluster::evaluate(const Pod &pod) const {
  return read_rows<koord_verdict>([&](auto *rows, auto capacity, auto *count, auto *error) {
    koord_evaluation told{};
    const koord_status status = koord_cluster_evaluate(handle_.get(), pod.get(), nullptr, rows,
                                                       sizeof *rows, capacity, &told, error);
    *count = told.count;
    return status;
  });
}

koord_refusal Cluster::judge(const Pod &pod, std::uint32_t node) const {
  koord_refusal refusal{};
  koord_error error{};
  check(koord_cluster_judge(handle_.get(), pod.get(), nullptr, node, &refusal, nullptr, &error),
        error, "");
  return refusal;
}

Explanation Cluster::explain(const Pod &pod, std::uint32_t nearest,
                             std::uint32_t max_judgements) const {
  koord_explain_options options = KOORD_INIT(koord_explain_options);
  options.nearest = nearest;
  options.max_judgements = max_judgements;
  koord_explanation *explanation = nullptr;
  koord_error error{};
  check(koord_cluster_explain(handle_.get(), pod.get(), &options, nullptr, &explanation, &error),
        error, "");
  return Explanation(explanation);
}

koord_refusal Cluster::reserve(const Pod &pod, std::uint32_t node) {
  koord_refusal refusal{};
  koord_error error{};
  check(
      koord_cluster_reserve(handle_.get(), pod.get(), nullptr, node, nullptr, 0, &refusal, &error),
      error, "");
  return refusal;
}

std::vector<Plan::Step> Plan::steps() const {
  const auto rows =
      read_rows<koord_plan_step>([&](auto *to, auto capacity, auto *count, auto *error) {
        return koord_plan_get_steps(get(), to, sizeof *to, capacity, count, error);
      });
  const char *texts = koord_plan_get_texts(get(), nullptr);
  std::vector<Step> steps;
  koord_error error{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Step step;
    step.uid = lent(texts, rows[i].uid_offset, rows[i].uid_length);
    check(koord_plan_get_step_cpus(get(), i, step.cpus.data(), CpuSet::kWords, &error), error, "");
    steps.push_back(std::move(step));
  }
  return steps;
}

Plan Cluster::gang(const std::vector<const Pod *> &pods, std::uint32_t max_nodes,
                   std::uint64_t budget, koord_gang_info &info) const {
  std::vector<const koord_pod *> handles;
  for (const Pod *pod : pods) handles.push_back(pod->get());
  koord_gang_options options = KOORD_INIT(koord_gang_options);
  options.max_nodes = max_nodes;
  options.budget = budget;
  info = KOORD_INIT(koord_gang_info);
  koord_plan *plan = nullptr;
  koord_error error{};
  check(koord_cluster_plan_gang(handle_.get(), handles.data(), handles.size(), &options, nullptr,
                                &plan, &info, &error),
        error, "");
  return Plan(plan);
}

std::optional<Plan> Cluster::make_room(const Pod &pod, std::uint32_t node) const {
  koord_rebind_info info = KOORD_INIT(koord_rebind_info);
  koord_plan *plan = nullptr;
  koord_error error{};
  check(koord_cluster_plan_rebind_for(handle_.get(), pod.get(), node, nullptr, nullptr, &plan,
                                      &info, &error),
        error, "");
  if (plan == nullptr) return std::nullopt;
  return Plan(plan);
}

Plan Cluster::rebind(std::uint32_t node, const koord_rebind_options &options, const Query &query,
                     koord_rebind_info &info) const {
  koord_plan *plan = nullptr;
  koord_error error{};
  check(koord_cluster_plan_rebind(handle_.get(), node, &options, query.get(), &plan, &info, &error),
        error, "");
  return Plan(plan);
}

void Cluster::commit(const Plan &plan) {
  koord_error error{};
  check(koord_cluster_commit(handle_.get(), plan.get(), &error), error, "");
}

std::uint32_t Cluster::ids() const {
  koord_cluster_info info = KOORD_INIT(koord_cluster_info);
  koord_error error{};
  check(koord_cluster_get_info(handle_.get(), &info, &error), error, "");
  return info.ids;
}

std::string Cluster::node_name(std::uint32_t node) const {
  return read_text([&](char *text, std::size_t capacity, std::size_t *needed, koord_error *error) {
    return koord_cluster_get_node_name(handle_.get(), node, text, capacity, needed, error);
  });
}

std::string Cluster::resource_name(std::int32_t resource) const {
  return read_text([&](char *text, std::size_t capacity, std::size_t *needed, koord_error *error) {
    return koord_cluster_get_resource_name(handle_.get(), resource, text, capacity, needed, error);
  });
}

std::optional<Topology> Cluster::node_topology(std::uint32_t node) const {
  koord_topology *topology = nullptr;
  koord_error error{};
  check(koord_cluster_get_node_topology(handle_.get(), node, &topology, &error), error, "");
  if (topology == nullptr) return std::nullopt;
  return Topology::adopt(topology);
}

CpuSet Cluster::node_cpus(std::uint32_t node, koord_cluster_cpuset which) const {
  CpuSet set;
  koord_error error{};
  check(koord_cluster_get_node_cpus(handle_.get(), node, which, set.data(), CpuSet::kWords, &error),
        error, "");
  return set;
}

bool Cluster::has_node(std::string_view name) const {
  std::uint32_t node = 0;
  koord_error error{};
  const koord_status status =
      koord_cluster_get_node_id(handle_.get(), name.data(), name.size(), &node, &error);
  if (status != KOORD_E_NOT_FOUND) check(status, error, "");
  return status == KOORD_OK;
}

std::uint32_t Cluster::pod_node(std::string_view uid) const {
  std::uint32_t node = 0;
  koord_error error{};
  check(koord_cluster_get_pod_node(handle_.get(), uid.data(), uid.size(), &node, &error), error,
        "");
  return node;
}

CpuSet Cluster::pod_cpus(std::string_view uid) const {
  CpuSet set;
  koord_error error{};
  check(koord_cluster_get_pod_cpus(handle_.get(), uid.data(), uid.size(), set.data(),
                                   CpuSet::kWords, &error),
        error, "");
  return set;
}

std::string Cluster::pod_status(std::string_view uid) const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_cluster_get_pod_status(handle_.get(), uid.data(), uid.size(), &buffer, &error), error,
        "");
  return take(buffer);
}

std::string Cluster::pod_devices(std::string_view uid) const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_cluster_get_pod_devices(handle_.get(), uid.data(), uid.size(), &buffer, &error),
        error, "");
  return take(buffer);
}

std::string Cluster::step_status(const Plan &plan, std::size_t step) const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_cluster_get_step_status(handle_.get(), plan.get(), step, &buffer, &error), error, "");
  return take(buffer);
}

std::string Cluster::patch(const Pod &pod) const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_cluster_prebind(handle_.get(), pod.get(), 0, &buffer, &error), error, "");
  return take(buffer);
}

}  // namespace koordctl

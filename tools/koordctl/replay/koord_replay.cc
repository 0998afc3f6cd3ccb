#include "replay/koord_replay.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "koord_calls.h"
#include "options.h"

namespace koordctl {
namespace {

constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;
constexpr std::int32_t kMilliOfPercent = 10;
constexpr std::uint64_t kNodeStream = 0x6e6f6465733f21;

// Texts of one call, each found again by where it is.
class Arena {
 public:
  std::uint32_t add(std::string_view text) {
    bytes_ += text;
    return static_cast<std::uint32_t>(bytes_.size() - text.size());
  }
  const std::string &bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

std::string device_json(const TraceNode &node) {
  nlohmann::json devices = nlohmann::json::array();
  for (std::int32_t minor = 0; minor < node.gpus; ++minor)
    devices.push_back(
        {{"type", "gpu"},
         {"id", std::to_string(minor)},
         {"minor", minor},
         {"health", true},
         {"resources",
          {{"koordinator.sh/gpu-core", "100"}, {"koordinator.sh/gpu-memory-ratio", "100"}}}});
  return nlohmann::json{
      {"metadata",
       {{"name", node.name}, {"labels", {{"node.koordinator.sh/gpu-model", node.model}}}}},
      {"spec", {{"devices", std::move(devices)}}}}
      .dump();
}

koord_cluster *new_cluster(const ReplayPolicy &policy) {
  koord_cluster_options options;
  koord_cluster_options_init(&options, sizeof options);
  std::string args;
  const std::string strategy = policy.strategy;
  if (!strategy.empty()) {
    options.flags = KOORD_CLUSTER_UPSTREAM_SCORE;
    options.device_strategy =
        strategy == "MostAllocated" ? KOORD_DEVICE_MOST_ALLOCATED : KOORD_DEVICE_LEAST_ALLOCATED;
    args = R"({"scoringStrategy":{"type":")" + strategy + R"("}})";
  }
  koord_cluster *cluster = nullptr;
  koord_error error{};
  check(koord_cluster_new(&options, args.data(), args.size(), &cluster, &error), error, "");
  return cluster;
}

}  // namespace

KoordReplay::KoordReplay(const ReplayPolicy &policy, const std::vector<TraceNode> &nodes,
                         const std::vector<TracePod> &pods, const std::vector<TaskKind> &kinds,
                         std::uint64_t seed)
    : at_random_(policy.at_random),
      nodes_(nodes),
      pods_(pods),
      random_(seed ^ kNodeStream),
      fragments_(nodes, kinds),
      cluster_(new_cluster(policy)),
      rows_(nodes.size()) {
  for (const TraceNode &node : nodes) add_node(node);
  set_policy(policy.placing, kinds);
}

void KoordReplay::add_node(const TraceNode &node) {
  Arena arena;
  koord_node_spec spec;
  koord_node_spec_init(&spec, sizeof spec);
  spec.name_offset = arena.add(node.name);
  spec.name_length = static_cast<std::uint32_t>(node.name.size());
  koord_amount_row amounts[2] = {};
  amounts[0].amount = node.cpu_milli;
  amounts[0].name_offset = arena.add("cpu");
  amounts[0].name_length = 3;
  amounts[1].amount = node.memory_mib * kMebibyte;
  amounts[1].name_offset = arena.add("memory");
  amounts[1].name_length = 6;
  koord_error error{};
  const std::string subject = "node " + quote(node.name);
  check(koord_cluster_set_node_struct(cluster_.get(), &spec, arena.bytes().data(),
                                      arena.bytes().size(), amounts, sizeof amounts[0], 2, nullptr,
                                      nullptr, 0, nullptr, &error),
        error, subject);
  if (node.gpus == 0) return;
  const std::string json = device_json(node);
  check(
      koord_cluster_set_devices(cluster_.get(), nullptr, json.data(), json.size(), nullptr, &error),
      error, subject);
}

void KoordReplay::set_policy(koord_gpu_placing placing, const std::vector<TaskKind> &kinds) {
  Arena arena;
  std::vector<koord_task_class> rows;
  for (const TaskKind &kind : kinds) {
    const std::string models = join(kind.models, "|");
    koord_task_class row{};
    row.tasks = kind.tasks;
    row.cpu_milli = kind.cpu_milli;
    row.gpu_milli = kind.gpu_milli;
    row.gpu_count = kind.gpu_count;
    row.models_offset = arena.add(models);
    row.models_length = static_cast<std::uint32_t>(models.size());
    rows.push_back(row);
  }
  koord_error error{};
  check(koord_cluster_place_gpus(cluster_.get(), placing, rows.data(), sizeof(koord_task_class),
                                 rows.size(), arena.bytes().data(), arena.bytes().size(), &error),
        error, "the workload");
}

KoordReplay::PodHandle KoordReplay::make_pod(const TracePod &pod, const std::string &uid) const {
  Arena arena;
  koord_pod_spec spec;
  koord_pod_spec_init(&spec, sizeof spec);
  spec.uid_offset = spec.name_offset = arena.add(uid);
  spec.uid_length = spec.name_length = static_cast<std::uint32_t>(uid.size());
  koord_container_row container{};
  container.name_offset = spec.name_offset;
  container.name_length = 1;
  koord_resource_row rows[3] = {};
  std::size_t count = 0;
  const auto ask = [&](std::string_view resource, std::int64_t amount) {
    if (amount == 0) return;
    koord_resource_row &row = rows[count++];
    row.request = row.limit = amount;
    row.name_offset = arena.add(resource);
    row.name_length = static_cast<std::uint32_t>(resource.size());
  };
  ask("cpu", pod.cpu_milli);
  ask("memory", pod.memory_mib * kMebibyte);
  if (pod.gpu_milli % kMilliOfPercent != 0) {
    throw Failure(kEnvironment, "pod " + quote(pod.name) + " asks for " +
                                    std::to_string(pod.gpu_milli) +
                                    " thousandths of a GPU, expected hundredths");
  }
  ask("koordinator.sh/gpu", pod.gpu_total() / kMilliOfPercent);
  koord_pod *handle = nullptr;
  koord_error error{};
  check(koord_pod_from_struct(&spec, arena.bytes().data(), arena.bytes().size(), &container,
                              sizeof container, 1, rows, sizeof rows[0], count, nullptr, 0, &handle,
                              &error),
        error, "pod " + quote(pod.name));
  return PodHandle(handle);
}

std::int64_t KoordReplay::best(const koord_pod *pod) {
  koord_verdict row{};
  std::size_t count = 0;
  koord_error error{};
  check(koord_cluster_best(cluster_.get(), pod, 0, &row, sizeof row, 1, &count, nullptr, &error),
        error, "");
  return count == 0 ? -1 : std::int64_t{row.node};
}

// Of nodes of the models that will do.
std::int64_t KoordReplay::best_of(const koord_pod *pod, const TracePod &wanted) {
  std::size_t count = 0;
  koord_error error{};
  check(koord_cluster_evaluate(cluster_.get(), pod, 0, nullptr, 0, SIZE_MAX, rows_.data(),
                               sizeof rows_[0], rows_.size(), &count, nullptr, &error),
        error, "");
  std::int64_t best = -1;
  std::int32_t score = 0;
  std::uint32_t fitting = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const koord_verdict &row = rows_[i];
    if (row.reason != KOORD_REASON_NONE) continue;
    if (!wanted.models.empty() &&
        !std::binary_search(wanted.models.begin(), wanted.models.end(), nodes_[row.node].model)) {
      continue;
    }
    ++fitting;
    if (at_random_ ? random_.below(fitting) != 0 : best >= 0 && row.score <= score) continue;
    best = row.node;
    score = row.score;
  }
  return best;
}

std::vector<int> KoordReplay::gpus_of(const std::string &uid) const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_cluster_pod_devices(cluster_.get(), uid.data(), uid.size(), &buffer, &error), error,
        "");
  const nlohmann::json devices = nlohmann::json::parse(take(buffer));
  std::vector<int> minors;
  for (const auto &gpu : devices.at("gpu")) minors.push_back(gpu.at("minor").get<int>());
  return minors;
}

bool KoordReplay::place(std::uint32_t number) {
  const TracePod &pod = pods_.at(number);
  const std::string uid = "p" + std::to_string(++arrivals_);
  const PodHandle handle = make_pod(pod, uid);
  const bool plain = pod.models.empty() && !at_random_;
  const std::int64_t node = plain ? best(handle.get()) : best_of(handle.get(), pod);
  if (node < 0) return false;
  koord_refusal refusal{};
  koord_error error{};
  check(koord_cluster_reserve(cluster_.get(), handle.get(), static_cast<std::uint32_t>(node),
                              nullptr, nullptr, 0, &refusal, &error),
        error, "pod " + quote(pod.name));

  const std::vector<int> devices = pod.gpu_count == 0 ? std::vector<int>() : gpus_of(uid);
  if (refusal.reason != KOORD_REASON_NONE ||
      !fragments_.take(static_cast<std::size_t>(node), pod, devices)) {
    throw Failure(kInternal, "pod " + quote(pod.name) + " was promised node " +
                                 nodes_[static_cast<std::size_t>(node)].name +
                                 " and did not get what it asks for there");
  }
  return true;
}

}  // namespace koordctl

#include "device/gpu_policy/room_left.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "device/gpu_policy/share_places.h"

namespace koord::device {
namespace {

constexpr int64_t kUnit = RoomLeft::kUnit;
// Bounds above any value that affects a decision. They
// keep products of bounded amounts within 64 bits.
constexpr int64_t kMaxRate = int64_t{1} << 34;
constexpr int64_t kMaxScarcity = int64_t{1} << 8;
constexpr int64_t kMaxFraction = int64_t{1} << 20;
// Up to this fraction of the cluster's CPU, every task finds CPU beside its GPU wherever it runs.
constexpr int64_t kEasyCpuLoad = kUnit * 3 / 4;
// The fraction of a model in use adds to its price. Above this fraction models are equal: near
// capacity, whole nodes matter more.
constexpr int64_t kMostUse = kUnit * 3 / 4;

struct Sums {
  int64_t cpu = 0;
  int64_t gpu = 0;
};

Sums requests_of(std::span<const TaskClass> classes) {
  Sums sums;
  for (const auto &[task, tasks] : classes) {
    sums.cpu += tasks * task.cpu_milli;
    sums.gpu += tasks * task.gpu_total();
  }
  return sums;
}

[[noreturn]] void refuse_kind(const char *field, int64_t found, int64_t most) {
  throw Error(Status::kInvalid, std::string("node kind: ") + field + " is " +
                                    std::to_string(found) + ", expected 0 to " +
                                    std::to_string(most));
}

void check_kind(const NodeKind &kind) {
  if (kind.cpu_milli < 0 || kind.cpu_milli > kMaxCpuMilli)
    refuse_kind("cpu_milli", kind.cpu_milli, kMaxCpuMilli);
  if (kind.gpu_count < 0 || kind.gpu_count > kMaxDevices)
    refuse_kind("gpu_count", kind.gpu_count, kMaxDevices);
}

Sums offered(std::span<const NodeKind> kinds) {
  Sums sums;
  int64_t nodes = 0;
  for (const NodeKind &kind : kinds) {
    check_kind(kind);
    if (kind.nodes < 0 || kind.nodes > kMaxKindNodes - nodes)
      throw Error(Status::kInvalid, "node kind: nodes is " + std::to_string(kind.nodes) +
                                        ", expected at least 0 and in all at most " +
                                        std::to_string(kMaxKindNodes));
    const int64_t gpu = kind.nodes * kind.gpu_count * kWholeGpu;
    if (kind.used_milli < 0 || kind.used_milli > gpu)
      refuse_kind("used_milli", kind.used_milli, gpu);
    nodes += kind.nodes;
    sums.cpu += kind.nodes * kind.cpu_milli;
    sums.gpu += gpu;
  }
  return sums;
}

// Returns part / whole in units of kUnit, 1 to kMaxFraction.
int64_t fraction(int64_t part, int64_t whole) {
  const int64_t found = part < INT64_MAX / kUnit ? part * kUnit / std::max<int64_t>(whole, 1)
                                                 : part / std::max<int64_t>(whole / kUnit, 1);
  return std::clamp<int64_t>(found, 1, kMaxFraction);
}

bool hosts(const NodeKind &kind, const ClassRows::Row &row) {
  return kind.cpu_milli >= row.cpu_milli && kind.memory >= row.memory &&
         kind.gpu_count >= row.gpu_count &&
         (row.models == kAnyModel || (row.models & kind.model) != 0);
}

}  // namespace

RoomLeft::RoomLeft(std::span<const TaskClass> classes, std::span<const NodeKind> kinds)
    : classes_(classes) {
  if (kinds.size() > kMaxNodeKinds)
    throw Error(Status::kLimit, std::to_string(kinds.size()) + " kinds of nodes, at most " +
                                    std::to_string(kMaxNodeKinds));
  const Sums requests = requests_of(classes);
  const Sums have = offered(kinds);
  cpu_per_gpu_ = fraction(have.cpu, have.gpu);
  if (requests.gpu > 0) cpu_load_ = fraction(fraction(requests.cpu, requests.gpu), cpu_per_gpu_);
  set_rates();
  set_weights(kinds);
  set_use(kinds);
}

int64_t RoomLeft::weight(int64_t tasks, int64_t scarcity, int64_t again) const noexcept {
  __extension__ using Wide = __int128;
  return static_cast<int64_t>(Wide{tasks} * scarcity * again / classes_.tasks());
}

void RoomLeft::set_rates() noexcept {
  for (ClassRows::Row &row : classes_.rows()) {
    const int64_t gpu = int64_t{row.gpu_milli} * row.gpu_count;
    const int64_t cpu = std::max<int64_t>(row.cpu_milli, 1) * cpu_load_;
    row.per_cpu = std::min(gpu * kUnit * kUnit * kUnit / cpu, kMaxRate);
  }
}

// Room for a class is worth more if fewer devices are on nodes that can host it, because other
// classes have more alternatives. A class with several devices loses its place on a node with the
// first device that another task takes, so its scarcity counts twice (squared). Pressure is the
// share of the demand on a kind if every single-device task spreads evenly over all nodes that can
// host it, in units of kUnit * kUnit.
void RoomLeft::set_weights(std::span<const NodeKind> kinds) {
  pressure_.assign(classes_.rows().size(), 0);
  int64_t all_gpu = 0;
  for (const NodeKind &kind : kinds) all_gpu += kind.nodes * kind.gpu_count;
  int64_t all_demand = 0;
  for (const ClassRows::Row &row : classes_.rows())
    all_demand += row.tasks * row.gpu_milli * row.gpu_count;
  for (size_t i = 0; i < pressure_.size(); ++i) {
    ClassRows::Row &row = classes_.rows()[i];
    int64_t gpu = 0;
    for (const NodeKind &kind : kinds)
      if (hosts(kind, row)) gpu += kind.nodes * kind.gpu_count;
    const int64_t scarcity =
        gpu == 0 ? kUnit : std::min(fraction(all_gpu, gpu), kMaxScarcity * kUnit);
    const int64_t demand = row.tasks * row.gpu_milli;
    row.tasks = weight(row.tasks, scarcity, row.gpu_count > 1 ? scarcity : kUnit);
    if (gpu == 0 || row.gpu_count != 1) continue;
    const int64_t share = fraction(demand * kUnit, all_demand);
    pressure_[i] = share * fraction(all_gpu, gpu) / kUnit;
  }
  int64_t least = INT64_MAX;
  for (const NodeKind &kind : kinds)
    if (kind.gpu_count > 0) least = std::min(least, pressure_on(kind));
  least_pressure_ = least == INT64_MAX ? 0 : least;
}

int64_t RoomLeft::pressure_on(const NodeKind &kind) const noexcept {
  int64_t sum = 0;
  for (size_t i = 0; i < pressure_.size(); ++i)
    if (hosts(kind, classes_.rows()[i])) sum += pressure_[i];
  return sum;
}

void RoomLeft::set_use(std::span<const NodeKind> kinds) {
  for (const NodeKind &kind : kinds) {
    auto at = std::ranges::find(uses_, kind.model, &ModelUse::model);
    if (at == uses_.end()) at = uses_.insert(at, {kind.model});
    at->all += kind.nodes * kind.gpu_count * kWholeGpu;
    at->used += kind.used_milli;
  }
}

int64_t RoomLeft::use(uint64_t model) const noexcept {
  const auto at = std::ranges::find(uses_, model, &ModelUse::model);
  if (at == uses_.end() || at->used == 0) return 0;
  return std::min(fraction(at->used, at->all), kMostUse);
}

int64_t RoomLeft::price(const NodeKind &kind) const noexcept {
  if (kind.gpu_count <= 0) return 0;
  // The pressure beyond what every kind has. It is squared
  // because it grows with every task that arrives too late.
  const int64_t beyond = std::max<int64_t>(pressure_on(kind) - least_pressure_, 0);
  const int64_t extra = std::min(beyond / kUnit, kMaxFraction);
  const int64_t own = fraction(kind.cpu_milli, int64_t{kind.gpu_count} * kWholeGpu);
  const int64_t poor = std::min(kUnit, cpu_per_gpu_ * kUnit / own);
  const int64_t short_of = std::max<int64_t>(cpu_load_ - kEasyCpuLoad, 0);
  return std::min(extra * extra / (2 * kUnit) + short_of * poor / kUnit + use(kind.model),
                  kMaxFraction);
}

int64_t RoomLeft::room(const GpuShares &shares, int64_t cpu_milli, int64_t memory,
                       uint64_t model) const noexcept {
  int64_t room = 0;
  cpu_milli = std::min(cpu_milli, kMaxCpuMilli);
  classes_.for_each_hosted(
      shares, cpu_milli, memory, model, [&](const ClassRows::Row &row, int64_t devices) {
        const int64_t by_gpu = devices * row.gpu_milli * kUnit;
        const int64_t by_cpu = cpu_milli * row.per_cpu / kUnit;
        room += row.tasks * (row.cpu_milli == 0 ? by_gpu : std::min(by_gpu, by_cpu));
      });
  return room;
}

PlacementScore RoomLeft::place(const NodeFree &node, int64_t price, const GpuTask &task,
                               DeviceMask allowed) const {
  check_task(task);
  PlacementScore best;
  if (!fits(node, task, allowed)) return best;
  const GpuShares before(node);
  const int64_t now = room(before, node.cpu_milli, node.memory, node.model);
  const auto try_on = [&](DeviceMask devices) {
    GpuShares after = before;
    after.take(node, task, devices);
    const int64_t then =
        room(after, node.cpu_milli - task.cpu_milli, node.memory - task.memory, node.model);
    const int64_t found = (then - now) / kShares - price * task.gpu_total();
    if (!best.fits || found > best.score) best = {true, found, devices};
  };
  if (task.shares())
    for_each_device_to_share(node, task, allowed,
                             [&](size_t device) { try_on(device_bit(static_cast<int>(device))); });
  else
    try_on(first_fitting(node, task, allowed));
  return best;
}

}  // namespace koord::device

#include "agent/suppress.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"

namespace koord::agent {
namespace {

constexpr int kFewestCpus = 2;
constexpr int64_t kPeriodUs = 100000;
constexpr int64_t kLeastQuotaUs = 2000;

void check(const char *name, int64_t value, int64_t most) {
  if (value < 0 || value > most)
    throw Error(Status::kInvalid, std::string(name) + ": found " + std::to_string(value) +
                                      ", expected 0 to " + std::to_string(most));
}

// CPUs of one socket and NUMA node, core by core.
struct Bucket {
  std::vector<const Topology::Cpu *> cpus;
  std::vector<bool> used;
};

// Takes CPUs one bucket at a time, so that the NUMA nodes share the load.
class RoundRobin {
 public:
  RoundRobin(const LocalNode &node, const CpuSet &part) {
    for (const LocalNode::PoolZone &place : node.places()) {
      Bucket bucket;
      (part & place.cpus).for_each([&](int cpu) {
        bucket.cpus.push_back(node.machine().find_cpu(cpu));
      });
      if (bucket.cpus.empty()) continue;
      std::stable_sort(
          bucket.cpus.begin(), bucket.cpus.end(),
          [](const Topology::Cpu *a, const Topology::Cpu *b) { return a->core < b->core; });
      bucket.used.resize(bucket.cpus.size());
      buckets_.push_back(std::move(bucket));
    }
    std::sort(buckets_.begin(), buckets_.end(), [](const Bucket &a, const Bucket &b) {
      if (a.cpus.size() != b.cpus.size()) return a.cpus.size() > b.cpus.size();
      return a.cpus.front()->id < b.cpus.front()->id;
    });
  }

  CpuSet take(int wanted) {
    wanted_ = wanted;
    rounds([this](Bucket &bucket) { return wanted_ >= 2 && take_pair(bucket); });
    // When pairs have run out, single CPUs start from the largest bucket again.
    if (wanted_ >= 2) next_ = 0;
    rounds([this](Bucket &bucket) { return wanted_ >= 1 && take_one(bucket); });
    return taken_;
  }

 private:
  // Continues with the bucket after the last, until no bucket gives any more CPUs.
  template <typename Take>
  void rounds(Take &&take) {
    for (size_t idle = 0; idle < buckets_.size(); next_ = (next_ + 1) % buckets_.size())
      idle = take(buckets_[next_]) ? 0 : idle + 1;
  }
  void use(Bucket &bucket, size_t i) {
    bucket.used[i] = true;
    taken_.add(bucket.cpus[i]->id);
    --wanted_;
  }
  bool take_pair(Bucket &bucket) {
    for (size_t i = 0; i + 1 < bucket.cpus.size(); ++i) {
      if (bucket.used[i] || bucket.used[i + 1]) continue;
      if (bucket.cpus[i]->core != bucket.cpus[i + 1]->core) continue;
      use(bucket, i);
      use(bucket, i + 1);
      return true;
    }
    return false;
  }
  bool take_one(Bucket &bucket) {
    const auto at = std::find(bucket.used.begin(), bucket.used.end(), false);
    if (at == bucket.used.end()) return false;
    use(bucket, static_cast<size_t>(at - bucket.used.begin()));
    return true;
  }

  std::vector<Bucket> buckets_;
  CpuSet taken_;
  int wanted_ = 0;
  size_t next_ = 0;
};

// Returns no CPUs if the part is smaller than `wanted`.
CpuSet take(const LocalNode &node, const CpuSet &part, int64_t wanted) {
  if (wanted <= 0 || wanted > part.count()) return {};
  return RoundRobin(node, part).take(static_cast<int>(wanted));
}

// Returns the number of CPUs of the allowance, which may exceed the machine's.
int64_t cpus_of(const LocalNode &node, int64_t allowance, const CpuSet &current) {
  const auto all = static_cast<int64_t>(node.machine().cpus().size());
  const int64_t whole = allowance > 0 ? allowance / 1000 + (allowance % 1000 > 0) : 0;
  const int64_t cpus = std::max<int64_t>(whole, kFewestCpus);
  if (current.empty() && node.options().rules().be_starts_at_once) return cpus;
  return std::min(cpus, current.count() + (all + 9) / 10);
}

// Counts only pods with the label. Upstream treats CPUs that other pods state as the rest.
CpuSet lsr_of(const LocalNode &node) {
  CpuSet cpus;
  for (const auto &[uid, pod] : node.pods())
    if (pod.granted && pod.facts.label == object::Qos::kLsr) cpus |= pod.own;
  return cpus;
}

}  // namespace

int64_t best_effort_allowance(const CpuUse &use) {
  check("capacity", use.capacity, CpuUse::kMost);
  check("node_used", use.node, CpuUse::kMost);
  check("pods_used", use.pods, CpuUse::kMost);
  check("host_apps_used", use.host_apps, CpuUse::kMost);
  check("non_be_pods_used", use.other_pods, CpuUse::kMost);
  check("non_be_host_apps_used", use.other_host_apps, CpuUse::kMost);
  check("reserved", use.reserved, CpuUse::kMost);
  check("threshold_percent", use.threshold_percent, CpuUse::kMostPercent);
  check("minimum_percent", use.minimum_percent, CpuUse::kMostPercent);
  const int64_t system = std::max(use.node - use.pods - use.host_apps, use.reserved);
  const int64_t left =
      use.capacity * use.threshold_percent / 100 - use.other_pods - use.other_host_apps - system;
  if (use.minimum_percent == 0) return left;
  return std::max(left, use.capacity * use.minimum_percent / 100);
}

CpuSet suppressed_cpus(const LocalNode &node, int64_t allowance, const CpuSet &current) {
  if (node.options().ignore_kubelet) return {};  // BE's cpuset is left alone, too
  const ProfileRules &rules = node.options().rules();
  // Upstream ignores the assignments of kubelet's static policy.
  CpuSet candidates = node.pools().best_effort;
  if (!rules.be_stays_in_pool) {
    CpuSet given = node.pools().exclusive - node.own();
    given -= node.reserved();
    if (node.system_qos_exclusive()) given -= node.system_qos();
    candidates |= given;
  }
  // Upstream's number is small as well: at most a tenth of the machine above the present CPUs.
  int64_t wanted = cpus_of(node, allowance, current);
  if (rules.be_takes_what_is_left) wanted = std::min<int64_t>(wanted, candidates.count());

  const CpuSet lsr = candidates & lsr_of(node);
  CpuSet rest = candidates - lsr;
  CpuSet out;
  if (rules.be_on_reserved_first) {
    const CpuSet reserved = rest & node.kubelet_reserved();
    out = take(node, reserved, std::min<int64_t>(wanted, reserved.count()));
    rest -= reserved;
    wanted -= out.count();
  }
  const int all = lsr.count() + rest.count();
  if (all == 0) return out;
  const int64_t from_lsr = wanted * lsr.count() / all;
  return out | take(node, lsr, from_lsr) | take(node, rest, wanted - from_lsr);
}

QuotaStep suppressed_quota(int64_t capacity, int64_t allowance, int64_t current) {
  const int64_t most = CpuUse::kMost;
  allowance = std::clamp(allowance, -most, most);
  check("capacity", capacity, most);
  if (current > 0) check("quota_us", current, INT64_MAX / 2);
  const int64_t whole = (capacity + 999) / 1000 * kPeriodUs;  // quota of the whole node in a period
  QuotaStep out;
  out.quota_us = std::max(allowance * (kPeriodUs / 1000), kLeastQuotaUs);
  if (current < 0) return out;
  const int64_t change = std::max(out.quota_us, current) - std::min(out.quota_us, current);
  // The least quota is applied even if the change is small.
  if (change == 0 || (change < whole / 100 && out.quota_us != kLeastQuotaUs))
    return {current, true};
  out.quota_us = std::min(out.quota_us, current + whole / 10);
  return out;
}

}  // namespace koord::agent

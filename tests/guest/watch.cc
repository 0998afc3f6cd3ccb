#include "watch.h"

#include <sched.h>

#include <array>
#include <stdexcept>

namespace koord::guest {
namespace {

struct Allowed {
  Cpus cpus;
  Cpus memory_nodes;
};

Allowed allowed_of(pid_t task) {
  const std::string status = read_all("/proc/" + std::to_string(task) + "/status");
  const auto list_after = [&](std::string_view name) {
    const size_t at = status.find(name);
    if (at == std::string::npos) return Cpus();
    const size_t start = at + name.size();
    return from_list(status.substr(start, status.find('\n', start) - start));
  };
  return {list_after("\nCpus_allowed_list:\t"), list_after("\nMems_allowed_list:\t")};
}

// Returns the value of Cpus_allowed_list, faster than reading the file.
Cpus affinity_of(pid_t task) {
  std::array<unsigned long, kMaxCpus / (8 * sizeof(unsigned long))> words{};
  constexpr size_t kBits = 8 * sizeof(unsigned long);
  if (sched_getaffinity(task, sizeof words, reinterpret_cast<cpu_set_t *>(words.data())) != 0)
    throw std::runtime_error("process " + std::to_string(task) + " is not there");
  Cpus out;
  for (size_t cpu = 0; cpu < kMaxCpus; ++cpu)
    if ((words[cpu / kBits] >> (cpu % kBits)) & 1) out.set(cpu);
  return out;
}

std::string name_of(const Pod &pod, const Container &container) {
  return pod.uid + '/' + (container.name.empty() ? "sandbox" : container.name);
}

bool holds_alone(Sharing sharing) {
  return sharing == Sharing::kNobody || sharing == Sharing::kBestEffortOnly;
}

std::string check_quota(const Groups &groups, const Pod &pod, const Container *container) {
  const Groups::Quota quota = groups.quota(pod, container);
  if (!quota.is) return "";
  // An exclusive pod has no quota on its CPUs.
  const long expected = is_exclusive(pod) ? -1 : quota.by_kubelet;
  if (*quota.is == expected) return "";
  return "quota of " + pod.uid + " is " + std::to_string(*quota.is) + ", expected " +
         std::to_string(expected) + '\n';
}

}  // namespace

size_t check_arrived(const Node &node, const Groups &groups) {
  size_t checks = 0;
  std::string wrong;
  const auto expect = [&](const Cpus &is, const Cpus &expected, const std::string &what) {
    ++checks;
    if (is != expected)
      wrong += what + " is \"" + to_list(is) + "\", expected \"" + to_list(expected) + "\"\n";
  };
  struct Seen {
    const Pod *pod;
    std::string name;
    Sharing sharing;
    Cpus cpus;
  };
  std::vector<Seen> seen;
  for (const Pod &pod : node.pods) {
    wrong += check_quota(groups, pod, nullptr);
    for (const Container &container : pod.containers) {
      const std::string name = name_of(pod, container);
      const std::vector<pid_t> tasks = groups.tasks(pod, container);
      if (tasks.size() != container.tasks)
        wrong += name + " has " + std::to_string(tasks.size()) + " tasks\n";
      const Cpus cpus = may_run(node, pod, container);
      const Cpus mems = may_remember(node, pod);
      Seen one{&pod, name, sharing_of(node, pod, container), {}};
      for (const pid_t task : tasks) {
        const Allowed allowed = allowed_of(task);
        expect(allowed.cpus, cpus, "Cpus_allowed_list of " + name);
        expect(allowed.memory_nodes, mems, "Mems_allowed_list of " + name);
        one.cpus |= allowed.cpus;
      }
      seen.push_back(one);
      wrong += check_quota(groups, pod, &container);
      ++checks;
    }
  }
  for (const Seen &one : seen)
    for (const Seen &other : seen) {
      if (one.pod >= other.pod || may_share(one.sharing, other.sharing)) continue;
      expect(one.cpus & other.cpus, {}, "what " + one.name + " shares with " + other.name);
    }
  if (!wrong.empty()) throw std::runtime_error(wrong);
  return checks;
}

Watch::Watch(const Node &node, const Groups &groups) {
  for (const Pod &pod : node.pods)
    for (const Container &container : pod.containers) {
      const Sharing sharing = sharing_of(node, pod, container);
      // CPUs of system QoS are exclusive, but the plan does not wait until they are left.
      if (sharing == Sharing::kSystem) continue;
      const std::vector<pid_t> tasks = groups.tasks(pod, container);
      if (!tasks.empty())
        holders_.push_back({pod.uid, name_of(pod, container), sharing, tasks.back(), {}, {}});
    }
  for (size_t i = 0; i < holders_.size(); ++i)
    for (size_t j = i + 1; j < holders_.size(); ++j) {
      const Holder &one = holders_[i];
      const Holder &other = holders_[j];
      if (one.uid == other.uid || may_share(one.sharing, other.sharing)) continue;
      Pair pair{i, j, {}};
      pair.shared.set();  // no earlier look
      pairs_.push_back(pair);
    }
}

void Watch::look(bool parks) {
  for (Holder &holder : holders_) {
    holder.before = holder.now;
    holder.now = affinity_of(holder.pid);
  }
  for (Pair &pair : pairs_) {
    const Holder &one = holders_[pair.one];
    const Holder &other = holders_[pair.other];
    const Cpus shared = one.now & other.now;
    Cpus wrong = shared & ~pair.shared;
    // At least one of two containers that may not share is exclusive. It may be parked on CPUs
    // where the other already was.
    if (parks && !holds_alone(one.sharing)) wrong &= ~one.before;
    if (parks && !holds_alone(other.sharing)) wrong &= ~other.before;
    if (wrong.any())
      throw std::runtime_error(one.name + " and " + other.name + " have come to share " +
                               to_list(wrong));
    pair.shared = shared;
  }
  ++looks_;
}

}  // namespace koord::guest

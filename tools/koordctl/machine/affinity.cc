#include "machine/affinity.h"

#include <fcntl.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>
#include <vector>

#include "cli/failure.h"

namespace koordctl {
namespace {

namespace fs = std::filesystem;

struct FreeMask {
  void operator()(cpu_set_t *mask) const { CPU_FREE(mask); }
};
using Mask = std::unique_ptr<cpu_set_t, FreeMask>;
constexpr size_t kMaskBytes = CPU_ALLOC_SIZE(KOORD_MAX_CPUS);

Mask new_mask() {
  Mask mask(CPU_ALLOC(KOORD_MAX_CPUS));
  if (!mask) throw std::bad_alloc();
  CPU_ZERO_S(kMaskBytes, mask.get());
  return mask;
}

// Returns the affinity in a thread's status, or an empty set for kernel threads, ended threads and
// files that cannot be read.
koord::CpuSet affinity_in(const fs::path &status) {
  constexpr std::string_view kMemory = "VmSize:", kAffinity = "Cpus_allowed_list:";
  std::ifstream file(status);
  std::string line, list;
  bool has_memory = false;
  while (std::getline(file, line)) {
    has_memory = has_memory || line.starts_with(kMemory);
    if (!line.starts_with(kAffinity)) continue;
    const size_t start = line.find_first_not_of(" \t", kAffinity.size());
    if (start != std::string::npos) list = line.substr(start);
  }
  if (!has_memory || list.empty()) return {};
  try {
    return koord::CpuSet(list);
  } catch (const koord::Error &) {
    return {};
  }
}

}  // namespace

std::vector<fs::path> processes_below(const std::string &proc) {
  std::vector<fs::path> processes;
  std::error_code error;
  fs::directory_iterator entry(proc, error);
  // After an error the iterator is at the end.
  for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
    const std::string id = entry->path().filename().string();
    if (std::ranges::all_of(id, [](char c) { return c >= '0' && c <= '9'; }))
      processes.push_back(entry->path());
  }
  if (error) throw Failure(kEnvironment, proc + ": " + error.message());
  return processes;
}

koord::CpuSet own_affinity() {
  const Mask mask = new_mask();
  if (sched_getaffinity(0, kMaskBytes, mask.get()) != 0) fail_with_errno("sched_getaffinity");
  koord::CpuSet cpus;
  for (size_t cpu = 0; cpu < KOORD_MAX_CPUS; ++cpu)
    if (CPU_ISSET_S(cpu, kMaskBytes, mask.get())) cpus.insert(cpu);
  return cpus;
}

koord::CpuSet bound_cpus(const std::string &proc, const koord::CpuSet &own) {
  koord::CpuSet bound;
  for (const fs::path &process : processes_below(proc)) {
    // Processes may end at any time.
    std::error_code ended;
    for (fs::directory_iterator thread(process / "task", ended), last; !ended && thread != last;
         thread.increment(ended)) {
      const koord::CpuSet common = affinity_in(thread->path() / "status") & own;
      if (common != own) bound |= common;
    }
  }
  return bound;
}

bool sees_all_processes(const std::string &proc) {
  // With the mount option hidepid, other users' processes cannot be read. The first one is root's.
  return std::ifstream(fs::path(proc) / "1" / "status").good();
}

void bind_to_cpus(const koord::CpuSet &cpus) {
  const Mask mask = new_mask();
  for (size_t cpu = 0; cpu < KOORD_MAX_CPUS; ++cpu)
    if (cpus.contains(cpu)) CPU_SET_S(cpu, kMaskBytes, mask.get());
  if (sched_setaffinity(0, kMaskBytes, mask.get()) != 0)
    fail_with_errno("sched_setaffinity: CPUs " + cpus.to_string());
}

void bind_memory(const std::vector<int32_t> &nodes) {
  constexpr size_t kBits = 8 * sizeof(unsigned long);
  std::vector<unsigned long> mask(static_cast<size_t>(std::ranges::max(nodes)) / kBits + 1);
  for (const int32_t node : nodes)
    mask[static_cast<size_t>(node) / kBits] |= 1UL << static_cast<size_t>(node) % kBits;
  // The kernel ignores the last bit of the count.
  if (syscall(SYS_set_mempolicy, MPOL_BIND, mask.data(), mask.size() * kBits + 1) != 0)
    fail_with_errno("set_mempolicy");
}

ChoiceLock::ChoiceLock() : file_(open("/proc/self/exe", O_RDONLY | O_CLOEXEC)) {
  if (file_ < 0) {
    error_ = errno;
    return;
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::seconds(10);
  while (flock(file_, LOCK_EX | LOCK_NB) != 0) {
    error_ = errno;
    if ((error_ != EWOULDBLOCK && error_ != EINTR) || Clock::now() > end) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  error_ = 0;
}

ChoiceLock::~ChoiceLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace koordctl

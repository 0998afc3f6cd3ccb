// CPU affinity of the processes of this machine.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "koord.hpp"

namespace koordctl {

// Returns the directories of the processes below `proc`, the mount point of proc. Throws a Failure
// if they cannot be listed.
std::vector<std::filesystem::path> processes_below(const std::string &proc);

// Returns the CPUs on which this process may run. Throws a Failure.
koord::CpuSet own_affinity();

// Returns the CPUs of `own`, this process's affinity, to which threads are bound: those whose
// affinity includes some CPUs of `own`, but not all. Kernel threads are left out. `proc` is the
// mount point of proc. Throws a Failure if it cannot be read.
koord::CpuSet bound_cpus(const std::string &proc, const koord::CpuSet &own);
// Returns false if bound_cpus() may miss processes of other users.
bool sees_all_processes(const std::string &proc);

// Binds this process, which has one thread, to these CPUs. Throws a Failure.
void bind_to_cpus(const koord::CpuSet &cpus);

// Allocates the memory of this process only on these NUMA nodes from now on. There must be at least
// one. Throws a Failure.
void bind_memory(const std::vector<int32_t> &nodes);

// A lock that all processes of this program share. While a process holds it, no other one chooses
// CPUs.
class ChoiceLock {
 public:
  // Waits for at most 10 seconds, because another user may hold the lock for any time.
  ChoiceLock();
  ~ChoiceLock();
  ChoiceLock(const ChoiceLock &) = delete;
  ChoiceLock &operator=(const ChoiceLock &) = delete;

  // Returns 0 if the lock is held, otherwise the errno: EWOULDBLOCK if another process holds it.
  int error() const { return error_; }

 private:
  int file_ = -1;
  int error_ = 0;
};

}  // namespace koordctl

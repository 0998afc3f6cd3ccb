#include "probe/kubelet_process.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <memory>
#include <string_view>

#include "base/error.h"

namespace koord::probe {
namespace {

constexpr int kMaxEntries = 1 << 23;  // twice the largest pid_max
constexpr std::string_view kNames[] = {"kubelet", "kubelite", "k3s", "k3s-server", "k3s-agent"};

struct CloseDirectory {
  void operator()(DIR *directory) const { closedir(directory); }
};

bool is_kubelet(std::string_view name) {
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// Checks the name that a process gave itself, which has at most 15 bytes.
bool has_kubelet_name(int directory, const std::string &pid) {
  const int file = openat(directory, (pid + "/comm").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 64> bytes;
  const ssize_t size = read(file, bytes.data(), bytes.size());
  close(file);
  if (size <= 0) return false;
  std::string_view name(bytes.data(), static_cast<size_t>(size));
  if (name.ends_with('\n')) name.remove_suffix(1);
  return is_kubelet(name);
}

// Checks the program that a process runs, which may have been replaced since.
bool runs_kubelet(int directory, const std::string &pid) {
  std::array<char, 4096> bytes;
  const ssize_t size = readlinkat(directory, (pid + "/exe").c_str(), bytes.data(), bytes.size());
  if (size <= 0) return false;
  std::string_view path(bytes.data(), static_cast<size_t>(size));
  constexpr std::string_view kDeleted = " (deleted)";
  if (path.ends_with(kDeleted)) path.remove_suffix(kDeleted.size());
  return is_kubelet(path.substr(path.rfind('/') + 1));
}

}  // namespace

int find_kubelet(const std::string &proc_root) {
  const std::unique_ptr<DIR, CloseDirectory> directory(opendir(proc_root.c_str()));
  if (!directory)
    throw Error(Status::kIo, in_quotes(proc_root, 100) +
                                 ": cannot be read, so it is unknown whether kubelet is running");
  const int root = dirfd(directory.get());
  int lowest = 0;
  for (int i = 0; i < kMaxEntries; ++i) {
    const dirent *entry = readdir(directory.get());
    if (entry == nullptr) break;
    const std::string name = entry->d_name;
    int pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc() || end != name.data() + name.size() || pid <= 0) continue;
    if (lowest != 0 && pid > lowest) continue;
    if (has_kubelet_name(root, name) || runs_kubelet(root, name)) lowest = pid;
  }
  return lowest;
}

}  // namespace koord::probe

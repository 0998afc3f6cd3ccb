#include "machine/gpu_users.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "cli/failure.h"
#include "cli/options.h"

namespace koordctl {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCuda = "CUDA_VISIBLE_DEVICES", kNvidia = "NVIDIA_VISIBLE_DEVICES";
// Linux limits arguments and environment to a quarter of the stack, which is 8 MiB by default.
constexpr size_t kMaxEnvironment = size_t{2} << 20;

// Reads environments, one after another.
class EnvironmentReader {
 public:
  EnvironmentReader() : buffer_(kMaxEnvironment, '\0') {}

  // Returns an environment, valid until the next call; "" if it cannot be read. A process that is
  // just being executed has none yet: it is read again, for a total of at most 50 ms.
  std::string_view read(const fs::path &process) {
    for (;;) {
      std::ifstream file(process / "environ", std::ios::binary);
      if (!file) return {};
      file.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
      const auto length = static_cast<size_t>(file.gcount());
      if (length != 0 || retries_ == 0 || !has_memory(process))
        return std::string_view(buffer_).substr(0, length);
      --retries_;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

 private:
  // Kernel threads have no memory and no environment.
  static bool has_memory(const fs::path &process) {
    std::ifstream file(process / "status");
    std::string line;
    while (std::getline(file, line))
      if (line.starts_with("VmSize:")) return true;
    return false;
  }

  std::string buffer_;
  int retries_ = 50;
};

std::optional<VisibleGpus> visible_in(std::string_view environment) {
  std::optional<VisibleGpus> found;
  while (!environment.empty()) {
    const std::string_view entry = environment.substr(0, environment.find('\0'));
    environment.remove_prefix(std::min(environment.size(), entry.size() + 1));
    const size_t end = entry.find('=');
    if (end == std::string_view::npos) continue;
    const std::string_view name = entry.substr(0, end);
    if (name == kCuda) return VisibleGpus{true, std::string(entry.substr(end + 1))};
    if (name == kNvidia && !found) found = VisibleGpus{false, std::string(entry.substr(end + 1))};
  }
  return found;
}

}  // namespace

bool VisibleGpus::names(std::string_view uuid, std::string_view minor) const {
  constexpr std::string_view kPrefix = "GPU-";
  for (const std::string &item : split(text, ',')) {
    const bool is_uuid = item.starts_with(kPrefix) && item.size() > kPrefix.size();
    if (is_uuid ? uuid.starts_with(item) : item == minor) return true;
  }
  return false;
}

std::optional<VisibleGpus> own_visible_gpus() {
  if (const char *text = std::getenv(kCuda.data())) return VisibleGpus{true, text};
  if (const char *text = std::getenv(kNvidia.data())) return VisibleGpus{false, text};
  return std::nullopt;
}

std::vector<GpuUser> gpu_users(const std::string &proc) {
  const std::optional<VisibleGpus> own = own_visible_gpus();
  EnvironmentReader reader;
  std::vector<GpuUser> users;
  std::error_code error;
  fs::directory_iterator process(proc, error);
  if (error) throw Failure(kEnvironment, proc + ": " + error.message());
  for (const fs::directory_iterator end; process != end; process.increment(error)) {
    if (error) throw Failure(kEnvironment, proc + ": " + error.message());
    const std::string id = process->path().filename().string();
    if (!std::ranges::all_of(id, [](char c) { return c >= '0' && c <= '9'; })) continue;
    std::optional<VisibleGpus> visible = visible_in(reader.read(process->path()));
    if (visible && visible != own) users.push_back({id, std::move(*visible)});
  }
  std::ranges::sort(users, [](const GpuUser &a, const GpuUser &b) {
    return a.process.size() != b.process.size() ? a.process.size() < b.process.size()
                                                : a.process < b.process;
  });
  return users;
}

}  // namespace koordctl

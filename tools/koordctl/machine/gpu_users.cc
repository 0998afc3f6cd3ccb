#include "machine/gpu_users.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "machine/affinity.h"

namespace koordctl {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCuda = "CUDA_VISIBLE_DEVICES", kNvidia = "NVIDIA_VISIBLE_DEVICES";
// Linux limits arguments and environment to a quarter of the stack, which is 8 MiB by default.
constexpr size_t kMaxEnvironment = size_t{2} << 20;

constexpr size_t kMaxValue = 16384;
constexpr int kMaxRounds = 50;

// Reads environments, one after another.
class EnvironmentReader {
 public:
  EnvironmentReader() : buffer_(kMaxEnvironment, '\0') {}

  // Returns an environment, valid until the next call; "" if it cannot be read.
  std::string_view read(const fs::path &process) {
    std::ifstream file(process / "environ", std::ios::binary);
    if (!file) return {};
    file.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    return std::string_view(buffer_).substr(0, static_cast<size_t>(file.gcount()));
  }

 private:
  std::string buffer_;
};

// Returns false for kernel threads, which have no environment.
bool has_memory(const fs::path &process) {
  std::ifstream file(process / "status");
  std::string line;
  while (std::getline(file, line))
    if (line.starts_with("VmSize:")) return true;
  return false;
}

VisibleGpus visible_in(std::string_view environment) {
  VisibleGpus found;
  while (!environment.empty()) {
    const std::string_view entry = environment.substr(0, environment.find('\0'));
    environment.remove_prefix(std::min(environment.size(), entry.size() + 1));
    const size_t end = entry.find('=');
    if (end == std::string_view::npos) continue;
    const std::string_view name = entry.substr(0, end), value = entry.substr(end + 1, kMaxValue);
    if (name == kCuda && !found.cuda) found.cuda = value;
    if (name == kNvidia && !found.nvidia) found.nvidia = value;
  }
  return found;
}

std::optional<std::string> own_value(std::string_view name) {
  const char *value = std::getenv(name.data());
  if (value == nullptr) return std::nullopt;
  return std::string(std::string_view(value).substr(0, kMaxValue));
}

}  // namespace

bool names_gpu(std::string_view value, std::string_view uuid, std::string_view index) {
  constexpr std::string_view kPrefix = "GPU-", kBlanks = " \t";
  for (size_t start = 0; start <= value.size();) {
    std::string_view item = value.substr(start, value.find(',', start) - start);
    start += item.size() + 1;
    // CUDA reads numbers as strtol() does.
    item.remove_prefix(std::min(item.find_first_not_of(" \t+"), item.size()));
    item = item.substr(0, item.find_last_not_of(kBlanks) + 1);
    const bool is_uuid = item.starts_with(kPrefix) && item.size() > kPrefix.size();
    if (is_uuid ? uuid.starts_with(item) : item == index) return true;
  }
  return false;
}

bool VisibleGpus::names(std::string_view uuid, std::string_view index) const {
  return (cuda && names_gpu(*cuda, uuid, index)) || (nvidia && names_gpu(*nvidia, uuid, index));
}

VisibleGpus own_visible_gpus() { return {own_value(kCuda), own_value(kNvidia)}; }

std::vector<GpuUser> gpu_users(const std::string &proc) {
  const VisibleGpus own = own_visible_gpus();
  EnvironmentReader reader;
  std::vector<GpuUser> users;
  // A process that is just being executed has no environment yet, and is read again.
  std::vector<fs::path> pending = processes_below(proc);
  for (int round = 0; !pending.empty(); ++round) {
    std::vector<fs::path> again;
    for (const fs::path &process : pending) {
      const std::string_view environment = reader.read(process);
      if (environment.empty() && has_memory(process)) again.push_back(process);
      VisibleGpus visible = visible_in(environment);
      if (visible != VisibleGpus() && visible != own)
        users.push_back({process.filename().string(), std::move(visible)});
    }
    if (round == kMaxRounds) break;
    if (!again.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    pending = std::move(again);
  }
  std::ranges::sort(users, [](const GpuUser &a, const GpuUser &b) {
    return a.process.size() != b.process.size() ? a.process.size() < b.process.size()
                                                : a.process < b.process;
  });
  return users;
}

}  // namespace koordctl

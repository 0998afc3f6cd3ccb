#include "probe/isolated_cpus.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string_view>
#include <vector>

#include "base/error.h"

namespace koord::probe {
namespace {

constexpr size_t kMaxList = size_t{64} << 10;  // more than a list of every second CPU

// Returns the first bytes of a regular file, or an empty string if it cannot be read.
std::string read_start(const std::string &path, size_t most) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return {};
  std::string text(most, '\0');
  size_t size = 0;
  struct stat facts {};
  if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode))
    for (ssize_t more = 1; more > 0 && size<most; size += more> 0 ? static_cast<size_t>(more) : 0)
      more = read(file, text.data() + size, most - size);
  close(file);
  text.resize(size);
  return text;
}

CpuSet read_list(const std::string &root, const char *name, const Log &log) {
  const std::string file = std::string("/sys/devices/system/cpu/") + name;
  const std::string text = read_start(root == "/" ? file : root + file, kMaxList + 1);
  const std::string_view line = std::string_view(text).substr(0, text.find('\n'));
  // Linux writes "(null)" for a set that was never allocated.
  if (line.empty() || line == "(null)") return {};
  try {
    if (text.size() > kMaxList) throw Error(Status::kLimit, file + ": too long");
    return CpuSet::parse(line, file);
  } catch (const Error &error) {
    log.warn(std::string(error.what()) + "; ignored");
    return {};
  }
}

}  // namespace

void read_isolated_cpus(const std::string &root, TopologySpec &spec, const Log &log) {
  spec.isolated = read_list(root, "isolated", log);
  spec.nohz_full = read_list(root, "nohz_full", log);
}

}  // namespace koord::probe

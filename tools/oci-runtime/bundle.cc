#include "bundle.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "command_line.h"

namespace koord_runtime {
namespace {

constexpr size_t kMaxShownPath = 300;

[[noreturn]] void fail(const std::string &path, const std::string &what) {
  throw Failure(kEnvironment, printable(path, kMaxShownPath) + ": " + what);
}

void require_regular(const std::string &path, const struct stat &facts) {
  if (!S_ISREG(facts.st_mode)) fail(path, "expected a regular file");
}

class File {
 public:
  File(std::string path, int flags, mode_t mode = 0)
      : path_(std::move(path)), number_(open(path_.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, mode)) {
    if (number_ < 0) fail(path_, std::strerror(errno));
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  ~File() { close(number_); }

  struct stat status() const {
    struct stat out {};
    if (fstat(number_, &out) != 0) fail(path_, std::strerror(errno));
    require_regular(path_, out);
    return out;
  }
  std::string read() const {
    std::string text(kConfigLimits.bytes + 1, '\0');
    size_t length = 0;
    while (length < text.size()) {
      const ssize_t got = ::read(number_, text.data() + length, text.size() - length);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail(path_, std::strerror(errno));
      if (got == 0) break;
      length += static_cast<size_t>(got);
    }
    text.resize(length);
    return text;
  }
  void write(const std::string &text, const struct stat &like) const {
    size_t done = 0;
    while (done < text.size()) {
      const ssize_t put = ::write(number_, text.data() + done, text.size() - done);
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) fail(path_, std::strerror(errno));
      done += static_cast<size_t>(put);
    }
    if (fchown(number_, like.st_uid, like.st_gid) != 0 ||
        fchmod(number_, like.st_mode & 07777) != 0)
      fail(path_, std::strerror(errno));
  }

 private:
  std::string path_;
  int number_;
};

}  // namespace

Json read_config(const std::string &path) {
  // Check the file before it is opened: opening a device has side effects. O_NONBLOCK covers a FIFO
  // that replaces the file meanwhile.
  struct stat facts {};
  if (lstat(path.c_str(), &facts) != 0) fail(path, std::strerror(errno));
  require_regular(path, facts);
  const File file(path, O_RDONLY | O_NONBLOCK);
  file.status();
  Json config = parse_json(file.read(), printable(path, kMaxShownPath), kConfigLimits);
  if (!config.is_object()) fail(path, "expected a JSON object");
  return config;
}

void replace_config(const std::string &path, const Json &config) {
  const struct stat like = File(path, O_RDONLY | O_NONBLOCK).status();
  const std::string made = path + ".koord-" + std::to_string(getpid());
  try {
    File(made, O_WRONLY | O_CREAT | O_EXCL, 0600).write(config.dump(), like);
    if (std::rename(made.c_str(), path.c_str()) != 0) fail(path, std::strerror(errno));
  } catch (...) {
    unlink(made.c_str());
    throw;
  }
}

}  // namespace koord_runtime

#include "bundle.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "command/command_line.h"

namespace koord_runtime {
namespace {

constexpr size_t kMaxBytes = size_t{16} << 20;

[[noreturn]] void fail(const std::string &path, const std::string &what) {
  throw Failure(kEnvironment, path + ": " + what);
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
    if (!S_ISREG(out.st_mode)) fail(path_, "expected a regular file");
    return out;
  }
  std::string read() const {
    std::string text(kMaxBytes + 1, '\0');
    size_t length = 0;
    while (length < text.size()) {
      const ssize_t got = ::read(number_, text.data() + length, text.size() - length);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail(path_, std::strerror(errno));
      if (got == 0) break;
      length += static_cast<size_t>(got);
    }
    if (length > kMaxBytes) fail(path_, "over 16 MiB");
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
  const File file(path, O_RDONLY);
  file.status();
  Json config = Json::parse(file.read(), nullptr, false);
  if (!config.is_object()) fail(path, "expected a JSON object");
  return config;
}

void replace_config(const std::string &path, const Json &config) {
  const struct stat like = File(path, O_RDONLY).status();
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

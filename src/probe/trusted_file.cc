#include "probe/trusted_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace koord::probe {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

[[noreturn]] void fail(Status status, const std::string &path, const std::string &what) {
  throw Error(status, in_quotes(path, 200) + ": " + what);
}

[[noreturn]] void fail_errno(const std::string &path, int error) {
  const Status status = error == ENOENT || error == ENOTDIR                   ? Status::kNotFound
                        : error == EACCES || error == EPERM || error == ELOOP ? Status::kPermission
                                                                              : Status::kIo;
  fail(status, path, error == ELOOP ? "is a symbolic link, expected a file" : std::strerror(error));
}

void check_trust(const struct stat &file, const std::string &path) {
  if (file.st_uid != 0 && file.st_uid != geteuid())
    fail(Status::kPermission, path,
         "belongs to user " + std::to_string(file.st_uid) + ", expected root");
  if ((file.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    fail(Status::kPermission, path, "can be written by others than its owner");
}

// The facts of an open file, which has to be a regular one.
struct stat look_at(const Descriptor &file, const std::string &path, bool must_be_trusted) {
  if (file.number() < 0) fail_errno(path, errno);
  struct stat facts;
  if (fstat(file.number(), &facts) != 0) fail_errno(path, errno);
  if (!S_ISREG(facts.st_mode)) fail(Status::kPermission, path, "is not a regular file");
  if (must_be_trusted) check_trust(facts, path);
  return facts;
}

std::string read_file(const std::string &path, size_t limit, bool must_be_trusted) {
  // A FIFO would keep a reader waiting.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  const struct stat facts = look_at(file, path, must_be_trusted);
  const auto too_long = [&] {
    fail(Status::kLimit, path, "is longer than " + std::to_string(limit) + " bytes");
  };
  if (facts.st_size > 0 && static_cast<size_t>(facts.st_size) > limit) too_long();
  // Files of procfs do not tell their size.
  std::string text(facts.st_size > 0 ? static_cast<size_t>(facts.st_size) + 1 : 4096, '\0');
  size_t length = 0;
  for (;;) {
    const ssize_t got = read(file.number(), text.data() + length, text.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_errno(path, errno);
    if (got == 0) break;
    length += static_cast<size_t>(got);
    if (length > limit) too_long();
    if (length == text.size()) text.resize(2 * length);
  }
  text.resize(length);
  return text;
}

}  // namespace

std::string read_trusted_file(const std::string &path, size_t limit) {
  return read_file(path, limit, true);
}

void check_trusted_file(const std::string &path) {
  const Descriptor file(open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  if (file.number() < 0 && errno == ENOENT) return;
  (void)look_at(file, path, true);
}

std::string read_kernel_file(const std::string &path, size_t limit) {
  return read_file(path, limit, false);
}

}  // namespace koord::probe

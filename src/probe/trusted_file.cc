#include "probe/trusted_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/error.h"

namespace koord::probe {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(Descriptor &&other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
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

struct stat facts_of(const Descriptor &opened, const std::string &path) {
  if (opened.number() < 0) fail_errno(path, errno);
  struct stat facts;
  if (fstat(opened.number(), &facts) != 0) fail_errno(path, errno);
  return facts;
}

// Checks owner and mode. Returns a description of the problem, or an empty string if the
// file is safe.
std::string trust_problem(const struct stat &facts) {
  if (facts.st_uid != 0 && facts.st_uid != geteuid())
    return "belongs to user " + std::to_string(facts.st_uid) + ", expected root";
  return (facts.st_mode & (S_IWGRP | S_IWOTH)) != 0 ? "can be written by others than its owner"
                                                    : "";
}

// Checks a directory above that of the file. In a sticky directory nobody can move the files of
// others. The owner of the root directory counts as root, whatever its number in this user
// namespace, because that user can move everything anyway.
std::string trust_problem_above(struct stat facts, const struct stat &root) {
  if (facts.st_uid == root.st_uid) facts.st_uid = 0;
  if ((facts.st_mode & S_ISVTX) != 0) facts.st_mode &= ~static_cast<mode_t>(S_IWGRP | S_IWOTH);
  return trust_problem(facts);
}

bool is_same(const struct stat &a, const struct stat &b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// Checks the directory and those above it. A user who can write a directory can replace the files
// in it, and a user who can write one above it can replace the directory. The walk goes up from the
// opened directory, not along its name, which may contain links.
void check_directories(const Descriptor &directory, std::string name, const std::string &path) {
  const auto check = [&](const std::string &why) {
    if (!why.empty())
      fail(Status::kPermission, path, "is in " + in_quotes(name, 200) + ", which " + why);
  };
  struct stat facts = facts_of(directory, path);
  check(trust_problem(facts));
  const struct stat root = facts_of(Descriptor(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)), path);
  Descriptor here(openat(directory.number(), ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  while (!is_same(facts, root)) {
    here = Descriptor(openat(here.number(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
    const struct stat above = facts_of(here, path);
    if (is_same(above, facts)) break;
    name += "/..";
    check(trust_problem_above(above, root));
    facts = above;
  }
}

// A file's directory, opened and checked, and the file's name in it.
struct TrustedPlace {
  Descriptor directory;
  std::string name;
};

TrustedPlace trusted_place_of(const std::string &path) {
  const size_t slash = path.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  TrustedPlace place{Descriptor(open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)),
                     slash == std::string::npos ? path : path.substr(slash + 1)};
  check_directories(place.directory,
                    slash == 0 || slash == std::string::npos ? directory : path.substr(0, slash),
                    path);
  if (place.name.empty()) place.name = ".";
  return place;
}

// Checks that the file is regular and that only its owner can write it.
struct stat trusted_facts_of(const Descriptor &file, const std::string &path) {
  const struct stat facts = facts_of(file, path);
  if (!S_ISREG(facts.st_mode)) fail(Status::kPermission, path, "is not a regular file");
  if (const std::string why = trust_problem(facts); !why.empty())
    fail(Status::kPermission, path, why);
  return facts;
}

std::string read_all(const Descriptor &file, const struct stat &facts, const std::string &path,
                     size_t limit) {
  const auto too_long = [&] {
    fail(Status::kLimit, path, "is longer than " + std::to_string(limit) + " bytes");
  };
  if (facts.st_size > 0 && static_cast<size_t>(facts.st_size) > limit) too_long();
  // Files of procfs do not report their size.
  std::string text(facts.st_size > 0 ? static_cast<size_t>(facts.st_size) + 1 : 4096, '\0');
  size_t length = 0;
  for (;;) {
    const ssize_t size = read(file.number(), text.data() + length, text.size() - length);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) fail_errno(path, errno);
    if (size == 0) break;
    length += static_cast<size_t>(size);
    if (length > limit) too_long();
    if (length == text.size()) text.resize(2 * length);
  }
  text.resize(length);
  return text;
}

// O_NONBLOCK, because opening a FIFO would block.
constexpr int kRead = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

}  // namespace

std::string read_trusted_file(const std::string &path, size_t limit) {
  const TrustedPlace place = trusted_place_of(path);
  const Descriptor file(openat(place.directory.number(), place.name.c_str(), kRead));
  return read_all(file, trusted_facts_of(file, path), path, limit);
}

void check_trusted_file(const std::string &path) {
  std::optional<TrustedPlace> place;
  try {
    place.emplace(trusted_place_of(path));
  } catch (const Error &error) {  // without the directory nothing can be replaced
    throw Error(error.status() == Status::kNotFound ? Status::kIo : error.status(), error.what());
  }
  const Descriptor file(
      openat(place->directory.number(), place->name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  if (file.number() < 0 && errno == ENOENT) return;
  (void)trusted_facts_of(file, path);
}

std::string read_kernel_file(const std::string &path, size_t limit) {
  const Descriptor file(open(path.c_str(), kRead));
  const struct stat facts = facts_of(file, path);
  if (!S_ISREG(facts.st_mode)) fail(Status::kPermission, path, "is not a regular file");
  return read_all(file, facts, path, limit);
}

}  // namespace koord::probe

#include "agent/cgroup_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "base/error.h"

namespace koord::agent {
namespace {

constexpr size_t kMaxPath = 4095;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;

  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

int or_errno(int fd) { return fd >= 0 ? fd : -errno; }

// Returns a descriptor, or -errno.
int open_whole(int root, const char *path, int flags, uint64_t resolve) {
  open_how how{};
  how.flags = static_cast<uint64_t>(flags);
  how.resolve = resolve;
  for (int tries = 0;; ++tries) {
    const int fd = static_cast<int>(syscall(SYS_openat2, root, path, &how, sizeof how));
    // EAGAIN: a directory above was renamed meanwhile.
    if (fd >= 0 || (errno != EAGAIN && errno != EINTR) || tries == 8) return or_errno(fd);
  }
}

bool same_device(int a, int b) {
  struct stat first;
  struct stat second;
  return fstat(a, &first) == 0 && fstat(b, &second) == 0 && first.st_dev == second.st_dev;
}

// Opens component by component, for kernels before 5.6.
int open_parts(int root, std::string_view path, int flags) {
  Descriptor at(or_errno(openat(root, ".", O_PATH | O_DIRECTORY | O_CLOEXEC)));
  if (at.get() < 0) return at.get();
  int directory = at.get();
  std::unique_ptr<Descriptor> held;
  for (;;) {
    const size_t slash = path.find('/');
    const std::string part(path.substr(0, slash));
    if (slash == std::string_view::npos) {
      Descriptor file(or_errno(openat(directory, part.c_str(), flags | O_NOFOLLOW)));
      if (file.get() >= 0 && !same_device(root, file.get())) return -EXDEV;
      return file.release();
    }
    auto next = std::make_unique<Descriptor>(
        or_errno(openat(directory, part.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)));
    if (next->get() < 0) return next->get();
    if (!same_device(root, next->get())) return -EXDEV;
    held = std::move(next);
    directory = held->get();
    path.remove_prefix(slash + 1);
  }
}

constexpr int kPlainFile = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

// Reads from the start, regardless of the file offset.
int read_all(int fd, std::string &text) {
  text.clear();
  std::array<char, 4096> block;
  for (;;) {
    const ssize_t size = pread(fd, block.data(), block.size(), static_cast<off_t>(text.size()));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return errno;
    text.append(block.data(), static_cast<size_t>(size));
    if (text.size() > kMaxCgroupFile) return EFBIG;
    if (static_cast<size_t>(size) < block.size()) return 0;
  }
}

int write_once(int fd, std::string_view value) {
  const ssize_t size = write(fd, value.data(), value.size());
  if (size < 0) return errno;
  return static_cast<size_t>(size) == value.size() ? 0 : EIO;
}

[[noreturn]] void fail_open(const std::string &what, int error) {
  if (error == ENOMEM) throw std::bad_alloc();
  const Status status = error == ENOENT || error == ENOTDIR ? Status::kNotFound
                        : error == EACCES || error == EPERM ? Status::kPermission
                                                            : Status::kIo;
  throw Error(status, "cgroup root " + in_quotes(what, 200) + ": " + std::strerror(error));
}

}  // namespace

CgroupError class_of(int error_number) {
  switch (error_number) {
    case 0:
      return CgroupError::kNone;
    case EBUSY:
    case EAGAIN:
    case EINTR:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
    case EIO:  // also a write that was cut short; the kernel took only part of the value
      return CgroupError::kRetry;
    case ENOENT:
    case ENODEV:  // an open file of a group that was removed
      return CgroupError::kGone;
    case EACCES:
    case EPERM:
    case EROFS:
    case ELOOP:
    case EXDEV:
      return CgroupError::kDenied;
    case ENOSYS:
    case EOPNOTSUPP:
      return CgroupError::kUnsupported;
    default:
      return CgroupError::kInvalid;
  }
}

std::string_view cgroup_error_name(CgroupError error) noexcept {
  switch (error) {
    case CgroupError::kNone:
      return "none";
    case CgroupError::kRetry:
      return "retry";
    case CgroupError::kGone:
      return "gone";
    case CgroupError::kDenied:
      return "denied";
    case CgroupError::kInvalid:
      return "invalid";
    case CgroupError::kUnsupported:
      return "unsupported";
    case CgroupError::kDrifted:
      return "drifted";
  }
  return "unknown";
}

bool is_inner_path(std::string_view path) {
  if (path.empty() || path.size() > kMaxPath || path.find('\0') != std::string_view::npos)
    return false;
  for (;;) {
    const size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    if (part.empty() || part == "." || part == ".." || part.size() > NAME_MAX) return false;
    if (slash == std::string_view::npos) return true;
    path.remove_prefix(slash + 1);
  }
}

WriteAndRead CgroupFiles::write_and_read(const std::string &path, std::string_view value,
                                         std::string &text) {
  WriteAndRead result;
  result.write_error = write(path, value);
  if (result.write_error == 0) result.read_error = read(path, text);
  return result;
}

RootedFiles::RootedFiles(const std::string &root, CgroupVersion version) {
  constexpr int kDirectory = O_PATH | O_DIRECTORY | O_CLOEXEC;
  Descriptor top(or_errno(open(root.c_str(), kDirectory)));
  if (top.get() < 0) fail_open(root, -top.get());
  if (version == CgroupVersion::kV2) {
    roots_.push_back({"", -1});
    roots_.back().fd = top.release();
    return;
  }
  roots_.reserve(2);
  const int cpuset = or_errno(openat(top.get(), "cpuset", kDirectory | O_NOFOLLOW));
  if (cpuset < 0) fail_open(root + "/cpuset", -cpuset);
  roots_.push_back({"cpuset", cpuset});
  // "cpu" is often a link to a common mount of cpu and cpuacct.
  for (const char *name : {"cpu", "cpu,cpuacct", "cpuacct,cpu"}) {
    const int cpu = openat(top.get(), name, kDirectory | O_NOFOLLOW);
    if (cpu < 0) continue;
    roots_.push_back({"cpu", cpu});
    break;
  }
}

RootedFiles::~RootedFiles() { close_all(); }

void RootedFiles::close_all() noexcept {
  for (const Root &root : roots_) close(root.fd);
  roots_.clear();
}

int RootedFiles::open_file(std::string_view path, int flags) {
  const Root *root = nullptr;
  for (const Root &candidate : roots_) {
    if (candidate.prefix.empty()) {
      root = &candidate;
    } else if (path.starts_with(candidate.prefix) &&
               (path.size() == candidate.prefix.size() || path[candidate.prefix.size()] == '/')) {
      root = &candidate;
      path.remove_prefix(std::min(path.size(), candidate.prefix.size() + 1));
      break;
    }
  }
  if (root == nullptr) return -ENOENT;
  if (path.empty()) return or_errno(openat(root->fd, ".", flags | O_NOFOLLOW));
  if (!is_inner_path(path)) return -EXDEV;
  if (!by_component_) {
    std::array<char, kMaxPath + 1> text;
    path.copy(text.data(), path.size());
    text[path.size()] = '\0';
    const int fd =
        open_whole(root->fd, text.data(), flags,
                   RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV);
    // EPERM: returned by system call filters that do not know openat2.
    if (fd != -ENOSYS && fd != -EPERM) return fd;
    if (fd == -ENOSYS) by_component_ = true;
  }
  return open_parts(root->fd, path, flags);
}

int RootedFiles::read(const std::string &path, std::string &text) {
  const Descriptor file(open_file(path, O_RDONLY | kPlainFile));
  if (file.get() < 0) {
    text.clear();
    return -file.get();
  }
  return read_all(file.get(), text);
}

int RootedFiles::write(const std::string &path, std::string_view value) {
  const Descriptor file(open_file(path, O_WRONLY | O_TRUNC | kPlainFile));
  return file.get() < 0 ? -file.get() : write_once(file.get(), value);
}

WriteAndRead RootedFiles::write_and_read(const std::string &path, std::string_view value,
                                         std::string &text) {
  const Descriptor file(open_file(path, O_RDWR | O_TRUNC | kPlainFile));
  WriteAndRead result;
  result.write_error = file.get() < 0 ? -file.get() : write_once(file.get(), value);
  if (result.write_error == 0) result.read_error = read_all(file.get(), text);
  return result;
}

int RootedFiles::list(const std::string &path, std::vector<std::string> &names) {
  names.clear();
  Descriptor directory(open_file(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0) return -directory.get();
  const std::unique_ptr<DIR, int (*)(DIR *)> entries(fdopendir(directory.get()), &closedir);
  if (entries == nullptr) return errno;
  const int fd = directory.release();
  for (;;) {
    errno = 0;
    const dirent *entry = readdir(entries.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    bool is_directory = entry->d_type == DT_DIR;
    if (entry->d_type == DT_UNKNOWN) {
      struct stat status;
      is_directory =
          fstatat(fd, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
    }
    if (!is_directory) continue;
    if (names.size() == kMaxCgroupEntries) return E2BIG;
    names.emplace_back(name);
  }
  if (errno != 0) return errno;
  std::sort(names.begin(), names.end());
  return 0;
}

}  // namespace koord::agent

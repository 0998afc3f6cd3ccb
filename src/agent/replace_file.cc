#include "agent/replace_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include "agent/temp_name.h"
#include "base/error.h"

namespace koord::agent {
namespace {

// To fail this often, other processes would have to draw the same number, or sweep the
// file, each time.
constexpr int kTries = 16;
constexpr mode_t kNewMode = 0600;

class Replacement {
 public:
  Replacement(const std::string &path, FileCalls &calls) : path_(path), calls_(calls) {
    const size_t slash = path.rfind('/');
    name_ = slash == std::string::npos ? path : path.substr(slash + 1);
    directory_name_ = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    if (name_.empty() || name_ == "." || name_ == ".." || path.find('\0') != std::string::npos)
      throw Error(Status::kInvalid,
                  "path: found " + in_quotes(path, 100) + ", expected the path of a file");
  }
  Replacement(const Replacement &) = delete;
  Replacement &operator=(const Replacement &) = delete;
  ~Replacement() {
    if (temp_ >= 0) calls_.close(temp_);
    if (!temp_name_.empty()) calls_.unlink_at(directory_, temp_name_.c_str());
    if (!link_name_.empty()) calls_.unlink_at(directory_, link_name_.c_str());
    if (directory_ >= 0) calls_.close(directory_);
  }

  void run(std::string_view text, bool backup) {
    directory_ =
        calls_.open_at(AT_FDCWD, directory_name_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (directory_ < 0) fail("its directory cannot be opened");
    inspect_old();
    sweep();
    open_temp();
    write_temp(text);
    if (backup && exists_) keep_backup();
    if (calls_.rename_at(directory_, temp_name_.c_str(), name_.c_str()) != 0)
      fail("the new file cannot be renamed into place");
    temp_name_.clear();
    if (calls_.sync(directory_) != 0)
      fail(
          "the new file is in place, but may be lost in a power failure: its directory cannot be "
          "synced");
  }

 private:
  [[noreturn]] void fail(const std::string &what) const {
    const int number = errno;
    const bool denied = number == EACCES || number == EPERM || number == EROFS;
    char text[128] = "";
    // GNU's variant returns the text, which need not be in the buffer.
    const char *reason = strerror_r(number, text, sizeof text);
    throw Error(denied ? Status::kPermission : Status::kIo,
                in_quotes(path_, 100) + ": " + what + ": " + reason);
  }

  void inspect_old() {
    // A pipe without a writer must not block.
    const int old = calls_.open_at(directory_, name_.c_str(),
                                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0);
    if (old < 0 && errno == ENOENT) return;
    if (old < 0 && errno == ELOOP)
      throw Error(Status::kInvalid,
                  in_quotes(path_, 100) + ": found a symbolic link, expected a file");
    if (old < 0) fail("it cannot be opened");
    const int result = calls_.stat(old, &status_);
    const int number = errno;
    calls_.close(old);
    errno = number;
    if (result != 0) fail("its attributes cannot be read");
    if (!S_ISREG(status_.st_mode))
      throw Error(Status::kInvalid, in_quotes(path_, 100) + ": is not a regular file");
    exists_ = true;
  }

  // Removes files that dead writers of this file left. Living writers hold a lock on theirs.
  // Errors are ignored.
  void sweep() {
    for (const std::string &name : calls_.names(directory_)) {
      if (!is_temp_name(name_, name)) continue;
      const int file = calls_.open_at(directory_, name.c_str(),
                                      O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0);
      if (file < 0) continue;
      struct stat status = {};
      const bool is_ours = calls_.stat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                           (status.st_uid == geteuid() || status.st_uid == status_.st_uid);
      if (is_ours && calls_.lock(file) == 0) calls_.unlink_at(directory_, name.c_str());
      calls_.close(file);
    }
  }

  // Tries once to create temp_ under a name that no other process removes.
  void try_temp() {
    std::string name = temp_name(name_, TempKind::kNew, calls_.draw());
    temp_ = calls_.open_at(directory_, name.c_str(),
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kNewMode);
    if (temp_ < 0) {
      if (errno == EEXIST) return;
      fail("no new file can be created in its directory");
    }
    temp_name_ = std::move(name);
    // If files cannot be locked, no process sweeps. A process with the lock is about to remove the
    // file, or has removed it.
    const bool is_swept = calls_.lock(temp_) != 0 && errno == EWOULDBLOCK;
    struct stat status = {};
    if (calls_.stat(temp_, &status) != 0) fail("the attributes of the new file cannot be read");
    if (!is_swept && status.st_nlink != 0) return;
    calls_.close(std::exchange(temp_, -1));
    calls_.unlink_at(directory_, std::exchange(temp_name_, "").c_str());
  }

  void open_temp() {
    for (int i = 0; temp_ < 0; ++i) {
      errno = EEXIST;
      if (i == kTries) fail("no new file can be created in its directory");
      try_temp();
    }
    if (!exists_) return;
    if (calls_.change_owner(temp_, status_.st_uid, status_.st_gid) != 0)
      fail("the owner of the new file cannot be set");
    if (calls_.change_mode(temp_, status_.st_mode & 07777) != 0)
      fail("the mode of the new file cannot be set");
  }

  void write_temp(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = calls_.write(temp_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written == 0) errno = EIO;
      if (written <= 0) fail("the new file cannot be written");
      text.remove_prefix(static_cast<size_t>(written));
    }
    // The file stays open, and thus locked, until it has its name.
    if (calls_.sync(temp_) != 0) fail("the new file cannot be synced");
  }

  // Creates a second name of the old file and renames it to the backup in one step. Another writer
  // may replace the file meanwhile, or sweep the name.
  void keep_backup() {
    const std::string backup = name_ + std::string(kBackupSuffix);
    for (int i = 0;; ++i) {
      std::string name = temp_name(name_, TempKind::kOld, calls_.draw());
      if (calls_.link_at(directory_, name_.c_str(), name.c_str()) != 0) {
        if ((errno == EEXIST || errno == ENOENT) && i < kTries) continue;
        fail("no backup can be made");
      }
      link_name_ = std::move(name);
      if (calls_.rename_at(directory_, link_name_.c_str(), backup.c_str()) == 0) break;
      if (errno != ENOENT || i == kTries)
        fail("the backup " + in_quotes(backup, 100) + " cannot be made");
    }
  }

  const std::string path_;
  FileCalls &calls_;
  std::string name_, directory_name_;
  std::string temp_name_, link_name_;  // names to remove at the end
  int directory_ = -1;
  int temp_ = -1;
  bool exists_ = false;
  struct stat status_ = {};
};

}  // namespace

int FileCalls::open_at(int directory, const char *path, int flags, mode_t mode) {
  return ::openat(directory, path, flags, mode);
}
int FileCalls::stat(int file, struct stat *status) { return ::fstat(file, status); }
int FileCalls::change_owner(int file, uid_t user, gid_t group) {
  return ::fchown(file, user, group);
}
int FileCalls::change_mode(int file, mode_t mode) { return ::fchmod(file, mode); }
ssize_t FileCalls::write(int file, const void *bytes, size_t size) {
  return ::write(file, bytes, size);
}
int FileCalls::sync(int file) { return ::fsync(file); }
int FileCalls::close(int file) { return ::close(file); }
int FileCalls::link_at(int directory, const char *from, const char *to) {
  return ::linkat(directory, from, directory, to, 0);
}
int FileCalls::rename_at(int directory, const char *from, const char *to) {
  return ::renameat(directory, from, directory, to);
}
int FileCalls::unlink_at(int directory, const char *path) { return ::unlinkat(directory, path, 0); }
int FileCalls::lock(int file) { return ::flock(file, LOCK_EX | LOCK_NB); }

std::vector<std::string> FileCalls::names(int directory) {
  std::vector<std::string> out;
  const int again = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (again < 0) return out;
  const std::unique_ptr<DIR, int (*)(DIR *)> stream(::fdopendir(again), ::closedir);
  if (!stream) {
    ::close(again);
    return out;
  }
  while (const dirent *entry = out.size() < kMaxEntries ? ::readdir(stream.get()) : nullptr)
    out.emplace_back(entry->d_name);
  return out;
}

uint64_t FileCalls::draw() {
  static_assert(sizeof(pid_t) <= sizeof(uint32_t));
  uint64_t drawn = 0;
  // Before the kernel has random numbers, writers are distinguished by their process.
  if (::getrandom(&drawn, sizeof drawn, GRND_NONBLOCK) != sizeof drawn)
    drawn = (static_cast<uint64_t>(::getpid()) << 32) + ++drawn_;
  return drawn;
}

void replace_file(const std::string &path, std::string_view text, bool backup, FileCalls &calls) {
  Replacement(path, calls).run(text, backup);
}

void replace_file(const std::string &path, std::string_view text, bool backup) {
  FileCalls calls;
  replace_file(path, text, backup, calls);
}

}  // namespace koord::agent

// Atomic replacement of a file: a reader finds the complete old or new file, whatever
// happens meanwhile.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace koord::agent {

// The system calls of a replacement. Each returns what the system call returns. Tests
// override them.
class FileCalls {
 public:
  FileCalls() = default;
  FileCalls(const FileCalls &) = delete;
  FileCalls &operator=(const FileCalls &) = delete;
  virtual ~FileCalls() = default;

  virtual int open_at(int directory, const char *path, int flags, mode_t mode);
  virtual int stat(int file, struct stat *status);
  virtual int change_owner(int file, uid_t user, gid_t group);
  virtual int change_mode(int file, mode_t mode);
  virtual ssize_t write(int file, const void *bytes, size_t size);
  virtual int sync(int file);
  virtual int close(int file);
  virtual int link_at(int directory, const char *from, const char *to);
  virtual int rename_at(int directory, const char *from, const char *to);
  virtual int unlink_at(int directory, const char *path);
  // Calls flock for an exclusive lock, without waiting.
  virtual int lock(int file);
  // Returns the names in a directory, at most kMaxEntries; none if it cannot be read.
  virtual std::vector<std::string> names(int directory);
  // Returns a number that other calls, also in other processes, are unlikely to return.
  virtual uint64_t draw();

  static constexpr size_t kMaxEntries = 65536;

 private:
  uint32_t drawn_ = 0;
};

inline constexpr std::string_view kBackupSuffix = ".koord-backup";

// Replaces the file `path` and keeps its mode and owner. A missing file is created, for its owner
// alone. With `backup` the old file is kept as `path` + kBackupSuffix and replaces an older backup.
// The new file is synced to disk before it gets the name. Until then it has a random name, and a
// lock that ends with its writer. Such files without a lock are left over from dead writers and are
// removed. Throws kInvalid if `path` is not a regular file, or is a link. Throws kPermission or
// kIo, with the step, if the system refuses it. In these cases the old file is unchanged and
// nothing else is left. If only the directory could not be synced, the new file is in place, and
// the message says so.
void replace_file(const std::string &path, std::string_view text, bool backup, FileCalls &calls);
void replace_file(const std::string &path, std::string_view text, bool backup);

}  // namespace koord::agent
